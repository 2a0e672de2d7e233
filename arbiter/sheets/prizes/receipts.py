"""Receipts, three to a page: for the money that is awarded, and for each payment of an entry fee."""

from __future__ import annotations

from collections.abc import Sequence
from typing import BinaryIO

from reportlab.lib.units import mm

from arbiter.prizes.money import money
from arbiter.sheets.drawing import signature, write
from arbiter.sheets.page_layout import Pages, paper_of
from arbiter.sheets.print_data import Given
from arbiter.sheets.prizes.certificates import awarded, prize_text, when
from arbiter.tournament.prizes import Payment
from arbiter.values import dataclass

RECEIPTS_A_PAGE = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """A receipt: its title, the amount as text, the name, the lines below it, and who signs."""

    title: str
    amount: str
    name: str
    lines: Sequence[str]
    told: str
    signer: str


def draw(given: Given, to: BinaryIO) -> None:
    """A receipt for everybody who is awarded money: the amount, the prizes, a line to sign on; three to a page."""
    slips = []
    for entry, awards in awarded(given):
        amount = sum(one["amount"] for one in awards)
        if amount:
            slip = Slip(
                title=given.text("Receipt"),
                amount=money(amount, given.state.fund.currency, given.language),
                name=awards[0]["name"] or "",
                lines=[
                    given.person(entry).club or "",
                    "; ".join(map(prize_text, awards)),
                    f"{given.state.name} · {when(given)}",
                ],
                told=given.text("Received in full:"),
                signer=given.text("Signature of the winner"),
            )
            slips.append(slip)
    _print(given, to, given.text("Receipts"), slips)


def of_fees(given: Given, to: BinaryIO) -> None:
    """A numbered receipt for each payment of an entry fee, including payments that were paid back; three to a page."""
    paid = enumerate(given.state.fees.payments, start=1)
    slips = [_of_fee(given, number, one) for number, one in paid if given.entry in (None, one.entry)]
    _print(given, to, given.text("Receipts for entry fees"), slips)


def _of_fee(given: Given, number: int, payment: Payment) -> Slip:
    how = given.term(f"paid {payment.how}")
    back = payment.amount < 0
    told = given.text("Entry fee paid back: {how}", how=how) if back else given.text("Entry fee: {how}", how=how)
    return Slip(
        title=given.text("Receipt {number}", number=number),
        amount=money(abs(payment.amount), given.state.fund.currency, given.language),
        name=given.name(payment.entry),
        lines=[
            " · ".join(filter(None, (str(payment.entry), given.person(payment.entry).club))),
            f"{told} · {given.when(payment.at)}",
            " · ".join(filter(None, (given.state.name, when(given), given.staff.organiser))),
        ],
        told=given.text("Received by {who}:", who=given.who(payment.by)) if payment.by else "",
        signer=given.text("Signature of the player") if back else given.text("For the organiser"),
    )


def _print(given: Given, to: BinaryIO, title: str, slips: Sequence[Slip]) -> None:
    paper = paper_of(given)
    canvas = Pages(to, given, title, paper)
    high, wide, left = paper.down / RECEIPTS_A_PAGE, paper.across - 10 * mm, paper.left + 5 * mm
    if not slips:
        write(canvas, left, paper.height - paper.top - 12 * mm, given.text("None."), 12)
    for number, slip in enumerate(slips):
        top = paper.height - paper.top - high * (number % RECEIPTS_A_PAGE)
        canvas.setLineWidth(0.6)
        canvas.rect(paper.left, top - high + 5 * mm, paper.across, high - 8 * mm)
        write(canvas, left, top - 12 * mm, slip.title, 14, bold=True)
        write(canvas, left + wide, top - 12 * mm, slip.amount, 16, bold=True, align="right")
        write(canvas, left, top - 22 * mm, slip.name, 13, bold=True, width=wide)
        for text, size, down in zip(slip.lines, (9, 10, 9), (28, 36, 42), strict=True):
            write(canvas, left, top - down * mm, text, size, width=wide)
        write(canvas, left, top - 54 * mm, slip.told, 9)
        for side, signer in enumerate((given.text("Date"), slip.signer)):
            signature(canvas, left + wide * 0.36 * side, top - 70 * mm, wide * (0.3 if not side else 0.62), signer)
        if number % RECEIPTS_A_PAGE == RECEIPTS_A_PAGE - 1 or number == len(slips) - 1:
            canvas.showPage()
    canvas.save()
