"""The links that bind a tablet to its board. A board's card has such a link, and eight letters to type instead.

A card's link is signed, with a signature of 160 bits, and valid for the whole tournament. Revoking the link raises the
number (epoch) that is signed into new ones, so that older ones are no longer valid. The letters work only while the
office has opened binding by hand. The first device at a seat is bound at once. A second one waits until the office
admits it. Each device has a secret of its own, so that nobody can play with a copied card alone.
"""

from __future__ import annotations

import hmac
import logging
import re
import secrets
import time
from collections.abc import Callable

from arbiter.fields import MOST_BOARDS
from arbiter.journal.accounts import Tablet, digest
from arbiter.journal.journal import CannotWrite
from arbiter.journal.register import Register
from arbiter.machine.keys import LETTERS, Keys
from arbiter.refused import Refused
from arbiter.sides import Side
from arbiter.values import dataclass, replace
from arbiter.web.access.attempts import Attempts
from arbiter.web.access.sign_in import Reader

log = logging.getLogger(__name__)

NOTE_EVERY_SECONDS = 60
"""That a device still waits is noted in the register at most once in this many seconds."""
MOST_WRONG_LETTERS = 20
"""After this many wrong tries in a tournament, tablets can no longer be bound to boards by typing letters."""


@dataclass(frozen=True, slots=True)
class Window:
    """The period in which boards can be bound by typing letters.

    *until*: its end, in seconds since 1970. *wrong*: the number of wrong tries in it so far.
    """

    until: int
    wrong: int = 0


@dataclass(frozen=True, slots=True)
class TabletLinks:
    """The links that bind the tablets of a service to their boards, and the devices that are bound."""

    keys: Keys
    register: Register
    tries: Attempts
    now: Callable[[], float] = time.time

    def make(self, tournament: str, board: int, side: Side | None) -> tuple[str, str]:
        """Return the token (for a link) and the letters that bind a tablet to *board*, and to *side* if given."""
        return self.keys.tablet(tournament, board, side, self.register.epoch(tournament, board))

    def card(self, token: str) -> Reader | None:
        """Return the tablet, with board and side, for which a card's link was made.

        None if the link is invalid or revoked.
        """
        what = self.keys.opened("tablet", token)
        if what is None:
            return None
        tournament, board, side, epoch = what
        if self.register.epoch(tournament, board) != epoch:
            return None
        return Reader("tablet", tournament=tournament, board=board, side=Side(side) if side else None)

    def bind(self, token: str, name: str, address: str) -> tuple[str, Tablet]:
        """Bind a device that has scanned the link *token* of a card. Refuse an invalid or revoked link.

        Return the device's secret and record. The record tells whether the device is bound, or waits because another
        device has the seat. *name* and *address* are those of the device.
        """
        seat = self.card(token)
        if seat is None or seat.tournament is None or seat.board is None:
            log.warning("a link that opens nothing from %s", address)
            raise Refused("link_revoked")
        return self._bound(seat.tournament, seat.board, seat.side, name, address)

    def bind_by_hand(self, tournament: str, board: int, letters: str, name: str, address: str) -> tuple[str, Tablet]:
        """Bind a device on which the letters of a card were typed. Return the device's secret and record.

        Raise Refused if the letters are wrong, or if the office has not opened binding by hand. After too many wrong
        letters binding by hand is closed.
        """
        window = self.window(tournament)
        if window is None:
            raise Refused("binding_closed")
        what = f"letters {tournament} {board}"
        self.tries.wait(what)
        typed = re.sub(r"[^A-Z]", "", letters.upper())
        for side in (None, *Side):
            right = self.make(tournament, board, side)[1] if 0 < board <= MOST_BOARDS else ""
            if right and hmac.compare_digest(right.encode(), typed.encode()):
                return self._bound(tournament, board, side, name, address)
        self.tries.count(what)
        self._keep(tournament, replace(window, wrong=window.wrong + 1))
        log.warning("wrong letters for board %d of %s from %s", board, tournament, address)
        if window.wrong + 1 >= MOST_WRONG_LETTERS:
            self.close(tournament)
            log.warning("binding by hand is closed in %s: too many wrong letters", tournament)
        raise Refused("wrong_letters")

    def _bound(self, tournament: str, board: int, side: Side | None, name: str, address: str) -> tuple[str, Tablet]:
        device = Tablet(
            tournament=tournament,
            board=board,
            side=side.value if side else "",
            epoch=self.register.epoch(tournament, board),
            made=int(self.now()),
            name=name,
            address=address,
        )
        secret = secrets.token_urlsafe(32)
        return secret, self.register.devices.put(device, digest(secret))

    def device(self, secret: str) -> Tablet | None:
        """Return the device with that secret, bound or waiting, or None if there is none.

        If the device waits, also store that it was seen now.
        """
        found, now = self.register.devices.found(digest(secret)), int(self.now())
        if found is not None and not found.bound and now - found.seen > NOTE_EVERY_SECONDS:
            try:
                self.register.devices.saw(found.id, now)
            except CannotWrite:
                log.debug("device %d waits, which could not be written", found.id)
        return found

    def devices(self, tournament: str) -> list[Tablet]:
        """Return the devices of a tournament: those that are bound, and those that wait and were seen lately."""
        return [one for one in self.register.devices.at(tournament) if one.there(int(self.now()))]

    def tablet(self, secret: str) -> Reader | None:
        """Return the tablet with that secret if it is bound, otherwise None.

        The signed links of practice games and of earlier releases are accepted as secrets too.
        """
        device = self.device(secret)
        if device is None:
            return self.card(secret)
        side = Side(device.side) if device.side else None
        seat = Reader("tablet", tournament=device.tournament, board=device.board, side=side, credential=device.id)
        return seat if device.bound else None

    def open(self, tournament: str, minutes: int) -> None:
        """Allow tablets to be bound by typing letters, for *minutes* minutes."""
        self._keep(tournament, Window(int(self.now()) + 60 * minutes))

    def close(self, tournament: str) -> None:
        """Stop tablets from being bound to boards by typing letters. The links on table cards still bind them."""
        self._keep(tournament, Window(0))

    def window(self, tournament: str) -> Window | None:
        """Return the present period in which boards can be bound by letters, or None if they cannot be now."""
        kept = self.register.setting(f"binding {tournament}")
        found = Window(*map(int, kept.split())) if kept else None
        return found if found is not None and self.now() < found.until else None

    def _keep(self, tournament: str, window: Window) -> None:
        self.register.set_setting(f"binding {tournament}", f"{window.until} {window.wrong}")

    def code(self, tournament: str) -> str:
        """Return the code of a tournament: a letter and a digit, printed on its cards. The first call chooses the code.

        If the service has several tournaments, the code tells whose board is meant when letters are typed.
        """
        return self.register.setting(f"code {tournament}") or self._coded(tournament)

    def _coded(self, tournament: str) -> str:
        every = [letter + digit for letter in LETTERS for digit in "23456789"]
        free = [code for code in every if self.register.setting(f"of code {code}") is None]
        code = secrets.choice(free or every)
        self.register.set_setting(f"of code {code}", tournament)
        self.register.set_setting(f"code {tournament}", code)
        return code

    def of_code(self, code: str) -> str | None:
        """Return the id of the tournament with that code, or None if there is none."""
        return self.register.setting(f"of code {code.strip().upper()[:8]}")
