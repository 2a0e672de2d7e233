"""Answers for officials about doubtful flags, and about acts of players that reached the service after a flag fell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict

from arbiter.shapes.json_answers import told
from arbiter.sides import SECOND, Span
from arbiter.tournament.events.late_moves import MoveCameLate
from arbiter.tournament.game import Flag, Game, Late
from arbiter.tournament.state import Proposal, Tournament
from arbiter.view import View


class LateMoveTold(TypedDict):
    """A move or another act that reached the service after a flag fell: the tablet's times, and what they prove.

    `act`: the kind of act, such as "move", "crown" or "accept". `move`: empty unless the act is a move. `says`: the act
    in words.
    """

    act: str
    says: str
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
    """An act that reached the service after a flag fell, with the decision on it.

    `proposal`: the proposal by which an arbiter was asked; null if none was. `with_it`: the undecided acts of the same
    tablet, in words, that are accepted together with this one.
    """

    proposal: int | None
    decided: str | None
    with_it: list[str]


class DoubtTold(TypedDict):
    """The reason why a fallen flag needs an arbiter's decision, with the evidence."""

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
    "claim": "doubt_claim",
    "appeal": "doubt_appeal",
}
"""The code of the sentence for each reason why the loss by a fallen flag is only proposed."""


def beside_flag(state: Tournament, proposal: Proposal) -> bool:
    """Return whether the office page shows a proposal about a late act together with the flag at the same board."""
    return proposal.kind == "late_move" and state.game(proposal.round, proposal.board).flag is not None


def late_moves_shape(view: View, game: Game) -> list[LateDecidedTold]:
    """Return the acts of the present turn that came after the flag had fallen, each with the decision on it."""
    return [late_decided(view, game, late) for late in game.late if late.ply == game.ply]


def late_decided(view: View, game: Game, late: Late) -> LateDecidedTold:
    """Return an act that came after the flag, with the proposal and the decision if an arbiter was asked about it."""
    found = next((p for p in view.state.proposals if p.number == late.line), None)
    waiting = {proposal.number for proposal in view.state.waiting}
    mine = [one for one in game.late if (one.by, one.fell) == (late.by, late.fell) and one.line in waiting]
    return {
        **late_shape(view, late),
        "proposal": found.number if found else None,
        "decided": found.decided if found else None,
        "with_it": [late_shape(view, one)["says"] for one in mine if one.line < late.line]
        if late.line in waiting
        else [],
    }


def late_shape(view: View, late: Late | MoveCameLate) -> LateMoveTold:
    """Return an act that came after the flag: the tablet's times, their distance from the flag, and what they prove."""
    before, after = late.fell - late.pressed, late.at - late.fell
    says = late.move or view.term(f"act {late.act}")
    facts = {"side": late.side.value, "move": says, "before": seconds(abs(before)), "after": seconds(after)}
    return told(
        LateMoveTold,
        late,
        says=says,
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
    """Return the reason, with evidence, why it is doubtful that the flag fell in time; None if it is not."""
    if flag is None or not flag.provisional:
        return None
    facts = dict(flag.evidence)
    told = {name.removesuffix("_ms"): seconds(value) for name, value in facts.items() if isinstance(value, int)}
    return {"why": flag.provisional, "seen": facts, "sentence": view.say(DOUBTS[flag.provisional], told)}


def seconds(span: Span) -> str:
    """Return a length of time as text in seconds and tenths."""
    return f"{span // SECOND}.{span % SECOND // 100}"
