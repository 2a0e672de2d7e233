"""The prize list, the order of the ceremony, certificates and receipts."""

from __future__ import annotations

from arbiter.pairing.prizes import Prize
from arbiter.pairing.table.points import Outcome
from arbiter.rulings.prizes import SetCategories, SetFees, SetPrizes, TakeFee
from arbiter.rulings.referee.corrections import RuleResult
from arbiter.sides import Both
from arbiter.tournament.categories import Category
from tests.hall import BY, Hall
from tests.sheets.printed import printed, waiting_hall

WON = Both(Outcome.WON, Outcome.LOST)


def prized() -> Hall:
    """A hall in which both boards are decided, with prizes of money and a cup."""
    hall = waiting_hall(4)
    hall.submit(SetCategories(categories=(Category(name="Guests", entries=(2, 4)),), by=BY))
    prizes = (
        Prize(name="First", amount=30_000, place=1),
        Prize(name="Cup", place=1),
        Prize(name="Second", amount=10_001, place=2),
        Prize(name="Guest", amount=5_000, category="Guests"),
        Prize(name="Best game", amount=2_500, entry=4),
    )
    hall.submit(SetPrizes(prizes=prizes, sharing="hort", by=BY))
    for board in (1, 2):
        hall.submit(RuleResult(round=1, board=board, outcome=WON, by=BY, reason="slip", because="reported"))
    return hall


def test_the_check_in_list_says_who_owes() -> None:
    hall = waiting_hall(4)
    hall.submit(SetFees(amount=2_500, by=BY))
    hall.submit(TakeFee(entry=1, amount=2_500, by=BY))

    assert printed("checkin", hall).text().count("owes €25.00") == 3


def test_a_sheet_for_nobody_says_so() -> None:
    hall = waiting_hall(4)
    for sheet in ("receipts", "fee-receipts", "certificates"):
        assert printed(sheet, hall).text().startswith("None.")


def test_each_payment_has_a_numbered_receipt_in_the_language_of_the_reader() -> None:
    hall = waiting_hall(4)
    hall.submit(SetFees(amount=2_500, by=BY))
    for entry, amount, how in ((1, 2_500, "cash"), (2, 2_500, "card"), (1, -1_000, "transfer"), (3, 2_500, "cash")):
        hall.submit(TakeFee(entry=entry, amount=amount, how=how, by=BY))
    every, one = printed("fee-receipts", hall), printed("fee-receipts", hall, entry=1)
    dutch = printed("fee-receipts", hall, language="nl").text()

    assert len(every.pages) == 2
    assert [f"Receipt {number}" in every.text() for number in (1, 2, 3, 4, 5)] == [True] * 4 + [False]
    assert [f"Receipt {number}" in one.text() for number in (1, 2, 3, 4)] == [True, False, True, False]
    assert "Entry fee: in cash" in one.text()
    assert "Entry fee paid back: by bank transfer" in one.text()
    assert "€10.00" in one.text()
    assert "Kwitantie 4" in dutch


def test_the_standings_have_marks_and_a_table_for_each_category() -> None:
    hall = prized()
    for sheet in ("standings", "final"):
        text = printed(sheet, hall).text()
        assert text.count("[G]") == 3
        assert "Categories: [G] Guests." in text
        assert text.index("[G]") < text.index("Guests Place Name Club Points")


def test_the_sheets_of_the_prizes_say_who_has_what_and_call_the_last_prize_first() -> None:
    hall = prized()
    listed, called = printed("prizes", hall).text(), printed("ceremony", hall).text()
    certificates, receipts = printed("certificates", hall), printed("receipts", hall).text()

    assert "€475.01" in listed
    assert "with the odd cents by fraction and place" in listed
    assert called.index("Guest (Guests); Best game") < called.index("First, Second")
    assert called.index(" 2 ") < called.index("First, Second")
    assert "Equal after all tie-breaks" in listed  # the cup is nobody's yet
    assert len(certificates.pages) == 3
    assert "Place 1" in certificates.text()
    assert "shared: First, Second" in certificates.text()
    assert receipts.count("Signature of the winner") == receipts.count("Received in full:") == 3
