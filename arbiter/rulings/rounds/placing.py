"""Who stands where in a tournament, whatever its system: by points and tie-breaks, by a list of values, or by places.

A knock-out and a ladder say themselves who comes before whom; a Keizer list counts values in the place of points. All
others are points, and then the tie-breaks, by the edition of FIDE C.07 that the tournament has settled.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from arbiter.pairing.formats.matches import games_of, merged
from arbiter.pairing.standings import standings, working
from arbiter.pairing.table.crosstable import Crosstable
from arbiter.pairing.table.working import Amount, Working
from arbiter.refused import Refused
from arbiter.rulings.rounds.pairing_input import Inputs, Known, field_of, system_of, system_settings
from arbiter.tournament.fixtures import match_table
from arbiter.tournament.state import Tournament

Knows = Mapping[int, Known]


@dataclass(frozen=True, slots=True)
class Placed:
    """One line of the order. `value`: what counts before the tie-breaks, where that is not the points."""

    rank: int
    entry: int
    points: int
    tiebreaks: tuple[Amount, ...]
    value: Amount = None


def table_of(state: Tournament, known: Knows | None = None, upto: int | None = None) -> Crosstable:
    """The crosstable with what the register knows; of the first *upto* rounds only where that is said.

    Where a pair plays several games, a match of them is one round of this table.
    """
    ratings = {entry: who.rating for entry, who in (known or {}).items() if who.rating is not None}
    games = match_table(state) if system_of(state).teams else state.crosstable(ratings)
    table = replace(games, everybody=bool(system_of(state).cycles))
    if upto is not None:
        table = replace(
            table,
            meetings=tuple(meeting for meeting in table.meetings if meeting.round <= upto),
            byes=tuple(bye for bye in table.byes if bye.round <= upto),
        )
    settings = system_settings(state)
    return merged(table, games_of(settings), str(settings["count"])) if "count" in settings else table


def placing(state: Tournament, known: Knows | None = None, upto: int | None = None) -> tuple[Placed, ...]:
    """The order as it stands, or as it stood after that round."""
    table, values = table_of(state, known, upto), values_of(state, known, upto)
    dense = {value: number for number, value in enumerate(sorted({v for v in values.values() if v is not None}), 1)}
    scores = {entry: 0 if value is None else dense[value] for entry, value in values.items()} if values else None
    rows = standings(table, state.tiebreaks, edition=edition_of(state), scores=scores)
    placed = tuple(
        Placed(row.rank, row.entry, table.score(row.entry), row.tiebreaks, values.get(row.entry)) for row in rows
    )
    return _by_places(placed, places_of(state, table, known))


def values_of(state: Tournament, known: Knows | None = None, upto: int | None = None) -> dict[int, Amount]:
    """What counts in the place of points, by entry; nothing where points do."""
    return {entry: made.value for entry, made in value_workings(state, known, upto).items()}


def value_workings(state: Tournament, known: Knows | None = None, upto: int | None = None) -> Mapping[int, Working]:
    """By the entry, the value that counts before the tie-breaks, with how it came about."""
    score = system_of(state).score
    if score is None or not state.entries:
        return {}
    field = field_of(state, len(state.rounds) + 1, Inputs(known=known or {}))
    return score(field, table_of(state, known, upto), system_settings(state))


def places_of(state: Tournament, table: Crosstable, known: Knows | None) -> tuple[tuple[int, ...], ...]:
    """The places as the system itself gives them; nothing where it leaves that to the points."""
    order = system_of(state).order
    if order is None or not table.meetings:
        return ()
    return order(field_of(state, len(state.rounds) + 1, Inputs(known=known or {})), table, system_settings(state))


def edition_of(state: Tournament) -> int:
    """The edition of FIDE C.07 for tie-breaks that name none."""
    return int(state.setting("edition"))


def working_of(state: Tournament, code: str, entry: int, known: Knows | None = None) -> Working:
    """How that tie-break of that entry came about; "value": what counts in the place of points.

    Of teams the entry is the team's number. Refused for whoever does not stand in the table, and where points count.
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
