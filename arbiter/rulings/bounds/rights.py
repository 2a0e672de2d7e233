"""The rights of each role, a row each.

A request takes one right (`table.py`). A role has its rights. An account may be bound to tournaments, and to boards for
what it does at boards.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

LOOK, RULE, REPORT, DIRECT = "look", "rule", "report", "direct"
ADMIT, INSTALL, OWN, FEED = "admit", "install", "own", "feed"
SEAT, SYSTEM, ANYBODY = "seat", "system", "anybody"

RIGHTS: Mapping[str, str] = {
    LOOK: "officials",  # the office as it stands: drafts, proposals, the journal
    RULE: "arbiters",  # rulings, signatures, clocks, calls, conduct, tablets
    REPORT: "whoever takes results",  # the result of a game, as the slip says
    DIRECT: "the director",  # tournaments, entries, pairings, terms
    ADMIT: "whoever keeps the accounts",  # accounts, and what lets them in
    INSTALL: "the chief arbiter",  # programs of others, which run on this machine
    OWN: "whoever has an account",  # one's own password, sessions and tokens
    FEED: "a hall with its key",  # what is shown here of a tournament that is played there
    SEAT: "the board's tablet or an arbiter",  # what a player says at their board
    SYSTEM: "the service itself",  # alarms, interruptions, the computer player
    ANYBODY: "anybody",
}
"""Every right, and what the documents call those who have it."""


@dataclass(frozen=True, slots=True)
class Role:
    """The rights of a role, and the roles that it may give to others, change, and end."""

    rights: tuple[str, ...]
    gives: tuple[str, ...] = ()


GIVEN = ("director", "arbiter", "helper", "display", "witness")
ARBITERS = (LOOK, RULE, REPORT, OWN, SEAT)
ROLES: Mapping[str, Role] = {
    "service": Role(tuple(RIGHTS)),
    "chief": Role((*ARBITERS, DIRECT, ADMIT, INSTALL), ("chief", *GIVEN)),
    "director": Role((*ARBITERS, DIRECT, ADMIT), GIVEN),
    "arbiter": Role(ARBITERS),
    "helper": Role((REPORT, OWN)),
    "display": Role(()),
    "spectator": Role(()),
    "tablet": Role((SEAT,)),
    "hall": Role((FEED,)),
    "witness": Role(()),  # somebody who was named and never signs in (`hall/witnesses.py`)
}
OF_ACCOUNTS = ("chief", "director", "arbiter", "helper", "display")
"""The roles that an account may be given."""
OF_TOKENS = ("chief", "director", "arbiter", "spectator")
"""The roles of tokens that the machine gives without an account."""
AT_BOARDS = frozenset({RULE, REPORT, SEAT})
"""The rights that an account may have for some boards only."""


def may(role: str, right: str) -> bool:
    """Whether that role has the right."""
    return right == ANYBODY or right in ROLES[role].rights


def within(bound: Collection[object], named: Collection[object]) -> bool:
    """Whether *named* lies in *bound*; an empty *bound* is no bound, and an empty *named* is the whole."""
    return not bound or (bool(named) and set(named) <= set(bound))
