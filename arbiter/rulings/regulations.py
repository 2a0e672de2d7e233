"""Changing single values (switches) of a tournament's regulations before play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from arbiter.fields import Sent
from arbiter.refused import Refused
from arbiter.rulings.entries import switches_read
from arbiter.rulings.request import By, Why, plain_text
from arbiter.sides import Instant
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.terms import RegulationsChanged
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeRegulations:
    """Change single values (switches) of the tournament's regulations.

    Refused once the first round has been started.
    """

    switches: Annotated[tuple[tuple[str, object], ...], Sent("the switches with their values", (("touch_move", True),))]
    by: By
    reason: Why = ""

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        if any(round.started for round in state.rounds):
            raise Refused("regulations_settled")
        read = switches_read(self.switches)
        changed = tuple((key, value) for key, value in read if state.regulations.value(key) != value)
        if not changed:
            raise Refused("nothing_changed")
        reason = plain_text(self.reason, "reason", needed=False)
        return [RegulationsChanged(at=at, switches=changed, by=self.by, reason=reason, late_at_once=True)]
