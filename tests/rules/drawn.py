"""Positions drawn by chance, kings included, for the properties of the rules."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from hypothesis import strategies as st

from arbiter.rules.board import squares_set
from arbiter.rules.position import Position, Rank, crownhead
from arbiter.rules.variants import VARIANTS, Variant
from arbiter.rules.variants.variant import by_number
from arbiter.sides import Both, Side


@cache
def framed(variant: Variant) -> Variant:
    """That game with its squares numbered from the top left, as all our data has them."""
    return replace(variant, names=by_number)


variants = st.sampled_from(list(VARIANTS.values()))


@st.composite
def positions(draw: st.DrawFn, variant: Variant, most: int = 20) -> Position:
    """Some pieces of both sides, dense enough for captures."""
    last, ranks = variant.board.last, (Rank.MAN, Rank.MAN, Rank.GOOD_FOR_NOTHING, Rank.KING)
    if not variant.rows_of_good_for_nothings:
        ranks = (Rank.MAN, Rank.MAN, Rank.MAN, Rank.KING)
    kinds = [(side, rank) for side in Side for rank in ranks]
    places = st.lists(
        st.integers(0, last * len(kinds) - 1), unique_by=lambda place: place % last, min_size=2, max_size=most
    )  # one number for a square and what stands there: three take three times as long to draw
    pieces = [(place % last + 1, *kinds[place // last]) for place in draw(places)]

    def placed(side: Side, *wanted: Rank) -> int:
        return squares_set(
            square
            for square, owner, rank in pieces
            if owner is side
            and (Rank.KING if rank is Rank.MAN and crownhead(variant, side) >> square & 1 else rank) in wanted
        )

    men, kings, idle = (
        Both(placed(Side.WHITE, *wanted), placed(Side.BLACK, *wanted))
        for wanted in ((Rank.MAN, Rank.GOOD_FOR_NOTHING), (Rank.KING,), (Rank.GOOD_FOR_NOTHING,))
    )
    return Position.of(draw(st.sampled_from(list(Side))), men, kings, idle)


@st.composite
def games(draw: st.DrawFn, most: int = 20) -> tuple[Variant, Position]:
    """A variant and a position in it."""
    variant = draw(variants)
    return variant, draw(positions(variant, most))


@st.composite
def hunts(draw: st.DrawFn) -> tuple[Variant, Position]:
    """A variant and a king among many pieces in it."""
    variant = draw(variants)
    return variant, draw(hunts_in(variant))


@st.composite
def hunts_in(draw: st.DrawFn, variant: Variant) -> Position:
    """One king among many pieces: long captures, with many ways to the same result."""
    square, *prey = draw(st.lists(st.integers(1, variant.board.last), unique=True, min_size=8, max_size=12))
    kings = squares_set(prey) & (draw(st.integers(0, (2 << variant.board.last) - 1)) | crownhead(variant, Side.BLACK))
    men = squares_set(prey) & ~kings
    return Position.of(Side.WHITE, Both(0, men), Both(1 << square, kings))
