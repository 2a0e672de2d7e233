"""Crosstables of tournament report files: their schemes, byes, penalties, and rounds that are not paired yet."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arbiter.pairing.standings import standings
from arbiter.pairing.table.byes import ByeKind
from arbiter.pairing.table.points import Outcome, PointScheme
from arbiter.pairing.trf.read import parse_trf
from arbiter.pairing.trf.table import edition, everybody, table_of
from arbiter.sides import Both
from tests.pairing.files import DATA, crosstable

DUTCH = sorted((DATA / "dutch").glob("*_0[0-2]*.trf"))
HEAD = "012 Small\n142 3\n"
PLAYERS = (
    "001    1      Anna                              1200                             0.0    1     2 w 1     3 b =\n"
    "001    2      Bert                              1100                             0.0    2     1 b 0  0000 - U\n"
    "001    3      Cees                                                               0.0    3  0000 - H     1 w =\n"
)


def test_scores_are_counted_in_the_largest_unit_in_which_all_is_whole() -> None:
    chess, draughts = parse_trf(HEAD + PLAYERS), parse_trf(HEAD + "162 W 2.0 D 1.0 A 1.0 P 2.0\n" + PLAYERS)

    assert table_of(chess).points == PointScheme(2, 1, 0, parts=2)
    assert [table_of(chess).score(entry) for entry in (1, 2, 3)] == [3, 2, 2]
    assert table_of(draughts).points == PointScheme(2, 1, 0)
    assert [table_of(draughts).score(entry) for entry in (1, 2, 3)] == [3, 2, 2]


def test_games_and_byes_are_those_of_the_file() -> None:
    table = table_of(parse_trf(HEAD + PLAYERS))

    assert [(met.round, met.white, met.black, met.outcome) for met in table.meetings] == [
        (1, 1, 2, Both(Outcome.WON, Outcome.LOST)),
        (2, 3, 1, Both(Outcome.DRAWN, Outcome.DRAWN)),
    ]
    assert [(bye.round, bye.entry, bye.kind) for bye in table.byes] == [
        (2, 2, ByeKind.ALLOCATED),
        (1, 3, ByeKind.HALF),
    ]
    assert table.ratings == {1: 1200, 2: 1100}
    assert (table.rounds, table.last) == (3, 2)


def test_points_beyond_the_scheme_and_penalties_stand_in_the_score() -> None:
    told = HEAD + PLAYERS + "299 W   3.0        000    1\n299    -0.5        002    2\n"
    trf = parse_trf(told)
    table = table_of(trf)

    assert len(trf.abnormal) == 2
    assert [table.points.value(table.score(entry)) * 10 for entry in (1, 2, 3)] == [
        trf.score(player) for player in trf.players
    ]


def test_a_round_that_is_asked_for_only_is_not_counted_yet() -> None:
    asked = PLAYERS.replace("1 w =\n", "1 w =  0000 - H\n")

    assert table_of(parse_trf(HEAD + asked)).score(3) == table_of(parse_trf(HEAD + PLAYERS)).score(3)


@pytest.mark.parametrize(
    ("line", "edition_of"),
    [
        ("042 2024/10/15\n", 2024),
        ("042 2026/03/01\n", 2026),
        ("042 2025-12-31\n", 2024),
        ("", 2026),
        ("042 soon\n", 2026),
    ],
)
def test_the_edition_is_that_of_the_day_on_which_it_began(line: str, edition_of: int) -> None:
    assert edition(parse_trf(HEAD + line + PLAYERS)) == edition_of


@pytest.mark.parametrize(
    ("line", "all_meet"),
    [("092 Individual: Round-Robin\n", True), ("092 Swiss Dutch\n", False), ("", False)],
)
def test_everybody_meets_everybody_where_the_file_says_so(line: str, all_meet: bool) -> None:
    assert everybody(parse_trf(HEAD + line + PLAYERS)) is all_meet


@pytest.mark.parametrize("file", DUTCH, ids=lambda file: file.stem)
def test_the_scores_of_whole_tournaments_are_those_that_the_files_say(file: Path) -> None:
    trf = parse_trf(file.read_text())
    table = table_of(trf)

    assert {entry: table.points.value(table.score(entry)) * 10 for entry in table.entries} == {
        player.number: player.points for player in trf.players
    }
    assert len(standings(table, ("BH/C1", "BH", "SB", "DE"))) == len(trf.players)


def test_the_files_are_there() -> None:
    index = json.loads((DATA / "dutch" / "index.json").read_text())

    assert len(index) == 180
    assert DUTCH
    assert crosstable("tec_rr.trf").everybody
