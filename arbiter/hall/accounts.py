"""Secrets with which officials sign in: the links of invitations, sessions, and bearer tokens.

A secret has 256 bits and is shown once. The register stores only its SHA-256 hash and a number, by which the secret can
be revoked.
"""

from __future__ import annotations

import secrets

from arbiter.journal.accounts import MACHINE, Account, Credential, CredentialKind, KeptAccounts, digest
from arbiter.machine.keys import Keys
from arbiter.refused import Refused

HOUR_SECONDS = 3_600
DAY_SECONDS = 24 * HOUR_SECONDS
LONGEST_SECONDS = 400 * DAY_SECONDS
"""The most seconds for which a secret is valid."""


def issue(
    kept: KeptAccounts, kind: CredentialKind, account: int, now: int, until: int, device: str = ""
) -> tuple[str, Credential]:
    """Make a new secret for an account, valid from *now* to *until* (Unix seconds). Return it and its stored record.

    *device*: the name of the browser that signs in, to be shown in the list of sessions.
    """
    secret = secrets.token_urlsafe(32)
    made = Credential(
        kind=kind, account=account, until=min(until, now + LONGEST_SECONDS), made=now, seen=now, device=device
    )
    return secret, kept.keep(made, digest(secret))


def invite(kept: KeptAccounts, account: Account, now: int, seconds: int) -> tuple[str, Credential]:
    """Make a link that is valid for *seconds*, with which somebody sets the account's password once.

    The account's earlier links are revoked. Return the secret in the link, and its record as stored.
    """
    kept.end_all(account.number, "link")
    return issue(kept, "link", account.number, now, now + seconds)


def good(kept: KeptAccounts, secret: str, kind: CredentialKind, now: int) -> Credential | None:
    """Return the stored record of *secret* if the secret is of that *kind* and valid at *now*, otherwise None."""
    found = kept.credential(digest(secret))
    return found if found and found.kind == kind and not found.ended and now < found.until else None


def machine_token(kept: KeptAccounts, keys: Keys, role: str, now: int, days: int) -> str:
    """Make a bearer token with the rights of a role, without an account, for programs on this machine."""
    token = keys.bearer(role)
    made = Credential(kind="token", account=MACHINE, role=role, made=now, until=now + days * DAY_SECONDS)
    kept.keep(made, digest(token))
    return token


def account_token(kept: KeptAccounts, keys: Keys, account: Account, now: int, until: int) -> tuple[str, Credential]:
    """Make a bearer token for an account, valid from *now* to *until* (Unix seconds).

    Its rights are those that the account has at the time of each use.
    """
    secret, made = issue(kept, "token", account.number, now, until)
    return keys.sign("bearer", {"secret": secret}), made


def account_named(kept: KeptAccounts, name: str) -> Account:
    """Return the account with the name *name*. Raise Refused if there is none."""
    account = kept.named(name)
    if account is None:
        raise Refused("no_account", name=name[:80])
    return account
