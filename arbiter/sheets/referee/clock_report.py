"""The clock report of a game: every press, pause, correction, gap and flag, with the server's and tablet's times."""

from __future__ import annotations

from typing import BinaryIO

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, PageBreak

from arbiter.rulings.board.unsealing import sealed_plays
from arbiter.sentences.officials import SHUT_HERE
from arbiter.sheets.drawing import paragraph
from arbiter.sheets.listing import Column, flow, signing, table, titled
from arbiter.sheets.page_layout import Paper, paper_of
from arbiter.sheets.print_data import Given
from arbiter.sides import SECOND, Side, Span
from arbiter.tournament.game import Game
from arbiter.tournament.past.clock_report import ClockLine, clock_report
from arbiter.words import clock_text, controls_words

LINE, AT, WHAT, MOVE, SPAN, CLOCK = 11 * mm, 23 * mm, 38 * mm, 17 * mm, 19 * mm, 26 * mm


def draw(given: Given, to: BinaryIO) -> None:
    """The clock report: every press of the clock in a game, with its times.

    It is about one board, or about every board of the round at which the game was started.
    """
    (round,) = given.rounds
    title = given.text("Clock report")
    paper = paper_of(given).turned
    body: list[Flowable] = []
    for game in given.games:
        if game.started is not None or given.board is not None:
            body += [PageBreak()] if body else []
            body += _game(given, game, paper)
    if not body:
        body.append(paragraph(given.text("No clock has been started."), 10))
    scope = given.text("Round {round}", round=round.number)
    flow(given, title, titled(given, title, scope, given.under), body, to, paper=paper)


def _game(given: Given, game: Game, paper: Paper) -> list[Flowable]:
    players = " - ".join(given.name(entry) for entry in game.entries)
    where = given.text("Board {board}", board=game.board)
    control = controls_words(game.clock.control, given.language)
    columns = (
        Column(given.text("Line"), LINE, align="right"),
        Column(given.text("Received"), AT, whole=True),
        Column(given.text("What happened"), WHAT),
        Column(given.text("Move"), MOVE, bold=True),
        Column(given.text("Thinking time"), SPAN, align="right", whole=True),
        Column(given.text("White: time left"), CLOCK, align="right", whole=True),
        Column(given.text("Black: time left"), CLOCK, align="right", whole=True),
        Column(given.text("Who and why"), grows=5),
        Column(given.text("Reported by the device"), grows=4),
    )
    lines = clock_report(given.events, game.round, game.board)
    rows = [_row(given, game, line) for line in lines]
    quota = given.state.regulations.lag_quota_ms
    lag = (
        given.text("Up to {ms} ms of network delay is compensated per game.", ms=quota)
        if quota
        else given.text("Network delay is not compensated.")
    )
    rule = given.text("A flag falls when the time used is equal to or more than the time that was left.")
    return [
        paragraph(f"{where}: {players}", 13, bold=True, before=6, after=2),
        paragraph(control, 9, after=4),
        table(columns, rows, 7.5, paper.across),
        paragraph(f"{rule} {lag}", 8, before=6),
        *([paragraph(given.text(SHUT_HERE), 8, before=2)] if sealed_plays(game) else []),
        signing(given, f"{where}: {players}", given.text("Signature of the arbiter")),
    ]


def _row(given: Given, game: Game, line: ClockLine) -> list[str]:
    side = f"{given.term(line.side.value)}: " if line.side else ""
    what = side + given.term(f"line {line.what}")
    if line.provisional:
        what += f" ({given.term(f'provisional {line.provisional}')})"
    same_day = game.started is None or given.day(line.at) == given.day(game.started)
    at = given.exact(line.at) if same_day else f"{given.day(line.at)}, {given.exact(line.at)}"
    who = given.who(line.by)
    why = [
        f"{who}: {given.reason(line.reason)}" if line.reason else who,
        f"({given.cited(line.article)})" if line.article else "",
    ]
    if line.gap:
        why[0] = f"{who}:"
        why.append(given.text("Gap of {span}, not charged to either player.", span=exact_text(line.gap)))
    return [
        str(line.line),
        at,
        what,
        line.move,
        "" if line.charged is None else exact_text(line.charged),
        *(_clock(line, one) for one in Side),
        " ".join(part for part in why if part),
        _device(given, line),
    ]


def _clock(line: ClockLine, side: Side) -> str:
    """Return as text the time that *side* had left, its moves to go, and whether its clock was running."""
    to_go = "" if line.to_go[side] is None else f" /{line.to_go[side]}"
    return f"{'>' if line.running is side else ''}{exact_text(line.left[side])}{to_go}"


def _device(given: Given, line: ClockLine) -> str:
    told = []
    if line.pressed is not None:
        told.append(given.text("pressed {at}", at=given.exact(line.pressed)))
    if line.round_trip is not None:
        told.append(given.text("round trip {ms} ms", ms=line.round_trip))
    if line.device is not None:
        told.append(given.text("tablet's own clock {ms} ms", ms=line.device))
    if line.lag:
        told.append(given.text("{ms} ms compensated", ms=line.lag))
    return ", ".join(told)


def exact_text(span: Span) -> str:
    """Return a length of time as text to the millisecond: "1:42:07.250"."""
    return f"{clock_text(span)}.{max(0, span) % SECOND:03d}"
