"""The interface between the pairing systems and their callers.

`SYSTEMS[key].pair(field, history, options)` returns a `Drawn` or raises `Refused`. It records nothing and reads no
clock. Its only source of chance is the number `options.lots`. Therefore the same arguments always give the same round.

* **field**: every entry of the tournament in the order of the pairing numbers, number 1 first. A player who does not
  play this round stays in the field, with `sits` or `withdrawn` (round-robin tables keep their seats). Only players who
  left before round 1 of a system with a fixed field are missing.
* **history**: the crosstable of all earlier rounds, with the byes and their kinds.
* **options**: the round, the settings of the system (see `settings_of`), the pairs that are not allowed, and the lots.
* **Drawn**: the pairs from board 1 on, White first. Every entry without a game is in `byes` with the kind of its bye,
  requested byes included. Entries that have withdrawn or are out of a knock-out are missing. `why` explains the round,
  each pair and each bye by codes and facts. They are made into sentences when they are shown, as refusals are.

The caller ensures that all games of `history` that the system needs have a result. Systems that need all results (a
knock-out, a Keizer ranking) check this themselves, and raise Refused with the code `games_running`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import TypeAlias

from arbiter.pairing.table.byes import ByeKind
from arbiter.pairing.table.crosstable import Crosstable
from arbiter.pairing.table.standings_calculation import Working
from arbiter.refused import Fact, Refused
from arbiter.sides import Side
from arbiter.values import dataclass

SettingValue: TypeAlias = int | str
"""The value of a setting of a pairing system: a number, or one of the setting's choices."""
SystemSettings: TypeAlias = Mapping[str, SettingValue]


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """One entry, with the facts that a pairing system needs. In a team tournament the entry is a team.

    `sits` is the kind of bye that the entry requested for this round, or None. `group` is the letter of a first-stage
    group, or the side of a Scheveningen match. `board` is the board at which the entry always sits, or None. `left` is
    the first round without the entry if it has left for good, otherwise 0. `absent` is True if other players have been
    checked in and this one has not. Only systems that pair the players who are free use `absent`.
    """

    entry: int
    rating: int | None = None
    club: str = ""
    federation: str = ""
    family: str = ""
    group: str = ""
    sits: ByeKind | None = None
    withdrawn: bool = False
    left: int = 0
    board: int | None = None
    absent: bool = False

    @property
    def plays(self) -> bool:
        """Whether the entry can be paired in this round."""
        return self.sits is None and not self.withdrawn and not self.absent


Field: TypeAlias = tuple[Player, ...]
Pairs: TypeAlias = tuple[tuple[int, int], ...]
"""Pairs of entry numbers (White, Black), from board 1 on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Forbidden:
    """A group of entries of which no two may meet in the rounds `first` to `last`, both included.

    With `weak` two of them may still meet if no other pairing is possible.
    """

    entries: frozenset[int]
    first: int = 1
    last: int = 999
    weak: bool = False

    def parts(self, one: int, other: int, round: int) -> bool:
        return self.first <= round <= self.last and {one, other} <= self.entries


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The decisions of the director for the round to be paired.

    `rounds` is the number of rounds of the tournament, or 0 if it is open. `lots` is the drawn number that decides all
    lots of this round. `initial` is the colour of pairing number 1 in round 1; None means that it is drawn. `pairs` are
    pairs of a round made by hand, or pairs that have agreed to meet (challenges of a ladder).
    """

    round: int
    rounds: int = 0
    settings: SystemSettings = field(default_factory=dict)
    forbidden: tuple[Forbidden, ...] = ()
    lots: int = 0
    initial: Side | None = None
    pairs: Pairs = ()


@dataclass(frozen=True, slots=True)
class Reason:
    """The reason for a part of the pairing: a code with facts and an article. It is made into a sentence when shown.

    `entries` are the two entries of the pair, or the one entry with the bye, that the reason explains. They are empty
    if the reason explains the whole round.
    """

    code: str
    entries: tuple[int, ...] = ()
    article: str | None = None
    facts: tuple[tuple[str, Fact], ...] = ()


@dataclass(frozen=True, slots=True)
class Drawn:
    """A paired round: the pairs (White, Black) from board 1 on, the byes by entry, and the reasons."""

    pairs: Pairs
    byes: tuple[tuple[int, ByeKind], ...] = ()
    why: tuple[Reason, ...] = ()
    control: str = ""
    """The time control of this round, if it differs from that of the tournament (in a play-off); otherwise empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """The allowed values of a setting of a pairing system: numbers from `least` to `most`, or the texts `choices`."""

    default: SettingValue
    least: int = 0
    most: int = 999
    choices: tuple[str, ...] = ()


Pair: TypeAlias = Callable[[Field, Crosstable, Options], Drawn]
Away: TypeAlias = Callable[[Field, Crosstable, SystemSettings], frozenset[int]]
RoundsCount: TypeAlias = Callable[[Field, SystemSettings], int]
Everywhere: TypeAlias = Callable[[Field, SystemSettings], int]
WhyNot: TypeAlias = Callable[[Field, Crosstable, Options, int, int], Reason]
"""A function that returns the reason why two entries do not meet in the round to be paired.

It is called with the field, the crosstable, the options, and the two entry numbers.
"""
Parts: TypeAlias = Callable[[Field, Crosstable, Options], tuple[Reason, ...]]
Order: TypeAlias = Callable[[Field, Crosstable, SystemSettings], tuple[tuple[int, ...], ...]]
Stages: TypeAlias = Callable[[Field, Crosstable, SystemSettings], Mapping[int, tuple[str, str, int, int]]]
Score: TypeAlias = Callable[[Field, Crosstable, SystemSettings], Mapping[int, Working]]


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """One pairing system: a row of the table `SYSTEMS`.

    * `pair` pairs a round. `why_not` gives the reason why two entries do not meet.
    * `rounds` gives the number of rounds for a field, or 0 if the director announces it.
    * `tiebreaks` are the keys of the tie-breaks that apply if the club names none.
    * `fixed_field`: whether the entries are fixed: nobody may enter after the first round has been paired.
    * `cycles`: how often everybody meets everybody, if the pairs of all rounds are known before round 1; otherwise 0.
    * `table` gives the number of rounds, from the first on, whose pairs do not depend on results.
    * `meets`: how often two players may meet. A pair made by hand that meets more often is a rematch. 0: no limit.
    * `by_hand`: whether the director makes the pairs.
    * `by_score`: whether players with equal scores meet. A pair made by hand should be near in score.
    * `running`: whether a round may be paired while games of other rounds are played.
    * `away` gives the entries that need no opponent in the next round although they have neither withdrawn nor asked
      for a bye.
    * `everywhere` gives the entry that plays at all boards at the same time.
    * `order` gives the places, best first, with shared places together, if points alone do not decide the order. It is
      empty while the order is undecided.
    * `score` gives for each entry the number that replaces its points.
    * `stages` gives for each entry the part of the tournament in which it is ranked: the word "group" or "final", its
      letter, and the place and the points of the entry in this part.
    * `parts` gives for each entry the reason that names its group or final, in rounds that are paired by hand.
    """

    pair: Pair
    rounds: RoundsCount
    tiebreaks: tuple[str, ...]
    fixed_field: bool = False
    cycles: int = 0
    table: RoundsCount | None = None
    meets: int = 1
    by_hand: bool = False
    by_score: bool = False
    teams: bool = False
    running: bool = False
    away: Away | None = None
    everywhere: Everywhere | None = None
    order: Order | None = None
    score: Score | None = None
    parts: Parts | None = None
    stages: Stages | None = None
    settings: Mapping[str, Bounds] = field(default_factory=dict)
    why_not: WhyNot | None = None


def settings_of(system: System, given: SystemSettings) -> SystemSettings:
    """Return all settings of the system: the given ones, and the default values of the others.

    *given*: settings by name. Raise Refused if one is unknown or its value is not allowed.
    """
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
    """Return the entries that asked for a bye in this round, each with the kind of bye that it asked for."""
    return tuple((player.entry, player.sits) for player in field if player.sits is not None and not player.withdrawn)
