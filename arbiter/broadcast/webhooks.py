"""Webhooks: tells the receiver of each tournament, by an HTTP POST with a signature, that something was published.

Headers and signature follow the Standard Webhooks specification, so that receivers find libraries for them. A message
that is not accepted is sent again after growing pauses, and given up after three days. While a receiver does not
answer, only its further messages wait.
"""

from __future__ import annotations

import base64
import hmac
import json
import logging
import socket
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from http.client import HTTPException
from urllib.parse import quote, urlsplit

from urllib3.connection import HTTPConnection
from urllib3.exceptions import HTTPError

from arbiter.broadcast.orders import (
    SECRET,
    TEST,
    Receiver,
    WaitingMessage,
    change_receiver,
    checked_address,
    message,
    with_news,
)
from arbiter.desk.desk import Desk
from arbiter.desk.desks import Desks
from arbiter.federation.relay.address import HubAddress, connected
from arbiter.federation.relay.status import shown_at
from arbiter.journal.journal import CannotWrite
from arbiter.refused import Refused
from arbiter.values import replace

log = logging.getLogger(__name__)

LOOK_SECONDS = 3.0
"""The seconds between two checks of all tournaments."""
FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 10, 3_600
"""The first and the longest pause before a message is sent again. Each pause is twice as long as the one before."""
GIVEN_UP_SECONDS = 3 * 24 * 3_600
"""A message that could not be sent is given up this many seconds after its publication."""
EXCHANGE_SECONDS = 10.0
"""The most seconds of one exchange with a receiver, however slowly it answers."""
MOST_AT_ONCE = 20
"""The most messages that are sent to one receiver in one check of all tournaments."""
NOT_ACCEPTED = "a message to %s was not accepted: %s"
NO_ANSWER = (OSError, HTTPException, HTTPError)


class Webhooks:
    """Regularly checks every tournament that has a receiver, and sends it the messages that are due.

    *address*: a function that returns the URL of this service. *here*: whether receivers may be on this machine.
    """

    def __init__(
        self,
        desks: Desks,
        address: Callable[[], str],
        *,
        here: bool = False,
        now: Callable[[], float] = time.time,
        longest: float = EXCHANGE_SECONDS,
    ) -> None:
        self.desks = desks
        self.address = address
        self.here = here
        self.now = now
        self.longest = longest
        self._idle: dict[str, tuple[int, int]] = {}
        """For each tournament: the last journal line, and the register's count of changes, as of the last check.

        Only tournaments without a message to send are in it. While both numbers are the same, there is none to send.
        """
        self._open: HTTPConnection | None = None
        self._ending = threading.Event()

    def stop(self) -> None:
        """End the exchange in progress. Its message waits for the next start."""
        self._ending.set()
        _cut(self._open)

    def look(self) -> None:
        """Send all messages that are due."""
        for desk in self.desks.first:
            try:
                self._look(desk)
            except (CannotWrite, Refused) as cause:  # the next check tries again
                log.info("the messages of %s could not be looked after: %s", desk.id, cause)

    def _look(self, desk: Desk) -> None:
        register = self.desks.register
        if self._idle.get(desk.id) == (desk.state.version, register.changes):
            return
        idle = desk.state.version, register.changes
        receiver = change_receiver(register, desk.id, lambda one: with_news(one, desk.state, int(self.now())))
        for _ in range(MOST_AT_ONCE):
            if receiver is None or not receiver.waiting or receiver.waiting[0].next > self.now():
                break
            receiver = self._send_first(desk, receiver)
        if receiver is None or not receiver.waiting:
            self._idle[desk.id] = idle

    def _send_first(self, desk: Desk, receiver: Receiver) -> Receiver | None:
        """Send the receiver's first message. Return the stored receiver after that, or None if the service ends."""
        first, now = receiver.waiting[0], int(self.now())
        why, fact = self._sent(desk, receiver, first)
        if self._ending.is_set():
            return None
        if why:
            log.log(logging.INFO if first.tries else logging.WARNING, NOT_ACCEPTED, _host(receiver), fact or why)
        return change_receiver(self.desks.register, desk.id, partial(_after, first=first, why=why, fact=fact, now=now))

    def _sent(self, desk: Desk, receiver: Receiver, one: WaitingMessage) -> tuple[str, str]:
        """Send a message once. Return the code and the fact of why it was refused; two empty texts if accepted."""
        try:
            to = checked_address(receiver.to, here=self.here)
            status = self._posted(to, *signed(receiver.secret, one.id, int(self.now()), self._body(desk, one)))
        except Refused as refused:
            return refused.code, str(refused.facts.get("address", ""))
        except NO_ANSWER as cause:
            return "webhook_silent", (str(cause) or type(cause).__name__)[:200]
        return ("", "") if 200 <= status < 300 else ("webhook_status", str(status))

    def _body(self, desk: Desk, one: WaitingMessage) -> bytes:
        """Return the message as JSON: the tournament, the round, what was published, and where it can be read."""
        hub = shown_at(self.desks.instance, desk.id)
        page = hub.page if hub is not None and hub.running else f"{self.address()}/tournaments/{quote(desk.id)}"
        data = {
            "tournament": desk.id,
            "name": desk.state.name,
            "round": one.round or None,
            "url": f"{page}/rounds/{one.round}" if one.round else page,
        }
        when = datetime.fromtimestamp(one.since, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        said = {"type": f"round.{one.what}" if one.what != TEST else TEST, "timestamp": when, "data": data}
        return json.dumps(said, ensure_ascii=False).encode()

    def _posted(self, to: HubAddress, headers: Mapping[str, str], body: bytes) -> int:
        """Send a body to a checked address, and return the HTTP status. Redirects are not followed."""
        connection = self._open = connected(to, self.longest, here=self.here)
        end = threading.Timer(self.longest, _cut, (connection,))
        end.start()
        try:
            told = {"Host": urlsplit(to.text).netloc, "User-Agent": "arbiter webhook", **headers}
            connection.request("POST", to.path or "/", body, told, preload_content=False, decode_content=False)
            return int(connection.getresponse().status)
        finally:
            end.cancel()
            self._open = None
            connection.close()


def signed(secret: str, id: str, at: int, body: bytes) -> tuple[Mapping[str, str], bytes]:
    """Return the headers of a message, with its signature (HMAC-SHA256), and its body."""
    key = base64.b64decode(secret.removeprefix(SECRET))
    made = hmac.new(key, b"%b.%d.%b" % (id.encode(), at, body), sha256).digest()
    signature = f"v1,{base64.b64encode(made).decode()}"
    named = {"webhook-id": id, "webhook-timestamp": str(at), "webhook-signature": signature}
    return {"Content-Type": "application/json", **named}, body


def _after(receiver: Receiver, *, first: WaitingMessage, why: str, fact: str, now: int) -> Receiver:
    """Return the receiver after an attempt to send *first*: the message is accepted, given up, or to be sent again.

    *why*, *fact*: the code and the fact of why it was refused; empty if it was accepted.
    """
    rest = tuple(one for one in receiver.waiting if one.id != first.id)
    if len(rest) == len(receiver.waiting):  # a newer message has replaced it, or another receiver was named
        return receiver
    if not why:
        return replace(receiver, waiting=rest, accepted=now)
    if now - first.since > GIVEN_UP_SECONDS:
        return replace(receiver, waiting=rest, given_up=receiver.given_up + 1)
    pause = min(FIRST_PAUSE_SECONDS * 2 ** min(first.tries, 16), LONGEST_PAUSE_SECONDS)
    return replace(
        receiver, waiting=(replace(first, tries=first.tries + 1, next=now + pause, why=why, fact=fact), *rest)
    )


def send_test(desks: Desks, tournament: str, now: int) -> Receiver:
    """Queue a test message to the receiver of the tournament. Raise Refused if it has none."""

    def with_test(receiver: Receiver) -> Receiver:
        others = tuple(one for one in receiver.waiting if one.what != TEST)
        return replace(receiver, waiting=(message(0, TEST, now), *others))

    made = change_receiver(desks.register, tournament, with_test)
    if made is None:
        raise Refused("no_receiver")
    return made


def _host(receiver: Receiver) -> str:
    """Return the host of a receiver's address; the rest of the address may be a secret."""
    return urlsplit(receiver.to).netloc


def _cut(connection: HTTPConnection | None) -> None:
    """End an exchange from another thread, by closing the socket of its connection, if there is one."""
    sock = getattr(connection, "sock", None)
    if sock is not None:
        with suppress(OSError):
            sock.shutdown(socket.SHUT_RDWR)
