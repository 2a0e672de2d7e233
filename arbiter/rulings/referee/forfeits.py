"""Repeated forfeits: with as many as the regulations allow, a player is out of the tournament.

The service counts the forfeits and proposes to withdraw the player. Once an arbiter signs, the player is withdrawn. If
a forfeit is corrected afterwards, the service proposes to let the player return.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arbiter.pairing.table.points import Outcome
from arbiter.refused import Refused
from arbiter.rulings.request import article
from arbiter.sides import Both, Side
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.games import GameEnded, ResultCorrected
from arbiter.tournament.events.referee.proposals import RulingProposed
from arbiter.tournament.game import Game
from arbiter.tournament.state import Proposal, Tournament

GROUND = "forfeits"


def too_many(state: Tournament, game: Game, ended: GameEnded | ResultCorrected) -> Sequence[Event]:
    """Return proposals to withdraw those players of *game* who now have as many forfeits as the regulations allow."""
    if ended.because != "forfeit" or not state.regulations.forfeits_out:
        return []
    outcome = Both(ended.white, ended.black)
    out = [
        side
        for side in Side
        if outcome[side] is Outcome.LOST
        and game.entries[side] not in state.withdrawn
        and forfeited(state, game.entries[side], besides=game) + 1 >= state.regulations.forfeits_out
        and not any(_about(state, proposal, game.entries[side]) for proposal in state.waiting)
    ]
    return [
        RulingProposed(
            at=ended.at,
            round=game.round,
            board=game.board,
            kind="penalty",
            side=side,
            white=None,
            black=None,
            because=GROUND,
            article=article(state, "late"),
            step="expulsion",
        )
        for side in out
    ]


def unfounded_exclusions(state: Tournament, game: Game, ended: GameEnded | ResultCorrected) -> Sequence[Event]:
    """Return proposals to let players of *game* return who were excluded and now have too few forfeits for that."""
    outcome = Both(ended.white, ended.black)
    back = [
        side
        for side in Side
        if game.entries[side] in state.withdrawn
        and any(_about(state, p, game.entries[side]) and p.decided == "signed" for p in state.proposals)
        and not any(p.kind == "return" and _about(state, p, game.entries[side]) for p in state.waiting)
        and forfeited(state, game.entries[side], besides=game)
        + (ended.because == "forfeit" and outcome[side] is Outcome.LOST)
        < state.regulations.forfeits_out
    ]
    where: dict[str, Any] = {"at": ended.at, "round": game.round, "board": game.board, "white": None, "black": None}
    cites = article(state, "late")
    return [RulingProposed(**where, kind="return", side=side, because=GROUND, article=cites) for side in back]


def forfeited(state: Tournament, entry: int, *, besides: Game | None = None) -> int:
    """Return the number of games that *entry* has lost by forfeit, by the present results."""
    here = None if besides is None else (besides.round, besides.board)
    return sum(
        game.entries[side] == entry and game.result.outcome[side] is Outcome.LOST
        for game in state.games()
        if game.result is not None and game.result.because == "forfeit" and (game.round, game.board) != here
        for side in Side
    )


def refuse_too_few(state: Tournament, proposal: Proposal) -> None:
    """Raise Refused if a proposal withdraws a player who, after corrected results, has too few forfeits for it."""
    if proposal.ground != GROUND:
        return
    entry = state.game(proposal.round, proposal.board).entries[proposal.side]
    if forfeited(state, entry) < state.regulations.forfeits_out:
        raise Refused("too_few_forfeits", forfeits=forfeited(state, entry), limit=state.regulations.forfeits_out)


def _about(state: Tournament, proposal: Proposal, entry: int) -> bool:
    game = state.game(proposal.round, proposal.board)
    return proposal.ground == GROUND and game.entries[proposal.side] == entry
