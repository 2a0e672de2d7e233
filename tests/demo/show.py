"""A demonstration whose clock the test winds. What went before is played once a run, and taken over by each."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arbiter.demo.demonstration import LIVE_ROUND, DemoClock, Demonstration
from arbiter.desk.desk import Desk
from arbiter.desk.desks import Desks
from arbiter.journal.lines import Unwritten
from arbiter.journal.people import Person
from arbiter.refused import Refused
from arbiter.rulings.time.flags import RingFlag
from arbiter.sides import SECOND, Instant
from arbiter.tournament.game import Game
from tests.hall import MORNING


class Show:
    """A demonstration whose clock the test winds."""

    def __init__(self, demonstration: Demonstration, clock: DemoClock) -> None:
        self.demonstration = demonstration
        self.clock = clock
        self.due: dict[tuple[int, int], Instant] = {}

    @property
    def desk(self) -> Desk:
        assert self.demonstration.desk is not None
        return self.demonstration.desk

    def game(self, board: int) -> Game:
        return self.desk.state.game(LIVE_ROUND, board)

    def go_on(self, minutes: int) -> None:
        """So much of the hall's time passes, ten seconds a turn; flags ring as the alarms would ring them."""
        for _ in range(minutes * 6):
            self.clock.put(self.clock.now() + 10 * SECOND)
            for game in self.desk.state.rounds[-1].games:
                if game.clock.fallen(self.clock.now()):
                    self.desk.submit(RingFlag(round=game.round, board=game.board))
            with suppress(Refused):
                self.demonstration.turn(self.due)


@dataclass(frozen=True)
class Past:
    """Everything that stands when the doors open: the journal, the people, the instant, and how chance goes on."""

    name: str
    lines: tuple[Unwritten, ...]
    people: dict[int, Person]
    at: Instant
    chance: Any


def make_past(folder: Path) -> None:
    """Plays the demonstration until the doors open, and keeps it in that folder."""
    clock = DemoClock(MORNING)
    desks = Desks(folder / "instance", clock)
    demonstration = Demonstration(desks)
    demonstration.make_past()
    desk = demonstration.desk
    assert desk is not None
    lines = tuple(Unwritten(line.at, line.kind, line.body, line.key) for line in desk.journal.read())
    people = dict(desks.register.people(desk.id))
    past = Past(desk.state.name, lines, people, clock.now(), demonstration.chance.getstate())
    desks.close()
    (folder / "past").write_bytes(pickle.dumps(past))


@contextmanager
def show(folder: Path, made: Path) -> Iterator[Show]:
    """The doors have just opened: the past that was *made* stands in that folder."""
    past: Past = pickle.loads((made / "past").read_bytes())
    clock = DemoClock(past.at)
    desks = Desks(folder, clock)
    demonstration = Demonstration(desks)
    demonstration.desk = desks.bring(past.name, past.lines, past.people)
    demonstration.guide.leads(demonstration.desk, LIVE_ROUND)
    demonstration.chance.setstate(past.chance)
    demonstration._held = 1
    try:
        yield Show(demonstration, clock)
    finally:
        desks.close()
