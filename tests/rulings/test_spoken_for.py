"""An official who speaks for a player, and what waits while a committee decides."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from arbiter.rulings.board.claims import AnswerDraw, ClaimDraw, OfferDraw, Resign
from arbiter.rulings.referee.appeals import FileAppeal
from arbiter.rulings.referee.committee import DecideAppeal, NamePanel
from arbiter.rulings.referee.corrections import CorrectTime, RuleResult, StartClock
from arbiter.rulings.referee.position import RestorePosition
from arbiter.rulings.time.clocks import SwapSides
from arbiter.rulings.time.flag_calls import CallFlag
from arbiter.rulings.time.flags import RingFlag
from arbiter.shapes.referee.late_moves import doubt_shape
from arbiter.sides import MINUTE, SECOND, Side
from arbiter.view import View
from tests.hall import BY, Hall
from tests.sheets.printed import printed

AT: dict[str, Any] = {"round": 1, "board": 1, "by": "arbiter 501001"}
BLACK = Side.BLACK


def appealed(hall: Hall, asks: str = "") -> int:
    """Black appeals; a panel of two who have ruled nothing hears it; the number of the appeal."""
    hall.submit(FileAppeal(round=1, board=1, side=BLACK, grounds="it was not so", by=BY, asks=asks))
    number = hall.state.appeals[-1].number
    hall.submit(NamePanel(appeal=number, members=("arbiter 301001", "arbiter 302001"), by="chief 401001"))
    return number


def decided(hall: Hall, number: int, *, overturned: bool) -> None:
    vote = DecideAppeal(appeal=number, overturned=overturned, by="arbiter 301001", reason="heard")
    hall.submit(vote)
    hall.submit(replace(vote, by="arbiter 302001"))


SPOKEN: dict[str, Any] = {
    "resigns": Resign(**AT, side=BLACK),
    "offers": OfferDraw(**AT, side=BLACK),
    "claims": ClaimDraw(**AT, side=BLACK, ground="repetition"),
}


@pytest.mark.parametrize("what", SPOKEN)
def test_nobody_speaks_for_a_side_whose_tablet_is_in_touch(what: str) -> None:
    hall = Hall(players=2)
    hall.play("32-28")
    hall.desk.touch(1, BLACK)
    assert hall.refused(SPOKEN[what]).code == "said_at_tablet"
    hall.wait(seconds=4)
    hall.submit(SPOKEN[what])


def test_nobody_accepts_a_draw_or_calls_a_flag_for_a_side_whose_tablet_is_in_touch() -> None:
    hall = Hall(players=2, switches=(("flag_called_by", "players"),))
    hall.submit(OfferDraw(round=1, board=1, by="tablet 1", side=Side.WHITE))
    hall.desk.touch(1, BLACK)
    assert hall.refused(AnswerDraw(**AT, side=BLACK, accept=True)).code == "said_at_tablet"
    hall.wait(hours=3)
    hall.desk.touch(1, BLACK)
    assert hall.refused(CallFlag(**AT, side=BLACK)).code == "said_at_tablet"
    hall.submit(CallFlag(round=1, board=1, by="tablet 1", side=BLACK))


def test_a_resignation_that_an_official_wrote_down_says_so_and_is_appealable() -> None:
    hall = Hall(players=2)
    hall.play("32-28")
    hall.submit(Resign(round=1, board=1, by="arbiter 301001", side=BLACK))
    known = {301001: "Anna Smit"}
    for sheet in ("scoresheet", "rulings", "record"):
        text = printed(sheet, hall, board=1, officials=known).text()
        assert "Result: 2-0, White has won, resigned. Written down by an official." in text
        assert "Anna Smit" in text
    hall.submit(FileAppeal(round=1, board=1, side=BLACK, grounds="I never resigned", by="tablet 1"))


def test_a_resignation_at_the_tablet_is_no_ruling_and_the_record_has_its_time() -> None:
    hall = Hall(players=2)
    hall.play("32-28")
    hall.submit(Resign(round=1, board=1, by="tablet 1 black", side=BLACK))
    assert "resigned" not in printed("rulings", hall).text()
    assert "Result: 2-0, White has won, resigned. tablet of board 1, Black" in printed("record", hall, board=1).text()

    assert hall.refused(FileAppeal(round=1, board=1, side=BLACK, grounds="no", by=BY)).code == "nothing_to_appeal"


@pytest.mark.parametrize("overturned", [True, False])
def test_nobody_replaces_a_result_that_is_under_appeal_but_the_committee(overturned: bool) -> None:
    hall = Hall(players=2)
    hall.play("32-28")
    hall.submit(RuleResult(**AT, result="white", reason="left the hall"))
    number = appealed(hall, "draw")
    other = RuleResult(round=1, board=1, by="arbiter 601001", result="draw", reason="I know better")
    back = RestorePosition(round=1, board=1, by="arbiter 601001", ply=1, reason="I know better")
    swap = SwapSides(round=1, board=1, by="arbiter 601001", what="players", reason="I know better")
    assert [hall.refused(one).code for one in (other, back, swap)] == ["result_appealed"] * 3
    decided(hall, number, overturned=overturned)

    assert hall.state.result_text(hall.game()) == ("1-1" if overturned else "2-0")
    hall.wait(seconds=1)
    for by in ("arbiter 501001", "arbiter 601001", "director 701001"):
        again = [replace(one, by=by) for one in (replace(other, result="black"), back, swap)]
        assert [hall.refused(one).code for one in again] == ["result_decided"] * 3
    hall.submit(replace(other, by="chief 801001", result="black", reason="the committee said 0-2"))


def test_a_chief_whose_result_was_overturned_does_not_restore_it() -> None:
    hall = Hall(players=2)
    hall.play("32-28")
    ruled = RuleResult(round=1, board=1, by="chief 801001", result="white", reason="left the hall")
    hall.submit(ruled)
    decided(hall, appealed(hall, "draw"), overturned=True)
    assert hall.refused(replace(ruled, reason="I still think so")).code == "result_decided"


@pytest.mark.parametrize("overturned", [True, False])
def test_a_ruling_on_which_a_committee_has_decided_is_not_appealed_again(overturned: bool) -> None:
    """L10: a new ruling may be appealed; neither side appeals the decision, nor the ruling that it was about."""
    hall = Hall(players=2)
    hall.play("32-28")
    hall.submit(RuleResult(**AT, result="white", reason="left the hall"))
    hall.wait(seconds=1)
    number = appealed(hall, "draw")
    hall.wait(seconds=1)
    decided(hall, number, overturned=overturned)
    hall.wait(seconds=1)
    again = FileAppeal(round=1, board=1, side=BLACK, grounds="again", by="tablet 1")
    late = replace(again, by="chief 801001", admitted="they insist")
    assert [hall.refused(one).code for one in (again, replace(again, side=Side.WHITE), late)] == ["appeal_final"] * 3

    hall.submit(RuleResult(round=1, board=1, by="chief 801001", result="black", reason="the committee said 0-2"))
    hall.submit(again)


def test_a_ruling_on_time_that_was_upheld_is_not_appealed_again_but_the_next_one_is() -> None:
    hall = Hall(players=2, control="1/3600:1/3600")
    hall.play("32-28")
    hall.submit(CorrectTime(**AT, side=BLACK, left=50 * MINUTE, reason="telephone"))
    number = appealed(hall)
    hall.wait(seconds=1)
    decided(hall, number, overturned=False)
    again = FileAppeal(round=1, board=1, side=BLACK, grounds="again", by="tablet 1")
    assert hall.refused(again).code == "appeal_final"
    hall.wait(seconds=1)
    hall.submit(CorrectTime(**AT, side=BLACK, left=40 * MINUTE, reason="telephone"))
    hall.submit(again)


def test_a_flag_is_provisional_while_an_appeal_waits_and_an_overturned_ruling_stops_the_clock() -> None:
    hall = Hall(players=2, flags="auto", control="1/3600:1/3600")
    hall.play("32-28")
    hall.submit(CorrectTime(**AT, side=BLACK, left=2 * SECOND, reason="telephone"))
    number = appealed(hall)
    again = Hall(players=2, flags="auto", control="1/3600:1/3600")
    again.play("32-28")
    again.submit(CorrectTime(**AT, side=BLACK, left=2 * SECOND, reason="telephone"))
    decision = appealed(again)
    hall.wait(seconds=5)
    hall.submit(RingFlag(round=1, board=1))
    flag = hall.game().flag
    assert flag is not None
    assert (flag.provisional, dict(flag.evidence), hall.game().result) == ("appeal", {"appeal": number}, None)
    for language, said in (("en", "An appeal from this board waited"), ("nl", "liep er beroep")):
        view = View(tournament="open", state=hall.state, at=hall.clock.at, language=language)
        shown = doubt_shape(view, flag)
        assert shown is not None
        assert said in shown["sentence"]
    again.wait(seconds=1)
    decided(again, decision, overturned=True)
    again.wait(minutes=9)

    assert (again.game().halted, again.game().clock.running) == ("arbiter", None)
    again.submit(CorrectTime(**AT, side=BLACK, left=60 * MINUTE, reason="as the committee has decided"))
    again.submit(StartClock(**AT))
    assert again.game().clock.running is BLACK


def test_a_ruling_that_stands_stops_no_clock() -> None:
    hall = Hall(players=2, control="1/3600:1/3600")
    hall.play("32-28")
    hall.submit(CorrectTime(**AT, side=BLACK, left=50 * MINUTE, reason="telephone"))
    decided(hall, appealed(hall), overturned=False)

    assert hall.game().clock.running is BLACK


@pytest.mark.parametrize("by", ["tablet 1 white", "house player", "computer", "service", "demonstration", "import", ""])
def test_no_paper_says_that_an_official_wrote_down_what_none_did(by: str) -> None:
    hall = Hall(players=2)
    hall.play("32-28")
    hall.submit(Resign(**{**AT, "by": by}, side=BLACK))

    told = printed("record", hall, round=1).text()
    assert "resigned" in told
    assert "Written down by an official" not in told


def test_an_act_of_an_official_for_a_player_says_so() -> None:
    hall = Hall(players=2)
    hall.play("32-28")
    hall.submit(Resign(**AT, side=BLACK))

    assert "Written down by an official" in printed("record", hall, round=1).text()
