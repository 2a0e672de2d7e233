"""Flags that the service cannot answer for alone: one rule, with what has been seen of each doubt beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest

from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.time.flags import NoteInterruption, RingFlag
from arbiter.rulings.time.provisional_flags import Heard, LifeSigns
from arbiter.sides import HOUR, MINUTE, SECOND, Both, Instant, Side
from arbiter.tournament.events.event import Event
from arbiter.tournament.game import Flag
from arbiter.tournament.state import Tournament
from tests.hall import BY, Hall

FALLS = 2 * HOUR
"""After the start of the clocks."""
AHEAD = -FALLS


@pytest.fixture
def hall() -> Hall:
    return Hall(flags="auto")


def flag(hall: Hall, **known: object) -> Flag | None:
    """White's flag falls, and the alarm asks, given what is known; None where it has ended the game."""
    hall.clock.at = started(hall) + FALLS
    ring(hall, **known)
    return hall.game().flag


def ring(hall: Hall, **known: object) -> None:
    """The alarm asks."""
    hall.submit(told(RingFlag(round=1, board=1), **known))


@dataclass(frozen=True)
class Told:
    """A request that is told what the test knows, and not what the desk does."""

    request: PlayMove | RingFlag
    known: LifeSigns

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        return replace(self.request, known=self.known).rule(state, at)


def told(request: PlayMove | RingFlag, **known: object) -> Told:
    return Told(request, LifeSigns(**known))  # type: ignore[arg-type]  # the test's own words


def started(hall: Hall) -> int:
    at = hall.game().started
    assert at is not None
    return at


def around(hall: Hall, *, begun: int, still: int) -> tuple[int, int]:
    """A stall that begins so long after the flag (before it where negative), and lasts so long."""
    since = started(hall) + FALLS + begun
    return since, since + still


def test_a_flag_of_which_nothing_is_doubtful_ends_the_game(hall: Hall) -> None:
    assert flag(hall) is None
    assert hall.state.result_text(hall.game()) == "0-2"


@pytest.mark.parametrize(
    ("begun", "still", "why"),
    [
        (-100, 300, "stall"),
        (0, 300, "stall"),
        (1, 300, None),
        (-1_300, 300, "stall"),
        (-1_301, 300, None),
        (-MINUTE, 1_900, None),
    ],
)
def test_a_stall_makes_a_flag_provisional_in_the_second_before_it(
    hall: Hall, begun: int, still: int, why: str | None
) -> None:
    fallen = flag(hall, stalls=[around(hall, begun=begun, still=still)])

    assert (fallen and fallen.provisional) == why
    if fallen:
        assert dict(fallen.evidence)["still_ms"] == still
        assert hall.game().result is None


def test_stalls_of_one_thinking_time_are_added_up(hall: Hall) -> None:
    short = [around(hall, begun=-minutes * MINUTE, still=700) for minutes in (30, 20, 10)]

    assert flag(hall, stalls=short[:2]) is None
    fallen = flag(Hall(flags="auto"), stalls=short)
    assert fallen is not None
    assert (fallen.provisional, dict(fallen.evidence)) == ("stalls", {"still_ms": 2_100})


def test_a_tablet_that_was_out_of_touch_is_named_before_stalls_that_came_earlier(hall: Hall) -> None:
    """The service was there to hear it since, so the stalls do not explain its silence."""
    now = started(hall) + FALLS
    stalls = [around(hall, begun=-MINUTE, still=2_100)]
    fallen = flag(hall, stalls=stalls, tablets={(1, None): Heard(at=now - 10 * SECOND)})

    assert fallen is not None
    assert (fallen.provisional, dict(fallen.evidence)["silent_ms"]) == ("tablet", 10 * SECOND)


def test_a_stall_that_the_loop_and_a_thread_have_noticed_counts_once(hall: Hall) -> None:
    twice = [around(hall, begun=-MINUTE, still=1_500), around(hall, begun=-MINUTE + 10, still=1_500)]

    assert flag(hall, stalls=twice) is None


def test_stalls_of_an_earlier_thinking_time_do_not_count(hall: Hall) -> None:
    hall.wait(hours=1)
    early = (hall.clock.at - 10 * SECOND, hall.clock.at - 7 * SECOND)
    hall.play("32-28", "19-23")
    hall.clock.at = hall.game().clock.flag_at or 0
    ring(hall, stalls=[early])

    assert hall.game().result is not None


@pytest.mark.parametrize(("refused", "why"), [(-1, "disk"), (AHEAD, "disk"), (AHEAD - 1, None), (0, None)])
def test_a_write_that_was_refused_in_that_thinking_time_makes_it_provisional(
    hall: Hall, refused: int, why: str | None
) -> None:
    fallen = flag(hall, refused={(1, 1): started(hall) + FALLS + refused})

    assert (fallen and fallen.provisional) == why


def test_what_was_refused_of_another_board_makes_no_doubt(hall: Hall) -> None:
    assert flag(hall, refused={(1, 2): started(hall) + FALLS - SECOND}) is None


@pytest.mark.parametrize(("silent", "why"), [(3 * SECOND + 1, "tablet"), (3 * SECOND, "")])
def test_a_tablet_of_which_a_report_is_missing_was_out_of_touch(hall: Hall, silent: int, why: str) -> None:
    fallen = flag(hall, tablets={(1, None): Heard(at=started(hall) + FALLS - silent)})

    assert fallen is not None
    assert fallen.provisional == why


def test_the_tablet_of_the_other_side_answers_for_nobody(hall: Hall) -> None:
    now = started(hall) + FALLS
    tablets = {(1, Side.BLACK): Heard(at=now), (1, Side.WHITE): Heard(at=now - MINUTE)}
    fallen = flag(hall, tablets=tablets)

    assert fallen is not None
    assert fallen.provisional == "tablet"


def test_a_flag_that_could_not_wait_for_what_its_board_had_sent_is_provisional(hall: Hall) -> None:
    hall.clock.at = started(hall) + FALLS
    hall.submit(RingFlag(round=1, board=1, unruled=True))

    assert [p.provisional for p in hall.state.waiting] == ["unruled"]


def test_a_flag_found_by_the_next_life_of_the_service_is_provisional(hall: Hall) -> None:
    """A press may have come in before it and gone with the life that took it in."""
    hall.wait(hours=2, ms=1)
    hall.submit(NoteInterruption(alive=hall.clock.at))

    assert [p.provisional for p in hall.state.waiting] == ["outage", "outage"]
    assert hall.game().result is None


# the tablet's word


def in_touch(hall: Hall, *, seen: int = 0, waiting: int | None = None, later: int = 0) -> dict[tuple[int, None], Heard]:
    return {(1, None): Heard(at=started(hall) + FALLS + later, seen=seen, waiting=waiting)}


def test_the_game_ends_once_the_tablet_says_that_it_holds_nothing_back(hall: Hall) -> None:
    fallen = flag(hall, tablets=in_touch(hall, waiting=0))
    assert fallen is not None
    assert hall.game().result is None

    hall.wait(ms=400)
    ring(hall, tablets=in_touch(hall, seen=fallen.proposal, waiting=0, later=390))

    assert hall.state.result_text(hall.game()) == "0-2"
    assert hall.game().clock.had == Both(0, 2 * HOUR)


@pytest.mark.parametrize(("seen", "waiting"), [(-1, 0), (0, 1), (0, None)])
def test_a_tablet_that_has_not_seen_the_flag_or_holds_a_message_ends_nothing(
    hall: Hall, seen: int, waiting: int | None
) -> None:
    """What it said before it knew of the flag says nothing of what it has confirmed since."""
    fallen = flag(hall, tablets=in_touch(hall))
    assert fallen is not None
    tablets = in_touch(hall, seen=fallen.proposal + seen, waiting=waiting, later=4_999)
    hall.wait(ms=4_999)
    ask = told(RingFlag(round=1, board=1), tablets=tablets)

    assert hall.refused(ask).facts["flag_at"] == hall.clock.at + 1

    hall.wait(ms=1)
    hall.submit(ask)
    flag_now = hall.game().flag
    assert flag_now is not None
    assert (flag_now.provisional, hall.state.waiting[0].provisional) == ("unheard", "unheard")
    assert hall.game().result is None


def test_a_flag_that_waits_for_its_tablet_can_be_signed_meanwhile(hall: Hall) -> None:
    fallen = flag(hall, tablets=in_touch(hall))

    assert fallen is not None
    assert [p.number for p in hall.state.waiting] == [fallen.proposal]


def test_a_move_that_comes_after_a_stalled_flag_does_not_end_the_game(hall: Hall) -> None:
    """The service may take up the move before the alarm asks."""
    hall.clock.at = started(hall) + FALLS
    move = PlayMove(round=1, board=1, ply=0, move="32-28", by=BY)
    hall.submit(told(move, stalls=[around(hall, begun=-100, still=300)]))

    assert hall.game().result is None
    assert [p.provisional for p in hall.state.waiting] == ["stall"]
