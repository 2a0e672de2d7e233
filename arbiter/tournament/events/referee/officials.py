"""Events of officials and of facts about entries.

These events record which entry an official plays as and which boards are assigned to them, which entries are computers,
who plays at home, and which acts a second person approved.
"""

from __future__ import annotations

from arbiter.sides import Side
from arbiter.tournament.events.event import BoardAct, Event, TournamentAct
from arbiter.tournament.officials import Official, identity
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficialNamed(TournamentAct):
    """The restrictions of an official in this tournament: the entry as which they play, and their assigned boards.

    Entry 0 means that they do not play. No boards means that they may act at every board. `family` are the entries of
    relatives. In games of relatives the official needs a second approval.
    """

    official: str
    entry: int
    boards: tuple[int, ...]
    family: tuple[int, ...] = ()

    def after(self, state: Tournament) -> Tournament:
        named = Official(name=self.official, entry=self.entry or None, boards=self.boards, family=self.family)
        others = (one for one in state.officials if identity(one.name) != identity(self.official))
        return replace(state, officials=(*others, named))


@dataclass(frozen=True, slots=True, kw_only=True)
class ComputerNamed(TournamentAct):
    """An entry was marked as a computer: it always wants irregular moves corrected and never offers a draw."""

    entry: int

    def after(self, state: Tournament) -> Tournament:
        return replace(state, computers=state.computers | {self.entry})


@dataclass(frozen=True, slots=True, kw_only=True)
class HomeNamed(TournamentAct):
    """The players of the home club were named, by their entries.

    An opponent who is not among them counts as the visitor (001 Turns).
    """

    entries: tuple[int, ...]

    def after(self, state: Tournament) -> Tournament:
        return replace(state, home=frozenset(self.entries))


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondHandGiven(BoardAct):
    """A second person approved what an official did in a game of their own or of a relative (L14).

    `second` names the second person: another official, the player at the opponent's tablet, or somebody who watched.
    `side` is the side of that tablet.
    """

    second: str
    side: Side | None = None

    def after(self, state: Tournament) -> Tournament:
        game = self.game(state)
        return state.put(game.noted(replace(self.note(game, "second_hand"), first=self.second)))


EVENTS: tuple[type[Event], ...] = (OfficialNamed, ComputerNamed, HomeNamed, SecondHandGiven)
