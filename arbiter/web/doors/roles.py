"""What a role may do: a row each. Nothing else decides who may touch what.

A view, of the API or of the office, says what **right** it takes (`operation.py`, `officials_only`); a role has its
rights; an account may be bound to tournaments, and to boards for what it does at boards. `may` says yes or no.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

LOOK, RULE, REPORT, DIRECT = "look", "rule", "report", "direct"
ADMIT, INSTALL, OWN, FEED = "admit", "install", "own", "feed"

RIGHTS: Mapping[str, str] = {
    LOOK: "officials",  # the office as it stands: drafts, proposals, the journal
    RULE: "arbiters",  # rulings, signatures, clocks, calls, conduct, tablets
    REPORT: "whoever takes results",  # the result of a game, as the slip says
    DIRECT: "the director",  # tournaments, entries, pairings, terms
    ADMIT: "whoever keeps the accounts",  # accounts, and what lets them in
    INSTALL: "the chief arbiter",  # programs of others, which run on this machine
    OWN: "whoever has an account",  # one's own password, sessions and tokens
    FEED: "a hall with its key",  # what is shown here of a tournament that is played there
}
"""Every right, and what the documents call those who have it."""


@dataclass(frozen=True, slots=True)
class Role:
    """What it may do, and which roles it may give to others, change, and end."""

    rights: tuple[str, ...]
    gives: tuple[str, ...] = ()


ROLES: Mapping[str, Role] = {
    "chief": Role(
        (LOOK, RULE, REPORT, DIRECT, ADMIT, INSTALL, OWN),
        ("chief", "director", "arbiter", "helper", "display", "witness"),
    ),
    "director": Role((LOOK, RULE, REPORT, DIRECT, ADMIT, OWN), ("director", "arbiter", "helper", "display", "witness")),
    "arbiter": Role((LOOK, RULE, REPORT, OWN)),
    "helper": Role((REPORT, OWN)),
    "display": Role(()),
    "witness": Role(()),  # somebody who was named and never signs in (`hall/witnesses.py`)
    "spectator": Role(()),
    "tablet": Role(()),
    "hall": Role((FEED,)),
}
OF_ACCOUNTS = ("chief", "director", "arbiter", "helper", "display")
"""The roles that an account may have."""
OF_TOKENS = ("chief", "director", "arbiter", "spectator")
"""The roles of tokens that the machine gives without an account."""
AT_BOARDS = frozenset({RULE, REPORT})
"""The rights that an account may have for some boards only."""


def may(role: str, right: str) -> bool:
    """Whether that role has the right."""
    return right in ROLES[role].rights


def within(bound: Collection[object], named: Collection[object]) -> bool:
    """Whether somebody who is *bound* may do what names these; none of a whole hall where they are bound to a part."""
    return not bound or (bool(named) and set(named) <= set(bound))
