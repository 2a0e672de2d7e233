"""What the service says of doubtful flags, and of moves that came in after one: to officials only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict

from arbiter.shapes.told import told
from arbiter.sides import SECOND, Span
from arbiter.tournament.events.late_moves import MoveCameLate
from arbiter.tournament.game import Flag, Game, Late
from arbiter.tournament.state import Proposal, Tournament
from arbiter.view import View


class LateMoveTold(TypedDict):
    """A move that came in after its flag: what its tablet says of the press, and what a tablet cannot prove."""

    ply: int
    side: str
    move: str
    by: str
    pressed: int
    offset_ms: int
    chain: str
    flag_at: int
    before_flag_ms: int
    came_at: int
    came_after_ms: int
    sentence: str
    proof: str


class LateDecidedTold(LateMoveTold):
    """The same with its proposal, where it was put before an arbiter, and what has been decided of it."""

    proposal: int | None
    decided: str | None


class DoubtTold(TypedDict):
    """Why a flag may only be proposed, with what the service has seen of that."""

    why: str
    seen: dict[str, Any]
    sentence: str


DOUBTS: Mapping[str, str] = {
    "outage": "doubt_outage",
    "stall": "doubt_stall",
    "stalls": "doubt_stalls",
    "disk": "doubt_disk",
    "tablet": "doubt_tablet",
    "unheard": "doubt_unheard",
    "unruled": "doubt_unruled",
    "press": "doubt_press",
}
"""The sentence for each reason why a flag may only be proposed."""


def beside_flag(state: Tournament, proposal: Proposal) -> bool:
    """Whether the office shows it beside the flag that waits at its board, and not by itself."""
    return proposal.kind == "late_move" and state.game(proposal.round, proposal.board).flag is not None


def late_moves_shape(view: View, game: Game) -> list[LateDecidedTold]:
    """The moves that came in after the flag of the present ply, each with what has been decided of it."""
    return [late_decided(view, late) for late in game.late if late.ply == game.ply]


def late_decided(view: View, late: Late) -> LateDecidedTold:
    """One such move with its proposal, where it was put before an arbiter."""
    found = next((p for p in view.state.proposals if p.number == late.line), None)
    return {
        **late_shape(view, late),
        "proposal": found.number if found else None,
        "decided": found.decided if found else None,
    }


def late_shape(view: View, late: Late | MoveCameLate) -> LateMoveTold:
    """One such move: what its tablet says of the press, how far from the flag, and what a tablet cannot prove."""
    before, after = late.fell - late.pressed, late.at - late.fell
    facts = {"side": late.side.value, "move": late.move, "before": seconds(abs(before)), "after": seconds(after)}
    return told(
        LateMoveTold,
        late,
        side=late.side.value,
        offset_ms=late.offset,
        flag_at=late.fell,
        before_flag_ms=before,
        came_at=late.at,
        came_after_ms=after,
        sentence=view.say("late_move" if before > 0 else "late_move_after_flag", facts),
        proof=view.say("late_move_proof", {}),
    )


def doubt_shape(view: View, flag: Flag | None) -> DoubtTold | None:
    """Why a flag may only be proposed, with what the service has seen of that; None where it can answer for it."""
    if flag is None or not flag.provisional:
        return None
    facts = dict(flag.evidence)
    told = {name.removesuffix("_ms"): seconds(value) for name, value in facts.items() if isinstance(value, int)}
    return {"why": flag.provisional, "seen": facts, "sentence": view.say(DOUBTS[flag.provisional], told)}


def seconds(span: Span) -> str:
    """A length of time in seconds and tenths."""
    return f"{span // SECOND}.{span % SECOND // 100}"
