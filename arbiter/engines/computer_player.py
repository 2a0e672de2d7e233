"""The computer player at its boards: it moves when it is its turn, answers draw offers and claims draws that are due.

It follows the journals and knows only what a player knows. Like every player, it sends its moves to the desk. Each move
names the ply for which it was found, so that a move that comes too late is refused as stale. The computer's flag falls
like that of every player.
"""

from __future__ import annotations

import logging
import threading
from concurrent.futures import Future
from dataclasses import field

from arbiter.desk.desk import Desk
from arbiter.desk.desks import Desks
from arbiter.desk.recorded import Recorded
from arbiter.engines.engines import Engines
from arbiter.engines.search_processes import Effort, Thinker, Thinkers
from arbiter.engines.search_request import Advice, task_of
from arbiter.journal.journal import CannotWrite
from arbiter.refused import Refused
from arbiter.rules.endings import Counts, EndsAs, Mode
from arbiter.rulings.board.claims import AnswerDraw, ClaimDraw, too_early
from arbiter.rulings.board.objections import CrownKing
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.computer import ReportEngine
from arbiter.rulings.request import Request
from arbiter.sides import SECOND, Side
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass

log = logging.getLogger(__name__)

LONGEST_SECONDS = 5.0
"""The longest time for a move, in seconds. If the clock leaves less time, the computer takes less."""
SHORTEST_SECONDS = 0.05
MOVES_LEFT = 30
"""The number of moves that the computer expects to make in the time left, if the period sets no number."""
MOST_FAULTS = 2
"""After this many faults in a game, an engine is not asked again in the same game.

An engine that never answers would otherwise use up the computer's time at every move.
"""
WORSE, PLAYED = 20, 40
"""The conditions under which the computer accepts a draw offer.

It accepts if its position is worse by at least `WORSE` hundredths of a man. After `PLAYED` plies it also accepts in an
equal position.
"""
BY = "house player"


@dataclass(frozen=True, slots=True)
class Duty:
    """A task for the computer at one board after `ply` plies: to answer a draw offer, to move, or to crown a king.

    `what` is "answer", "move" or "crown".
    """

    tournament: str
    round: int
    board: int
    side: Side
    what: str
    ply: int


@dataclass(slots=True)
class Thought:
    """The computer's work on one task at a board. Setting `dropped` cancels the work."""

    duty: Duty
    dropped: threading.Event = field(default_factory=threading.Event)
    future: Future[None] | None = None


class Computer:
    """The computer player of all tournaments. It plays for every entry that stands for the computer."""

    def __init__(self, desks: Desks, thinkers: Thinkers, engines: Engines) -> None:
        self.desks = desks
        self.thinkers = thinkers
        self.engines = engines
        self._thoughts: dict[tuple[str, int, int], Thought] = {}
        self._lock = threading.Lock()
        self._going = False

    def start(self) -> None:
        """Start to play at all boards where the computer has a task. From now on follow all tournaments."""
        self._going = True
        self.desks.follow(self._heard)
        self.desks.welcome(self._sit_down)
        for desk in self.desks:
            self._sit_down(desk)

    def _sit_down(self, desk: Desk) -> None:
        if desk.state.house and self.desks.acts(desk):
            for game in desk.state.games():
                self._look(desk.id, desk.state, game)

    def stop(self) -> None:
        """Stop playing, and cancel all moves that are being computed."""
        self._going = False
        with self._lock:
            for thought in self._thoughts.values():
                thought.dropped.set()

    def _heard(self, id: str, recorded: Recorded) -> None:
        state = recorded.state
        if state.house and self.desks.acts(self.desks.desk(id)):
            for round, board in {place for event in recorded.events for place in event.about(state)}:
                self._look(id, state, state.game(round, board))

    def _look(self, id: str, state: Tournament, game: Game) -> None:
        """Start the task that the computer has in *game* now, and cancel its earlier task at the same board."""
        duty, place = duty_at(id, state, game), (id, game.round, game.board)
        with self._lock:
            before = self._thoughts.get(place)
            if before is not None and before.duty == duty:
                return
            if before is not None:
                before.dropped.set()
                del self._thoughts[place]
            if game.result is not None:
                self.engines.leave(place)
            if duty is None or not self._going:
                return
            thought = self._thoughts[place] = Thought(duty)
            if engine_asked(state, game, duty):
                thought.future = self.engines.waiting.submit(self._act, thought, None)
            else:
                self._think(thought)

    def _think(self, thought: Thought) -> None:
        """Let a search process do the task of *thought* as soon as one is free."""
        thought.future = self.thinkers.take(lambda thinker: self._act(thought, thinker))

    def _act(self, thought: Thought, thinker: Thinker | None) -> None:
        """Do the task: find the answer or the move, and submit it. A request for a board that has changed is refused.

        *thinker* is the search process to use. If it is None, the engine chosen for the player is asked. If the engine
        fails, a search process does the task.
        """
        duty = thought.duty
        try:
            if not thought.dropped.is_set():
                desk = self.desks.desk(duty.tournament)
                if self._do(desk, thought, thinker):
                    return
        except (Refused, CannotWrite) as no:
            log.info("the computer could not %s at %s %d: %s", duty.what, duty.tournament, duty.board, no)
        except Exception:  # a fault at one board must not keep the computer from the others
            log.exception("the computer failed at a board")
        with self._lock:
            place = (duty.tournament, duty.round, duty.board)
            if self._thoughts.get(place) is thought:
                del self._thoughts[place]

    def _do(self, desk: Desk, thought: Thought, thinker: Thinker | None) -> bool:
        """Do the task if it is still due. Return whether the engine failed and a search process got the task."""
        duty, state = thought.duty, desk.state
        game = state.game(duty.round, duty.board)
        if duty_at(desk.id, state, game) != duty:
            return False
        if duty.what == "crown":
            desk.submit(CrownKing(round=duty.round, board=duty.board, by=BY, side=duty.side))
            return False
        player, task = state.house[game.entries[duty.side]], task_of(game, state.variant)
        seconds, dropped = self._seconds(desk, game, duty.side), thought.dropped.is_set
        try:
            if thinker is None:
                place = (duty.tournament, duty.round, duty.board)
                advice: Advice | None = self.engines.advise(player.engine, place, task, seconds, dropped)
            else:
                effort = Effort(level=player.level, chance=player.chance + game.ply, seconds=seconds)
                advice = thinker.think(task, effort, dropped)
        except Refused as fault:
            if thinker is not None or dropped():
                raise
            desk.submit(
                ReportEngine(
                    round=duty.round,
                    board=duty.board,
                    side=duty.side,
                    engine=player.engine,
                    code=fault.code,
                    facts=tuple(fault.facts.items()),
                    by=BY,
                )
            )
            self._think(thought)
            return True
        for request in said(state, game, duty, advice) if advice is not None and not dropped() else ():
            desk.submit(request)
        return False

    def _seconds(self, desk: Desk, game: Game, side: Side) -> float:
        """Return the seconds for thinking at the board of *game*: fewer if other boards wait for the computer."""
        waiting = -(-len(self._thoughts) // self.thinkers.count)
        return max(SHORTEST_SECONDS, seconds_for(game, side, desk.now()) / self.desks.clock.speed / max(1, waiting))


def duty_at(id: str, state: Tournament, game: Game) -> Duty | None:
    """Return the task that the computer has at the board of *game* in *state*; None if it has no task."""
    if not game.running or game.flag is not None or game.owed is not None:
        return None
    if game.halted is not None and not (state.practice and game.halted == "outage"):
        return None

    def due(side: Side, what: str) -> Duty | None:
        if game.entries[side] not in state.house:
            return None
        return Duty(id, game.round, game.board, side, what, game.ply)

    if game.offer is not None and (answer := due(game.offer.other, "answer")):
        return answer
    return due(game.position.turn, "move" if game.uncrowned is None else "crown")


def engine_asked(state: Tournament, game: Game, duty: Duty) -> bool:
    """Return whether an engine does the task *duty*. Otherwise the computer's own search does it.

    An engine is asked if one was chosen for the player. It is not asked for answers to draw offers, and not asked again
    after `MOST_FAULTS` faults in the game.
    """
    faults = sum(note.what == "engine" and note.side is duty.side for note in game.notes)
    chosen = state.house[game.entries[duty.side]].engine
    return bool(chosen) and duty.what == "move" and game.position.turn is duty.side and faults < MOST_FAULTS


def said(state: Tournament, game: Game, duty: Duty, advice: Advice) -> list[Request]:
    """Return the requests for the task *duty* that follow from the evaluation *advice*.

    They answer a draw offer, or make a move. If the computer can claim a draw and is not ahead, the claim comes first.
    """
    score = advice.score if game.position.turn is duty.side else -advice.score
    if duty.what == "answer":
        even = 0 if duty.ply >= PLAYED else -WORSE
        accept = score <= even and too_early(state, game) is None
        return [AnswerDraw(round=duty.round, board=duty.board, accept=accept, by=BY, side=duty.side)]
    move = PlayMove(round=duty.round, board=duty.board, ply=duty.ply, move=advice.move, by=BY, side=duty.side)
    ground = claimable(state, game) if score <= 0 else None
    if ground is None:
        return [move]
    return [ClaimDraw(round=duty.round, board=duty.board, ground=ground, by=BY, side=duty.side), move]


def claimable(state: Tournament, game: Game) -> str | None:
    """Return the ground on which a draw can be claimed now, "repetition" or "no_progress".

    Return None if there is no ground, or if a claim already waits for its ruling.
    """
    if any((p.round, p.board, p.kind) == (game.round, game.board, "claim") for p in state.waiting):
        return None
    for count in game.tally.counts():
        by_players = count.row.mode is Mode.CLAIM or (
            count.row.mode is Mode.FACT and state.regulations.draw_found == "claim"
        )
        if count.reached and by_players and count.row.outcome is EndsAs.DRAW:
            return "repetition" if count.row.counts is Counts.TIMES else "no_progress"
    return None


def seconds_for(game: Game, side: Side, at: int) -> float:
    """Return the seconds for the computer's next move: an equal share of the time on its clock at the instant *at*.

    They are seconds of the service's clock, which runs faster than real time in the demonstration.
    """
    if not game.clock.control[side].periods:
        return LONGEST_SECONDS
    left = game.clock.lasts(side, at) / SECOND
    return max(SHORTEST_SECONDS, min(LONGEST_SECONDS, left / ((game.clock.moves_to_go(side) or MOVES_LEFT) + 1)))
