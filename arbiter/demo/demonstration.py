"""A round robin of eight, in its third round when the doors open; when it is over another begins.

Moves of real games under 50/7200:25/3600, on a clock that runs thirty times as fast as the world's.

Four scenes are arranged (`scenes.py`): a draw by repetition is claimed, a capture is too short and has to be put right,
a ruling is appealed against, a flag falls. All but the capture wait for somebody of the office; where nobody comes, the
demonstration decides after some minutes. Everything goes through the desks like the moves of a hall; whoever takes a
tablet may play along, and is answered.
"""

from __future__ import annotations

import heapq
import json
import logging
import random
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
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

log = logging.getLogger(__name__)

SPEED = 30
BY = "demonstration"
COMMITTEE = ("Ineke Smit", "Wouter Bos")
"""Who decides the appeal on paper, if nobody else does."""
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
"""The round with the scenes, when the doors open. A later tournament begins with them."""
SLOW: Span = 265 * SECOND
"""What a move takes the player whose flag will fall: 23 of them leave some forty seconds of the world."""
QUICK: Span = 45 * SECOND
"""What a move takes where 121 of them are to be played when the doors open, and where much time has been lost."""
THOUGHT: Span = 110 * SECOND
"""What a move takes on average; fifty take less than two hours."""
BOARDS = len(PEOPLE) // 2
CLAIM_SCRIPT = (LIVE_ROUND - 1) * BOARDS + CLAIM_BOARD - 1
BEFORE_THE_PUBLIC = ((LIVE_ROUND, CLAIM_BOARD, CLAIM_HOLD), (LIVE_ROUND, SCENE_BOARD, SCENE_PLY))
"""Round, board and ply at which a game stands still until visitors come."""
BREAK: Span = 5 * MINUTE
"""From the last result of a round to the start of the next."""
PATIENCE: Span = 100 * MINUTE
"""How long a flag waits for somebody to sign it: three minutes of the world and more; then the demonstration does."""
PUT_RIGHT: Span = 24 * MINUTE
"""How long the player at the scene looks at what they owe: 48 seconds of the world."""
THINKS_IT_OVER: Span = 10 * MINUTE
"""From the ruling to the appeal: twenty seconds of the world."""
GROUNDS = "It was not my telephone that rang, but the hall's clock. My opponent heard it too."


class DemoClock(HallClock):
    """The hall's clock while the past is being made: it stands where it is put, until it is let go."""

    def __init__(self, start: Instant) -> None:
        super().__init__(SPEED, start)
        self._put: Instant | None = start

    def now(self) -> Instant:
        return super().now() if self._put is None else self._put

    def reach(self, instant: Instant) -> None:
        """Moves the clock on so that it says *instant* or later."""
        if self._put is None:
            super().reach(instant)
        else:
            self._put = max(self._put, instant)

    def put(self, at: Instant) -> None:
        """Moves the standing clock on to *at*."""
        self._put = at

    def let_go(self) -> None:
        """Lets the clock run on from where it stands."""
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
        """Makes the past, lets the clock go, and plays on from there."""
        self.make_past()
        if isinstance(self.clock, DemoClock):
            self.clock.let_go()
        self._thread.start()

    def make_past(self) -> None:
        """The tournament until the doors open: announced, entered, and played into its live round."""
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
        """Stops playing; the boards stay as they are."""
        self._ending.set()
        self._thread.join(timeout=5)

    def _play_past(self, round: int) -> None:
        """Plays a round in no time: to its end, or as far as the live round is when the doors open."""
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
        self.clock.put(at + (BREAK if round < LIVE_ROUND else 0))

    def _doors_open(self, round: int) -> bool:
        """The past ends where the slow player begins to think about the move that they will not make."""
        assert self.desk is not None
        return round == LIVE_ROUND and self.desk.state.game(round, FLAG_BOARD).ply >= FLAG_PLY

    def _at(self, game: Game, board: int, ply: int | None = None) -> bool:
        """Whether the game is the scene's at that board, after so many plies where they matter."""
        return (game.round, game.board) == (self.scene_round, board) and ply in (None, game.ply)

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
            when = due.setdefault(place, now + (PUT_RIGHT if game.owed else self._thought(game)))
            if now >= when:
                due.pop(place)
                self._act(game)

    def _decide_for_nobody(self, state: Tournament, now: Instant) -> bool:
        """Signs what has waited too long, and lets a ruling stand; whether there was such a thing."""
        proposal = next((p for p in state.waiting if now >= p.at + PATIENCE), None)
        if proposal is not None:
            self._submit(SignProposal(proposal=proposal.number, by=BY))
            return True
        waiting = (a for a in state.appeals if a.decided is None and a.panel is None)
        appeal = next((a for a in waiting if now >= a.at + PATIENCE), None)
        if appeal is not None:
            members = tuple(hand(self.desks.register.accounts, name) for name in COMMITTEE)
            self._submit(
                DecideAppeal(appeal=appeal.number, overturned=False, by="chief", reason="telephone", members=members)
            )
        return appeal is not None

    def _appeal(self, state: Tournament, now: Instant) -> bool:
        """When the player who will lose by their flag has begun to think: a ruling, and then the appeal against it.

        Whether anything of it was done.
        """
        if len(state.rounds) != self.scene_round or state.game(self.scene_round, FLAG_BOARD).ply < FLAG_PLY:
            return False
        game, round = state.game(self.scene_round, APPEAL_BOARD), self.scene_round
        if game.running:
            lost = Both(Outcome.LOST, Outcome.WON)
            self._submit(RuleResult(round=round, board=game.board, outcome=lost, by=BY, reason="telephone"))
            return True
        ruled = game.result is not None and game.result.because == "ruling" and now >= game.result.at + THINKS_IT_OVER
        if not ruled or any((a.round, a.board) == (round, game.board) for a in state.appeals):
            return False
        self._submit(
            FileAppeal(
                round=round, board=game.board, side=Side.WHITE, grounds=GROUNDS, asks="draw", by="tablet 3 white"
            )
        )
        return True

    def _next_round(self, due: dict[tuple[int, int], Instant], now: Instant) -> None:
        """Pairs and starts it after a break; after the last, another tournament begins."""
        assert self.desk is not None
        state = self.desk.state
        if now < due.setdefault((0, len(state.rounds)), now + BREAK):
            return
        due.clear()
        if len(state.rounds) >= rounds_planned(state):
            self._announce(f"Spring Open {self._held + 1} (demonstration)", 1)
        recorded = self.desk.submit(PairRound(by=BY))
        self._submit(StartRound(round=len(recorded.state.rounds), by=BY))

    def _sleeps(self, game: Game) -> bool:
        """The player whose flag is going to fall: they make no move until the arbiter has ruled."""
        return self._at(game, FLAG_BOARD, FLAG_PLY) and not game.notes

    def _act(self, game: Game) -> None:
        """The next move of the script; any legal move where somebody has played another game than the script's."""
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
        round = game.round - self.scene_round + LIVE_ROUND
        return self.scripts[((round - 1) * BOARDS + game.board - 1) % len(self.scripts)]

    def _thought(self, game: Game) -> Span:
        if self._at(game, FLAG_BOARD) and game.ply < FLAG_PLY:
            return SLOW if game.position.turn is Side.WHITE else 3 * SECOND
        quick = (self._at(game, CLAIM_BOARD) and game.ply < CLAIM_HOLD) or (
            self._at(game, SCENE_BOARD) and game.ply > SCENE_PLY
        )
        return int(self.chance.uniform(0.4, 1.6) * (QUICK if quick else THOUGHT))


def _repeated(scripts: Sequence[Script]) -> Script:
    """A real game, whose players then move to and fro."""
    return Script((*scripts[CLAIM_GAME].moves, *CLAIM_SHUFFLE), "1-1")


def _games() -> str:
    return (files("arbiter") / "demo" / "games.json").read_text(encoding="utf-8")
