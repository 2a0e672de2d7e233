"""The head of a score sheet: the game, and the rules under which it is played."""

from __future__ import annotations

from reportlab.lib.units import mm

from arbiter import words
from arbiter.rules.position import fen_text, start
from arbiter.sheets.forms import LABEL, box, disc
from arbiter.sheets.given import Given
from arbiter.sheets.ink import lines, paragraph, write
from arbiter.sheets.paper import Pages
from arbiter.sheets.round.pairings import opening_text
from arbiter.tournament.game import Game

GAP = 1.6 * mm


def head(canvas: Pages, given: Given, game: Game, *, first: bool) -> float:
    """Draw the head of the page. Return the height on the page at which the head ends."""
    paper = canvas.paper
    y = paper.height - paper.top - 5.5 * mm
    title = given.text("Score sheet") if first else given.text("Score sheet, continued")
    wide = write(canvas, paper.left, y, title, 16, bold=True)
    kind = given.term(given.state.variant.key)
    wide += write(canvas, paper.left + wide + 3 * mm, y, kind, 9) + 3 * mm
    write(
        canvas,
        paper.left + paper.across,
        y,
        given.state.name,
        11,
        bold=True,
        width=paper.across - wide - 8 * mm,
        align="right",
    )
    y = _boxes(canvas, given, game, y - 2.5 * mm)
    y = _players(canvas, given, game, y)
    return _rules(canvas, given, game, y)


def _boxes(canvas: Pages, given: Given, game: Game, top: float) -> float:
    high = 9 * mm
    started = given.time(game.started) if game.started else ""
    ended = given.time(game.result.at) if game.result and game.started else ""
    day = given.day(game.started) if game.started else ""
    boxes = (
        *(() if given.state.rolling else ((given.text("Round"), str(game.round), 15 * mm),)),
        (given.text("Board"), str(game.board), 15 * mm),
        (given.text("Date"), day, 29 * mm),
        (given.text("Started"), started, 16 * mm),
        (given.text("Ended"), ended, 16 * mm),
    )
    x = canvas.paper.left
    for label, value, wide in boxes:
        box(canvas, x, top - high, wide, high, label, value)
        x += wide + GAP
    wide = canvas.paper.left + canvas.paper.across - x
    box(canvas, x, top - high, wide, high, given.text("Time control"))
    control = words.controls_words(game.clock.control, given.language)
    lines(canvas, x + 1.2 * mm, top - LABEL - 1.5, wide - 2.4 * mm, high - LABEL - 2, control, 9.5)
    return top - high - GAP


def _players(canvas: Pages, given: Given, game: Game, top: float) -> float:
    high = 12.5 * mm
    wide = (canvas.paper.across - GAP) / 2
    x = canvas.paper.left
    for side in (game.start.turn, game.start.turn.other):
        entry = game.entries[side]
        box(canvas, x, top - high, wide, high, "")
        disc(canvas, x + 4 * mm, top - high / 2, 2.4 * mm, side)
        left, room = x + 8.5 * mm, wide - 9.5 * mm
        write(canvas, left, top - LABEL - 0.8, given.term(side.value), LABEL)
        write(canvas, left, top - high + 5 * mm, given.name(entry), 11, bold=True, width=room)
        write(canvas, left, top - high + 1.5 * mm, given.about(entry), 7.5, width=room)
        x += wide + GAP
    return top - high - GAP


def _rules(canvas: Pages, given: Given, game: Game, top: float) -> float:
    """Draw, in words, the regulations with each departure from them, and the opening drawn for the board."""
    regulations = given.state.regulations
    told = [
        given.under,
        given.text("A flag that falls: {what}.", what=given.term(f"flags {regulations.flags}")),
    ]
    if drawn := opening_text(game):
        told.append(given.text("Opening: {text}", text=drawn) + ".")
    if game.start != start(given.state.variant):
        told.append(given.text("Set up: {fen}.", fen=fen_text(game.start, given.state.variant)))
    said = paragraph(" ".join(told), 7)
    _, high = said.wrapOn(canvas, canvas.paper.across, 20 * mm)
    said.drawOn(canvas, canvas.paper.left, top - high)
    return top - high - GAP
