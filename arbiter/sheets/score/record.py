"""A game as its score sheet has it: what stands in each cell, before anything is drawn."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from arbiter.clock.control import Control
from arbiter.sheets.given import Given
from arbiter.sheets.referee.incidents import Incident, incidents
from arbiter.sides import Side
from arbiter.tournament.game import Game
from arbiter.words import clock_text

BLOCK = 25
"""Moves in a block: the controls at 50 and 75 fall on the end of one."""
BLOCKS = 3
ON_A_PAGE = BLOCK * BLOCKS


@dataclass(frozen=True, slots=True)
class MoveCell:
    """A move of one side: what stands, what was struck before, the remarks about it, whether a draw was offered."""

    move: str = ""
    left: str = ""
    struck: tuple[str, ...] = ()
    remarks: tuple[int, ...] = ()
    offered: bool = False


@dataclass(frozen=True, slots=True)
class MoveTable:
    """The cells by move number and side, the remarks in order (number 1 is the first), and the last move number."""

    cells: dict[tuple[int, Side], MoveCell]
    remarks: tuple[Incident, ...]
    moves: int

    @property
    def pages(self) -> int:
        """How many pages of cells it takes; an empty one at least, to be filled with a pen."""
        return max(1, -(-self.moves // ON_A_PAGE))


def record(given: Given, game: Game) -> MoveTable:
    """What the score sheet of that game holds at this moment."""
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
    """The move number and the side of the ply that is the *ply*th, from 1."""
    first = game.start.turn
    return (ply + 1) // 2, first if ply % 2 else first.other


def _offered_at(game: Game, ply: int, side: Side) -> tuple[int, Side]:
    """An offer belongs to the move with which it is made: the side's last one, or the one that it is about to play."""
    made = place(game, max(1, ply))
    return made if made[1] is side else place(game, ply + 1)


def ends_period(control: Control, move: int) -> bool:
    """Whether the time control has a limit at that move."""
    return bool(control.periods) and control.period(move) > control.period(move - 1)
