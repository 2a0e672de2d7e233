"""The foot of a score sheet: the result, the clocks, notes or remarks, and the signatures."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.lib.units import mm

from arbiter.sheets.forms import LABEL, box, signature
from arbiter.sheets.given import Given
from arbiter.sheets.ink import write
from arbiter.sheets.paper import Pages
from arbiter.sides import Both
from arbiter.tournament.game import Game
from arbiter.words import clock_text

CONVENTIONS = 3.6 * mm
SIGNATURES = 13.5 * mm
RESULTS = 11.5 * mm
GAP = 1.6 * mm


def foot_height(canvas: Pages) -> float:
    return CONVENTIONS + SIGNATURES + notes_height(canvas) + RESULTS + 3 * GAP


def notes_height(canvas: Pages) -> float:
    """Return the height in points of the box for notes: the larger the paper, the higher the box."""
    return canvas.paper.down * 0.115


def foot(canvas: Pages, given: Given, game: Game, *, filled: bool) -> tuple[float, float, float, float]:
    """Draw the foot of the page. Return left, bottom, width and height of the box for notes."""
    paper = canvas.paper
    y = paper.bottom
    told = given.text(
        "32-28 move · 28x19 capture · (=) draw offered · left: time after the move · heavy line: time control"
    )
    marks = given.text("*1 remark below · struck through: taken back by the arbiter")
    write(canvas, paper.left, y, f"{told} · {marks}" if filled else told, 6.5, width=paper.across)
    y += CONVENTIONS + 3.4 * mm
    sides = [given.term(side.value) for side in (game.start.turn, game.start.turn.other)]
    labels = [*(given.text("Signature of {who}", who=side) for side in sides), given.text("Signature of the arbiter")]
    witnesses = dict.fromkeys(note.first for note in game.notes if note.first.startswith("witness")) if filled else {}
    labels += [given.text("Signature of {who}", who=given.who(one)) for one in witnesses]
    wide = (paper.across - (len(labels) - 1) * 5 * mm) / len(labels)
    for at, label in enumerate(labels):
        signature(canvas, paper.left + at * (wide + 5 * mm), y, wide, label)
    y = paper.bottom + CONVENTIONS + SIGNATURES
    high = notes_height(canvas)
    canvas.setLineWidth(0.6)
    canvas.rect(paper.left, y, paper.across, high)
    label = given.text("Remarks") if filled else given.text("Notes: move, what was irregular, ruling, time corrected")
    write(canvas, paper.left + 1.2 * mm, y + high - LABEL - 0.8, label, LABEL, bold=True)
    _results(canvas, given, game, y + high + GAP)
    return paper.left + 1.2 * mm, y + 0.6 * mm, paper.across - 2.4 * mm, high - LABEL - 3


def _results(canvas: Pages, given: Given, game: Game, y: float) -> None:
    paper, points = canvas.paper, given.state.points
    x = paper.left
    write(canvas, x, y + RESULTS / 2 - 3, given.text("Result"), 9, bold=True, width=14 * mm)
    x += 15 * mm
    told = given.state.result_text(game)
    between = told if told in points.others else "-"
    drawn = (points.pair_text(Both(points.draw, points.draw)), given.term("drawn"))
    results: Sequence[tuple[str, str]] = (
        (points.pair_text(Both(points.win, points.loss)), given.term("white")),
        (between, given.text("by material")) if points.narrow else drawn,
        (points.pair_text(Both(points.loss, points.win)), given.term("black")),
    )
    for text, label in results:
        _choice(canvas, x, y, text, label, chosen=told == text)
        x += 18 * mm
    unusual = told is not None and told not in [text for text, _ in results]
    _choice(canvas, x, y, told if told and unusual else "", given.text("other"), chosen=unusual)
    x += 18 * mm
    clocks, end = 23 * mm, paper.left + paper.across
    played = str(-(-game.ply // 2)) if game.plays else ""
    narrow = 17 * mm
    right = end - 2 * (clocks + GAP) - narrow
    box(canvas, x, y, right - x - GAP, RESULTS, given.text("Because"), _because(given, game), 8, bold=False)
    box(canvas, right, y, narrow, RESULTS, given.text("Moves"), played)
    for at, side in enumerate((game.start.turn, game.start.turn.other)):
        start = right + narrow + GAP + at * (clocks + GAP)
        label = given.text("Clock, {side}", side=given.term(side.value))
        stands = game.result and game.plays and game.clock.control[side].periods
        box(canvas, start, y, clocks, RESULTS, label, clock_text(game.clock.had[side]) if stands else "")


def _because(given: Given, game: Game) -> str:
    """Return the reason of the result in words, such as a resignation, without the points."""
    if game.result is None:
        return ""
    return ", ".join([given.term(game.result.because), *([given.text("corrected")] if game.result.corrected else [])])


def _choice(canvas: Pages, x: float, y: float, points: str, label: str, *, chosen: bool) -> None:
    wide, high = 16 * mm, RESULTS
    canvas.setLineWidth(0.8)
    canvas.rect(x, y, wide, high, fill=int(chosen))
    if chosen:
        canvas.setFillGray(1)
    write(canvas, x + wide / 2, y + 5 * mm, points, 12, bold=True, align="centre", width=wide - 2 * mm)
    write(canvas, x + wide / 2, y + 1.5 * mm, label, 6.5, align="centre", width=wide - 2 * mm)
    canvas.setFillGray(0)
