"""What every ruling leaves behind in the state: its note on the game, its proposal decided."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from arbiter.sides import Instant, Side
from arbiter.tournament import events as e
from arbiter.tournament.game import Game, Note
from arbiter.tournament.state import Proposal, Tournament

Proposing: TypeAlias = (
    e.FlagFell
    | e.DrawClaimed
    | e.EndingDue
    | e.LateNoticed
    | e.IrregularMove
    | e.MoveRetracted
    | e.ObjectionRaised
    | e.RulingProposed
    | e.ConductNoted
)
"""The events that put something before an arbiter."""


def note_of(
    game: Game,
    event: e.Event,
    what: str,
    side: Side | None,
    *,
    reason: str | None = None,
    article: str | None = None,
    span: int | None = None,
    step: str | None = None,
) -> Note:
    """The note that *event* leaves on the game, for the sheets."""
    at: Instant = event.at
    return Note(
        at=at,
        what=what,
        side=side,
        by=getattr(event, "by", "service"),
        reason=getattr(event, "reason", "") if reason is None else reason,
        ply=game.ply,
        article=article,
        span=span,
        step=step,
    )


def _came(late: Proposal, game: Game) -> bool:
    """Whether somebody has come for whom the limit had passed."""
    return True in game.here if late.ground == "both" else game.here[late.side] is True


def proposed(
    state: Tournament,
    kind: str,
    event: Proposing,
    ground: str,
    *,
    step: str = "",
    move: str = "",
) -> Tournament:
    """A proposal is opened; its number is the line of its event."""
    proposal = Proposal(
        number=state.version,
        kind=kind,
        at=event.at,
        round=event.round,
        board=event.board,
        side=Side.WHITE if event.side == "both" else Side(event.side),
        ground=ground,
        ply=state.game(event.round, event.board).ply,
        provisional=getattr(event, "provisional", ""),
        step=step,
        move=move,
    )
    return replace(state, proposals=(*state.proposals, proposal))


def decided(state: Tournament, number: int, how: str) -> Tournament:
    """The proposal is decided: "signed", "dismissed" or "lapsed"."""
    proposals = tuple(replace(p, decided=how) if p.number == number else p for p in state.proposals)
    return replace(state, proposals=proposals)


def lapsed(state: Tournament, game: Game) -> Tournament:
    """A flag proposal lapses with its flag (a move made in time, a ruling), and every proposal with the game.

    An ending lapses when the play that made it due is taken back, and so does what was found of an irregular play; a
    loss for inactivity and a draw agreed too early with the next play. A penalty outlives its game.
    """
    if game.flag is not None:
        return state
    here = [p for p in state.waiting if (p.round, p.board) == (game.round, game.board)]
    lapsing = [
        p
        for p in here
        if (game.result is not None and p.kind != "penalty")
        or p.kind == "flag"
        or (p.kind in ("inactivity", "early_draw") and p.ply != game.ply)
        or (p.kind in ("ending", "irregular") and p.ply > game.ply)
        or (p.kind == "late" and _came(p, game))
    ]
    for proposal in lapsing:
        state = decided(state, proposal.number, "lapsed")
    return state
