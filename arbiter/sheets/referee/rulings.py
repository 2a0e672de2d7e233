"""The reports of irregular moves and of rulings, each in the order in which they happened."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from reportlab.lib.units import mm
from reportlab.platypus import CondPageBreak, Flowable, Paragraph

from arbiter.incidents import incidents, irregular_moves
from arbiter.incidents.incident import Incident, move_number
from arbiter.incidents.terms import terms_told
from arbiter.rulings.board.unsealing import sealed_plays
from arbiter.sentences.officials import SHUT
from arbiter.sheets.diagram import Diagram, beside, width_of
from arbiter.sheets.drawing import paragraph
from arbiter.sheets.listing import Column, flow, signing, table, titled
from arbiter.sheets.page_layout import paper_of
from arbiter.sheets.print_data import Given
from arbiter.tournament.game import Game
from arbiter.tournament.past.struck_moves import position_of
from arbiter.values import replace

ABREAST = 4
SIZE = 8
NO_RULINGS = ("on_paper",)
"""The kinds of notes that this report leaves out: they say how a game is played, and are on the score sheet."""


def draw(given: Given, to: BinaryIO) -> None:
    """The report of a round or of the tournament: rulings, flags and appeals, with a place for a signature."""
    _report(given, to, given.text("Rulings"), irregular=False)


def draw_irregularities(given: Given, to: BinaryIO) -> None:
    """The report of the irregular moves of a round or of the tournament: the rule, the correct moves, the position."""
    _report(given, to, given.text("Irregularities"), irregular=True)


def _report(given: Given, to: BinaryIO, title: str, *, irregular: bool) -> None:
    """Draw the report: of irregular moves if *irregular*, otherwise of all other incidents."""
    gone = [one for one in given.state.cancelled if given.round in (None, one.round.number) and not given.cancelled]
    every = [
        (incident, game)
        for then, rounds in (
            (given, given.rounds if given.round is None or given.round <= len(given.state.rounds) else ()),
            *((replace(given, state=given.state.with_cancelled(one.line)), (one.round,)) for one in gone),
        )
        for round in rounds
        for game in round.games
        for incident in incidents(then, game, officials=True)
    ]
    found = [pair for pair in every if pair[0].irregular is irregular and pair[0].kind not in NO_RULINGS]
    once = {pair[0].at: pair for pair in found if pair[0].kind == "cancelled"}  # a cancelled round is listed once
    found = [*(pair for pair in found if pair[0].kind != "cancelled"), *once.values()]
    found.sort(key=lambda pair: (pair[0].at, pair[1].round, pair[1].board))
    columns = (
        Column(given.text("When"), 22 * mm),
        Column(given.text("Round"), 13 * mm, align="right"),
        Column(given.text("Board"), 13 * mm, align="right", bold=True),
        Column(given.text("Players"), grows=3),
        Column(given.text("Move"), 16 * mm),
        Column(given.text("What happened") if irregular else given.text("What happened, and the ruling"), grows=5),
        *([] if irregular else [Column(given.text("Decided by"), 21 * mm)]),
    )
    lines = [(incident.at, _row(given, incident, games)[: len(columns)]) for incident, games in _of_hall(found)]
    if not irregular and given.round is None:
        for one in given.state.late_terms:
            row = [given.when(one.at), "", "", "", ""]
            lines += [(one.at, [*row, told, given.who(one.by)]) for told in terms_told(given, one)]
    rows = [row for _, row in sorted(lines, key=lambda line: line[0])]
    scope = given.text("Round {round}", round=given.round) if given.round else given.text("All rounds")
    count = given.text("{count} in all", count=len(rows))
    told = f"{scope} · {count}"
    across = paper_of(given).across
    shut = sum(bool(sealed_plays(game)) for round in given.rounds for game in round.games) if irregular else 0
    said = given.text(SHUT, count=shut) if shut else given.text("None.")
    body: list[Flowable] = [table(columns, rows, SIZE, across)] if rows else []
    if shut or not rows:
        body.append(paragraph(said, 10, before=6))
    flow(
        given,
        title,
        titled(given, title, told, given.under),
        [
            *body,
            *(_boards(given, across) if irregular else []),
            signing(given, title, given.text("Signature of the arbiter")),
        ],
        to,
    )


def _of_hall(found: list[tuple[Incident, Game]]) -> Iterator[tuple[Incident, list[Game]]]:
    """Yield each incident with its games. A stop or a start of all clocks of the hall is one incident of many games."""
    together: dict[object, tuple[Incident, list[Game]]] = {}
    for number, (incident, game) in enumerate(found):
        alike = (incident.at, incident.text, incident.decided, game.round)
        key = alike if incident.kind in ("stopped_hall", "resumed") else number
        together.setdefault(key, (incident, []))[1].append(game)
    yield from together.values()


def words_of(incident: Incident, size: float) -> str | Paragraph:
    """Return the text of an incident for a cell of a table. A part that is no longer valid is struck through."""
    return paragraph(incident.text, size, struck=incident.struck) if incident.struck else incident.text


def _row(given: Given, incident: Incident, games: list[Game]) -> list[str | Paragraph]:
    when, told, game = given.when(incident.at), words_of(incident, SIZE), games[0]
    if incident.kind == "cancelled" or len(games) > 1:
        boards = ", ".join(str(one.board) for one in games) if incident.kind != "cancelled" else ""
        return [when, str(game.round), boards, "", "", told, incident.decided]
    players = " - ".join(given.name(entry) for entry in game.entries_at(incident.at))
    side = f" {given.term(incident.side.value)}" if incident.side else ""
    move = "" if incident.ply is None else f"{move_number(incident.ply)}{side}"
    return [when, str(game.round), str(game.board), players, move, told, incident.decided]


def _boards(given: Given, across: float) -> list[Flowable]:
    """Return a drawn position for each irregular move of the report, in the order in which the moves were tried."""
    tried = [(attempt, game) for round in given.rounds for game in round.games for attempt in irregular_moves(game)]
    tried.sort(key=lambda pair: (pair[0].at, pair[1].round, pair[1].board))
    width = width_of(across, ABREAST)
    boards = [
        Diagram(
            position_of(game, attempt),
            given.state.variant,
            width,
            (
                given.text("Round {round}, board {board}", round=game.round, board=game.board),
                f"{move_number(attempt.ply)} {given.term(attempt.side.value)}: {attempt.move}",
            ),
        )
        for attempt, game in tried
    ]
    if not boards:
        return []
    head = paragraph(given.text("Positions of the irregular moves"), 11, bold=True, before=12, after=4)
    return [CondPageBreak(width + 30 * mm), head, beside(boards, across, ABREAST)]
