"""The squares laid out with a margin."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.rules.board import squares_in, squares_set
from arbiter.rules.generator.grid import grid
from arbiter.rules.variants import VARIANTS
from arbiter.rules.variants.variant import Variant


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.key)
def test_a_direction_is_one_shift_for_every_square(variant: Variant) -> None:
    """What steps over the edge comes to no square, and what stays on the board to the neighbour."""
    on = grid(variant)
    for direction in {*variant.men_step, *variant.men_take, *variant.kings_step, *variant.kings_take}:
        by = on.shift(direction)
        for square in range(1, variant.board.last + 1):
            ray = variant.board.ray(square, direction)

            assert (on.bits[square] << max(by, 0) >> max(-by, 0)) & on.all == (on.bits[ray[0]] if ray else 0)


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(list(VARIANTS.values())), st.data())
def test_a_fan_moves_a_set_in_every_direction_at_once(variant: Variant, data: st.DataObject) -> None:
    """Its lanes hold what one shift after the other would, ahead and behind."""
    on = grid(variant)
    pieces = on.spread(squares_set(data.draw(st.sets(st.integers(1, variant.board.last)))))
    fan = on.fan({*variant.men_step, *variant.men_take, *variant.kings_step, *variant.kings_take})
    board = on.all * fan.still

    for way, lane in fan.lanes.items():
        by = on.shift(way)
        ahead, behind = pieces << max(by, 0) >> max(-by, 0), pieces << max(-by, 0) >> max(by, 0)

        assert (pieces * fan.ahead & board) >> lane & on.all == ahead & on.all
        assert (pieces * fan.behind & board) >> lane & on.all == behind & on.all
        assert (pieces * fan.still & board) >> lane & on.all == pieces


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(list(VARIANTS.values())), st.data())
def test_a_set_laid_out_and_gathered_is_the_same_set(variant: Variant, data: st.DataObject) -> None:
    squares = squares_set(data.draw(st.sets(st.integers(1, variant.board.last))))
    on = grid(variant)

    assert on.gather(on.spread(squares)) == squares
    assert on.spread(squares) == sum(on.bits[square] for square in squares_in(squares))
    assert {on.numbers[on.bits[square]] for square in squares_in(squares)} == set(squares_in(squares))
