"""The keys with which halls send tournaments to this hub: how they are made and revoked.

A key has 128 bits and is shown once; the register stores only its SHA-256 hash. A hall has one key: a new key replaces
the earlier one.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence

from slugify import slugify

from arbiter.hall.accounts import DAY_SECONDS, good
from arbiter.journal.accounts import Credential, KeptAccounts, digest
from arbiter.journal.people import readable_name
from arbiter.refused import Refused
from arbiter.values import dataclass

HALLS = -1
"""The account number under which the register stores the keys of halls."""
KEY_DAYS = 400
"""The days for which a key is valid: more than a season."""
LONGEST_NAME_CHARACTERS = 40
NOTE_EVERY_SECONDS = 60
"""That a key is in use is noted in the register at most once in this many seconds."""
KEY = re.compile("[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class Hall:
    """A hall with a valid key: its name, its name as part of ids, and when the key was made (Unix seconds)."""

    slug: str
    name: str
    made: int


def make_key(kept: KeptAccounts, hall: str, now: int) -> tuple[str, Credential]:
    """Make a key for the hall of that name, and revoke its earlier key. Return the key, and its record as stored."""
    name = readable_name(hall)
    slug = slug_of(name)
    for one in keys(kept, now):
        if one.role == slug:
            kept.end(one.id)
    secret = secrets.token_hex(16)
    made = Credential(
        kind="hall", account=HALLS, role=slug, device=name, made=now, seen=0, until=now + KEY_DAYS * DAY_SECONDS
    )
    return secret, kept.keep(made, digest(secret))


def keys(kept: KeptAccounts, now: int) -> Sequence[Credential]:
    """Return the records of all valid keys, the newest first."""
    return [one for one in kept.credentials(HALLS) if now < one.until]


def hall_with(kept: KeptAccounts, secret: str, now: int) -> Hall | None:
    """Return the hall whose key is *secret*, or None if the key is not valid."""
    found = good(kept, secret, "hall", now) if KEY.fullmatch(secret) else None
    if found is None:
        return None
    if now - found.seen >= NOTE_EVERY_SECONDS:
        kept.saw(found.id, now)
    return Hall(found.role, found.device, found.made)


def revoke(kept: KeptAccounts, id: int) -> Credential:
    """Revoke the key with that number. Raise Refused if there is none."""
    found = kept.one_credential(id)
    if found is None or found.kind != "hall" or found.ended:
        raise Refused("no_hall_key", number=id)
    kept.end(id)
    return found


def revoke_hall(kept: KeptAccounts, hall: str, now: int) -> Credential:
    """Revoke the key of the hall with that name. Raise Refused if the hall has none."""
    found = next((one for one in keys(kept, now) if one.role == slug_of(hall)), None)
    if found is None:
        raise Refused("no_hall", name=hall[:80])
    return revoke(kept, found.id)


def slug_of(hall: str) -> str:
    """Return a hall's name in the form that it has in the ids of tournaments."""
    return slugify(hall, max_length=LONGEST_NAME_CHARACTERS, backend="text-unidecode") or "hall"
