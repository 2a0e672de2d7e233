"""Openings that are drawn: the tables, what they put on the board, and what is barred."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arbiter.refused import Refused
from arbiter.rules.ballots import TABLES, Table, opening
from arbiter.rules.position import fen_text, parse_fen, start
from arbiter.rules.variants import VARIANTS
from arbiter.sides import Side

DATA = Path(__file__).parents[1] / "data" / "rules" / "ballots"
OF_ANOTHER_TURN = {"II-1", "XX-18", "XXVII-9"}
"""Where the file that the positions were taken from has the wrong side to move."""
OF_ANOTHER_OPENING = {"2-IV", "5-VII"}
"""Where it repeats the position before, and where the players choose."""


@pytest.mark.parametrize(
    ("key", "ballots", "playable"),
    [
        ("two-move", 49, 43),
        ("three-move", 174, 156),
        ("russian", 745, 745),
        ("brazilian", 736, 736),
        ("basic-64", 150, 150),
    ],
)
def test_a_table_holds_its_openings(key: str, ballots: int, playable: int) -> None:
    table = TABLES[key]

    assert (len(table.ballots), len(table.playable)) == (ballots, playable)
    assert len({ballot.name for ballot in table.ballots}) == ballots


@pytest.mark.parametrize("table", TABLES.values(), ids=lambda table: table.key)
def test_every_opening_can_be_put_on_the_board_of_its_game(table: Table) -> None:
    for variant in (VARIANTS[key] for key in table.variants):
        for ballot in table.ballots:
            put = opening(ballot, variant)
            position = put.begin
            for move in put.moves:
                position = position.played(move.path, move.taken, move.crowned)

            assert position == put.position
            assert bool(put.moves) is not (ballot.flying or ballot.moves == ("Free",))
            if not put.moves:
                assert position.turn is Side.WHITE


@pytest.mark.parametrize("key", ["two-move", "three-move", "russian", "basic-64"])
def test_the_positions_are_those_of_the_published_tables(key: str) -> None:
    positions = json.loads((DATA / f"{key}.json").read_text())
    table = TABLES[key]
    variant = VARIANTS["american" if "move" in key else "russian"]

    assert {ballot.name for ballot in table.ballots} == set(positions)
    for ballot in table.ballots:
        if ballot.name in OF_ANOTHER_OPENING:
            continue
        put, published = opening(ballot, variant).position, parse_fen(positions[ballot.name], variant)
        assert (put.men, put.kings) == (published.men, published.kings), ballot.name
        assert (put.turn is published.turn) is not (ballot.name in OF_ANOTHER_TURN and key == "russian")


def test_moves_are_read_by_file_or_by_square() -> None:
    table, variant = TABLES["russian"], VARIANTS["russian"]
    by_file = opening(table.named("I-17"), variant)

    assert [(len(move.path), len(move.taken)) for move in by_file.moves] == [(2, 0)] * 4 + [(2, 1)] * 2
    assert [move.path for move in opening(TABLES["three-move"].named("4"), VARIANTS["american"]).moves][:2] == [
        (9, 13),
        (22, 17),
    ]


def test_a_flying_ballot_sets_the_men_elsewhere_and_white_begins() -> None:
    put = opening(TABLES["russian"].named("II-2"), VARIANTS["russian"])

    assert put.moves == ()
    assert fen_text(put.begin, VARIANTS["russian"]).startswith("W:")
    assert put.begin != start(VARIANTS["russian"])


def test_chance_given_is_chance_kept_and_no_barred_opening_is_ever_drawn() -> None:
    for table in TABLES.values():
        drawn = [table.drawn(chance) for chance in range(len(table.playable))]

        assert not any(ballot.barred for ballot in drawn)
        assert len(set(drawn)) == len(drawn)
        for chance in (-1, len(drawn)):
            with pytest.raises(Refused):
                table.drawn(chance)


def test_a_barred_opening_is_refused_by_name_and_so_is_none() -> None:
    with pytest.raises(Refused) as barred:
        TABLES["three-move"].named("13")
    with pytest.raises(Refused) as unknown:
        TABLES["three-move"].named("175")

    assert (barred.value.code, unknown.value.code) == ("ballot_barred", "no_ballot")
    assert TABLES["russian"].named(" i-17 ").name == "I-17"


def test_only_the_games_of_a_table_are_balloted() -> None:
    def keys(variant: str) -> list[str]:
        return [table.key for table in TABLES.values() if variant in table.variants]

    assert keys("american") == ["two-move", "three-move"]
    assert keys("russian") == ["russian", "basic-64"]
    assert keys("international") == []
