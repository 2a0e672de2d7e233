"""Line-ups: a round of a team tournament is paired among the teams, and each match becomes several boards."""

from __future__ import annotations

from collections.abc import Sequence

from arbiter.pairing.formats.teams import Team, boards, line_up
from arbiter.pairing.system import Drawn
from arbiter.refused import Refused
from arbiter.rulings.rounds.pairing_input import system_settings
from arbiter.tournament.fixtures import teams
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
