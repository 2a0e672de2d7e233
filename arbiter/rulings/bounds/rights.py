"""The rights of each role, as a table.

A request needs one right (`table.py`), and a role has several. An account may be limited to some tournaments, and to
some boards for rights that are used at boards.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from arbiter.values import dataclass

LOOK, RULE, REPORT, DIRECT = "look", "rule", "report", "direct"
ADMIT, INSTALL, OWN, FEED = "admit", "install", "own", "feed"
SEAT, CAPTAIN, SYSTEM, ANYBODY = "seat", "captain", "system", "anybody"

RIGHTS: Mapping[str, str] = {
    LOOK: "officials",  # read the pages of the office: drafts, proposals, the journal
    RULE: "arbiters",  # rulings, signatures, clocks, calls, conduct, tablets
    REPORT: "whoever takes results",  # enter the result of a game from its slip
    DIRECT: "the director",  # tournaments, entries, pairings, terms
    ADMIT: "whoever keeps the accounts",  # accounts, and the links and tokens that sign in
    INSTALL: "the chief arbiter",  # programs of others on this machine, addresses that messages are sent to
    OWN: "whoever has an account",  # one's own password, sessions and tokens
    FEED: "a hall with its key",  # a tournament played elsewhere and shown here
    SEAT: "the board's tablet or an arbiter",  # requests of a player at the board
    CAPTAIN: "a captain with the link of the team, or the director",  # the team's line-ups
    SYSTEM: "the service itself",  # alarms, interruptions, the computer player
    ANYBODY: "anybody",
}
"""Every right, with the words that the documents use for those who have it."""


@dataclass(frozen=True, slots=True)
class Role:
    """A role of an account: its rights, and the roles of the accounts that it may create, change and end."""

    rights: tuple[str, ...]
    gives: tuple[str, ...] = ()


GIVEN = ("director", "arbiter", "helper", "display", "witness")
ARBITERS = (LOOK, RULE, REPORT, OWN, SEAT)
ROLES: Mapping[str, Role] = {
    "service": Role(tuple(RIGHTS)),
    "chief": Role((*ARBITERS, DIRECT, CAPTAIN, ADMIT, INSTALL), ("chief", *GIVEN)),
    "director": Role((*ARBITERS, DIRECT, CAPTAIN, ADMIT), GIVEN),
    "arbiter": Role(ARBITERS),
    "helper": Role((REPORT, OWN)),
    "display": Role(()),
    "spectator": Role(()),
    "tablet": Role((SEAT,)),
    "captain": Role((CAPTAIN,)),
    "hall": Role((FEED,)),
    "witness": Role(()),  # a person named as a witness, who never signs in (`hall/witnesses.py`)
}
OF_ACCOUNTS = ("chief", "director", "arbiter", "helper", "display")
"""The roles that an account may be given."""
OF_TOKENS = ("chief", "director", "arbiter", "spectator")
"""The roles of tokens that the command line issues without an account."""
AT_BOARDS = frozenset({RULE, REPORT, SEAT})
"""The rights that an account may have for some boards only."""


def may(role: str, right: str) -> bool:
    """Return whether *role* has *right*."""
    return right == ANYBODY or right in ROLES[role].rights


def within(bound: Collection[object], named: Collection[object]) -> bool:
    """Return whether the limit *bound* allows all values in *named*.

    An empty *bound* allows everything. An empty *named* means "everything", which only an empty *bound* allows.
    """
    return not bound or (bool(named) and set(named) <= set(bound))
