"""The crosstable as it is shown: everybody against everybody, or round by round.

A table by opponents has a cell for each pair of entries, with all their games. A table by rounds has a cell for each
round, which names the opponent by place. In both the rows are in the order of the standings.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from arbiter.pairing.table.byes import ByeKind
from arbiter.pairing.table.crosstable import Crosstable, Meeting
from arbiter.pairing.table.points import PointScheme
from arbiter.sides import Side
from arbiter.values import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One game, or one round without a game, in a crosstable, for the entry of the row.

    `place` is the opponent's place in the order of the rows. `score` are the points of the row's entry, None while the
    game has no result. `boards` are the board points of a team match, the entry's own first. `bye` is the kind of bye
    if there was no opponent.
    """

    round: int
    opponent: int | None = None
    place: int | None = None
    colour: Side | None = None
    score: int | None = None
    played: bool = True
    boards: tuple[int, int] | None = None
    bye: ByeKind | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CrosstableRow:
    """One row of a crosstable. `cells` has a tuple of cells for each column.

    A column has several cells if the two players met more than once, or played several games in a round.
    """

    entry: int
    cells: tuple[tuple[Cell, ...], ...]


def by_opponents(table: Crosstable, order: Sequence[int]) -> tuple[CrosstableRow, ...]:
    """Return the crosstable with a column for each entry, in the order of the rows. The diagonal is empty."""
    place = {entry: at for at, entry in enumerate(order, start=1)}
    return tuple(
        CrosstableRow(
            entry=entry,
            cells=tuple(
                tuple(_met(table, met, entry, place) for met in _sorted(table.between(entry, other)))
                if other != entry
                else ()
                for other in order
            ),
        )
        for entry in order
    )


def by_rounds(table: Crosstable, order: Sequence[int], part: slice = slice(None)) -> tuple[CrosstableRow, ...]:
    """Return the crosstable with a column for each round that has been paired.

    *order* are the entries in the order of the standings. *part* selects rows of it.
    """
    place = {entry: at for at, entry in enumerate(order, start=1)}
    lines = []
    for entry in order[part]:
        cells: list[list[Cell]] = [[] for _ in range(table.last)]
        for met in _sorted(table.of(entry)):
            cells[met.round - 1].append(_met(table, met, entry, place))
        for bye in table.byes_of(entry):
            cells[bye.round - 1].append(Cell(round=bye.round, score=bye.points_of(table.points), bye=bye.kind))
        lines.append(CrosstableRow(entry=entry, cells=tuple(map(tuple, cells))))
    return tuple(lines)


def together(cells: Sequence[Cell]) -> Cell | None:
    """Join the cells of one round to one cell; None if there are no cells.

    Several games become one cell with the sum of the scores and the colour of the first game.
    """
    if len(cells) < 2:
        return cells[0] if cells else None
    over = all(cell.score is not None for cell in cells)
    score = sum(cell.score or 0 for cell in cells) if over else None
    return replace(cells[0], score=score, played=any(cell.played for cell in cells))


def cell_text(points: PointScheme, cell: Cell | None) -> str:
    """Return a cell of a table by rounds as text: the opponent's place, the own colour and score ("11w2").

    A bye is shown by its points in brackets ("(2)"). If *cell* is None, the text is "-". A plus at the end marks a game
    decided without play.
    """
    if cell is None:
        return "-"
    score = "" if cell.score is None else points.text(cell.score)
    if cell.bye is not None or cell.colour is None:
        return f"({score})"
    return f"{cell.place}{cell.colour.value[0]}{score}{'' if cell.played else '+'}"


def _met(table: Crosstable, met: Meeting, entry: int, place: dict[int, int]) -> Cell:
    own = met.side(entry)
    boards = (
        (sum(board[own] for board in met.boards), sum(board[own.other] for board in met.boards)) if met.boards else None
    )
    opponent = met.opponent(entry)
    return Cell(
        round=met.round,
        opponent=opponent,
        place=place.get(opponent),
        colour=own,
        score=None if met.outcome is None else met.points_of(entry, table.points),
        played=met.played,
        boards=boards,
    )


def _sorted(meetings: Iterable[Meeting]) -> list[Meeting]:
    return sorted(meetings, key=lambda met: (met.round, met.game))
