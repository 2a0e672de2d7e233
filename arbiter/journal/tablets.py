"""The devices that lie at the boards, whichever engine keeps them. Of a device's secret only the SHA-256 is kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class Tablet:
    """A tablet or a telephone at a board, of one side unless it lies between the players (*side* is empty then).

    *epoch*: how often the board's links had been revoked when it came; *bound*: it plays, and does not wait for the
    office; *made*: when it came, in seconds since 1970.
    """

    tournament: str
    board: int
    side: str
    epoch: int
    made: int
    name: str = ""
    bound: bool = False
    id: int = 0
    check: int = 0
    """Two digits that stand on it and in the office, so that the office lets in the one that is at the board."""

    def shares(self, other: Tablet) -> bool:
        """Whether both claim one seat: a tablet between the players takes both."""
        here = (self.tournament, self.board) == (other.tournament, other.board)
        return here and (not self.side or not other.side or self.side == other.side)


class KeptTablets(Protocol):
    """The devices of an instance. Every method may be called from any thread."""

    def put(self, device: Tablet, digest: str) -> Tablet:
        """A device has come: it is bound where its seat is empty, and waits for the office where it is taken."""

    def found(self, digest: str) -> Tablet | None:
        """The device with the secret of that digest; None where it was turned away, or where its links are revoked."""

    def at(self, tournament: str) -> Sequence[Tablet]:
        """The devices of a tournament, bound and waiting, by board."""

    def let_in(self, id: int) -> None:
        """It is bound, and those that had its seat are no more."""

    def end(self, id: int) -> None:
        """It plays no more."""
