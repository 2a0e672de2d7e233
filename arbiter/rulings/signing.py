"""Who may sign what: nobody alone for their own board (L14), and an arbiter of a sector for its boards only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from arbiter.fields import MOST_BOARDS, Beside, Sent
from arbiter.refused import Refused
from arbiter.rulings.request import By, OfBoard, OfEntry, OfRound, Request, plain_text
from arbiter.sides import Instant
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.referee.officials import ComputerNamed, HomeNamed, OfficialNamed
from arbiter.tournament.officials import Official, identity, same_hand
from arbiter.tournament.state import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """A ruling at a board, by an official who may make it there."""

    round: OfRound
    board: OfBoard
    by: By
    request: Annotated[Request, Beside("what is ruled, by its kind")]

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        in_sector(state, self.by, self.board)
        request: Any = self.request
        if own_board(state, self.by, self.round, self.board):
            if not hasattr(request, "second"):
                raise Refused("own_board", board=self.board)
            request = replace(request, second=True)  # a game of their own takes another's name as well
        events: Sequence[Event] = request.rule(state, at)
        return events


@dataclass(frozen=True, slots=True, kw_only=True)
class NameOfficial:
    """The director says which entry an official plays as, and which boards are their sector."""

    official: Annotated[str, Sent("the name of the account", "chief", longest=80)]
    by: By
    entry: Annotated[int | None, Sent("the entry as which the official plays")] = None
    boards: Annotated[tuple[int, ...], Sent("the sector of the official", (1, 2), least=1, most=MOST_BOARDS)] = ()

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        if self.entry is not None and self.entry not in state.entries:
            raise Refused("no_entry", entry=self.entry)
        name = plain_text(self.official, "official")
        boards = tuple(sorted(set(self.boards)))
        return [OfficialNamed(at=at, official=name, entry=self.entry or 0, boards=boards, by=self.by)]


@dataclass(frozen=True, slots=True, kw_only=True)
class NameComputer:
    """The director says that an entry is a computer."""

    entry: OfEntry
    by: By

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        if self.entry not in state.entries:
            raise Refused("no_entry", entry=self.entry)
        if self.entry in state.computers:
            raise Refused("nothing_changed")
        return [ComputerNamed(at=at, entry=self.entry, by=self.by)]


@dataclass(frozen=True, slots=True, kw_only=True)
class NameHome:
    """The director says who plays at home; against one of them somebody from elsewhere is the visitor."""

    entries: Annotated[tuple[int, ...], Sent("who plays at home", (1, 2))]
    by: By

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        for entry in self.entries:
            if entry not in state.entries:
                raise Refused("no_entry", entry=entry)
        return [HomeNamed(at=at, entries=tuple(sorted(set(self.entries))), by=self.by)]


def official(state: Tournament, name: str) -> Official | None:
    """What binds that official, if anything does: what was said of them, or else of their office."""
    same = [one for one in state.officials if same_hand(one.name, name)]
    return next((one for one in same if identity(one.name) == identity(name)), next(iter(same), None))


def own_board(state: Tournament, by: str, round: int, board: int) -> bool:
    """Whether the official is one of the players at that board."""
    bound = official(state, by)
    return bound is not None and bound.entry in tuple(state.game(round, board).entries)


def in_sector(state: Tournament, by: str, board: int) -> None:
    """Refused where the board is of another arbiter's sector."""
    bound = official(state, by)
    if bound is not None and bound.boards and board not in bound.boards:
        raise Refused("another_sector", board=board, boards=bound.boards)
