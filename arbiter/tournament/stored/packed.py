"""The plays and the clocks of a finished game, packed into bytes until somebody looks at them.

A game that is over is looked at seldom, and a long tournament has thousands. As values a move takes more than a
kilobyte with its clock, packed an eighth of that. A packed sequence equals the tuple that it was made from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from functools import lru_cache
from operator import attrgetter
from typing import Any, TypeAlias, overload

import msgspec

from arbiter.clock.clock import Clock, LastMove
from arbiter.clock.control import Control
from arbiter.sides import BLACK, WHITE, Both, Side
from arbiter.tournament.game import Game, Play
from arbiter.values import replace

LOOKED_AT = 64
"""The number of packed sequences that are cached in unpacked form. They are the ones used last."""

SquareRow: TypeAlias = tuple[int, ...]
PlayRow: TypeAlias = tuple[int, bool, str, SquareRow, SquareRow, bool, int, int, int, int, int, int, str, str, str, str]
"""The fields of a `Play` in their order. Instead of its side there is a bool: whether the side is White."""
MoveRow: TypeAlias = tuple[int, int, int | None] | None
ClockTimes: TypeAlias = tuple[int, int, int, int, int, int, int, int, int, int | None, int | None]
ClockRow: TypeAlias = tuple[bool | None, MoveRow, MoveRow, ClockTimes]
"""The fields of a `Clock` in their order, without its time control.

Instead of the running side there is a bool: whether the side is White.
"""


class Packed(Sequence[Any]):
    """The plays of a game or, with *control*, its clocks, stored as bytes.

    The play or clock that was asked for last is also stored unpacked.
    """

    __slots__ = ("_last", "_length", "control", "data")

    def __init__(self, data: bytes, length: int, control: Both[Control] | None, last: Any = None) -> None:
        self.data = data
        self.control = control
        self._length = length
        self._last = last

    @property
    def items(self) -> tuple[Any, ...]:
        """All plays or clocks, unpacked. The sequences used last stay unpacked."""
        return _plays(self.data) if self.control is None else _clocks(self.data, self.control)

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, at: int) -> Any: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Any, ...]: ...
    def __getitem__(self, at: int | slice) -> Any:
        if at in (-1, self._length - 1):
            if self._last is None:
                self._last = self.items[-1]
            return self._last
        return self.items[at]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.items)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Packed) and self.data == other.data and self.control == other.control:
            return True
        return isinstance(other, tuple | Packed) and self.items == tuple(other)

    def __hash__(self) -> int:
        return hash(self.items)

    def __repr__(self) -> str:
        return repr(self.items)


def packed(game: Game) -> Game:
    """Return the game with its plays and clocks packed, as far as they can be."""
    return replace(game, plays=packed_plays(game.plays), shown=packed_clocks(game.shown))


def moves_of(game: Game) -> list[str]:
    """Return the moves of the game in notation. If its plays are packed, they are not unpacked for this."""
    plays: Sequence[Play] = game.plays
    return [row[2] for row in _read_plays(plays.data)] if isinstance(plays, Packed) else [play.move for play in plays]


def unpacked(game: Game) -> int:
    """Return the number of plays of the game if they are not packed, otherwise 0."""
    plays: Sequence[Play] = game.plays
    return 0 if isinstance(plays, Packed) else len(plays)


def packed_plays(plays: Sequence[Play]) -> Any:
    """Return the plays of a game packed into bytes; unchanged if there are none.

    They stay unchanged too if one of them contains an opened finding (whether the move was irregular).
    """
    if isinstance(plays, Packed) or not plays or any(play.sealed is not None for play in plays):
        return plays
    rows = [(p.ply, p.side is WHITE, *_rest(p)) for p in plays]
    return Packed(_bytes(rows), len(plays), None, plays[-1])


def packed_clocks(clocks: Sequence[Clock]) -> Any:
    """Return the clocks of a game packed; unchanged if there are none, or if their time controls differ."""
    if isinstance(clocks, Packed) or not clocks:
        return clocks
    control = clocks[0].control
    if any(clock.control is not control and clock.control != control for clock in clocks):
        return clocks
    rows = [
        (None if c.running is None else c.running is WHITE, _made(c.made.white), _made(c.made.black), _times(c))
        for c in clocks
    ]
    return Packed(_bytes(rows), len(clocks), control, clocks[-1])


_FIELDS = tuple(field.name for field in fields(Play))[:-1]
"""The fields of a play that are packed: all except `sealed`."""
_rest = attrgetter(*_FIELDS[2:])
_TWICE = ("had", "moves", "skew", "thought", "overtime")
_times = attrgetter("since", *(f"{name}.{side}" for name in _TWICE for side in ("white", "black")))
_bytes = msgspec.msgpack.Encoder().encode


def _made(move: LastMove | None) -> MoveRow:
    return None if move is None else (move.brought, move.thought, move.overtime)


_read_plays: Callable[[bytes], list[PlayRow]] = msgspec.msgpack.Decoder(list[PlayRow]).decode
_read_clocks: Callable[[bytes], list[ClockRow]] = msgspec.msgpack.Decoder(list[ClockRow]).decode


@lru_cache(LOOKED_AT)
def _plays(data: bytes) -> tuple[Play, ...]:
    return tuple(map(_play, _read_plays(data)))


def _play(row: PlayRow) -> Play:
    told: dict[str, Any] = dict(zip(_FIELDS, row, strict=True))
    return Play(**{**told, "side": WHITE if row[1] else BLACK})


@lru_cache(LOOKED_AT)
def _clocks(data: bytes, control: Both[Control]) -> tuple[Clock, ...]:
    return tuple(
        Clock(
            control=control,
            running=_side(running),
            since=times[0],
            made=Both(white and LastMove(*white), black and LastMove(*black)),
            had=Both(times[1], times[2]),
            moves=Both(times[3], times[4]),
            skew=Both(times[5], times[6]),
            thought=Both(times[7], times[8]),
            overtime=Both(times[9], times[10]),
        )
        for running, white, black, times in _read_clocks(data)
    )


def _side(white: bool | None) -> Side | None:
    return None if white is None else WHITE if white else BLACK
