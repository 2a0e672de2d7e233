"""The end of proposals: an arbiter decides them, or they lapse (become void) because their cause has gone."""

from __future__ import annotations

from arbiter.rules.endings import ENDINGS, Counts, EndsAs, Mode
from arbiter.rules.endings.draws import Tally
from arbiter.tournament.game import OF_PLAYERS, Game
from arbiter.tournament.state import Proposal, Tournament
from arbiter.values import replace

ON_THE_POSITION = ("ending", "claim", "irregular", "early_draw", "inactivity", "position")
"""The kinds of proposals that are about a position. They lapse if it is taken back, or if another one is set up."""
OUTLAST_THE_GAME = ("penalty", "late_move", "position", "objection", "restore", "return", "own_ruling", "witnessed")
"""The kinds of proposals that an arbiter can still sign after the game has a result."""

BY_RULING = ("set_up", "taken_back", "huffed", "swapped")
"""The codes of the rulings because of which a proposal lapses."""
AGAIN = "no_way_back"
"""The code of the reason why no earlier position can return: a capture was made, or a man was advanced."""


def settled(state: Tournament, game: Game, anew: str = "") -> Tournament:
    """Return the tournament with *game* updated. Proposals that have lost their cause in the game are marked as lapsed.

    *anew*: the code of the event that put another position on the board without a move; otherwise empty.
    """
    return lapsed(state, game, anew).put(game)


def decided(state: Tournament, number: int, how: str, why: str = "", by: str = "") -> Tournament:
    """Return the tournament with the proposal marked as decided.

    *how* is "signed", "dismissed" or "lapsed" (void).
    """
    proposals = tuple(
        replace(p, decided=how, why=why, decided_at=state.at, decided_by=by) if p.number == number else p
        for p in state.proposals
    )
    return replace(state, proposals=proposals)


def uncounted(state: Tournament, line: int) -> Tournament:
    """Return the tournament with the conduct of that journal line marked as not counting any more."""
    conduct = tuple(replace(one, overruled=True) if one.line == line else one for one in state.conduct)
    return replace(state, conduct=conduct)


def lapsed(state: Tournament, game: Game, anew: str = "") -> Tournament:
    """Return the tournament with every proposal that has lost its cause in *game* marked as lapsed, with the reason.

    These proposals lapse:

    - The proposal of a fallen flag lapses with its flag, after a move made in time or a ruling.
    - Every proposal lapses with the end of the game, except a penalty, an objection to the last move, an act that
      arrived after the flag had ended the game, and a draw that was a fact before the game ended otherwise.
    - A proposal that depends on the position lapses if the game goes back before that position, or if another position
      is set up.
    - A loss for inactivity, a draw agreed too early and an objection lapse with the next move.
    """
    if game.flag is not None:
        return state
    silent = state.regulations.irregular_policy == "silent"  # under "silent" an answering move withdraws no claim
    for proposal in state.waiting:
        here = (proposal.round, proposal.board) == (game.round, game.board)
        if here and (why := _void(proposal, game, anew, silent=silent)) is not None:
            state = decided(state, proposal.number, "lapsed", why)
    return state


def _void(p: Proposal, game: Game, anew: str, *, silent: bool) -> str | None:
    """Return the code of the reason why the proposal has lapsed; None if it has not lapsed.

    The code is empty if no reason is recorded.
    """
    claimed_since = p.kind == "irregular" and game.ended_on_board and game.result is not None and p.at >= game.result.at
    stands = p.kind in OUTLAST_THE_GAME or claimed_since or drawn_before(game, p)
    if game.result is not None and not stands:
        return "ended"
    if p.kind in ON_THE_POSITION and anew:
        return anew
    if p.kind in ON_THE_POSITION and p.ply > game.ply:
        return "taken_back"
    if p.kind in ("inactivity", "early_draw", "position", "objection") and p.ply != game.ply:
        return None if p.kind == "objection" and silent and p.ply < game.ply else "moved"
    if p.kind == "late_touch" and game.ply > p.ply:  # the side that touched has moved since
        return "moved"
    gone = p.kind == "flag" or (p.kind == "late_move" and not _still_late(p, game))
    return "" if gone or (p.kind == "late" and _came(p, game)) else None


def broken(tally: Tally, proposal: Proposal) -> str | None:
    """Return the code of the reason why the count behind a proposed draw no longer holds; None while it holds.

    *tally* has the counts of the game as they stand: repetitions of positions, and moves towards limits. A draw that is
    a fact (`drawn_by_fact`) holds, whatever is played later. A repetition that a player still has to claim holds until
    a man moves or a piece is taken: after that the position cannot return.
    """
    count = tally.count(proposal.ground)
    if proposal.kind != "ending" or count is None or drawn_by_fact(proposal):
        return None
    if count.row.counts is Counts.TIMES:
        return AGAIN if tally.ply - len(tally.recent) + 1 > proposal.ply else None
    return None if count.reached else count.cause


def drawn_by_fact(proposal: Proposal) -> bool:
    """Return whether the proposal is a count that draws the game without a claim.

    Rulebook 002: "repetition of moves is also a draw".
    """
    row = ENDINGS.get(proposal.ground)
    return proposal.kind == "ending" and row is not None and row.mode is Mode.FACT and row.outcome is EndsAs.DRAW


def drawn_before(game: Game, proposal: Proposal) -> bool:
    """Return whether the proposal is a draw that was due before the players or the position ended the game otherwise.

    The answer is False if an official has ruled on the result: that ruling has decided this too.
    """
    result = game.result
    if result is None or result.because == "agreed" or not drawn_by_fact(proposal):
        return False
    return result.because in OF_PLAYERS or result.by == "service"


def late_lapsed(state: Tournament, game: Game) -> Tournament:
    """Return the tournament without the undecided proposals at that board about acts that arrived after a flag."""
    for proposal in state.waiting:
        if (proposal.kind, proposal.round, proposal.board) == ("late_move", game.round, game.board):
            state = decided(state, proposal.number, "lapsed")
    return state


def _still_late(late: Proposal, game: Game) -> bool:
    """Return whether an act that arrived after a flag can still be accepted.

    It can, unless a move or a result has come since.
    """
    since = game.result is None or game.result.at < late.at
    return game.fallen is not None and since and late.ply == game.ply


def _came(late: Proposal, game: Game) -> bool:
    """Return whether a forfeit was proposed for both players as late, and one of them has come after all.

    Such a proposal lapses, because only the other player is still late. A proposal against a single player never lapses
    when that player comes: an arbiter signs it, or dismisses it with a reason.
    """
    return late.ground == "both" and True in game.here
