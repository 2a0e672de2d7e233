"""The pairings of a round: by board in large type for the wall, and by name for players who look for their board."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import BinaryIO

from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable

from arbiter import words
from arbiter.pairing.table.crosstable import Crosstable
from arbiter.sheets.drawing import BOLD, PLAIN, paragraph
from arbiter.sheets.listing import ASIDE, Column, column_width, flow, table, titled
from arbiter.sheets.page_layout import paper_of
from arbiter.sheets.print_data import Given, opening_text
from arbiter.sides import Side
from arbiter.tournament.fixtures import shown
from arbiter.tournament.round import Round

WALL = 14
"""The smallest font size, in points, that can be read from two metres away."""
SIZES = (28, 26, 24, 22, 20, 18, 16, WALL)
"""The font sizes in points that are tried, the largest first, so that the pairings fill one page on the wall."""
SHORT = 24
"""A name with at most this many characters has to stay on one line."""
NARROW = 0.5
"""The fraction of its font size to which a word may shrink if it is wider than its column, so that it is not broken."""
HEADING = 0.6
"""The font size of headings, as a fraction of the names' font size. A column is at least as wide as its heading."""
HEAD = 45 * mm
"""The height in points that the top of the page takes."""


def by_board(given: Given, to: BinaryIO) -> None:
    """The pairings of a round by board, for the wall: White and Black with their scores so far, and the byes below."""
    (round,) = given.rounds
    title = given.text("Pairings of round {round}", round=round.number)
    if given.state.rolling:
        title = given.text("Pairings")
    so_far = scores(given.state.crosstable().before(round.number))
    points = given.state.points
    rows = [
        [
            str(game.board),
            given.name(game.entries.white),
            points.text(so_far[game.entries.white]),
            given.state.result_text(game) or (given.text("postponed") if game.postponed else ""),
            given.name(game.entries.black),
            points.text(so_far[game.entries.black]),
        ]
        for game in round.games
    ]
    drawn = [opening_text(game) for game in round.games]
    same = len(set(drawn)) == 1
    apart = any(drawn) and not same
    if apart:
        rows = [[*row, opening] for row, opening in zip(rows, drawn, strict=True)]
    lines = [_bye(given, round, entry, points.text(so_far[entry])) for entry in round.byes]
    matches = []
    for match in shown(given.state, round):
        made = given.text("bye") if match.guest is None else given.state.points.pair_text(match.points)
        matches.append(f"{' - '.join(filter(None, (match.home, match.guest)))}: {made}")
    paper, inside = paper_of(given), round.parts
    names = {given.name(entry) for game in round.games for entry in game.entries}
    words = {word for name in names for word in ([name] if len(name) <= SHORT else name.split())}
    body: list[Flowable] = []
    for size in SIZES:
        columns = _columns(given, rows, size, apart)
        room = (paper.across - sum(column.width for column in columns)) / 2 - 2 * ASIDE
        if size > WALL and any(stringWidth(word, PLAIN, size) > room - 1 for word in words):
            continue  # a short name would be broken, or a long one within a word
        body = [paragraph(line, size, bold=True, after=3) for line in matches]
        if same and drawn and drawn[0]:
            body.insert(0, paragraph(given.text("Opening: {text}", text=drawn[0]), size, bold=True, after=8))
        for part, found in groupby(zip(round.games, rows, strict=True), lambda one: inside.get(one[0].board)):
            if part:
                stage, letter = part
                named = f"{given.term(f'stage {stage}')} {letter}" if letter else given.text("Across the groups")
                body.append(paragraph(named, size, bold=True, before=6, after=2, keep=True))
            lined = [row for _, row in found]
            body.append(table(columns, lined, size, paper.across, least=1 if size > WALL else NARROW))
        if lines:
            alone = given.text("No opponent")
            body.append(paragraph(alone, size, bold=True, before=14, after=4, keep=True))
            body += [paragraph(line, size, after=2) for line in lines]
        body += [paragraph(line, 9, before=4) for line in second_pass(given, round)]
        high = sum(one.wrap(paper.across, paper.down)[1] + one.getSpaceBefore() + one.getSpaceAfter() for one in body)
        if high <= paper.down - HEAD:
            break
    flow(given, title, titled(given, title, given.text("Score: points before this round.")), body, to)


def second_pass(given: Given, round: Round) -> list[str]:
    """Return lines that say which official has read which slips of the round a second time, and when."""
    return [
        given.text(
            "Second reading of the slips: boards {boards}, {who}, {time}.",
            boards=words.sections(sorted(one.boards)),
            who=given.who(one.by),
            time=given.when(one.at),
        )
        for one in round.second_pass
    ]


def _bye(given: Given, round: Round, entry: int, score: str) -> str:
    """Return the line about an entry that has no opponent in the round."""
    bye = given.term(f"bye {round.kind(entry).value}")
    return given.text("{name} (score {score}): {bye}", name=given.name(entry), score=score, bye=bye)


def _columns(given: Given, rows: Sequence[Sequence[str]], size: float, opening: bool) -> tuple[Column, ...]:
    """Return the columns of the pairings by board. Except for the names, they are as narrow as their contents allow.

    *opening*: whether there is a column for the openings.
    """

    def wide(at: int, heading: str) -> float:
        told = max((stringWidth(row[at], BOLD, size) for row in rows), default=0)
        return max(told, stringWidth(heading, BOLD, size * HEADING)) + 2 * ASIDE + 1

    board, score, result = given.text("Board"), given.text("Score"), given.text("Result")
    columns = (
        Column(board, wide(0, board), align="right", bold=True),
        Column(given.term("white"), grows=1),
        Column(score, wide(2, score), align="right"),
        Column(result, wide(3, result), align="centre", bold=True),
        Column(given.term("black"), grows=1),
        Column(score, wide(5, score), align="right"),
    )
    return (*columns, Column(given.text("Opening"), 42 * mm)) if opening else columns


def by_name(given: Given, to: BinaryIO) -> None:
    """The pairings of a round in alphabetical order of names, so that players find their board and colour."""
    (round,) = given.rounds
    title = given.text("Round {round} by name", round=round.number)
    if given.state.rolling:
        title = given.text("Pairings by name")
    columns = (
        Column(given.text("Name"), grows=1, whole=True),
        Column(given.text("Board"), 15 * mm, align="right", bold=True),
        Column(given.text("Colour"), 21 * mm),
    )
    paper = paper_of(given)
    there = [entry for pair in round.pairs for entry in pair]
    rows = [place(given, round, entry) for entry in given.by_name((*there, *round.byes))]
    body = [table(columns, rows, 11, column_width(paper, 2))] if rows else []
    flow(given, title, titled(given, title), body, to, columns=2)


def place(given: Given, round: Round, entry: int) -> Sequence[str]:
    """Return as text an entry's board and colour in the round, or that the entry has a bye.

    If the game is postponed, that is said instead of the colour.
    """
    game = round.of(entry)
    if game is None:
        return given.listed(entry), "-", given.text("bye")
    side = Side.WHITE if game.entries.white == entry else Side.BLACK
    colour = given.text("postponed") if game.postponed and game.result is None else given.term(side.value)
    return given.listed(entry), str(game.board), colour


def scores(crosstable: Crosstable) -> dict[int, int]:
    return {entry: crosstable.score(entry) for entry in crosstable.entries}
