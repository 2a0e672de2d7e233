"""Team matches: which entries form a team, and which boards form a match.

The entries of a team have the name of the team as their group, and the score of a match is the sum of its boards. Teams
are numbered in the order in which their first players were entered. The boards of all matches of a round are numbered
consecutively, so that each tablet can stay at one board number.
"""

from __future__ import annotations

from collections.abc import Iterator

from arbiter.pairing.formats.teams import Team, TeamMatch, score, team_table
from arbiter.pairing.table.crosstable import Crosstable
from arbiter.pairing.table.points import Outcome
from arbiter.sides import Both, Side
from arbiter.tournament.round import Fixture, Round
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass


def labels(state: Tournament) -> tuple[str, ...]:
    """Return the names of the teams in the order of their numbers, from 1."""
    return tuple(dict.fromkeys(state.groups[entry] for entry in state.entries if entry in state.groups))


def team_of(state: Tournament, entry: int) -> int:
    """Return the number of the entry's team; 0 if it has none."""
    return labels(state).index(state.groups[entry]) + 1 if entry in state.groups else 0


def teams(state: Tournament) -> tuple[Team, ...]:
    """Return every team with its players in the order of the pairing numbers, which is the order of strength."""
    return tuple(
        Team(number, tuple(entry for entry in state.order if state.groups.get(entry) == label))
        for number, label in enumerate(labels(state), start=1)
    )


def match_table(state: Tournament) -> Crosstable:
    """Return the crosstable of the teams, with match points and board points."""
    byes = [
        (round.number, fixture.home) for round in state.published for fixture in round.fixtures if not fixture.guest
    ]
    return team_table(
        range(1, len(labels(state)) + 1),
        [match_of(state, round, fixture) for round in state.published for fixture in round.fixtures if fixture.guest],
        state.points,
        state.points,
        byes=byes,
        everybody=bool(state.pairing.cycles),
    )


@dataclass(frozen=True, slots=True)
class ShownMatch:
    """A team match for pages and sheets: both names, the board points so far, and its boards.

    A bye has no guest team.
    """

    home: str
    guest: str | None
    points: Both[int]
    boards: tuple[int, ...]


def shown(state: Tournament, round: Round) -> tuple[ShownMatch, ...]:
    names = labels(state)
    found = []
    for fixture in round.fixtures:
        home = names[fixture.home - 1]
        if not fixture.guest:
            found.append(ShownMatch(home, None, Both(0, 0), ()))
            continue
        guest = names[fixture.guest - 1]
        boards = tuple(
            game.board for game in round.games if {state.groups.get(entry) for entry in game.entries} == {home, guest}
        )
        found.append(ShownMatch(home, guest, score(match_of(state, round, fixture)), boards))
    return tuple(found)


def match_of(state: Tournament, round: Round, fixture: Fixture) -> TeamMatch:
    """Return one match with the result of each board. A team loses a board that it has left empty."""
    names = labels(state)
    return TeamMatch(
        round=round.number,
        number=round.fixtures.index(fixture) + 1,
        home=fixture.home,
        guest=fixture.guest,
        results=tuple(_results(state, round, fixture, names)),
    )


def _results(state: Tournament, round: Round, fixture: Fixture, names: tuple[str, ...]) -> Iterator[Both[int] | None]:
    points = state.points
    home, guest = names[fixture.home - 1], names[fixture.guest - 1]
    for game in round.games:
        sides = game.entries.map(lambda entry: state.groups.get(entry, ""))
        if {sides.white, sides.black} != {home, guest}:
            continue
        if game.result is None:
            yield None
            continue
        side = Side.WHITE if sides.white == home else Side.BLACK
        yield Both(points.of(game.result.outcome[side]), points.of(game.result.outcome[side.other]))
    yield from [Both(points.of(Outcome.WON), points.of(Outcome.LOST))] * fixture.empty_guest
    yield from [Both(points.of(Outcome.LOST), points.of(Outcome.WON))] * fixture.empty_home
