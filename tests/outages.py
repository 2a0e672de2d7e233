"""A hall over two nodes and two database servers, in which things go wrong: cables, faults, players, and who judges.

Players move at boards at nodes drawn by lot, and ask again with the same key until they are answered. `Judge` reads
what they were told beside the journal: each acknowledged move is there once and in its order, nobody was charged for a
time in which nothing could be written, and no game was ended by a flag that fell then.
"""

from __future__ import annotations

import os
import random
import select
import signal
import socket
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from arbiter.journal.lines import bare, first_bad
from arbiter.journal.postgres.journal import lines_of
from arbiter.journal.postgres.schema import migrate
from arbiter.journal.postgres.server import Server, connected
from arbiter.tournament.events import parse_event
from arbiter.tournament.events.games import MovePlayed
from tests.games import real_games
from tests.histories import History, Written
from tests.postgres import Cluster, either, pair
from tests.service import Caller, Gone, Service, free_port
from tests.warm import WarmService

MOVES = real_games()[0].moves
TOLERANCE_MS = 1_000
"""The time that a busy machine may take to hear a press, beside the time of its player."""
LOOK_SECONDS = 0.02


class Cable:
    """The network between one node and one server: it can be cut, swallow everything, or be long."""

    def __init__(self, to: int) -> None:
        self.to = to
        self.port = free_port()
        self.cut, self.hole, self.delay = False, False, 0.0
        self._listening = socket.create_server(("127.0.0.1", self.port))
        self._lines: list[socket.socket] = []
        self._ended = threading.Event()
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._ended.set()
        self._listening.close()
        self.sever()

    def sever(self) -> None:
        """Every connection breaks."""
        while self._lines:
            with suppress(OSError):
                self._lines.pop().shutdown(socket.SHUT_RDWR)

    def _accept(self) -> None:
        while not self._ended.is_set():
            try:
                near, _ = self._listening.accept()
            except OSError:
                return
            if self.cut:
                near.close()
                continue
            try:
                far = socket.create_connection(("127.0.0.1", self.to), timeout=2)
            except OSError:
                near.close()
                continue
            self._lines += (near, far)
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        """What comes in at one end goes out at the other, each piece as much later as the cable is long."""
        under_way: deque[tuple[float, bytes]] = deque()
        with suppress(OSError, ValueError):
            while not self._ended.is_set():
                wait = max(0, under_way[0][0] - time.monotonic()) if under_way else 1
                if select.select([one], [], [], wait)[0]:
                    told = one.recv(65_536)
                    if not told:
                        break
                    under_way.append((time.monotonic() + self.delay, told))
                while self.hole and not self._ended.is_set():
                    time.sleep(LOOK_SECONDS)
                while under_way and under_way[0][0] <= time.monotonic():
                    other.sendall(under_way.popleft()[1])
        for line in (one, other):
            with suppress(OSError):
                line.close()


@dataclass
class Press:
    """A move of a player: when it was first sent, when the attempt that was answered was, and its answer's instant."""

    board: int
    ply: int
    first: float
    sent: float = 0.0
    until: float = 0.0
    receipt: str = ""
    """The first one that it was refused with, which it is sent again with, as a tablet does."""


@dataclass
class Players:
    """Those who play at *boards* boards of a tournament, at nodes drawn by lot, *pace* seconds a move."""

    id: str
    ports: Sequence[int]
    token: str
    boards: int
    plies: int
    pace: float = 0.15
    history: History = field(default_factory=History)
    presses: dict[tuple[int, int], Press] = field(default_factory=dict)
    odd: list[object] = field(default_factory=list)
    """Answers that nobody may get, whatever goes wrong."""

    def __post_init__(self) -> None:
        self._ended = threading.Event()
        self._threads = [
            threading.Thread(target=self._play, args=(board,), daemon=True) for board in range(1, self.boards + 1)
        ]

    @property
    def acknowledged(self) -> int:
        return sum(press.until > 0 for press in tuple(self.presses.values()))

    def begin(self) -> None:
        for thread in self._threads:
            thread.start()

    def end(self, patience: float = 90) -> None:
        """Waits until every game has come as far as it is to."""
        end = time.monotonic() + patience
        for thread in self._threads:
            thread.join(timeout=max(0, end - time.monotonic()))
        self._ended.set()
        for thread in self._threads:
            thread.join(timeout=15)

    def _play(self, board: int) -> None:
        chance = random.Random(board)
        with ExitStack() as stack:
            callers = [stack.enter_context(Caller(port, self.token, 10)) for port in self.ports]
            for ply in range(self.plies):
                self._ended.wait(self.pace)
                press = self.presses[board, ply] = Press(board, ply, time.monotonic())
                asked = self.history.begin(board, ply, f"{board}-{ply}")
                while not self._asked(callers[chance.randrange(len(callers))], press, asked.answered):
                    if self._ended.wait(0.1):
                        return

    def _asked(self, caller: Caller, press: Press, answered: Callable[[Sequence[str]], None]) -> bool:
        path = f"/tournaments/{self.id}/rounds/1/boards/{press.board}/moves"
        body = {"move": MOVES[press.ply], "ply": press.ply, "key": f"{press.board}-{press.ply}"}
        sent = time.monotonic()
        try:
            answer = caller.send("POST", path, body, receipt=press.receipt)
        except Gone:
            return False
        if answer.status == 200:
            press.sent, press.until = sent, time.monotonic()
            answered(answer.body["moves"][: press.ply + 1])
            return True
        press.receipt = answer.receipt or press.receipt
        if answer.status not in (503, 404, 500, 502) or answer.status == 500:
            self.odd.append(answer)
        return answer.status not in (503, 404)


@dataclass(frozen=True)
class Verdict:
    """What is wrong with a tournament, by board or press; all empty where nothing is."""

    lost: dict[int, str]
    charged: dict[tuple[int, int], float]
    """The milliseconds that a press was charged for beyond what its player took."""
    ended: list[int]
    """Boards whose game was ended by a flag."""
    silent: list[int]
    """Boards that did not come to the end."""
    odd: list[object]

    @property
    def good(self) -> bool:
        return not (self.lost or self.charged or self.ended or self.silent or self.odd)


def judged(url: str, players: Players) -> Verdict:
    """What the journal says of these players."""
    with connected(url) as conn:
        lines = lines_of(conn, players.id, 0, None)
    assert first_bad(lines) is None
    moves: dict[int, list[Written]] = {board: [] for board in range(1, players.boards + 1)}
    charged: dict[tuple[int, int], int] = {}
    ended: list[int] = []
    for line in lines:
        event = parse_event(line.kind, line.at, line.body)
        if isinstance(event, MovePlayed):
            charged[event.board, len(moves[event.board])] = event.charged
            moves[event.board].append(Written(event.move, bare(line.key or "").partition("#")[2]))
        elif line.kind == "GameEnded":
            ended.append(event.board)  # type: ignore[attr-defined]
    return Verdict(
        players.history.violations(moves),
        overcharged(players.presses, charged),
        ended,
        [board for board, played in moves.items() if len(played) < players.plies],
        players.odd,
    )


def overcharged(
    presses: dict[tuple[int, int], Press], charged: dict[tuple[int, int], int]
) -> dict[tuple[int, int], float]:
    """The presses that were charged for more than their players took, from the answer before to the first attempt."""
    found = {}
    for (board, ply), press in presses.items():
        before = presses.get((board, ply - 1))
        if before is not None and before.until and (board, ply) in charged:
            over = charged[board, ply] - 1_000 * (press.first - before.sent) - TOLERANCE_MS
            if over > 0:
                found[board, ply] = over
    return found


@dataclass
class Hall:
    """Two nodes over a primary and its synchronous standby, each with a cable to each of them."""

    main: Cluster
    standby: Cluster
    nodes: list[Service]
    cables: list[list[Cable]]
    """Of each node, to the primary and to the standby."""

    @property
    def url(self) -> str:
        return either(self.main, self.standby)

    def tournament(self, boards: int, control: str, name: str) -> tuple[str, str]:
        """A tournament that is being played, known to both nodes; its id and a token."""
        token = self.nodes[0].token()
        with self.nodes[0].caller(token) as director, self.nodes[1].caller(token) as other:
            for caller in (director, other):
                while caller.send("GET", "/readyz", root="").status != 200:
                    time.sleep(LOOK_SECONDS)
            id = director.tournament(2 * boards, control=control, flags="auto", name=name)
            while other.send("GET", f"/tournaments/{id}/rounds/1").status != 200:
                time.sleep(LOOK_SECONDS)
        return id, token


@contextmanager
def hall(
    folder: Path, *, synchronous: bool = True, environment: Mapping[str, str] | None = None, disk: Path | None = None
) -> Iterator[Hall]:
    """Such a hall, for as long as the block runs; its nodes have that *environment* too, its primary that *disk*."""
    with ExitStack() as stack:
        main, standby = stack.enter_context(pair(synchronous=synchronous, disk=disk))
        server = Server(main.url)
        migrate(server)
        server.close()
        nodes, cables = [], []
        for name in ("one", "two"):
            own = [Cable(main.port), Cable(standby.port)]
            for cable in own:
                stack.callback(cable.close)
            hosts = ",".join(f"127.0.0.1:{cable.port}" for cable in own)
            store = {"ARBITER_STORE": f"postgresql://postgres@{hosts}/postgres"}
            node = WarmService(folder / name, {**store, **(environment or {})})
            node.instance.parent.mkdir(parents=True)
            stack.callback(node.stop)
            node.start()
            nodes.append(node)
            cables.append(own)
        for node in nodes:
            node.wait()
        yield Hall(main, standby, list(nodes), cables)


# what goes wrong, and is put right again


@contextmanager
def node_killed(hall: Hall) -> Iterator[None]:
    hall.nodes[0].kill()
    yield
    hall.nodes[0].start()
    hall.nodes[0].wait()


@contextmanager
def node_stopped(hall: Hall) -> Iterator[None]:
    os.kill(hall.nodes[0].process, signal.SIGSTOP)
    yield
    os.kill(hall.nodes[0].process, signal.SIGCONT)


@contextmanager
def all_killed(hall: Hall) -> Iterator[None]:
    for node in hall.nodes:
        node.kill()
    yield
    for node in hall.nodes:
        node.start()
    for node in hall.nodes:
        node.wait()


@contextmanager
def node_cut(hall: Hall) -> Iterator[None]:
    with cut(hall.cables[0]):
        yield


@contextmanager
def all_cut(hall: Hall) -> Iterator[None]:
    with cut([cable for own in hall.cables for cable in own]):
        yield


@contextmanager
def cut(cables: Sequence[Cable]) -> Iterator[None]:
    for cable in cables:
        cable.cut = True
        cable.sever()
    yield
    for cable in cables:
        cable.cut = False


@contextmanager
def black_hole(hall: Hall) -> Iterator[None]:
    cables = [cable for own in hall.cables for cable in own]
    for cable in cables:
        cable.hole = True
    yield
    for cable in cables:
        cable.hole = False


@contextmanager
def delayed(hall: Hall) -> Iterator[None]:
    cables = [cable for own in hall.cables for cable in own]
    for cable in cables:
        cable.delay = 0.03
    yield
    for cable in cables:
        cable.delay = 0.0


@contextmanager
def standby_away(hall: Hall) -> Iterator[None]:
    hall.standby.stop()
    yield
    hall.standby.start()


@contextmanager
def primary_frozen(hall: Hall) -> Iterator[None]:
    processes = group(hall.main)
    for pid in processes:
        os.kill(pid, signal.SIGSTOP)
    yield
    for pid in processes:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)


def group(server: Cluster) -> list[int]:
    """The processes of a server."""
    parent = int((server.data / "postmaster.pid").read_text().split()[0])
    with suppress(OSError):
        told = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        return [parent, *map(int, told)]
    return [parent]


@contextmanager
def cancelled(hall: Hall) -> Iterator[None]:
    """Somebody cancels the sessions that wait for the standby, again and again."""
    ended = threading.Event()

    def cancel() -> None:
        while not ended.wait(0.2):
            with suppress(psycopg.Error):
                hall.main.asks("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")

    hall.standby.stop()
    thread = threading.Thread(target=cancel)
    thread.start()
    yield
    ended.set()
    thread.join()
    hall.standby.start()


@contextmanager
def disk_full(hall: Hall) -> Iterator[None]:
    """Nothing more fits on the primary's disk, until somebody makes room and starts it where it has ended itself."""
    filler = hall.main.folder / "filler"
    with filler.open("wb") as file, suppress(OSError):
        while True:
            file.write(b"x" * 65_536)
            file.flush()
    yield
    filler.unlink()
    with suppress(subprocess.CalledProcessError):
        hall.main.start()


@contextmanager
def primary_lost(hall: Hall) -> Iterator[None]:
    """The primary is gone for good; its standby serves alone when somebody has said so."""
    hall.main.kill()
    yield
    hall.standby.promote()
    hall.standby.set("synchronous_standby_names", "")
