"""The links that bind a tablet to its board, each with its PIN; revoking them raises the epoch that they hold."""

from __future__ import annotations

import hmac
from dataclasses import dataclass

from arbiter.hall.keys import Keys
from arbiter.journal.register import Register
from arbiter.refused import Refused
from arbiter.sides import Side
from arbiter.web.doors.readers import Reader
from arbiter.web.doors.tries import Tries


@dataclass(frozen=True, slots=True)
class TabletLinks:
    """The links that bind the tablets of an instance to their boards: made, read, and taken back."""

    keys: Keys
    register: Register
    tries: Tries

    def make(self, tournament: str, board: int, side: Side | None) -> tuple[str, str]:
        """The token and the PIN that bind a tablet to a board, and to a side if one is given."""
        return self.keys.tablet(tournament, board, side, self.register.epoch(tournament, board))

    def bind(self, token: str, pin: str) -> Reader:
        """The tablet that a link and its PIN make; wrong PINs have to wait after a few."""
        reader = self.tablet(token)
        if reader is None:
            raise Refused("link_revoked")
        what = f"pin {reader.tournament} {reader.board}"
        self.tries.wait(what)
        right = self.keys.pin(self.keys.opened("tablet", token))
        if not hmac.compare_digest(right.encode(), pin.strip().encode(errors="replace")):
            self.tries.count(what)
            raise Refused("wrong_pin")
        return reader

    def tablet(self, token: str) -> Reader | None:
        """The tablet that a link names, without its PIN; None when the link is none or has been revoked."""
        what = self.keys.opened("tablet", token)
        if what is None:
            return None
        tournament, board, side, epoch = what
        if self.register.epoch(tournament, board) != epoch:
            return None
        return Reader("tablet", tournament=tournament, board=board, side=Side(side) if side else None)
