"""What proves an ending: the counts of a game as they stood, and those that a proposal is about."""

from __future__ import annotations

from arbiter.rules.draws import Count, counted
from arbiter.rules.endings import Counts, endings_of
from arbiter.tournament.game import Game
from arbiter.tournament.state import Proposal, Tournament


def counts_at(game: Game, ply: int) -> tuple[Count, ...]:
    """Every count of the game as it stood after so many plies."""
    return (game.tally if ply == game.ply else game.tally_after(ply)).counts()


def proofs(state: Tournament, proposal: Proposal) -> tuple[Count, ...]:
    """What proves, or does not, what an arbiter is asked to sign: the count that is due, or those of a claim.

    They are as they stood when it was put to him; the claim of a repetition is about that, any other about the run of
    moves that is nearest to its end.
    """
    game = state.game(proposal.round, proposal.board)
    if proposal.kind not in ("ending", "claim"):
        return ()
    counts = counts_at(game, min(proposal.ply, game.ply))
    if proposal.kind == "ending":
        return tuple(count for count in counts if count.row.key == proposal.ground)
    if proposal.ground == "repetition":
        return tuple(count for count in counts if count.row.counts is Counts.TIMES) or _repetition(game, proposal.ply)
    runs = [count for count in counts if count.row.counts is not Counts.TIMES and count.plies and count.row.limit]
    return tuple(sorted(runs, key=lambda count: count.number / count.row.limit, reverse=True)[:1])


def _repetition(game: Game, ply: int) -> tuple[Count, ...]:
    """How often the position stood, in a game whose rules have no row for it: a claim is looked at all the same."""
    rows = endings_of(("repetition-claimed",))
    return counted(game.start, game.plays[: min(ply, game.ply)], rows, game.tally.board).counts()


def numbered(game: Game, ply: int) -> str:
    """A move with its number, as a score sheet has it: "17. 32-28", and "17. ... 19-23" for the side that follows."""
    play = game.plays[ply - 1]
    before = "" if play.side is game.start.turn else "... "
    return f"{(ply + 1) // 2}. {before}{play.move}"
