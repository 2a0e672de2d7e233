"""Penalties: notes of a player's conduct, the penalty proposed for it, and the effect of a signed penalty.

The regulations list the penalties for the first, second and later offences (a ladder).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from arbiter.fields import Sent
from arbiter.rulings.board.irregular import step_of
from arbiter.rulings.cited_articles import by_hand
from arbiter.rulings.request import Article, BoardRequest, OfSide, Why, article, corrected, plain_text, won_by
from arbiter.sides import SECOND, Both, Instant, Side
from arbiter.tournament.events.clocks import TimeCorrected
from arbiter.tournament.events.entries import PlayerWithdrew
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.referee.conduct import ConductNoted, PenaltyGiven
from arbiter.tournament.game import Game
from arbiter.tournament.officials import Conduct
from arbiter.tournament.regulations import DISTRACTIONS, HOUSE_RULE
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass

CATEGORIES = (
    "signs",
    "sounds",
    "pointing",
    "hovering",
    "delay",
    "smoke",
    "dress",
    "telephone",
    "lateness",
    "advice",
    "adjusting",
    "view",
    "absence",
    "clock_struck",
    "refusal",
    "arranged",
    "other",
)
"""The kinds of conduct that can be noted: the distractions listed in the rulebook 001, and those of other rulebooks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteConduct(BoardRequest):
    """Note how a player behaved. The service then proposes the penalty by the regulations."""

    side: OfSide
    category: Annotated[str, Sent("what was seen", "telephone", known=CATEGORIES)]
    reason: Why
    article: Article = None

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game = state.game(self.round, self.board)
        entry = game.entries[self.side]
        before = len(counted_conduct(state, entry, self.category))
        ladder, where = offence(state, self.category)
        return [
            ConductNoted(
                **self.at_board(at),
                side=self.side,
                category=self.category,
                step=step_of(ladder, before),
                count=before + 1,
                article=by_hand(state, "conduct", self.article) or where,
                reason=plain_text(self.reason, "reason"),
            )
        ]


def offence(state: Tournament, category: str) -> tuple[tuple[str, ...], str]:
    """Return the list of penalties (ladder) for conduct of the category *category*, and its article.

    If a text of the regulations is about the category, both come from that text. Otherwise the list for distractions
    applies as a house rule, because its article does not cover other conduct.
    """
    rules = state.regulations
    if category == "telephone":
        return rules.phone_ladder, article(state, "telephone") or HOUSE_RULE
    if category in rules.offences:
        return rules.offences[category]
    distracts = category in DISTRACTIONS
    return rules.conduct_ladder, (article(state, "conduct") if distracts else None) or HOUSE_RULE


def counted_conduct(state: Tournament, entry: int, category: str) -> tuple[Conduct, ...]:
    """Return the notes of conduct of an entry that count together with conduct of the category *category*.

    Conduct counts together if the same list of penalties (ladder) applies to it. Telephones have a list of their own,
    and so has each category with its own article.
    """
    apart = ("telephone", *state.regulations.offences)
    same = [noted for noted in state.conduct if noted.entry == entry and not noted.overruled]
    if category in apart:
        return tuple(noted for noted in same if noted.category == category)
    return tuple(noted for noted in same if noted.category not in apart)


def conduct_step(state: Tournament, category: str, before: int) -> str:
    """Return the penalty for an offence of a player; empty if there is none.

    *before*: how many offences of the same category came earlier.
    """
    return step_of(offence(state, category)[0], before)


def penalty_events(
    state: Tournament, game: Game, side: Side, step: str, at: Instant, by: str, reason: str, article: str | None
) -> list[Event]:
    """Return the events of a penalty *step*: the penalty itself, and the change of time, result or expulsion by it."""
    events: list[Event] = [
        PenaltyGiven(
            at=at,
            round=game.round,
            board=game.board,
            side=side,
            step=step,
            by=by,
            article=article,
            reason=reason,
        )
    ]
    what, _, seconds = step.partition(" ")
    if what in ("time", "fine") and game.running and game.clock.control[side].periods:
        gets = side.other if what == "time" else side
        left = game.clock.left(gets, at) + (int(seconds) if what == "time" else -int(seconds)) * SECOND
        events.append(
            TimeCorrected(
                at=at,
                round=game.round,
                board=game.board,
                side=gets,
                left=max(SECOND, left),
                by=by,
                article=article,
                reason=reason,
            )
        )
    lost = won_by(side.other, game, at, because="ruling", article=article, by=by, reason=reason)
    if what in ("loss", "expulsion") and game.running:
        events.append(lost)
    elif what == "loss" and game.result is not None and game.result.outcome != Both(lost.white, lost.black):
        events.append(corrected(lost))
    if what == "expulsion" and game.entries[side] not in state.withdrawn:
        events.append(PlayerWithdrew(at=at, entry=game.entries[side], by=by, reason=reason))
    return events
