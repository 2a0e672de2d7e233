"""Changing the terms of an announced tournament: rounds, tie-breaks, settings, pairing numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from arbiter.fields import MOST_ROUNDS, Sent
from arbiter.pairing.standings.tiebreaks import TIEBREAKS, tiebreak
from arbiter.pairing.system_interface import SettingValue, System, settings_of
from arbiter.refused import Refused
from arbiter.rulings.request import By, Why, plain_text
from arbiter.sides import Instant
from arbiter.tournament.events.entries import NumbersGiven
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.terms import TermsChanged
from arbiter.tournament.state import Tournament
from arbiter.tournament.terms import GENERAL
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeTerms:
    """Change rounds, tie-breaks or settings. A field that is missing or null leaves its value unchanged.

    Once a round has been paired, a reason is needed, and the number of rounds cannot become smaller than those paired.
    """

    by: By
    reason: Why = ""
    rounds: Annotated[int | None, Sent("how many; 0: as many as the system needs", 5, least=0, most=MOST_ROUNDS)] = None
    tiebreaks: Annotated[tuple[str, ...] | None, Sent("the tie-breaks in their order")] = None
    settings: Annotated[Mapping[str, SettingValue] | None, Sent("settings of the system by their names")] = None

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        if self.rounds is not None and not (self.rounds == 0 or len(state.rounds) <= self.rounds <= MOST_ROUNDS):
            raise Refused(
                "number_out_of_range",
                field="rounds",
                number=self.rounds,
                least=max(1, len(state.rounds)),
                most=MOST_ROUNDS,
            )
        settings = None
        if self.settings is not None:
            settings = settled(state.pairing, {**state.settings, **self.settings})
            if state.rounds and state.setting("interest") == "club" and dict(settings).get("interest") != "club":
                raise Refused("interest_settled")
        tiebreaks = None if self.tiebreaks is None else tiebreaks_known(self.tiebreaks)
        if (
            (self.rounds is None or self.rounds == state.planned)
            and (tiebreaks is None or tiebreaks == state.tiebreaks)
            and (settings is None or dict(settings) == dict(state.settings))
        ):
            raise Refused("terms_unchanged")
        reason = plain_text(self.reason, "reason", needed=bool(state.rounds))
        return [
            TermsChanged(at=at, by=self.by, reason=reason, rounds=self.rounds, tiebreaks=tiebreaks, settings=settings)
        ]


NUMBERED = ("rating", "lot", "restricted", "hand", "entered")
"""The ways to give pairing numbers. "restricted": by lot, so that clubmates do not meet in the last rounds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveNumbers:
    """Give new pairing numbers before round 1. `how`: the method (rating, lot, restricted, hand, entered)."""

    order: Annotated[
        tuple[int, ...], Sent("the entries in the order of their numbers, where a hand gives them", blank=True)
    ] = ()
    how: Annotated[str, Sent("how the numbers come about", "rating", known=NUMBERED)]
    by: By
    reason: Why = ""

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        if state.rounds:
            raise Refused("numbers_closed")
        if sorted(self.order) != sorted(state.entries):
            raise Refused("numbers_incomplete", entries=len(state.entries))
        reason = plain_text(self.reason, "reason", needed=False)
        return [NumbersGiven(at=at, order=self.order, how=self.how, by=self.by, reason=reason)]


ALIASES: Mapping[str, str] = {
    **{"".join(filter(str.isalnum, code)): code for code in TIEBREAKS if code.islower()},
    "buchholz": "BH",
    "medianbuchholz": "BH/M1",
    "buchholzcut1": "BH/C1",
    "sonneborn": "sonneborn-berger",
    "numberofwins": "wins",
    "mutualresult": "direct-encounter",
}
"""The code of each tie-break, by its name in small letters without spaces or signs."""


def settled(system: System, given: Mapping[str, SettingValue]) -> tuple[tuple[str, SettingValue], ...]:
    """Return those of the settings *given* that differ from the defaults, as the journal records them.

    Raise Refused if one is not valid.
    """
    own = {key: value for key, value in given.items() if key not in GENERAL}
    general = System(pair=system.pair, rounds=system.rounds, tiebreaks=(), settings=GENERAL)
    known = {**GENERAL, **system.settings}
    unknown = next((key for key in given if key not in known), None)
    if unknown is not None:
        raise Refused("unknown_key", field="settings", key=unknown[:80], known=tuple(known))
    checked = {
        **settings_of(general, {key: value for key, value in given.items() if key in GENERAL}),
        **settings_of(system, own),
    }
    return tuple(sorted((key, value) for key, value in checked.items() if value != known[key].default))


def tiebreaks_known(codes: Sequence[str]) -> tuple[str, ...]:
    """Return the tie-breaks without repeats, each by its code. Raise Refused if one is unknown.

    A name in words is accepted too, such as "Sonneborn Berger" or "Buchholz".
    """
    found = [ALIASES.get("".join(filter(str.isalnum, code.casefold())), code) for code in codes]
    for code in found:
        tiebreak(code)
    return tuple(dict.fromkeys(found))
