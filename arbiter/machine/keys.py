"""What is signed with the instance's key: bearer tokens, and the links and letters of tablets."""

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
"""The setting of the register that has the mark of the key."""
SHARED = "signing key"
"""The setting that has the key itself, where several nodes sign with it."""
SNAPSHOTS = "snapshots"
"""The purpose of the key with which snapshots are marked."""
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""No vowel, so that no word comes out, and nothing that is taken for a digit (RFC 8628)."""
MANY = 8


@dataclass(frozen=True, slots=True)
class Keys:
    """The key of an instance. A token says what it is for, and opens nothing else."""

    secret: str

    @property
    def mark(self) -> str:
        """What the register keeps of the key, so that another one is noticed."""
        return hashlib.sha256(f"mark {self.secret}".encode()).hexdigest()

    def derived(self, purpose: str) -> bytes:
        """A key of 256 bits for that purpose alone; nobody gets from it to this key, nor to that of another purpose."""
        return hmac.new(self.secret.encode(), f"derived {purpose}".encode(), hashlib.sha256).digest()

    def sign(self, purpose: str, what: object) -> str:
        """*what* as a token that only the same purpose opens."""
        return str(URLSafeSerializer(self.secret, salt=f"arbiter {purpose}").dumps(what))

    def opened(self, purpose: str, token: str) -> Any:
        """What a token holds; None when it was not signed here for that purpose."""
        try:
            return URLSafeSerializer(self.secret, salt=f"arbiter {purpose}").loads(token)
        except (BadData, UnicodeEncodeError):  # half a letter, which JSON may hold, is in no token
            return None

    def bearer(self, role: str) -> str:
        """A token that opens the API to that role; each is another one."""
        return self.sign("bearer", {"role": role, "nonce": secrets.token_urlsafe(8)})

    def tablet(self, tournament: str, board: int, side: Side | None, epoch: int) -> tuple[str, str]:
        """The token and the letters that bind a tablet to a board, and a side if one is given, while *epoch* lasts."""
        what = [tournament, board, side.value if side else "", epoch]
        return self.sign("tablet", what), self.letters(what)

    def letters(self, what: object) -> str:
        """Eight letters by which a board is opened by hand: 34 bits, tried only while the office has binding open."""
        told = int.from_bytes(hmac.new(self.secret.encode(), f"letters {what}".encode(), hashlib.sha256).digest())
        return "".join(LETTERS[told // len(LETTERS) ** place % len(LETTERS)] for place in range(MANY))


def instance_keys(instance: Path, mark: str | None = None) -> Keys:
    """The key that the instance signs with, made at its first start and readable by its owner alone.

    *mark*: what the register has of it, where that is not a file of the instance. Refused where it is lost, or is none:
    with a new one every card, link and token that was made would open nothing, and with an empty one everybody could
    sign.
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
    """The key that all nodes over a register sign with: that of the first of them, which each keeps in its instance.

    Refused where the register knows a key that is lost.
    """
    held, new = register.setting(SHARED), not (instance / "key").exists()
    if held is None:
        held = register.settled(SHARED, instance_keys(instance, register.setting(KNOWN)).secret)
    if new:  # also where one was made just now, and another node was first
        make_key(instance, held)
    return Keys(held)


def keys_beside(beside: ReadBeside, instance: Path) -> Keys | None:
    """The key as it lies there, beside a running service; None where there is none. Nothing is made."""
    held = beside.setting(SHARED)
    if held:
        return Keys(held)
    return instance_keys(instance, beside.setting(KNOWN)) if (instance / "key").exists() else None


def make_key(instance: Path, secret: str = "") -> None:
    """A new key, or that one, in the place of the one that is there."""
    instance.mkdir(parents=True, exist_ok=True, mode=0o700)
    with whole(instance / "key") as unfinished:
        unfinished.touch(mode=0o600)
        unfinished.write_text(secret or secrets.token_hex(32))
