"""Moves that damage took from the journal: an arbiter enters them as the tablet has kept them."""

from __future__ import annotations

from typing import Any

import pytest

from arbiter.desk.recorded import Recorded, events_of
from arbiter.refused import Refused
from arbiter.rulings.referee.corrections import StartClock
from arbiter.rulings.referee.lost_moves import EnterLostMoves
from arbiter.rulings.referee.position import RestorePosition
from arbiter.rulings.time.flags import RingFlag
from arbiter.sides import MINUTE, Both, Side
from arbiter.tournament.past.clock_report import clock_report
from tests.hall import BY, Hall

KEPT = ("32-28", "19-23", "28x19", "14x23")
LEFT = (79 * MINUTE, 78 * MINUTE, 77 * MINUTE, 76 * MINUTE)


def enters(hall: Hall, first: int = 0, **other: Any) -> Recorded:
    """The arbiter enters what is kept from the ply on that the journal has."""
    asked: dict[str, Any] = {"ply": first, "moves": KEPT[first:], "left": LEFT[first:], "reason": "the disk lost them"}
    return hall.submit(EnterLostMoves(round=1, board=1, by=BY, **(asked | other)))


def test_what_is_missing_is_entered_and_nobody_pays_for_the_time_since() -> None:
    hall = Hall()
    hall.play(*KEPT[:2])
    hall.wait(minutes=70)
    recorded = enters(hall, 2)
    game = hall.game()

    assert [play.move for play in game.plays] == list(KEPT)
    assert [play.left for play in game.plays[2:]] == list(LEFT[2:])
    assert [play.charged for play in game.plays[2:]] == [
        120 * MINUTE - LEFT[2],
        120 * MINUTE - LEFT[3],
    ]
    assert (game.clock.had, game.clock.running, game.halted) == (Both(LEFT[2], LEFT[3]), None, "arbiter")
    assert [type(event).__name__ for event in recorded.events] == [
        "LostMovesEntered",
        "MovePlayed",
        "MovePlayed",
        "ClockStopped",
    ]
    assert game.notes[0].what == "lost_entered"
    assert (game.notes[0].by, game.notes[0].reason) == (BY, "the disk lost them")


def test_the_game_goes_on_from_there() -> None:
    hall = Hall()
    enters(hall)
    hall.submit(StartClock(round=1, board=1, by=BY))
    hall.play("37-32")

    assert hall.game().ply == 5
    assert hall.game().clock.running is Side.BLACK


def test_no_tablet_gives_itself_more_time_than_a_move_of_no_time_would_leave() -> None:
    hall = Hall()
    enters(hall, left=(999 * MINUTE, *LEFT[1:]))

    assert hall.game().plays[0].left == 120 * MINUTE


def test_a_flag_that_fell_meanwhile_is_gone_with_what_was_proposed() -> None:
    hall = Hall()
    hall.wait(hours=2)
    hall.submit(RingFlag(round=1, board=1))
    assert hall.state.waiting
    enters(hall)

    assert (hall.game().flag, hall.state.waiting) == (None, ())


@pytest.mark.parametrize(
    ("other", "code"),
    [
        ({"ply": 1}, "stale_ply"),
        ({"moves": ()}, "kept_without_times"),
        ({"left": LEFT[1:]}, "kept_without_times"),
        ({"moves": ("32-28", "19-23", "37-32", "14x23")}, "kept_not_playable"),
        ({"moves": ("32-27",) * 4}, "no_piece"),
        ({"reason": ""}, "text_needed"),
        ({"left": (0, *LEFT[1:])}, "number_out_of_range"),
    ],
)
def test_what_cannot_have_been_is_refused_whole(other: dict[str, Any], code: str) -> None:
    hall = Hall()
    before = hall.state

    with pytest.raises(Refused, match=code):
        enters(hall, **other)
    assert hall.state is before


def test_a_king_that_the_opponent_had_to_crown_is_crowned_on_the_way() -> None:
    hall = Hall()
    hall.submit(RestorePosition(round=1, board=1, by=BY, fen="W:W6,48:B20", reason="begun on wood"))
    enters(hall, moves=("6-1", "20-24"), left=LEFT[:2])

    assert [play.move for play in hall.game().plays] == ["6-1", "20-24"]


def test_the_clock_report_tells_of_it() -> None:
    hall = Hall()
    enters(hall)
    told = [line.what for line in clock_report(events_of(hall.desk.journal.read()), 1, 1)]

    assert "lost_entered" in told
