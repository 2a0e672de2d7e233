"""Analyses of finished games by the computer: started on request, stored in the folder `analyses`.

A game in progress is never analysed, because the analysis would help a player. Each search process analyses one game at
a time, position by position from the last to the first (`analysis_order.py`). If the computer has to move at a board,
it waits for the end of one search at most.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from arbiter.engines.analysis_order import backwards
from arbiter.engines.search_processes import Effort, Thinkers, thought
from arbiter.engines.stored_analyses import GameAt, analysis_in, keep
from arbiter.progress import ProgressRecipient, tell
from arbiter.refused import Refused
from arbiter.rules.variants.variant import Variant
from arbiter.tournament.game import Game
from arbiter.tournament.past.analysis import Analysis, Weighed

if TYPE_CHECKING:
    from arbiter.thinking.transposition_table import Sights

log = logging.getLogger(__name__)

WHOLE_EFFORT = Effort(nodes=36_000, seconds=2)
"""The limits for the analysis of a game: `nodes` on average for each position, `seconds` at most for one search."""
LOOK_SECONDS = 0.05
"""Seconds between two checks whether an analysis is still wanted while it waits for a search process."""


class Analyses:
    """The analyses of the games of an instance, finished and in progress."""

    def __init__(self, instance: Path, thinkers: Thinkers) -> None:
        self.instance = instance
        self.thinkers = thinkers
        self.effort = WHOLE_EFFORT
        self._turns = threading.Semaphore(thinkers.count)
        self._done: dict[GameAt, list[Weighed]] = {}
        """For each game that is being analysed: the evaluations made so far, that of the last position first."""
        self._lock = threading.Lock()

    def claim(self, tournament: str, games: Iterable[Game]) -> list[Game]:
        """Return those of the games that are to be analysed: nobody analyses them, and no analysis is stored.

        They are claimed until `weigh` or `give_up` has ended with them. Raise Refused if a game is still being played,
        or if it has no moves.
        """
        due = []
        for game in games:
            if game.result is None:
                raise Refused("analysis_of_running", round=game.round, board=game.board)
            if not game.plays:
                raise Refused("nothing_to_analyse", round=game.round, board=game.board)
            if analysis_in(self.instance, tournament, game) is None:
                due.append(game)
        with self._lock:
            due = [game for game in due if _place(tournament, game) not in self._done]
            self._done |= {_place(tournament, game): [] for game in due}
        return due

    def give_up(self, tournament: str, games: Iterable[Game]) -> None:
        """Let others claim the games."""
        with self._lock:
            for game in games:
                self._done.pop(_place(tournament, game), None)

    def of(self, tournament: str, game: Game) -> Analysis | None:
        """Return the stored analysis of *game*; None if there is none."""
        return analysis_in(self.instance, tournament, game)

    def progress(self, tournament: str, game: Game) -> tuple[int, int] | None:
        """Return how many positions of *game* are evaluated, and how many it has; None if it is not being analysed."""
        done = self._done.get(_place(tournament, game))
        return None if done is None else (len(done), game.ply + 1)

    def weigh(self, tournament: str, variant: Variant, games: Sequence[Game], who: ProgressRecipient) -> None:
        """Analyse claimed games and store the analyses. Tell *who* how many of their positions are evaluated.

        As many games are analysed at one time, in all, as there are search processes. Raise Refused if *who* does not
        want the rest any more. The analyses of games that were finished before stay.
        """
        lists = {game.board: self._done[_place(tournament, game)] for game in games}
        of = sum(game.ply + 1 for game in games)
        who.told(0, of)

        def one(game: Game) -> None:
            while not self._turns.acquire(timeout=LOOK_SECONDS):
                who.check()
            try:
                for _ in self._searches(variant, game, lists[game.board], who):
                    who.told(sum(map(len, lists.values())), of)
                keep(self.instance, _place(tournament, game), _analysis(game, lists[game.board]))
            except Refused:
                raise
            except Exception:  # a fault in one game must not stop the next
                log.exception("a game could not be weighed")
            finally:
                self._turns.release()
                self.give_up(tournament, (game,))

        try:
            with ThreadPoolExecutor(self.thinkers.count) as pool:
                for ended in [pool.submit(one, game) for game in games]:
                    ended.result()
        finally:
            self.give_up(tournament, games)

    def _searches(self, variant: Variant, game: Game, done: list[Weighed], who: ProgressRecipient) -> Iterator[None]:
        """Search the positions of a game one after the other, and yield after each search."""

        def unwanted() -> bool:
            try:
                who.check()
            except Refused:
                return True
            return False

        looks, found = backwards(game, variant, self.effort, done), None
        with suppress(StopIteration):
            while True:
                who.check()
                task, effort = looks.send(found)
                try:
                    found = self.thinkers.think(task, effort, unwanted).result()
                except (CancelledError, RuntimeError) as ended:
                    if self.thinkers.closed:
                        raise Refused("work_cancelled") from ended
                    raise
                yield


def _place(tournament: str, game: Game) -> GameAt:
    return tournament, game.round, game.board


def _analysis(game: Game, done: list[Weighed]) -> Analysis:
    return Analysis(tuple(play.move for play in game.plays), tuple(reversed(done)))


def weigh(instance: Path, tournament: str, variant: Variant, game: Game, effort: Effort = WHOLE_EFFORT) -> Analysis:
    """Analyse *game* in this thread, store the result and return it.

    The listener (`arbiter/progress.py`) is told how many positions are evaluated. Raise Refused if the game is still
    being played.
    """
    if game.result is None:
        raise Refused("analysis_of_running", round=game.round, board=game.board)
    done: list[Weighed] = []
    looks, found = backwards(game, variant, effort, done), None
    tables: dict[str, Sights] = {}
    with suppress(StopIteration):
        while True:
            task, each = looks.send(found)
            found = thought(task, each, tables=tables)
            tell(len(done), game.ply + 1)
    analysis = _analysis(game, done)
    keep(instance, _place(tournament, game), analysis)
    return analysis
