"""What a ruling on a clock would come to, as it is shown before it is made."""

from __future__ import annotations

from arbiter.rulings.referee.corrections import CorrectTime
from arbiter.rulings.request import Request
from arbiter.rulings.time.clocks import StopHall
from arbiter.shapes.clock import PreviewTold, hall_preview_shape, preview_shape
from arbiter.sides import HOUR, MINUTE, Side
from arbiter.view import View
from tests.hall import BY, Hall


def preview(hall: Hall, request: Request, language: str = "en") -> PreviewTold:
    """What is shown of that request about board 1, by whoever looked at the hall as it stood before it."""
    view = View(tournament="open", state=hall.state, at=0, language=language)
    return preview_shape(view, hall.desk.preview(request), 1, 1)


def taken(side: Side, span: int) -> CorrectTime:
    return CorrectTime(round=1, board=1, side=side, add=-span, by=BY, reason="seen")


def test_a_preview_has_both_clocks_before_and_after_at_the_same_instant(hall: Hall) -> None:
    hall.wait(minutes=10)
    shown = preview(hall, taken(Side.BLACK, 30 * MINUTE))
    left = {when: [shown[when][side.value]["left_ms"] for side in Side] for when in ("before", "after")}

    assert left == {"before": [110 * MINUTE, 2 * HOUR], "after": [110 * MINUTE, 90 * MINUTE]}
    assert (shown["flags"], shown["warning"], shown["result"], shown["halted"]) == ([], None, None, None)
    assert (shown["ply"], shown["events"]) == (0, ["TimeCorrected"])


def test_a_preview_warns_of_the_flag_that_would_fall(hall: Hall) -> None:
    shown = preview(hall, taken(Side.BLACK, 3 * HOUR))

    assert (shown["flags"], shown["events"]) == (["black"], ["TimeCorrected", "FlagFell"])
    assert shown["warning"] == "That leaves Black no time at board 1: the flag would fall."
    assert preview(hall, taken(Side.BLACK, 3 * HOUR), "nl")["warning"] != shown["warning"]


def test_a_preview_of_the_hall_has_the_boards_that_would_stop(hall: Hall) -> None:
    shown = hall_preview_shape(hall.desk.preview(StopHall(by=BY, reason="fire alarm", boards=(2,))))

    assert shown == {"boards": [[1, 2]], "events": ["HallStopped"]}
    assert all(game.halted is None for game in hall.state.games())
