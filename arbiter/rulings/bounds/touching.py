"""The games and accounts that a request affects, found from the request's own fields, for the permission check."""

from __future__ import annotations

from functools import cache
from typing import Any

from arbiter.fields import Beside, slots
from arbiter.rulings.bounds.asker import Asker
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ToRead:
    """Read access that needs a *right*, as a value for the permission check.

    `boards`: the boards that are shown, None for all. `games`: the games on which the reader gains influence by
    reading.
    """

    right: str
    boards: tuple[int, ...] | None = ()
    games: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ToWrite:
    """A change outside the journals that needs a *right*, for example of an account, a card, a device or a setting.

    `boards`: the boards that the change affects, None for all. `games`: the games that it influences. `accounts`: the
    accounts that it changes, as they are before and after. `lets_in`: whether it creates a link or token by which its
    holder signs in as one of those accounts. `begun_by`: the official who has started what the change ends, such as a
    job; empty for a spectator, None for any other change.
    """

    right: str
    boards: tuple[int, ...] | None = None
    games: tuple[tuple[int, int], ...] = ()
    accounts: tuple[Asker, ...] = ()
    lets_in: bool = False
    begun_by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Touched:
    """The `boards`, `games` (round, board) and `accounts` that a request affects.

    `whole`: no board is known, so the request may affect all of them. `every`: the request is about all boards,
    although it could have named some.
    """

    boards: tuple[int, ...] = ()
    games: tuple[tuple[int, int], ...] = ()
    whole: bool = False
    every: bool = False
    accounts: tuple[Asker, ...] = ()


def touches(request: object, state: Tournament | None) -> Touched:
    """Return the boards, games and accounts that *request* affects.

    They are read from the fields that are declared to be about a game, a board or a player. A request that names no
    board affects all boards. A request with a method `at_stake` lists its games itself. Raise Refused if the request
    names a proposal or an appeal that does not exist.
    """
    if isinstance(request, ToRead | ToWrite):
        accounts = request.accounts if isinstance(request, ToWrite) else ()
        games, boards = request.games, request.boards
        named = boards or tuple(board for _, board in games)
        if isinstance(request, ToWrite) and boards and state is not None:
            games = (*games, *((game.round, game.board) for game in state.games() if unfinished(game, boards)))
        return Touched(boards=named, games=games, whole=boards is None and not games, accounts=accounts)
    if state is None:
        return Touched(whole=True)
    if hasattr(request, "at_stake"):
        return Touched(games=request.at_stake(state), whole=True)
    kind: Any = type(request)
    about = {name: getattr(request, attribute) for name, attribute in _about(kind)}
    for name, found in (("proposal", state.proposal), ("appeal", state.appeal)):
        if name in about:
            matter: Any = found(about[name])
            return _at((matter.round, matter.board))
    if about.get("board") is not None and about.get("round") is not None:
        return _at((about["round"], about["board"]))
    if about.get("boards") is not None:
        boards = tuple(sorted({*about["boards"], *(about.get("also") or ())}))
        games = tuple((about["round"], board) for board in boards) if "round" in about else _playing(state, boards)
        return Touched(boards=boards, games=games)
    if about.get("player") is not None:
        games = tuple((g.round, g.board) for g in state.games() if g.result is None and about["player"] in g.entries)
        return Touched(boards=tuple(board for _, board in games), games=games, whole=not games)
    return Touched(whole=True, every="boards" in about)


def unfinished(game: Game, boards: tuple[int, ...]) -> bool:
    """Return whether *game* is at one of these boards and has no result."""
    return game.result is None and game.board in boards


def _at(place: tuple[int, int]) -> Touched:
    return Touched(boards=(place[1],), games=(place,))


def _playing(state: Tournament | None, boards: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Return the unfinished games at these boards, in any round, as (round, board)."""
    if state is None or not boards:
        return ()
    return tuple((game.round, game.board) for game in state.games() if unfinished(game, boards))


@cache
def _about(kind: Any) -> tuple[tuple[str, str], ...]:
    """Return the fields of a request class that declare what they are about, each as (subject, attribute)."""
    declared = [(slot.said, slot.attribute) for slot in slots(kind)]
    return tuple((said.about, name) for said, name in declared if not isinstance(said, Beside) and said.about)
