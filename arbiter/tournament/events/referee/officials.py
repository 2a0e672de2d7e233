"""Bounds of officials and facts of entries: who plays themselves, who has which boards, who is a computer or at home.

And the second hand under what an official did in a game of their own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from arbiter.sides import Side
from arbiter.tournament.events.event import AtBoard, Event
from arbiter.tournament.officials import Official, identity
from arbiter.tournament.state import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficialNamed(Event):
    """Bounds of an official: the entry that they play as (0: none), the boards of their sector (none: all).

    `family`: the entries of their family.
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
    """An entry is a computer: it always wants an irregular move put right, and never offers a draw."""

    entry: int
    by: str

    def after(self, state: Tournament) -> Tournament:
        return replace(state, computers=state.computers | {self.entry})


@dataclass(frozen=True, slots=True, kw_only=True)
class HomeNamed(Event):
    """These entries play at home; whoever meets one of them from elsewhere is the visitor (001 Turns)."""

    entries: tuple[int, ...]
    by: str

    def after(self, state: Tournament) -> Tournament:
        return replace(state, home=frozenset(self.entries))


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondHandGiven(AtBoard):
    """An official acted in a game of their own, or their family's, and somebody else put a hand to it (L14).

    `second`: another official, the opponent's tablet, or a witness, in the journal's words. `side`: of a tablet, whose
    consent it is.
    """

    by: str
    second: str
    side: Side | None = None

    def after(self, state: Tournament) -> Tournament:
        game = self.game(state)
        return state.put(game.noted(replace(self.note(game, "second_hand"), first=self.second)))


EVENTS: tuple[type[Event], ...] = (OfficialNamed, ComputerNamed, HomeNamed, SecondHandGiven)
