"""The person, tablet or service that makes a request, as a plain value for the permission check."""

from __future__ import annotations

from arbiter.rulings.bounds.rights import ROLES, within
from arbiter.rulings.time.provisional_flags import NOTHING_KNOWN, LifeSigns
from arbiter.sides import Side
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True)
class Colleague:
    """Another official who is signed in and may rule in the tournament.

    `by`: the official's name as the journal writes it.
    `entries`: the entry numbers of players with that official's name, or with the name of an official who made their
    account within the last day. `boards`: the only boards in which the account may act; empty means all. `gone_by`: the
    officials who ended this official's session within the last day. A request of one of those officials is judged as if
    this official were still signed in.
    """

    by: str
    entries: frozenset[int] = frozenset()
    boards: tuple[int, ...] = ()
    gone_by: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """The one who makes a request: an official, a tablet, a reader, or the service itself.

    `by`: the name written in the journal. `account`: the account's number, 0 without one. `tournaments` and `boards`:
    the only ones that the account may act in; empty means all. `until`: the account's last day as an ISO date; empty
    means no end. `credential`: the number of the session or token, or of a tablet's device; 0 without one.
    `seat`: the tournament and board of a tablet; `side` is None if the tablet lies between the players. `team`: the
    number of a captain's team, 0 for anybody else. `entries`: the entries with the official's name. `clubmates`: the
    entries of the official's club. `colleagues`: the other officials who are signed in and may rule in the tournament.
    `witness`: the name typed as a witness, as the journal writes it. `new_witness`: that name, if the register does not
    have it yet. `witness_entries`: the entries with that name.
    `makers`: the officials who made this account, or obtained a link or token for it, within the last day
    (`hall/account_acts.py`). `made`: the officials whose accounts this one made in that way. `makers_entries`: the
    entries of the makers and of their families.
    """

    role: str = "spectator"
    by: str = ""
    account: int = 0
    tournaments: tuple[str, ...] = ()
    boards: tuple[int, ...] = ()
    until: str = ""
    credential: int = 0
    seat: tuple[str, int] | None = None
    team: int = 0
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
        """Return whether this asker could create an account like *other*.

        The asker's role may create that role, and *other* has no more tournaments, no more boards and no later last
        day.
        """
        return other.role in ROLES[self.role].gives and self._holds(other)

    def holds(self, other: Asker) -> bool:
        """Return whether this asker may manage *other*: its own account, or an account without further powers."""
        own = other.account == self.account != 0 and other.role == self.role
        return self._holds(other) if own else self.over(other)

    def _holds(self, other: Asker) -> bool:
        in_time = not self.until or (bool(other.until) and other.until <= self.until)
        return in_time and within(self.tournaments, other.tournaments) and within(self.boards, other.boards)


@dataclass(frozen=True, slots=True)
class Here:
    """The tournament in which a request is made: its id and, if the request concerns its journal, its state.

    Without an id the request concerns the whole service. `known`: the last messages of tablets and other signs of life.
    """

    tournament: str | None = None
    state: Tournament | None = None
    known: LifeSigns = NOTHING_KNOWN


SERVICE = Asker(role="service", by="service")
"""The service itself: its alarms, the computer player, and commands typed on the machine."""
NOBODY = Asker()
"""A reader who is not signed in."""
