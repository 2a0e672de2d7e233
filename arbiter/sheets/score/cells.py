"""The cells of a score sheet: three blocks of 25 moves, a heavy line where the time control has a limit."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.lib.units import mm

from arbiter.sheets.forms import disc, shade
from arbiter.sheets.given import Given
from arbiter.sheets.ink import strike, write
from arbiter.sheets.paper import Press
from arbiter.sheets.score.record import BLOCK, BLOCKS, ON_A_PAGE, Cell, Record, ends_period
from arbiter.sides import Side
from arbiter.tournament.game import Game

APART = 2.6 * mm
HEADING = 5 * mm
NUMBER = 6.4 * mm
LEFT = 12 * mm
HEAVY = 2.8


def grid(press: Press, given: Given, game: Game, written: Record, page: int, top: float, bottom: float) -> None:
    """Draws the page's blocks between *top* and *bottom*."""
    wide = (press.paper.across - APART * (BLOCKS - 1)) / BLOCKS
    for block in range(BLOCKS):
        first = page * ON_A_PAGE + block * BLOCK + 1
        _block(press, given, game, written, first, press.paper.left + block * (wide + APART), top, wide, top - bottom)


def _block(
    press: Press, given: Given, game: Game, written: Record, first: int, x: float, top: float, wide: float, high: float
) -> None:
    sides = (game.start.turn, game.start.turn.other)
    row_high = (high - HEADING) / BLOCK
    move = (wide - NUMBER) / 2 - LEFT
    starts = {side: x + NUMBER + at * (move + LEFT) for at, side in enumerate(sides)}
    bottom = top - high
    shade(press, x, top - HEADING, wide, HEADING)
    shade(press, x, bottom, NUMBER, high - HEADING)
    for row in range(4, BLOCK, 5):
        for side in sides:
            shade(press, starts[side] + move, top - HEADING - (row + 1) * row_high, LEFT, row_high)
    _heading(press, given, starts, x, top - HEADING, move)
    for row in range(BLOCK):
        number, y = first + row, top - HEADING - (row + 1) * row_high
        write(press, x + NUMBER - 1 * mm, y + row_high / 2 - 2.6, str(number), 7.5, align="right")
        for side in sides:
            cell = written.cells.get((number, side))
            if cell:
                _cell(press, cell, starts[side], y, move, row_high)
        press.setLineWidth(0.4)
        press.line(x, y, x + wide, y)
    press.setLineWidth(0.4)
    for side in sides:
        press.line(starts[side] + move, bottom, starts[side] + move, top)
    press.setLineWidth(1)
    press.line(starts[sides[1]], bottom, starts[sides[1]], top)
    press.line(x + NUMBER, bottom, x + NUMBER, top)
    press.line(x, top - HEADING, x + wide, top - HEADING)
    press.rect(x, bottom, wide, high)
    press.setLineWidth(HEAVY)
    for row in range(BLOCK):
        if ends_period(given.state.control, first + row):
            y = top - HEADING - (row + 1) * row_high
            press.line(x, y, x + wide, y)


def _heading(press: Press, given: Given, starts: dict[Side, float], x: float, y: float, move: float) -> None:
    write(press, x + NUMBER / 2, y + 1.6 * mm, "#", 7, bold=True, align="centre")
    for side, start in starts.items():
        disc(press, start + 2.4 * mm, y + HEADING / 2, 1.2 * mm, side)
        write(press, start + 4.4 * mm, y + 1.6 * mm, given.term(side.value), 7, bold=True, width=move - 5 * mm)
        write(press, start + move + LEFT / 2, y + 1.6 * mm, given.text("left"), 7, width=LEFT - 1 * mm, align="centre")


def _cell(press: Press, cell: Cell, x: float, y: float, move: float, high: float) -> None:
    base = middle = y + high / 2 - 3
    taken = 0.0
    marks = ("(=) " if cell.offered else "") + (f"*{runs(cell.remarks)}" if cell.remarks else "")
    if marks:
        taken = write(
            press, x + move - 0.6 * mm, y + high - 7, marks.strip(), 6, bold=True, width=move * 0.5, align="right"
        )
    if cell.struck:
        strike(press, x + 1 * mm, y + high - 7, " ".join(cell.struck), 6, move - taken - 2 * mm)
        base = y + 2.2
    write(press, x + 1 * mm, base, cell.move, 8.6, bold=True, width=move - 1.6 * mm - (0 if cell.struck else taken))
    write(press, x + move + LEFT - 0.8 * mm, middle, cell.left, 7.4, width=LEFT - 1.4 * mm, align="right")


def runs(numbers: Sequence[int]) -> str:
    """Rising numbers, shortened where they follow each other: 1,3-6."""
    told: list[list[int]] = []
    for number in numbers:
        if told and told[-1][-1] == number - 1:
            told[-1].append(number)
        else:
            told.append([number])
    return ",".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in told)
