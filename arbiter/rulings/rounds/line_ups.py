"""Line-ups: a round of a team tournament is paired among the teams, and each match becomes several boards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from arbiter.pairing.formats.teams import Team, against_strength, boards, line_up
from arbiter.pairing.system_interface import Drawn
from arbiter.refused import Refused
from arbiter.rulings.rounds.pairing_input import Known, system_settings
from arbiter.sides import Instant, Side
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.rounds import LineUpsOpened
from arbiter.tournament.fixtures import labels, teams
from arbiter.tournament.round import Fixture, Round
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass

FixtureRow = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class SetOut:
    """The boards of a round, from board 1 on, and its matches.

    A match is a tuple: home team, guest team, empty seats of the home team, empty seats of the guest team.
    """

    pairs: tuple[tuple[int, int], ...]
    matches: tuple[FixtureRow, ...]


def set_out(state: Tournament, drawn: Drawn, round: int) -> SetOut:
    """Return the boards of every match of the drawn round. The first team of each pair is the home team."""
    made = [_match(state, home, guest, by_strength(state, home, round), by_strength(state, guest, round))
            for home, guest in drawn.pairs]  # fmt: skip
    pairs = tuple(pair for one in made for pair in one.pairs)
    if not pairs:
        raise Refused("too_few_entries", entries=0)
    return SetOut(pairs, (*(row for one in made for row in one.matches), *((team, 0, 0, 0) for team, _ in drawn.byes)))


def _match(state: Tournament, home: int, guest: int, seats: Sequence[int], others: Sequence[int]) -> SetOut:
    """Return the boards of a match, made from the line-ups *seats* of the home team and *others* of the guests."""
    made = boards(seats, others, str(system_settings(state)["colours"]))
    pairs = tuple(board.pair for board in made if board.pair is not None)
    empty_home = sum(not board.home and bool(board.guest) for board in made)
    empty_guest = sum(bool(board.home) and not board.guest for board in made)
    return SetOut(pairs, ((home, guest, empty_home, empty_guest),))


def by_strength(state: Tournament, team: int, round: int) -> tuple[int, ...]:
    """Return a team's line-up in the order of strength: the strongest players who can play.

    0 stands for an empty board.
    """
    number = int(system_settings(state)["boards"])
    known = teams(state)[team - 1]
    return line_up(known, present(state, known, round)[:number], number, "order")


def present(state: Tournament, team: Team, round: int) -> Sequence[int]:
    """Return the players of a team who can play in the round *round*, in the order of strength."""
    return [entry for entry in team.players if entry not in state.withdrawn and state.sits_out(entry, round) is None]


def opened(state: Tournament, round: Round, at: Instant, by: str, *only: int) -> list[Event]:
    """Return the event that opens the line-ups that were handed in; nothing if none was.

    *only*: the teams whose line-ups are opened; all teams if none is named. Other matches of the round stay as they
    are.
    """
    fresh = tuple(one.team for one in round.line_ups if not one.opened and (not only or one.team in only))
    if not fresh:
        return []
    made = list[SetOut]()
    for one in round.fixtures:
        if {one.home, one.guest}.isdisjoint(fresh):
            row = (one.home, one.guest, one.empty_home, one.empty_guest)
            made.append(SetOut(tuple(games_of(state, round, one)), (row,)))
            continue
        handed = [round.line_up(team) for team in (one.home, one.guest)]
        lines = [
            by_strength(state, team, round.number) if line is None else line.players
            for team, line in zip((one.home, one.guest), handed, strict=True)
        ]
        made.append(_match(state, one.home, one.guest, *lines))
    pairs = tuple(pair for one in made for pair in one.pairs)
    matches = tuple(row for one in made for row in one.matches)
    return [LineUpsOpened(at=at, round=round.number, teams=fresh, pairs=pairs, matches=matches, by=by)]


class ShownLineUp(NamedTuple):
    """A team's line-up as somebody may see it. `players` and `substitutes` are None while they are secret or missing.

    `colours`: the team's colours, from board 1 on.
    """

    team: int
    name: str
    against: str
    home: bool
    colours: tuple[Side, ...]
    handed_in: bool
    opened: bool
    players: tuple[int, ...] | None
    substitutes: tuple[int, ...] | None


def shown_line_ups(state: Tournament, round: Round, at: Instant, own: int = 0) -> Iterator[ShownLineUp]:
    """Yield the line-ups of a round, the home team's first.

    The captain of the team *own* gets only the two line-ups of their match.

    A line-up is shown once it is opened, once the time is over, or once the round is published. The team's own captain
    sees it at once.
    """
    over = not round.draft or 0 < round.line_ups_until <= at
    names, settings = labels(state), system_settings(state)
    nobody = [0] * int(settings.get("boards", 0))
    for match in round.fixtures:
        if not match.guest or own not in (0, match.home, match.guest):
            continue
        white = [board.home_white for board in boards(nobody, nobody, str(settings["colours"]))]
        for team, other, home in ((match.home, match.guest, True), (match.guest, match.home, False)):
            line = round.line_up(team)
            shown = line if line is not None and (over or line.opened or team == own) else None
            yield ShownLineUp(
                team=team,
                name=names[team - 1],
                against=names[other - 1],
                home=home,
                colours=tuple(Side.WHITE if one is home else Side.BLACK for one in white),
                handed_in=line is not None,
                opened=line is not None and line.opened,
                players=shown.players if shown else None,
                substitutes=shown.substitutes if shown else None,
            )


class OutOfOrder(NamedTuple):
    """Two players of a team whose boards are against the order of strength.

    The rating of the player at the lower board is higher by `by` points.
    """

    team: str
    upper: int
    lower: int
    by: int


def out_of_order(state: Tournament, round: Round, known: Mapping[int, Known]) -> Iterator[OutOfOrder]:
    """Yield pairs of players of a team if the one at the lower board is rated more than `tolerance` higher.

    `tolerance` is a setting; with 0 nothing is yielded. Players without a rating are not compared.
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
    """Return the players of the home team and those of the guest team at the boards of a match. A bye has none."""
    home = labels(state)[fixture.home - 1]
    pairs = [
        pair if state.groups.get(pair[0]) == home else (pair[1], pair[0]) for pair in games_of(state, round, fixture)
    ]
    return [own for own, _ in pairs], [other for _, other in pairs]


def games_of(state: Tournament, round: Round, fixture: Fixture) -> list[tuple[int, int]]:
    """Return the two entries at each board of a match, from its first board on. A bye has none."""
    names = labels(state)
    sides = {names[fixture.home - 1], names[fixture.guest - 1]} if fixture.guest else {""}
    return [pair for pair in round.pairs if {state.groups.get(entry, "") for entry in pair} == sides]
