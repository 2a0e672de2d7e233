"""The faults of moves that may not be played: where a move goes wrong, and why.

Some moves a piece cannot make at all, whether or not its side has to capture (`fault`). Other moves are captures that
the piece can make but may not play: they stop too early, take too few pieces, or are outranked (`shortfall`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from arbiter.refused import Fact
from arbiter.rules.board import Squares, squares_set
from arbiter.rules.captures_of_a_piece import Hunt, Stand, rank, reach, stops_after, tapped
from arbiter.rules.generator.geometry import turned
from arbiter.rules.notation import Move, square_text
from arbiter.rules.position import Position, Rank
from arbiter.rules.variants.variant import Crowning, Variant
from arbiter.sides import Side
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """The rule that a move breaks, as a code, with the facts that the message about it names."""

    code: str
    facts: dict[str, Fact]


def fault(position: Position, hunter: Hunt, entered: Sequence[int], variant: Variant) -> Fault:
    """Return the fault at the first of the squares *entered* that the piece cannot reach.

    There must be such a square.
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
    """Return the code of the fault if no direction of the piece leads to the square *stop*.

    "stays": the piece does not move. "backwards": a man moves backwards. "off_line": no line leads to *stop*.
    """
    board = variant.board
    behind = board.row(stop) - board.row(stand.square)
    back = behind > 0 if position.turn is Side.WHITE else behind < 0
    line = board.between(stand.square, stop, turned((*variant.kings_step, *variant.kings_take), position.turn))
    if stop == stand.square:
        return "stays"
    return "backwards" if back and not stand.king and line is not None else "off_line"


def _unjumped(hunter: Hunt, stand: Stand, between: Sequence[int], variant: Variant) -> str:
    """Return the code of the reason why the piece cannot reach a square by one jump.

    *between* are the squares between the piece and that square.
    """
    prey = [square for square in between if hunter.standing >> square & 1 and not stand.taken >> square & 1]
    if not prey:
        return "too_far" if not stand.taken and not (stand.king and variant.flying_kings) else "takes_nothing"
    if not stand.king and not hunter.prey_of_men >> prey[0] & 1:
        return "no_king_by_man"
    return "turned_back" if not variant.may_turn_back and stand.taken else "off_line"


def shortfall(
    position: Position, hunter: Hunt, entered: Sequence[int], legal: Sequence[Move], variant: Variant
) -> Fault:
    """Return the rule that is broken by a capture which the piece can make but may not play.

    Each of the squares *entered* is read as the landing of one jump if possible. If the squares can mean several
    captures, the one that takes the most pieces is judged.
    """
    stops, everything = entered[1:], variant.board.all
    mine = [move for move in legal if move.origin == hunter.origin]
    taken = [stand.taken for stand in tapped(hunter, stops, everything)]
    for move in sorted(mine, key=lambda move: len(move.taken)):
        within = [bits for bits in taken if not bits & ~squares_set(move.taken)]
        if within and stops_after(hunter, stops, move) is not None:
            return _early(entered, max(within, key=int.bit_count), [move], variant)
    bits = max(taken, key=int.bit_count)
    most = max(len(move.taken) for move in legal)
    kings = position.kings[position.turn.other]
    whole = [
        rank(variant, hunter.king, chain.taken, kings)
        for chain in hunter.all_chains()
        if chain.bits == bits and chain.path[-1] == entered[-1]
    ]
    if whole:
        by_king = bool(position.kings[position.turn] >> legal[0].origin & 1)
        height, highest = max(whole), rank(variant, by_king, legal[0].taken, kings)
        place = next((place for place, number in enumerate(highest) if number != height[place]), None)
        step = "pieces" if place is None else variant.precedence_steps[place]
        if place is not None and step != "pieces":
            return Fault("precedence", {"step": step, "got": int(height[place]), "max": int(highest[place])})
    elif bits.bit_count() == most or "pieces" not in variant.precedence_steps[:1]:
        return _early(entered, bits, mine or legal, variant)
    return Fault("capture_not_maximum", {"got": bits.bit_count(), "max": most})


def _early(entered: Sequence[int], taken: Squares, whole: Sequence[Move], variant: Variant) -> Fault:
    """Return the fault of a capture that stops early.

    Its fact `max` is the least number of pieces with which the capture would be complete. *whole* are the complete
    captures.
    """
    got, sizes = taken.bit_count(), [len(move.taken) for move in whole]
    owed = min((size for size in sizes if size > got), default=max(sizes))
    return Fault("capture_stopped_early", {"square": square_text(entered[-1], variant), "got": got, "max": owed})
