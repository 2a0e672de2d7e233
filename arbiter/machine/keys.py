"""The instance's key, which signs bearer tokens and the links and letters of tablets."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from itsdangerous import BadData, URLSafeSerializer

from arbiter.journal.files import whole
from arbiter.journal.read_only import ReadBeside
from arbiter.journal.register import Register
from arbiter.journal.sqlite.register import setting_in
from arbiter.refused import Refused
from arbiter.sides import Side

KNOWN = "key"
"""The name of the register's setting with the hash of the key."""
SHARED = "signing key"
"""The name of the register's setting with the key itself, if several nodes share it."""
SNAPSHOTS = "snapshots"
"""The purpose of the key that authenticates snapshots."""
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""Consonants only, so that no word comes out, without those that look like digits (RFC 8628)."""
LETTERS_A_CARD = 8


@dataclass(frozen=True, slots=True)
class Keys:
    """The key of an instance. A token is signed for one purpose, and is valid for no other."""

    secret: str

    @property
    def mark(self) -> str:
        """The hash of the key in the register, by which another key is noticed."""
        return hashlib.sha256(f"mark {self.secret}".encode()).hexdigest()

    def derived(self, purpose: str) -> bytes:
        """Return a key of 256 bits for that purpose. It gives away neither this key nor that of another purpose."""
        return hmac.new(self.secret.encode(), f"derived {purpose}".encode(), hashlib.sha256).digest()

    def sign(self, purpose: str, what: object) -> str:
        """Return *what* as a token that is valid for that purpose only."""
        return str(URLSafeSerializer(self.secret, salt=f"arbiter {purpose}").dumps(what))

    def opened(self, purpose: str, token: str) -> Any:
        """Return the content of a token, or None if it was not signed here for that purpose."""
        try:
            return URLSafeSerializer(self.secret, salt=f"arbiter {purpose}").loads(token)
        except (BadData, UnicodeEncodeError):  # half a character, which JSON may contain
            return None

    def bearer(self, role: str) -> str:
        """Return a new bearer token for the API with the rights of that role."""
        return self.sign("bearer", {"role": role, "nonce": secrets.token_urlsafe(8)})

    def tablet(self, tournament: str, board: int, side: Side | None, epoch: int) -> tuple[str, str]:
        """Return the token and the letters that bind a tablet to a board while its epoch is *epoch*."""
        what = [tournament, board, side.value if side else "", epoch]
        return self.sign("tablet", what), self.letters(what)

    def letters(self, what: object) -> str:
        """Return eight letters (34 bits) that bind a board by hand, while the office has binding open."""
        told = int.from_bytes(hmac.new(self.secret.encode(), f"letters {what}".encode(), hashlib.sha256).digest())
        return "".join(LETTERS[told // len(LETTERS) ** place % len(LETTERS)] for place in range(LETTERS_A_CARD))


def instance_keys(instance: Path, mark: str | None = None) -> Keys:
    """Return the key of the instance, made at its first start and readable by its owner only.

    *mark*: the hash of the key in the register, if that is in a database. A lost or unusable key is refused, because
    with a new one all cards, links and tokens would be invalid, and with an empty one everybody could sign.
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
    """Return the key that all nodes over a register share: that of the first node, which each stores in its folder.

    A key that the register knows but is lost is refused.
    """
    held, new = register.setting(SHARED), not (instance / "key").exists()
    if held is None:
        held = register.settled(SHARED, instance_keys(instance, register.setting(KNOWN)).secret)
    if new:  # another node may have stored its key first
        make_key(instance, held)
    return Keys(held)


def keys_beside(beside: ReadBeside, instance: Path) -> Keys | None:
    """Return the key read from the store beside a running service, or None. Nothing is made."""
    held = beside.setting(SHARED)
    if held:
        return Keys(held)
    return instance_keys(instance, beside.setting(KNOWN)) if (instance / "key").exists() else None


def make_key(instance: Path, secret: str = "") -> None:
    """Write a new key, or the given one, in place of the present one."""
    instance.mkdir(parents=True, exist_ok=True, mode=0o700)
    with whole(instance / "key") as unfinished:
        unfinished.touch(mode=0o600)
        unfinished.write_text(secret or secrets.token_hex(32))
