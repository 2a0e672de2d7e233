"""Result slips, eight on a page, ordered so that the slips are in the order of boards after the pages are cut."""

from __future__ import annotations

from typing import BinaryIO

from reportlab.lib.units import mm

from arbiter.sheets.drawing import box, dashes, disc, signature, write
from arbiter.sheets.page_layout import Pages, paper_of
from arbiter.sheets.print_data import Given, opening_text
from arbiter.sides import Both
from arbiter.tournament.game import Game

ACROSS, DOWN = 2, 4
ON_A_PAGE = ACROSS * DOWN
INSET = 5 * mm
TIME = 24 * mm


def draw(given: Given, to: BinaryIO) -> None:
    """The result slips: one for each board of the round, on which the players write their result.

    A postponed game has no slip, unless all games are postponed. Slips at the same position on consecutive pages belong
    to consecutive boards: cut the stack of pages, and put the piles on each other.
    """
    canvas = Pages(to, given, given.text("Result slips"), paper_of(given))
    paper = canvas.paper
    games = [game for game in given.games if game.result is not None or game.postponed is None] or given.games
    pages = -(-len(games) // ON_A_PAGE)
    wide, high = paper.width / ACROSS, (paper.height - paper.bottom) / DOWN
    for page in range(pages):
        for at in range(ON_A_PAGE):
            number = at * pages + page
            if number < len(games):
                x, y = at % ACROSS * wide, paper.bottom + (DOWN - 1 - at // ACROSS) * high
                _slip(canvas, given, games[number], x + INSET, y + INSET, wide - 2 * INSET, high - 2 * INSET)
        for row in range(1, DOWN):
            dashes(canvas, 0, paper.bottom + row * high, paper.width, paper.bottom + row * high)
        dashes(canvas, wide, paper.bottom, wide, paper.height)
        canvas.showPage()
    canvas.save()


def _slip(canvas: Pages, given: Given, game: Game, x: float, y: float, wide: float, high: float) -> None:
    top = y + high
    board = given.text("Board {board}", board=game.board)
    where = (
        board if given.state.rolling else given.text("Round {round}, board {board}", round=game.round, board=game.board)
    )
    taken = write(canvas, x + wide, top - 4 * mm, where, 10, bold=True, align="right")
    write(canvas, x, top - 4 * mm, given.state.name, 8, width=wide - taken - 4 * mm)
    line = top - 6 * mm
    canvas.setLineWidth(0.6)
    canvas.line(x, line, x + wide, line)
    if drawn := opening_text(game):
        write(canvas, x, line - 3 * mm, given.text("Opening: {text}", text=drawn), 7, width=wide)
    for at, side in enumerate((game.start.turn, game.start.turn.other)):
        base = line - 8 * mm - at * 9 * mm
        disc(canvas, x + 2 * mm, base + 1.2 * mm, 1.6 * mm, side)
        write(canvas, x + 6 * mm, base, given.name(game.entries[side]), 10.5, bold=True, width=wide - 6 * mm - TIME)
        box(canvas, x + wide - TIME + 2 * mm, base - 2.2 * mm, TIME - 2 * mm, 8 * mm, given.text("left"))
    points = given.state.points
    draw = (points.pair_text(Both(points.draw, points.draw)), given.term("drawn"))
    results = (
        (points.pair_text(Both(points.win, points.loss)), given.term("white")),
        ("-", given.text("by material")) if points.narrow else draw,
        (points.pair_text(Both(points.loss, points.win)), given.term("black")),
    )
    choice, base = (wide - 3 * 2 * mm) / 4, y + 13.5 * mm
    for at in range(4):
        left = x + at * (choice + 2 * mm)
        canvas.setLineWidth(0.8)
        canvas.rect(left, base, choice, 12 * mm)
        if at < 3:
            told, label = results[at]
            write(canvas, left + choice / 2, base + 5.2 * mm, told, 13, bold=True, align="centre")
            write(canvas, left + choice / 2, base + 1.6 * mm, label, 6.5, align="centre", width=choice - 2 * mm)
        else:
            write(
                canvas,
                left + choice / 2,
                base + 1.6 * mm,
                given.text("other"),
                6.5,
                align="centre",
                width=choice - 2 * mm,
            )
    half = (wide - 5 * mm) / 2
    for at, side in enumerate((game.start.turn, game.start.turn.other)):
        signature(
            canvas,
            x + at * (half + 5 * mm),
            y + 3 * mm,
            half,
            given.text("Signature of {who}", who=given.term(side.value)),
        )
