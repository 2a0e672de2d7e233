"""Who comes late, and from when on the arbiter may forfeit the game."""

from __future__ import annotations

import pytest

from arbiter.rulings.referee.proposals import DismissProposal, SignProposal
from arbiter.rulings.regulations import ChangeRegulations
from arbiter.rulings.rounds.pairing import PairRound, StartRound
from arbiter.rulings.time.attendance import NoteAttendance, RingLate, late_at
from arbiter.sides import MINUTE, Side
from tests.hall import BY, MORNING, Hall

WHITE, BLACK = Side.WHITE, Side.BLACK
RING = RingLate(round=1, board=1)


def note(hall: Hall, side: Side, *, here: bool) -> None:
    hall.submit(NoteAttendance(round=1, board=1, side=side, here=here, by=BY))


def due(hall: Hall, side: Side) -> int | None:
    found = late_at(hall.state, hall.game(), side)
    return None if found is None else (found - MORNING) // MINUTE


def test_who_was_noted_absent_is_late_when_the_limit_has_passed_since_the_start(hall: Hall) -> None:
    note(hall, BLACK, here=False)
    hall.wait(minutes=30, ms=-1)
    assert hall.refused(RING).facts["due_at"] == MORNING + 30 * MINUTE

    hall.play("32-28")
    hall.wait(ms=1)
    hall.submit(RING)

    assert [(p.kind, p.side, p.ground) for p in hall.state.waiting] == [("late", BLACK, "black")]
    assert hall.game().result is None


def test_a_signed_proposal_forfeits_the_game(hall: Hall) -> None:
    note(hall, BLACK, here=False)
    hall.wait(minutes=31)
    hall.play("32-28")
    hall.submit(RING)
    hall.submit(SignProposal(proposal=hall.state.waiting[0].number, by="chief"))
    result = hall.game().result

    assert result is not None
    assert (hall.state.result_text(hall.game()), result.because, result.by) == ("2-0", "forfeit", "chief")


def test_who_comes_after_all_plays_and_an_official_waives_the_forfeit(hall: Hall) -> None:
    note(hall, WHITE, here=False)
    hall.wait(minutes=35)
    hall.submit(RING)
    game = hall.play("32-28")
    (late,) = hall.state.waiting
    assert hall.refused(SignProposal(proposal=late.number, by=BY)).code == "has_played"
    hall.submit(DismissProposal(proposal=late.number, by=BY, reason="the train stood still"))

    assert hall.state.waiting == ()
    assert game.plays[0].charged == 35 * MINUTE
    assert game.here.white is True


def test_who_is_seen_at_the_board_is_not_late(hall: Hall) -> None:
    note(hall, WHITE, here=False)
    hall.wait(minutes=20)
    note(hall, WHITE, here=True)
    hall.wait(minutes=20)

    assert hall.refused(RING).code == "nobody_late"
    assert hall.refused(NoteAttendance(round=1, board=1, side=WHITE, here=True, by=BY)).code == "attendance_known"


def test_when_neither_has_come_both_may_lose(hall: Hall) -> None:
    note(hall, WHITE, here=False)
    note(hall, BLACK, here=False)
    hall.wait(minutes=30)
    hall.submit(RING)
    assert [p.ground for p in hall.state.waiting] == ["both"]

    hall.submit(SignProposal(proposal=hall.state.waiting[0].number, by=BY))
    assert hall.state.result_text(hall.game()) == "0-0"


def test_of_whom_nobody_said_anything_the_own_clock_decides(hall: Hall) -> None:
    assert (due(hall, WHITE), due(hall, BLACK)) == (30, None)

    hall.wait(minutes=10)
    hall.play("32-28")
    assert (due(hall, WHITE), due(hall, BLACK)) == (None, 40)

    hall.play("19-23")
    assert (due(hall, WHITE), due(hall, BLACK)) == (None, None)


def test_a_dismissed_proposal_does_not_come_again(hall: Hall) -> None:
    hall.wait(minutes=30)
    hall.submit(RING)
    hall.submit(DismissProposal(proposal=hall.state.waiting[0].number, by=BY, reason="he sits there and thinks"))

    assert hall.refused(RING).code == "nobody_late"


def test_it_is_proposed_once(hall: Hall) -> None:
    hall.wait(minutes=30)
    hall.submit(RING)

    assert hall.refused(RING).code == "nobody_late"


def test_who_has_played_was_there(hall: Hall) -> None:
    hall.play("32-28")

    assert hall.refused(NoteAttendance(round=1, board=1, side=WHITE, here=False, by=BY)).code == "has_played"


@pytest.mark.parametrize(("minutes", "limit"), [(15, 15), (0, None)])
def test_the_limit_is_the_regulations(minutes: int, limit: int | None) -> None:
    hall = Hall(started=False)
    hall.submit(ChangeRegulations(switches=(("late", minutes),), by=BY, reason="agreed"))
    hall.submit(PairRound(by=BY))
    hall.submit(StartRound(round=1, by=BY))

    assert due(hall, WHITE) == limit


def test_a_round_can_begin_at_the_boards_that_are_ready() -> None:
    hall = Hall(players=6, started=False)
    hall.submit(PairRound(by=BY))
    for board, side in ((1, WHITE), (1, BLACK), (2, WHITE)):
        hall.submit(NoteAttendance(round=1, board=board, side=side, here=True, by=BY))
    hall.submit(StartRound(round=1, by=BY, ready=True))

    assert [game.started is not None for game in hall.state.games()] == [True, False, False]
    assert hall.refused(StartRound(round=1, by=BY, ready=True)).code == "nothing_to_start"
    hall.submit(StartRound(round=1, by=BY))
    assert all(game.started is not None for game in hall.state.games())
