"""What every way of pairing is given and what it answers with: the agreement between the systems and who calls them.

`SYSTEMS[key].pair(field, history, options)` answers with `Drawn` or raises `Refused`; it records nothing, asks no clock
and draws no lots but those that `options.lots` gives it, so that the same arguments always give the same round.

* **field**: every entry that takes part, in the order of the pairing numbers: number 1 first. Who does not play this
  round stays in it, with `sits` or `withdrawn` (the tables of a round robin keep their seats).
* **history**: the crosstable of all rounds before this one, with the byes and their kinds.
* **options**: the round, the settings of the system (see `settings_of`), what may not be paired, the lots.
* **Drawn**: pairs from board 1 on, White first; every entry that plays no game stands in `byes` with the kind of its
  bye, those who asked for one included, but who has withdrawn or is out of a knock-out; `why` says in codes and facts
  how it came about, for the round (no `entries`), and for each pair and each bye. The sentence of a reason is made at
  the door, as of a refusal.

The caller holds that all games of `history` that the system needs have a result; a system that cannot go on without
one (a knock-out, a Keizer list) refuses with `games_running` itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from arbiter.pairing.table.byes import ByeKind
from arbiter.pairing.table.crosstable import Crosstable
from arbiter.pairing.table.working import Working
from arbiter.refused import Fact, Refused
from arbiter.sides import Side

SettingValue: TypeAlias = int | str
"""What a setting may be: a number, or one of its choices."""
Settings: TypeAlias = Mapping[str, SettingValue]


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """One entry as a pairing sees it; in a tournament of teams, one team.

    `sits`: not in this round, and what was asked for; `group`: the letter of a first group, or the side of a
    Scheveningen match; `board`: always sits at this board.
    """

    entry: int
    rating: int | None = None
    club: str = ""
    federation: str = ""
    family: str = ""
    group: str = ""
    sits: ByeKind | None = None
    withdrawn: bool = False
    board: int | None = None

    @property
    def plays(self) -> bool:
        """Whether the entry can be paired in this round."""
        return self.sits is None and not self.withdrawn


Field: TypeAlias = tuple[Player, ...]
Pairs: TypeAlias = tuple[tuple[int, int], ...]
"""The entries of each board, White first, from board 1 on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Forbidden:
    """No two of these entries meet in rounds `first` to `last`; `weak`: unless there is no other way."""

    entries: frozenset[int]
    first: int = 1
    last: int = 999
    weak: bool = False

    def parts(self, one: int, other: int, round: int) -> bool:
        return self.first <= round <= self.last and {one, other} <= self.entries


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What the director has settled for this round.

    `rounds`: of the whole tournament, 0 when it is open; `lots`: a number that was drawn, from which all lots of this
    round follow; `initial`: the colour of the first pairing number in round 1, by lot where it is None; `pairs`: the
    pairs of a round made by hand, or of those who have agreed to meet (a ladder's challenges).
    """

    round: int
    rounds: int = 0
    settings: Settings = field(default_factory=dict)
    forbidden: tuple[Forbidden, ...] = ()
    lots: int = 0
    initial: Side | None = None
    pairs: Pairs = ()


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something was drawn as it was: a code with its facts and its article, in no language.

    `entries`: the pair, or the one with the bye, that it is about; none: the round.
    """

    code: str
    entries: tuple[int, ...] = ()
    article: str | None = None
    facts: tuple[tuple[str, Fact], ...] = ()


@dataclass(frozen=True, slots=True)
class Drawn:
    """A round: pairs (White, Black) from board 1 on, the byes in order of their entries, and why."""

    pairs: Pairs
    byes: tuple[tuple[int, ByeKind], ...] = ()
    why: tuple[Reason, ...] = ()
    control: str = ""
    """The time control of this round, where it is not the tournament's: a play-off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """What a club may set one setting of a system to: a number from `least` to `most`, or one of `choices`."""

    default: SettingValue
    least: int = 0
    most: int = 999
    choices: tuple[str, ...] = ()


Pair: TypeAlias = Callable[[Field, Crosstable, Options], Drawn]
Away: TypeAlias = Callable[[Field, Crosstable, Settings], frozenset[int]]
RoundsCount: TypeAlias = Callable[[Field, Settings], int]
Everywhere: TypeAlias = Callable[[Field, Settings], int]
WhyNot: TypeAlias = Callable[[Field, Crosstable, Options, int, int], Reason]
"""Why two of a field do not meet in the round that is drawn from it."""
Order: TypeAlias = Callable[[Field, Crosstable, Settings], tuple[tuple[int, ...], ...]]
Score: TypeAlias = Callable[[Field, Crosstable, Settings], Mapping[int, Working]]


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """One way to pair: a row of the table `SYSTEMS`.

    `rounds`: how many rounds it needs for that field, 0 when as many are played as are announced; `fixed_field`: nobody
    enters once a round has been paired; `cycles`: how often everybody meets everybody by tables that are known before
    round 1, else 0; `meets`: how often two may meet before a pair made by hand is a rematch, 0: as often as they like;
    `by_hand`: the director makes the pairs; `tiebreaks`: where the club names none; `running`: a round may be paired
    while games of others are played; `away`: who needs no place in the next round, although they have neither withdrawn
    nor asked for a bye; `everywhere`: the entry that plays at every board at once. Where points alone do not say who
    stands where, `order` gives the places, best first, those together who share one (() while it says nothing yet), or
    `score` what counts in the place of points.
    """

    pair: Pair
    rounds: RoundsCount
    tiebreaks: tuple[str, ...]
    fixed_field: bool = False
    cycles: int = 0
    meets: int = 1
    by_hand: bool = False
    teams: bool = False
    running: bool = False
    away: Away | None = None
    everywhere: Everywhere | None = None
    order: Order | None = None
    score: Score | None = None
    settings: Mapping[str, Bounds] = field(default_factory=dict)
    why_not: WhyNot | None = None


def settings_of(system: System, given: Settings) -> Settings:
    """All settings of the system, those *given* and the defaults of the others; refused where one cannot be."""
    for key, value in given.items():
        if key not in system.settings:
            raise Refused("unknown_key", field="settings", key=key[:80], known=tuple(system.settings))
        row = system.settings[key]
        if row.choices and value not in row.choices:
            raise Refused("unknown_key", field=key, key=str(value)[:80], known=row.choices)
        if not row.choices and not isinstance(value, int):
            raise Refused("field_unreadable", field=key, wanted="a whole number")
        if not row.choices and isinstance(value, int) and not row.least <= value <= row.most:
            raise Refused("number_out_of_range", field=key, number=value, least=row.least, most=row.most)
    return {key: given.get(key, row.default) for key, row in system.settings.items()}


def sitting(field: Field) -> tuple[tuple[int, ByeKind], ...]:
    """Those who asked not to play this round, and what they asked for."""
    return tuple((player.entry, player.sits) for player in field if player.sits is not None and not player.withdrawn)
