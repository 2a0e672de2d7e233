"""The secret key of an instance. It signs bearer tokens, and the links and letters that bind tablets to boards."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from itsdangerous import BadData, URLSafeSerializer

from arbiter.journal.files import whole
from arbiter.journal.read_only import ReadBeside
from arbiter.journal.register import Register
from arbiter.journal.sqlite.register import setting_in
from arbiter.refused import Refused
from arbiter.sides import Side
from arbiter.values import dataclass

KNOWN = "key"
"""The name of the register's setting with the hash of the key that signs links and tokens."""
SHARED = "signing key"
"""The name of the register's setting with the key itself, if several nodes share it."""
SNAPSHOTS = "snapshots"
"""The purpose of the derived key that authenticates snapshots of journals."""
BEARER, BOUND = "bearer", "bound tablet"
"""The purposes of the tokens that come in HTTP headers: of an official (or a program), and of a tablet at a board."""
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""The letters that table cards use: consonants that do not look like a digit, so that they form no word (RFC 8628)."""
LETTERS_A_CARD = 8
REMEMBERED_TOKENS = 4_096
"""The most valid tokens whose contents are remembered."""


@dataclass(frozen=True, slots=True)
class Keys:
    """The secret key of an instance, and what is derived from it.

    A token is signed for one purpose, and is invalid for every other.
    """

    secret: str

    @property
    def mark(self) -> str:
        """The hash of the key. The register stores it, so that a wrong key is noticed."""
        return hashlib.sha256(f"mark {self.secret}".encode()).hexdigest()

    def derived(self, purpose: str) -> bytes:
        """Return a key of 256 bits for that purpose. It reveals neither the secret key nor that of another purpose."""
        return hmac.new(self.secret.encode(), f"derived {purpose}".encode(), hashlib.sha256).digest()

    def sign(self, purpose: str, what: object) -> str:
        """Return a signed token with the content *what*, which is valid for that purpose only."""
        return str(URLSafeSerializer(self.secret, salt=f"arbiter {purpose}").dumps(what))

    def opened(self, purpose: str, token: str) -> Any:
        """Return the content of a token, or None if this key did not sign the token for that purpose."""
        try:
            return _content(self.secret, purpose, token)
        except (BadData, UnicodeEncodeError):  # half of a surrogate pair, which JSON may contain
            return None

    def purpose(self, token: str) -> str | None:
        """Return the purpose for which this key has signed the token of an HTTP header, or None if it has not."""
        try:
            return _purpose(self.secret, token)
        except (BadData, UnicodeEncodeError):
            return None

    def bearer(self, role: str) -> str:
        """Return a new bearer token for the API with the rights of the role *role*."""
        return self.sign("bearer", {"role": role, "nonce": secrets.token_urlsafe(8)})

    def tablet(self, tournament: str, board: int, side: Side | None, epoch: int) -> tuple[str, str]:
        """Return the token and the letters that bind a tablet to a board, or to one *side* of the board.

        *epoch*: how often the links of the board have been revoked. The token is valid until they are revoked again.
        """
        what = [tournament, board, side.value if side else "", epoch]
        return self.sign("tablet", what), self.letters(what)

    def letters(self, what: object) -> str:
        """Return eight letters (34 bits) with which somebody binds a tablet by typing, while the office allows that."""
        told = int.from_bytes(hmac.new(self.secret.encode(), f"letters {what}".encode(), hashlib.sha256).digest())
        return "".join(LETTERS[told // len(LETTERS) ** place % len(LETTERS)] for place in range(LETTERS_A_CARD))


@lru_cache(REMEMBERED_TOKENS)
def _content(secret: str, purpose: str, token: str) -> Any:
    """Return the content of a token. Raise BadData if the key did not sign the token for that purpose.

    The result is remembered, because it never changes and each move asks for it twice. An error is not remembered, so
    that strangers cannot fill the memory.
    """
    return URLSafeSerializer(secret, salt=f"arbiter {purpose}").loads(token)


@lru_cache(REMEMBERED_TOKENS)
def _purpose(secret: str, token: str) -> str:
    """Return the purpose for which the key signed the token of a header. Raise BadData if there is none."""
    for purpose in (BEARER, BOUND):
        with suppress(BadData):
            _content(secret, purpose, token)
            return purpose
    raise BadData("signed for none of them")


def instance_keys(instance: Path, mark: str | None = None) -> Keys:
    """Return the key of the instance. It is made at the first start, and only its owner can read the file.

    *mark*: the hash of the key, if the register is in a database. Raise Refused if the key is lost, unusable, or of
    another instance. It is never replaced silently: a new key would make all cards, links and tokens invalid, and with
    an empty key everybody could sign.
    """
    path, register = instance / "key", instance / "register.sqlite"
    known = mark or (setting_in(register, KNOWN) if register.exists() else None) or None
    if not path.exists():
        if known is not None:
            raise Refused("key_lost", file=str(path))
        make_key(instance)
    secret = path.read_text("utf-8", errors="replace").strip()
    if re.fullmatch("[0-9a-f]{64}", secret) is None:
        raise Refused("key_unusable", file=str(path))
    keys = Keys(secret)
    if known not in (None, keys.mark):
        raise Refused("key_of_another_instance", file=str(path))
    return keys


def shared_keys(instance: Path, register: Register) -> Keys:
    """Return the key that all nodes with the same database share, and store it in this folder. The first node makes it.

    Raise Refused if the register has the hash of a key but the key is lost.
    """
    held, new = register.setting(SHARED), not (instance / "key").exists()
    if held is None:
        held = register.settled(SHARED, instance_keys(instance, register.setting(KNOWN)).secret)
    if new:  # another node may have stored its key first
        make_key(instance, held)
    return Keys(held)


def keys_beside(beside: ReadBeside, instance: Path) -> Keys | None:
    """Return the key, read from the store without the running service, or None if there is none. No key is made."""
    held = beside.setting(SHARED)
    if held:
        return Keys(held)
    return instance_keys(instance, beside.setting(KNOWN)) if (instance / "key").exists() else None


def make_key(instance: Path, secret: str = "") -> None:
    """Replace the instance's key by *secret* or, if that is empty, by a new key."""
    instance.mkdir(parents=True, exist_ok=True, mode=0o700)
    with whole(instance / "key") as unfinished:
        unfinished.touch(mode=0o600)
        unfinished.write_text(secret or secrets.token_hex(32))
