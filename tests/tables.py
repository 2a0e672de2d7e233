"""Players at many boards of a service that is being hurt: they ask again with the same key until they are answered."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import closing, suppress
from itertools import cycle

from arbiter.journal.lines import bare, first_bad
from arbiter.journal.postgres.journal import lines_of
from arbiter.journal.postgres.server import connected
from arbiter.tournament.events import parse_event
from arbiter.tournament.events.games import MovePlayed
from tests.games import real_games
from tests.histories import History, Written
from tests.service import Caller, Gone

MOVES = real_games()[0].moves


class Tables:
    """Boards of a round, each with one who moves for both sides, at one node or at several in turn."""

    def __init__(self, id: str, nodes: Sequence[tuple[int, str]], boards: int, plies: int) -> None:
        """*nodes*: the port of each, and a token that it takes."""
        self.id = id
        self.nodes = nodes
        self.boards = range(1, boards + 1)
        self.plies = plies
        self.history = History()
        self.odd: list[object] = []
        """Answers that nobody may get while a server is lost."""
        self.refused: list[str] = []
        """What players were told while nothing could be recorded."""
        self.acknowledged = 0
        self._ended = threading.Event()
        self._threads = [threading.Thread(target=self._table, args=(board,), daemon=True) for board in self.boards]

    def begin(self) -> None:
        for thread in self._threads:
            thread.start()

    def end(self, patience: float = 120) -> None:
        """Waits until every game has come as far as it is to."""
        for thread in self._threads:
            thread.join(timeout=patience)
        self._ended.set()
        assert not any(thread.is_alive() for thread in self._threads), "there are boards that never come to an end"

    def _table(self, board: int) -> None:
        callers = [Caller(port, token, 20) for port, token in self.nodes]
        at = cycle(callers[board % len(callers) :] + callers[: board % len(callers)])
        caller = next(at)
        path = f"/tournaments/{self.id}/rounds/1/boards/{board}"
        for ply in range(self.plies):
            key = f"{board}-{ply}"
            asked = self.history.begin(board, ply, key)
            while not self._ended.is_set():
                with suppress(*Gone):
                    answer = caller.send("POST", f"{path}/moves", {"move": MOVES[ply], "ply": ply, "key": key})
                    if answer.status == 200:
                        asked.answered(answer.body["moves"])
                        break
                    self.refused.append(answer.body.get("detail", ""))
                    if answer.status != 503:
                        self.odd.append(answer)
                caller = next(at)
                self._ended.wait(0.1)
            self.acknowledged += 1
            if len(self.nodes) == 1:  # others show a moment later what their leader has recorded
                look = self.history.begin(board)
                with suppress(*Gone):
                    answer = caller.send("GET", path)
                    if answer.status == 200:
                        look.answered(answer.body["moves"])
        for caller in callers:
            caller.close()


def kept(url: str, id: str) -> dict[int, list[Written]]:
    """The moves that a database has of each board, with the keys of their requests; its lines are one chain."""
    with closing(connected(url)) as conn:
        lines = lines_of(conn, id, 0, None)
    assert first_bad(lines) is None
    found: dict[int, list[Written]] = {}
    for line in lines:
        event = parse_event(line.kind, line.at, line.body)
        if isinstance(event, MovePlayed):
            found.setdefault(event.board, []).append(Written(event.move, bare(line.key or "").partition("#")[2]))
    return found
