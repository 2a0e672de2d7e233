"""The schedule of all rounds: those already paired, and those to come by the Berger tables of a round robin."""

from __future__ import annotations

from typing import BinaryIO

from reportlab.lib.units import mm
from reportlab.platypus import CondPageBreak, Flowable, KeepTogether

from arbiter import words
from arbiter.pairing.formats import round_robin
from arbiter.rulings.rounds.pairing_input import rounds_planned, seatless
from arbiter.sheets.drawing import paragraph
from arbiter.sheets.listing import Column, column_width, flow, table, titled
from arbiter.sheets.page_layout import paper_of
from arbiter.sheets.print_data import Given


def draw(given: Given, to: BinaryIO) -> None:
    """The schedule: the pairs of every round, as far as they are known.

    Each round is a table of its own, in two columns, with entry numbers before the names.
    """
    title = given.text("Schedule")
    paper = paper_of(given)
    columns = (
        Column(given.text("Board"), 11 * mm, align="right"),
        Column(given.term("white"), grows=1, whole=True),
        Column("", 9 * mm, align="centre", bold=True),
        Column(given.term("black"), grows=1, whole=True),
    )
    body: list[Flowable] = []
    for number, rows, byes in _rounds(given):
        begins = dict(given.state.details.times).get(number)
        told = " \u00b7 ".join(
            (given.text("Round {round}", round=number), *((given.moment(begins),) if begins else ()))
        )
        heading = paragraph(told, 11, bold=True, before=8, after=3, keep=True)
        block: list[Flowable] = [heading, table(columns, rows, 8.5, column_width(paper, 2), least=0.85)]
        if byes:
            names = ", ".join(_entry(given, entry) for entry in byes)
            block.append(paragraph(given.text("No opponent: {names}", names=names), 8, before=2))
        body += [CondPageBreak(30 * mm), KeepTogether(block)]
    terms = f"{given.term(given.state.system)} · {words.controls_words(given.state.controls, given.language)}"
    flow(given, title, titled(given, title, terms), body, to, columns=2)


def _rounds(given: Given) -> list[tuple[int, list[list[str]], tuple[int, ...]]]:
    """Return for each round its number, its boards, and the entries that have a bye."""
    state = given.state
    made: list[tuple[int, list[list[str]], tuple[int, ...]]] = []
    for round in state.rounds:
        rows = [
            [
                str(game.board),
                _entry(given, game.entries.white),
                (state.result_text(game) or "-"),
                _entry(given, game.entries.black),
            ]
            for game in round.games
        ]
        made.append((round.number, rows, round.byes))
    cycles = state.pairing.cycles
    gone = seatless(state)
    seats = [entry for entry in state.order if entry not in gone]
    planned = rounds_planned(state) if cycles and len(seats) > 1 else 0
    for number in range(len(state.rounds) + 1, planned + 1):
        drawing = round_robin.drawing(len(seats), number, cycles)
        pairs = [(seats[white - 1], seats[black - 1]) for white, black in drawing.pairs]
        meeting = [pair for pair in pairs if not state.withdrawn.intersection(pair)]
        paired = {entry for pair in meeting for entry in pair}
        byes = tuple(entry for entry in state.entries if entry not in paired and entry not in state.withdrawn)
        rows = [
            [str(board), _entry(given, white), "-", _entry(given, black)]
            for board, (white, black) in enumerate(meeting, start=1)
        ]
        made.append((number, rows, byes))
    return made


def _entry(given: Given, entry: int) -> str:
    return f"{entry}  {given.name(entry)}"
