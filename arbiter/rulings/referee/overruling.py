"""Overruling an irregular move or a note of conduct, for example an error of entry (IR25): it counts no more.

The regulations list the penalties for a player's first, second and later offences (a ladder). Every later offence moves
up by one place, and takes over the penalties of that place, proposed or given. The penalty of the last place is taken
back: time given or taken is restored, and a game lost by it is open again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import zip_longest
from typing import Annotated, Any

from arbiter.fields import Sent
from arbiter.refused import Refused
from arbiter.rulings.board.irregular import ladder_step
from arbiter.rulings.cited_articles import by_hand
from arbiter.rulings.referee.corrections import RuleResult
from arbiter.rulings.referee.penalties import conduct_step, counted_conduct
from arbiter.rulings.referee.position import opened_at_end
from arbiter.rulings.request import Article, BoardRequest, Loser, OfResult, Why, plain_text
from arbiter.rulings.time.open_claims import refuse_appealed
from arbiter.sides import SECOND, Instant, Side
from arbiter.tournament.events.clocks import TimeCorrected
from arbiter.tournament.events.entries import PlayerReturned
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.irregular import IrregularityOverruled
from arbiter.tournament.events.referee.proposals import RulingProposed
from arbiter.tournament.events.takebacks import PositionRestored
from arbiter.tournament.game import Attempt, Game
from arbiter.tournament.officials import Conduct
from arbiter.tournament.replay import replay
from arbiter.tournament.state import Proposal, Tournament
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Overrule(BoardRequest):
    """Overrule an irregular move or a note of conduct: it was entered wrongly, or was no offence, and counts no more.

    Without `irregularity` (the journal line of the move or of the conduct) the last irregular move of the board that
    still counts is overruled. The effects of its penalty are taken back. If the penalty was the loss of a game that
    cannot go on, because a later round is paired, `result` or `loser` gives the game's result.
    """

    reason: Why
    irregularity: Annotated[
        int | None, Sent("the journal line of the irregular move or the conduct; without it the last irregular move")
    ] = None
    article: Article = None
    result: OfResult = ""
    loser: Loser = ""

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game = state.game(self.round, self.board)
        conduct = noted_at(state, game, self.irregularity)
        if conduct is not None:
            counted, step_after = of_conduct(state, conduct)
            side, line = conduct.side, conduct.line
        else:
            found = overruled(game, self.irregularity)
            side, line = found.side, found.line
            counted = tuple(a.line for a in game.attempts if a.side is side and not a.overruled)
            step_after = partial(ladder_step, state)
        reason, article = plain_text(self.reason, "reason"), by_hand(state, "overrule", self.article)
        grounds: dict[str, Any] = {"by": self.by, "reason": reason, "article": article}
        told = StruckOffence(side=side, line=line, **grounds, result=self.result, loser=self.loser)
        return told.events(state, game, counted, step_after, at)


@dataclass(frozen=True, slots=True, kw_only=True)
class StruckOffence:
    """An offence that counts no more: its journal line, the official who rules so, and the reason."""

    side: Side
    line: int
    by: str
    reason: str
    article: str | None = None
    result: str = ""
    loser: str = ""

    def events(
        self, state: Tournament, game: Game, counted: Sequence[int], step_after: Callable[[int], str], at: Instant
    ) -> list[Event]:
        """Return the ruling, and the events that take back the effects of the offence.

        *counted*: the journal lines of all offences of the player that count, in order. *step_after*: a function that
        returns the penalty of an offence from the number of offences before it. Each later offence takes the place of
        the one before it in the ladder, and its penalty, proposed or given. So only the penalties of the last place are
        taken back.
        """
        steps, offences, after = list[tuple[int, str]](), list[tuple[int, int]](), list[Event]()
        first = counted.index(self.line)
        for place, (line, later) in enumerate(zip_longest(counted[first:], counted[first + 1 :]), start=first):
            for proposal in penalties_for(state, line):
                of_ladder = proposal.step == step_after(place)
                if of_ladder and later is not None and not _waived(state, later):
                    offences.append((proposal.number, later))
                elif of_ladder or line == self.line:
                    steps.append((proposal.number, ""))
                    if proposal.decided is not None:
                        after += self._undone(replay(after, state), proposal, at)  # one penalty at a time
        after += self._again(state, game, counted[first + 1 :], step_after(first), at)
        overruling = IrregularityOverruled(
            at=at,
            round=game.round,
            board=game.board,
            irregularity=self.line,
            side=self.side,
            by=self.by,
            article=self.article,
            reason=self.reason,
            steps=tuple(steps),
            offences=tuple(offences),
        )
        return [overruling, *after]

    def _again(
        self, state: Tournament, game: Game, later: Sequence[int], step: str, at: Instant
    ) -> Iterator[RulingProposed]:
        """Yield the penalty to propose for the next offence, if the penalty of this offence was dismissed.

        A dismissed penalty cannot pass to the next offence.
        """
        if not later or not step or not _waived(state, self.line):
            return
        gone = next(p for p in state.proposals if (p.kind, p.offence or p.number) == ("penalty", self.line))
        where: dict[str, Any] = {
            "round": game.round,
            "board": game.board,
            "side": self.side,
            "white": None,
            "black": None,
        }
        yield RulingProposed(
            at=at, kind="penalty", because=gone.ground, article=gone.article, step=step, offence=later[0], **where
        )

    def _undone(self, state: Tournament, penalty: Proposal, at: Instant) -> Iterator[Event]:
        """Yield the events that take back the effects of a penalty: a change of time, a result, an expulsion.

        A game lost by the penalty is open again, or gets the `result` that the ruling names. Raise Refused if the
        ruling names none and the game cannot go on, because a later round is paired, or because it is public which of
        its moves were irregular.
        """
        what, _, seconds = penalty.step.partition(" ")
        game, side = state.game(penalty.round, penalty.board), penalty.side
        if what in ("time", "fine") and game.running and game.clock.control[side].periods:
            had = side.other if what == "time" else side
            span = (-int(seconds) if what == "time" else int(seconds)) * SECOND
            yield TimeCorrected(
                at=at,
                round=game.round,
                board=game.board,
                side=had,
                left=max(SECOND, game.clock.left(had, at) + span),
                by=self.by,
                article=self.article,
                reason=self.reason,
            )
        lost = what in ("loss", "expulsion") and lost_by(game, penalty) and not _lost_otherwise(state, penalty)
        if lost and (self.result or self.loser):
            given = RuleResult(
                round=game.round,
                board=game.board,
                result=self.result,
                loser=self.loser,
                by=self.by,
                reason=self.reason,
                article=self.article,
                decided=True,
            )
            refuse_appealed(state, game, self.by)
            yield from given.rule(state, at)
        elif lost and (game.round != state.rounds[-1].number or opened_at_end(game)):
            raise Refused("result_after_withdrawal", round=game.round, board=game.board)
        elif lost:
            shown = game.shown[game.ply]
            yield PositionRestored(
                at=at,
                round=game.round,
                board=game.board,
                ply=game.ply,
                white_left=game.clock.had.white,
                black_left=game.clock.had.black,
                white_skew=shown.skew.white,
                black_skew=shown.skew.black,
                white_overtime=shown.overtime.white,
                black_overtime=shown.overtime.black,
                by=self.by,
                article=self.article,
                reason=self.reason,
                bound=game.bound,
            )
        if what == "expulsion" and game.entries[side] in state.withdrawn:
            yield PlayerReturned(at=at, entry=game.entries[side], by=self.by, reason=self.reason)


def noted_at(state: Tournament, game: Game, line: int | None) -> Conduct | None:
    """Return the conduct noted in the journal line *line* at this board; None if the line notes no conduct.

    Raise Refused if the conduct does not count any more.
    """
    place = (game.round, game.board)
    found = next((one for one in state.conduct if one.line == line and (one.round, one.board) == place), None)
    if found is not None and found.overruled:
        raise Refused("overruled_before", board=game.board, line=line)
    return found


def of_conduct(state: Tournament, conduct: Conduct) -> tuple[tuple[int, ...], Callable[[int], str]]:
    """Return the journal lines of the conduct that counts together, and a function for the penalties.

    Conduct counts together if the same list of penalties applies to it. The function returns the penalty after a number
    of earlier offences.
    """
    counted = tuple(one.line for one in counted_conduct(state, conduct.entry, conduct.category))
    return counted, partial(conduct_step, state, conduct.category)


def penalties_for(state: Tournament, line: int) -> list[Proposal]:
    """Return the proposed and the signed penalties for the offence in the journal line *line*."""
    return [
        proposal
        for proposal in state.proposals
        if proposal.kind == "penalty"
        and (proposal.offence or proposal.number) == line
        and proposal.decided in (None, "signed")
    ]


def overruled(game: Game, line: int | None) -> Attempt:
    """Return the irregular move in that journal line; if *line* is None, the last one at the board that counts.

    Raise Refused if no irregular move counts.
    """
    counting = [attempt for attempt in game.attempts if not attempt.overruled]
    found = next((a for a in reversed(counting) if line in (None, a.line)), None)
    if found is None:
        code = "overruled_before" if any(a.line == line for a in game.attempts) else "no_irregularity"
        raise Refused(code, board=game.board, line=line)
    return found


def _waived(state: Tournament, line: int) -> bool:
    """Return whether an arbiter has dismissed the penalty for the offence in the journal line *line*."""
    return any((p.kind, p.offence or p.number, p.decided) == ("penalty", line, "dismissed") for p in state.proposals)


def _lost_otherwise(state: Tournament, penalty: Proposal) -> bool:
    """Return whether another valid penalty also means the loss of the same game."""
    place = (penalty.round, penalty.board, penalty.side, "signed")
    return any(
        (p.round, p.board, p.side, p.decided) == place
        and p.step in ("loss", "expulsion")
        and p.number != penalty.number
        for p in state.proposals
    )


def lost_by(game: Game, penalty: Proposal) -> bool:
    """Return whether the present result of the game is the loss given by that penalty."""
    result = game.result
    return result is not None and any(
        (note.what, note.side, note.step, note.at) == ("penalty", penalty.side, penalty.step, result.at)
        for note in game.notes
    )
