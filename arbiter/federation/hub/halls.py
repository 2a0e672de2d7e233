"""The halls that feed this hub, each by a key of its own: made here, told once, revoked at once.

A key has 128 bits, and the register its SHA-256 only. A hall has one key: a new one ends the one before it.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from slugify import slugify

from arbiter.hall.accounts import DAY, digest, good
from arbiter.journal.accounts import Credential, KeptAccounts
from arbiter.journal.people import readable_name
from arbiter.refused import Refused

HALLS = -1
"""In the place of an account's number: the keys of halls."""
DAYS = 400
"""For so long a key is good: a season and its end; no secret lives for ever."""
LONGEST = 40
SEEN = 60
"""Seconds after which it is written down anew that a key is in use."""
KEY = re.compile("[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class Hall:
    """A hall that has a key: the word for it in ids, what it is called, and when the key was made (Unix seconds)."""

    slug: str
    name: str
    made: int


def make_key(kept: KeptAccounts, hall: str, now: int) -> tuple[str, Credential]:
    """A new key for the hall of that name, and what is kept of it; the hall's key before it is revoked."""
    name = readable_name(hall)
    slug = slug_of(name)
    for one in keys(kept, now):
        if one.role == slug:
            kept.end(one.id)
    secret = secrets.token_hex(16)
    made = Credential(kind="hall", account=HALLS, role=slug, device=name, made=now, seen=0, until=now + DAYS * DAY)
    return secret, kept.keep(made, digest(secret))


def keys(kept: KeptAccounts, now: int) -> Sequence[Credential]:
    """The keys that open something now, the latest first."""
    return [one for one in kept.credentials(HALLS) if now < one.until]


def hall_with(kept: KeptAccounts, secret: str, now: int) -> Hall | None:
    """Whose key that is; None where it opens nothing."""
    found = good(kept, secret, "hall", now) if KEY.fullmatch(secret) else None
    if found is None:
        return None
    if now - found.seen >= SEEN:
        kept.saw(found.id, now)
    return Hall(found.role, found.device, found.made)


def revoke(kept: KeptAccounts, id: int) -> Credential:
    """The key of that number opens nothing from now on; refused where there is none."""
    found = kept.one_credential(id)
    if found is None or found.kind != "hall" or found.ended:
        raise Refused("no_hall_key", number=id)
    kept.end(id)
    return found


def revoke_hall(kept: KeptAccounts, hall: str, now: int) -> Credential:
    """The key of the hall of that name opens nothing from now on; refused where it has none."""
    found = next((one for one in keys(kept, now) if one.role == slug_of(hall)), None)
    if found is None:
        raise Refused("no_hall", name=hall[:80])
    return revoke(kept, found.id)


def slug_of(hall: str) -> str:
    """The word for a hall in ids."""
    return slugify(hall, max_length=LONGEST, backend="text-unidecode") or "hall"
