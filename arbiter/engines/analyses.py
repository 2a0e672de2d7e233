"""Analyses of finished games by the computer: started on request, stored in the folder `analyses`.

A game in progress is never analysed, because the analysis would help a player. Each search process analyses one game at
a time, position by position from the last to the first (`backwards.py`). If the computer has to move at a board, it
waits for the end of one search at most.
"""

from __future__ import annotations

import logging
import threading
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from arbiter.engines.backwards import Looks, backwards
from arbiter.engines.findings import GameAt, analysis_in, keep
from arbiter.engines.task import Advice
from arbiter.engines.thinkers import Effort, Thinkers, thought
from arbiter.refused import Refused
from arbiter.rules.variants.variant import Variant
from arbiter.tournament.game import Game
from arbiter.tournament.past.analysis import Analysis, Weighed
from arbiter.values import dataclass

if TYPE_CHECKING:
    from arbiter.thinking.scores import Sights

log = logging.getLogger(__name__)

WHOLE_EFFORT = Effort(nodes=36_000, seconds=2)
"""The limits for the analysis of a game: `nodes` on average for each position, `seconds` at most for one search."""
MOST_WAITING = 1_000
"""The most games that may wait for analysis at one time."""


@dataclass(slots=True)
class Underway:
    """A game that waits for its analysis or is being analysed.

    `looks` yields the searches to make. `done` holds the evaluations so far, that of the last position first. `by` is
    the name in the journal of the official who has asked for the analysis. It is empty if a spectator has asked.
    """

    game: Game
    done: list[Weighed]
    looks: Looks
    by: str = ""
    begun: bool = False
    cancelled: bool = False

    @property
    def analysis(self) -> Analysis:
        return Analysis(tuple(play.move for play in self.game.plays), tuple(reversed(self.done)))


def underway_of(game: Game, variant: Variant, effort: Effort) -> Underway:
    done: list[Weighed] = []
    return Underway(game, done, backwards(game, variant, effort, done))


class Analyses:
    """The analyses of the games of an instance, finished and in progress."""

    def __init__(self, instance: Path, thinkers: Thinkers) -> None:
        self.instance = instance
        self.thinkers = thinkers
        self.effort = WHOLE_EFFORT
        self._underway: dict[GameAt, Underway] = {}
        self._lock = threading.Lock()

    def begin(self, tournament: str, variant: Variant, game: Game, by: str = "") -> None:
        """Start the analysis of *game*, unless an analysis is stored or in progress.

        *by* is the official who asks for it, empty for a spectator. Raise Refused if the game is still being played, if
        it has no moves, or if too many games wait.
        """
        if game.result is None:
            raise Refused("analysis_of_running", round=game.round, board=game.board)
        if not game.plays:
            raise Refused("nothing_to_analyse", round=game.round, board=game.board)
        if analysis_in(self.instance, tournament, game) is not None:
            return
        key = (tournament, game.round, game.board)
        with self._lock:
            if key in self._underway:
                return
            if len(self._underway) >= MOST_WAITING:
                raise Refused("analysis_busy", most=MOST_WAITING)
            self._underway[key] = underway_of(game, variant, self.effort)
            self._underway[key].by = by
        self._begin_some()

    def of(self, tournament: str, game: Game) -> Analysis | None:
        """Return the stored analysis of *game*; None if there is none."""
        return analysis_in(self.instance, tournament, game)

    def progress(self, tournament: str, game: Game) -> tuple[int, int] | None:
        """Return how many positions of *game* are evaluated, and how many it has; None if it is not being analysed."""
        with self._lock:
            underway = self._underway.get((tournament, game.round, game.board))
            return (len(underway.done), underway.game.ply + 1) if underway else None

    def begun_by(self, tournament: str, game: Game) -> str | None:
        """Return the official who has asked for the analysis of *game*; None if it is not being analysed.

        The text is empty if a spectator has asked.
        """
        underway = self._underway.get((tournament, game.round, game.board))
        return underway.by if underway else None

    def cancel(self, tournament: str, game: Game) -> None:
        """End the analysis of *game* without storing it. Raise Refused if the game is not being analysed."""
        with self._lock:
            underway = self._underway.pop((tournament, game.round, game.board), None)
        if underway is None:
            raise Refused("work_over")
        underway.cancelled = True
        self._begin_some()

    def _begin_some(self) -> None:
        """Start the analyses of the games that have waited longest, as many as may run at one time."""
        with self._lock:
            going = sum(one.begun for one in self._underway.values())
            free = 0 if self.thinkers.closed else self.thinkers.count - going
            some = [(key, one) for key, one in self._underway.items() if not one.begun][:free]
            for _, one in some:
                one.begun = True
        for key, one in some:
            self._next(key, one, None)

    def _next(self, key: GameAt, underway: Underway, found: Future[Advice | None] | None) -> None:
        """Record the result of one search, and begin the next. After the last search, store the analysis.

        *found*: the result of the search; None if no search has been made yet.
        """
        try:
            if (found is not None and found.cancelled()) or self.thinkers.closed or underway.cancelled:
                return
            try:
                task, effort = underway.looks.send(found.result() if found else None)
            except StopIteration:
                keep(self.instance, key, underway.analysis)
            else:
                sought = self.thinkers.think(task, effort, lambda: underway.cancelled)
                sought.add_done_callback(lambda found: self._next(key, underway, found))
                return
        except Exception:  # a fault in one game must not stop the next
            log.exception("a game could not be weighed")
        with self._lock:
            self._underway.pop(key, None)
        self._begin_some()


def weigh(instance: Path, tournament: str, variant: Variant, game: Game, effort: Effort = WHOLE_EFFORT) -> Analysis:
    """Analyse *game* in this thread and store the result. Raise Refused if the game is still being played."""
    if game.result is None:
        raise Refused("analysis_of_running", round=game.round, board=game.board)
    underway = underway_of(game, variant, effort)
    tables: dict[str, Sights] = {}
    found: Advice | None = None
    with suppress(StopIteration):
        while True:
            task, each = underway.looks.send(found)
            found = thought(task, each, tables=tables)
    keep(instance, (tournament, game.round, game.board), underway.analysis)
    return underway.analysis
