"""Moves entered by taps."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.rules.moves import legal_moves
from arbiter.rules.notation import Move
from arbiter.rules.position import Position, parse_fen, start
from arbiter.rules.tapped_moves import entered
from arbiter.rules.variants import INTERNATIONAL, Variant
from arbiter.rules.verdict import judge
from tests.rules.drawn import games
from tests.rules.reference import Reference


def next_squares(position: Position, prefix: tuple[int, ...], variant: Variant) -> frozenset[int]:
    return entered(position, prefix, variant).next


def completed(position: Position, prefix: tuple[int, ...], variant: Variant) -> Move | None:
    return entered(position, prefix, variant).move


def test_the_pieces_that_can_move_are_offered_first() -> None:
    assert next_squares(start(INTERNATIONAL), (), INTERNATIONAL) == {31, 32, 33, 34, 35}
    assert next_squares(start(INTERNATIONAL), (31,), INTERNATIONAL) == {26, 27}
    assert next_squares(start(INTERNATIONAL), (31, 26), INTERNATIONAL) == frozenset()
    assert next_squares(start(INTERNATIONAL), (41,), INTERNATIONAL) == frozenset()
    assert next_squares(start(INTERNATIONAL), (31, 22), INTERNATIONAL) == frozenset()


def test_the_only_move_of_a_piece_is_complete_with_its_first_tap() -> None:
    position = parse_fen("W:W28,37,44:B22,23,13,9,31", INTERNATIONAL)
    move = completed(position, (28,), INTERNATIONAL)

    assert move is not None
    assert move.path == (28, 19, 8)
    assert next_squares(position, (28,), INTERNATIONAL) == {19, 8}
    assert completed(position, (), INTERNATIONAL) is None
    assert completed(position, (37,), INTERNATIONAL) is None


def test_a_square_that_tells_two_captures_apart_completes_one() -> None:
    position = parse_fen("B:W14,19,29,31,42:BK47", INTERNATIONAL)
    ambiguous = judge(position, (47, 36), INTERNATIONAL)
    telling = ambiguous.facts["squares"]

    assert completed(position, (47, 36), INTERNATIONAL) is None
    assert isinstance(telling, tuple)
    assert all(completed(position, (47, int(square), 36), INTERNATIONAL) for square in telling)


@settings(max_examples=100, deadline=None)
@given(games(14), st.data())
def test_two_orders_of_taps_that_mean_the_same_give_the_same_move(
    drawn: tuple[Variant, Position], data: st.DataObject
) -> None:
    """Whichever way round the pieces are taken and whichever stops are tapped, it is the move with that result."""
    variant, position = drawn
    reference = Reference(position, variant)
    moves = {(m.origin, m.destination, frozenset(m.taken)): m for m in legal_moves(position, variant)}
    for route in reference.captures()[:40]:
        stops, move = reference.stops(route), moves[reference.result(route)]
        for place in range(1, len(stops)):
            assert stops[place] in next_squares(position, stops[:place], variant)
        kept = data.draw(st.lists(st.booleans(), min_size=len(stops) - 2, max_size=len(stops) - 2))
        fewer = (stops[0], *(stop for stop, keep in zip(stops[1:-1], kept, strict=True) if keep), stops[-1])

        assert judge(position, stops, variant).move == move
        assert judge(position, fewer, variant).move in (move, None)
        assert judge(position, fewer, variant).code in (None, "ambiguous")
        assert completed(position, stops, variant) in (move, None)


@settings(max_examples=60, deadline=None)
@given(games(14))
def test_every_square_that_may_be_tapped_lies_on_a_legal_move(drawn: tuple[Variant, Position]) -> None:
    """No tap that is offered leads astray: some legal move can still be completed after it."""
    variant, position = drawn
    for origin in next_squares(position, (), variant):
        for square in next_squares(position, (origin,), variant):
            onward = next_squares(position, (origin, square), variant)
            ended = judge(position, (origin, square), variant)

            assert onward or ended.move is not None or ended.code == "ambiguous"
