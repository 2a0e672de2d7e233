"""Crosstables to look at: by opponents, by rounds, and of teams."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from arbiter.pairing.formats.teams import Team as Side10
from arbiter.pairing.formats.teams import TeamMatch, boards, line_up, score, team_table
from arbiter.pairing.standings import standings
from arbiter.pairing.table.byes import ByeKind
from arbiter.pairing.table.cells import by_opponents, by_rounds, cell_text, together
from arbiter.pairing.table.crosstable import Bye, Crosstable
from arbiter.pairing.table.points import PointScheme
from arbiter.refused import Refused
from arbiter.sides import Both, Side
from tests.pairing.hall_tables import WON, in_rounds, round_robins, table

SWISS = in_rounds(
    table((1, 2, "2-0"), (3, 4, "1-1"), (2, 3, "0-2ff"), (4, 1, "*"), entries=5, byes=(
        Bye(round=1, entry=5, outcome=WON, kind=ByeKind.ALLOCATED),
        Bye(round=2, entry=5, outcome=None, kind=ByeKind.ZERO),
    ))
)  # fmt: skip


def test_by_rounds_each_cell_names_the_opponent_by_place_the_colour_and_the_points() -> None:
    order = tuple(row.entry for row in standings(SWISS, ()))
    lines = {line.entry: line for line in by_rounds(SWISS, order)}

    assert order == (3, 1, 5, 4, 2)
    told = {entry: [cell_text(SWISS.points, together(cells)) for cells in lines[entry].cells] for entry in order}
    assert told == {
        3: ["4w1", "5b2+"],
        1: ["5w2", "4b"],
        5: ["(2)", "(0)"],
        4: ["1b1", "2w"],
        2: ["2b0", "1w0+"],
    }


def test_two_games_of_a_match_are_told_together() -> None:
    twice = replace(
        SWISS,
        meetings=tuple(replace(met, round=1, game=game) for game, met in enumerate(table(
            (1, 2, "2-0"), (2, 1, "1-1"), entries=2
        ).meetings, start=1)),
        byes=(),
        entries=(1, 2),
    )  # fmt: skip

    (both,) = by_rounds(twice, (1, 2))[0].cells
    assert cell_text(twice.points, together(both)) == "2w3"
    assert cell_text(twice.points, together(())) == "-"


def test_by_opponents_both_rows_have_the_game_and_the_diagonal_is_empty() -> None:
    lines = by_opponents(SWISS, (1, 2, 3, 4, 5))

    assert all(line.cells[at] == () for at, line in enumerate(lines))
    (game,) = lines[0].cells[1]
    (other,) = lines[1].cells[0]
    assert (game.score, game.colour, other.score, other.colour) == (2, Side.WHITE, 0, Side.BLACK)
    assert lines[0].cells[4] == ()


@given(round_robins())
def test_what_stands_in_a_row_is_what_the_entry_has(played: Crosstable) -> None:
    """By opponents and by rounds the cells of a row add up to its score."""
    for lines in (by_opponents(played, played.entries), by_rounds(played, played.entries)):
        for line in lines:
            assert sum(cell.score or 0 for cells in line.cells for cell in cells) == played.score(line.entry)


# teams


def match(number: int, home: int, guest: int, *results: str, round: int = 1) -> TeamMatch:
    """A match with results such as "2-0" from board 1 on, the home team's points first."""
    both = tuple(None if told == "*" else Both(*map(int, told.split("-"))) for told in results)
    return TeamMatch(round=round, number=number, home=home, guest=guest, results=both)


TEAMS = team_table(
    (1, 2, 3),
    (
        match(1, 1, 2, "2-0", "1-1", "0-2", "2-0"),  # 5-3
        match(1, 2, 3, "2-0", "2-0", "1-1", "2-0", round=2),  # 7-1
        match(1, 3, 1, "1-1", "1-1", "1-1", "1-1", round=3),  # 4-4
    ),
    PointScheme(2, 1, 0),
    PointScheme(2, 1, 0),
    everybody=True,
)


def test_teams_are_placed_by_match_points_and_then_by_board_points() -> None:
    rows = standings(TEAMS, ("board-points", "EMGSB", "BC", "TBR", "BBE"))

    assert [(row.rank, row.entry, row.points, row.tiebreaks[0]) for row in rows] == [
        (1, 1, 3, 9), (2, 2, 2, 10), (3, 3, 1, 5),
    ]  # fmt: skip
    # opponents' match points times the board points won from them: 1 has 5 from 2 and 4 from 3
    assert [row.tiebreaks[1] for row in rows] == [2 * 5 + 1 * 4, 3 * 3 + 1 * 7, 2 * 1 + 3 * 4]
    # board 1 brought team 1 two and one, board 2 one and one, board 3 none and one, board 4 two and one
    assert [row.tiebreaks[2:] for row in rows if row.entry == 1] == [(1 * 3 + 2 * 2 + 3 * 1 + 4 * 3, 3, 6)]


def test_the_crosstable_of_teams_has_both_scores() -> None:
    (first,) = by_opponents(TEAMS, (1, 2, 3))[0].cells[1]

    assert (first.score, first.boards) == (2, (5, 3))
    assert by_opponents(TEAMS, (1, 2, 3))[1].cells[0][0].boards == (3, 5)


def test_a_match_has_no_outcome_before_its_last_board() -> None:
    running = match(1, 1, 2, "2-0", "2-0", "*")
    of_two = team_table((1, 2), (running,), PointScheme(2, 1, 0), PointScheme(2, 1, 0))

    assert score(running) == Both(4, 0)
    assert [of_two.score(team) for team in (1, 2)] == [0, 0]


def test_boards_have_the_colours_of_the_league() -> None:
    made = boards((11, 12, 13), (21, 0, 23), "WB")

    assert [board.pair for board in made] == [(11, 21), None, (13, 23)]
    assert [board.pair for board in boards((11, 12), (21, 22), "BW")] == [(21, 11), (12, 22)]


@pytest.mark.parametrize(
    ("players", "code"),
    [
        ((2, 1), "line_up_order"),
        ((1, 0, 2), "line_up_order"),
        ((1, 9), "not_of_the_team"),
        ((1, 1), "paired_twice"),
        ((1, 2, 3, 4, 5), "too_many_boards"),
    ],
)
def test_a_line_up_that_may_not_be_is_refused(players: tuple[int, ...], code: str) -> None:
    with pytest.raises(Refused) as refused:
        line_up(Side10(7, (1, 2, 3, 4, 5)), players, 4, "order")
    assert refused.value.code == code


def test_a_line_up_may_leave_out_anybody_and_a_captain_may_be_free() -> None:
    team = Side10(7, (1, 2, 3, 4, 5))

    assert line_up(team, (1, 3, 5), 4, "order") == (1, 3, 5, 0)
    assert line_up(team, (3, 0, 1), 4, "free") == (3, 0, 1, 0)
