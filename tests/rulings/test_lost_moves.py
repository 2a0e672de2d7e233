"""Moves that damage took from the journal: an arbiter enters them as the tablet has kept them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from arbiter.desk.recorded import Head, Recorded, events_of
from arbiter.refused import Refused
from arbiter.rulings.referee.corrections import StartClock
from arbiter.rulings.referee.lost_moves import EnterLostMoves, KeptGame
from arbiter.rulings.referee.position import RestorePosition
from arbiter.rulings.time.flags import RingFlag
from arbiter.sides import MINUTE, Both, Side
from arbiter.tournament.past.clock_report import clock_report
from tests.hall import BY, Hall
from tests.sheets.printed import printed

KEPT = ("32-28", "19-23", "28x19", "14x23")
LEFT = (79 * MINUTE, 78 * MINUTE, 77 * MINUTE, 76 * MINUTE)


def enters(hall: Hall, first: int = 0, **other: Any) -> Recorded:
    """The arbiter enters what is kept from the ply on that the journal has; a tablet has sent it."""
    asked: dict[str, Any] = {"ply": first, "moves": KEPT[first:], "left": LEFT[first:], "reason": "the disk lost them"}
    asked |= other
    sent(hall, (*KEPT[:first], *asked["moves"]), (*LEFT[:first], *asked["left"]))
    return hall.submit(EnterLostMoves(round=1, board=1, by=BY, **asked))


def sent(hall: Hall, moves: tuple[str, ...], left: tuple[int, ...], board: int = 1) -> None:
    """A tablet of that board knows a line that the journal lacks, and has sent its game."""
    hall.desk.vouched.vouch((board, Side.WHITE), Head(999, "f" * 64))
    hall.desk.vouched.keep((board, Side.WHITE), KeptGame(round=1, moves=moves, left=left))


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
    assert game.notes[0].what == "lost_sent"
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


def test_moves_that_no_tablet_has_sent_are_entered_by_an_official_and_cost_no_time() -> None:
    """The chair, 31: a time that no tablet of the board has sent is a ruling on time."""
    hall = Hall()
    hall.play(*KEPT[:2])
    had = hall.game().clock.had
    hall.wait(minutes=70)
    hand = EnterLostMoves(round=1, board=1, by=BY, ply=2, moves=KEPT[2:], reason="they told me")
    timed = replace(hand, left=(1_000, 59 * MINUTE))
    assert hall.refused(timed).code == "kept_not_sent"
    sent(hall, KEPT, (*LEFT[:2], 1_000, 59 * MINUTE), board=2)  # a tablet of another board is no evidence here
    assert hall.refused(timed).code == "kept_not_sent"
    sent(hall, KEPT, LEFT)
    assert hall.refused(replace(timed, left=(1_000, LEFT[3]))).code == "kept_not_sent"
    hall.submit(hand)

    assert [play.move for play in hall.game().plays] == list(KEPT)
    assert (hall.game().clock.had, hall.game().clock.running) == (had, None)
    for sheet in ("scoresheet", "rulings"):
        told = printed(sheet, hall, board=1).text()
        assert "Lost moves entered by an official." in told
        assert "tablet of the board" not in told


def test_the_papers_say_from_the_tablet_only_of_what_a_tablet_has_sent() -> None:
    hall = Hall()
    enters(hall)

    assert "Lost moves entered, as a tablet of the board has sent them." in printed("scoresheet", hall, board=1).text()
