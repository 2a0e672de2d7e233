"""Signed heads: the last line of a journal with its hash, signed by the hall, for whoever was told of it.

Whoever writes a journal anew can give it right hashes from its first line on. A head that a tablet, a sheet or a stick
has kept then names a line that the journal has not, and the signature shows that this hall has given it out.

The key is Ed25519, made from the key of the instance: it is as old as that one, lies nowhere else, is in no copy and no
backup, and all nodes over one database have the same.
"""

from __future__ import annotations

import base64
import re
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from arbiter.journal.read_only import ReadBeside
from arbiter.journal.register import Register
from arbiter.machine.keys import Keys
from arbiter.refused import Refused
from arbiter.sides import Instant, Span

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

PURPOSE = "head signing"
PUBLIC = "head keys"
"""The setting of the register that has every public key by which heads of this hall were signed, the newest last."""
FORM = re.compile(
    r"ah1\.(?P<tournament>[a-z0-9-]{1,80})\.(?P<line>[1-9][0-9]{0,11})\.(?P<hash>[0-9a-f]{64})"
    r"\.(?P<at>[0-9]{1,15})\.(?P<signature>[A-Za-z0-9_-]{86})"
)
"""The text of a signed head: its parts, with a full stop between them."""
LONGEST = 500
"""Letters of a text in which a head is looked for: an address may stand before it."""

Stands: TypeAlias = Literal["here", "another", "missing"]
"""Of the line that a head names: whether the journal has it, has another one of that number, or ends before it."""


@dataclass(frozen=True, slots=True)
class SignedHead:
    """A line of a journal by its number and hash, the instant of signing (Unix milliseconds), and the signature."""

    tournament: str
    line: int
    hash: str
    at: Instant
    signature: str = ""
    """The 64 bytes of Ed25519 in base64url, without padding."""

    @property
    def told(self) -> bytes:
        """The bytes that are signed."""
        return f"arbiter head 1\n{self.tournament}\n{self.line}\n{self.hash}\n{self.at}\n".encode("ascii")

    @property
    def text(self) -> str:
        """The head in one word, as sheets, tablets and files have it."""
        return f"ah1.{self.tournament}.{self.line}.{self.hash}.{self.at}.{self.signature}"

    def stands(self, line: int, hash: str) -> Stands:
        """How it stands to a journal of which line *line*, the named one or the last, has that hash."""
        if line < self.line:
            return "missing"
        return "here" if hash == self.hash else "another"

    def signed_by(self, keys: Iterable[str]) -> bool:
        """Whether one of these public keys has signed it."""
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
    """The head in *text*, which may be the whole address of a QR code; Refused where there is none."""
    found = FORM.search(text[:LONGEST]) if text.isascii() else None
    if found is None:
        raise Refused("head_unreadable")
    part = found.groupdict()
    return SignedHead(part["tournament"], int(part["line"]), part["hash"], int(part["at"]), part["signature"])


class Heads:
    """Signs the heads of the tournaments of a hall; the last one of each is kept, and is not signed twice."""

    def __init__(self, keys: Keys, now: Callable[[], Instant]) -> None:
        self._secret = keys.derived(PURPOSE)
        self._now = now
        self._last: dict[str, SignedHead] = {}
        self._lock = threading.Lock()

    @cached_property
    def public(self) -> str:
        """The public key: 32 bytes in hexadecimal."""
        return self._private.public_key().public_bytes_raw().hex()

    def sign(self, tournament: str, line: int, hash: str, *, apart: Span = 0) -> SignedHead:
        """The signed head of that line; with *apart* that of an earlier one where it is no older."""
        last = self._last.get(tournament)
        recent = last is not None and self._now() - last.at < apart
        if last is None or ((last.line, last.hash) != (line, hash) and not recent):
            head = SignedHead(tournament, line, hash, self._now())
            last = SignedHead(tournament, line, hash, head.at, encoded(self._private.sign(head.told)))
            with self._lock:
                self._last[tournament] = last
        return last

    def remember(self, register: Register) -> None:
        """Note the public key in the register, so that heads are known after another key has taken its place."""
        known = (register.setting(PUBLIC) or "").split()
        if self.public not in known:
            register.set_setting(PUBLIC, " ".join((*known, self.public)))

    def known(self, register: Register) -> tuple[str, ...]:
        """Every public key of this hall."""
        return tuple(dict.fromkeys((*(register.setting(PUBLIC) or "").split(), self.public)))

    @cached_property
    def _private(self) -> Ed25519PrivateKey:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return Ed25519PrivateKey.from_private_bytes(self._secret)


def public_keys(heads: Heads | None, register: Register) -> tuple[str, ...]:
    """Every public key of the hall; none on a node that only shows."""
    return heads.known(register) if heads is not None else ()


def keys_known(beside: ReadBeside, keys: Keys | None) -> tuple[str, ...]:
    """Every public key of the hall, as it lies there beside a running service."""
    own = () if keys is None else (Heads(keys, lambda: 0).public,)
    return tuple(dict.fromkeys(((beside.setting(PUBLIC) or "").split()) + list(own)))


def add_head(path: Path, head: SignedHead) -> None:
    """Write the head behind those that are in the file, a line each."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    fresh = not path.exists()
    with path.open("a", encoding="ascii") as file:
        file.write(head.text + "\n")
    if fresh:
        path.chmod(0o600)


def encoded(data: bytes) -> str:
    """Bytes in base64url, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def decoded(text: str) -> bytes:
    """The bytes of such a text; ValueError where it is none."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
