"""Line-ups: a round of a team tournament is paired among the teams, and each match becomes several boards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from arbiter.pairing.formats.teams import Team, against_strength, boards, line_up
from arbiter.pairing.system import Drawn
from arbiter.refused import Refused
from arbiter.rulings.rounds.pairing_input import Known, system_settings
from arbiter.tournament.fixtures import labels, teams
from arbiter.tournament.round import Fixture, Round
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass

FixtureRow = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class SetOut:
    """The boards of a round, from board 1 on, and its matches: home team, guest team, and the empty seats of each."""

    pairs: tuple[tuple[int, int], ...]
    matches: tuple[FixtureRow, ...]


def set_out(state: Tournament, drawn: Drawn, round: int) -> SetOut:
    """Return the boards of every match of the drawn round; the first team of a pair is at home."""
    settings = system_settings(state)
    number, colours = int(settings["boards"]), str(settings["colours"])
    known = {team.number: team for team in teams(state)}
    pairs: list[tuple[int, int]] = []
    matches: list[FixtureRow] = []
    for home, guest in drawn.pairs:
        lines = [
            line_up(known[team], _present(state, known[team], round)[:number], number, "order")
            for team in (home, guest)
        ]
        made = boards(lines[0], lines[1], colours)
        pairs += [board.pair for board in made if board.pair is not None]
        empty_home = sum(not board.home and bool(board.guest) for board in made)
        empty_guest = sum(bool(board.home) and not board.guest for board in made)
        matches.append((home, guest, empty_home, empty_guest))
    matches += [(team, 0, 0, 0) for team, _ in drawn.byes]
    if not pairs:
        raise Refused("too_few_entries", entries=0)
    return SetOut(tuple(pairs), tuple(matches))


def _present(state: Tournament, team: Team, round: int) -> Sequence[int]:
    """Return the players of a team who can play in that round, in the order of strength."""
    return [entry for entry in team.players if entry not in state.withdrawn and state.sits_out(entry, round) is None]


class OutOfOrder(NamedTuple):
    """Two players of a team who sit against the order of strength: the lower one's rating is higher by `by`."""

    team: str
    upper: int
    lower: int
    by: int


def out_of_order(state: Tournament, round: Round, known: Mapping[int, Known]) -> Iterator[OutOfOrder]:
    """Yield the players of a round who sit below somebody whose rating is lower by more than the setting allows.

    Players without a rating are not compared. With the setting `tolerance` at 0 nothing is checked.
    """
    tolerance = int(system_settings(state).get("tolerance", 0))
    if not tolerance:
        return
    for fixture in round.fixtures:
        for team, seated in zip((fixture.home, fixture.guest), seats(state, round, fixture), strict=True):
            rated = [(entry, one.rating) for entry in seated if (one := known.get(entry)) and one.rating is not None]
            for upper, lower, by in against_strength(rated, tolerance):
                yield OutOfOrder(labels(state)[team - 1], upper, lower, by)


def seats(state: Tournament, round: Round, fixture: Fixture) -> tuple[list[int], list[int]]:
    """Return the players of both teams at the boards of a match, from its first board on. A bye has none."""
    names = labels(state)
    home, guest = list[int](), list[int]()
    if not fixture.guest:
        return home, guest
    sides = names[fixture.home - 1], names[fixture.guest - 1]
    for game in round.games:
        there = {state.groups.get(entry, ""): entry for entry in game.entries}
        if set(there) == set(sides):
            home.append(there[sides[0]])
            guest.append(there[sides[1]])
    return home, guest
