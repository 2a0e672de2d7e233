"""The final sheet: the final standings, the rules of play, the rulings, and the signatures."""

from __future__ import annotations

from typing import BinaryIO

from reportlab.lib.units import mm
from reportlab.platypus import Flowable

from arbiter import words
from arbiter.incidents.results import outcome_text
from arbiter.prizes.awards import to_sign
from arbiter.sheets.drawing import paragraph
from arbiter.sheets.listing import Column, flow, signing, table, titled
from arbiter.sheets.page_layout import paper_of
from arbiter.sheets.print_data import Given
from arbiter.sheets.table.standings import as_of, categories_of, order_of
from arbiter.sides import Both
from arbiter.tournament.game import Game

BY_THE_GAME = frozenset({"resigned", "agreed", "no_move", "reported"})
"""The reasons of results that followed from the game, so that no official had to decide them."""


def draw(given: Given, to: BinaryIO) -> None:
    """The final standings, and below them what the officials confirm with two signatures.

    They confirm each result that rests on a decision or is under appeal, and the regulations with their hash.
    """
    signed = _signatures(given)
    given = given.of_tables
    title = given.text("Final standings")
    regulations = given.state.regulations
    told = [
        given.text("Regulations: {name}, hash {hash}.", name=given.term(regulations.key), hash=regulations.hash),
        given.text("Time control: {control}.", control=words.controls_words(given.state.controls, given.language)),
    ]
    explained = [paragraph(line, 8) for line in told]
    body: list[Flowable] = [*order_of(given), *explained, *categories_of(given), *_decided(given), *signed]
    signers = [given.text("Signature of the arbiter"), given.text("Signature of the director")]
    flow(
        given,
        title,
        titled(given, title, as_of(given)),
        [*body, signing(given, title, *signers)],
        to,
    )


def _signatures(given: Given) -> list[Flowable]:
    """Return the place and the days of the tournament, and the officials who have signed the present standings."""
    details = given.state.details
    days = " - ".join(map(given.iso_day, dict.fromkeys(filter(None, (details.begins, details.ends)))))
    where = ", ".join(filter(None, (details.place, days)))
    now = to_sign(given)
    same = [one for one in given.state.signatures if (one.places, one.awards) == now]
    told = [given.text("Signed by {who}, {when}.", who=given.who(one.by), when=given.when(one.at)) for one in same]
    alone = [
        given.text(
            "Round {round}, board {board}: no other official has confirmed a ruling in the official's own game.",
            round=one.round,
            board=one.board,
        )
        for one in given.state.unconfirmed
    ]
    return [paragraph(line, 10, before=8) for line in filter(None, (where, *alone, *told))]


def _decided(given: Given) -> list[Flowable]:
    """Return a row for each result that an official decided or that was appealed against, in the order of boards."""
    rows = [row for round in given.rounds for game in round.games if (row := _row(given, game)) is not None]
    head = paragraph(given.text("Results by decision"), 11, bold=True, before=12, after=4, keep=True)
    if not rows:
        return [head, paragraph(given.text("None."), 9)]
    columns = (
        Column(given.text("Round"), 14 * mm, align="right"),
        Column(given.text("Board"), 14 * mm, align="right"),
        Column(given.text("Players"), grows=3, whole=True),
        Column(given.text("Result"), 16 * mm, align="centre", bold=True),
        Column(given.text("Because"), grows=3, whole=True),
    )
    return [head, table(columns, rows, 9, paper_of(given).across)]


def _row(given: Given, game: Game) -> list[str] | None:
    """Return the row of a result that an official decided or that was appealed against; None for any other result."""
    appeals = [a for a in given.state.appeals if (a.round, a.board) == (game.round, game.board)]
    result = game.result
    if result is None or (result.because in BY_THE_GAME and not appeals):
        return None
    told = [f"{outcome_text(given, result)}, {given.term(result.because)}", given.reason(result.reason)]
    if result.article:
        told.append(f"({given.cited(result.article)})")
    if appeals:
        last = appeals[-1].decided
        decided = {"stands": given.text("appeal: the ruling stands"), "overturned": given.text("appeal: overturned")}
        told.append(decided[last] if last else given.text("under appeal"))
    names = Both(game.entries.white, game.entries.black).map(given.name)
    return [
        str(game.round),
        str(game.board),
        f"{names.white} - {names.black}",
        given.state.result_text(game) or "",
        " · ".join(part for part in told if part),
    ]
