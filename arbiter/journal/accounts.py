"""Who may sign in, and by what they are let in, whichever engine keeps it.

An account has a number, which stands in the journal; its name stands here only, and may be corrected and erased. What
lets somebody in is a **credential**: a session, a bearer token, or the link of an invitation. Of its secret only the
SHA-256 is kept, so that whoever reads the file gets in nowhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

CredentialKind: TypeAlias = Literal["session", "token", "link", "hall"]
MACHINE = 0
"""In the place of an account's number: whoever sits at the machine."""


@dataclass(frozen=True, slots=True)
class Account:
    """Someone who signs in: the role decides what is allowed, *password* is a scrypt hash made by the caller.

    *number*: 0 until it is kept; *tournaments*, *boards*: none for all of them; *until*: the last day, as an ISO date;
    *club*: theirs, for tournaments in which nobody rules on a game of their own club.
    """

    name: str
    role: str
    password: str = ""
    number: int = 0
    tournaments: tuple[str, ...] = ()
    boards: tuple[int, ...] = ()
    until: str = ""
    ended: bool = False
    club: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Credential:
    """What lets somebody in until an instant (seconds since 1970).

    *role*: of a token that was made at the machine, and belongs to no account; *device*: what said it was signing in.
    """

    kind: CredentialKind
    account: int
    until: int
    made: int
    role: str = ""
    seen: int = 0
    device: str = ""
    id: int = 0
    ended: bool = False


class KeptAccounts(Protocol):
    """The accounts of an instance. Every method may be called from any thread."""

    def all(self) -> Sequence[Account]:
        """Every account, in the order of their names; those that have ended too."""

    def names(self) -> Mapping[int, str]:
        """What they are called, by number: what a journal's numbers are read by."""

    def named(self, name: str) -> Account | None:
        """The account that signs in with this name."""

    def numbered(self, number: int) -> Account | None:
        """The account that stands in the journal with this number, also one that has ended."""

    def put(self, account: Account) -> Account:
        """A new account where it has no number and its name is free; else another word about the one there is."""

    def keep(self, credential: Credential, digest: str) -> Credential:
        """From now on the secret of that *digest* lets somebody in."""

    def credential(self, digest: str) -> Credential | None:
        """What the secret of that digest is, or was."""

    def credentials(self, account: int) -> Sequence[Credential]:
        """What lets an account in, and has not ended; the latest first."""

    def one_credential(self, id: int) -> Credential | None:
        """The credential of that number."""

    def saw(self, id: int, at: int) -> None:
        """It was used at that instant."""

    def end(self, id: int) -> None:
        """It lets nobody in any more."""

    def end_all(self, account: int, *kinds: CredentialKind, but: int = 0) -> None:
        """Ends all that an account has of these kinds, *but* one."""
