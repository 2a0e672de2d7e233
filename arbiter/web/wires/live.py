"""The wires: server-sent events for everybody who follows, from one event loop, on the port of everything else.

A message is a journal line: its number is the message's id, so whoever lost the wire says from where to go on. With
it comes the board that it is about, as of now. A wire that reads too slowly is cut and resumes; a broken wire never
reaches the desk.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias
from urllib.parse import parse_qs

from a2wsgi.asgi_typing import ASGIApp, Receive, Scope, Send

from arbiter import words
from arbiter.desk.desks import Desks
from arbiter.desk.recorded import Recorded
from arbiter.refused import Refused
from arbiter.shapes.board import board_shape
from arbiter.sides import Instant
from arbiter.tournament.events import told
from arbiter.tournament.state import Tournament
from arbiter.view import View
from arbiter.web.problems import problem_body
from arbiter.web.statuses import status_of

log = logging.getLogger(__name__)

Headers: TypeAlias = Mapping[str, str]

EVENTS = re.compile(r"^/api/v1/tournaments/([^/]+)/events$")
WAITING = 256
"""Messages that may wait for a slow reader."""
PATIENCE = 20.0
"""Seconds that a reader may take over one message."""
HEAD_START = 0.005
"""Seconds for which those who watch wait at the most until whoever has moved is answered."""
AT_ONCE = 8
"""Wires that are sent a message before anybody else has a turn."""
BREATH = 10.0
"""Seconds after which a silent wire says that it is alive."""
TOLD_AS = {"EndingDue": "Noted"}
"""What only the officials may know of is told without its name: their pages ask for the rest."""
Told: TypeAlias = tuple[int, str, int | None, int | None, int]
"""A line as spectators hear of it: number, kind, round, board, instant."""


class Wire:
    """One reader who follows one tournament in one language; `sent` is the last line that they have."""

    def __init__(self, tournament: str, language: str, most: int, sent: int) -> None:
        self.tournament = tournament
        self.language = language
        self.most = most
        self.sent = sent
        self.waiting: deque[tuple[int, bytes]] = deque()
        self.awake = asyncio.Event()
        self.cut = False

    def push(self, seq: int, message: bytes) -> None:
        """One message more, or the end of a reader who does not keep up; it is sent once the wire is awake."""
        if len(self.waiting) >= self.most:
            self.cut = True
        else:
            self.waiting.append((seq, message))


class Live:
    """All wires, and the application in front of Flask that answers for them.

    *known* says of a request's headers whether they are a tablet's or an official's: those get in however many follow.
    """

    def __init__(
        self,
        desks: Desks,
        rest: ASGIApp,
        settings: Mapping[str, Any],
        *,
        known: Callable[[Headers], bool] = lambda _: False,
        waiting: int = WAITING,
        patience: float = PATIENCE,
        breath: float = BREATH,
        head_start: float = HEAD_START,
    ) -> None:
        self.desks = desks
        self.rest = rest
        self.settings = settings
        self.known = known
        self.waiting = waiting
        self.patience = patience
        self.breath = breath
        self.head_start = head_start
        self.wires: dict[str, set[Wire]] = {}
        self.addresses: Counter[str] = Counter()
        self.loop: asyncio.AbstractEventLoop | None = None
        self.held: deque[tuple[str, Recorded]] = deque()
        desks.follow(self._news)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request: a wire, or anything else."""
        self.loop = asyncio.get_running_loop()
        if scope["type"] != "http" or scope["method"] != "GET" or (found := EVENTS.match(scope["path"])) is None:
            await self.rest(scope, receive, send)
            self._tell()
            return
        query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        language = query.get("lang", [words.SOURCE])[0]
        language = language if language in words.LANGUAGES else words.SOURCE
        address = (scope.get("client") or ("",))[0]
        try:
            after = _number(headers.get("last-event-id") or query.get("after", [""])[0])
            desk = self.desks.desk(found[1])
            if self._full(address) and not await asyncio.to_thread(self.known, headers):
                raise Refused("too_many_wires")
        except Refused as refused:
            await _problem(send, refused, language)
            return
        wire = Wire(desk.id, language, self.waiting, after or 0)
        self.addresses[address] += 1
        self.wires.setdefault(desk.id, set()).add(wire)
        try:
            await self._serve(wire, after, receive, send)
        except OSError as gone:
            log.debug("a wire broke: %s", gone)
        finally:
            self.wires[desk.id].discard(wire)
            self.addresses[address] -= 1

    def _full(self, address: str) -> bool:
        """Whether as many spectators follow as may, altogether or from one address."""
        altogether, here = int(self.settings["wires"]), int(self.settings["wires_per_address"])
        return sum(self.addresses.values()) >= altogether or self.addresses[address] >= here

    async def _serve(self, wire: Wire, after: int | None, receive: Receive, send: Send) -> None:
        await send(
            {
                "type": "http.response.start",
                "status": 200,
                "headers": [
                    (b"content-type", b"text/event-stream; charset=utf-8"),
                    (b"cache-control", b"no-store"),
                    (b"x-accel-buffering", b"no"),
                ],
            }
        )
        await self._body(send, b"retry: 1000\n\n")
        leaving = asyncio.ensure_future(_gone(receive))
        leaving.add_done_callback(lambda _: wire.awake.set())
        try:
            if after is not None:
                missed = await asyncio.to_thread(self._missed, wire, after)
                for seq, message in missed:
                    await self._body(send, message)
                    wire.sent = seq
            while not leaving.done() and not wire.cut:
                wire.awake.clear()
                while wire.waiting:
                    seq, message = wire.waiting.popleft()
                    if seq > wire.sent:
                        await self._body(send, message)
                        wire.sent = seq
                try:
                    async with asyncio.timeout(self.breath):
                        await wire.awake.wait()
                except TimeoutError:
                    await self._body(send, b"event: alive\ndata: {}\n\n")
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            leaving.cancel()

    async def _body(self, send: Send, chunk: bytes) -> None:
        """One piece of the answer; TimeoutError, which is an OSError, when the reader takes too long over it."""
        async with asyncio.timeout(self.patience):
            await send({"type": "http.response.body", "body": chunk, "more_body": True})

    def _missed(self, wire: Wire, after: int) -> list[tuple[int, bytes]]:
        """What happened behind line *after*; the boards come with the last line about each, as they are now."""
        desk = self.desks.desk(wire.tournament)
        state = desk.state
        if state.version - after > self.settings["wire_lines"] or after > state.version:
            return [(state.version, f"id: {state.version}\nevent: reload\ndata: {{}}\n\n".encode())]
        lines = [
            _line(line.seq, line.kind, line.at, json.loads(line.body))
            for line in desk.journal.read(after=after, limit=max(0, state.version - after))
        ]
        latest = {line[2:4]: line[0] for line in lines if line[3] is not None}
        return [
            (
                line[0],
                self._message(wire, line, state if latest.get(line[2:4]) == line[0] else None, self.desks.clock.now()),
            )
            for line in lines
        ]

    def _news(self, id: str, recorded: Recorded) -> None:
        """The desk's thread tells; the loop spreads it."""
        if self.loop is not None and self.wires.get(id):
            self.loop.call_soon_threadsafe(self._hold, id, recorded)

    def _hold(self, id: str, recorded: Recorded) -> None:
        """Whoever has moved is answered first; where nobody asked, as when a flag falls, nobody waits for long."""
        self.held.append((id, recorded))
        asyncio.get_running_loop().call_later(self.head_start, self._tell)

    def _tell(self) -> None:
        while self.held:
            self._spread(*self.held.popleft())

    def _spread(self, id: str, recorded: Recorded) -> None:
        first = recorded.seq - len(recorded.events) + 1
        wires = tuple(self.wires.get(id, ()))
        for number, event in enumerate(recorded.events):
            line = _line(first + number, type(event).__name__, event.at, told(event))
            made: dict[str, bytes] = {}
            for wire in wires:
                if wire.language not in made:
                    made[wire.language] = self._message(wire, line, recorded.state, recorded.at)
                wire.push(line[0], made[wire.language])
        self._wake(wires)

    def _wake(self, wires: Sequence[Wire]) -> None:
        """A few at a time: the requests of those who play are taken up and answered in between."""
        for wire in wires[:AT_ONCE]:
            wire.awake.set()
        if wires[AT_ONCE:]:
            asyncio.get_running_loop().call_soon(self._wake, wires[AT_ONCE:])

    def _message(self, wire: Wire, line: Told, state: Tournament | None, at: int) -> bytes:
        seq, kind, round, board, when = line
        game = None
        state = state.announced if state is not None else None
        if state is not None and round is not None and board is not None and _there(state, round, board):
            view = View(
                tournament=wire.tournament,
                state=state,
                people=self.desks.register.people(wire.tournament),
                at=at,
                speed=self.desks.clock.speed,
                language=wire.language,
            )
            game = board_shape(view, state.game(round, board))
        data = json.dumps(
            {"seq": seq, "at": when, "kind": TOLD_AS.get(kind, kind), "round": round, "board": board, "game": game},
            ensure_ascii=False,
            separators=(",", ":"),
        )
        return f"id: {seq}\nevent: line\ndata: {data}\n\n".encode()


def _line(seq: int, kind: str, at: Instant, body: Mapping[str, Any]) -> Told:
    return (seq, kind, body.get("round") or None, body.get("board") or None, at)


def _there(state: Tournament, round: int, board: int) -> bool:
    """Whether that board is one that everybody may see: a pairing may have been taken back since, or be a draft."""
    return 1 <= round <= len(state.rounds) and 1 <= board <= len(state.rounds[round - 1].games)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _problem(send: Send, refused: Refused, language: str) -> None:
    status = status_of(refused.code)
    sentence = words.refusal(refused, language)
    body = json.dumps(
        problem_body(status, refused.code, sentence, article=refused.article, facts=refused.facts)
    ).encode()
    headers = [(b"content-type", b"application/problem+json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _number(text: str) -> int | None:
    """A journal line; None where none is named: then only what comes is sent."""
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 16):
        raise Refused("field_unreadable", field="after", wanted="a whole number")
    return int(text)
