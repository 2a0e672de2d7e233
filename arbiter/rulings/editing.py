"""Editing an announced tournament.

Name, place, days and rounds can be edited at any time. Variant, time control, points and regulations can be edited
until the first game is started.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Sequence
from dataclasses import fields
from typing import Annotated, Any

from arbiter.clock.control import controls_text
from arbiter.clock.parsing import control_spoken
from arbiter.fields import MOST_ROUNDS, Sent
from arbiter.pairing.table.points import parse_points, points_text
from arbiter.refused import Refused
from arbiter.rules.ballots import TABLES
from arbiter.rules.endings import keys_for
from arbiter.rules.variants import VARIANTS
from arbiter.rulings.entries import LONGEST_NAME
from arbiter.rulings.request import By, plain_text
from arbiter.sides import Instant
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.terms import TournamentMended
from arbiter.tournament.regulations.profiles import REGULATIONS, default_for
from arbiter.tournament.regulations.switches import SWITCHES
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass

SETTLED = ("variant", "control", "points", "regulations")
"""The fields about the play itself: they can no longer be edited once a game has been started."""
DAY = re.compile(r"(\d{4})-(\d\d)-(\d\d)", re.ASCII)
TIME = re.compile(DAY.pattern + r"T(\d\d):(\d\d)(?::\d\d)?", re.ASCII)
Printed = Annotated[str | None, Sent("as it is printed; empty: nowhere said", longest=LONGEST_NAME)]
Day = Annotated[str | None, Sent("an ISO date", "2026-12-05", longest=10)]


@dataclass(frozen=True, slots=True, kw_only=True)
class MendTournament:
    """Edit the details of an announced tournament.

    A field that is missing or null leaves its value unchanged.
    """

    by: By
    name: Annotated[
        str | None, Sent("what it is called", "Club open", longest=LONGEST_NAME, too_long="name_too_long")
    ] = None
    place: Printed = None
    begins: Day = None
    ends: Day = None
    federation: Printed = None
    rounds: Annotated[int | None, Sent("how many; 0: as many as the system needs", 5, least=0, most=MOST_ROUNDS)] = None
    times: Annotated[
        tuple[tuple[str, object], ...] | None,
        Sent("when each round begins, by its number, in the time of the hall", (("1", "2026-12-05T10:00"),)),
    ] = None
    variant: Annotated[str | None, Sent("the game that is played", "international", known=tuple(VARIANTS))] = None
    control: Annotated[str | None, Sent("the time control, in notation or as people write it", "80 min + 1 min")] = None
    points: Annotated[str | None, Sent("what a win, a draw and a loss are worth", "2-1-0")] = None
    regulations: Annotated[
        str | None, Sent("under which book it is played; “”: the book of the game", known=tuple(REGULATIONS))
    ] = None

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        told = {**self._details(state), **self._played(state)}
        if self.rounds is not None and self.rounds != state.planned:
            if 0 < self.rounds < len(state.rounds):
                raise Refused(
                    "number_out_of_range", field="rounds", number=self.rounds, least=len(state.rounds), most=MOST_ROUNDS
                )
            told["rounds"] = self.rounds
        if not told:
            raise Refused("nothing_changed")
        return [TournamentMended(at=at, by=self.by, **told)]

    def _details(self, state: Tournament) -> dict[str, Any]:
        """Return the changed fields that do not concern the play, such as name and place."""
        told: dict[str, Any] = {}
        for field in ("name", "place", "federation"):
            if (value := getattr(self, field)) is not None:
                told[field] = plain_text(value, field, needed=field == "name")
        told |= {
            field: _day(field, value) for field in ("begins", "ends") if (value := getattr(self, field)) is not None
        }
        if self.times is not None:
            told["times"] = tuple(sorted(_time(*one) for one in self.times if one[1] not in ("", None)))
        stands = {"name": state.name} | {
            field.name: getattr(state.details, field.name) for field in fields(state.details)
        }
        begins, ends = told.get("begins", stands["begins"]), told.get("ends", stands["ends"])
        if begins and ends and ends < begins:
            raise Refused("ends_before_it_begins", begins=begins, ends=ends)
        return {field: value for field, value in told.items() if value != stands[field]}

    def _played(self, state: Tournament) -> dict[str, Any]:
        """Return the changed fields that concern the play, and the fields that are computed from them."""
        told = {
            "variant": self.variant or None,
            "control": control_spoken(self.control) if self.control else None,
            "points": points_text(parse_points(self.points)) if self.points else None,
            "regulations": self.regulations,
        }
        stands = {
            "variant": state.variant.key,
            "control": controls_text(state.controls),
            "points": points_text(state.points),
            "regulations": state.regulations.key,
        }
        variant = told["variant"] or stands["variant"]
        book = stands["regulations"] if told["regulations"] is None else told["regulations"]
        if not book or (told["regulations"] is None and variant not in REGULATIONS[book].variants):
            book = default_for(variant)
        if variant not in REGULATIONS[book].variants:
            raise Refused("regulations_of_another_game", regulations=book, variant=variant)
        told["regulations"] = book
        changed: dict[str, Any] = {field: value for field, value in told.items() if value not in (None, stands[field])}
        if changed and state.begun:
            raise Refused("tournament_settled", field=next(field for field in SETTLED if field in changed))
        if "regulations" in changed:
            row = REGULATIONS[book].turn((("flags", state.regulations.flags),))
            changed["switches"] = row.switches
            changed["turned"] = tuple(key for key in SWITCHES if row.value(key) != REGULATIONS[book].value(key))
        if "regulations" in changed or "variant" in changed:
            changed["endings"] = keys_for(variant, book)
        if state.ballots and variant not in TABLES[state.ballots].variants:
            changed["ballots"] = ""
        return changed


def _day(field: str, text: str) -> str:
    """Return the ISO date *text*, or an empty text if it is empty. Raise Refused if there is no such day."""
    text = text.strip()
    if text and not _in_the_calendar(DAY.fullmatch(text)):
        raise Refused("field_unreadable", field=field, wanted="2026-12-05")
    return text


def _time(number: str, text: object) -> tuple[int, str]:
    """Return a round number with its starting minute. Raise Refused if either cannot be read."""
    round = int(number) if number.isascii() and number.isdigit() and len(number) <= len(str(MOST_ROUNDS)) else 0
    if not 1 <= round <= MOST_ROUNDS:
        raise Refused("field_unreadable", field="times", wanted='{"1": "2026-12-05T10:00"}')
    minute = str(text).strip().replace(" ", "T")
    if not _in_the_calendar(TIME.fullmatch(minute)):
        raise Refused("field_unreadable", field=f"times {round}", wanted="2026-12-05T10:00")
    return round, minute[:16]


def _in_the_calendar(found: re.Match[str] | None) -> bool:
    """Return whether the date that the pattern has found exists in the calendar, and its time, if any, exists too."""
    if found is None:
        return False
    year, month, day, *minute = (int(part) for part in found.groups())
    told = all(part <= most for part, most in zip(minute, (23, 59), strict=False))
    return year > 0 and 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1] and told
