"""Whole tournaments played out at the table: a system pairs, chance gives the results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from arbiter.pairing.all_systems import SYSTEMS
from arbiter.pairing.system_interface import Drawn, Field, Options, Player, SettingValue, SystemSettings, settings_of
from arbiter.pairing.table.crosstable import Bye, Crosstable, Meeting
from arbiter.pairing.table.points import Outcome, PointScheme
from arbiter.refused import Refused
from arbiter.sides import Both

WON, DRAWN, LOST = Outcome
RESULTS = (Both(WON, LOST), Both(DRAWN, DRAWN), Both(LOST, WON))
LONGEST = 60
"""Rounds, after which a season is broken off."""


@dataclass(frozen=True, kw_only=True)
class Season:
    """What was drawn round by round, and the crosstable of it."""

    key: str
    field: Field
    settings: SystemSettings
    rounds: tuple[Drawn, ...]
    table: Crosstable
    ended: str
    """The code of the refusal that ended it; "" where the rounds asked for were played."""

    @property
    def pairs(self) -> list[frozenset[int]]:
        return [frozenset(pair) for drawn in self.rounds for pair in drawn.pairs]


def players(number: int) -> Field:
    """Entries 1 to *number*, in that order."""
    return tuple(Player(entry=entry) for entry in range(1, number + 1))


def empty(field: Field) -> Crosstable:
    return Crosstable(
        entries=tuple(player.entry for player in field), meetings=(), byes=(), points=PointScheme(2, 1, 0)
    )


def after(table: Crosstable, round: int, drawn: Drawn, results: Sequence[Both[Outcome] | None]) -> Crosstable:
    """The crosstable with a round more."""
    meetings = tuple(
        Meeting(round=round, board=board, white=white, black=black, outcome=outcome)
        for board, ((white, black), outcome) in enumerate(zip(drawn.pairs, results, strict=True), start=1)
    )
    byes = tuple(Bye(round=round, entry=entry, outcome=None, kind=kind) for entry, kind in drawn.byes)
    return replace(table, meetings=table.meetings + meetings, byes=table.byes + byes)


def play(
    key: str, field: Field, given: Mapping[str, SettingValue] | None = None, rounds: int = LONGEST, chance: int = 1
) -> Season:
    """That system with that field until it is over, or for so many rounds."""
    settings = settings_of(SYSTEMS[key], given or {})
    lots = Random(chance)
    table, drawn, ended = empty(field), [], ""
    for number in range(1, rounds + 1):
        try:
            made = SYSTEMS[key].pair(field, table, Options(round=number, settings=settings, lots=chance))
        except Refused as refused:
            ended = refused.code
            break
        drawn.append(made)
        table = after(table, number, made, [lots.choice(RESULTS) for _ in made.pairs])
    return Season(key=key, field=field, settings=settings, rounds=tuple(drawn), table=table, ended=ended)
