"""What lets an official in, made here or at the machine: links of invitations, sessions, and bearer tokens.

A secret has 256 bits and is told once. The register has its SHA-256, so that each can be ended at once.
"""

from __future__ import annotations

import secrets
from hashlib import sha256

from arbiter.journal.accounts import MACHINE, Account, Credential, CredentialKind, KeptAccounts
from arbiter.machine.keys import Keys
from arbiter.refused import Refused

HOUR = 3_600
DAY = 24 * HOUR
LONGEST = 400 * DAY
"""For so long a token may be good: no secret lives for ever."""


def digest(secret: str) -> str:
    """What the register has of a secret."""
    return sha256(secret.encode(errors="replace")).hexdigest()


def issue(
    kept: KeptAccounts, kind: CredentialKind, account: int, now: int, until: int, device: str = ""
) -> tuple[str, Credential]:
    """A new secret that lets an account in, and what is kept of it."""
    secret = secrets.token_urlsafe(32)
    made = Credential(kind=kind, account=account, until=min(until, now + LONGEST), made=now, seen=now, device=device)
    return secret, kept.keep(made, digest(secret))


def invite(kept: KeptAccounts, account: Account, now: int, seconds: int) -> tuple[str, Credential]:
    """The secret of a link by which an account sets its password, once; the links before it open nothing any more."""
    kept.end_all(account.number, "link")
    return issue(kept, "link", account.number, now, now + seconds)


def good(kept: KeptAccounts, secret: str, kind: CredentialKind, now: int) -> Credential | None:
    """What a secret is, if it lets somebody in at that instant."""
    found = kept.credential(digest(secret))
    return found if found and found.kind == kind and not found.ended and now < found.until else None


def machine_token(kept: KeptAccounts, keys: Keys, role: str, now: int, days: int) -> str:
    """A bearer token for a role, made by whoever sits at the machine."""
    token = keys.bearer(role)
    made = Credential(kind="token", account=MACHINE, role=role, made=now, until=now + days * DAY)
    kept.keep(made, digest(token))
    return token


def account_token(kept: KeptAccounts, keys: Keys, account: Account, now: int, until: int) -> tuple[str, Credential]:
    """A bearer token that may what its account may, as long as the account may it."""
    secret, made = issue(kept, "token", account.number, now, until)
    return keys.sign("bearer", {"secret": secret}), made


def account_named(kept: KeptAccounts, name: str) -> Account:
    """The account of that name; refused where there is none."""
    account = kept.named(name)
    if account is None:
        raise Refused("no_account", name=name[:80])
    return account
