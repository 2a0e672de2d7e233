"""The tree holds what the rules say: the same children, the same ends."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.rules.board import squares_in
from arbiter.rules.moves import legal_moves
from arbiter.rules.position import STILL, KingWalk, Position
from arbiter.rules.variants import VARIANTS, Variant
from arbiter.sides import Both, Side
from arbiter.thinking.plies import plies, standing
from tests.rules.drawn import games, positions

FRISIAN = VARIANTS["frisian"]
PARTON = VARIANTS["good-for-nothings"]


@st.composite
def walked(draw: st.DrawFn) -> tuple[Variant, Position]:
    """A position of the Frisian game in which kings have walked."""
    position = draw(positions(FRISIAN))

    def walk(side: Side) -> KingWalk:
        kings = squares_in(position.kings[side])
        moves = draw(st.integers(0, 3)) if kings else 0
        return KingWalk(draw(st.sampled_from(kings)), moves) if moves else STILL

    return FRISIAN, position._replace(walks=Both(walk(Side.WHITE), walk(Side.BLACK)))


@st.composite
def burdened(draw: st.DrawFn) -> tuple[Variant, Position]:
    """A position with good-for-nothings."""
    return PARTON, draw(positions(PARTON).filter(lambda position: any(position.good_for_nothings)))


@given(games() | walked() | burdened())
@settings(max_examples=200)
def test_what_may_follow_is_what_the_rules_let_be_played(drawn: tuple[Variant, Position]) -> None:
    """Good-for-nothings and kings that have walked included."""
    variant, position = drawn
    way, at = plies(variant, position.turn), standing(position, variant)
    children = way.taking(*at) or way.stepping(*at)

    legal = legal_moves(position, variant)
    assert sorted(children) == sorted(standing(position.played(*move), variant) for move in legal)
    assert bool(way.taking(*at)) == bool(legal and legal[0].taken)
