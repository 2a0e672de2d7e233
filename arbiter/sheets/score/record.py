"""The contents of a score sheet cell by cell, computed before anything is drawn."""

from __future__ import annotations

from collections import defaultdict

from arbiter.clock.control import Control
from arbiter.incidents import incidents
from arbiter.incidents.incident import Incident
from arbiter.sheets.given import Given
from arbiter.sides import Side
from arbiter.tournament.game import Game
from arbiter.values import dataclass
from arbiter.words import clock_text

BLOCK = 25
"""Moves in a block, so that the controls at moves 50 and 75 are at the end of one."""
BLOCKS = 3
ON_A_PAGE = BLOCK * BLOCKS


@dataclass(frozen=True, slots=True)
class MoveCell:
    """A cell of the score sheet: a move, the moves struck before it, remark numbers, whether a draw was offered."""

    move: str = ""
    left: str = ""
    struck: tuple[str, ...] = ()
    remarks: tuple[int, ...] = ()
    offered: bool = False


@dataclass(frozen=True, slots=True)
class MoveTable:
    """The cells by move number and side, the remarks in order (the first has number 1), and the last move number."""

    cells: dict[tuple[int, Side], MoveCell]
    remarks: tuple[Incident, ...]
    moves: int

    @property
    def pages(self) -> int:
        """Return the number of pages for the cells: at least one, which can be filled in with a pen."""
        return max(1, -(-self.moves // ON_A_PAGE))


def record(given: Given, game: Game) -> MoveTable:
    """Return the contents of the score sheet of a game as played so far."""
    struck: dict[tuple[int, Side], list[str]] = defaultdict(list)
    marks: dict[tuple[int, Side], list[int]] = defaultdict(list)
    for play in game.struck:
        struck[place(game, play.ply)].append(play.move)
    remarks = incidents(given, game)
    for number, remark in enumerate(remarks, start=1):
        if remark.ply is not None:
            marks[place(game, remark.ply + 1)].append(number)
    played = {place(game, play.ply): play for play in game.plays}
    offered = {_offered_at(game, note.ply, note.side) for note in game.notes if note.what == "offer" and note.side}
    cells = {
        at: MoveCell(
            played[at].move if at in played else "",
            clock_text(played[at].left) if at in played and game.clock.control[at[1]].periods else "",
            tuple(struck.get(at, ())),
            tuple(marks.get(at, ())),
            at in offered,
        )
        for at in {*played, *struck, *marks, *offered}
    }
    return MoveTable(cells, remarks, max((number for number, _ in cells), default=0))


def place(game: Game, ply: int) -> tuple[int, Side]:
    """Return the move number and the side of the ply number *ply*, counted from 1."""
    first = game.start.turn
    return (ply + 1) // 2, first if ply % 2 else first.other


def _offered_at(game: Game, ply: int, side: Side) -> tuple[int, Side]:
    """Return the cell that shows a draw offer: that of the side's last move, or of its next one if it is to move."""
    made = place(game, max(1, ply))
    return made if made[1] is side else place(game, ply + 1)


def ends_period(control: Control, move: int) -> bool:
    """Return whether the time control has a limit at that move."""
    return bool(control.periods) and control.period(move) > control.period(move - 1)
