"""Certificates, one page for everybody who is awarded something."""

from __future__ import annotations

from datetime import date
from typing import BinaryIO

from babel.dates import format_date
from reportlab.lib.units import mm

from arbiter.prizes.awards import AwardTold, in_ceremony, prizes_shape
from arbiter.rulings.rounds.placing import placing
from arbiter.sheets.drawing import signature, write
from arbiter.sheets.page_layout import Pages, paper_of
from arbiter.sheets.print_data import Given


def draw(given: Given, to: BinaryIO) -> None:
    """A certificate in landscape for everybody who is awarded a prize: the name, the prize, two lines to sign on."""
    paper = paper_of(given).turned
    canvas = Pages(to, given, given.text("Certificates"), paper)
    middle = paper.left + paper.across / 2
    ranks = {row.entry: row.rank for row in placing(given.state, given.known)}
    people = awarded(given)
    if not people:
        write(canvas, middle, paper.height / 2, given.text("None."), 16, align="centre")
    for entry, awards in people:
        lines = [
            (given.text("Certificate"), 40, True, 52),
            (given.state.name, 20, False, 72),
            (awards[0]["name"] or "", 34, True, 100),
            (given.text("Place {place}", place=ranks[entry]) if entry in ranks else "", 24, True, 116),
            ("; ".join(prize_text(one) for one in awards), 16, False, 128),
            (when(given), 12, False, 142),
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


def awarded(given: Given) -> list[tuple[int, list[AwardTold]]]:
    """Return the people with awards in the order of the ceremony; only one entry if the sheet is about that entry."""
    return [(entry, awards) for entry, awards in called_up(given) if given.entry in (None, entry)]


def prize_text(award: AwardTold) -> str:
    """Return the name of the prize, with its category if it has one."""
    return f"{award['prize']} ({award['category']})" if award["category"] else award["prize"]


def called_up(given: Given) -> list[tuple[int, list[AwardTold]]]:
    """Return everybody who is awarded something in the order of the ceremony."""
    return in_ceremony(given, prizes_shape(given, official=True)["awards"])


def when(given: Given) -> str:
    """Return the place and the last day of the tournament; the day of printing if no days were announced."""
    details = given.state.details
    day = details.ends or details.begins
    told = format_date(date.fromisoformat(day), "long", locale=given.language) if day else given.day(given.at)
    return ", ".join(filter(None, (details.place, told)))
