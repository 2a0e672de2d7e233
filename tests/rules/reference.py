"""A slow generator for comparison: a dictionary of places, no tables, the games told anew from their texts.

It shares nothing with the one under test but the numbers of the squares. It finds every sequence of jumps first and
asks afterwards which of them the rules of the game allow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from arbiter.rules.position import Position, Rank
from arbiter.rules.variants import Variant
from arbiter.sides import Side

Place: TypeAlias = tuple[int, int]
Result: TypeAlias = tuple[int, int, frozenset[int]]
"""Origin, destination, and the squares of the pieces taken."""
Weight: TypeAlias = Callable[["Booty"], tuple[int, ...]]


class Booty(NamedTuple):
    """What a capture brings, as a rule of precedence looks at it."""

    with_king: bool
    kings: list[bool]
    """In the order of capture: a king, or not."""


class Game(NamedTuple):
    """What tells the games apart, said again from their rulebooks."""

    size: int = 8
    squares: str = "left"
    """Played on the colour of the near left corner, of the near right one, or on all."""
    lines: str = "diagonal"
    men_take_backwards: bool = True
    takes_straight: bool = False
    """Captures also along rows and columns, over squares of the colour that is played on."""
    men_take_kings: bool = True
    flying_kings: bool = True
    crowned_in_passing: str = "no"
    """A man that jumps to the last row: "no" goes on as a man, "ends" goes no further, "goes on" goes on as a king."""
    removed: str = "after"
    turns_back: bool = True
    may_stop: bool = False
    weight: Weight = lambda _: ()


class Route(NamedTuple):
    """Jumps one after the other, each stop named."""

    path: tuple[Place, ...]
    taken: tuple[Place, ...]
    rank: Rank
    """What the piece is by then."""


def most(booty: Booty) -> tuple[int, ...]:
    return (len(booty.kings),)


def frisian_value(booty: Booty) -> tuple[int, ...]:
    """As many kings are worth a little less than twice as many men."""
    kings = sum(booty.kings)
    return (len(booty.kings) + kings, -kings, booty.with_king)


def italian(booty: Booty) -> tuple[int, ...]:
    return (len(booty.kings), booty.with_king, sum(booty.kings), *booty.kings)


BRAZILIAN = Game(weight=most)
POOL = Game()
ENGLISH = Game(men_take_backwards=False, flying_kings=False, crowned_in_passing="ends")
SPANISH = Game(
    squares="right", men_take_backwards=False, weight=lambda booty: (len(booty.kings), booty.kings.count(True))
)
TURKISH = Game(
    squares="all", lines="straight", crowned_in_passing="goes on", removed="at once", turns_back=False, weight=most
)
GAMES = {
    "international": BRAZILIAN._replace(size=10),
    "frisian": Game(size=10, takes_straight=True, weight=frisian_value),
    "canadian": BRAZILIAN._replace(size=12),
    "german": BRAZILIAN,
    "brazilian": BRAZILIAN,
    "russian": Game(crowned_in_passing="goes on"),
    "pool": POOL,
    "american": ENGLISH,
    "general": ENGLISH._replace(may_stop=True),
    "italian": ENGLISH._replace(squares="right", men_take_kings=False, weight=italian),
    "spanish": SPANISH,
    "portuguese": SPANISH,
    "czech": Game(men_take_backwards=False, weight=lambda booty: (booty.with_king,)),
    "turkish": TURKISH,
    "turkish-federation": TURKISH._replace(crowned_in_passing="no"),
    "good-for-nothings": POOL,
    "good-for-nothings-10": POOL._replace(size=10),
}


class Reference:
    """The mover's possibilities in one position."""

    def __init__(self, position: Position, variant: Variant) -> None:
        self.game = game = GAMES[variant.key]
        wanted = {"left": (1,), "right": (0,), "all": (0, 1)}[game.squares]
        self.places = [
            (row, column) for row in range(game.size) for column in range(game.size) if (row + column) % 2 in wanted
        ]
        self.ahead = -1 if position.turn is Side.WHITE else 1
        self.last_row = 0 if self.ahead < 0 else game.size - 1
        self.own = {self.place(square): rank for square, rank in position.pieces(position.turn).items()}
        self.theirs = {self.place(square): rank for square, rank in position.pieces(position.turn.other).items()}

    def place(self, square: int) -> Place:
        """Row and column of a square."""
        return self.places[square - 1]

    def number(self, place: Place) -> int:
        """The number of a square."""
        return self.places.index(place) + 1

    def free(self, place: Place, origin: Place, gone: tuple[Place, ...] = ()) -> bool:
        """Nobody stands there, the moving piece and those that have gone aside."""
        return place in self.places and (
            place in (origin, *gone) or (place not in self.own and place not in self.theirs)
        )

    def ways(self, rank: Rank, *, taking: bool) -> list[Place]:
        """In which directions a piece goes or takes, from one square in play to the next."""
        king = rank is Rank.KING
        if self.game.lines == "straight":
            return [(self.ahead, 0), (0, -1), (0, 1), *([(-self.ahead, 0)] if king else [])]
        found = [(self.ahead, -1), (self.ahead, 1)]
        if king or (taking and self.game.men_take_backwards):
            found += [(-self.ahead, -1), (-self.ahead, 1)]
        return [*found, (2, 0), (-2, 0), (0, 2), (0, -2)] if taking and self.game.takes_straight else found

    def reach(self, rank: Rank) -> int:
        """How far a piece sees along a line."""
        return self.game.size if rank is Rank.KING and self.game.flying_kings else 1

    def jumps(self, route: Route) -> Iterator[Route]:
        """That route and one jump more."""
        origin, (row, column) = route.path[0], route.path[-1]
        gone = route.taken if self.game.removed == "at once" else ()
        crowned = self.own[origin] is Rank.MAN and any(stop[0] == self.last_row for stop in route.path[1:])
        if crowned and self.game.crowned_in_passing == "ends":
            return
        rank = Rank.KING if crowned and self.game.crowned_in_passing == "goes on" else self.own[origin]
        for down, right in self.ways(rank, taking=True):
            if route.taken and not self.game.turns_back and self.came_from(route) == (down, right):
                continue
            for distance in range(1, self.reach(rank) + 1):
                prey = (row + distance * down, column + distance * right)
                if self.free(prey, origin, gone):
                    continue
                if self.may_take(prey, rank) and prey not in route.taken:
                    for beyond in range(1, self.reach(rank) + 1):
                        landing = (prey[0] + beyond * down, prey[1] + beyond * right)
                        if not self.free(landing, origin, gone):
                            break
                        yield Route((*route.path, landing), (*route.taken, prey), rank)
                break

    def may_take(self, prey: Place, rank: Rank) -> bool:
        """An opponent's piece, and one that this piece may take."""
        of = self.theirs.get(prey)
        return of is not None and (self.game.men_take_kings or rank is Rank.KING or of is not Rank.KING)

    def came_from(self, route: Route) -> Place:
        """The direction that leads back over the piece taken last."""
        (row, column), (prey_row, prey_column) = route.path[-1], route.taken[-1]
        return ((prey_row > row) - (prey_row < row), (prey_column > column) - (prey_column < column))

    def routes(self) -> Iterator[tuple[Route, bool]]:
        """Every sequence of jumps, finished or not, and whether it may end there."""
        for origin, rank in self.own.items():
            waiting = list(self.jumps(Route((origin,), (), rank)))
            while waiting:
                route = waiting.pop()
                onward = list(self.jumps(route))
                waiting.extend(onward)
                beside = [
                    other
                    for other in self.jumps(Route(route.path[:-1], route.taken[:-1], rank))
                    if other.taken == route.taken
                ]
                better = any(any(True for _ in self.jumps(other)) for other in beside)
                yield route, self.game.may_stop or not better

    def captures(self) -> list[Route]:
        """The routes that may be played to their end."""
        whole = [route for route, may_end in self.routes() if may_end]
        heaviest = max((self.weight(route) for route in whole), default=())
        return [route for route in whole if self.weight(route) == heaviest]

    def weight(self, route: Route) -> tuple[int, ...]:
        """How high the capture ranks in this game."""
        kings = [self.theirs[prey] is Rank.KING for prey in route.taken]
        return self.game.weight(Booty(self.own[route.path[0]] is Rank.KING, kings))

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
            for down, right in self.ways(rank, taking=False):
                for distance in range(1, self.reach(rank) + 1):
                    to = (row + distance * down, column + distance * right)
                    if not self.free(to, (row, column)):
                        break
                    yield self.number((row, column)), self.number(to), frozenset()
