"""A killed service has all that it acknowledged after the restart, once, and nobody paid for the time in between."""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from arbiter.cli import main
from tests.games import RealGame, real_games
from tests.promises import found
from tests.service import Caller, Gone, Service, service
from tests.warm import warm_service

BOARDS = 20
THREADS = 5
THOUGHT = 0.01
"""Seconds between two moves of a thread: not even a hundred kills use up the rounds."""
LOAD = 20
"""So many moves are acknowledged before each kill, however long a busy machine takes over them."""
DRIFT = 50
"""Milliseconds by which the clock of the hall and that of the machine may differ after some minutes."""


Line = dict[str, Any]
"""A line of a journal, as the API shows it."""


@dataclass
class Table:
    """One board as those who play at it know it."""

    board: int
    script: RealGame
    moves: list[str] = field(default_factory=list)
    sent: dict[str, Any] | None = None
    """The move that is on its way, with its key; it stays until it has been answered."""
    shape: dict[str, Any] = field(default_factory=dict)
    """The last that was heard of it."""
    over: bool = False


@dataclass(frozen=True, slots=True)
class Told:
    """A move that the service has acknowledged."""

    seq: int
    round: int
    board: int
    ply: int
    move: str


class Players:
    """Two players at each board, and the director: real games, round after round, over HTTP."""

    def __init__(self, served: Service, boards: int = BOARDS, thought: float = THOUGHT) -> None:
        self.served = served
        self.boards = boards
        self.thought = thought
        self.token = served.token()
        self.round = 1
        self.tables = self._seated()
        self.told: list[Told] = []
        self.waits: list[float] = []
        """Seconds that each move waited for its answer."""
        self.mishaps: list[str] = []
        self._turning = threading.Lock()
        """Held while a round is paired and started: nobody is killed in between."""
        with served.caller(self.token) as caller:
            self.tournament = caller.tournament(2 * boards, started=False, system="manual")
            self._begin(caller)
        self.hear()

    @property
    def path(self) -> str:
        return f"/tournaments/{self.tournament}"

    def hear(self) -> dict[str, Any]:
        """Everybody looks at the boards of the round."""
        with self.served.caller() as caller:
            shapes: dict[str, Any] = caller.get(f"{self.path}/rounds/{self.round}")
        for table, shape in zip(self.tables, shapes["boards"], strict=True):
            table.shape = shape
        return shapes

    def play_until(self, instant: float, told: int) -> None:
        """Everybody plays at once until the process is killed: after that (monotonic) instant, and so many moves."""
        with self.playing() as ending:
            while time.monotonic() < instant or (len(self.told) < told and not self.mishaps):
                time.sleep(0.005)
            with self._turning:
                self.served.kill()
                ending.set()

    @contextmanager
    def playing(self) -> Iterator[threading.Event]:
        """Everybody plays for as long as the block runs, or until what it is given is set."""
        ending = threading.Event()
        playing = threading.Thread(target=self._guarded, args=(self._play_on, ending))
        playing.start()
        try:
            yield ending
        finally:
            ending.set()
            playing.join()

    def _play_on(self, ending: threading.Event) -> None:
        """Round after round."""
        while not (ending.is_set() or self.mishaps):
            players = [
                threading.Thread(target=self._guarded, args=(self._play, self.tables[first::THREADS], ending))
                for first in range(THREADS)
            ]
            for player in players:
                player.start()
            for player in players:
                player.join()
            with self._turning:
                if not ending.is_set() and all(table.over for table in self.tables):
                    self._next_round()

    def resume(self) -> None:
        """The director sets all clocks going that the outage has stopped."""
        with self.served.caller(self.token) as caller:
            answer = caller.send("POST", f"{self.path}/rounds/{self.round}/start")
        assert answer.status == 200 or answer.body["code"] == "nothing_to_start", answer
        self.hear()

    def repeat_what_was_on_its_way(self) -> int:
        """Every tablet sends what has not been answered once more, with the same key; how many moves."""
        unanswered = [table for table in self.tables if table.sent]
        with self.served.caller(self.token) as caller:
            for table in unanswered:
                self._send(caller, table)
        return len(unanswered)

    def lines(self) -> Iterator[Line]:
        """The journal, as the service shows it to an arbiter."""
        after = 0
        with self.served.caller(self.token) as caller:
            while page := caller.get(f"{self.path}/journal?after={after}")["lines"]:
                yield from page
                after = page[-1]["seq"]

    def _seated(self) -> list[Table]:
        games = real_games()
        first = (self.round - 1) * self.boards
        return [Table(board, games[(first + board) % len(games)]) for board in range(1, self.boards + 1)]

    def _guarded(self, play: Callable[..., None], *what: object) -> None:
        try:
            play(*what)
        except Gone:
            pass  # killed
        except Exception as mishap:  # noqa: BLE001  # told in the test's own thread
            self.mishaps.append(repr(mishap))

    def _play(self, tables: list[Table], ending: threading.Event) -> None:
        with self.served.caller(self.token) as caller:
            while not ending.is_set() and (open_tables := [table for table in tables if not table.over]):
                for table in open_tables:
                    if table.sent is None and len(table.moves) == len(table.script.moves):
                        self._finish(caller, table)
                    else:
                        self._send(caller, table)
                    time.sleep(self.thought)

    def _send(self, caller: Caller, table: Table) -> None:
        ply = len(table.moves)
        if table.sent is None:
            table.sent = {"move": table.script.moves[ply], "ply": ply, "key": f"{self.round} {table.board} {ply}"}
        board = f"{self.path}/rounds/{self.round}/boards/{table.board}"
        if table.shape.get("crown") and table.shape["ply"] == ply:  # 000 V: the opponent's king is crowned first
            crowned = caller.send("POST", f"{board}/crowns", {"key": f"{self.round} {table.board} {ply} crown"})
            assert crowned.status == 200, (table, crowned)
        began = time.monotonic()
        answer = caller.send("POST", f"{board}/moves", table.sent)
        assert answer.status == 200, (table, answer)
        self.waits.append(time.monotonic() - began)
        self.told.append(Told(answer.body["seq"], self.round, table.board, ply + 1, table.sent["move"]))
        table.moves.append(table.sent["move"])
        table.sent, table.shape = None, answer.body
        table.over = answer.body["result"] is not None

    def _finish(self, caller: Caller, table: Table) -> None:
        """The loser resigns; a draw is agreed. Whatever had been recorded before a kill is not said again."""
        board = f"{self.path}/rounds/{self.round}/boards/{table.board}"
        if caller.get(board)["result"] is None:
            if table.script.loser:
                caller.post(f"{board}/resignations", {"side": table.script.loser})
            else:
                if not caller.get(board)["offers"]:
                    caller.post(f"{board}/offers", {"side": "white"})
                caller.post(f"{board}/answers", {"side": "black", "accept": True})
        table.shape = caller.get(board)
        table.over = True

    def _next_round(self) -> None:
        self.round += 1
        self.tables = self._seated()
        with self.served.caller(self.token) as caller:
            self._begin(caller)
        self.hear()

    def _begin(self, caller: Caller) -> None:
        """The round is paired, everybody with another opponent, and started."""
        here = range(1, self.boards + 1)
        pairs = [[white, self.boards + (white + self.round) % self.boards + 1] for white in here]
        caller.post(f"{self.path}/rounds", {"pairs": pairs})
        caller.post(f"{self.path}/rounds/{self.round}/start")


def test_what_a_killed_service_had_acknowledged_is_there_after_the_restart(tmp_path: Path) -> None:
    kill_and_look(tmp_path, kills=3)


@pytest.mark.slow
@pytest.mark.timeout(7_200)
def test_two_hundred_kills_lose_nothing(tmp_path: Path) -> None:
    """Fifty at a time, each fifty at a tournament of its own."""
    kills = told = again = 0
    for seed in range(4):
        moves, repeated = kill_and_look(tmp_path / str(seed), kills=50, seed=seed, begins=warm_service)
        kills, told, again = kills + 50, told + moves, again + repeated
    found("G1", kills, f"while people play, and {kills // 5} more at a start: {told:,} moves, 0 lost")
    found("G2", kills, f"while people play: {again:,} moves sent again, 0 counted twice")


def kill_and_look(
    folder: Path,
    *,
    kills: int,
    seed: int = 2026,
    begins: Callable[[Path], AbstractContextManager[Service]] = service,
) -> tuple[int, int]:
    """Plays under load, kills at random instants, looks after each restart; every fifth start is killed too.

    How many moves were played, and how many were sent again.
    """
    chance, again = random.Random(seed), 0
    folder.mkdir(exist_ok=True)
    with begins(folder) as served:
        players = Players(served)
        for number in range(1, kills + 1):
            players.play_until(time.monotonic() + chance.uniform(0.05, 0.5), told=len(players.told) + LOAD)
            died, beat = now(), int((served.instance / "alive").read_text())
            if number % 5 == 2:
                served.start()
                time.sleep(chance.uniform(0.02, 1.0))
                served.kill()
            before = {table.board: dict(table.shape) for table in players.tables}
            served.start()
            served.wait()

            assert players.mishaps == []
            after = {shape["board"]: shape for shape in players.hear()["boards"]}
            the_boards_have_every_acknowledged_move(players, after)
            again += players.repeat_what_was_on_its_way()
            lines = list(players.lines())
            nobody_paid_for_the_outage(beat, died, before, after, lines)
            the_journal_has_every_acknowledged_move_once(players, lines)
            assert main(["verify", players.tournament, "--instance", str(served.instance)]) == 0
            if number % 2:
                players.resume()
        return len(players.told), again


def the_boards_have_every_acknowledged_move(players: Players, after: dict[int, dict[str, Any]]) -> None:
    """And at most the one move more that was on its way."""
    for table in players.tables:
        on_its_way = [table.sent["move"]] if table.sent else []
        played = moves_as_entered(after[table.board], table.script)
        assert played in (table.moves, table.moves + on_its_way), table


def moves_as_entered(shape: dict[str, Any], script: RealGame) -> list[str]:
    """The moves of a board in the script's words, which may name more squares than the score sheet needs."""
    return [
        theirs if squares(ours) == squares(theirs) else ours
        for ours, theirs in zip(shape["moves"], script.moves, strict=False)
    ]


def squares(move: str) -> tuple[str, str]:
    """From where to where."""
    path = move.replace("x", "-").split("-")
    return path[0], path[-1]


def nobody_paid_for_the_outage(
    beat: int, died: int, before: dict[int, dict[str, Any]], after: dict[int, dict[str, Any]], lines: list[Line]
) -> None:
    """Every clock stands at the service's last sign of life, and whoever was thinking is charged up to there."""
    stops = [(line["at"], json.loads(line["body"])) for line in lines if line["kind"] == "ServiceInterrupted"]
    stopped = {board: stop["alive"] for _, stop in stops for _, board in stop["boards"]}
    outage = next((stop["alive"] for at, stop in stops if at >= died), beat)
    assert beat <= outage <= died + DRIFT
    for board, shape in after.items():
        if shape["result"] is not None:
            continue
        clock, thinking, then = shape["clock"], shape["turn"], before[board]["clock"]
        since = then["now_ms"] if then["running"] else died
        if shape["ply"] > before[board]["ply"]:  # the move that was not acknowledged
            since = shape["plays"][-1]["at"]
        charged = then[thinking]["left_ms"] - clock[thinking]["left_ms"]

        assert clock["running"] is None
        assert shape["halted"] == "outage"
        assert charged == max(0, stopped[board] - since), (board, charged, stopped[board], since)
        if shape["plays"]:
            last = shape["plays"][-1]
            assert clock[last["side"]]["left_ms"] == last["left_ms"]


def the_journal_has_every_acknowledged_move_once(players: Players, lines: list[Line]) -> None:
    """At the line that was told, and no ply of a board twice."""
    bodies = {line["seq"]: json.loads(line["body"]) for line in lines if line["kind"] == "MovePlayed"}
    plies = [(body["round"], body["board"], body["ply"]) for body in bodies.values()]

    assert [line["seq"] for line in lines] == list(range(1, len(lines) + 1))
    assert len(plies) == len(set(plies))
    for told in players.told:
        line = next(bodies[seq] for seq in (told.seq, told.seq - 1) if seq in bodies)  # the game's end may follow it
        assert (line["round"], line["board"], line["ply"]) == (told.round, told.board, told.ply)
        assert squares(line["move"]) == squares(told.move)
    keys = [line["key"] for line in lines if line["key"]]
    assert len(keys) == len(set(keys))


def test_a_flag_waits_while_the_service_is_away_and_falls_after_the_clocks_go_on(tmp_path: Path) -> None:
    with service(tmp_path) as served:
        token = served.token()
        with served.caller(token) as caller:
            id = caller.tournament(2, control="3")
        served.kill()
        time.sleep(3.2)
        served.start()
        served.wait()
        with served.caller(token) as caller:
            board = f"/tournaments/{id}/rounds/1/boards/1"
            back = caller.get(board)
            caller.post(f"/tournaments/{id}/rounds/1/start")
            fell = eventually(lambda: caller.get(board), lambda shape: shape["flag"] is not None, seconds=60)
            proposals = caller.get(f"/tournaments/{id}/proposals")["proposals"]

    assert (back["halted"], back["flag"]) == ("outage", None)
    assert back["clock"]["white"]["left_ms"] > 0
    assert fell["flag"]["side"] == "white"
    assert [proposal["kind"] for proposal in proposals] == ["flag"]


def now() -> int:
    """The machine's clock, in Unix milliseconds."""
    return time.time_ns() // 1_000_000


def eventually(look: Callable[[], Any], good: Callable[[Any], bool], *, seconds: float) -> Any:
    """What is seen as soon as it is as it has to be."""
    until = time.monotonic() + seconds
    while not good(seen := look()):
        assert time.monotonic() < until, seen
        time.sleep(0.02)
    return seen
