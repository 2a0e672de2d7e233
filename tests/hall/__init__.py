"""A tournament hall in a test.

A desk with a clock that the test winds, games played in notation, and nothing mocked.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from arbiter.desk.desk import Desk
from arbiter.desk.desks import Desks
from arbiter.desk.recorded import Recorded
from arbiter.instants import HallClock
from arbiter.journal.journal import VersionConflict
from arbiter.journal.lines import Line, Unwritten, bare, chained
from arbiter.journal.people import Person
from arbiter.journal.sqlite.journal import SqliteJournal
from arbiter.journal.witness.witnessed import Witnessed
from arbiter.pairing.table.points import Outcome
from arbiter.refused import Refused
from arbiter.rulings.board.objections import CrownKing
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.entries import EnterPlayer, OpenTournament
from arbiter.rulings.referee.corrections import RuleResult
from arbiter.rulings.request import Request
from arbiter.rulings.rounds.pairing import PairRound, StartRound
from arbiter.sides import HOUR, MINUTE, SECOND, Both, Instant
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament

MORNING: Instant = 1_790_000_000_000
BY = "arbiter"
MARKS = b"the key with which tests mark snapshots"
ON_PAPER = ("witness 901901", "witness 902902")
"""Who decides an appeal on paper."""
DRAW = (Outcome.DRAWN, Outcome.DRAWN)


def on_disk(desk: Desk) -> SqliteJournal:
    """The journal of a desk over files."""
    journal = desk.journal
    assert isinstance(journal, Witnessed)
    assert isinstance(journal.engine, SqliteJournal)
    return journal.engine


class WoundClock(HallClock):
    """The hall's clock in a variable."""

    def __init__(self, at: Instant = MORNING) -> None:
        super().__init__()
        self.at = at

    def now(self) -> Instant:
        return self.at

    def reach(self, instant: Instant) -> None:
        self.at = max(self.at, instant)

    def wait(self, *, hours: int = 0, minutes: int = 0, seconds: int = 0, ms: int = 0) -> None:
        """Lets so much time pass."""
        self.at += hours * HOUR + minutes * MINUTE + seconds * SECOND + ms


class MemoryJournal:
    """A journal that is not on a disk; what it takes and refuses is the real one's."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.path = Path("memory")

    @property
    def version(self) -> int:
        return len(self.lines)

    def append(self, entries: Sequence[Unwritten], expected_version: int) -> tuple[Line, ...]:
        if expected_version != len(self.lines):
            raise VersionConflict(len(self.lines))
        before = self.lines[-1].hash if self.lines else "0" * 64
        added = chained(entries, len(self.lines), before)
        self.lines.extend(added)
        return added

    def read(self, after: int = 0, limit: int | None = None) -> list[Line]:
        return self.lines[after:] if limit is None else self.lines[after : after + limit]

    def by_keys(self, keys: Collection[str]) -> Mapping[str, Line]:
        return {bare(line.key): line for line in reversed(self.lines) if line.key and bare(line.key) in keys}


class Hall:
    """One tournament that is being played; round 1 is paired and started unless the test says otherwise."""

    def __init__(
        self, *, players: int = 4, started: bool = True, journal: MemoryJournal | None = None, **terms: object
    ) -> None:
        self.clock = WoundClock()
        self.journal = journal or MemoryJournal()
        self.desk = Desk("open", self.journal, None, self.clock.now, key=lambda: "00" * 32)  # type: ignore[arg-type]  # the stand-ins of this file
        if self.journal.lines:
            return
        self.submit(OpenTournament(name="Club open", **terms))  # type: ignore[arg-type]  # the test's own words
        for _ in range(players):
            self.submit(EnterPlayer(by=BY))
        if started:
            self.submit(PairRound(by=BY))
            self.submit(StartRound(round=1, by=BY))

    @property
    def state(self) -> Tournament:
        return self.desk.state

    def game(self, board: int = 1, round: int = 1) -> Game:
        return self.state.game(round, board)

    def wait(self, *, hours: int = 0, minutes: int = 0, seconds: int = 0, ms: int = 0) -> None:
        self.clock.wait(hours=hours, minutes=minutes, seconds=seconds, ms=ms)

    def submit(self, request: Request, *, key: str | None = None) -> Recorded:
        return self.desk.submit(request, key=key)

    def refused(self, request: Request, *, key: str | None = None) -> Refused:
        """The refusal that *request* comes to; the state is the very same after it."""
        before = self.state
        try:
            recorded = self.submit(request, key=key)
        except Refused as refused:
            assert self.state is before
            return refused
        raise AssertionError(f"{request} was not refused: {recorded.events}")

    def play(self, *moves: str, board: int = 1, round: int = 1, ply: int | None = None) -> Game:
        """Plays the moves one after the other, kings crowned before the reply; the game afterwards."""
        for move in moves:
            at = self.game(board, round).ply if ply is None else ply
            if self.game(board, round).uncrowned is not None:
                self.submit(CrownKing(round=round, board=board, by=BY))
            self.submit(PlayMove(round=round, board=board, ply=at, move=move, by=BY))
        return self.game(board, round)

    def draw_all(self) -> None:
        """Every game without a result is ruled a draw."""
        for game in self.state.games():
            if game.result is None:
                self.submit(
                    RuleResult(
                        round=game.round, board=game.board, outcome=Both(*DRAW), by=BY, reason="agreed at the board"
                    )
                )

    def put(self, fen: str, board: int = 1) -> None:
        """Sets a position up, as if the game had begun with it: a shortcut of tests, not a line of the journal."""
        from arbiter.rules.endings.draws import begin
        from arbiter.rules.position import parse_fen

        position = parse_fen(fen, self.state.variant)
        tally = begin(position, self.state.rows, self.state.variant.board)
        game = replace(self.game(board), position=position, start=position, tally=tally)
        clock = game.clock.start(position.turn, self.clock.at)
        self.desk.state = self.state.put(replace(game, clock=clock))

    def again(self) -> Hall:
        """The hall after a restart of the program: a new desk over the same journal."""
        hall = Hall(journal=self.journal)
        hall.clock = self.clock
        hall.desk.now = hall.desk.turns.now = self.clock.now
        return hall


def office(instance: Path, clock: HallClock | None = None, *, max_pages: int | None = None) -> Desks:
    """The desks over a real folder."""
    return Desks(instance, clock or WoundClock(), max_pages=max_pages, marks=lambda _: MARKS)


def person(number: int) -> Person:
    """One of the people whom tests enter."""
    return Person(f"Player {number}", 1_500 + number, "Club")
