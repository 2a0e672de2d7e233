"""The explanation of a round's pairings for the notice board: the rule that led to each pair and each bye."""

from __future__ import annotations

from typing import BinaryIO

from reportlab.lib.units import mm
from reportlab.platypus import Flowable

from arbiter import words
from arbiter.pairing.system_interface import Reason
from arbiter.sheets.drawing import paragraph
from arbiter.sheets.listing import Column, flow, table, titled
from arbiter.sheets.page_layout import paper_of
from arbiter.sheets.print_data import Given

SIZE = 9


def draw(given: Given, to: BinaryIO) -> None:
    """The explanation of a round's pairings: the reason of each, and the changes that the director made by hand."""
    (round,) = given.rounds
    title = given.text("Why these pairings, round {round}", round=round.number)
    rows = [
        [
            str(game.board),
            numbered(given, game.entries.white),
            numbered(given, game.entries.black),
            " ".join(said(given, reason) for reason in round.about(*game.entries)),
        ]
        for game in round.games
    ]
    rows += [
        [
            "-",
            numbered(given, entry),
            given.term(f"bye {round.kind(entry).value}"),
            " ".join(
                (*(said(given, reason) for reason in round.about(entry)), given.bye_given(round.number, entry))
            ).strip(),
        ]
        for entry in round.byes
    ]
    columns = (
        Column(given.text("Board"), 14 * mm, align="right", bold=True),
        Column(given.term("white"), grows=2),
        Column(given.term("black"), grows=2),
        Column(given.text("Why"), grows=4),
    )
    body: list[Flowable] = [paragraph(said(given, reason), SIZE, after=3) for reason in round.about()]
    body.append(table(columns, rows, SIZE, paper_of(given).across))
    if round.changes:
        body.append(paragraph(given.text("Changed by hand"), 12, bold=True, before=12, after=4, keep=True))
    for change in round.changes:
        names = ", ".join(given.name(entry) for entry in change.entries)
        what = ": ".join(filter(None, (given.term(f"hand {change.what}"), names)))
        told = [given.time(change.at), what, given.reason(change.reason), *(said(given, bend) for bend in change.bends)]
        told.append(given.by_whom(change.by, change.entries))
        body.append(paragraph(" · ".join(filter(None, told)), SIZE, after=3))
    flow(given, title, titled(given, title), body, to)


def numbered(given: Given, entry: int) -> str:
    """Return an entry's pairing number and name. The reasons of the pairings name players by their pairing numbers."""
    return f"{entry} {given.name(entry)}"


def said(given: Given, reason: Reason) -> str:
    return words.say(reason.code, dict(reason.facts), given.language, reason.article)
