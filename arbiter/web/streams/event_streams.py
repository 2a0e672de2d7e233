"""The event streams: server-sent events of each tournament for everybody who follows it, from one event loop.

Each message is about one journal line and contains the board that the line is about. The number of the line is the id
of the message, so that a browser whose stream was cut can say from which line to go on. Each message is made once for
each language. It is written straight to the transports, a few streams at a time, so that a thousand spectators do not
delay a player. A stream that is read too slowly is cut, and its reader connects again. An error in a stream never
disturbs the desk that records moves.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias
from urllib.parse import parse_qs

from a2wsgi.asgi_typing import ASGIApp, Receive, Scope, Send

from arbiter import words
from arbiter.desk.desks import Desks
from arbiter.desk.recorded import Recorded
from arbiter.refused import Refused
from arbiter.settings import Settings
from arbiter.shapes.board import board_shape
from arbiter.sides import Instant
from arbiter.tournament.events import parse_event
from arbiter.tournament.events.event import Event, told
from arbiter.tournament.past.spectator_delay import delay, game_at, waits, without_news
from arbiter.tournament.state import Tournament
from arbiter.values import replace
from arbiter.view import View
from arbiter.web.headers import PAIRS
from arbiter.web.http_statuses import status_of
from arbiter.web.problems import problem_body
from arbiter.web.request_parsing import only_known
from arbiter.web.streams.cross_origin import CROSS_ORIGIN
from arbiter.web.streams.delayed_moves import Releases, board_message
from arbiter.web.streams.messages import Told, number, reload, resumed
from arbiter.web.streams.protocol import TRANSPORT
from arbiter.web.streams.request_body_buffer import legible
from arbiter.web.streams.stream import ALIVE, BEGIN, HEAD, Wire

log = logging.getLogger(__name__)

Headers: TypeAlias = Mapping[str, str]

EVENTS = re.compile(r"^/api/v1/tournaments/([^/]+)/events$")
WAITING_BYTES = 256 * 1_024
"""If more than this many bytes wait to be sent to one reader, the reader's stream is cut."""
HEAD_START_SECONDS = 0.005
"""The longest wait of a journal line before it is sent to readers, in seconds.

The wait lets the player who moved get the response first.
"""
SPECTATOR_SECONDS = 0.5
"""The time between two messages to spectators, in seconds. The journal lines of that time are sent together."""
STREAMS_AT_ONCE = 64
"""The number of streams that are written to before other tasks of the event loop get a turn."""
RELEASE_SECONDS = 1.0
"""The time between two checks for moves old enough for the spectators of delayed tournaments, in seconds."""
ALIVE_SECONDS = 10.0
"""The time between two `alive` messages on each stream, in seconds."""
PROOFS = frozenset({"authorization", "cookie"})
"""The names of the headers that can identify a tablet or an official."""
LAG_SECONDS = 2.0
"""The longest wait for a standby database that lacks lines which this reader already has, in seconds."""
RECENT_PLAYS = 8
"""The number of moves of a game in one message: enough for a page that has missed at most two messages."""


class Live:
    """All event streams, and the ASGI application that answers requests for them.

    It passes all other requests to *rest*. *known* tells whether the headers of a request belong to a tablet or an
    official of a tournament. These readers are admitted even if there are too many readers, and get each line at once.
    *breath*: the seconds between two `alive` messages. *pace*: the seconds between two messages to spectators.
    """

    def __init__(
        self,
        desks: Desks,
        rest: ASGIApp,
        settings: Settings,
        *,
        known: Callable[[Headers, str], bool] = lambda *_: False,
        waiting: int = WAITING_BYTES,
        breath: float = ALIVE_SECONDS,
        head_start: float = HEAD_START_SECONDS,
        pace: float = SPECTATOR_SECONDS,
        release: float = RELEASE_SECONDS,
    ) -> None:
        self.desks = desks
        self.rest = rest
        self.settings = settings
        self.known = known
        self.waiting = waiting
        self.breath = breath
        self.head_start = head_start
        self.pace = pace
        self.release = release
        self.releases = Releases()
        self.wires: dict[str, set[Wire]] = {}
        self.addresses: Counter[str] = Counter()
        self.loop: asyncio.AbstractEventLoop | None = None
        self._held: deque[tuple[str, Recorded]] = deque()
        self._gathered: dict[str, list[Told]] = {}
        """For each tournament: the journal lines that spectators have not been sent yet."""
        self._asked = desks.register.changes
        """The register's count of changes at the last check of the readers' sign-ins and bindings."""
        self._turns: deque[Iterator[None]] = deque()
        """The writing tasks in progress. Each step of a task writes to one stream."""
        desks.follow(self._news)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request: open a stream if it asks for one, otherwise pass the request on to Flask."""
        if self.loop is None:
            self.loop = asyncio.get_running_loop()
            self.loop.call_later(self.breath, self._breathe)
            self.loop.call_later(self.release, self._release)
        assert scope["type"] == "http"  # the server accepts neither web sockets nor lifespan events
        scope = legible(scope)
        if scope["method"] != "GET" or (found := EVENTS.match(scope["path"])) is None:
            await self.rest(scope, receive, send)
            self._tell()
            return
        query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        language = query.get("lang", [words.SOURCE])[0]
        language = language if language in words.LANGUAGES else words.SOURCE
        address = (scope.get("client") or ("",))[0]
        try:
            only_known(query, ("after", "board", "brief", "lang", "round"))
            after, history = resumed(headers.get("last-event-id") or query.get("after", [""])[0])
            boards = frozenset(number("board", text) or 0 for text in query.get("board", ()))
            rounds = frozenset(number("round", text) or 0 for text in query.get("round", ()))
            desk = self.desks.desk(found[1])
            close = not headers.keys().isdisjoint(PROOFS) and await asyncio.to_thread(self.known, headers, desk.id)
            if not close and self._full(address):
                raise Refused("too_many_wires")
        except Refused as refused:
            await _problem(send, refused, language)
            return
        wire = Wire(
            out=scope["state"][TRANSPORT],
            tournament=desk.id,
            language=language,
            sent=desk.state.version if after is None else after,
            most=self.waiting,
            close=close,
            boards=boards,
            rounds=rounds,
            brief="brief" in query,
            proofs={name: value for name, value in headers.items() if close and name in PROOFS},
        )
        self.addresses[address] += 1
        self.wires.setdefault(desk.id, set()).add(wire)
        try:
            wire.out.write(HEAD + scope["state"].get(CROSS_ORIGIN, b"") + BEGIN)
            await self._bring_up(wire, after, history)
            await _gone(receive)
        finally:
            self.wires[desk.id].discard(wire)
            self.addresses[address] -= 1

    def _full(self, address: str) -> bool:
        """Return whether no more spectators are admitted, because there are too many in all or from this address."""
        altogether, here = self.settings.wires, self.settings.wires_per_address
        return sum(self.addresses.values()) >= altogether or self.addresses[address] >= here

    async def _bring_up(self, wire: Wire, after: int | None, history: int | None) -> None:
        """Send the reader the journal lines that they have missed, and then those that were written meanwhile.

        *after*: the last line that the reader has; None if the reader is up to date. *history*: the history of the
        journal from which the reader's lines are. If it is not the present one, the reader is told to load everything
        anew.
        """
        if after is not None:
            missed = await asyncio.to_thread(self._missed, wire.tournament, after, history)
            if isinstance(missed, int):
                wire.write(reload(self._id(wire.tournament, missed)), missed)
            else:
                wire.tell_all(missed)
        held, wire.behind = wire.behind or [], None
        wire.tell_all(held)

    def _missed(self, tournament: str, after: int, history: int | None) -> list[Told] | int:
        """Return the messages about the journal lines after line *after*, each with its board as it is now.

        If there are too many, or if the reader's lines are of another *history* of the journal, return the number of
        the last line instead, so that the page loads itself anew.
        """
        desk = self.desks.desk(tournament)
        end = time.monotonic() + LAG_SECONDS
        while after > desk.state.version and self.desks.storage.several and time.monotonic() < end:
            desk.catch_up()  # another node, which has read more of the journal, sent lines to this reader
            time.sleep(0 if after <= desk.state.version else 0.05)
        state, at = desk.state, self.desks.clock.now()
        other = history not in (None, desk.end.history)
        if state.version - after > self.settings.wire_lines or after > state.version or other:
            return state.version
        lines = desk.journal.read(after=after, limit=max(0, state.version - after))
        return [
            self._told(tournament, line.seq, parse_event(line.kind, line.at, line.body), state, at) for line in lines
        ]

    def _news(self, id: str, recorded: Recorded) -> None:
        """Pass new journal lines of the tournament *id* from the desk's thread to the event loop."""
        if self.loop is not None and self.wires.get(id):
            self.loop.call_soon_threadsafe(self._hold, id, recorded)

    def _hold(self, id: str, recorded: Recorded) -> None:
        """Hold new journal lines back for a moment, so that the player who moved gets the response first."""
        self._held.append((id, recorded))
        asyncio.get_running_loop().call_later(self.head_start, self._tell)

    def _tell(self) -> None:
        while self._held:
            self._spread(*self._held.popleft())

    def _spread(self, id: str, recorded: Recorded) -> None:
        """Send new journal lines to tablets and officials now, and to spectators at most once in `pace` seconds."""
        if not recorded.events:  # the journal was read anew, because it had lost lines
            for wire in self.wires.get(id, ()):
                wire.write(reload(self._id(id, recorded.seq)), recorded.seq)
            return
        first = recorded.seq - len(recorded.events) + 1
        lines = [
            self._told(id, first + number, event, recorded.state, recorded.at)
            for number, event in enumerate(recorded.events)
        ]
        wires = self.wires.get(id, ())
        for wire in wires:
            if wire.behind is not None:
                wire.behind += lines
        self._begin(self._writing([wire for wire in wires if wire.close], lines))
        if id in self._gathered:
            self._gathered[id] += lines
        else:  # the first line after a pause is sent at once; lines that follow soon after are sent together
            self._gathered[id] = []
            self._begin(self._writing([wire for wire in wires if not wire.close], lines))
            asyncio.get_running_loop().call_later(self.pace, self._pass_on, id)

    def _pass_on(self, id: str) -> None:
        """Send spectators the lines gathered since the last time. If there are none, stop until the next line comes."""
        lines = self._gathered.pop(id)
        if lines:
            self._gathered[id] = []
            self._begin(self._writing([wire for wire in self.wires.get(id, ()) if not wire.close], lines))
            asyncio.get_running_loop().call_later(self.pace, self._pass_on, id)

    def _writing(self, wires: Sequence[Wire], lines: Sequence[Told]) -> Iterator[None]:
        """Write the lines to the streams, one stream in each step.

        Readers with the same language, boards, rounds and last line get the same bytes, which are made once.
        """
        made: dict[tuple[object, ...], tuple[bytes, int] | None] = {}
        for wire in wires:
            if wire.behind is None:
                reads = (wire.language, wire.boards, wire.rounds, wire.brief, max(wire.sent, lines[0].seq - 1))
                try:
                    if reads not in made:
                        made[reads] = wire.tell(lines)
                    if (chunk := made[reads]) is not None:
                        wire.write(*chunk)
                except Exception:  # the other streams go on, and the reader of this one resumes from the last line
                    log.exception("a wire of %s is cut", wire.tournament)
                    wire.out.abort()
            yield

    def _breathe(self) -> None:
        """Send `alive` on every stream, so that both sides notice a dead connection.

        Repeat it every `breath` seconds.
        """
        assert self.loop is not None
        self._begin(self._breathing([wire for wires in self.wires.values() for wire in wires]))
        if self._asked != self.desks.register.changes:
            self._asked = self.desks.register.changes
            self.loop.run_in_executor(None, self._ask_again)
        self.loop.call_later(self.breath, self._breathe)

    def _release(self) -> None:
        """Send spectators of delayed tournaments those boards on which a move has become old enough to be shown."""
        assert self.loop is not None
        for id, wires in self.wires.items():
            desk = next((desk for desk in self.desks if desk.id == id), None)
            if desk is not None and any(not wire.close for wire in wires):
                state, at = desk.state.announced, self.desks.clock.now()
                for round, board in self.releases.look(id, state, at):
                    self._begin(self._releasing(id, tuple(wires), state, (round, board), at))
        self.loop.call_later(self.release, self._release)

    def _releasing(
        self, id: str, wires: Sequence[Wire], state: Tournament, place: tuple[int, int], at: Instant
    ) -> Iterator[None]:
        made: dict[str, bytes] = {}
        game = self._game(id, state, *place, at)
        for wire in wires:
            if not (wire.close or wire.brief) and wire.behind is None and wire.follows(*place):
                if wire.language not in made:
                    made[wire.language] = board_message(game(wire.language, False))
                wire.write(made[wire.language], wire.sent)
            yield

    def _ask_again(self) -> None:
        """End the streams of tablets and officials whose sign-in or binding is no longer valid.

        They can connect again as spectators.
        """
        assert self.loop is not None
        for wire in [wire for wires in tuple(self.wires.values()) for wire in tuple(wires) if wire.close]:
            if not self.known(wire.proofs, wire.tournament):
                self.loop.call_soon_threadsafe(wire.out.abort)

    def _breathing(self, wires: Sequence[Wire]) -> Iterator[None]:
        for wire in wires:
            if wire.behind is None:
                wire.write(ALIVE, wire.sent)
            yield

    def _begin(self, turn: Iterator[None]) -> None:
        """Queue a writing task after those in progress, so that every stream gets its lines in order."""
        self._turns.append(turn)
        if len(self._turns) == 1:
            self._go_on()

    def _go_on(self) -> None:
        """Write to a few streams, then let the event loop answer other requests before the next few."""
        left = STREAMS_AT_ONCE
        while self._turns and left:
            left -= 1
            if next(self._turns[0], self) is self:
                self._turns.popleft()
        if self._turns:
            asyncio.get_running_loop().call_soon(self._go_on)

    def _told(self, id: str, seq: int, event: Event, state: Tournament, at: Instant) -> Told:
        """Return the message about journal line *seq*, with its board as it is in *state* at the instant *at*."""
        state, body = state.announced, told(event)
        round, board = body.get("round") or None, body.get("board") or None
        line = Told(
            id=self._id(id, seq),
            seq=seq,
            at=event.at,
            kind=type(event).__name__,
            round=round,
            board=board,
            waits=waits(state, event.at, event.about(state), at),
        )
        if round is None or board is None or not _there(state, round, board):
            return line
        return replace(line, game=self._game(id, state, round, board, at))

    def _id(self, tournament: str, seq: int) -> str:
        """Return the id of the message about line *seq*: its number, as in "12".

        If several nodes share the storage, the journal's history follows the number, as in "12-1".
        """
        return f"{seq}-{self.desks.desk(tournament).end.history}" if self.desks.storage.several else str(seq)

    def _game(
        self, id: str, state: Tournament, round: int, board: int, at: Instant
    ) -> Callable[[str, bool], dict[str, Any]]:
        """Return a function that makes the JSON of a board.

        It takes a language, and whether the reader sees it undelayed.
        """
        every, speed = self.desks.register.people(id), self.desks.clock.speed
        people = {entry: every[entry] for entry in state.game(round, board).entries if entry in every}

        def game(language: str, close: bool) -> dict[str, Any]:
            view = View(tournament=id, state=state, people=people, at=at, speed=speed, language=language)
            view, shown = replace(view.in_public, texts=close), state.game(round, board)
            if not close and (late := delay(state)):
                view, shown = replace(view, state=without_news(state, at)), game_at(shown, at - late)
            shape = board_shape(view, shown)
            return {**shape, "plays": shape["plays"][-RECENT_PLAYS:]}

        return game


def _there(state: Tournament, round: int, board: int) -> bool:
    """Return whether everybody may see the board.

    It is False while the round is a draft, and after the pairing was withdrawn.
    """
    try:
        state.game(round, board)
    except Refused:
        return False
    return True


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
    await send({"type": "http.response.start", "status": status, "headers": [*headers, *PAIRS]})
    await send({"type": "http.response.body", "body": body})
