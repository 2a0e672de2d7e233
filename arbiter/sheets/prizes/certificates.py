"""Certificates, one page for everybody who is awarded something, and the receipts for the money."""

from __future__ import annotations

from datetime import date
from typing import BinaryIO

from babel.dates import format_date
from reportlab.lib.units import mm

from arbiter.prizes.awards import AwardTold, in_ceremony, prizes_shape
from arbiter.prizes.money import money
from arbiter.rulings.rounds.placing import placing
from arbiter.sheets.forms import signature
from arbiter.sheets.given import Given
from arbiter.sheets.ink import write
from arbiter.sheets.paper import Pages, paper_of

RECEIPTS_A_PAGE = 3


def draw(given: Given, to: BinaryIO) -> None:
    """A certificate in landscape for everybody who is awarded a prize: the name, the prize, two lines to sign on."""
    paper = paper_of(given).turned
    canvas = Pages(to, given, given.text("Certificates"), paper)
    middle = paper.left + paper.across / 2
    ranks = {row.entry: row.rank for row in placing(given.state, given.known)}
    for entry, awards in _people(given):
        lines = [
            (given.text("Certificate"), 40, True, 52),
            (given.state.name, 20, False, 72),
            (awards[0]["name"] or "", 34, True, 100),
            (given.text("Place {place}", place=ranks[entry]) if entry in ranks else "", 24, True, 116),
            ("; ".join(_prize(one) for one in awards), 16, False, 128),
            (_when(given), 12, False, 142),
        ]
        canvas.setLineWidth(1.2)
        canvas.rect(paper.left, paper.bottom + 2 * mm, paper.across, paper.down - 2 * mm)
        for text, size, bold, down in lines:
            at = paper.height - down * mm
            write(canvas, middle, at, text, size, bold=bold, width=paper.across - 30 * mm, align="centre")
        for number, signer in enumerate((given.text("Arbiter"), given.text("Director"))):
            left = paper.left + paper.across * (0.12 + 0.46 * number)
            signature(canvas, left, paper.bottom + 22 * mm, paper.across * 0.3, signer)
        canvas.showPage()
    canvas.save()


def receipts(given: Given, to: BinaryIO) -> None:
    """A receipt for everybody who is awarded money: the amount, the prizes, a line to sign on; three to a page."""
    paper = paper_of(given)
    canvas = Pages(to, given, given.text("Receipts"), paper)
    high = paper.down / RECEIPTS_A_PAGE
    paid = [(entry, awards) for entry, awards in _people(given) if sum(one["amount"] for one in awards)]
    for number, (entry, awards) in enumerate(paid):
        top = paper.height - paper.top - high * (number % RECEIPTS_A_PAGE)
        person = given.people.get(entry)
        amount = money(sum(one["amount"] for one in awards), given.state.fund.currency, given.language)
        wide = paper.across - 10 * mm
        canvas.setLineWidth(0.6)
        canvas.rect(paper.left, top - high + 5 * mm, paper.across, high - 8 * mm)
        left = paper.left + 5 * mm
        write(canvas, left, top - 12 * mm, given.text("Receipt"), 14, bold=True)
        write(canvas, left + wide, top - 12 * mm, amount, 16, bold=True, align="right")
        write(canvas, left, top - 22 * mm, awards[0]["name"] or "", 13, bold=True, width=wide)
        write(canvas, left, top - 28 * mm, (person.club if person else None) or "", 9, width=wide)
        write(canvas, left, top - 36 * mm, "; ".join(_prize(one) for one in awards), 10, width=wide)
        write(canvas, left, top - 42 * mm, f"{given.state.name} · {_when(given)}", 9, width=wide)
        told = given.text("Received in full:")
        write(canvas, left, top - 54 * mm, told, 9)
        for side, signer in enumerate((given.text("Date"), given.text("Signature of the winner"))):
            signature(canvas, left + wide * 0.36 * side, top - 70 * mm, wide * (0.3 if not side else 0.62), signer)
        if number % RECEIPTS_A_PAGE == RECEIPTS_A_PAGE - 1 or number == len(paid) - 1:
            canvas.showPage()
    canvas.save()


def _people(given: Given) -> list[tuple[int, list[AwardTold]]]:
    return in_ceremony(prizes_shape(given, official=True)["awards"])


def _prize(award: AwardTold) -> str:
    return f"{award['prize']} ({award['category']})" if award["category"] else award["prize"]


def _when(given: Given) -> str:
    """Return the place and the last day of the tournament, or the day of printing if it was not announced."""
    details = given.state.details
    day = details.ends or details.begins
    told = format_date(date.fromisoformat(day), "long", locale=given.language) if day else given.day(given.at)
    return ", ".join(filter(None, (details.place, told)))
