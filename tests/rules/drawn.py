"""Positions drawn by chance, kings included, for the properties of the rules."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from hypothesis import strategies as st

from arbiter.rules.board import squares_set
from arbiter.rules.position import Position, crownhead
from arbiter.rules.variant import by_number
from arbiter.rules.variants import VARIANTS, Variant
from arbiter.sides import Both, Side


@cache
def framed(variant: Variant) -> Variant:
    """That game with its squares numbered from the top left, as all our data has them."""
    return replace(variant, names=by_number)


variants = st.sampled_from([VARIANTS["international"], VARIANTS["american"]])


@st.composite
def positions(draw: st.DrawFn, variant: Variant, most: int = 20) -> Position:
    """Some pieces of both sides, dense enough for captures."""
    squares = draw(st.lists(st.integers(1, variant.board.last), unique=True, min_size=2, max_size=most))
    pieces = [(square, draw(st.sampled_from(list(Side))), draw(st.integers(0, 3)) == 0) for square in squares]

    def placed(side: Side, king: bool) -> int:
        return squares_set(
            square
            for square, owner, crowned in pieces
            if owner is side and (crowned or bool(crownhead(variant, side) >> square & 1)) is king
        )

    men, kings = (Both(placed(Side.WHITE, king), placed(Side.BLACK, king)) for king in (False, True))
    return Position(draw(st.sampled_from(list(Side))), men, kings)


@st.composite
def games(draw: st.DrawFn, most: int = 20) -> tuple[Variant, Position]:
    """A variant and a position in it."""
    variant = draw(variants)
    return variant, draw(positions(variant, most))
