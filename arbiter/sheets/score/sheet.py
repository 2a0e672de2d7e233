"""The score sheet: empty before the game, to be filled in with a pen; after it with moves, times and rulings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import BinaryIO

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Frame

from arbiter import words
from arbiter.incidents.incident import Incident, move_number
from arbiter.progress import counted
from arbiter.rules.position import fen_text, start
from arbiter.sheets.drawing import LABEL, box, code, disc, lines, paragraph, signature, write
from arbiter.sheets.page_layout import Pages, paper_of
from arbiter.sheets.print_data import Given, opening_text
from arbiter.sheets.score.cells import grid, record
from arbiter.sides import Both, Instant
from arbiter.tournament.game import Game
from arbiter.words import clock_text

SIZE = 7
"""The font size of the remarks, in points."""
GAP = 1.6 * mm
CONVENTIONS = 3.6 * mm
SIGNATURES = 13.5 * mm
RESULTS = 11.5 * mm


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
    """Draw as many of the remarks as fit, and remove them from the list."""
    Frame(x, y, wide, high, 0, 0, 0, 0).addFromList(remarks, canvas)


def _ruled(canvas: Pages, x: float, y: float, wide: float, high: float) -> None:
    """Draw empty lines in the box for remarks, to be written on with a pen."""
    lines = int(high // (7 * mm))
    canvas.setLineWidth(0.3)
    for line in range(1, lines + 1):
        canvas.line(x, y + high - line * high / (lines + 0.35), x + wide, y + high - line * high / (lines + 0.35))


def head(canvas: Pages, given: Given, game: Game, *, first: bool) -> float:
    """Draw the head of the page. Return the height in points, from the bottom of the page, at which the head ends.

    *first*: whether it is the first page of the game.
    """
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
    ended = given.time(_end_of(game)) if game.result and game.started else ""
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
    """Draw the regulations in words, with each departure from them, and the opening drawn for the board."""
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


def foot_height(canvas: Pages) -> float:
    return CONVENTIONS + SIGNATURES + notes_height(canvas) + RESULTS + 3 * GAP


def notes_height(canvas: Pages) -> float:
    """Return the height in points of the box for notes: the larger the paper, the higher the box."""
    return canvas.paper.down * 0.115


def foot(canvas: Pages, given: Given, game: Game, *, filled: bool) -> tuple[float, float, float, float]:
    """Draw the foot of the page. Return the box for notes: its left, bottom, width and height in points.

    *filled*: whether the sheet has moves or a result; otherwise it is a form to fill in with a pen.
    """
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
    clocked = _on_clocks(game)
    played = str(-(-game.ply // 2)) if game.plays or clocked else ""
    narrow = 17 * mm
    right = end - 2 * (clocks + GAP) - narrow
    box(canvas, x, y, right - x - GAP, RESULTS, given.text("Because"), _because(given, game), 8, bold=False)
    box(canvas, right, y, narrow, RESULTS, given.text("Moves"), played)
    for at, side in enumerate((game.start.turn, game.start.turn.other)):
        start = right + narrow + GAP + at * (clocks + GAP)
        label = given.text("Clock, {side}", side=given.term(side.value))
        stands = game.result and (game.plays or clocked) and game.clock.control[side].periods
        box(canvas, start, y, clocks, RESULTS, label, clock_text(game.clock.had[side]) if stands else "")


def _end_of(game: Game) -> Instant:
    """Return the instant of the result that ended the game, before any ruling that put another one in its place."""
    assert game.result is not None
    end = game.result.at
    for former in reversed(game.former):
        end = former.at if former.until == end else end
    return end


def _on_clocks(game: Game) -> bool:
    """Return whether all moves of the finished game were made at a tablet, so that its clocks tell how it ended."""
    result, on_paper = game.result, any(note.what == "on_paper" for note in game.notes)
    return result is not None and result.because != "reported" and game.started is not None and not on_paper


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
