"""The emergency sheet: clocks, position and last moves of every board, so that play can go on if the power fails.

No player loses the time used after the instant printed on the sheet.
"""

from __future__ import annotations

from typing import BinaryIO

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Spacer

from arbiter.sheets.diagram import Diagram, beside, width_of
from arbiter.sheets.drawing import paragraph
from arbiter.sheets.listing import Column, flow, table, titled
from arbiter.sheets.page_layout import paper_of
from arbiter.sheets.print_data import Given
from arbiter.sides import Side
from arbiter.tournament.game import Game
from arbiter.tournament.past.draw_proof import numbered
from arbiter.words import clock_text

ABREAST = 4
LAST_MOVES = 2
"""The number of last moves printed, to find the place on a score sheet."""
CLOCK = 30 * mm


def draw(given: Given, to: BinaryIO) -> None:
    """The emergency sheet of a round, to play on if the power fails: both clocks of each board, then the positions.

    Games that are over have no position on the sheet.
    """
    (round,) = given.rounds
    paper = paper_of(given)
    title = given.text("Emergency sheet")
    scope = given.text("Round {round} at {time}", round=round.number, time=given.exact(given.at))
    rule = given.text(
        "If the power or the network fails: stop the clocks, set other clocks to these times, and play on. Time "
        "used after this moment is not charged."
    )
    columns = (
        Column(given.text("Board"), 13 * mm, align="right", bold=True),
        Column(given.term("white"), grows=1),
        Column(given.text("left"), CLOCK, whole=True),
        Column(given.term("black"), grows=1),
        Column(given.text("left"), CLOCK, whole=True),
        Column(given.text("To move, or result"), 26 * mm, whole=True),
    )
    head = given.text("Journal line {line}, hash {hash}", line=given.state.version, hash=given.head)
    body: list[Flowable] = [
        paragraph(rule, 9, after=6),
        table(columns, [_row(given, game) for game in round.games], 9, paper.across),
        paragraph(head, 7, before=6),
    ]
    playing = [_position(given, game) for game in round.games if game.running]
    if playing:
        body += [Spacer(1, 5 * mm), beside(playing, paper.across, ABREAST)]
    flow(given, title, titled(given, title, scope), body, to)


def _row(given: Given, game: Game) -> list[str]:
    state = given.state.result_text(game)
    if state is None:
        state = given.term(game.position.turn.value) if game.started is not None else given.text("not started")
    white, black = (given.name(entry) for entry in game.entries)
    return [str(game.board), white, _clock(given, game, Side.WHITE), black, _clock(given, game, Side.BLACK), state]


def _clock(given: Given, game: Game, side: Side) -> str:
    clock = game.clock
    if not clock.control[side].periods:
        return "-"
    left, to_go = clock_text(max(0, clock.left(side, given.at))), clock.moves_to_go(side)
    return left if to_go is None else given.text("{left}, {moves} to go", left=left, moves=to_go)


def _position(given: Given, game: Game) -> Diagram:
    last = "  ".join(numbered(game, ply) for ply in range(max(1, game.ply - LAST_MOVES + 1), game.ply + 1))
    where = given.text("Board {board}", board=game.board)
    below = (f"{where} · {given.text('{side} to move', side=given.term(game.position.turn.value))}", last)
    return Diagram(game.position, given.state.variant, width_of(paper_of(given).across, ABREAST), below)
