"""What is signed with the instance's key: bearer tokens, and the links and PINs of tablets."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from itsdangerous import BadData, URLSafeSerializer

from arbiter.sides import Side

PIN_DIGITS = 4


@dataclass(frozen=True, slots=True)
class Keys:
    """The key of an instance. A token says what it is for, and opens nothing else."""

    secret: str

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
        """The token and the PIN that bind a tablet to a board, and to a side if one is given, while *epoch* lasts."""
        what = [tournament, board, side.value if side else "", epoch]
        return self.sign("tablet", what), self.pin(what)

    def pin(self, what: object) -> str:
        """The PIN of a link that holds *what*."""
        told = hmac.new(self.secret.encode(), f"pin {what}".encode(), hashlib.sha256).digest()
        return f"{int.from_bytes(told[:8], 'big') % 10**PIN_DIGITS:0{PIN_DIGITS}d}"


def instance_keys(instance: Path) -> Keys:
    """The key that the instance signs with, made at its first start and readable by its owner alone."""
    path = instance / "key"
    if not path.exists():
        instance.mkdir(parents=True, exist_ok=True)
        fresh = instance / f"key.{secrets.token_hex(4)}"
        fresh.touch(mode=0o600)
        fresh.write_text(secrets.token_hex(32))
        fresh.replace(path)
    return Keys(path.read_text().strip())
