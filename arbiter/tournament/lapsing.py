"""The end of proposals: an arbiter decides them, or they become void (lapse) because their cause has gone."""

from __future__ import annotations

from dataclasses import replace

from arbiter.tournament.game import Game
from arbiter.tournament.state import Proposal, Tournament


def settled(state: Tournament, game: Game) -> Tournament:
    """Return the tournament with *game* updated.

    Proposals that became void by what happened in the game are removed.
    """
    return lapsed(state, game).put(game)


def decided(state: Tournament, number: int, how: str, why: str = "") -> Tournament:
    """Return the tournament with the proposal marked as decided: "signed", "dismissed" or "lapsed" (void)."""
    proposals = tuple(replace(p, decided=how, why=why) if p.number == number else p for p in state.proposals)
    return replace(state, proposals=proposals)


def uncounted(state: Tournament, line: int) -> Tournament:
    """Return the tournament in which the conduct noted in that journal line does not count any more."""
    conduct = tuple(replace(one, overruled=True) if one.line == line else one for one in state.conduct)
    return replace(state, conduct=conduct)


def lapsed(state: Tournament, game: Game) -> Tournament:
    """Return the tournament without the proposals that have lost their cause in *game*.

    The proposal of a fallen flag becomes void with its flag (after a move made in time, or a ruling). Every proposal
    becomes void with the end of the game, except a penalty and a move that arrived after the flag had ended the game.
    An ending and an irregular move lose their cause when the move concerned is taken back. A loss for inactivity and a
    draw agreed too early lose their cause with the next move.
    """
    if game.flag is not None:
        return state
    here = [p for p in state.waiting if (p.round, p.board) == (game.round, game.board)]
    lapsing = [
        p
        for p in here
        if (game.result is not None and p.kind not in ("penalty", "late_move", "position"))
        or (p.kind == "late_move" and not _after_the_end(p, game))
        or p.kind == "flag"
        or (p.kind in ("inactivity", "early_draw", "position") and p.ply != game.ply)
        or (p.kind in ("ending", "irregular") and p.ply > game.ply)
        or (p.kind == "late" and _came(p, game))
    ]
    for proposal in lapsing:
        state = decided(state, proposal.number, "lapsed")
    return state


def late_lapsed(state: Tournament, game: Game) -> Tournament:
    """Return the tournament without the undecided proposals at that board about moves that arrived after a flag."""
    for proposal in state.waiting:
        if (proposal.kind, proposal.round, proposal.board) == ("late_move", game.round, game.board):
            state = decided(state, proposal.number, "lapsed")
    return state


def _after_the_end(late: Proposal, game: Game) -> bool:
    """Whether the late move arrived after its flag had ended the game, and the game has not changed since then."""
    result = game.result
    return result is not None and result.because == "flag" and result.at < late.at and late.ply == game.ply


def _came(late: Proposal, game: Game) -> bool:
    """Whether a player whose time limit for being late has passed is at the board after all."""
    return True in game.here if late.ground == "both" else game.here[late.side] is True
