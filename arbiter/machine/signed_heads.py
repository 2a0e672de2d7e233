"""Signed heads: the last line of a journal, with its hash and a signature, as proof of the journal up to that line.

Somebody who forges a journal can compute all its hashes anew. But a signed head on a tablet, a sheet or a USB stick
then names a line that the forged journal does not have, and the signature proves that this hall made it. The signing
key is Ed25519, derived from the instance's key. The signing key is stored nowhere and is in no backup. All nodes with
the same database have the same signing key.
"""

from __future__ import annotations

import base64
import re
import threading
from collections.abc import Callable, Iterable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from arbiter.journal.read_only import ReadBeside
from arbiter.journal.register import Register
from arbiter.machine.keys import Keys
from arbiter.refused import Refused
from arbiter.sides import Instant, Span
from arbiter.values import dataclass

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

PURPOSE = "head signing"
PUBLIC = "head keys"
"""The name of the register's setting with all public keys with which this hall signed heads, the newest last."""
FORM = re.compile(
    r"ah1\.(?P<tournament>[a-z0-9-]{1,80})\.(?P<line>[1-9][0-9]{0,11})\.(?P<hash>[0-9a-f]{64})"
    r"\.(?P<at>[0-9]{1,15})\.(?P<signature>[A-Za-z0-9_-]{86})"
)
"""Matches the text of a signed head: its parts, with a full stop between two of them."""
LONGEST_HEAD_CHARACTERS = 500
"""Only this many characters of a text are searched for a signed head. A URL may stand before the head."""

Stands: TypeAlias = Literal["here", "another", "missing"]
"""Whether a journal has the line of a head: "here", "another" (a different line) or "missing" (it ends before)."""


@dataclass(frozen=True, slots=True)
class SignedHead:
    """A signed journal line: its number and hash, the instant of signing (Unix milliseconds), and the signature."""

    tournament: str
    line: int
    hash: str
    at: Instant
    signature: str = ""
    """The 64 bytes of the Ed25519 signature in base64url, without padding."""

    @property
    def told(self) -> bytes:
        """The bytes that are signed."""
        return f"arbiter head 1\n{self.tournament}\n{self.line}\n{self.hash}\n{self.at}\n".encode("ascii")

    @property
    def text(self) -> str:
        """The signed head as one word without spaces, for sheets, tablets and files."""
        return f"ah1.{self.tournament}.{self.line}.{self.hash}.{self.at}.{self.signature}"

    def stands(self, line: int, hash: str) -> Stands:
        """Return "here" if a journal has the line of the head, and "another" if its line of that number is different.

        Return "missing" if the journal ends before that line. *line* and *hash* are the journal's line of the head's
        number or, if the journal ends before, its last line.
        """
        if line < self.line:
            return "missing"
        return "here" if hash == self.hash else "another"

    def signed_by(self, keys: Iterable[str]) -> bool:
        """Return whether the signature was made with one of these public keys."""
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

        for key in keys:
            try:
                Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(decoded(self.signature), self.told)
            except (InvalidSignature, ValueError):
                continue
            return True
        return False


def parse_head(text: str) -> SignedHead:
    """Return the signed head found in *text*, which may be the URL of a QR code. Raise Refused if there is none."""
    found = FORM.search(text[:LONGEST_HEAD_CHARACTERS]) if text.isascii() else None
    if found is None:
        raise Refused("head_unreadable")
    part = found.groupdict()
    return SignedHead(part["tournament"], int(part["line"]), part["hash"], int(part["at"]), part["signature"])


class Heads:
    """Signs the last lines of journals. The last signed head of each tournament is remembered and used again."""

    def __init__(self, keys: Keys, now: Callable[[], Instant]) -> None:
        self._secret = keys.derived(PURPOSE)
        self._now = now
        self._last: dict[str, SignedHead] = {}
        self._lock = threading.Lock()

    @cached_property
    def public(self) -> str:
        """The public key for verifying signatures: 32 bytes in hexadecimal."""
        return self._private.public_key().public_bytes_raw().hex()

    def sign(self, tournament: str, line: int, hash: str, *, apart: Span = 0) -> SignedHead:
        """Sign the line with that number and hash, and return the signed head.

        If the tournament's last signed head is less than *apart* milliseconds old, or of the same line, it is returned
        instead.
        """
        last = self._last.get(tournament)
        recent = last is not None and self._now() - last.at < apart
        if last is None or ((last.line, last.hash) != (line, hash) and not recent):
            head = SignedHead(tournament, line, hash, self._now())
            last = SignedHead(tournament, line, hash, head.at, encoded(self._private.sign(head.told)))
            with self._lock:
                self._last[tournament] = last
        return last

    def remember(self, register: Register) -> None:
        """Store the public key in the register, so that signatures can be verified even after the key is replaced."""
        known = (register.setting(PUBLIC) or "").split()
        if self.public not in known:
            register.set_setting(PUBLIC, " ".join((*known, self.public)))

    def known(self, register: Register) -> tuple[str, ...]:
        """Return all public keys of this hall: the present one, and the earlier ones in the register."""
        return tuple(dict.fromkeys((*(register.setting(PUBLIC) or "").split(), self.public)))

    @cached_property
    def _private(self) -> Ed25519PrivateKey:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return Ed25519PrivateKey.from_private_bytes(self._secret)


def public_keys(heads: Heads | None, register: Register) -> tuple[str, ...]:
    """Return all public keys of the hall; empty on a node that only shows tournaments, where *heads* is None."""
    return heads.known(register) if heads is not None else ()


def keys_known(beside: ReadBeside, keys: Keys | None) -> tuple[str, ...]:
    """Return all public keys of the hall, read from the store without the running service."""
    own = () if keys is None else (Heads(keys, lambda: 0).public,)
    return tuple(dict.fromkeys(((beside.setting(PUBLIC) or "").split()) + list(own)))


def add_head(path: Path, head: SignedHead) -> None:
    """Append the signed head to a file, as a line of its own."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    fresh = not path.exists()
    with path.open("a", encoding="ascii") as file:
        file.write(head.text + "\n")
    if fresh:
        path.chmod(0o600)


def encoded(data: bytes) -> str:
    """Return the bytes as base64url text without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def decoded(text: str) -> bytes:
    """Return the bytes of a base64url text without padding. Raise ValueError if the text is not base64url."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
