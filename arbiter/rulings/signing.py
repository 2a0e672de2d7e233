"""The limits of officials in one tournament: the games of their own and their family, and their assigned boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from arbiter.fields import MOST_BOARDS, Beside, Road, Sent
from arbiter.refused import Refused
from arbiter.rulings.request import BoardRequest, By, Request, plain_text
from arbiter.sides import Instant, Side
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.referee.officials import ComputerNamed, HomeNamed, OfficialNamed, SecondHandGiven
from arbiter.tournament.events.referee.proposals import RulingProposed
from arbiter.tournament.officials import same_hand
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling(BoardRequest):
    """A ruling that an official makes at a board. *request* is the ruling itself, of any kind."""

    request: Annotated[Request, Beside("what is ruled, by its kind")]

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        return self.request.rule(state, at)


@dataclass(frozen=True, slots=True, kw_only=True)
class NameOfficial:
    """Name the entry that an official plays as, the entries that are family, and the boards of their sector."""

    official: Annotated[str, Sent("the name of the account", "chief", longest=80)]
    by: By
    entry: Annotated[int | None, Sent("the entry as which the official plays")] = None
    boards: Annotated[tuple[int, ...], Sent("the sector of the official", (1, 2), least=1, most=MOST_BOARDS)] = ()
    family: Annotated[tuple[int, ...], Sent("the entries of the official's family", (3,))] = ()

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        for entry in (*self.family, *(() if self.entry is None else (self.entry,))):
            if entry not in state.entries:
                raise Refused("no_entry", entry=entry)
        name = plain_text(self.official, "official")
        bound = state.official(name)
        sector = bound.boards if bound is not None and same_hand(name, self.by) else ()
        if sector and not (self.boards and set(self.boards) <= set(sector)):  # officials cannot widen their own sector
            raise Refused("sector_only", board=0, boards=sector)
        boards, family = tuple(sorted(set(self.boards))), tuple(sorted(set(self.family)))
        named = OfficialNamed(at=at, official=name, entry=self.entry or 0, boards=boards, by=self.by, family=family)
        return [named, *self._earlier(state, name, at)]

    def _earlier(self, state: Tournament, name: str, at: Instant) -> Iterator[Event]:
        """Yield a proposal to confirm each game in which the official ruled before this interest became known."""
        fresh = {*self.family, *(() if self.entry is None else (self.entry,))} - state.stakes(name)
        for game in state.games():
            own = [side for side in Side if game.entries[side] in fresh]
            hands = [note.by for note in game.notes] + ([game.result.by] if game.result else [])
            if own and any(same_hand(by, name) for by in hands if by):
                yield RulingProposed(
                    at=at,
                    round=game.round,
                    board=game.board,
                    kind="witnessed",
                    side=own[0].other,
                    white=None,
                    black=None,
                    because="earlier",
                    signed_by=name,
                )

    def at_stake(self, state: Tournament) -> tuple[tuple[int, int], ...]:
        """Return, as (round, board), the games in which the official would no longer have a conflict of interest.

        If somebody else makes the request, the games in which the official would have a new conflict are returned too.
        """
        name = plain_text(self.official, "official")
        before, after = state.stakes(name), {*self.family, *(() if self.entry is None else (self.entry,))}
        moved = before - after if same_hand(name, self.by) else before ^ after
        return tuple((game.round, game.board) for game in state.games() if moved & set(game.entries))


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteSecondHand(BoardRequest):
    """Record the second signature under an act that is in no journal but affects a game of the official's own."""

    second: Annotated[str, Road("whose hand came second")]

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        state.game(self.round, self.board)
        return [SecondHandGiven(**self.at_board(at), second=self.second)]


@dataclass(frozen=True, slots=True, kw_only=True)
class NameComputer:
    """Mark an entry as a computer player."""

    entry: Annotated[int, Road("the entry", about="player")]
    by: By

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        if self.entry not in state.entries:
            raise Refused("no_entry", entry=self.entry)
        if self.entry in state.computers:
            raise Refused("nothing_changed")
        return [ComputerNamed(at=at, entry=self.entry, by=self.by)]


@dataclass(frozen=True, slots=True, kw_only=True)
class NameHome:
    """Name the players of the home club. An opponent who is not named counts as the visitor."""

    entries: Annotated[tuple[int, ...], Sent("who plays at home", (1, 2))]
    by: By

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        for entry in self.entries:
            if entry not in state.entries:
                raise Refused("no_entry", entry=entry)
        return [HomeNamed(at=at, entries=tuple(sorted(set(self.entries))), by=self.by)]
