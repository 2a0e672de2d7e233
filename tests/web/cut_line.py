"""A service on a port of its own, whose clock the test winds, and tablets behind a line that is cut at each press."""

from __future__ import annotations

import asyncio
import hashlib
import json
import shutil
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import uvicorn

from arbiter import serving
from arbiter.machine.hall_urls import Whereabouts
from arbiter.rulings.time.flags import RingFlag
from arbiter.serving import Running
from arbiter.settings import settings
from arbiter.sides import HOUR
from arbiter.web.streams.connections import Connections, Limits
from arbiter.web.streams.protocol import among
from tests.browser.line import Line, line
from tests.hall import WoundClock
from tests.service import Answer, Caller, Gone, free_port
from tests.waiting import until

BOARD = "/rounds/1/boards/1"


@dataclass
class Online:
    """A service that is being served, and its clock."""

    running: Running
    clock: WoundClock
    port: int
    instance: Path
    callers: list[Caller] = field(default_factory=list)

    def caller(self, token: str) -> Caller:
        """Somebody who speaks to the service over a line of their own."""
        self.callers.append(Caller(self.port, token, 60))
        return self.callers[-1]

    def hang_up(self) -> None:
        """Everybody has said what they had to say."""
        while self.callers:
            self.callers.pop().close()


@contextmanager
def online(instance: Path) -> Iterator[Online]:
    """Serve that instance for as long as the block runs."""
    clock, port = WoundClock(), free_port()
    given = replace(settings({}), backup_minutes=0)
    with (
        serving.running(instance, given, Whereabouts(url=f"http://127.0.0.1:{port}"), clock) as ready,
        serving.taken("127.0.0.1", port) as listening,
    ):
        connections = Connections(ready.lanes.knows, Limits(an_address=100, altogether=200))
        config = uvicorn.Config(ready.app, ws="none", http=among(connections), log_config=None, lifespan="off")
        server = uvicorn.Server(config)
        thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listening])))
        thread.start()
        try:
            until(lambda: server.started)
            yield (made := Online(ready, clock, port, instance))
        finally:
            made.hang_up()
            server.should_exit = True
            thread.join()


@dataclass
class Tablet:
    """A tablet of one side. What is pressed goes into its chained journal, and to the service with the same key."""

    served: Online
    token: str
    at: str
    line: Line
    chain: str = "0" * 64
    waiting: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    def write(self, path: str, body: dict[str, Any], ago: int = 0) -> None:
        """Press while the line is cut. The tablet's clock is an hour behind; it was pressed so many ms ago."""
        own = {"pressed": self.served.clock.at - ago - HOUR, "offset_ms": HOUR}
        text = json.dumps({"address": path, "body": body, **own})
        self.chain = hashlib.sha256(f"{self.chain}\n{text}".encode()).hexdigest()
        self.waiting.append((path, {**body, "device": {**own, "chain": self.chain}, "key": self.chain[:16]}))

    def mend(self) -> Answer:
        """The line holds again: all that waits is sent in order. The last answer."""
        self.line.mend()
        answers = [self._send(*one) for one in self.waiting]
        self.waiting.clear()
        return answers[-1]

    def press(self, path: str, **body: Any) -> Answer:
        """Press while the line lets the request through and loses the answer; what comes when it is sent again."""
        self.write(path, body)
        self.line.deafen()
        with suppress(*Gone):
            self._send(*self.waiting[0])
            raise AssertionError("an answer came through a line that was cut")
        return self.mend()

    def _send(self, path: str, body: dict[str, Any]) -> Answer:
        with Caller(self.line.port, self.token, 60) as caller:
            return caller.send("POST", f"{self.at}{path}", body)


@dataclass
class Table:
    """One board with two tablets, each behind the line, and the arbiter, who is not."""

    served: Online
    line: Line
    id: str
    chief: Caller
    white: Tablet
    black: Tablet

    @property
    def t(self) -> str:
        return f"/tournaments/{self.id}"

    @property
    def board(self) -> Any:
        """The board as a spectator sees it."""
        with self.served.caller("") as anybody:
            return anybody.get(f"{self.t}{BOARD}")

    def rule(self, kind: str, **given: Any) -> Any:
        """A ruling of the chief arbiter."""
        reason = {} if kind == "notice" else {"reason": "as both saw"}
        return self.chief.post(f"{self.t}{BOARD}/rulings", {"kind": kind, **reason, **given})

    def put(self, fen: str, ply: int = 0) -> None:
        """The chief arbiter sets a position up and starts the clocks."""
        self.rule("position", fen=fen, ply=ply)
        self.rule("start")

    def move(self, text: str, *, cut: bool = False) -> Answer:
        """The side to move plays; *cut*: the answer is lost on its way, and the same is sent again."""
        board = self.board
        hand = self.white if board["turn"] == "white" else self.black
        if cut:
            return hand.press("/moves", move=text, ply=board["ply"])
        hand.write("/moves", {"move": text, "ply": board["ply"]})
        return hand.mend()

    def play(self, *moves: str) -> None:
        for text in moves:
            answer = self.move(text)
            assert answer.status == 200, answer

    @property
    def falls(self) -> int:
        """The instant at which the time of the side to move runs out."""
        clock = self.board["clock"]
        return int(clock["now_ms"] + clock[clock["running"]]["left_ms"])

    def flag(self) -> None:
        """The time of the side to move runs out, while its tablet is silent."""
        self.served.clock.at = self.falls
        self.served.running.service.desks.desk(self.id).ask(RingFlag(round=1, board=1))
        self.served.clock.wait(seconds=9)

    def open(self, kind: str = "") -> list[Any]:
        """The proposals that wait for the arbiter, of that kind."""
        every = self.chief.get(f"{self.t}/proposals")["proposals"]
        return [one for one in every if one["decided"] is None and kind in ("", one["kind"])]

    def sign(self, kind: str) -> Answer:
        (one,) = self.open(kind)
        return self.chief.send("POST", f"{self.t}/proposals/{one['proposal']}/sign", {})

    def kinds(self) -> list[str]:
        return [one["kind"] for one in self.chief.get(f"{self.t}/journal")["lines"]]


def table(served: Online, cut: Line, **terms: Any) -> Table:
    """Announce a tournament of two, start its game, and bind a tablet to each side."""
    chief = served.caller(served.running.service.keys.bearer("chief"))
    t = chief.tournament(2, **{"name": "Club open", "control": "3600", **terms})
    tablets = []
    for side in ("white", "black"):
        (made,) = chief.post(f"/tournaments/{t}/tablets", {"boards": [1], "side": side})["links"]
        bound = chief.send("POST", "/tablets/bind", {"link": made["url"], "pin": made["pin"]})
        assert bound.status == 200, bound
        tablets.append(Tablet(served, str(bound.body["token"]), f"/tournaments/{t}{BOARD}", cut))
    for one in served.running.service.desks.register.devices.at(t):
        served.running.service.desks.register.devices.let_in(one.id)
    return Table(served, cut, t, chief, *tablets)


@contextmanager
def killed(at: Table) -> Iterator[Table]:
    """The same table after a power cut: a service begins over the files as they are on the disk now."""
    with ExitStack() as stack:
        copy = at.served.instance.with_name(f"{at.served.instance.name}-{at.id}")
        shutil.copytree(at.served.instance, copy)
        fresh = stack.enter_context(online(copy))
        fresh.clock.at = at.served.clock.at
        other = stack.enter_context(line(fresh.port))
        hands = [replace(one, served=fresh, line=other) for one in (at.white, at.black)]
        chief = fresh.caller(fresh.running.service.keys.bearer("chief"))
        yield Table(fresh, other, at.id, chief, *hands)
