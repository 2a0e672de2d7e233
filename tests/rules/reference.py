"""A slow generator for comparison: a dictionary of places, no tables.

It shares nothing with the one under test but the numbers of the squares.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from arbiter.rules.position import Position, Rank
from arbiter.rules.variants import Variant
from arbiter.sides import Side

Place: TypeAlias = tuple[int, int]
Result: TypeAlias = tuple[int, int, frozenset[int]]
"""Origin, destination, and the squares of the pieces taken."""


class Game(NamedTuple):
    """What tells the two games apart, said again from their rulebooks."""

    size: int
    men_take_backwards: bool
    flying_kings: bool
    most_pieces: bool
    crowning_ends_the_move: bool


class Route(NamedTuple):
    """Jumps one after the other, each stop named."""

    path: tuple[Place, ...]
    taken: tuple[Place, ...]


GAMES = {"international": Game(10, True, True, True, False), "american": Game(8, False, False, False, True)}


class Reference:
    """The mover's possibilities in one position."""

    def __init__(self, position: Position, variant: Variant) -> None:
        self.game = GAMES[variant.key]
        self.places = [
            (row, column) for row in range(self.game.size) for column in range(self.game.size) if (row + column) % 2
        ]
        self.ahead = -1 if position.turn is Side.WHITE else 1
        self.own = {self.place(square): rank for square, rank in position.pieces(position.turn).items()}
        self.theirs = {self.place(square): rank for square, rank in position.pieces(position.turn.other).items()}

    def place(self, square: int) -> Place:
        """Row and column of a square."""
        return self.places[square - 1]

    def number(self, place: Place) -> int:
        """The number of a square."""
        return self.places.index(place) + 1

    def free(self, place: Place, origin: Place) -> bool:
        """Nobody stands there, the moving piece aside."""
        return place in self.places and (place == origin or (place not in self.own and place not in self.theirs))

    def jumps(self, route: Route, rank: Rank) -> Iterator[Route]:
        """That route and one jump more."""
        origin, (row, column) = route.path[0], route.path[-1]
        last_row = 0 if self.ahead < 0 else self.game.size - 1
        if rank is Rank.MAN and self.game.crowning_ends_the_move and route.taken and row == last_row:
            return
        for down in (-1, 1):
            if rank is Rank.MAN and down != self.ahead and not self.game.men_take_backwards:
                continue
            for right in (-1, 1):
                far = self.game.size if rank is Rank.KING and self.game.flying_kings else 1
                for distance in range(1, far + 1):
                    prey = (row + distance * down, column + distance * right)
                    if self.free(prey, origin):
                        continue
                    if prey in self.theirs and prey not in route.taken:
                        for beyond in range(1, far + 1):
                            landing = (prey[0] + beyond * down, prey[1] + beyond * right)
                            if not self.free(landing, origin):
                                break
                            yield Route((*route.path, landing), (*route.taken, prey))
                    break

    def routes(self) -> Iterator[tuple[Route, bool]]:
        """Every sequence of jumps, finished or not, and whether it is finished."""
        for origin, rank in self.own.items():
            waiting = [Route((origin,), ())]
            while waiting:
                route = waiting.pop()
                onward = list(self.jumps(route, rank))
                waiting.extend(onward)
                if route.taken:
                    yield route, not onward

    def captures(self) -> list[Route]:
        """The routes that may be played to their end."""
        whole = [route for route, finished in self.routes() if finished]
        most = max((len(route.taken) for route in whole), default=0)
        return [route for route in whole if len(route.taken) == most or not self.game.most_pieces]

    def result(self, route: Route) -> Result:
        """What the route comes to."""
        return (
            self.number(route.path[0]),
            self.number(route.path[-1]),
            frozenset(self.number(prey) for prey in route.taken),
        )

    def stops(self, route: Route) -> tuple[int, ...]:
        """The route in numbers."""
        return tuple(self.number(place) for place in route.path)

    def legal(self) -> set[Result]:
        """Every legal move by its result."""
        return {self.result(route) for route in self.captures()} or set(self.steps())

    def steps(self) -> Iterator[Result]:
        """Every move that takes nothing, capture due or not."""
        for (row, column), rank in self.own.items():
            for down in (-1, 1) if rank is Rank.KING else (self.ahead,):
                for right in (-1, 1):
                    far = self.game.size if rank is Rank.KING and self.game.flying_kings else 1
                    for distance in range(1, far + 1):
                        to = (row + distance * down, column + distance * right)
                        if not self.free(to, (row, column)) or to == (row, column):
                            break
                        yield self.number((row, column)), self.number(to), frozenset()
