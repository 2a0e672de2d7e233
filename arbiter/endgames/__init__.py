"""Endgame tables: for positions with few pieces on 8 x 8 squares, who wins and in how many plies.

The tables of a game are a file in the folder `made`. The command `make tables` makes them from the rules. Games whose
pieces move alike share a file.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from itertools import accumulate

from arbiter.endgames.making import EndgameTable, material_of, ordering
from arbiter.endgames.ordering import MaterialKey
from arbiter.rules.endings import OF_VARIANT, Counts, Ending, EndsAs, endings_of
from arbiter.rules.endings.draws import Tally
from arbiter.rules.endings.specials import OF_VARIANT as SPECIALS_OF
from arbiter.rules.endings.specials import OnTheBoard, won
from arbiter.rules.generator import Pieces
from arbiter.rules.moves import legal_moves, pieces
from arbiter.rules.notation import Move
from arbiter.rules.position import Position
from arbiter.rules.variants import VARIANTS
from arbiter.rules.variants.variant import Variant
from arbiter.sides import Side
from arbiter.values import dataclass

MADE = files("arbiter.endgames") / "made"
MOVEMENT = (
    *("board", "men_step", "men_take", "kings_step", "kings_take", "flying_kings", "men_take_kings", "crowning"),
    *("taken_stay", "may_turn_back", "may_stop", "precedence"),
)
"""The names of the fields of `Variant` that decide how pieces move and capture."""


@dataclass(frozen=True, slots=True)
class Exact:
    """The result of a position with best play of both sides. Draws by counts of moves are not considered.

    `winner` is None if the position is drawn.
    """

    winner: Side | None
    plies: int
    """The number of plies to the end; 0 if the position is drawn."""

    @property
    def moves(self) -> int:
        """The number of moves that the winner needs."""
        return (self.plies + 1) // 2


class Endgames:
    """The endgame tables of one game, read from the *content* of its file."""

    def __init__(self, variant: Variant, content: bytes) -> None:
        self.variant = variant
        head, _, packed = content.partition(b"\n")
        values = memoryview(zlib.decompress(packed))
        sizes = [(name, int(size)) for name, _, size in (one.partition("=") for one in head.decode().split())]
        ends = accumulate(size for _, size in sizes)
        self._values: dict[tuple[int, ...], memoryview] = {
            tuple(map(int, name)): values[end - size : end] for (name, size), end in zip(sizes, ends, strict=True)
        }

    def byte(self, side: int, standing: Pieces) -> int | None:
        """Return the byte of a position in its table (see `making`); None if no table has the position.

        *side* is 0 if White is to move, and 1 if Black is to move.
        """
        values = self._values.get(material := material_of(standing))
        if values is None:
            return None
        numbers = ordering(self.variant, material)
        return values[(numbers.number_turned if side else numbers.number)(standing)]

    def exact(self, position: Position) -> Exact | None:
        """Return the result of *position* with best play; None if no table has this position."""
        turn = position.turn
        byte = self.byte(0 if turn is Side.WHITE else 1, pieces(position, self.variant))
        if not byte:
            return None if byte is None else Exact(None, 0)
        return Exact(turn.other if byte & 1 else turn, byte - 1)

    def line(self, position: Position) -> Iterator[Move]:
        """Yield the best moves of both sides to the end: the winner wins soonest, and the loser holds out longest."""
        while (now := self.exact(position)) and now.plies:
            moves = legal_moves(position, self.variant)
            if won(OnTheBoard(position, position, bool(moves[0].taken)), self.variant):
                break
            after = [(self._after(position, move), move) for move in moves]
            ahead = [(one.plies, move) for one, move in after if one.winner is now.winner]
            best = min if now.winner is position.turn else max
            _, move = best(ahead, key=lambda one: one[0])
            yield move
            position = position.played(*move)

    def _after(self, position: Position, move: Move) -> Exact:
        """Return the result of the position after *move*. If the move takes the last piece, its side has won."""
        return self.exact(position.played(*move)) or Exact(position.turn, 0)


def allowed(tally: Tally) -> tuple[int, Ending] | None:
    """Return the fewest plies after which a count of moves draws the game, and the ending with this count.

    Return None if no such count runs.
    """
    turn = tally.recent[-1].turn
    found = []
    for count in tally.counts():
        row = count.row
        if row.counts is Counts.TIMES or count.began is None or row.outcome is not EndsAs.DRAW:
            continue
        if count.side is not None:
            plies = 2 * (row.limit - count.number) - (count.side is turn)
        else:
            plies = row.limit * (1 if row.counts is Counts.PLIES else 2) - len(count.plies)
        found.append((max(0, plies), row))
    return min(found, key=lambda one: one[0], default=None)


@cache
def endgames(variant: Variant) -> Endgames | None:
    """Return the tables of a game; None if it has no tables."""
    file = MADE / f"{model(variant).key}.bin"
    return Endgames(variant, file.read_bytes()) if file.is_file() else None


@cache
def model(variant: Variant) -> Variant:
    """Return the first game whose endgame tables are those of *variant*.

    In this game pieces move as in *variant*, and positions with few pieces end the game in the same way.
    """
    return next(row for row in VARIANTS.values() if row is variant or _facts(row) == _facts(variant))


def _facts(variant: Variant) -> tuple[object, ...]:
    ends = [row.material for row in endings_of(OF_VARIANT[variant.key]) if row.material and not row.limit]
    specials = [special.key for special in SPECIALS_OF.get(variant.key, ())]
    return (*(getattr(variant, name) for name in MOVEMENT), ends, specials)


def made_from(tables: Mapping[MaterialKey, EndgameTable]) -> bytes:
    """Return the content of the file for *tables*: their sizes as a line of text, then all bytes, compressed."""
    head = " ".join(f"{''.join(map(str, one))}={len(table.values)}" for one, table in tables.items())
    return head.encode() + b"\n" + zlib.compress(b"".join(bytes(table.values) for table in tables.values()), 9)
