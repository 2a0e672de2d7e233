"""The levels of the computer are in order; `tests.bench.bench_search levels` says by how much."""

from __future__ import annotations

from arbiter import thinking
from arbiter.rules.endings import OF_VARIANT, endings_of
from arbiter.rules.endings.draws import begin
from arbiter.rules.moves import legal_moves
from arbiter.rules.position import start
from arbiter.rules.variants import VARIANTS, Variant
from arbiter.sides import Both, Side
from tests.bench.bench_search import LONGEST, opening

GAMES = 12


def winner(variant: Variant, game: int, levels: Both[int]) -> Side | None:
    """The side that wins a game between two levels, after an opening drawn by lot."""
    position = start(variant)
    tally = begin(position, endings_of(OF_VARIANT[variant.key]), variant.board)
    opened = opening(variant, 1_000 + game // 2)
    for ply in range(LONGEST):
        if not (legal := legal_moves(position, variant)):
            return position.turn.other
        if tally.due(capturing=bool(legal[0].taken)):
            return None
        found = thinking.search(position, variant, tally=tally, level=levels[position.turn], chance=game + ply)
        assert found is not None
        move = opened[ply] if ply < len(opened) else found.move
        position = position.played(*move)
        tally = tally.after(move, position)
    return None


def test_a_level_beats_the_one_two_below_it_and_not_always() -> None:
    points = 0.0
    for game in range(GAMES):
        upper = Side.WHITE if game % 2 == 0 else Side.BLACK
        won = winner(VARIANTS["brazilian"], game, Both(3, 1) if upper is Side.WHITE else Both(1, 3))
        points += 0.5 if won is None else won is upper

    assert GAMES / 2 < points < GAMES
