"""The proof that a game is drawn: the positions that occurred three times, or the moves that were counted.

The sheet is for the arbiter who signs the draw and for an appeals panel. It has every draw count of the game, with its
beginning and its limit.
"""

from __future__ import annotations

from typing import BinaryIO

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepTogether

from arbiter.rules.endings import Counts
from arbiter.rules.endings.draws import Count
from arbiter.sheets.diagram import Diagram, beside, width_of
from arbiter.sheets.drawing import paragraph
from arbiter.sheets.listing import Column, flow, signing, table, titled
from arbiter.sheets.page_layout import paper_of
from arbiter.sheets.print_data import Given
from arbiter.tournament.game import Game
from arbiter.tournament.past.draw_proof import announced, counts_at, looked_at, numbered, proofs

ABREAST = 3


def draw(given: Given, to: BinaryIO) -> None:
    """The proof of a draw: the repeated positions or the counted moves.

    It is about one board, or about every board of the round at which a draw count is running.
    """
    (round,) = given.rounds
    title = given.text("Proof of a drawn game")
    body: list[Flowable] = []
    for game in given.games:
        body += _board(given, game)
    if not body:
        body.append(paragraph(given.text("No draw count is running at any board."), 10))
    scope = given.text("Round {round}", round=round.number)
    flow(given, title, titled(given, title, scope, given.under), body, to)


def _board(given: Given, game: Game) -> list[Flowable]:
    counts = [count for count in counts_at(game, game.ply) if count.began is not None]
    if not counts:
        return []
    players = " - ".join(given.name(entry) for entry in game.entries)
    where = given.text("Board {board}", board=game.board)
    told: list[Flowable] = [paragraph(f"{where}: {players}", 13, bold=True, before=6, after=4)]
    columns = (
        Column(given.text("Rule"), grows=5),
        Column(given.text("Counted"), 20 * mm, align="right", bold=True),
        Column(given.text("Since"), grows=3),
    )
    proven: list[tuple[Game, Count]] = []
    for proposal in given.state.proposals:
        if (proposal.round, proposal.board) == (game.round, game.board):
            seen = looked_at(given.state, proposal)
            proven += [(seen, count) for count in proofs(seen, proposal)]
    shown = {count.row.key for _, count in proven}
    rows = [_row(given, game, count) for count in counts if count.row.key not in shown]
    rows = [*(_row(given, seen, count) for seen, count in proven), *rows]
    told.append(table(columns, rows, 9, paper_of(given).across))
    proven += [(game, count) for count in counts if count.number > 1 and count.row.key not in shown]
    for seen, count in proven:
        told += _proof(given, seen, count)
    return [*told, signing(given, f"{where}: {players}", given.text("Signature of the arbiter"))]


def _row(given: Given, game: Game, count: Count) -> list[str]:
    row = count.row
    article = f" ({row.article})" if row.article else ""
    if row.counts is Counts.TIMES:
        since = ", ".join(_ply(given, game, ply) for ply in count.plies)
    else:
        began = given.text("ply {ply}", ply=count.began) if count.began else given.text("the first move")
        since = began + ": " + given.term("begun by " + count.cause)
    return [given.term(row.key) + article, f"{count.number} / {row.limit}" if row.limit else "-", since]


def _ply(given: Given, game: Game, ply: int) -> str:
    """Return a ply as text. A move that was announced with a claim is named, because it was not played."""
    if announced(game, ply):
        return given.text("with {move}, announced and not played", move=numbered(game, ply))
    return given.text("ply {ply}", ply=ply)


def _proof(given: Given, game: Game, count: Count) -> list[Flowable]:
    if not count.plies:
        return []
    head = paragraph(given.term(count.row.key), 11, bold=True, before=10, after=4)
    if count.row.counts is not Counts.TIMES:
        moves = "   ".join(numbered(game, ply) for ply in count.plies)
        return [head, paragraph(moves, 9)]
    width = width_of(paper_of(given).across, ABREAST)
    turn = given.term(game.position_after(count.plies[0]).turn.value)
    boards = [
        Diagram(
            game.position_after(ply),
            given.state.variant,
            width,
            (
                _after(given, game, ply),
                given.text("{side} to move", side=turn),
            ),
        )
        for ply in count.plies
    ]
    return [KeepTogether([head, beside(boards, paper_of(given).across, ABREAST)])]


def _after(given: Given, game: Game, ply: int) -> str:
    if ply == 0:
        return given.text("at the start")
    return _ply(given, game, ply) if announced(game, ply) else given.text("after {move}", move=numbered(game, ply))
