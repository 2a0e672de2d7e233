"""The demonstration: a round robin of eight players that plays itself. It begins in the third round.

It replays real games with the time control 50/7200:25/3600, on a clock that runs thirty times as fast as real time.
Four scenes are arranged (`scenes.py`): a draw claimed by repetition, a capture that is too short and must be corrected,
an appeal against a ruling, and a flag that falls. All but the capture wait for an official. If no official decides, the
demonstration decides after some minutes. Moves are recorded in the same way as those from real boards. Visitors can
bind a tablet and play too; the demonstration answers their moves. When the tournament is over, another one begins.
"""

from __future__ import annotations

import heapq
import json
import logging
import random
import threading
import time
from collections.abc import Sequence
from importlib.resources import files

from arbiter.demo.guide import Guide
from arbiter.demo.scenes import (
    APPEAL_BOARD,
    CLAIM_BOARD,
    CLAIM_GAME,
    CLAIM_HOLD,
    CLAIM_PLY,
    CLAIM_SHUFFLE,
    FLAG_BOARD,
    FLAG_PLY,
    SCENE_BOARD,
    SCENE_MOVE,
    SCENE_PLY,
    proposals_at,
)
from arbiter.desk.desk import Desk
from arbiter.desk.desks import Desks
from arbiter.hall.witnesses import hand
from arbiter.instants import HallClock
from arbiter.journal.people import Person
from arbiter.pairing.table.points import Outcome
from arbiter.refused import Refused
from arbiter.rules.moves import moves_in_play
from arbiter.rules.notation import move_text
from arbiter.rulings.board.claims import AnswerDraw, ClaimDraw, OfferDraw, Resign
from arbiter.rulings.board.objections import CrownKing
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.entries import OpenTournament
from arbiter.rulings.referee.appeals import FileAppeal
from arbiter.rulings.referee.committee import DecideAppeal
from arbiter.rulings.referee.corrections import RuleResult
from arbiter.rulings.referee.proposals import SignProposal
from arbiter.rulings.request import Request
from arbiter.rulings.rounds.pairing import PairRound, StartRound, rounds_planned
from arbiter.sides import HOUR, MINUTE, SECOND, Both, Instant, Side, Span
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass

log = logging.getLogger(__name__)

SPEED = 30
BY = "demonstration"
COMMITTEE = ("Ineke Smit", "Wouter Bos")
"""The names of the people who decide the appeal on paper, if no official does."""
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
"""The number of the round with the scenes for visitors in the first tournament. In later tournaments it is round 1."""
SLOW_MS: Span = 265 * SECOND
"""The time for a move of the player whose flag will fall, in milliseconds.

Twenty-three such moves leave the player about forty seconds of real time.
"""
QUICK_MS: Span = 45 * SECOND
"""The time for a move in a game that must reach ply 121 early, or that has lost much time, in milliseconds."""
THOUGHT_MS: Span = 110 * SECOND
"""The average time for a move, in milliseconds. Fifty moves take less than two hours."""
BOARDS = len(PEOPLE) // 2
CLAIM_SCRIPT = (LIVE_ROUND - 1) * BOARDS + CLAIM_BOARD - 1
BEFORE_THE_PUBLIC = ((LIVE_ROUND, CLAIM_BOARD, CLAIM_HOLD), (LIVE_ROUND, SCENE_BOARD, SCENE_PLY))
"""The places (round, board, ply) at which a game waits until visitors can come."""
BREAK_MS: Span = 5 * MINUTE
"""The time from the last result of a round to the start of the next, in milliseconds."""
PATIENCE_MS: Span = 100 * MINUTE
"""The time for which a proposal or an appeal waits for an official, in milliseconds.

It is more than three minutes of real time. Then the demonstration decides.
"""
PUT_RIGHT_MS: Span = 24 * MINUTE
"""The time until the player corrects the irregular capture, in milliseconds. It is 48 seconds of real time."""
THINKS_IT_OVER_MS: Span = 10 * MINUTE
"""The time from the ruling to the appeal, in milliseconds. It is twenty seconds of real time."""
GROUNDS = "It was not my telephone that rang, but the hall's clock. My opponent heard it too."


class DemoClock(HallClock):
    """The demonstration's clock. While earlier rounds are made it stands still, first at *start*.

    `put` sets it to another instant, and `let_go` starts it.
    """

    def __init__(self, start: Instant) -> None:
        super().__init__(SPEED, start)
        self._put: Instant | None = start

    def now(self) -> Instant:
        return super().now() if self._put is None else self._put

    def reach(self, instant: Instant) -> None:
        """Move the clock forward to *instant*. If it is later already, leave it as it is."""
        if self._put is None:
            super().reach(instant)
        else:
            self._put = max(self._put, instant)

    def put(self, at: Instant) -> None:
        """Set the clock to *at*, at which it then stands still."""
        self._put = at

    def let_go(self) -> None:
        """Start the clock from the instant at which it stands. A clock that runs goes on."""
        if self._put is not None:
            self._start, self._since, self._put = self._put, time.monotonic_ns(), None


def clock() -> DemoClock:
    """Return a clock that stands at an instant so long ago that two and a half rounds can be played before now."""
    return DemoClock(time.time_ns() // 1_000_000 - 9 * HOUR - 15 * MINUTE)


@dataclass(frozen=True, slots=True)
class Script:
    """A real game to be replayed: its moves, and its result with White's points first, such as "2-0"."""

    moves: tuple[str, ...]
    result: str


class Demonstration:
    """Plays the part of the players and of the director: makes the moves, and pairs the rounds."""

    def __init__(self, desks: Desks, guide: Guide | None = None) -> None:
        self.desks = desks
        self.guide = guide or Guide()
        self.clock = desks.clock
        self.chance = random.Random(2_026)
        self.scripts = [Script(tuple(game["moves"].split()), game["result"]) for game in json.loads(_games())]
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._play_on, name="demonstration", daemon=True)
        self.scripts[CLAIM_GAME], self.scripts[CLAIM_SCRIPT] = self.scripts[CLAIM_SCRIPT], _repeated(self.scripts)
        self.desk: Desk | None = None
        self.scene_round = LIVE_ROUND
        self._held = 0

    def start(self) -> None:
        """Make the earlier rounds, start the clock, and go on playing in a thread."""
        self.make_past()
        if isinstance(self.clock, DemoClock):
            self.clock.let_go()
        self._thread.start()

    def make_past(self) -> None:
        """Create the tournament, enter its players, and play two rounds and the third round up to its scenes."""
        self._announce("Spring Open (demonstration)", LIVE_ROUND)
        for round in range(1, LIVE_ROUND + 1):
            self._submit(PairRound(by=BY))
            self._submit(StartRound(round=round, by=BY))
            self._play_past(round)

    def _announce(self, name: str, scene_round: int) -> None:
        self.desk = self.desks.open(OpenTournament(name=name, control="50/7200:25/3600", flags="propose", rounds=0))
        self.scene_round = scene_round
        self._held += 1
        for person in PEOPLE:
            self.desk.enter(person, BY)
        self.guide.leads(self.desk, scene_round)

    def stop(self) -> None:
        """Stop playing. The games stay as they are."""
        self._ending.set()
        self._thread.join(timeout=5)

    def _play_past(self, round: int) -> None:
        """Play a round without waiting: an earlier round to its end, the round with the scenes up to the scenes."""
        assert self.desk is not None
        assert isinstance(self.clock, DemoClock)
        began = self.clock.now()
        games = self.desk.state.round(round).games
        due = [(began + self._thought(game), game.board) for game in games]
        heapq.heapify(due)
        at = began
        while due and not self._doors_open(round):
            at, board = heapq.heappop(due)
            self.clock.put(at)
            game = self.desk.state.game(round, board)
            if (round, board, game.ply) in BEFORE_THE_PUBLIC:
                continue
            if game.ply < len(self._script(game).moves):
                self._act(game)
                heapq.heappush(due, (at + self._thought(self.desk.state.game(round, board)), board))
            else:
                self._finish(game)
        self.clock.put(at + (BREAK_MS if round < LIVE_ROUND else 0))

    def _doors_open(self, round: int) -> bool:
        """Return whether the round with the scenes has been played so far that visitors can come.

        That is so once it is the turn of the player who will lose on time.
        """
        assert self.desk is not None
        return round == LIVE_ROUND and self.desk.state.game(round, FLAG_BOARD).ply >= FLAG_PLY

    def _at(self, game: Game, board: int, ply: int | None = None) -> bool:
        """Return whether *game* is the one with the scene at *board*. If *ply* is given, it must be at that ply too."""
        return (game.round, game.board) == (self.scene_round, board) and ply in (None, game.ply)

    def _play_on(self) -> None:
        """Make the moves that are due, five times a second, until the demonstration is stopped."""
        due: dict[tuple[int, int], Instant] = {}
        while not self._ending.wait(0.2):
            try:
                self.turn(due)
            except Refused as no:
                log.debug("the demonstration was refused: %s", no)
            except Exception:  # a fault of the demonstration must not stop the service
                log.exception("the demonstration stumbled")

    def turn(self, due: dict[tuple[int, int], Instant]) -> None:
        """Do what is due now: make moves, decide for an absent official, or start the next round.

        *due*: the instant of the next move of each game, by board and number of moves. The method updates it.
        """
        assert self.desk is not None
        state, now = self.desk.state, self.clock.now()
        if self._decide_for_nobody(state, now) or self._appeal(state, now):
            return
        round = state.rounds[-1]
        if round.closed:
            self._next_round(due, now)
            return
        looked_at = {proposal.board for proposal in state.waiting if proposal.round == round.number}
        for game in round.games:
            place = (game.board, len(game.plays) + len(game.attempts))
            if not game.running or game.halted is not None or game.board in looked_at or self._sleeps(game):
                continue
            when = due.setdefault(place, now + (PUT_RIGHT_MS if game.owed else self._thought(game)))
            if now >= when:
                due.pop(place)
                self._act(game)

    def _decide_for_nobody(self, state: Tournament, now: Instant) -> bool:
        """Sign a proposal, or reject an appeal, that has waited too long for an official.

        Return whether one had waited too long.
        """
        proposal = next((p for p in state.waiting if now >= p.at + PATIENCE_MS), None)
        if proposal is not None:
            self._submit(SignProposal(proposal=proposal.number, by=BY))
            return True
        waiting = (a for a in state.appeals if a.decided is None and a.panel is None)
        appeal = next((a for a in waiting if now >= a.at + PATIENCE_MS), None)
        if appeal is not None:
            members = tuple(hand(self.desks.register.accounts, name) for name in COMMITTEE)
            self._submit(
                DecideAppeal(appeal=appeal.number, overturned=False, by="chief", reason="telephone", members=members)
            )
        return appeal is not None

    def _appeal(self, state: Tournament, now: Instant) -> bool:
        """Make the ruling of the appeal scene, or some time later the appeal against it. Return whether one was made.

        The scene begins when the player who will lose on time is thinking.
        """
        if len(state.rounds) != self.scene_round or state.game(self.scene_round, FLAG_BOARD).ply < FLAG_PLY:
            return False
        game, round = state.game(self.scene_round, APPEAL_BOARD), self.scene_round
        if game.running:
            lost = Both(Outcome.LOST, Outcome.WON)
            self._submit(RuleResult(round=round, board=game.board, outcome=lost, by=BY, reason="telephone"))
            return True
        ruled = (
            game.result is not None and game.result.because == "ruling" and now >= game.result.at + THINKS_IT_OVER_MS
        )
        if not ruled or any((a.round, a.board) == (round, game.board) for a in state.appeals):
            return False
        self._submit(
            FileAppeal(
                round=round, board=game.board, side=Side.WHITE, grounds=GROUNDS, asks="draw", by="tablet 3 white"
            )
        )
        return True

    def _next_round(self, due: dict[tuple[int, int], Instant], now: Instant) -> None:
        """Pair and start the next round after a break. After the last round, create another tournament first."""
        assert self.desk is not None
        state = self.desk.state
        if now < due.setdefault((0, len(state.rounds)), now + BREAK_MS):
            return
        due.clear()
        if len(state.rounds) >= rounds_planned(state):
            self._announce(f"Spring Open {self._held + 1} (demonstration)", 1)
        recorded = self.desk.submit(PairRound(by=BY))
        self._submit(StartRound(round=len(recorded.state.rounds), by=BY))

    def _sleeps(self, game: Game) -> bool:
        """Return whether the player to move waits until the flag has fallen and the arbiter has ruled on it."""
        return self._at(game, FLAG_BOARD, FLAG_PLY) and not game.notes

    def _act(self, game: Game) -> None:
        """Make the next move of the real game. If a visitor has played another move, make a random legal move."""
        assert self.desk is not None
        script, state = self._script(game), self.desk.state
        played = tuple(play.move for play in game.plays)
        if game.offer is not None and game.offer is not game.position.turn:
            self._submit(AnswerDraw(round=game.round, board=game.board, accept=False, by=BY))
        if game.uncrowned is not None:
            self._submit(CrownKing(round=game.round, board=game.board, by=BY))
        if played == script.moves[: game.ply]:
            if game.ply == len(script.moves):
                self._finish(game)
                return
            move = script.moves[game.ply]
            if self._at(game, CLAIM_BOARD, CLAIM_PLY) and not proposals_at(state, game.round, game.board, "claim"):
                self._submit(
                    ClaimDraw(round=game.round, board=game.board, ground="repetition", move=move, by="tablet 1")
                )
                return
            if self._at(game, SCENE_BOARD, SCENE_PLY) and not game.attempts:
                move = SCENE_MOVE
        else:
            legal = moves_in_play(game.position, state.variant)
            move = move_text(self.chance.choice(legal), legal, state.variant)
        if game.owed is not None and move not in game.owed.corrections:
            move = game.owed.corrections[0]
        self._submit(PlayMove(round=game.round, board=game.board, ply=game.ply, move=move, by=BY))

    def _finish(self, game: Game) -> None:
        """End the game as the real game ended: a draw is agreed, or the side that lost resigns."""
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
        round = game.round - self.scene_round + LIVE_ROUND
        return self.scripts[((round - 1) * BOARDS + game.board - 1) % len(self.scripts)]

    def _thought(self, game: Game) -> Span:
        if self._at(game, FLAG_BOARD) and game.ply < FLAG_PLY:
            return SLOW_MS if game.position.turn is Side.WHITE else 3 * SECOND
        quick = (self._at(game, CLAIM_BOARD) and game.ply < CLAIM_HOLD) or (
            self._at(game, SCENE_BOARD) and game.ply > SCENE_PLY
        )
        return int(self.chance.uniform(0.4, 1.6) * (QUICK_MS if quick else THOUGHT_MS))


def _repeated(scripts: Sequence[Script]) -> Script:
    """Return a game that begins like a real one, and in which both players then repeat moves until a draw."""
    return Script((*scripts[CLAIM_GAME].moves, *CLAIM_SHUFFLE), "1-1")


def _games() -> str:
    return (files("arbiter") / "demo" / "games.json").read_text(encoding="utf-8")
