"""API of accounts: who the asker is, the officials' accounts, and their sessions, tokens and links."""

from __future__ import annotations

from typing import Annotated, TypedDict

from arbiter.fields import Sent
from arbiter.journal.accounts import Account, Credential
from arbiter.rulings.bounds.rights import ADMIT, OWN, ROLES
from arbiter.shapes.json_answers import told
from arbiter.values import dataclass
from arbiter.web import access
from arbiter.web.access.account_changes import ChangeAccount, MakeAccount, MakeToken
from arbiter.web.api.operation import ANYBODY, ROOT, Api, Asked

accounts = Api("accounts", __name__, url_prefix=ROOT)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangePassword:
    """Request: change the password of one's own account. All other sessions of the account end."""

    current: Annotated[str, Sent("the present password", "dammen en schijven", longest=1_000)]
    password: Annotated[str, Sent("the new password", "vier op een rij", longest=1_000)]


class CredentialTold(TypedDict):
    """A session, token or link of an account, without its secret. Instants are Unix milliseconds.

    `here`: whether it is the one with which the asker is signed in.
    """

    id: int
    kind: str
    role: str
    made_ms: int
    seen_ms: int
    expires_ms: int
    device: str
    here: bool


class AccountTold(TypedDict):
    """An account with its sessions, tokens and links, without their secrets."""

    account: int
    name: str
    role: str
    tournaments: list[str]
    boards: list[int]
    until: str | None
    club: str
    ended: bool
    credentials: list[CredentialTold]


class InvitedTold(AccountTold):
    """Response: an account and, if a link was made, the URL at which the account's owner sets the password.

    The URL is returned only in this response and cannot be read again.
    """

    link: str | None


class AccountsTold(TypedDict):
    """Response: the accounts. `machine`: the tokens that were made on the command line and belong to no account."""

    accounts: list[AccountTold]
    machine: list[CredentialTold]


class MeTold(TypedDict):
    """Response: who the asker is, and what the asker may do. `by`: the asker's name in the journal."""

    role: str
    by: str
    rights: list[str]
    tournaments: list[str]
    boards: list[int]
    board: int | None
    account: AccountTold | None


class TokenTold(TypedDict):
    """Response: a bearer token. It is returned only in this response and cannot be read again."""

    id: int
    token: str
    expires_ms: int


class EndedTold(TypedDict):
    """Response: a session, token or link was ended."""

    ended: bool


@accounts.ask("GET", "/me", who=ANYBODY, answers=MeTold)
def me(asked: Asked) -> MeTold:
    """Show who the asker is, what the asker is called in the journal, and what the asker may do."""
    reader = asked.reader
    return told(
        MeTold,
        reader,
        rights=list(ROLES[reader.role].rights),
        tournaments=[reader.tournament] if reader.tournament else list(reader.tournaments),
        account=account_shape(reader.account) if reader.account else None,
    )


@accounts.ask("POST", "/me/password", ChangePassword, who=OWN, answers=EndedTold, keyed=False)
def change_password(asked: Asked) -> EndedTold:
    """Change the password of one's own account. All other sessions of the account end."""
    access.change_password(asked.read(ChangePassword).current, asked.read(ChangePassword).password)
    return {"ended": True}


@accounts.ask("GET", "/accounts", who=ADMIT, answers=AccountsTold)
def every_account(_: Asked) -> AccountsTold:
    """List the officials' accounts with their sessions, tokens and links."""
    kept, admitting = access.accounts.kept, access.admitting()
    machine = [] if access.reader().tournaments else kept.credentials(0)
    return {
        "accounts": [account_shape(account) for account in kept.all() if admitting.sees(account)],
        "machine": [credential_shape(one) for one in machine],
    }


@accounts.ask("POST", "/accounts", MakeAccount, who=ADMIT, answers=InvitedTold, status=201, keyed=False)
def make_account(asked: Asked) -> InvitedTold:
    """Make an account for an official.

    The response has a `link` at which the official sets the password. The link cannot be read again.
    """
    account, secret = access.admitting().make(asked.read(MakeAccount))
    return {**account_shape(account), "link": access.link_address(secret)}


@accounts.ask("PATCH", "/accounts", ChangeAccount, who=OWN, answers=InvitedTold, keyed=False)
def change_account(asked: Asked) -> InvitedTold:
    """Change an account's name, role or limits (tournaments, boards, last day), end it, or make a new link.

    The link is for an owner who has forgotten the password.
    """
    account, secret = access.admitting().change(asked.read(ChangeAccount))
    return {**account_shape(account), "link": secret and access.link_address(secret)}


@accounts.ask("POST", "/tokens", MakeToken, who=OWN, answers=TokenTold, status=201, keyed=False)
def make_token(asked: Asked) -> TokenTold:
    """Make a bearer token with the rights of its account. It is returned only in this response."""
    token, made = access.admitting().make_token(asked.read(MakeToken))
    return {"id": made.id, "token": token, "expires_ms": made.until * 1_000}


@accounts.ask("DELETE", "/tokens/<int:id>", who=OWN, answers=EndedTold)
def end_token(asked: Asked) -> EndedTold:
    """End a session, a token or a link."""
    access.admitting().end(asked.address["id"])
    return {"ended": True}


def account_shape(account: Account) -> AccountTold:
    """Return an account as JSON for the officials who may manage it."""
    return told(
        AccountTold,
        account,
        account=account.number,
        until=account.until or None,
        credentials=[credential_shape(one) for one in access.accounts.in_use(account.number)],
    )


def credential_shape(one: Credential) -> CredentialTold:
    return told(
        CredentialTold,
        one,
        made_ms=one.made * 1_000,
        seen_ms=one.seen * 1_000,
        expires_ms=one.until * 1_000,
        here=one.id == access.reader().credential,
    )
