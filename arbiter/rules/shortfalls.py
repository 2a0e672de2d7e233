"""Captures that are captures, but not the right ones: stopped too early, too small, or outranked."""

from __future__ import annotations

from collections.abc import Sequence

from arbiter.rules.captures import Hunt, rank
from arbiter.rules.faults import Fault
from arbiter.rules.move import Move
from arbiter.rules.notation import square_text
from arbiter.rules.position import Position
from arbiter.rules.routes import along, stops_after
from arbiter.rules.variants import Variant


def shortfall(
    position: Position, hunter: Hunt, entered: Sequence[int], legal: Sequence[Move], variant: Variant
) -> Fault:
    """Why a capture by that piece may not be played. Of several readings the one that takes the most counts."""
    stops, most = entered[1:], max(len(move.taken) for move in legal)
    ends = along(hunter, stops, variant.board.all)
    bits = max((stand.taken for stand in ends), key=int.bit_count)
    early = Fault(
        "capture_stopped_early", {"square": square_text(entered[-1], variant), "got": bits.bit_count(), "max": most}
    )
    if any(move.origin == hunter.origin and stops_after(hunter, stops, move) is not None for move in legal):
        return early
    kings = position.kings[position.turn.other]
    whole = [
        rank(variant, hunter.king, chain.taken, kings)
        for chain in hunter.all_chains()
        if chain.bits == bits and chain.path[-1] == entered[-1]
    ]
    if whole:
        got, best = (
            max(whole),
            rank(variant, bool(position.kings[position.turn] >> legal[0].origin & 1), legal[0].taken, kings),
        )
        place = next(place for place, (mine, highest) in enumerate(zip(got, best, strict=True)) if mine != highest)
        if variant.precedence_steps[place] != "pieces":
            return Fault("precedence", {"step": variant.precedence_steps[place], "got": got[place], "max": best[place]})
    elif bits.bit_count() == most or "pieces" not in variant.precedence_steps[:1]:
        return early
    return Fault("capture_not_maximum", {"got": bits.bit_count(), "max": most})
