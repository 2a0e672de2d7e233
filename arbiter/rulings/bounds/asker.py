"""The person, tablet or service that asks for something, as a value: all that the deciding function knows of it."""

from __future__ import annotations

from dataclasses import dataclass

from arbiter.rulings.bounds.rights import ROLES, within
from arbiter.sides import Side
from arbiter.tournament.state import Tournament


@dataclass(frozen=True, slots=True)
class Colleague:
    """Another official who is signed in and may rule in the tournament, in the journal's words.

    `entries`: those that have their name, and those of their makers (see `Asker`). `boards`: the bounds of the
    account; empty: no bound. `gone_by`: the officials who put them out within the last day. For these they still
    count.
    """

    by: str
    entries: frozenset[int] = frozenset()
    boards: tuple[int, ...] = ()
    gone_by: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """An official, a tablet, a reader, or the service itself.

    `by`: the words that the journal has for them. `account`: its number, 0 without one. `tournaments`, `boards`: the
    bounds of the account; empty: no bound. `until`: its last day as an ISO date; empty: none. `seat`: the tournament
    and the board of a tablet, with its `side` unless it lies between the players. `entries`: those that have their
    name. `clubmates`: the entries of their club. `colleagues`: the officials who are signed in and may rule in the
    tournament. `witness`: the witness whose name was typed, in the journal's words. `new_witness`: that name, if the
    register does not have it yet. `witness_entries`: the entries that have it.
    `makers`: the officials who made their account, or got a way into it, within the last day (`web/access/acts.py`).
    `made`: the officials whose accounts they made so. `makers_entries`: the entries of the makers and of their
    families.
    """

    role: str = "spectator"
    by: str = ""
    account: int = 0
    tournaments: tuple[str, ...] = ()
    boards: tuple[int, ...] = ()
    until: str = ""
    seat: tuple[str, int] | None = None
    side: Side | None = None
    entries: frozenset[int] = frozenset()
    clubmates: frozenset[int] = frozenset()
    colleagues: tuple[Colleague, ...] = ()
    witness: str = ""
    new_witness: str = ""
    witness_entries: frozenset[int] = frozenset()
    makers: frozenset[str] = frozenset()
    made: frozenset[str] = frozenset()
    makers_entries: frozenset[int] = frozenset()

    def over(self, other: Asker) -> bool:
        """Whether *other* may no more than they do: in role, tournaments, boards and last day."""
        return other.role in ROLES[self.role].gives and self._holds(other)

    def holds(self, other: Asker) -> bool:
        """Whether *other* is over nothing that they are not: their own account, or one that they are over."""
        own = other.account == self.account != 0 and other.role == self.role
        return self._holds(other) if own else self.over(other)

    def _holds(self, other: Asker) -> bool:
        in_time = not self.until or (bool(other.until) and other.until <= self.until)
        return in_time and within(self.tournaments, other.tournaments) and within(self.boards, other.boards)


@dataclass(frozen=True, slots=True)
class Here:
    """The place where something is asked: a tournament by its id, with its state where a journal holds the matter.

    Without an id it is the whole service.
    """

    tournament: str | None = None
    state: Tournament | None = None


SERVICE = Asker(role="service", by="service")
"""The service itself: its alarms, the computer player, and the commands of whoever sits at the machine."""
NOBODY = Asker()
"""A reader who has brought nothing."""
