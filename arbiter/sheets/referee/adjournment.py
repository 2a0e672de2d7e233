"""The sheet of an adjourned game, stored with the envelope, so that the game can be resumed without a computer."""

from __future__ import annotations

from typing import BinaryIO

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, PageBreak

from arbiter.rules.position import fen_text
from arbiter.sheets.diagram import Diagram
from arbiter.sheets.drawing import paragraph
from arbiter.sheets.listing import Column, flow, signing, table, titled
from arbiter.sheets.page_layout import paper_of
from arbiter.sheets.print_data import Given
from arbiter.sides import Side
from arbiter.tournament.game import Adjournment, Game
from arbiter.words import clock_text, controls_words

BOARD = 82 * mm


def draw(given: Given, to: BinaryIO) -> None:
    """The sheet of an adjourned game, for its envelope: the position, the times and the number of moves.

    It is about one board, or about every adjourned game of the round. The sealed move is never printed. If the sheet is
    printed right after a move was sealed, the key of the sealed move is on it, and the sheet belongs inside the
    envelope.
    """
    (round,) = given.rounds
    title = given.text("Adjournment")
    body: list[Flowable] = []
    for game in given.games:
        if game.adjourned is not None:
            body += [PageBreak()] if body else []
            body += _game(given, game, game.adjourned)
    if not body:
        body.append(paragraph(given.text("No game is adjourned."), 10))
    scope = given.text("Round {round}", round=round.number)
    flow(given, title, titled(given, title, scope), body, to)


def _game(given: Given, game: Game, adjourned: Adjournment) -> list[Flowable]:
    variant = given.state.variant
    told = [
        (given.text("Adjourned"), given.when(adjourned.at)),
        (given.text("To be continued"), adjourned.until or "…"),
        (given.text("Time control"), controls_words(game.clock.control, given.language)),
        (given.text("Moves played"), _moves(given, game)),
        (given.text("To move"), given.term(game.position.turn.value)),
        (given.text("Position"), fen_text(game.position, variant)),
        (given.text("Sealed move"), _sealed(given, adjourned)),
        *([(given.text("Digest"), adjourned.digest)] if adjourned.digest else []),
        *([(given.text("Key"), _grouped(given.envelope_key))] if given.envelope_key else []),
        (given.text("By"), ": ".join(part for part in (given.who(adjourned.by), adjourned.reason) if part)),
    ]
    columns = (Column("", 38 * mm, bold=True), Column("", grows=1))
    clocks = (
        Column(given.text("Clock"), grows=2, bold=True),
        Column(given.text("left"), 32 * mm, align="right", bold=True),
        Column(given.text("Period"), 22 * mm, align="right"),
        Column(given.text("To go"), 22 * mm, align="right"),
    )
    across = paper_of(given).across
    place = given.text("Board {board}", board=game.board)
    players = " - ".join(given.name(entry) for entry in game.entries)
    return [
        paragraph(f"{place}: {players}", 13, bold=True, before=4, after=4),
        Diagram(game.position, variant, BOARD),
        table(clocks, [_clock(given, game, side) for side in Side], 11, across),
        table(columns, [list(row) for row in told], 9, across),
        signing(
            given,
            f"{place}: {players}",
            *(
                given.text("Signature of {side}", side=f"{given.term(side.value)}, {given.name(game.entries[side])}")
                for side in Side
            ),
            given.text("Signature of the arbiter"),
        ),
    ]


def _grouped(key: str) -> str:
    """Return digits in groups of four, so that they are easier to read aloud and to type."""
    return " ".join(key[at : at + 4] for at in range(0, len(key), 4))


def _clock(given: Given, game: Game, side: Side) -> list[str]:
    clock = game.clock
    left, to_go = clock.had[side], clock.moves_to_go(side)
    name = f"{given.term(side.value)}, {given.name(game.entries[side])}"
    shown = clock_text(left) if clock.control[side].periods else "-"
    return [name, shown, str(clock.period(side)), "-" if to_go is None else str(to_go)]


def _moves(given: Given, game: Game) -> str:
    if not game.plays:
        return "0"
    return given.text("{plies}, the last {move}", plies=game.ply, move=game.plays[-1].move)


def _sealed(given: Given, adjourned: Adjournment) -> str:
    if not adjourned.envelope:
        return given.text("No move was sealed: when the game is resumed, the player to move goes on thinking.")
    return given.text(
        "Sealed by {side} in envelope {envelope}.",
        side=given.term(adjourned.side.value),
        envelope=adjourned.envelope,
    )
