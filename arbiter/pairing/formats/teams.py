"""Team matches: the boards of a match, their colours, its score, and the crosstable of the teams.

A match has a number of boards (ten in the Dutch league). The setting `colours` gives the home team's colours from board
1 on ("WB": White at odd boards). Each board gives board points. The team with more board points wins the match, which
gives match points.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from arbiter.pairing.system_interface import Bounds, System
from arbiter.pairing.table.byes import ByeKind
from arbiter.pairing.table.crosstable import Bye, Crosstable, Meeting
from arbiter.pairing.table.points import Outcome, PointScheme
from arbiter.refused import Refused
from arbiter.sides import Both
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True)
class Team:
    """A team: its number, and its players in the order of strength, reserves last."""

    number: int
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamBoard:
    """One board of a match: the player of each team (0: nobody), and the colour of the home team's player."""

    number: int
    home: int
    guest: int
    home_white: bool

    @property
    def pair(self) -> tuple[int, int] | None:
        """The entries as (White, Black). None if one of the seats is empty."""
        if not (self.home and self.guest):
            return None
        return (self.home, self.guest) if self.home_white else (self.guest, self.home)


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamMatch:
    """A match of two teams in one round. `number` is its number in the round."""

    round: int
    number: int
    home: int
    guest: int
    results: tuple[Both[int] | None, ...] = ()
    """The points (home team, guests) at each board, from board 1 on; None while the game has no result."""

    played: bool = True


SETTINGS: Mapping[str, Bounds] = {
    "boards": Bounds(default=10, least=1, most=50),
    "colours": Bounds(default="WB", choices=("WB", "BW", "WBBW", "BWWB")),
    "line_up": Bounds(default="order", choices=("order", "free")),
    "tolerance": Bounds(default=0, most=1_000),
}
"""The settings of team matches. `boards`: their boards. `colours`: the home team's colours from board 1 on, repeated.

`line_up`: the order of the players. "order": they sit in the order of strength; players may be left out, and only the
last boards may be empty. "free": the captain decides. `tolerance`: by how many rating points a player may be weaker
than a player at a lower board. If it is not 0, "order" means that the ratings are checked with this tolerance, instead
of the order of the team.
"""


def line_up(
    team: Team,
    players: Sequence[int],
    boards: int,
    rule: str,
    *,
    ratings: Mapping[int, int] | None = None,
    tolerance: int = 0,
) -> tuple[int, ...]:
    """Return the players of a team at its *boards* boards, with 0 for an empty board.

    Raise Refused if a player is not of the team or sits twice, or if there are too many players. If *rule* is "order",
    also raise Refused if a board above a player is empty, or if the players are not in the order of strength. Without a
    *tolerance*, the order of strength is the order of the team. With a tolerance it is the order of *ratings*: a player
    may be rated lower than a player at a lower board by at most so many points.
    """
    seated = [entry for entry in players if entry]
    for entry in seated:
        if entry not in team.players:
            raise Refused("not_of_the_team", entry=entry, team=team.number)
        if seated.count(entry) > 1:
            raise Refused("paired_twice", entry=entry)
    if len(players) > boards:
        raise Refused("too_many_boards", boards=boards, team=team.number)
    if rule == "order":
        strength = [] if tolerance else [team.players.index(entry) for entry in seated]
        if strength != sorted(strength) or list(players[: len(seated)]) != seated:
            raise Refused("line_up_order", team=team.number)
        rated = [(entry, (ratings or {})[entry]) for entry in seated if entry in (ratings or {})]
        for upper, lower, by in against_strength(rated, tolerance) if tolerance else ():
            raise Refused("line_up_strength", lower=lower, upper=upper, by=by, tolerance=tolerance)
    return (*players, *[0] * (boards - len(players)))


def against_strength(seated: Sequence[tuple[int, int]], tolerance: int) -> list[tuple[int, int, int]]:
    """Return the players who sit below a player whose rating is lower by more than *tolerance*.

    *seated* are a team's players with their ratings, from the first board on. Each item of the result is (upper player,
    lower player, difference). If several upper players are too weak, the weakest is named.
    """
    found = []
    for at, (lower, rating) in enumerate(seated):
        upper, least = min(seated[: at + 1], key=lambda one: one[1])
        if rating - least > tolerance:
            found.append((upper, lower, rating - least))
    return found


def boards(home: Sequence[int], guest: Sequence[int], colours: str) -> tuple[TeamBoard, ...]:
    """Return the boards of a match, with their players and colours.

    *colours*, such as "WB", are the home team's colours from board 1 on. They are repeated for further boards.
    """
    return tuple(
        TeamBoard(number=at + 1, home=one, guest=other, home_white=colours[at % len(colours)] == "W")
        for at, (one, other) in enumerate(zip(home, guest, strict=True))
    )


def score(match: TeamMatch) -> Both[int]:
    """Return the board points of both teams so far, the home team's first."""
    known = [result for result in match.results if result is not None]
    return Both(sum(result.white for result in known), sum(result.black for result in known))


def team_table(
    teams: Iterable[int],
    matches: Iterable[TeamMatch],
    points: PointScheme,
    at_the_boards: PointScheme,
    *,
    byes: Iterable[tuple[int, int]] = (),
    everybody: bool = False,
) -> Crosstable:
    """Return the crosstable of the teams. Standings, tie-breaks and sheets use it as they use one of players.

    *points* is the scheme of match points, *at_the_boards* that of board points. *byes* are pairs (round, team).
    *everybody* says that all teams meet all. A match has an outcome once all of its boards have a result.
    """
    meetings = tuple(
        Meeting(
            round=match.round,
            board=match.number,
            white=match.home,
            black=match.guest,
            outcome=_outcome(match),
            played=match.played,
            boards=tuple(result or Both(0, 0) for result in match.results),
        )
        for match in matches
    )
    free = ByeKind.FREE if everybody else ByeKind.ALLOCATED
    outcome = None if everybody else Outcome.DRAWN  # C.04.6: a team's bye counts as a draw
    return Crosstable(
        entries=tuple(teams),
        meetings=meetings,
        byes=tuple(Bye(round=round, entry=team, outcome=outcome, kind=free) for round, team in byes),
        points=points,
        boards=at_the_boards,
        everybody=everybody,
    )


def of_teams(system: System) -> System:
    """Return *system* changed so that it pairs teams instead of players.

    Each pair is then a match of two teams. The setting `boards` is its number of boards.
    """
    return System(
        pair=system.pair,
        rounds=system.rounds,
        table=system.table,
        tiebreaks=("board-points", "EMGSB"),
        fixed_field=True,
        cycles=system.cycles,
        meets=system.meets,
        teams=True,
        settings={**system.settings, **SETTINGS},
    )


def _outcome(match: TeamMatch) -> Both[Outcome] | None:
    if not match.results or any(result is None for result in match.results):
        return None
    home, guest = score(match)
    if home == guest:
        return Both(Outcome.DRAWN, Outcome.DRAWN)
    return Both(Outcome.WON, Outcome.LOST) if home > guest else Both(Outcome.LOST, Outcome.WON)
