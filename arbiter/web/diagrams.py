"""Boards drawn by the service, for pages without any script; `board.js` takes over where they are live."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from flask_babel import gettext as _
from markupsafe import Markup

from arbiter.rules.notation import square_text
from arbiter.rules.position import Position, Rank
from arbiter.rules.variants import Variant
from arbiter.sides import Side

CROWN = "M-.2 .14 L-.25 -.13 L-.1 0 L0 -.19 L.1 0 L.25 -.13 L.2 .14 Z"


def diagram(position: Position, variant: Variant, last: Collection[int] = ()) -> Markup:
    """The position as an SVG image with White at the bottom; `last` are the squares of the last move."""
    board = variant.board
    parts = [Markup('<rect class="light" width="{0}" height="{0}"/>').format(board.size)]
    for square in range(1, board.last + 1):
        row, column = board.row(square), board.column(square)
        kind = "dark last" if square in last else "dark"
        parts.append(Markup('<rect class="{}" x="{}" y="{}" width="1" height="1"/>').format(kind, column, row))
        piece = position.piece_at(square)
        if piece is None:
            name = square_text(square, variant)
            parts.append(Markup('<text x="{}" y="{}">{}</text>').format(column + 0.08, row + 0.32, name))
        else:
            parts.append(_piece(*piece, row + 0.5, column + 0.5))
    frame = Markup('<svg class="diagram" viewBox="0 0 {0} {0}" role="img" aria-label="{1}">{2}</svg>')
    return frame.format(board.size, position_words(position, variant), Markup("").join(parts))


def _piece(side: Side, rank: Rank, y: float, x: float) -> Markup:
    disc = Markup('<circle r=".4"/><circle class="ring" r=".27"/>')
    crown = Markup('<path class="crown" d="{}"/>').format(CROWN) if rank is Rank.KING else Markup("")
    return Markup('<g class="{}" transform="translate({} {})">{}{}</g>').format(side.value, x, y, disc, crown)


def position_words(position: Position, variant: Variant) -> str:
    """Where the pieces stand, for those who do not see the board."""
    told = {}
    for side in Side:
        pieces = position.pieces(side).items()
        names = ((_("K") if rank is Rank.KING else "") + square_text(square, variant) for square, rank in pieces)
        told[side.value] = " ".join(names) or "-"
    return str(_("White: %(white)s. Black: %(black)s.", **told))


def squares_told(variant: Variant) -> dict[str, Any]:
    """Where each square lies, by its name, for the scripts that draw boards."""
    board = variant.board
    places = {square_text(n, variant): [board.row(n), board.column(n)] for n in range(1, board.last + 1)}
    return {"size": board.size, "squares": places}
