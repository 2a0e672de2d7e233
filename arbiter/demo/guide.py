"""The panel "What to look at" on the pages of the demonstration; an ordinary hall's pages know nothing of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from arbiter.demo.scenes import Scene, scenes
from arbiter.desk.desk import Desk
from arbiter.tournament.state import Tournament


@dataclass(frozen=True, slots=True)
class Guide:
    """Which round of which tournament has the scenes. The players write it, the pages read it."""

    rounds: dict[str, int] = field(default_factory=dict)
    """The round that is shown, by the id of its tournament, the newest last."""

    def leads(self, desk: Desk, round: int) -> None:
        self.rounds[desk.id] = round

    def scenes(self, id: str, state: Tournament) -> tuple[Scene, ...]:
        """What is to be met in that tournament; nothing in one that a visitor has announced."""
        return scenes(state, self.rounds[id]) if id in self.rounds else ()

    @property
    def newest(self) -> str | None:
        """The tournament in which a newcomer begins."""
        return next(reversed(self.rounds), None)
