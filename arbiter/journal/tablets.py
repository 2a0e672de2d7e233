"""The devices that lie at the boards, whichever engine keeps them. Of a device's secret only the SHA-256 is kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

MOST_AT_BOARD = 4
"""Devices that may wait at one board to be let in."""
MOST_OF_ADDRESS = 20
"""Devices that may wait in one tournament from one address."""
WAITS_SECONDS = 600
"""A device that waits and has not been heard of for so long is gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tablet:
    """A tablet or a telephone at a board, of one side unless it lies between the players (*side* is empty then).

    *epoch*: how often the board's links had been revoked when it came; *bound*: it plays, and does not wait for the
    office; *made*: when it came, in seconds since 1970; *seen*: when it was last heard of while it waited; *address*:
    from where it came.
    """

    tournament: str
    board: int
    side: str
    epoch: int
    made: int
    name: str = ""
    address: str = ""
    seen: int = 0
    bound: bool = False
    id: int = 0
    check: int = 0
    """Two digits that stand on it and in the office, so that the office lets in the one that is at the board."""

    def shares(self, other: Tablet) -> bool:
        """Whether both claim one seat: a tablet between the players takes both."""
        here = (self.tournament, self.board) == (other.tournament, other.board)
        return here and (not self.side or not other.side or self.side == other.side)

    def there(self, now: int) -> bool:
        """Whether it is bound, or was heard of lately while it waits."""
        return self.bound or now - max(self.seen, self.made) <= WAITS_SECONDS


@dataclass(frozen=True, slots=True)
class Dropped:
    """Devices that waited at a board and gave way to later ones: how many, and when the last one did."""

    board: int
    count: int
    at: int


def too_many(waiting: Sequence[Tablet], fresh: Tablet) -> list[Tablet]:
    """Return those of the devices *waiting* that give way, *fresh* being the one that has come last among them.

    At a board it is the oldest one from the address that most of them have, so that whoever sends many drops their own.
    """
    here = [one for one in waiting if one.board == fresh.board]
    gone: list[Tablet] = []
    while len(here) > MOST_AT_BOARD:
        most = Counter(one.address for one in here).most_common(1)[0][0]
        gone.append(next(one for one in here if one.address == most))
        here.remove(gone[-1])
    same = [one for one in waiting if one.address == fresh.address and one not in gone]
    return gone + same[: max(0, len(same) - MOST_OF_ADDRESS)]


class KeptTablets(Protocol):
    """The devices of an instance. Every method may be called from any thread."""

    def put(self, device: Tablet, digest: str) -> Tablet:
        """A device has come: it is bound where its seat is empty, and waits for the office where it is taken.

        Those that wait and are not heard of any more are gone; where too many wait, some of them give way.
        """

    def saw(self, id: int, at: int) -> None:
        """A device that waits was heard of."""

    def dropped(self, tournament: str) -> Sequence[Dropped]:
        """The devices that gave way since the links of their boards were last revoked, by board."""

    def found(self, digest: str) -> Tablet | None:
        """The device with the secret of that digest; None where it was turned away, or where its links are revoked."""

    def at(self, tournament: str) -> Sequence[Tablet]:
        """The devices of a tournament, bound and waiting, by board."""

    def let_in(self, id: int) -> None:
        """It is bound, and those that had its seat are no more."""

    def end(self, id: int) -> None:
        """It plays no more."""
