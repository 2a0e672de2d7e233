"""The prize list with the working of each amount, and the order of the ceremony."""

from __future__ import annotations

from collections.abc import Sequence
from typing import BinaryIO

from reportlab.lib.units import mm
from reportlab.platypus import Flowable

from arbiter.prizes.awards import prizes_shape
from arbiter.prizes.money import money
from arbiter.sheets.drawing import paragraph
from arbiter.sheets.listing import Column, flow, signing, table, titled
from arbiter.sheets.page_layout import paper_of
from arbiter.sheets.print_data import Given
from arbiter.sheets.prizes.certificates import called_up, prize_text


def draw(given: Given, to: BinaryIO) -> None:
    """Every award with the sentence that explains it, and the whole fund, with two signatures below."""
    title, told = given.text("Prize list"), prizes_shape(given, official=True)
    columns = (
        Column(given.text("Prize"), grows=2),
        Column(given.text("Name"), grows=2, bold=True),
        Column(given.text("Amount"), 26 * mm, align="right", bold=True, whole=True),
        Column(given.text("Working"), grows=4),
    )
    rows = [[prize_text(one), one["name"] or "-", one["shown"], one["working"]] for one in told["awards"]]
    if not rows:
        rows = [
            [prize["name"], "", _amount(given, prize["amount"]), prize["category"] or ""] for prize in told["prizes"]
        ]
    rows.append([given.text("Prize fund"), "", told["shown"], ""])
    notes = [given.text("The results are not final yet.")] if not told["final"] else []
    signers = [given.text("Signature of the arbiter"), given.text("Signature of the director")]
    body: list[Flowable] = [table(columns, rows, 9, paper_of(given).across)]
    body += [paragraph(note, 9, before=6) for note in (*notes, *told["told"])]
    flow(given, title, titled(given, title), [*body, signing(given, title, *signers)], to)


def ceremony(given: Given, to: BinaryIO) -> None:
    """Everybody who is called up at the ceremony, the last prize first, with an empty box to tick."""
    title = given.text("Order of the ceremony")
    columns = (
        Column("", 10 * mm, align="right"),
        Column(given.text("Name"), grows=3, bold=True, whole=True),
        Column(given.text("Club"), grows=2, whole=True),
        Column(given.text("Prize"), grows=4),
        Column(given.text("Amount"), 30 * mm, align="right", bold=True, whole=True),
        Column("", 10 * mm, align="centre"),
    )
    rows: list[Sequence[str]] = []
    for number, (entry, awards) in enumerate(called_up(given), start=1):
        amount = sum(one["amount"] for one in awards)
        prizes = "; ".join(prize_text(one) for one in awards)
        rows.append(
            [str(number), awards[0]["name"] or "", given.person(entry).club or "", prizes, _amount(given, amount), "☐"]
        )
    below = given.text("The last prize first.")
    flow(given, title, titled(given, title, below), [table(columns, rows, 11, paper_of(given).across)], to)


def _amount(given: Given, amount: int) -> str:
    return money(amount, given.state.fund.currency, given.language) if amount else ""
