"""Secrets by which officials sign in: links of invitations, sessions, and bearer tokens.

A secret has 256 bits and is told once. The register has only its SHA-256 hash, by which each secret can be ended.
"""

from __future__ import annotations

import secrets
from hashlib import sha256

from arbiter.journal.accounts import MACHINE, Account, Credential, CredentialKind, KeptAccounts
from arbiter.machine.keys import Keys
from arbiter.refused import Refused

HOUR_SECONDS = 3_600
DAY_SECONDS = 24 * HOUR_SECONDS
LONGEST_SECONDS = 400 * DAY_SECONDS
"""The most seconds for which a secret is valid."""


def digest(secret: str) -> str:
    """Return the hash of a secret, as the register has it."""
    return sha256(secret.encode(errors="replace")).hexdigest()


def issue(
    kept: KeptAccounts, kind: CredentialKind, account: int, now: int, until: int, device: str = ""
) -> tuple[str, Credential]:
    """Make a new secret for an account. Return it with its stored record."""
    secret = secrets.token_urlsafe(32)
    made = Credential(
        kind=kind, account=account, until=min(until, now + LONGEST_SECONDS), made=now, seen=now, device=device
    )
    return secret, kept.keep(made, digest(secret))


def invite(kept: KeptAccounts, account: Account, now: int, seconds: int) -> tuple[str, Credential]:
    """Make a link by which the account sets its password once, and end its earlier links.

    Return its secret and record.
    """
    kept.end_all(account.number, "link")
    return issue(kept, "link", account.number, now, now + seconds)


def good(kept: KeptAccounts, secret: str, kind: CredentialKind, now: int) -> Credential | None:
    """Return the stored record of *secret* if it is of that *kind* and valid at *now*, otherwise None."""
    found = kept.credential(digest(secret))
    return found if found and found.kind == kind and not found.ended and now < found.until else None


def machine_token(kept: KeptAccounts, keys: Keys, role: str, now: int, days: int) -> str:
    """Make a bearer token for a role, which belongs to no account. Used on the machine itself."""
    token = keys.bearer(role)
    made = Credential(kind="token", account=MACHINE, role=role, made=now, until=now + days * DAY_SECONDS)
    kept.keep(made, digest(token))
    return token


def account_token(kept: KeptAccounts, keys: Keys, account: Account, now: int, until: int) -> tuple[str, Credential]:
    """Make a bearer token with the rights of its account, whatever these are when it is used."""
    secret, made = issue(kept, "token", account.number, now, until)
    return keys.sign("bearer", {"secret": secret}), made


def account_named(kept: KeptAccounts, name: str) -> Account:
    """Return the account of that name. Refuse an unknown name."""
    account = kept.named(name)
    if account is None:
        raise Refused("no_account", name=name[:80])
    return account
