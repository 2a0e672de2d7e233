"""The data of the panel "What to look at", which only the pages of the demonstration have."""

from __future__ import annotations

from dataclasses import field

from arbiter.demo.scenes import Scene, scenes
from arbiter.desk.desk import Desk
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True)
class Guide:
    """A record of the round with the scenes in each tournament. The demonstration writes it, and pages read it."""

    rounds: dict[str, int] = field(default_factory=dict)
    """The number of the round with the scenes, by the id of the tournament, the newest tournament last."""

    def leads(self, desk: Desk, round: int) -> None:
        self.rounds[desk.id] = round

    def scenes(self, id: str, state: Tournament) -> tuple[Scene, ...]:
        """Return the scenes of the tournament *id*; none if a visitor created it."""
        return scenes(state, self.rounds[id]) if id in self.rounds else ()

    @property
    def newest(self) -> str | None:
        """The id of the newest tournament of the demonstration, which a new visitor sees first, or None."""
        return next(reversed(self.rounds), None)
