"""The score sheet: empty before the game, to be filled in with a pen; after it with moves, times and rulings."""

from __future__ import annotations

from typing import BinaryIO

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Frame

from arbiter.incidents.incident import Incident, move_number
from arbiter.progress import counted
from arbiter.sheets.forms import code
from arbiter.sheets.given import Given
from arbiter.sheets.ink import paragraph, write
from arbiter.sheets.paper import Pages, paper_of
from arbiter.sheets.score.cells import grid
from arbiter.sheets.score.foot import foot, foot_height
from arbiter.sheets.score.head import head
from arbiter.sheets.score.record import record
from arbiter.tournament.game import Game

SIZE = 7
"""The font size of the remarks, in points."""


def draw(given: Given, to: BinaryIO) -> None:
    """The score sheet: empty before the game; afterwards with moves, times, irregular moves and the result.

    It is about one board, or about all boards of the round. Each game begins on a new page.
    """
    canvas = Pages(to, given, given.text("Score sheet"), paper_of(given))
    for game in counted(given.games):
        _sheet(canvas, given, game)
    canvas.save()


def _sheet(canvas: Pages, given: Given, game: Game) -> None:
    """Draw the score sheet of one game, on as many pages as its moves and remarks need."""
    written = record(given, game)
    filled = bool(written.cells or game.result)
    remarks: list[Flowable] = [
        paragraph(_remark(given, number, remark), SIZE, after=1, struck=remark.struck)
        for number, remark in enumerate(written.remarks, start=1)
    ]
    for page in range(written.pages):
        top = head(canvas, given, game, first=not page)
        grid(canvas, given, game, written, page, top, canvas.paper.bottom + foot_height(canvas))
        x, y, wide, high = foot(canvas, given, game, filled=filled)
        if not filled:
            _ruled(canvas, x, y, wide, high)
        else:
            _fill(canvas, given, remarks, x, y, wide, high)
        canvas.showPage()
    while remarks:
        top, paper = head(canvas, given, game, first=False), canvas.paper
        write(canvas, paper.left, top - 4 * mm, given.text("Remarks, continued"), 9, bold=True)
        _flow(canvas, remarks, paper.left, paper.bottom, paper.across, top - 6 * mm - paper.bottom)
        canvas.showPage()


def _remark(given: Given, number: int, remark: Incident) -> str:
    """Return a remark as printed below the moves: its number, move, time and text, and who decided the matter."""
    move = "" if remark.ply is None else given.text("Move {move}", move=move_number(remark.ply)) + ", "
    side = f"{given.term(remark.side.value)}, " if remark.side else ""
    signed = f" [{remark.decided}]" if remark.decided else ""
    return f"*{number}  {move}{side}{given.time(remark.at)}. {remark.text}{signed}"


def _fill(canvas: Pages, given: Given, remarks: list[Flowable], x: float, y: float, wide: float, high: float) -> None:
    """Draw the remarks in their box, a note if they continue overleaf, and the number of the last journal line."""
    line = given.text("From journal line {line}, hash {hash}", line=given.state.version, hash=given.head[:16] or "-")
    write(canvas, x + wide, y + high + 0.5, line, 6.2, align="right")
    if given.signed:
        code(canvas, given.coded, x + wide - high, y, high)
        wide -= high + 1.2 * mm
    needed = sum(remark.wrapOn(canvas, wide, high)[1] + 1 for remark in remarks)
    if needed > high:
        write(canvas, x + wide, y + 1.5, given.text("continued on the next page"), 6.2, bold=True, align="right")
        y, high = y + 3 * mm, high - 3 * mm
    _flow(canvas, remarks, x, y, wide, high)


def _flow(canvas: Pages, remarks: list[Flowable], x: float, y: float, wide: float, high: float) -> None:
    """Draw as many of the remarks as fit, and remove those from the list."""
    Frame(x, y, wide, high, 0, 0, 0, 0).addFromList(remarks, canvas)


def _ruled(canvas: Pages, x: float, y: float, wide: float, high: float) -> None:
    """Draw empty lines in the box for remarks, to be written on with a pen."""
    lines = int(high // (7 * mm))
    canvas.setLineWidth(0.3)
    for line in range(1, lines + 1):
        canvas.line(x, y + high - line * high / (lines + 0.35), x + wide, y + high - line * high / (lines + 0.35))
