"""Moves that a piece cannot make at all, whether or not a capture is due: where the move goes wrong, and why."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from arbiter.refused import Fact
from arbiter.rules.generator.geometry import turned
from arbiter.rules.hunting.captures import Hunt, Stand
from arbiter.rules.hunting.routes import reach
from arbiter.rules.notation import square_text
from arbiter.rules.position import Position, Rank
from arbiter.rules.variants.variant import Crowning, Variant
from arbiter.sides import Side
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """The rule that a move breaks, as a code, with the facts that a message about it names."""

    code: str
    facts: dict[str, Fact]


def fault(position: Position, hunter: Hunt, entered: Sequence[int], variant: Variant) -> Fault:
    """The fault at the first of the squares *entered* that the piece cannot reach.

    The caller has made sure that there is such a square.
    """
    stands = {hunter.begin}
    for stop in entered[1:]:
        further = reach(hunter, stands, stop, variant.board.all)
        if not further:
            return _broken_jump(
                position, hunter, max(stands, key=lambda stand: (stand.taken.bit_count(), stand)), stop, variant
            )
        stands = further
    raise AssertionError(f"{entered!r} is a capture in {position!r}")


def _broken_jump(position: Position, hunter: Hunt, stand: Stand, stop: int, variant: Variant) -> Fault:
    here = square_text(stand.square, variant)
    on_crownhead = bool(stand.taken and not stand.king and hunter.geometry.crownhead >> stand.square & 1)
    if on_crownhead and variant.crowning is Crowning.ENDS_THE_MOVE:
        return Fault("jumped_on_after_crowning", {"square": here})
    standing = hunter.standing if variant.taken_stay else hunter.standing & ~stand.taken
    if standing >> stop & 1:
        return Fault("occupied", {"square": square_text(stop, variant)})
    if on_crownhead and reach(hunter, [stand._replace(king=True)], stop, variant.board.all):
        return Fault("crowned_in_passing", {"square": here})
    steps, takes = (variant.kings_step, variant.kings_take) if stand.king else (variant.men_step, variant.men_take)
    between = variant.board.between(stand.square, stop, turned((*steps, *takes), position.turn))
    flying = stand.king and variant.flying_kings
    if between is None or (len(between) != 1 and not flying):
        far = "too_far" if between else _off_line(position, stand, stop, variant)
        return _wrong(position, hunter, stand, stop, far, variant)
    own = (position.men[position.turn] | position.kings[position.turn]) & standing
    for square in between:
        if own >> square & 1:
            return Fault("jumped_own_piece", {"square": square_text(square, variant)})
        if variant.taken_stay and stand.taken >> square & 1:
            return Fault("jumped_same_piece_twice", {"square": square_text(square, variant)})
    for square, behind in pairwise(between):
        if standing >> square & 1 and standing >> behind & 1:
            return Fault("blocked", {"first": square_text(square, variant), "square": square_text(behind, variant)})
    how = _unjumped(hunter, stand, between, variant)
    if how == "too_far" and _off_line(position, stand, stop, variant) == "backwards":
        how = "backwards"
    return _wrong(position, hunter, stand, stop, how, variant)


def _wrong(position: Position, hunter: Hunt, stand: Stand, stop: int, how: str, variant: Variant) -> Fault:
    idle = position.good_for_nothings[position.turn] >> hunter.origin & 1
    return Fault(
        "wrong_direction_or_distance",
        {
            "rank": "king" if stand.king else Rank.GOOD_FOR_NOTHING.value if idle else variant.man,
            "origin": square_text(stand.square, variant),
            "square": square_text(stop, variant),
            "how": how,
        },
    )


def _off_line(position: Position, stand: Stand, stop: int, variant: Variant) -> str:
    """The fault of a step in a wrong direction, as a code.

    The piece does not move, a man goes backwards, or no line leads to the square.
    """
    board = variant.board
    behind = board.row(stop) - board.row(stand.square)
    back = behind > 0 if position.turn is Side.WHITE else behind < 0
    line = board.between(stand.square, stop, turned((*variant.kings_step, *variant.kings_take), position.turn))
    if stop == stand.square:
        return "stays"
    return "backwards" if back and not stand.king and line is not None else "off_line"


def _unjumped(hunter: Hunt, stand: Stand, between: Sequence[int], variant: Variant) -> str:
    """The reason, as a code, why the piece cannot reach a square by one jump. It depends on the pieces in between."""
    prey = [square for square in between if hunter.standing >> square & 1 and not stand.taken >> square & 1]
    if not prey:
        return "too_far" if not stand.taken and not (stand.king and variant.flying_kings) else "takes_nothing"
    if not stand.king and not hunter.prey_of_men >> prey[0] & 1:
        return "no_king_by_man"
    return "turned_back" if not variant.may_turn_back and stand.taken else "off_line"
