"""The final sheet, and what sheets mark as under appeal."""

from __future__ import annotations

from arbiter.pairing.table.points import Outcome
from arbiter.rulings.referee.appeals import FileAppeal
from arbiter.rulings.referee.committee import DecideAppeal
from arbiter.rulings.referee.corrections import RuleResult
from arbiter.sides import Both, Side
from tests.hall import BY, ON_PAPER, Hall
from tests.sheets.printed import printed, waiting_hall

LOST = Both(Outcome.LOST, Outcome.WON)


def decided() -> Hall:
    """A hall in which board 1 was ruled, and an appeal waits."""
    hall = waiting_hall(4)
    hall.submit(RuleResult(round=1, board=1, outcome=LOST, by=BY, reason="telephone", article="FFJD 8"))
    hall.submit(RuleResult(round=1, board=2, outcome=LOST, by=BY, reason="slip", because="reported"))
    hall.submit(FileAppeal(round=1, board=1, side=Side.WHITE, grounds="It was the clock.", asks="draw", by=BY))
    return hall


def test_the_final_sheet_has_the_order_the_rules_what_was_decided_and_two_names_to_sign() -> None:
    hall = decided()
    text = printed("final", hall).text()

    assert text.startswith("Final standings")
    assert f"Regulations: Rulebook 000, international, hash {hall.state.regulations.hash}." in text
    assert "Black has won, ruling · telephone · (another text, named by the official: FFJD 8) · under appeal" in text
    assert text.count("telephone") == 1
    assert "slip" not in text
    assert "Signature of the arbiter Signature of the director" in text


def test_standings_and_crosstable_mark_what_is_under_appeal_until_it_is_decided() -> None:
    hall = decided()
    for sheet in ("standings", "crosstable"):
        assert "†: under appeal" in printed(sheet, hall).text()
        assert printed(sheet, hall).text().count("†") > 2
    (waits,) = hall.state.appeals
    hall.submit(DecideAppeal(appeal=waits.number, overturned=True, by="chief", reason="heard", members=ON_PAPER))

    for sheet in ("standings", "crosstable"):
        assert "†" not in printed(sheet, hall).text()
    assert "appeal: overturned" in printed("final", hall).text()
