"""Who is at the door: an official, a tablet, or somebody who reads."""

from __future__ import annotations

from dataclasses import dataclass

from arbiter.sides import Side

ROLES = ("chief", "director", "arbiter", "spectator")
OFFICIALS = ("chief", "director", "arbiter")


@dataclass(frozen=True, slots=True)
class Reader:
    """Whoever is at the door.

    A tablet is of one board of one tournament, and of one side unless it lies between the players.
    """

    role: str = "spectator"
    name: str = ""
    tournament: str | None = None
    board: int | None = None
    side: Side | None = None
    by_token: bool = False

    @property
    def official(self) -> bool:
        return self.role in OFFICIALS

    def at(self, tournament: str, board: int) -> bool:
        """Whether this is a tablet of that board."""
        return self.role == "tablet" and (self.tournament, self.board) == (tournament, board)

    @property
    def by(self) -> str:
        """Who acts, as the journal has it: an office or a tablet, never a person."""
        if self.role == "tablet":
            return f"tablet {self.board}" + (f" {self.side.value}" if self.side else "")
        return self.name or self.role
