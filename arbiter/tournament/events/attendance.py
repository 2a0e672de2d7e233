"""Events of attendance: a player is noted as present or absent at the board, or is late."""

from __future__ import annotations

from dataclasses import field

from arbiter.sides import Instant, Side
from arbiter.tournament.events.event import AtBoard, BoardAct, Event
from arbiter.tournament.lapsed_proposals import settled
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class AttendanceNoted(BoardAct):
    """Somebody noted that a player is present at the board, or is absent from it."""

    side: Side
    here: bool

    def after(self, state: Tournament) -> Tournament:
        game = self.noted(self.game(state), "here" if self.here else "absent")
        return settled(state, replace(game, here=game.here.put(self.side, self.here)))


@dataclass(frozen=True, slots=True, kw_only=True)
class LateNoticed(AtBoard):
    """The time limit for late players passed at the instant `due`.

    `side` has not come; None means that neither side has.
    """

    side: Side | None = field(metadata={"none": "both"})
    due: Instant

    def after(self, state: Tournament) -> Tournament:
        return self.proposed(state, "late", self.side.value if self.side else "both")


EVENTS: tuple[type[Event], ...] = (AttendanceNoted, LateNoticed)
