"""Captures that the piece can make but may not play: they stop too early, take too few pieces, or are outranked."""

from __future__ import annotations

from collections.abc import Sequence

from arbiter.rules.board import Squares, squares_set
from arbiter.rules.hunting.captures import Hunt, rank
from arbiter.rules.hunting.routes import stops_after, tapped
from arbiter.rules.move import Move
from arbiter.rules.notation import square_text
from arbiter.rules.position import Position
from arbiter.rules.variants.variant import Variant
from arbiter.rules.verdict.faults import Fault


def shortfall(
    position: Position, hunter: Hunt, entered: Sequence[int], legal: Sequence[Move], variant: Variant
) -> Fault:
    """The rule that this capture breaks.

    The entry means one jump to each of its squares, where that can be. If it can mean several captures, the one that
    takes the most pieces counts.
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
    """The fault of a capture that stops early. It names as owed the fewest pieces with which it would be complete."""
    got, sizes = taken.bit_count(), [len(move.taken) for move in whole]
    owed = min((size for size in sizes if size > got), default=max(sizes))
    return Fault("capture_stopped_early", {"square": square_text(entered[-1], variant), "got": got, "max": owed})
