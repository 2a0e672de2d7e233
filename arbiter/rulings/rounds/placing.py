"""The ranking of a tournament, for every system: by points and tie-breaks, by a list of values, or by places.

A knock-out and a ladder give the places directly. A Keizer list ranks by its values instead of points. All other
systems rank by points and then tie-breaks, by the edition of FIDE C.07 in the tournament's settings.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

from arbiter.pairing.formats.matches import games_of, merged
from arbiter.pairing.standings import standings, working
from arbiter.pairing.table.crosstable import Crosstable
from arbiter.pairing.table.standings_calculation import Amount, Working
from arbiter.refused import Refused
from arbiter.rulings.rounds.pairing_input import Inputs, Known, field_of, system_settings
from arbiter.sides import Both
from arbiter.tournament.fixtures import match_table
from arbiter.tournament.game import Result
from arbiter.tournament.round import Round
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace

Knows = Mapping[int, Known]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Placed:
    """One row of the ranking.

    `value`: the number that is compared before the tie-breaks, if that is not the points. `stage`, in a tournament of
    groups with finals: the word "group" or "final", its letter, the entry's place in it, and its points in it.
    """

    rank: int
    entry: int
    points: int
    tiebreaks: tuple[Amount, ...]
    value: Amount = None
    stage: tuple[str, str, int, int] | None = None


def table_of(state: Tournament, known: Knows | None = None, upto: int | None = None) -> Crosstable:
    """Return the crosstable with the register's facts. *upto*: only the first *upto* rounds; None for all.

    If a pair plays several games in a round, their match counts as one result in this table. The latest tables are
    cached, like rankings (see `placing`).
    """
    return _TABLES.made(Ground.of(state, known, upto), lambda: _table(state, known, upto))


def games_before(state: Tournament, n: int) -> Crosstable:
    """Return the crosstable of all single games as it was before round *n*. The latest such tables are cached."""
    before = replace(state, rounds=state.rounds[: n - 1])
    return _TABLES.made(Ground.of(before, None, n), before.crosstable)


def _table(state: Tournament, known: Knows | None, upto: int | None) -> Crosstable:
    ratings = {entry: who.rating for entry, who in (known or {}).items() if who.rating is not None}
    games = match_table(state) if state.pairing.teams else state.crosstable(ratings)
    table = replace(games, everybody=bool(state.pairing.cycles))
    if upto is not None:
        table = replace(
            table,
            meetings=tuple(meeting for meeting in table.meetings if meeting.round <= upto),
            byes=tuple(bye for bye in table.byes if bye.round <= upto),
        )
    settings = system_settings(state)
    return merged(table, games_of(settings), str(settings["count"])) if "count" in settings else table


def placing(state: Tournament, known: Knows | None = None, upto: int | None = None) -> tuple[Placed, ...]:
    """Return the ranking. *upto*: the round after which the ranking is wanted, None for the present one.

    The latest rankings are cached, each with all data that it was made from except the moves. A cached ranking is
    returned only if all these data are equal.
    """
    return _RANKINGS.made(Ground.of(state, known, upto), lambda: _placing(state, known, upto))


@dataclass(frozen=True, slots=True)
class Ground:
    """All data on which a table or a ranking depends: the tournament without its moves, and facts of the register."""

    upto: int | None
    bare: Tournament
    rounds: tuple[Round, ...]
    games: tuple[tuple[int, int, Both[int], str | None, Result | None], ...]
    known: Knows

    @classmethod
    def of(cls, state: Tournament, known: Knows | None, upto: int | None) -> Ground:
        return cls(
            upto,
            replace(state, version=0, at=0, proposals=(), appeals=(), conduct=(), screens=(), rounds=()),
            tuple(replace(round, games=()) for round in state.rounds),
            tuple((game.round, game.board, game.entries, game.postponed, game.result) for game in state.games()),
            dict(known or {}),
        )


class Remembered(Generic[T]):
    """A cache of the latest values, each with the data (`Ground`) that it was made from.

    Several threads may append at once, which a deque allows.
    """

    def __init__(self) -> None:
        self._made: deque[tuple[Ground, T]] = deque(maxlen=MOST_REMEMBERED)

    def made(self, ground: Ground, make: Callable[[], T]) -> T:
        """Return the cached value that was made from an equal *ground*. If there is none, make it with *make*."""
        for before, value in tuple(self._made):
            if before == ground:
                return value
        value = make()
        self._made.append((ground, value))
        return value


MOST_REMEMBERED = 8
_RANKINGS: Remembered[tuple[Placed, ...]] = Remembered()
_TABLES: Remembered[Crosstable] = Remembered()


def _placing(state: Tournament, known: Knows | None, upto: int | None) -> tuple[Placed, ...]:
    table, values = table_of(state, known, upto), values_of(state, known, upto)
    dense = {value: number for number, value in enumerate(sorted({v for v in values.values() if v is not None}), 1)}
    scores = {entry: 0 if value is None else dense[value] for entry, value in values.items()} if values else None
    rows = standings(table, state.tiebreaks, edition=edition_of(state), scores=scores)
    stages = stages_of(state, table, known)
    placed = tuple(
        Placed(row.rank, row.entry, table.score(row.entry), row.tiebreaks, values.get(row.entry), stages.get(row.entry))
        for row in rows
    )
    return _by_places(placed, places_of(state, table, known))


def values_of(state: Tournament, known: Knows | None = None, upto: int | None = None) -> dict[int, Amount]:
    """Return the values that the ranking uses instead of points, by entry; empty if it uses points.

    *upto*: the round after which the values are wanted, None for the present ones.
    """
    return {entry: made.value for entry, made in value_workings(state, known, upto).items()}


def value_workings(state: Tournament, known: Knows | None = None, upto: int | None = None) -> Mapping[int, Working]:
    """Return, by entry, the number that is compared before the tie-breaks, with the steps of its calculation.

    *upto*: the round after which the numbers are wanted, None for the present ones.
    """
    score = state.pairing.score
    if score is None or not state.entries:
        return {}
    field = field_of(state, len(state.rounds) + 1, Inputs(known=known or {}))
    return score(field, table_of(state, known, upto), system_settings(state))


def places_of(state: Tournament, table: Crosstable, known: Knows | None) -> tuple[tuple[int, ...], ...]:
    """Return the places that the pairing system itself gives, each as the entries that share it.

    Empty if points decide.
    """
    order = state.pairing.order
    if order is None or not table.meetings:
        return ()
    return order(field_of(state, len(state.rounds) + 1, Inputs(known=known or {})), table, system_settings(state))


def stages_of(state: Tournament, table: Crosstable, known: Knows | None) -> Mapping[int, tuple[str, str, int, int]]:
    """Return the group or the final of each entry, and the entry's place and points in this group or final.

    Empty if the tournament has no groups, or if no round is paired.
    """
    stages = state.pairing.stages
    if stages is None or not state.rounds:
        return {}
    return stages(field_of(state, len(state.rounds) + 1, Inputs(known=known or {})), table, system_settings(state))


def by_groups(placed: Sequence[Placed]) -> tuple[Placed, ...]:
    """Return the ranking group by group while groups play, each entry with its place in its group.

    Any other ranking is returned unchanged.
    """
    if not any(row.stage and row.stage[0] == "group" for row in placed):
        return tuple(placed)
    inside = sorted((row for row in placed if row.stage), key=lambda row: row.stage[1:3] if row.stage else ("", 0))
    return tuple(replace(row, rank=row.stage[2]) for row in inside if row.stage)


def ties(placed: Sequence[Placed]) -> frozenset[int]:
    """Return the entries that share their place with another entry."""
    found = Counter((row.stage and row.stage[:2], row.rank) for row in placed)
    return frozenset(row.entry for row in placed if found[row.stage and row.stage[:2], row.rank] > 1)


def edition_of(state: Tournament) -> int:
    """Return the edition of FIDE C.07 used for tie-breaks that do not name an edition."""
    return int(state.setting("edition"))


def working_of(state: Tournament, code: str, entry: int, known: Knows | None = None) -> Working:
    """Return the calculation of an entry's tie-break.

    The code "value" stands for the value by which entries are ranked instead of points.
    In a team tournament *entry* is the team's number. Raise Refused if the entry is not in the table, or if the code is
    "value" although points count.
    """
    table, values = table_of(state, known), value_workings(state, known) if code == "value" else {}
    if entry not in table.entries:
        raise Refused("no_entry", entry=entry)
    if code == "value" and entry not in values:
        raise Refused("unknown_key", field="tiebreaks", key=code, known=state.tiebreaks)
    return values[entry] if values else working(table, state.tiebreaks, code, entry, edition=edition_of(state))


def _by_places(placed: tuple[Placed, ...], places: tuple[tuple[int, ...], ...]) -> tuple[Placed, ...]:
    if not places:
        return placed
    rows = {row.entry: row for row in placed}
    ordered: list[Placed] = []
    for together in places:
        rank = len(ordered) + 1
        ordered += [replace(rows[entry], rank=rank) for entry in together if entry in rows]
    there = {row.entry for row in ordered}
    rank = len(ordered) + 1
    return (*ordered, *(replace(row, rank=rank) for row in placed if row.entry not in there))
