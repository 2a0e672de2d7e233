"""What stands on the board is worth as much to one side as it costs the other."""

from __future__ import annotations

from hypothesis import given, settings

from arbiter.rules.board import squares_in, squares_set
from arbiter.rules.endings import OF_VARIANT, endings_of
from arbiter.rules.endings.draws import begin
from arbiter.rules.position import Position, parse_fen
from arbiter.rules.variants import VARIANTS
from arbiter.sides import Both
from arbiter.thinking.tree import Tree
from tests.rules.drawn import positions

INTERNATIONAL = VARIANTS["international"]


def weighed(position: Position) -> int:
    """For the mover, in hundredths of a man."""
    tally = begin(position, endings_of(OF_VARIANT[INTERNATIONAL.key]), INTERNATIONAL.board)
    tree = Tree(position, INTERNATIONAL, tally, None, lambda: False, [{}, {}])
    return tree.weigh(tree.root, tree.at, 0)


def turned(position: Position) -> Position:
    """The same for the other side, the board turned round."""

    def round_about(squares: int) -> int:
        return squares_set(INTERNATIONAL.board.last + 1 - square for square in squares_in(squares))

    men, kings = (Both(round_about(of.black), round_about(of.white)) for of in (position.men, position.kings))
    return Position.of(position.turn.other, men, kings)


@given(positions(INTERNATIONAL))
@settings(max_examples=100)
def test_a_position_turned_round_is_worth_the_same_to_the_other_side(position: Position) -> None:
    assert weighed(turned(position)) == weighed(position)


def test_a_man_is_worth_a_hundred_and_more_the_nearer_it_is() -> None:
    """Men alone on the board, far from each other."""
    even = weighed(parse_fen("W:W31,32,33,34,35,36,37,38,39,40:B11,12,13,14,15,16,17,18,19,20", INTERNATIONAL))
    behind = weighed(parse_fen("W:W31,32,33,34,35,36,37,38,40:B11,12,13,14,15,16,17,18,19,20", INTERNATIONAL))
    near = weighed(parse_fen("W:W9,32,33,34,36:B2,16,23,24,25", INTERNATIONAL))

    assert abs(even) < 30
    assert -170 < behind < -50
    assert near > 30
