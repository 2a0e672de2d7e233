"""The panel "What to look at" on the pages of the demonstration, which ordinary services do not have."""

from __future__ import annotations

from dataclasses import dataclass, field

from arbiter.demo.scenes import Scene, scenes
from arbiter.desk.desk import Desk
from arbiter.tournament.state import Tournament


@dataclass(frozen=True, slots=True)
class Guide:
    """The round with the scenes, for each tournament. The demonstration writes it, the pages read it."""

    rounds: dict[str, int] = field(default_factory=dict)
    """The round with the scenes by the id of its tournament, the newest last."""

    def leads(self, desk: Desk, round: int) -> None:
        self.rounds[desk.id] = round

    def scenes(self, id: str, state: Tournament) -> tuple[Scene, ...]:
        """Return the scenes of that tournament; none for a tournament that a visitor has announced."""
        return scenes(state, self.rounds[id]) if id in self.rounds else ()

    @property
    def newest(self) -> str | None:
        """The newest tournament, in which a new visitor begins."""
        return next(reversed(self.rounds), None)
