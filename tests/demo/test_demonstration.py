"""The demonstration plays real games, the same at every start. Its scenes are in `test_the_walk.py` too."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbiter.demo.demonstration import LIVE_ROUND, PEOPLE, DemoClock, Demonstration, clock
from arbiter.demo.scenes import FLAG_BOARD, FLAG_PLY, SCENE_BOARD, SCENE_MOVE, SCENE_PLY
from arbiter.desk.desks import Desks
from arbiter.rules.moves import legal_moves
from arbiter.rules.notation import move_text
from arbiter.rulings.board.play import PlayMove
from arbiter.sides import HOUR, MINUTE, SECOND, Instant, Side
from tests.demo.show import Show
from tests.hall import MORNING


def test_the_same_past_is_made_at_every_start(past: Show, tmp_path: Path) -> None:
    desks = Desks(tmp_path, DemoClock(MORNING))
    demonstration = Demonstration(desks)
    demonstration.make_past()

    assert demonstration.desk is not None
    assert demonstration.desk.journal.head == past.desk.journal.head
    assert demonstration.desk.state == past.desk.state
    assert demonstration.chance.getstate() == past.demonstration.chance.getstate()
    assert (demonstration.guide, demonstration._held) == (past.demonstration.guide, past.demonstration._held)
    assert desks.clock.now() == past.clock.now()
    desks.close()


def test_when_the_doors_open_two_rounds_are_over_and_four_games_go_on(past: Show) -> None:
    state = past.desk.state

    assert [round.closed for round in state.rounds] == [True, True, False]
    assert all(game.running and game.halted is None for game in state.round(LIVE_ROUND).games)
    assert all(game.ply > 10 for game in state.games())
    assert len(state.entries) == len(PEOPLE) == 8


def test_the_past_fits_into_the_day(past: Show) -> None:
    """The clock is put back far enough that the doors open about now."""
    assert past.clock.now() - MORNING <= 9 * HOUR + 15 * MINUTE
    assert isinstance(clock(), DemoClock)


def test_nobody_lost_by_a_flag_or_moved_wrongly_in_the_past(past: Show) -> None:
    assert past.desk.state.proposals == ()
    assert all(game.attempts == () for game in past.desk.state.games())


def test_a_player_takes_too_few_and_puts_it_right(opened: Show) -> None:
    for _ in range(30):
        opened.go_on(1)
        if opened.game(SCENE_BOARD).ply > SCENE_PLY:
            break
    game = opened.game(SCENE_BOARD)
    (attempt,) = game.attempts

    assert (attempt.ply, attempt.move, attempt.side) == (SCENE_PLY, SCENE_MOVE.replace("-", "x"), Side.WHITE)
    assert attempt.code.startswith("capture_")
    assert game.plays[SCENE_PLY].move in attempt.corrections


def test_a_player_looks_for_some_minutes_at_what_he_owes(opened: Show) -> None:
    while opened.game(SCENE_BOARD).owed is None:
        opened.go_on(1)
    opened.go_on(20)

    assert opened.game(SCENE_BOARD).owed is not None


def test_a_flag_falls_and_waits_for_a_signature(opened: Show) -> None:
    while opened.game(FLAG_BOARD).flag is None:
        assert opened.game(FLAG_BOARD).ply == FLAG_PLY
        opened.go_on(1)
    (proposal,) = (p for p in opened.desk.state.waiting if p.kind == "flag")

    assert (proposal.board, proposal.round) == (FLAG_BOARD, LIVE_ROUND)
    assert opened.game(FLAG_BOARD).halted == "flag"


def test_the_flag_falls_within_two_minutes_of_the_world(past: Show) -> None:
    flag_at = past.game(FLAG_BOARD).clock.flag_at

    assert flag_at is not None
    assert 20 * SECOND < (flag_at - past.clock.now()) / past.clock.speed < 120 * SECOND


def test_it_plays_on_until_the_next_round(opened: Show) -> None:
    for _ in range(10 * 60):
        opened.go_on(1)
        if len(opened.desk.state.rounds) > LIVE_ROUND:
            break

    assert opened.desk.state.round(LIVE_ROUND).closed
    assert len(opened.desk.state.rounds) == LIVE_ROUND + 1


def test_a_demonstration_that_stumbles_goes_on(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    class Stumbling(Demonstration):
        turns = 0

        def turn(self, due: dict[tuple[int, int], Instant]) -> None:
            self.turns += 1
            raise RuntimeError(f"a script without a move: {due}")

    desks = Desks(tmp_path, DemoClock(MORNING))
    demonstration = Stumbling(desks)
    demonstration._thread.start()
    while demonstration.turns < 2:
        demonstration._ending.wait(0.05)
    demonstration.stop()
    desks.close()

    assert "the demonstration stumbled" in caplog.text


def test_whoever_takes_a_tablet_is_answered(opened: Show) -> None:
    game = opened.game(1)

    variant = opened.desk.state.variant
    legal = legal_moves(game.position, variant)
    move = move_text(legal[-1], legal, variant)
    opened.desk.submit(PlayMove(round=LIVE_ROUND, board=1, ply=game.ply, move=move, by="visitor"))
    opened.go_on(10)

    assert opened.game(1).ply > game.ply + 1


def test_a_wrong_move_of_a_visitor_is_put_right(opened: Show) -> None:
    game = opened.game(SCENE_BOARD)
    variant = opened.desk.state.variant

    legal = legal_moves(game.position, variant)
    wrong, reached = legal[0].path[0], {move.destination for move in legal}
    nowhere = next(
        square
        for square in range(1, variant.board.last + 1)
        if square not in reached and game.position.piece_at(square) is None
    )
    opened.desk.submit(
        PlayMove(round=LIVE_ROUND, board=SCENE_BOARD, ply=game.ply, move=f"{wrong}-{nowhere}", by="visitor")
    )
    assert opened.game(SCENE_BOARD).bound == wrong
    opened.go_on(30)

    assert opened.game(SCENE_BOARD).plays[game.ply].path[0] == wrong
    assert len(opened.game(SCENE_BOARD).attempts) == 1
