"""Two tablets of one board that both take it to be their turn: one move stands, and the other is told of it."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from arbiter.desk.desk import Desk
from arbiter.refused import Refused
from arbiter.rules.moves import legal_moves
from arbiter.rules.notation import move_text
from arbiter.rulings.board.objections import CrownKing
from tests.desk.club import in_office, move, opened
from tests.hall import BY
from tests.promises import found


def at_once(desk: Desk, plies: int, seed: int) -> int:
    """A game of so many plies, each sent by both tablets at the same time, with a move of its own; how many."""
    chance, start = random.Random(seed), Barrier(2)

    def sent(ply: int, text: str) -> str:
        start.wait()
        try:
            desk.submit(move(ply, text))
        except Refused as refused:
            return f"{refused.code} {refused.facts.get('played')}"
        return text

    with ThreadPoolExecutor(2) as tablets:
        for ply in range(plies):
            game = desk.state.game(1, 1)
            if game.result is not None:
                return ply
            if game.uncrowned is not None:
                desk.submit(CrownKing(round=1, board=1, by=BY))
            legal = legal_moves(game.position, desk.state.variant)
            texts = [move_text(chance.choice(legal), legal, desk.state.variant) for _ in range(2)]
            said = set(tablets.map(sent, (ply, ply), texts))
            ended = desk.state.game(1, 1).result is not None
            (told,) = said - set(texts)
            assert told == f"stale_ply {ply + 1}" or (ended and told.startswith("game_over"))
            plays = desk.state.game(1, 1).plays
            assert len(plays) == ply + 1
            assert said == {told, plays[-1].move}
    return plies


def test_of_two_tablets_that_move_at_once_one_is_told_that_it_is_behind(tmp_path: Path) -> None:
    with in_office(tmp_path) as desks:
        assert at_once(opened(desks), 8, seed=1) == 8


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_of_two_tablets_that_move_at_once_never_do_both_stand(tmp_path: Path) -> None:
    with in_office(tmp_path) as desks:
        plies = [at_once(opened(desks, name=f"Open {seed}"), 80, seed) for seed in range(60)]
    found("G3", len(plies), f"{sum(plies):,} moves sent by two tablets at once: one stands, the other is told")
