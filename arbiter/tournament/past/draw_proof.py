"""The proof of an ending: the counts of moves and repetitions in a game, and those that support a proposal."""

from __future__ import annotations

from arbiter.rules.endings import Counts, endings_of
from arbiter.rules.endings.draws import Count
from arbiter.rules.notation import parse_move
from arbiter.rules.position import Position
from arbiter.rules.verdict import judge, made
from arbiter.tournament.game import Game, Play
from arbiter.tournament.state import Proposal, Tournament
from arbiter.values import replace

ANNOUNCED = -1
"""The number that stands for the journal line of a move that a player announced with a claim and did not play."""
COUNTED = ("repetition", "kings_only", "no_progress")
"""The grounds of claims that the service can check by a count."""


def counts_at(game: Game, ply: int) -> tuple[Count, ...]:
    """Return every count towards an ending of the game, after *ply* plies."""
    return (game.tally if ply == game.ply else game.tally_after(ply)).counts()


def looked_at(state: Tournament, proposal: Proposal) -> Game:
    """Return the game as it was when *proposal* was made.

    If a player announced a move together with a claim, the move is included as if played, legal or not.
    """
    game, variant = state.game(proposal.round, proposal.board), state.variant
    ply = min(proposal.ply, game.ply)
    game = replace(game, plays=game.plays[:ply], position=game.position_after(ply), tally=game.tally_after(ply))
    entered = parse_move(proposal.move, variant) if proposal.move else ()
    meant = judge(game.position, entered, variant).move or made(game.position, entered, variant) if entered else None
    if meant is None:
        return game
    announced = Play(
        ply=ply + 1,
        side=game.position.turn,
        move=proposal.move,
        path=meant.path,
        taken=meant.taken,
        crowned=meant.crowned,
        at=proposal.at,
        charged=0,
        left=0,
        line=ANNOUNCED,
    )
    now = game.position.played(meant.path, meant.taken, meant.crowned)
    return replace(game, plays=(*game.plays, announced), position=now, tally=game.tally.after(meant, now))


def proofs(game: Game, proposal: Proposal) -> tuple[Count, ...]:
    """Return the counts that prove or disprove a proposal, in the game returned by `looked_at`.

    For an ending that is due, this is its count. For a claimed repetition these are the repetition counts, even if the
    game has no such ending. For any other claim these are the counts nearest to their limit.
    """
    if proposal.kind not in ("ending", "claim"):
        return ()
    counts = game.tally.counts()
    if proposal.kind == "ending":
        return tuple(count for count in counts if count.row.key == proposal.ground)
    if proposal.ground == "repetition":
        found = tuple(count for count in counts if count.row.counts is Counts.TIMES)
        rows = endings_of(("repetition-claimed",))
        return found or game.tally_after(game.ply, rows).counts()
    runs = [count for count in counts if count.row.counts is not Counts.TIMES and count.plies and count.row.limit]
    return tuple(sorted(runs, key=lambda count: count.number / count.row.limit, reverse=True)[:1])


def unchecked(proposal: Proposal) -> bool:
    """Return whether a draw is claimed on a ground in the player's own words, which the service cannot check."""
    return proposal.kind == "claim" and proposal.ground not in COUNTED


def unfounded(state: Tournament, proposal: Proposal) -> bool:
    """Return whether the game itself shows that a waiting claim is wrong, so that the service proposes to refuse it.

    A claim based on a count is wrong if no count of the game has reached its limit. A claim of an irregular move is
    wrong if no move was irregular. For a claim on any other ground the answer is False.
    """
    if proposal.kind == "irregular":
        return not proposal.ground
    if proposal.kind != "claim" or proposal.ground not in COUNTED:
        return False
    game = looked_at(state, proposal)
    found = (*game.tally.counts(), *proofs(game, proposal))
    return bool(found) and not any(count.reached for count in found)


def completed(state: Tournament, proposal: Proposal) -> Count | None:
    """Return the count behind a draw claim, if the count has reached its limit; otherwise None.

    It is None also for other kinds of proposals, and if moves were taken back since the claim.
    """
    if proposal.kind != "claim" or unchecked(proposal):
        return None
    if proposal.ply > state.game(proposal.round, proposal.board).ply:
        return None
    return next((count for count in proofs(looked_at(state, proposal), proposal) if count.reached), None)


def recurred(game: Game) -> tuple[tuple[int, ...], ...]:
    """Return the positions that occurred more than once since the last capture or advance of a man.

    Each position is given as the plies after which it occurred.
    """
    first, stood = game.tally.ply - len(game.tally.recent) + 1, dict[Position, list[int]]()
    for ply, position in enumerate(game.tally.recent, start=first):
        stood.setdefault(position, []).append(ply)
    return tuple(tuple(plies) for plies in stood.values() if len(plies) > 1)


def announced(game: Game, ply: int) -> bool:
    """Return whether the move of this ply was announced with a claim and not played. *game* comes from `looked_at`."""
    return ply > 0 and game.plays[ply - 1].line == ANNOUNCED


def numbered(game: Game, ply: int) -> str:
    """Return a move with its number as on a score sheet.

    It is "17. 32-28" for the side that moves first and "17. ... 19-23" for the other.
    """
    play = game.plays[ply - 1]
    before = "" if play.side is game.start.turn else "... "
    return f"{(ply + 1) // 2}. {before}{play.move}"
