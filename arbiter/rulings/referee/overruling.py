"""Overruling an irregular move: an arbiter takes it off the count, because an entry error is no offence (IR25).

Penalties that followed from it are taken back too: waiting penalties are lowered or lapse, time given or taken is
restored, and a game lost by it is open again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from arbiter.fields import Sent
from arbiter.refused import Refused
from arbiter.rulings.board.irregular import ladder_step
from arbiter.rulings.request import Article, By, OfBoard, OfRound, Why, article_text, plain_text
from arbiter.sides import SECOND, Instant
from arbiter.tournament.events.clocks import TimeCorrected
from arbiter.tournament.events.entries import PlayerReturned
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.irregular import IrregularityOverruled
from arbiter.tournament.events.referee.proposals import RulingProposed
from arbiter.tournament.events.takebacks import PositionRestored
from arbiter.tournament.game import Attempt, Game
from arbiter.tournament.state import Proposal, Tournament
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Overrule:
    """Overrule an irregular move: it was typed or tapped wrongly, or was regular, and does not count.

    Without `irregularity` (the journal line of the move) the last one of the board that still counts is overruled.
    """

    round: OfRound
    board: OfBoard
    by: By
    reason: Why
    irregularity: Annotated[int | None, Sent("the journal line of the irregular move; without it the last one")] = None
    article: Article = None

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game = state.game(self.round, self.board)
        found = overruled(game, self.irregularity)
        counted = [a for a in game.attempts if a.side is found.side and not a.overruled]
        first = counted.index(found)
        steps, after = list[tuple[int, str]](), list[Event]()
        for number, attempt in enumerate(counted[first:], start=first):
            proposal = next((p for p in state.proposals if (p.kind, p.number) == ("penalty", attempt.line)), None)
            step = "" if attempt is found else ladder_step(state, number - 1)
            if proposal is None or proposal.step == step:
                continue
            if proposal.decided is None:
                steps.append((proposal.number, step))
            elif proposal.decided == "signed":
                after += self._undone(state, game, proposal, at)
                after += [again(proposal, attempt, step, at)] if step else []
        reason = plain_text(self.reason, "reason")
        return [
            IrregularityOverruled(
                at=at,
                round=self.round,
                board=self.board,
                irregularity=found.line,
                side=found.side,
                by=self.by,
                article=article_text(self.article),
                reason=reason,
                steps=tuple(steps),
            ),
            *after,
        ]

    def _undone(self, state: Tournament, game: Game, penalty: Proposal, at: Instant) -> Iterator[Event]:
        """Yield the events that take back the effects of a penalty: a change of time, a result, an expulsion."""
        what, _, seconds = penalty.step.partition(" ")
        side, reason = penalty.side, plain_text(self.reason, "reason")
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
                article=article_text(self.article),
                reason=reason,
            )
        if what in ("loss", "expulsion") and lost_by(game, penalty):
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
                article=article_text(self.article),
                reason=reason,
                bound=game.bound,
            )
        if what == "expulsion" and game.entries[side] in state.withdrawn:
            yield PlayerReturned(at=at, entry=game.entries[side], by=self.by, reason=reason)


def overruled(game: Game, line: int | None) -> Attempt:
    """Return the irregular move in that journal line; with None the last one at the board that counts.

    Raise Refused if there is none that counts.
    """
    counting = [attempt for attempt in game.attempts if not attempt.overruled]
    found = next((a for a in reversed(counting) if line in (None, a.line)), None)
    if found is None:
        code = "overruled_before" if any(a.line == line for a in game.attempts) else "no_irregularity"
        raise Refused(code, board=game.board, line=line)
    return found


def lost_by(game: Game, penalty: Proposal) -> bool:
    """Return whether the present result of the game is the loss given by that penalty."""
    result = game.result
    return result is not None and any(
        (note.what, note.side, note.step, note.at) == ("penalty", penalty.side, penalty.step, result.at)
        for note in game.notes
    )


def again(proposal: Proposal, attempt: Attempt, step: str, at: Instant) -> RulingProposed:
    """Return a new proposal for a penalty that was taken back, at the *step* that now applies to the irregular move."""
    return RulingProposed(
        at=at,
        round=proposal.round,
        board=proposal.board,
        kind="penalty",
        side=attempt.side,
        white=None,
        black=None,
        because=attempt.code,
        article=proposal.article,
        step=step,
    )
