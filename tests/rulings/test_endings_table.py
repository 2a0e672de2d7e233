"""The endings of the table of rulings: under which profile each is due, by whose moves, and who may act on it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from arbiter.rules.endings import endings_of, keys_for
from arbiter.rules.endings.draws import begin
from arbiter.rules.position import parse_fen
from arbiter.rules.variants import VARIANTS
from arbiter.sides import Side


@dataclass(frozen=True)
class Shuffle:
    """A king moves to and fro: for a count it stands where it stood."""

    path: tuple[int, ...]
    taken: tuple[int, ...] = ()
    crowned: bool = False


THREE, ALONE = "W:WK46,K47,K48:BK5", "W:WK46:BK5"
ROAD = "W:WKc1,Ke1,Kg1:BKh8"
TABLE = (
    # ruling, variant, profile, position, row, plies until it is due, how it may be acted on
    ("G10", "international", "international_book", THREE, "repetition-002", 4, "fact"),
    ("G18", "international", "fmjd_classic", "W:WK46,K47:BK5,K6", "kings-25", 50, "fact"),
    ("G19", "international", "fmjd_classic", THREE, "king-v-three-16", 32, "fact"),
    ("G20", "international", "fmjd_classic", "W:WK46,47:BK5", "king-v-two-5", 10, "fact"),
    ("G20", "international", "fmjd_classic", ALONE, "king-v-two-5", 10, "fact"),
    ("G21", "international", "international_book", THREE, "three-kings-002", 29, "fact"),
    ("G24", "russian", "russian64", "W:WKc1,Ke1,Kg1:BKb8", "king-v-three-kings-15", 29, "claim"),
    ("G25", "russian", "russian64", "W:WKc1,Ke1:BKb8,Kd8", "kings-15", 30, "claim"),
    ("G26", "russian", "russian64", "W:WKc1,e1:BKb8,d8", "balance-30", 60, "claim"),
    ("G26", "russian", "russian64", "W:WKc1,e1,g1:BKb8,d8,f8", "balance-60", 120, "claim"),
    ("G27", "russian", "russian64", ROAD, "main-road-5", 9, "claim"),
    ("G27", "russian", "russian64", "W:WKc1,e1:BKb8", "king-v-two-5-64", 10, "claim"),
    ("G27", "russian", "russian64", "W:WKc1:BKb8", "king-v-two-5-64", 10, "claim"),
    ("G28", "american", "english_wcdf", "B:WK32,K31:BK1,K2", "no-progress-40", 80, "claim"),
    ("G31", "brazilian", "brazilian64", "W:WKc1,Ke1:BKb8,Kd8", "kings-20", 40, "fact"),
    ("G32", "russian", "tanzania64", "W:WKc1,Ke1:BKb8,Kd8", "kings-30", 60, "fact"),
    ("G32", "russian", "tanzania64", "W:WKc1,Ke1,Kg1:BKb8", "king-v-three-kings-12", 23, "fact"),
    ("G32", "russian", "tanzania64", "W:WKc1,Ke1:BKb8", "king-v-two-5-weak", 10, "fact"),
    ("G33", "frisian", "frisian", "W:WK46,K47:BK5", "frisian-7", 14, "fact"),
)


@pytest.mark.parametrize(("ruling", "variant", "profile", "fen", "row", "plies", "mode"), TABLE)
def test_an_ending_of_the_table_is_due_with_its_last_move_and_not_before(
    ruling: str, variant: str, profile: str, fen: str, row: str, plies: int, mode: str
) -> None:
    """G10, G18, G19, G20, G21, G24, G25, G26, G27, G28, G31, G32, G33."""
    game = VARIANTS[variant]
    position = parse_fen(fen, game)
    tally = begin(position, endings_of(keys_for(variant, profile)), game.board)
    found, due = tally.count(row), list[int]()
    assert found is not None, ruling
    assert found.row.mode.value == mode
    for ply in range(1, plies + 1):
        kings = position.kings[position.turn]
        square = kings.bit_length() - 1
        position = position.turned_to(position.turn.other)
        tally = tally.after(Shuffle((square, square)), position)
        due += [ply for count in tally.due(capturing=False) if count.row.key == row]

    assert due == [plies]


@pytest.mark.parametrize("side", Side)
def test_g33_a_king_each_is_drawn_at_once_unless_a_capture_is_due(side: Side) -> None:
    """G32, G33: the Frisian and the Tanzanian rules."""
    rows = (("frisian", "frisian", "one-king-each-frisian"), ("russian", "tanzania64", "one-king-each-tanzania"))
    for variant, profile, row in rows:
        game = VARIANTS[variant]
        fen = "W:WK46:BK5" if variant == "frisian" else "W:WKc1:BKb8"
        position = parse_fen(fen, game).turned_to(side)
        tally = begin(position, endings_of(keys_for(variant, profile)), game.board)
        tally = replace(tally, runs=tuple(run._replace(began=0) for run in tally.runs))

        assert [count.row.key for count in tally.due(capturing=False) if count.row.key == row] == [row]
        assert [count.row.key for count in tally.due(capturing=True) if count.row.key == row] == []
