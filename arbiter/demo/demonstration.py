"""A round robin of eight, in its third round when the doors open.

Moves of real games under 50/7200:25/3600, on a clock that runs thirty times as fast as the world's.

Two scenes are arranged. At board 2 a player makes a capture that is too short and has to put it right; at board 4 a
flag falls and waits for the arbiter's signature. Everything goes through the desks like the moves of a hall; whoever
takes a tablet may play along, and is answered.
"""

from __future__ import annotations

import heapq
import json
import logging
import random
import threading
import time
from dataclasses import dataclass
from importlib.resources import files

from arbiter.desk import Desk, Desks
from arbiter.instants import HallClock
from arbiter.journal.people import Person
from arbiter.refused import Refused
from arbiter.rules.moves import legal_moves
from arbiter.rules.notation import move_text
from arbiter.rulings.claims import AnswerDraw, OfferDraw, Resign
from arbiter.rulings.entries import OpenTournament
from arbiter.rulings.objections import CrownKing
from arbiter.rulings.play import PlayMove
from arbiter.rulings.proposals import SignProposal
from arbiter.rulings.request import Request
from arbiter.rulings.rounds import PairRound, StartRound, rounds_planned
from arbiter.sides import HOUR, MINUTE, SECOND, Instant, Side, Span
from arbiter.tournament.game import Game

log = logging.getLogger(__name__)

SPEED = 30
BY = "demonstration"
PEOPLE = (
    Person("Anna de Boer", 1893, "Damclub Het Oosten", "NED"),
    Person("Piotr Śliwiński", 2011, "Warcaby Gdynia", "POL"),
    Person("Fatou Diallo", 2104, "Dakar Dames", "SEN"),
    Person("Mark Jansen", 1755, "Damclub Het Oosten", "NED"),
    Person("Ольга Петрова", 2068, "Клуб «Ход»", "UKR"),
    Person("Ibrahim Koné", 1987, "Abidjan 64", "CIV"),
    Person("Liesbeth Vermeer", 1812, "Schijvenclub Zuid", "NED"),
    Person("Tomas Kairys", 1946, "Vilnius Šaškės", "LTU"),
)
LIVE_ROUND = 3
SCENE_BOARD, SCENE_PLY, SCENE_MOVE = 2, 46, "39-30"
"""White's too short capture: two pieces are due, with 40x18."""
FLAG_BOARD, FLAG_PLY = 4, 46
SLOW: Span = 265 * SECOND
"""What a move takes the player whose flag will fall: 23 of them leave some forty seconds of the world."""
THOUGHT: Span = 110 * SECOND
"""What a move takes on average; fifty take less than two hours."""
BREAK: Span = 5 * MINUTE
"""From the last result of a round to the start of the next."""
PATIENCE: Span = 100 * MINUTE
"""How long a flag waits for somebody to sign it: three minutes of the world and more; then the demonstration does."""
PUT_RIGHT: Span = 6 * MINUTE
"""How long the player at the scene looks at what he owes: twelve seconds of the world."""


class DemoClock(HallClock):
    """The hall's clock while the past is being made: it stands where it is put, until it is let go."""

    def __init__(self, start: Instant) -> None:
        super().__init__(SPEED, start)
        self._put: Instant | None = start

    def now(self) -> Instant:
        """The instant in the hall."""
        return super().now() if self._put is None else self._put

    def reach(self, instant: Instant) -> None:
        """From here on it says *instant* or later."""
        if self._put is None:
            super().reach(instant)
        else:
            self._put = max(self._put, instant)

    def put(self, at: Instant) -> None:
        """Moves the standing clock on to *at*."""
        self._put = at

    def let_go(self) -> None:
        """From here on it runs."""
        if self._put is not None:
            self._start, self._since, self._put = self._put, time.monotonic_ns(), None


def clock() -> DemoClock:
    """A clock that stands far enough back for two rounds and a half."""
    return DemoClock(time.time_ns() // 1_000_000 - 9 * HOUR - 15 * MINUTE)


@dataclass(frozen=True, slots=True)
class Script:
    """A real game: its moves and its result, White's points first."""

    moves: tuple[str, ...]
    result: str


class Demonstration:
    """The players of the demonstration, and the director who pairs the next round when all have a result."""

    def __init__(self, desks: Desks) -> None:
        self.desks = desks
        self.clock = desks.clock
        self.chance = random.Random(2_026)
        self.scripts = [Script(tuple(game["moves"].split()), game["result"]) for game in json.loads(_games())]
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._play_on, name="demonstration", daemon=True)
        self.desk: Desk | None = None

    def start(self) -> None:
        """Makes the past, lets the clock go, and plays on from there."""
        self.make_past()
        if isinstance(self.clock, DemoClock):
            self.clock.let_go()
        self._thread.start()

    def make_past(self) -> None:
        """The tournament until the doors open: announced, entered, and played into its live round."""
        self.desk = self.desks.open(
            OpenTournament(name="Spring Open (demonstration)", control="50/7200:25/3600", flags="propose", rounds=0)
        )
        for person in PEOPLE:
            self.desk.enter(person, BY)
        for round in range(1, LIVE_ROUND + 1):
            self._submit(PairRound(by=BY))
            self._submit(StartRound(round=round, by=BY))
            self._play_past(round)

    def stop(self) -> None:
        """Leaves the boards as they are."""
        self._ending.set()
        self._thread.join(timeout=5)

    def _play_past(self, round: int) -> None:
        """Plays a round in no time: to its end, or as far as the live round is when the doors open."""
        assert self.desk is not None
        assert isinstance(self.clock, DemoClock)
        began = self.clock.now()
        games = self.desk.state.round(round).games
        due = [(began + self._thought_in_past(game), game.board) for game in games]
        heapq.heapify(due)
        at = began
        while due and not self._doors_open(round):
            at, board = heapq.heappop(due)
            self.clock.put(at)
            game = self.desk.state.game(round, board)
            if (round, board, game.ply) == (LIVE_ROUND, SCENE_BOARD, SCENE_PLY):
                continue  # the scene is played before the public
            if game.ply < len(self._script(game).moves):
                self._act(game)
                heapq.heappush(due, (at + self._thought_in_past(self.desk.state.game(round, board)), board))
            else:
                self._finish(game)
        self.clock.put(at + (BREAK if round < LIVE_ROUND else 0))

    def _doors_open(self, round: int) -> bool:
        """The past ends where the slow player begins to think about the move that he will not make."""
        assert self.desk is not None
        return round == LIVE_ROUND and self.desk.state.game(round, FLAG_BOARD).ply >= FLAG_PLY

    def _thought_in_past(self, game: Game) -> Span:
        if (game.round, game.board) != (LIVE_ROUND, FLAG_BOARD):
            return self._thought()
        return SLOW if game.position.turn is Side.WHITE else 3 * SECOND

    def _play_on(self) -> None:
        """The boards in order of what is due next; once a second whatever has changed meanwhile is seen."""
        due: dict[tuple[int, int], Instant] = {}
        while not self._ending.wait(0.2):
            try:
                self.turn(due)
            except Refused as no:
                log.debug("the demonstration was refused: %s", no)
            except Exception:  # the show must not stop the service
                log.exception("the demonstration stumbled")

    def turn(self, due: dict[tuple[int, int], Instant]) -> None:
        """Whatever is due now: a move, a signature that nobody gave, the next round. *due* remembers when each is."""
        assert self.desk is not None
        state, now = self.desk.state, self.clock.now()
        round = state.rounds[-1]
        if round.closed:
            self._next_round(due, now)
            return
        for proposal in state.waiting:
            if now >= proposal.at + PATIENCE:
                self._submit(SignProposal(proposal=proposal.number, by=BY))
                return
        for game in round.games:
            place = (game.board, len(game.plays) + len(game.attempts))
            if not game.running or game.halted is not None or self._sleeps(game):
                continue
            when = due.setdefault(place, now + (PUT_RIGHT if game.owed else self._thought()))
            if now >= when:
                due.pop(place)
                self._act(game)

    def _next_round(self, due: dict[tuple[int, int], Instant], now: Instant) -> None:
        assert self.desk is not None
        state = self.desk.state
        due_start = due.setdefault((0, len(state.rounds)), now + BREAK)
        if now < due_start or len(state.rounds) >= rounds_planned(state):
            return
        due.clear()
        recorded = self.desk.submit(PairRound(by=BY))
        self._submit(StartRound(round=len(recorded.state.rounds), by=BY))

    def _sleeps(self, game: Game) -> bool:
        """The player whose flag is going to fall: he makes no move until the arbiter has ruled."""
        return (game.round, game.board, game.ply) == (LIVE_ROUND, FLAG_BOARD, FLAG_PLY) and not game.notes

    def _act(self, game: Game) -> None:
        """The next move of the script; any legal move where somebody has played another game than the script's."""
        script = self._script(game)
        played = tuple(play.move for play in game.plays)
        if game.offer is not None and game.offer is not game.position.turn:
            self._submit(AnswerDraw(round=game.round, board=game.board, accept=False, by=BY))
        if game.uncrowned is not None:
            self._submit(CrownKing(round=game.round, board=game.board, by=BY))
        scene = (game.round, game.board, game.ply) == (LIVE_ROUND, SCENE_BOARD, SCENE_PLY)
        if played == script.moves[: game.ply]:
            if game.ply == len(script.moves):
                self._finish(game)
                return
            move = SCENE_MOVE if scene and not game.attempts else script.moves[game.ply]
        else:
            assert self.desk is not None
            variant = self.desk.state.variant
            legal = legal_moves(game.position, variant)
            move = move_text(self.chance.choice(legal), legal, variant)
        if game.owed is not None and move not in game.owed.corrections:
            move = game.owed.corrections[0]
        self._submit(PlayMove(round=game.round, board=game.board, ply=game.ply, move=move, by=BY))

    def _finish(self, game: Game) -> None:
        """The end that the real game had: agreed, or resigned by the side that lost it."""
        if game.result is not None:
            return
        result = self._script(game).result
        if result == "1-1":
            self._submit(OfferDraw(round=game.round, board=game.board, by=BY))
            self._submit(AnswerDraw(round=game.round, board=game.board, by=BY, accept=True))
        else:
            loser = Side.BLACK if result == "2-0" else Side.WHITE
            self._submit(Resign(round=game.round, board=game.board, by=BY, side=loser))

    def _submit(self, request: Request) -> None:
        assert self.desk is not None
        self.desk.submit(request)

    def _script(self, game: Game) -> Script:
        return self.scripts[((game.round - 1) * 4 + game.board - 1) % len(self.scripts)]

    def _thought(self) -> Span:
        return int(self.chance.uniform(0.4, 1.6) * THOUGHT)


def _games() -> str:
    return (files("arbiter") / "demo" / "games.json").read_text(encoding="utf-8")
