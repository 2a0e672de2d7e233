"""The official record of a game, and the papers for an appeals panel: the same record with the appeal and the ruling.

The record has every move with its clock and all incidents in order. Moves that were taken back are marked, not left
out. Below the moves are the positions at the incidents, and lines for signatures.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from reportlab.lib.units import mm
from reportlab.platypus import CondPageBreak, Flowable, PageBreak, Paragraph

from arbiter.incidents import appealed_against, incidents
from arbiter.incidents.appeals import deciders, decision
from arbiter.incidents.incident import ended, move_number
from arbiter.incidents.results import result_text
from arbiter.rulings.request import of_official
from arbiter.sheets.diagram import Diagram, beside, width_of
from arbiter.sheets.drawing import paragraph
from arbiter.sheets.listing import Column, flow, signing, table, titled
from arbiter.sheets.page_layout import paper_of
from arbiter.sheets.print_data import Given
from arbiter.sheets.referee.rulings import words_of
from arbiter.sides import Instant, Side
from arbiter.tournament.game import Game, Play
from arbiter.tournament.officials import Appeal
from arbiter.words import clock_text

ABREAST = 4
MOST_BOARDS = 12
SIZE = 8
Happening = tuple[Instant, int, list[str | Paragraph]]


def record(given: Given, to: BinaryIO) -> None:
    """The official record of a game with every journal line about it.

    It is about one board, or about each board of the round at which the game was started.
    """
    _draw(given, to, given.text("Official record"), signed=True)


def packet(given: Given, to: BinaryIO) -> None:
    """The papers for an appeal's committee: the appeal, then the game's record without the players' signatures.

    They are about one board, or about each board of the round from which somebody has appealed.
    """
    _draw(given, to, given.text("Papers for the committee"), signed=False)


def _draw(given: Given, to: BinaryIO, title: str, *, signed: bool) -> None:
    (round,) = given.rounds
    appealed = {(one.round, one.board) for one in given.state.appeals}
    body: list[Flowable] = []
    for game in given.games:
        due = game.started is not None if signed else (game.round, game.board) in appealed
        if due or given.board is not None:
            body += [PageBreak()] if body else []
            body += _game(given, game, signed=signed)
    if not body:
        body.append(paragraph(given.text("None."), 10))
    flow(given, title, titled(given, title, given.text("Round {round}", round=round.number), given.under), body, to)


def _game(given: Given, game: Game, *, signed: bool) -> list[Flowable]:
    across = paper_of(given).across
    names = [given.name(game.entries[side]) for side in Side]
    where = given.text("Board {board}", board=game.board)
    columns = (
        Column(given.text("When"), 24 * mm, whole=True),
        Column(given.text("Move"), 26 * mm, bold=True),
        Column(given.text("What happened, and the ruling"), grows=5),
        Column(given.text("left"), 16 * mm, align="right", whole=True),
        Column(given.text("Decided by"), 24 * mm),
    )
    rows = [cells for _, _, cells in sorted((*_moves(given, game), *_besides(given, game)), key=lambda row: row[:2])]
    result = result_text(given, game)
    body: list[Flowable] = [
        paragraph(f"{where}: {' - '.join(names)}", 13, bold=True, before=6, after=2),
        *([paragraph(given.text("Result: {result}.", result=result), 10, after=3)] if result else []),
        *_appeals(given, game),
        table(columns, rows, SIZE, across) if rows else paragraph(given.text("None."), 10),
        *_boards(given, game, across),
    ]
    sides = (given.term("white"), given.term("black")) if signed else ()
    signatures = [given.text("Signature of {who}", who=side) for side in sides]
    signatures.append(given.text("Signature of the arbiter"))
    return [*body, signing(given, f"{where}: {' - '.join(names)}", *signatures)]


def _moves(given: Given, game: Game) -> Iterator[Happening]:
    by = {number: str(getattr(event, "by", "")) for number, event in enumerate(given.events, start=1)}
    for play in (*game.plays, *game.struck):
        told = given.text("taken back later") if play in game.struck else ""
        entered = by.get(play.line, "")
        yield play.at, 0, _move(given, game, play, told, given.who(entered) if of_official(entered) else "")


def _move(given: Given, game: Game, play: Play, told: str, entered: str) -> list[str | Paragraph]:
    """Return the row of a move.

    *told*: a remark, such as that the move was taken back. *entered*: the official who entered the move; empty if a
    tablet did.
    """
    timed = game.clock.control[play.side].periods
    number = f"{move_number(play.ply - 1)}{'.' if play.side is game.start.turn else '…'} {play.move}"
    return [_when(given, game, play.at), number, told, clock_text(play.left) if timed else "", entered]


def _when(given: Given, game: Game, at: Instant) -> str:
    """Return the time of day to the millisecond. The date is added if it is not the day on which the game began."""
    same = game.started is None or given.day(at) == given.day(game.started)
    return given.exact(at) if same else f"{given.day(at)}, {given.exact(at)}"


def _besides(given: Given, game: Game) -> Iterator[Happening]:
    for incident in incidents(given, game, officials=True, acts=True):
        yield incident.at, 1, [_when(given, game, incident.at), "", words_of(incident, SIZE), "", incident.decided]


def _appeals(given: Given, game: Game) -> list[Flowable]:
    """Return for each appeal about the game the ruling, the appeal's text and the decision, if any, with every vote."""
    found = [a for a in given.state.appeals if (a.round, a.board) == (game.round, game.board)]
    told = [one for appeal in found for one in (_ruling(given, appeal), _appeal(given, appeal))]
    return [paragraph(one, 10, after=3) for one in told if one]


def _ruling(given: Given, appeal: Appeal) -> str:
    """Return the ruling that an appeal is against, and who made it; empty if the journal lines are missing."""
    ruling = appealed_against(given, appeal)
    if ruling is None:
        return ""
    when = given.when(ruling.at)
    return given.text("Appealed against: {ruling} ({who}, {when})", ruling=ruling.text, who=ruling.decided, when=when)


def _appeal(given: Given, appeal: Appeal) -> str:
    told = given.text("Appeal of {side}: {grounds}", side=given.term(appeal.side.value), grounds=appeal.grounds)
    if appeal.decided is not None:
        by = given.text("Decided by {names}.", names=deciders(given, appeal))
        return f"{ended(told)} {decision(given, appeal)} {by}"
    if appeal.panel is None:
        return told
    panel = given.text("Panel: {names}.", names=", ".join(map(given.who, appeal.sitting)))
    return f"{told} {panel}"


def _boards(given: Given, game: Game, across: float) -> list[Flowable]:
    """Return the last position, and before it the positions at those incidents that have not been taken back."""
    plies = sorted(
        {incident.ply for incident in incidents(given, game, officials=True) if incident.ply is not None} | {game.ply}
    )
    width = width_of(across, ABREAST)
    boards = [
        Diagram(
            game.position_after(ply),
            given.state.variant,
            width,
            (given.text("after ply {ply}", ply=ply),),
        )
        for ply in plies[-MOST_BOARDS:]
        if ply <= game.ply
    ]
    head = paragraph(given.text("Positions of the incidents"), 11, bold=True, before=12, after=4)
    return [CondPageBreak(width + 30 * mm), head, beside(boards, across, ABREAST)]
