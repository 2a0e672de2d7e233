"""Boards drawn as SVG by the service, for pages without scripts. Live boards are drawn by the script `board.js`."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from markupsafe import Markup

from arbiter import words
from arbiter.rules.notation import square_text
from arbiter.rules.position import Position, Rank
from arbiter.rules.variants import Variant
from arbiter.sides import Side

CROWN = "M-.2 .14 L-.25 -.13 L-.1 0 L0 -.19 L.1 0 L.25 -.13 L.2 .14 Z"


CROSS = "M-.16 -.16 L.16 .16 M.16 -.16 L-.16 .16"


@lru_cache(1_024)
def diagram(position: Position, variant: Variant, language: str, last: tuple[int, ...] = ()) -> Markup:
    """Return the position as an SVG image with White at the bottom.

    *last*: the squares of the last move, which are marked. Pieces have the colours of the variant. If the variant uses
    all squares, lines separate them.
    """
    board = variant.board
    parts = [Markup('<rect class="light" width="{0}" height="{0}"/>').format(board.size)]
    squares = range(1, board.last + 1)
    for kind, there in (("dark", [square for square in squares if square not in last]), ("dark last", last)):
        path = "".join(f"M{board.column(square)} {board.row(square)}h1v1h-1z" for square in there)
        if path:
            parts.append(Markup('<path class="{}" d="{}"/>').format(kind, path))
    for square in squares:
        row, column = board.row(square), board.column(square)
        piece = position.piece_at(square)
        if piece is None:
            name = square_text(square, variant)
            parts.append(Markup('<text x="{}" y="{}">{}</text>').format(column + 0.08, row + 0.32, name))
        else:
            side, rank = piece
            parts.append(_piece(variant.colours[side], rank, row + 0.5, column + 0.5))
    frame = Markup('<svg class="{3}" viewBox="0 0 {0} {0}" role="img" aria-label="{1}">{2}</svg>')
    kind = "diagram every" if board.all_squares else "diagram"
    return frame.format(board.size, position_words(position, variant, language), Markup("").join(parts), kind)


def _piece(colour: str, rank: Rank, y: float, x: float) -> Markup:
    disc = Markup('<circle r=".4"/>')
    sign = {
        Rank.MAN: Markup('<circle class="ring" r=".27"/>'),
        Rank.KING: Markup('<circle class="ring" r=".27"/><path class="crown" d="{}"/>').format(CROWN),
        Rank.GOOD_FOR_NOTHING: Markup('<path class="cross" d="{}"/>').format(CROSS),
    }[rank]
    return Markup('<g class="{}" transform="translate({} {})">{}{}</g>').format(colour, x, y, disc, sign)


def position_words(position: Position, variant: Variant, language: str) -> str:
    """Return a text that says which pieces stand on which squares, for readers who do not see the board."""
    signs = {Rank.MAN: "", Rank.KING: words.text("K", language), Rank.GOOD_FOR_NOTHING: "G"}
    told = []
    for side in Side:
        pieces = position.pieces(side).items()
        names = (signs[rank] + square_text(square, variant) for square, rank in pieces)
        told.append(f"{words.term(variant.colours[side], language)}: {' '.join(names) or '-'}.")
    return " ".join(told)


def squares_told(variant: Variant) -> dict[str, Any]:
    """Return what a page's script needs to draw a board: each square's place, the piece colours, the capture sign."""
    board = variant.board
    places = {square_text(n, variant): [board.row(n), board.column(n)] for n in range(1, board.last + 1)}
    colours = {side.value: variant.colours[side] for side in Side}
    return {"size": board.size, "squares": places, "colours": colours, "sign": variant.capture_sign}
