"""Proposals of the service, which an arbiter decides.

An arbiter signs a proposal, which then becomes a ruling, or dismisses it with a reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from arbiter.fields import Road, Sent
from arbiter.pairing.table import points
from arbiter.refused import Refused
from arbiter.rules.endings import ENDINGS, EndsAs
from arbiter.rulings.board.irregular import step_of
from arbiter.rulings.board.late_acts import accepted
from arbiter.rulings.board.objections import (
    claim_answered,
    retraction,
    stop_until_chosen,
    unfounded_claims,
)
from arbiter.rulings.board.unsealing import opening
from arbiter.rulings.cited_articles import proposal_article
from arbiter.rulings.referee.adjudication import by_strength
from arbiter.rulings.referee.forfeits import refuse_too_few, too_many
from arbiter.rulings.referee.late_touches import stands_again
from arbiter.rulings.referee.overruling import StruckOffence, of_conduct
from arbiter.rulings.referee.penalties import penalty_events
from arbiter.rulings.referee.position import RestorePosition
from arbiter.rulings.referee.restoring import restored
from arbiter.rulings.request import (
    BOTH_LOST,
    BoardRequest,
    By,
    BySide,
    OfProposal,
    Request,
    Why,
    article,
    corrected,
    drawn,
    ended,
    of_official,
    plain_text,
    running_game,
)
from arbiter.rulings.time.flag_calls import refuse_uncalled
from arbiter.rulings.time.inactivity import warning
from arbiter.rulings.time.open_claims import open_claim, refuse_appealed
from arbiter.rulings.time.timeouts import lost_on_time
from arbiter.sides import SECOND, Instant, Side
from arbiter.tournament.events.clocks import TimeCorrected
from arbiter.tournament.events.entries import PlayerReturned
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.games import GameEnded
from arbiter.tournament.events.halts import ClockStopped
from arbiter.tournament.events.referee.officials import SecondHandGiven
from arbiter.tournament.events.referee.proposals import FirstSigned, ProposalDismissed, ProposalSigned, RulingProposed
from arbiter.tournament.game import Game
from arbiter.tournament.lapsed_proposals import BY_RULING, broken, drawn_before
from arbiter.tournament.officials import same_hand
from arbiter.tournament.past.draw_proof import looked_at, proofs, unchecked, unfounded
from arbiter.tournament.regulations import HOUSE_RULE
from arbiter.tournament.replay import replay
from arbiter.tournament.state import Proposal, Tournament
from arbiter.values import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class SignProposal:
    """Sign a proposal, which becomes a ruling.

    For example a fallen flag then loses the game (000 X), a player who is too late forfeits the game, or a justified
    claim makes the game a draw. A claim that the service's count does not confirm is granted only with a reason and
    `confirmed` true. It is then the official's own ruling, and cites no article of the rulebook. The same holds for a
    draw on a ground that cannot be counted. Signing an objection opens the finding about the move; the side that
    objected then chooses whether the move is corrected.
    """

    proposal: OfProposal
    by: By
    reason: Why = ""
    confirmed: Annotated[
        bool, Sent("a claim is granted knowingly although its count is not complete", name="confirm")
    ] = False
    second: Annotated[bool, Road("whether another official has to sign it as well")] = False
    witnessed: Annotated[bool, Road("whether a witness stands for the other official")] = False
    ruling: Annotated[Request | None, Road("the ruling of which an official who plays has asked the opponent")] = None

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        proposal = waiting(state, self.proposal)
        if proposal.signed_by is not None and same_hand(proposal.signed_by, self.by) and not self.witnessed:
            raise Refused("second_signature", board=proposal.board)
        uncounted = proposal.kind == "claim" and unfounded(state, proposal)
        if proposal.signed_by is None and (uncounted or unchecked(proposal)):
            plain_text(self.reason, "reason")
            if uncounted and not self.confirmed:
                raise claim_unfounded(state, proposal)
        signed = self.signed(state, proposal, at)
        if self.second:  # L14: the game is the official's own
            return [FirstSigned(at=at, proposal=proposal.number, by=self.by)]
        if proposal.signed_by is None or self.witnessed or proposal.kind == "position":  # then both names are known
            return signed
        return [second_hand(proposal, proposal.signed_by, self.by, at), *signed]

    def signed(self, state: Tournament, proposal: Proposal, at: Instant) -> Sequence[Event]:
        """Return the signature, and the events of the ruling that the proposal becomes."""
        reason = plain_text(self.reason, "reason", needed=False)
        events = self._signed(state, proposal, at, reason)
        return [ProposalSigned(at=at, proposal=proposal.number, by=self.by), *events]

    def _signed(self, state: Tournament, proposal: Proposal, at: Instant, reason: str) -> Sequence[Event]:
        """Return the events of the ruling that the proposal becomes. The signature is not among them."""
        if proposal.kind == "witnessed":  # the ruling has taken effect already
            return []
        if proposal.kind == "own_ruling":
            return self.ruling.rule(state, at) if self.ruling else []
        if proposal.kind == "penalty":
            refuse_too_few(state, proposal)
            game, grounds = state.game(proposal.round, proposal.board), proposal_article(state, proposal)
            if proposal.step in ("loss", "expulsion"):
                refuse_appealed(state, game, self.by)
            told = reason or proposal.ground
            return penalty_events(state, game, proposal.side, proposal.step, at, self.by, told, grounds)
        if proposal.kind == "position":
            return self._position(proposal).rule(state, at)
        if proposal.kind == "return":
            entry = state.game(proposal.round, proposal.board).entries[proposal.side]
            return [PlayerReturned(at=at, entry=entry, by=self.by, reason=reason or "forfeits")]
        if proposal.kind == "restore":
            return restored(state, state.appeal(proposal.offence), at, self.by)
        if proposal.kind == "late_touch":
            return stands_again(state, proposal, at, self.by)
        if proposal.kind == "late_move":
            return accepted(state, proposal, at, self.by, reason)
        game = state.game(proposal.round, proposal.board)
        if proposal.kind == "objection" and state.regulations.irregular_policy == "silent":
            return claim_answered(state, game, proposal.side, at, self.by, looked=True)
        if proposal.kind == "objection":
            answer = opening(state, game, game.plays[-1:], at, self.by, "objection", proposal.side)
            if any((note.what, note.at) == ("objection", proposal.at) and of_official(note.by) for note in game.notes):
                answer = replace(answer, step="")
            return [answer, *stop_until_chosen(state, game, answer, at, self.by, ("stop", "accepted"))]
        if proposal.kind == "ending" and drawn_before(game, proposal):
            refuse_appealed(state, game, self.by)
            return [corrected(self._ending(proposal, state, game, at, reason))]
        if proposal.kind != "irregular" or not game.ended_on_board:  # otherwise the last move may be the irregular one
            running_game(state, proposal.round, proposal.board)
        if broken(game.tally, proposal) is not None:
            raise Refused("proposal_broken", board=game.board, article=proposal_article(state, proposal))
        match proposal.kind:
            case "flag":
                refuse_uncalled(state, game)
                refuse_before_claims(state, game)
                return [lost_on_time(state, game, proposal.side, at, by=self.by, reason=reason)]
            case "ending":
                return [self._ending(proposal, state, game, at, reason)]
            case "late":
                lost = self._forfeited(state, proposal, game, at)
                return [lost, *too_many(state, game, lost)]
            case "inactivity" if proposal.outcome is None:
                return [warning(game, at, self.by)]
            case "irregular":
                opened = (p.sealed for p in reversed(game.plays) if p.sealed and p.sealed.line in game.opened)
                found = next(opened, None)
                if found is None or not proposal.ground:
                    raise Refused("nothing_irregular", board=game.board, article=article(state, "irregular"))
                return retraction(state, game, found, at, self.by)
        where = proposal_article(state, proposal)
        if unfounded(state, proposal):  # by the rulebook it is no draw, so the ruling is the arbiter's own
            where = HOUSE_RULE
        if proposal.outcome is None:
            return [drawn(game, at, because="claim", article=where, by=self.by, reason=reason or proposal.ground)]
        return [ended(proposal.outcome, game, at, because=proposal.ground, article=where, by=self.by, reason=reason)]

    def _ending(self, proposal: Proposal, state: Tournament, game: Game, at: Instant, reason: str) -> GameEnded:
        """Return the event that ends the game because a count has reached its limit.

        The game is drawn, or won by the stronger side (001).
        """
        row = ENDINGS[proposal.ground]
        if row.outcome is EndsAs.STRENGTH:
            return by_strength(state, game, at, self.by, reason)
        return drawn(game, at, because=row.key, article=row.article, by=self.by, reason=reason)

    def _position(self, proposal: Proposal) -> RestorePosition:
        """Return the proposed change of the position as a ruling, with the names of both officials."""
        details: dict[str, Any] = dict(proposal.details)
        return RestorePosition(
            round=proposal.round,
            board=proposal.board,
            by=self.by,
            first=(proposal.signed_by or "").replace(self.by, ""),
            reason=proposal.ground,
            article=proposal.article,
            **details,
        )

    def _forfeited(self, state: Tournament, proposal: Proposal, game: Game, at: Instant) -> GameEnded:
        """Return the result of a game that is forfeited by the player who did not come, or by both players."""
        if any(play.side is proposal.side for play in game.plays) and proposal.ground != "both":
            raise Refused("has_played", board=game.board, side=proposal.side.value)
        outcome = BOTH_LOST if proposal.ground == "both" else BOTH_LOST.put(proposal.side.other, points.Outcome.WON)
        reason, where = plain_text(self.reason, "reason", needed=False), proposal_article(state, proposal)
        return ended(outcome, game, at, because="forfeit", article=where, by=self.by, reason=reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsentToRuling(BoardRequest):
    """Agree, as the opponent of an official who also plays, to a ruling that this official has signed (L14).

    The opponent gives the consent at their own tablet. With `agree` false the opponent refuses the ruling. The request
    is refused if no official has signed first, or if the tablet belongs to the official's own side.
    """

    proposal: Annotated[int, Sent("the proposal that the official has signed", 118)]
    side: BySide = None
    agree: Annotated[bool, Sent("whether the opponent agrees", True)] = True
    ruling: Annotated[Request | None, Road("the ruling of which the official has asked the opponent")] = None

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        proposal = waiting(state, self.proposal)
        game = state.game(self.round, self.board)
        if (proposal.round, proposal.board) != (self.round, self.board) or proposal.signed_by is None:
            raise Refused("no_proposal", proposal=self.proposal)
        if proposal.kind == "witnessed":
            raise Refused("second_signature", board=self.board)
        own = state.stakes(proposal.signed_by)
        if self.side is not None and game.entries[self.side] in own:
            raise Refused("not_yours")
        free = [side for side in Side if game.entries[side] not in own]
        whose = self.side or (free[0] if len(free) == 1 else None)
        if not self.agree:
            if proposal.kind != "own_ruling":
                raise Refused("second_signature", board=self.board)
            return [ProposalDismissed(at=at, proposal=proposal.number, by=self.by, reason="opponent refuses")]
        request = SignProposal(proposal=self.proposal, by=proposal.signed_by, ruling=self.ruling)
        signed = request.signed(state, proposal, at)
        return [second_hand(proposal, proposal.signed_by, self.by, at, whose), *signed]


def second_hand(proposal: Proposal, first: str, second: str, at: Instant, side: Side | None = None) -> Event:
    """Return the event that records the second signature under a proposal."""
    return SecondHandGiven(at=at, round=proposal.round, board=proposal.board, by=first, second=second, side=side)


@dataclass(frozen=True, slots=True, kw_only=True)
class DismissProposal:
    """Dismiss a proposal: the arbiter decides otherwise.

    If a penalty was proposed, the conduct for which it was proposed counts no more. If the loss by a fallen flag was
    proposed, the board stays stopped until the arbiter has given time and started the clocks. An act that came late is
    dismissed without a reason; its flag still has to be ruled on. If the game itself shows that a claim was wrong, no
    reason is needed.
    """

    proposal: OfProposal
    by: By
    reason: Why

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        proposal = waiting(state, self.proposal)
        plain = unfounded(state, proposal)
        reason = plain_text(self.reason, "reason", needed=proposal.kind != "late_move" and not plain)
        reason = reason or (f"unfounded {proposal.kind}" if plain else "")
        dismissed = ProposalDismissed(at=at, proposal=proposal.number, by=self.by, reason=reason)
        offence = proposal.offence or proposal.number
        noted = next((one for one in state.conduct if one.line == offence and not one.overruled), None)
        if noted is not None and proposal.kind == "penalty":  # the conduct counts no more
            game = state.game(noted.round, noted.board)
            struck = StruckOffence(side=noted.side, line=noted.line, by=self.by, reason=reason)
            ruling, *after = struck.events(replay([dismissed], state), game, *of_conduct(state, noted), at)
            return [dismissed, ruling, *after]
        if proposal.kind == "witnessed":
            return [dismissed, *unconfirmed(state, proposal, at, self.by, reason)]
        return [dismissed, *wrong_claim(state, proposal, at, self.by), *groundless(state, proposal, at)]


def unconfirmed(state: Tournament, proposal: Proposal, at: Instant, by: str, reason: str) -> Sequence[Event]:
    """Return the events that follow if an official does not confirm a ruling that only a witness had confirmed.

    If the ruling gave a result, the game is open again. Clocks that run are stopped, so that the official can set the
    times.
    """
    game = state.game(proposal.round, proposal.board)
    if game.result is not None and game.result.at == proposal.at:
        return RestorePosition(round=game.round, board=game.board, by=by, ply=game.ply, reason=reason).rule(state, at)
    if game.running and game.clock.running is not None:
        return [ClockStopped(at=at, round=game.round, board=game.board, by=by, reason=reason)]
    return []


def claim_unfounded(state: Tournament, proposal: Proposal) -> Refused:
    """Return the refusal to grant a claim because no count is complete. It names the count nearest to its limit."""
    (count,) = proofs(looked_at(state, proposal), proposal)[:1] or (None,)
    number, limit = (count.number, count.row.limit) if count else (0, 0)
    where = proposal_article(state, proposal)
    return Refused("claim_unfounded", board=proposal.board, number=number, limit=limit, article=where)


def wrong_claim(state: Tournament, proposal: Proposal, at: Instant, by: str) -> Sequence[Event]:
    """Return the penalty for a rejected claim: time added for the opponent, if the regulations provide it (G39)."""
    seconds = state.regulations.wrong_claim_seconds
    game = state.game(proposal.round, proposal.board)
    other = proposal.side.other
    if proposal.kind != "claim" or not seconds or not game.running or not game.clock.control[other].periods:
        return []
    left = game.clock.left(other, at) + seconds * SECOND
    return [
        TimeCorrected(
            at=at,
            round=game.round,
            board=game.board,
            side=other,
            left=left,
            by=by,
            article=state.regulations.cited("wrong_claim_seconds"),
            reason="wrong claim",
        )
    ]


def groundless(state: Tournament, proposal: Proposal, at: Instant) -> Sequence[Event]:
    """Return the penalty for a rejected claim: more time for the opponent, if the regulations provide it (G39)."""
    if proposal.kind != "irregular" or proposal.ground:
        return []
    game, side = state.game(proposal.round, proposal.board), proposal.side
    before = sum(p.side is side for p in unfounded_claims(state, game))
    step = step_of(state.regulations.groundless_objections, before)
    where: dict[str, Any] = {"round": game.round, "board": game.board, "side": side, "white": None, "black": None}
    if not step:
        return []
    cites = article(state, "groundless")
    return [RulingProposed(at=at, kind="penalty", because="groundless", step=step, article=cites, **where)]


def refuse_before_claims(state: Tournament, game: Game) -> None:
    """Raise Refused if a claim made before the flag fell has no answer yet: the loss by that flag has to wait."""
    claim = open_claim(state, game)
    if claim is None:
        return
    if claim.decided is not None:
        raise Refused("choice_first", board=game.board, article=article(state, "objection"))
    raise Refused("claim_first", board=game.board, proposal=claim.number, article=proposal_article(state, claim))


def waiting(state: Tournament, number: int) -> Proposal:
    """Return the waiting proposal with the number *number*. Raise Refused if it has been decided or has lapsed."""
    proposal = state.proposal(number)
    if proposal.why in (*BY_RULING, "ended"):
        raise Refused("proposal_void", proposal=number, why=f"begun by {proposal.why}")
    if proposal.decided is not None:
        raise Refused("proposal_decided", proposal=number, decided=proposal.decided)
    return proposal
