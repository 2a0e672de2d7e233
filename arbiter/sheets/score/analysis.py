"""The computer's analysis of a finished game: the curve of scores, the mistakes with the best moves, move values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import BinaryIO

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Spacer

from arbiter.sheets.diagram import Diagram, beside, width_of
from arbiter.sheets.drawing import PLAIN, paragraph
from arbiter.sheets.listing import Column, flow, table
from arbiter.sheets.page_layout import paper_of
from arbiter.sheets.print_data import Given
from arbiter.sides import Side
from arbiter.tournament.game import Game
from arbiter.tournament.past.analysis import Judged, decided, judged, positions, score_text

ABREAST = 3
REACH = 400
"""The score in hundredths of a man at the edge of the curve. Larger scores are drawn at the edge."""
MOST_DIAGRAMS = 9
"""The most diagrams of mistakes on the sheet. If there are more mistakes, the worst ones are shown."""


def draw(given: Given, to: BinaryIO) -> None:
    """The analysis of a game: the curve of scores, the mistakes with the best moves, the value of each move.

    It is about one board, or about all analysed games of the round.
    """
    (round,) = given.rounds
    wanted = [game for game in round.games if given.board in (None, game.board)]
    games = [game for game in wanted if (game.round, game.board) in given.analyses]
    body: list[Flowable] = [] if games else [paragraph(given.text("No game has been analysed yet."), 10)]
    for game in games:
        body += _told(given, game)
    title = given.text("Analysis")
    head = [
        paragraph(title, 20, bold=True),
        paragraph(f"{given.state.name} · {given.text('Round {round}', round=round.number)}", 12, before=2, after=9),
    ]
    flow(given, title, head, body, to)


def _told(given: Given, game: Game) -> list[Flowable]:
    across = paper_of(given).across
    analysis = given.analyses[game.round, game.board]
    found, how = judged(game, analysis), decided(game, analysis)
    white, black = game.entries.map(given.name)
    result = given.state.result_text(game) or ""
    title = f"{given.text('Board {board}', board=game.board)}: {white} - {black} {result}"
    made: list[Flowable] = [
        paragraph(title, 12, bold=True, before=8, after=4),
        Curve([one.score for one in found], across),
        Spacer(0, 3 * mm),
    ]
    if how is not None and how != "mistake":
        made.append(paragraph(given.term(f"decided {how}"), 10, after=4))
    worst = sorted((one for one in found if one.mistake), key=lambda one: (not one.decisive, -one.loss))[:MOST_DIAGRAMS]
    if worst:
        before = list(positions(game))
        width = width_of(across, ABREAST)
        made.append(
            beside(
                [
                    Diagram(before[one.ply - 1], given.state.variant, width, _below(given, one))
                    for one in sorted(worst, key=lambda one: one.ply)
                ],
                across,
                ABREAST,
            )
        )
    columns = (
        Column(given.text("Move"), width=14 * mm, align="right"),
        Column(given.term("white" if game.start.turn is Side.WHITE else "black"), grows=1, bold=True),
        Column(given.text("Score"), width=18 * mm, align="right"),
        Column(given.term("black" if game.start.turn is Side.WHITE else "white"), grows=1, bold=True),
        Column(given.text("Score"), width=18 * mm, align="right"),
    )
    rows = []
    for at in range(0, len(found), 2):
        pair = found[at : at + 2]
        cells = [text for one in pair for text in (marked(one), score_text(one.score))]
        rows.append([str(at // 2 + 1), *cells, *[""] * (4 - len(cells))])
    return [*made, Spacer(0, 2 * mm), table(columns, rows, 8.5, across)]


def _below(given: Given, one: Judged) -> tuple[str, str]:
    """Return two lines to print below the position before a mistake: the move played, and the better line."""
    played = given.text("{move} loses {men}", move=numbered(one), men=f"{one.loss / 100:.1f}")
    if one.decisive:
        played = given.text("{move} loses {men}, decisive", move=numbered(one), men=f"{one.loss / 100:.1f}")
    return played, given.text("Best: {line}", line=" ".join(one.line[:4]))


def numbered(one: Judged) -> str:
    """Return a move with its number: "12. 32-28" for the side that begins the game, "12... 19-23" for the other."""
    return f"{(one.ply + 1) // 2}{'.' if one.ply % 2 else '...'} {one.move}"


def marked(one: Judged) -> str:
    """Return a move as text. A mistake gets its sign, such as "?", and the best move."""
    if one.mistake:
        return f"{one.move}?  ({one.best})"
    return f"{one.move}!" if one.shot == "made" else one.move


class Curve(Flowable):
    """The drawn curve of the scores for White, ply by ply."""

    def __init__(self, scores: Sequence[int], width: float) -> None:
        super().__init__()
        self.scores, self.width, self.height = [0, *scores], width, 26 * mm

    def draw(self) -> None:
        canvas, middle = self.canv, self.height / 2
        canvas.setFillGray(0.93)
        canvas.rect(0, 0, self.width, self.height, stroke=0, fill=1)
        canvas.setLineWidth(0.3)
        canvas.line(0, middle, self.width, middle)
        canvas.setFillGray(0)
        canvas.setFont(PLAIN, 7)
        canvas.drawString(2, self.height - 8, f"+{REACH // 100}")
        canvas.drawString(2, 3, f"-{REACH // 100}")
        step = self.width / max(1, len(self.scores) - 1)
        path = canvas.beginPath()
        for at, score in enumerate(self.scores):
            y = middle * (1 + max(-REACH, min(REACH, score)) / REACH)
            (path.moveTo if at == 0 else path.lineTo)(at * step, y)
        canvas.setLineWidth(1.2)
        canvas.drawPath(path)
