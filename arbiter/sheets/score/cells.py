"""The moves of a score sheet: the contents of each cell, computed first, and the table in which they are drawn."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from reportlab.lib.units import mm

from arbiter.clock.control import Control
from arbiter.incidents import incidents
from arbiter.incidents.incident import Incident
from arbiter.sheets.drawing import disc, shade, strike, write
from arbiter.sheets.page_layout import Pages
from arbiter.sheets.print_data import Given
from arbiter.sides import Side
from arbiter.tournament.game import Game
from arbiter.values import dataclass
from arbiter.words import clock_text

BLOCK = 25
"""The number of moves in a block, so that the time controls at moves 50 and 75 are at the end of a block."""
BLOCKS = 3
ON_A_PAGE = BLOCK * BLOCKS
APART = 2.6 * mm
HEADING = 5 * mm
NUMBER = 6.4 * mm
LEFT = 12 * mm
HEAVY = 2.8


@dataclass(frozen=True, slots=True)
class MoveCell:
    """A cell of the score sheet: a move, the moves struck before it, remark numbers, whether a draw was offered."""

    move: str = ""
    left: str = ""
    struck: tuple[str, ...] = ()
    remarks: tuple[int, ...] = ()
    offered: bool = False


@dataclass(frozen=True, slots=True)
class MoveTable:
    """The cells by move number and side, the remarks in order (the first has number 1), and the last move number."""

    cells: dict[tuple[int, Side], MoveCell]
    remarks: tuple[Incident, ...]
    moves: int

    @property
    def pages(self) -> int:
        """Return the number of pages for the cells: at least one, which can be filled in with a pen."""
        return max(1, -(-self.moves // ON_A_PAGE))


def record(given: Given, game: Game) -> MoveTable:
    """Return the contents of the score sheet of a game as played so far."""
    struck: dict[tuple[int, Side], list[str]] = defaultdict(list)
    marks: dict[tuple[int, Side], list[int]] = defaultdict(list)
    for play in game.struck:
        struck[place(game, play.ply)].append(play.move)
    remarks = incidents(given, game)
    for number, remark in enumerate(remarks, start=1):
        if remark.ply is not None:
            marks[place(game, remark.ply + 1)].append(number)
    played = {place(game, play.ply): play for play in game.plays}
    offered = {_offered_at(game, note.ply, note.side) for note in game.notes if note.what == "offer" and note.side}
    cells = {
        at: MoveCell(
            played[at].move if at in played else "",
            clock_text(played[at].left) if at in played and game.clock.control[at[1]].periods else "",
            tuple(struck.get(at, ())),
            tuple(marks.get(at, ())),
            at in offered,
        )
        for at in {*played, *struck, *marks, *offered}
    }
    return MoveTable(cells, remarks, max((number for number, _ in cells), default=0))


def place(game: Game, ply: int) -> tuple[int, Side]:
    """Return the move number and the side of the ply number *ply*, counted from 1."""
    first = game.start.turn
    return (ply + 1) // 2, first if ply % 2 else first.other


def _offered_at(game: Game, ply: int, side: Side) -> tuple[int, Side]:
    """Return the cell that shows a draw offer: of the last move of *side*, or of its next move if it is to move."""
    made = place(game, max(1, ply))
    return made if made[1] is side else place(game, ply + 1)


def ends_period(control: Control, move: int) -> bool:
    """Return whether a period of the time control ends with the move number *move*."""
    return bool(control.periods) and control.period(move) > control.period(move - 1)


def grid(canvas: Pages, given: Given, game: Game, written: MoveTable, page: int, top: float, bottom: float) -> None:
    """Draw the blocks of cells of one page between *top* and *bottom*."""
    wide = (canvas.paper.across - APART * (BLOCKS - 1)) / BLOCKS
    for block in range(BLOCKS):
        first = page * ON_A_PAGE + block * BLOCK + 1
        _block(canvas, given, game, written, first, canvas.paper.left + block * (wide + APART), top, wide, top - bottom)


def _block(
    canvas: Pages,
    given: Given,
    game: Game,
    written: MoveTable,
    first: int,
    x: float,
    top: float,
    wide: float,
    high: float,
) -> None:
    sides = (game.start.turn, game.start.turn.other)
    row_high = (high - HEADING) / BLOCK
    move = (wide - NUMBER) / 2 - LEFT
    starts = {side: x + NUMBER + at * (move + LEFT) for at, side in enumerate(sides)}
    bottom = top - high
    shade(canvas, x, top - HEADING, wide, HEADING)
    shade(canvas, x, bottom, NUMBER, high - HEADING)
    for row in range(4, BLOCK, 5):
        for side in sides:
            shade(canvas, starts[side] + move, top - HEADING - (row + 1) * row_high, LEFT, row_high)
    _heading(canvas, given, starts, x, top - HEADING, move)
    for row in range(BLOCK):
        number, y = first + row, top - HEADING - (row + 1) * row_high
        write(canvas, x + NUMBER - 1 * mm, y + row_high / 2 - 2.6, str(number), 7.5, align="right")
        for side in sides:
            cell = written.cells.get((number, side))
            if cell:
                _cell(canvas, cell, starts[side], y, move, row_high)
        canvas.setLineWidth(0.4)
        canvas.line(x, y, x + wide, y)
    canvas.setLineWidth(0.4)
    for side in sides:
        canvas.line(starts[side] + move, bottom, starts[side] + move, top)
    canvas.setLineWidth(1)
    canvas.line(starts[sides[1]], bottom, starts[sides[1]], top)
    canvas.line(x + NUMBER, bottom, x + NUMBER, top)
    canvas.line(x, top - HEADING, x + wide, top - HEADING)
    canvas.rect(x, bottom, wide, high)
    canvas.setLineWidth(HEAVY)
    for row in range(BLOCK):
        if ends_period(given.state.control, first + row):
            y = top - HEADING - (row + 1) * row_high
            canvas.line(x, y, x + wide, y)


def _heading(canvas: Pages, given: Given, starts: dict[Side, float], x: float, y: float, move: float) -> None:
    write(canvas, x + NUMBER / 2, y + 1.6 * mm, "#", 7, bold=True, align="centre")
    for side, start in starts.items():
        disc(canvas, start + 2.4 * mm, y + HEADING / 2, 1.2 * mm, side)
        write(canvas, start + 4.4 * mm, y + 1.6 * mm, given.term(side.value), 7, bold=True, width=move - 5 * mm)
        write(canvas, start + move + LEFT / 2, y + 1.6 * mm, given.text("left"), 7, width=LEFT - 1 * mm, align="centre")


def _cell(canvas: Pages, cell: MoveCell, x: float, y: float, move: float, high: float) -> None:
    base = middle = y + high / 2 - 3
    taken = 0.0
    marks = ("(=) " if cell.offered else "") + (f"*{runs(cell.remarks)}" if cell.remarks else "")
    if marks:
        taken = write(
            canvas, x + move - 0.6 * mm, y + high - 7, marks.strip(), 6, bold=True, width=move * 0.5, align="right"
        )
    if cell.struck:
        strike(canvas, x + 1 * mm, y + high - 7, " ".join(cell.struck), 6, move - taken - 2 * mm)
        base = y + 2.2
    write(canvas, x + 1 * mm, base, cell.move, 8.6, bold=True, width=move - 1.6 * mm - (0 if cell.struck else taken))
    write(canvas, x + move + LEFT - 0.8 * mm, middle, cell.left, 7.4, width=LEFT - 1.4 * mm, align="right")


def runs(numbers: Sequence[int]) -> str:
    """Return rising numbers as text, with ranges: "1,3-6"."""
    told: list[list[int]] = []
    for number in numbers:
        if told and told[-1][-1] == number - 1:
            told[-1].append(number)
        else:
            told.append([number])
    return ",".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in told)
