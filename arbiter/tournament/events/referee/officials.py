"""Events of officials and of facts about entries: own games, sectors, computers, home players, second approval."""

from __future__ import annotations

from dataclasses import dataclass, replace

from arbiter.sides import Side
from arbiter.tournament.events.event import AtBoard, Event
from arbiter.tournament.officials import Official, identity
from arbiter.tournament.state import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficialNamed(Event):
    """The restrictions of an official: the entry as which they play (0: none), and their boards (none: all).

    `family` are the entries of their family.
    """

    official: str
    entry: int
    boards: tuple[int, ...]
    by: str
    family: tuple[int, ...] = ()

    def after(self, state: Tournament) -> Tournament:
        named = Official(name=self.official, entry=self.entry or None, boards=self.boards, family=self.family)
        others = (one for one in state.officials if identity(one.name) != identity(self.official))
        return replace(state, officials=(*others, named))


@dataclass(frozen=True, slots=True, kw_only=True)
class ComputerNamed(Event):
    """An entry was marked as a computer: it always wants irregular moves corrected and never offers a draw."""

    entry: int
    by: str

    def after(self, state: Tournament) -> Tournament:
        return replace(state, computers=state.computers | {self.entry})


@dataclass(frozen=True, slots=True, kw_only=True)
class HomeNamed(Event):
    """These entries play at home. An opponent from elsewhere is the visitor (001 Turns)."""

    entries: tuple[int, ...]
    by: str

    def after(self, state: Tournament) -> Tournament:
        return replace(state, home=frozenset(self.entries))


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondHandGiven(AtBoard):
    """An official acted in a game of their own or their family's, and somebody else approved it (L14).

    `second` is who approved: another official, the opponent's tablet, or a witness. `side` is the side of the tablet.
    """

    by: str
    second: str
    side: Side | None = None

    def after(self, state: Tournament) -> Tournament:
        game = self.game(state)
        return state.put(game.noted(replace(self.note(game, "second_hand"), first=self.second)))


EVENTS: tuple[type[Event], ...] = (OfficialNamed, ComputerNamed, HomeNamed, SecondHandGiven)
