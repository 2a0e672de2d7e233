"""A position drawn for paper: the squares grey, White's pieces in outline, Black's filled, kings with rings.

A piece that may no longer move (a good-for-nothing) is crossed out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Table

from arbiter.rules.notation import square_text
from arbiter.rules.position import Position, Rank
from arbiter.rules.variants.variant import Variant
from arbiter.sheets.drawing import PLAIN
from arbiter.sides import Side

GAP = 5 * mm


def width_of(across: float, abreast: int) -> float:
    """Return the width in points of one position, if *abreast* positions stand side by side on *across* points."""
    return (across - GAP * (abreast - 1)) / abreast


def beside(boards: Sequence[Flowable], across: float, abreast: int) -> Table:
    """Return a table of drawn positions, *abreast* in a row that is *across* points wide."""
    cells: list[Flowable | str] = [*boards, *[""] * (-len(boards) % abreast)]
    width = width_of(across, abreast)
    grid = Table(
        [cells[at : at + abreast] for at in range(0, len(cells), abreast)],
        colWidths=[width + GAP] * (abreast - 1) + [width],
        hAlign="LEFT",
    )
    everywhere = ((0, 0), (-1, -1))
    grid.setStyle([("LEFTPADDING", *everywhere, 0), ("RIGHTPADDING", *everywhere, 0), ("FONTNAME", *everywhere, PLAIN)])
    return grid


class Diagram(Flowable):
    """A drawn position with White at the bottom, and a line or two of text below it."""

    def __init__(self, position: Position, variant: Variant, width: float, below: tuple[str, ...] = ()) -> None:
        super().__init__()
        self.position, self.variant, self.below = position, variant, below
        self.width = width
        self.height = width + len(below) * 4 * mm + 2 * mm

    def draw(self) -> None:
        canvas, board = self.canv, self.variant.board
        step, foot = self.width / board.size, self.height - self.width
        self._once(f"squares {self.variant.key} {step:.4f}", 0, foot, self.width, self._squares)
        canvas.setFillGray(0)
        canvas.setFont(PLAIN, step * 0.24)
        for square in range(1, board.last + 1):
            x, y = board.column(square) * step, foot + (board.size - 1 - board.row(square)) * step
            piece = self.position.piece_at(square)
            if piece is None:
                canvas.drawString(x + step * 0.06, y + step * 0.72, square_text(square, self.variant))
            else:
                name = f"{piece[0].value} {piece[1].value} {step:.4f}"
                self._once(name, x, y, step, partial(self._piece, *piece, step / 2, step / 2, step))
        canvas.setLineWidth(0.4)
        canvas.setStrokeGray(0)
        canvas.rect(0, foot, self.width, self.width, stroke=1, fill=0)
        canvas.setFont(PLAIN, 8)
        for at, line in enumerate(self.below, start=1):
            canvas.drawCentredString(self.width / 2, foot - at * 4 * mm, line)

    def _once(self, name: str, x: float, y: float, wide: float, draw: Callable[[], None]) -> None:
        """Place the drawing called *name* on a square: its corner at *x* and *y*, its side *wide* points.

        The function *draw* draws it the first time. After that the PDF repeats the stored drawing.
        """
        canvas, name = self.canv, name.replace(" ", "-")
        if not canvas.hasForm(name):
            canvas.beginForm(name, 0, 0, wide, wide)
            draw()
            canvas.endForm()
        canvas.saveState()
        canvas.translate(x, y)
        canvas.doForm(name)
        canvas.restoreState()

    def _squares(self) -> None:
        """Draw the squares in play."""
        canvas, board = self.canv, self.variant.board
        step = self.width / board.size
        for square in range(1, board.last + 1):
            column, row = board.column(square), board.row(square)
            canvas.setFillGray(0.93 if board.all_squares and (row + column) % 2 else 0.82)
            canvas.rect(column * step, (board.size - 1 - row) * step, step, step, stroke=0, fill=1)

    def _piece(self, side: Side, rank: Rank, x: float, y: float, step: float) -> None:
        canvas = self.canv
        canvas.setLineWidth(0.4)
        canvas.setFillGray(1 if side is Side.WHITE else 0)
        canvas.setStrokeGray(0)
        canvas.circle(x, y, step * 0.39, stroke=1, fill=1)
        canvas.setStrokeGray(0 if side is Side.WHITE else 1)
        if rank is Rank.KING:
            canvas.circle(x, y, step * 0.26, stroke=1, fill=0)
            canvas.circle(x, y, step * 0.13, stroke=1, fill=0)
        elif rank is Rank.GOOD_FOR_NOTHING:
            arm = step * 0.17
            canvas.setLineWidth(1)
            canvas.line(x - arm, y - arm, x + arm, y + arm)
            canvas.line(x - arm, y + arm, x + arm, y - arm)
