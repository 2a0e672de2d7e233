"""The end of proposals: an arbiter decides them, or they lapse together with their cause."""

from __future__ import annotations

from dataclasses import replace

from arbiter.tournament.game import Game
from arbiter.tournament.state import Proposal, Tournament


def settled(state: Tournament, game: Game) -> Tournament:
    """The tournament with *game* updated, and without the proposals that lapse by what happened in it."""
    return lapsed(state, game).put(game)


def decided(state: Tournament, number: int, how: str, why: str = "") -> Tournament:
    """The tournament with the proposal decided: "signed", "dismissed" or "lapsed"."""
    proposals = tuple(replace(p, decided=how, why=why) if p.number == number else p for p in state.proposals)
    return replace(state, proposals=proposals)


def lapsed(state: Tournament, game: Game) -> Tournament:
    """The tournament without the proposals that have lost their cause in *game*.

    A flag proposal lapses with its flag (after a move made in time, or a ruling), and every proposal with the game. An
    ending lapses when the move that made it due is taken back, and so does the finding of an irregular move. A loss for
    inactivity and a draw agreed too early lapse with the next move. A penalty outlives its game, and so does a move
    that arrived after the flag had ended it.
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
    """The tournament without the waiting proposals of moves that arrived after a flag at that board."""
    for proposal in state.waiting:
        if (proposal.kind, proposal.round, proposal.board) == ("late_move", game.round, game.board):
            state = decided(state, proposal.number, "lapsed")
    return state


def _after_the_end(late: Proposal, game: Game) -> bool:
    """Whether the move arrived after its flag had ended the game, and the game has not changed since."""
    result = game.result
    return result is not None and result.because == "flag" and result.at < late.at and late.ply == game.ply


def _came(late: Proposal, game: Game) -> bool:
    """Whether a player for whom the time limit had passed has come."""
    return True in game.here if late.ground == "both" else game.here[late.side] is True
