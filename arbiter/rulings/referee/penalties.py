"""Penalties: noting a player's conduct, proposing the penalty for it, and the effect of a signed penalty.

The regulations list the penalties for the first, second and later offences (a ladder).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from arbiter.fields import Sent
from arbiter.rulings.board.irregular import step_of
from arbiter.rulings.grounds import by_hand
from arbiter.rulings.request import (
    Article,
    By,
    OfBoard,
    OfRound,
    OfSide,
    Why,
    article,
    corrected,
    plain_text,
    won_by,
)
from arbiter.sides import SECOND, Both, Instant, Side
from arbiter.tournament.events.clocks import TimeCorrected
from arbiter.tournament.events.entries import PlayerWithdrew
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.referee.conduct import ConductNoted, PenaltyGiven
from arbiter.tournament.game import Game
from arbiter.tournament.officials import Conduct
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
"""The kinds of conduct that can be noted: the distractions listed in 001, and those of other rulebooks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteConduct:
    """Note how a player behaved. The regulations then say which penalty is proposed."""

    round: OfRound
    board: OfBoard
    side: OfSide
    category: Annotated[str, Sent("what was seen", "telephone", known=CATEGORIES)]
    by: By
    reason: Why
    article: Article = None

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game = state.game(self.round, self.board)
        entry = game.entries[self.side]
        phone = self.category == "telephone"
        before = len(counted_conduct(state, entry, phone=phone))
        refuses = self.category == "refusal" and article(state, "refusal") is not None
        return [
            ConductNoted(
                at=at,
                round=self.round,
                board=self.board,
                side=self.side,
                category=self.category,
                step="loss" if refuses else conduct_step(state, before, phone=phone),
                count=before + 1,
                by=self.by,
                article=by_hand(state, "conduct", self.article) or _conduct_article(state, self.category),
                reason=plain_text(self.reason, "reason"),
            )
        ]


def _conduct_article(state: Tournament, category: str) -> str | None:
    """Return the article on that conduct. Who refuses to correct an irregular move loses (FMJD Annex 1, 5.6)."""
    matter = category if category in ("telephone", "refusal") else "conduct"
    return article(state, matter) or article(state, "conduct")


def counted_conduct(state: Tournament, entry: int, *, phone: bool) -> tuple[Conduct, ...]:
    """Return the notes of conduct that count against an entry: those about telephones, or all others."""
    return tuple(
        noted
        for noted in state.conduct
        if noted.entry == entry and (noted.category == "telephone") == phone and not noted.overruled
    )


def conduct_step(state: Tournament, before: int, *, phone: bool) -> str:
    """Return the penalty for an offence after *before* earlier ones of its kind; empty if there is none."""
    rules = state.regulations
    return step_of(rules.phone_ladder if phone else rules.conduct_ladder, before)


def penalty_events(
    state: Tournament, game: Game, side: Side, step: str, at: Instant, by: str, reason: str, article: str | None
) -> list[Event]:
    """Return the events of a penalty *step*: the penalty, and the change of time, result or expulsion by it."""
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
