"""An office with a tournament whose first round goes, for tests of the desk on real files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from arbiter.desk.desk import Desk
from arbiter.desk.desks import Desks
from arbiter.instants import HallClock
from arbiter.journal.journal import CannotWrite
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.entries import OpenTournament
from arbiter.rulings.referee.corrections import GivePenalty
from arbiter.rulings.rounds.pairing import PairRound, StartRound
from arbiter.sides import Side
from tests.hall import BY, office, person

OPEN = OpenTournament(name="Club open")


def opened(desks: Desks, *, players: int = 4, name: str = "Club open", **terms: Any) -> Desk:
    """A tournament at its real desk, its first round going."""
    desk = desks.open(OpenTournament(name=name, **terms))
    for number in range(1, players + 1):
        desk.enter(person(number), BY)
    desk.submit(PairRound(by=BY))
    desk.submit(StartRound(round=1, by=BY))
    return desk


def move(ply: int, text: str, board: int = 1) -> PlayMove:
    return PlayMove(round=1, board=board, ply=ply, move=text, by=BY)


@contextmanager
def in_office(instance: Path, clock: HallClock | None = None, *, max_pages: int | None = None) -> Iterator[Desks]:
    """The desks of that folder for as long as the block runs."""
    desks = office(instance, clock, max_pages=max_pages)
    try:
        yield desks
    finally:
        desks.close()


def fill(desk: Desk) -> CannotWrite:
    """Writes until the disk takes nothing more; what it said."""
    asked = GivePenalty(round=1, board=1, side=Side.WHITE, step="note", by=BY, reason="a long reason " * 70)
    while True:
        try:
            desk.submit(asked)
        except CannotWrite as full:
            return full
