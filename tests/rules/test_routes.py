"""Squares that a player names, read as a capture."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.rules.moves import legal_moves
from arbiter.rules.position import Position, parse_fen
from arbiter.rules.variants import INTERNATIONAL, Variant
from arbiter.rules.verdict import judge
from tests.rules.drawn import games
from tests.rules.reference import Reference


def test_a_square_that_tells_two_captures_apart_makes_it_one() -> None:
    position = parse_fen("B:W14,19,29,31,42:BK47", INTERNATIONAL)
    telling = judge(position, (47, 36), INTERNATIONAL).facts["squares"]

    assert isinstance(telling, tuple)
    assert all(judge(position, (47, int(square), 36), INTERNATIONAL).move for square in telling)


@settings(max_examples=100, deadline=None)
@given(games(14), st.data())
def test_two_orders_of_squares_that_mean_the_same_are_the_same_move(
    drawn: tuple[Variant, Position], data: st.DataObject
) -> None:
    """Whichever way round the pieces are taken and whichever stops are named, it is the move with that result."""
    variant, position = drawn
    reference = Reference(position, variant)
    moves = {(m.origin, m.destination, frozenset(m.taken)): m for m in legal_moves(position, variant)}
    for route in reference.captures()[:40]:
        stops, move = reference.stops(route), moves[reference.result(route)]
        kept = data.draw(st.lists(st.booleans(), min_size=len(stops) - 2, max_size=len(stops) - 2))
        fewer = (stops[0], *(stop for stop, keep in zip(stops[1:-1], kept, strict=True) if keep), stops[-1])

        assert judge(position, stops, variant).move == move
        assert judge(position, fewer, variant).move in (move, None)
        assert judge(position, fewer, variant).code in (None, "ambiguous")
