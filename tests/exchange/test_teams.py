"""Teams in a report: written with their line-ups, and read back to the same matches and standings."""

from __future__ import annotations

import random

import pytest

from arbiter.exchange.trf.report import trf_of
from arbiter.exchange.trf.teams import TeamsOfFile
from arbiter.journal.people import Person
from arbiter.pairing.trf.read import read_trf
from arbiter.rulings.entries import WithdrawPlayer
from arbiter.rulings.referee.corrections import RuleResult
from arbiter.rulings.rounds.arrangements import SetGroup
from arbiter.rulings.rounds.hand import ChangeRound, Swap
from arbiter.rulings.rounds.pairing import PairRound, PublishRound
from arbiter.rulings.rounds.pairing_input import system_settings
from arbiter.shapes.standings_and_crosstable import standings_shape
from arbiter.tournament.fixtures import shown, teams
from arbiter.view import View
from tests.exchange.test_whole_tournaments import EDITIONS, brought
from tests.exchange.tournaments import OUTCOMES, tried
from tests.hall import BY, Hall


def random_league(seed: int) -> View:
    """Some clubs of some players on two or three boards: byes, withdrawals, seats left empty, line-ups by hand."""
    chance = random.Random(seed)
    system = chance.choice(("team-round-robin", "team-swiss"))
    boards, clubs = chance.randint(2, 3), chance.randint(3, 5)
    sizes = [chance.randint(boards - 1, boards + 2) for _ in range(clubs)]
    colours = chance.choice(("WB", "BW", "WBBW"))
    hall = Hall(
        players=sum(sizes), started=False, system=system, rounds=3, settings={"boards": boards, "colours": colours}
    )
    names = [f"Club {number}" for number, size in enumerate(sizes, 1) for _ in range(size)]
    chance.shuffle(names)
    people = {entry: Person(f"Player {entry}", 1_000 + chance.randrange(900)) for entry in hall.state.entries}
    for entry, name in zip(hall.state.entries, names, strict=True):
        hall.submit(SetGroup(entry=entry, group=name, by=BY))
    for number in (1, 2, 3):
        if chance.random() < 0.3:
            tried(hall, WithdrawPlayer(entry=chance.choice(hall.state.entries), by=BY, reason="ill"))
        if not tried(hall, PairRound(by=BY, draft=True, rematches=True, lots=1 + chance.randrange(99))):
            break
        if chance.random() < 0.4:
            one, other = chance.sample(hall.state.entries, 2)
            tried(hall, ChangeRound(round=number, deed=Swap(one, other), by=BY, reason="asked", accepted=True))
        hall.submit(PublishRound(round=number, by=BY, as_it_is=True))
        for game in hall.state.round(number).games:
            hall.submit(
                RuleResult(
                    round=number, board=game.board, outcome=chance.choice(OUTCOMES), because="ruling", by=BY, reason="x"
                )
            )
    return View(tournament="league", state=hall.state, people=people)


def told(view: View) -> object:
    """The parts that a report has to bring back: line-ups board by board, matches, and the standings of teams."""
    state = view.state
    names = {team.number: team.players for team in teams(state)}
    return (
        [[(game.entries, state.result_text(game)) for game in round.games] for round in state.rounds],
        [shown(state, round) for round in state.rounds],
        [[(one.home, one.guest, one.empty_home, one.empty_guest) for one in round.fixtures] for round in state.rounds],
        names,
        [(row["name"], row["points"], row["tiebreaks"]) for row in standings_shape(view)["standings"]],
    )


@pytest.mark.parametrize("seed", range(40))
def test_a_league_is_read_back_as_it_was_written(seed: int) -> None:
    view, edition = random_league(seed), EDITIONS[seed % 2]
    text = trf_of(view, edition)
    again = brought(text.encode())

    assert read_trf(text).faults == ()
    assert told(again) == told(view)


def foreign(*lines: str) -> str:
    """A report of another program: two rounds of three teams on two boards, Beta without a second player once."""
    cells = {
        1: ("3 w 1", "5 b ="),
        2: ("0000 - +", "6 w 0"),
        3: ("1 b 0", ""),
        4: ("", ""),
        5: ("", "1 w ="),
        6: ("", "2 b 1"),
    }
    made = ["012 League", "092 Team Round Robin", "162  W 2.0    D 1.0    L 0.0"]
    for number, rounds in cells.items():
        told = (f"{cell[:-4]:>4}{cell[-4:]}" if cell else " " * 8 for cell in rounds)
        head = f"001 {number:>4}      {f'Player {number}':<33} {1_500 + number:>4}"
        made.append(f"{head:<80} 0.0".ljust(91) + "  ".join(told).rstrip())
    return "\n".join([*made, *lines, ""])


OF_310 = (
    f"310   1 {'Alpha':<32} {'':<5} {'':>6} {'':>6} {'':>6} {'':>3}    1    2",
    f"310   2 {'Beta':<32} {'':<5} {'':>6} {'':>6} {'':>6} {'':>3}    3    4",
    f"310   3 {'Beta':<32} {'':<5} {'':>6} {'':>6} {'':>6} {'':>3}    5    6",
)
OF_013 = tuple(
    f"013 {name:<32}{one:>4}{two:>5}" for name, one, two in (("Alpha", 1, 2), ("Beta", 3, 4), ("Beta", 5, 6))
)


@pytest.mark.parametrize("teams_of", [OF_310, OF_013])
def test_matches_of_other_programs_follow_from_who_met_whom(teams_of: tuple[str, ...]) -> None:
    state = brought(foreign(*teams_of, "300   1   2   1    3 0000", "352 WB").encode()).state

    assert state.system == "team-round-robin"
    assert (system_settings(state)["boards"], system_settings(state)["colours"]) == (2, "WB")
    assert sorted(set(state.groups.values())) == ["Alpha", "Beta 2", "Beta 3"]
    told = [
        [(one.home, one.guest, state.points.pair_text(one.points)) for one in shown(state, round)]
        for round in state.rounds
    ]
    assert told == [
        [("Alpha", "Beta 2", "4-0"), ("Beta 3", None, "0-0")],
        [("Beta 3", "Alpha", "3-1"), ("Beta 2", None, "0-0")],
    ]


def test_a_match_that_a_team_did_not_come_to_is_won_at_every_board() -> None:
    text = foreign(*OF_310, "330 -+ 003 001 002", "352 WB")
    players = [line + " " * 12 + "0000 - Z" if line.startswith("001    1") else line for line in text.splitlines()]
    teams_of = TeamsOfFile(read_trf("\n".join(players)).trf)

    assert teams_of.seated(3).matches == [(1, 2, 2, 0), (3, 0, 0, 0)]


@pytest.mark.parametrize(
    "odd",
    [
        "### Matches of round 1: 9-9 1-1/99/99 0-0",
        "### Boards of round 1: 1-1 77-3",
        "310   7 Gamma                                                           1    1    3   99",
        "352 XYZ",
        "300   1   9   1    3    3",
        "330 +-   1   9   1",
    ],
)
def test_what_is_odd_about_teams_ends_in_no_fault(odd: str) -> None:
    view = brought(foreign(*OF_310, odd).encode())

    assert len(standings_shape(view)["standings"]) >= 3
    assert brought(trf_of(view).encode()).state.groups == view.state.groups


def test_a_match_in_which_a_team_had_nobody_is_a_forfeit_of_record_330() -> None:
    """Beta has nobody in any round, and loses at every board."""
    hall = Hall(players=8, started=False, system="team-round-robin", settings={"boards": 2})
    for entry in hall.state.entries:
        hall.submit(SetGroup(entry=entry, group=("Alpha", "Beta", "Gamma", "Delta")[(entry - 1) // 2], by=BY))
    for entry in (3, 4):
        hall.submit(WithdrawPlayer(entry=entry, by=BY, reason="ill"))
    for number in (1, 2, 3):
        hall.submit(PairRound(by=BY, lots=1))
        for game in hall.state.rounds[-1].games:
            hall.submit(RuleResult(round=number, board=game.board, outcome=OUTCOMES[0], by=BY, reason="x"))
    view = View(tournament="league", state=hall.state, people={entry: Person(f"P {entry}") for entry in range(1, 9)})
    text = trf_of(view)
    bare = "\n".join(line for line in text.splitlines() if not line.startswith("###"))

    assert [line for line in text.splitlines() if line.startswith(("192", "330"))] == [
        "192 FIDE_TEAM_ROUNDROBIN",
        "330 -+ 001 002 003",
        "330 +- 002 001 002",
        "330 -+ 003 002 004",
    ]
    assert told(brought(text.encode())) == told(view)
    assert standings_shape(brought(bare.encode()))["standings"] == standings_shape(view)["standings"]
