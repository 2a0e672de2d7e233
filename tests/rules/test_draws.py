"""What is counted towards an ending: which moves count, what begins a count anew, and when it is due."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.rules.endings import ENDINGS, OF_VARIANT, Counts, Ending, Mode, endings_of, main_road
from arbiter.rules.endings.draws import Count, Tally, begin, counted
from arbiter.rules.moves import legal_moves
from arbiter.rules.notation import Move
from arbiter.rules.position import Position, parse_fen, start
from arbiter.rules.variants import VARIANTS, Variant
from arbiter.sides import Side
from tests.rules.drawn import games


class Line(NamedTuple):
    """Moves played, and the positions before and after each."""

    variant: Variant
    positions: list[Position]
    plays: list[Move]


def played(key: str, fen: str, *moves: str) -> Line:
    """Those moves, by origin and destination, from that position on."""
    variant = VARIANTS[key]
    positions, plays = [parse_fen(fen, variant) if fen else start(variant)], []
    for text in moves:
        legal = legal_moves(positions[-1], variant)
        names = variant.names(variant.board)
        move = next(m for m in legal if f"{names[m.origin]}-{names[m.destination]}" == text)
        plays.append(move)
        positions.append(positions[-1].played(move.path, move.taken, move.crowned))
    return Line(variant, positions, plays)


def tally(line: Line, *rows: str) -> Tally:
    return counted(line.positions[0], line.plays, endings_of(rows), line.variant.board)


def only(line: Line, row: str) -> Count:
    found = tally(line, row).count(row)
    assert found is not None
    return found


def dues(line: Line, *rows: str) -> list[tuple[int, str]]:
    """After which ply which row was due."""
    tally = begin(line.positions[0], endings_of(rows), line.variant.board)
    found: list[tuple[int, str]] = []
    for play, now in zip(line.plays, line.positions[1:], strict=True):
        tally = tally.after(play, now)
        capturing = any(move.taken for move in legal_moves(now, line.variant))
        found.extend((tally.ply, count.row.key) for count in tally.due(capturing=capturing))
    return found


ROUND = ("46-41", "1-6", "41-46", "6-1")
THREE_TO_ONE = "W:WK46,K47,K48:BK1"
WALK = (*ROUND, "46-37", "1-6", "37-46", "6-1")
ROAD = ("36-31", "5-10", "31-36", "10-15", "36-31", "15-10")


def test_a_position_is_repeated_with_the_same_side_to_move_only() -> None:
    line = played("international", "W:WK46,K36:BK1,K15", *ROUND, *ROUND)
    count = only(line, "repetition-fmjd")

    assert count.plies == (0, 4, 8)
    assert count.reached
    assert dues(line, "repetition-fmjd") == [(8, "repetition-fmjd")]
    assert only(played("international", "W:WK46,K36:BK1,K15", *ROUND, "46-41"), "repetition-fmjd").plies == (1, 5)


def test_a_fourth_time_is_not_due_again() -> None:
    line = played("international", "W:WK46,K36:BK1,K15", *ROUND, *ROUND, *ROUND)

    assert dues(line, "repetition-fmjd")[0] == (8, "repetition-fmjd")
    assert (12, "repetition-fmjd") not in dues(line, "repetition-fmjd")
    assert only(line, "repetition-fmjd").number == 4


def test_what_a_man_or_a_capture_has_changed_does_not_come_back() -> None:
    line = played("international", "W:WK46,36:BK1,5", *ROUND, "36-31", "1-6")

    assert only(line, "repetition-fmjd").plies == (6,)
    assert len(tally(line, "repetition-fmjd").recent) == 2


def test_kings_alone_are_counted_for_each_side_and_a_man_begins_anew() -> None:
    line = played("international", "W:WK46,36:BK1,5", "46-41", "1-6", "36-31", "6-1", "41-46", "1-6")
    count = only(line, "kings-25")

    assert (count.number, count.began, count.cause, count.plies) == (1, 3, "man_moved", (4, 5, 6))
    assert not count.reached


def test_twenty_five_moves_each_with_kings_only_are_due_after_the_fiftieth_ply() -> None:
    line = played("international", "W:WK46,36:BK1,5", *(WALK * 7)[:50])

    assert dues(line, "kings-25") == [(50, "kings-25")]


@pytest.mark.parametrize(
    ("fen", "row", "runs"),
    [
        (THREE_TO_ONE, "king-v-three-16", True),
        ("W:WK46,47,48:BK5", "king-v-three-16", True),
        ("W:W46,47,48:BK5", "king-v-three-16", False),  # no king among the three
        ("W:WK46,K47,K48:B5", "king-v-three-16", False),  # a man, no king
        ("W:WK46,K47,K48,K49:BK5", "king-v-three-16", False),
        ("W:WK46,47:BK5", "king-v-two-5", True),
        ("W:WK46:BK5", "king-v-two-5", True),
        ("W:W46:BK5", "king-v-two-5", False),
        (THREE_TO_ONE, "three-kings-002", True),
        ("W:WK46,K47,48:BK5", "three-kings-002", False),
        ("W:WK46,K47,K48,K49:BK5", "king-v-three-kings-15", True),
        ("W:WK46,K47:BK5,K6", "balance-30", True),
        ("W:WK46,47,48:BK5,6", "balance-30", True),
        ("W:W46,47,48:BK5,6", "balance-30", False),
        ("W:WK46,47,48:BK5,6,7", "balance-30", False),
        ("W:WK46,47,48:BK5,6,7", "balance-60", True),
        ("W:WK46:BK5", "one-king-each", True),
        ("W:WK46:B5", "one-king-each", False),
        ("W:W46:B5", "one-piece-each", True),
        ("W:WK46,K47:BK5", "frisian-7", True),
        ("W:WK46,47:BK5", "frisian-7", False),
    ],
)
def test_an_ending_is_known_by_the_pieces_left(fen: str, row: str, *, runs: bool) -> None:
    position = parse_fen(fen, VARIANTS["international"])
    count = begin(position, (ENDINGS[row],), VARIANTS["international"].board).count(row)

    assert count is not None
    assert (count.began is not None) is runs


def test_three_kings_have_fifteen_moves_of_their_own_and_no_more() -> None:
    """The count is the stronger side's: due with its fifteenth move, whoever began (002)."""
    first = played("international", THREE_TO_ONE, *(WALK * 4)[:31])
    second = played("international", "B:WK46,K47,K48:BK1", *(("1-6", "46-41", "6-1", "41-46") * 8))

    assert dues(first, "three-kings-002") == [(29, "three-kings-002")]
    assert dues(second, "three-kings-002") == [(30, "three-kings-002")]
    assert only(first, "three-kings-002").side is Side.WHITE


def test_sixteen_moves_are_counted_for_each_side() -> None:
    assert dues(played("international", THREE_TO_ONE, *(WALK * 5)[:34]), "king-v-three-16") == [(32, "king-v-three-16")]


def test_the_move_that_makes_the_ending_is_not_counted() -> None:
    count = only(played("international", "W:W33,K46:B29,K1", "33-24"), "king-v-two-5")

    assert (count.began, count.number, count.plies) == (1, 0, ())


def test_an_ending_of_few_pieces_goes_on_through_captures_and_crownings_within_it() -> None:
    line = played("international", "W:WK46,8:BK26", "8-2", "26-21", "2-8")

    assert only(line, "king-v-two-5").began == 0
    assert only(line, "king-v-two-5").plies == (1, 2, 3)


def test_a_crowning_begins_the_balance_of_forces_anew() -> None:
    line = played("international", "W:WK46,9:BK26,K16", "46-41", "26-21", "9-4", "21-26")
    count = only(line, "balance-30")

    assert (count.began, count.cause, count.plies) == (3, "crowned", (4,))


def test_the_main_road_counts_only_while_the_lone_king_stands_on_it() -> None:
    there = only(played("international", "W:WK47,K36,K26:BK5", *ROAD[:3]), "main-road-5")
    away = only(played("international", "W:WK47,K36,K26:BK5", *ROAD[:4]), "main-road-5")
    back = only(played("international", "W:WK47,K36,K26:BK5", *ROAD), "main-road-5")

    assert main_road(VARIANTS["international"].board).bit_count() == 10
    assert (there.began, there.number) == (0, 2)
    assert (away.began, away.number) == (None, 0)
    assert (back.began, back.cause) == (6, "material")


def test_what_a_ruling_puts_on_the_board_begins_every_count_anew() -> None:
    """A huffed piece is gone: what was counted with it does not count on, and other endings may begin."""
    line = played("international", "W:WK46,K47,K48:BK1", *ROUND)
    huffed = parse_fen("W:WK46,K47:BK1", VARIANTS["international"])
    anew = tally(line, "king-v-three-16", "king-v-two-5", "kings-25").set_up(huffed)

    assert [count.began for count in anew.counts()] == [None, 4, 4]
    assert anew.recent == (huffed,)


def test_one_king_each_is_due_at_once_unless_a_capture_is() -> None:
    assert dues(played("international", "W:WK50:BK5,44", "50-39"), "one-king-each") == [(1, "one-king-each")]
    assert dues(played("international", "W:WK50:BK5,44", "50-28"), "one-king-each") == []  # and 5x32 wins


def test_a_claim_before_the_move_is_looked_at_by_counting_that_move_too() -> None:
    """What would stand after an announced move is the count with one more play (WCDF 1.32.1)."""
    line = played("american", "B:BK1,K4:WK29,K32", "1-6", "29-25", "6-1", "25-29", "1-6", "29-25", "6-1")
    announced = played("american", "B:BK1,K4:WK29,K32", *(("1-6", "29-25", "6-1", "25-29") * 2))

    assert only(line, "repetition-wcdf").number == 2
    ahead = tally(line, "repetition-wcdf").after(announced.plays[-1], announced.positions[-1])
    assert ahead.counts()[0].plies == (0, 4, 8)


@pytest.mark.parametrize("key", OF_VARIANT)
def test_every_variant_has_its_rows_and_every_row_its_source_or_none(key: str) -> None:
    for row in endings_of(OF_VARIANT[key]):
        assert row.key in ENDINGS
        assert row.limit >= 0
        assert (
            row.article is None or row.article[0].isdigit() or row.article[0].isupper() or "house rule" in row.article
        )


def test_the_tabled_numbers_are_these() -> None:
    tabled = {key: [(row.counts, row.limit, row.mode) for row in endings_of(OF_VARIANT[key])] for key in OF_VARIANT}
    fact, claim = Mode.FACT, Mode.CLAIM

    assert tabled["international"] == [
        (Counts.TIMES, 3, fact),
        (Counts.EACH, 25, fact),
        (Counts.EACH, 16, fact),
        (Counts.EACH, 5, fact),
    ]
    assert tabled["american"] == [(Counts.TIMES, 3, claim), (Counts.EACH, 40, claim)]
    assert [limit for _, limit, _ in tabled["russian"]] == [3, 15, 15, 30, 60, 5, 5]
    assert tabled["pool"][1] == (Counts.STRONGER, 13, fact)
    assert tabled["italian"][0] == (Counts.TIMES, 4, fact)


class Naive:
    """The counts by going through the whole game anew, written for the tests only."""

    def __init__(self, line: Line) -> None:
        self.line = line

    def number(self, row: Ending) -> int:
        line = self.line
        last = len(line.plays)
        if row.from_notice:  # nobody has given notice in these games
            return 0
        if row.counts is Counts.TIMES:
            return sum(position == line.positions[-1] for position in line.positions)
        run = 0
        while run < last and self._goes_on(row, last - run):
            run += 1
        if row.material is not None and not row.material.holds(line.positions[-1], line.variant.board):
            return 0
        mine = [line.positions[ply - 1].turn for ply in range(last - run + 1, last + 1)]
        pieces = {side: (line.positions[-1].men[side] | line.positions[-1].kings[side]).bit_count() for side in Side}
        if row.counts is Counts.PLIES:
            return len(mine)
        if row.counts is Counts.EACH or pieces[Side.WHITE] == pieces[Side.BLACK]:
            return min(mine.count(side) for side in Side)
        strong = max(Side, key=pieces.__getitem__)
        return mine.count(strong if row.counts is Counts.STRONGER else strong.other)

    def _goes_on(self, row: Ending, ply: int) -> bool:
        before, move = self.line.positions[ply - 1], self.line.plays[ply - 1]
        board = self.line.variant.board
        man = move.origin not in [sq for sq, rank in before.pieces(before.turn).items() if rank.value == "king"]
        happened = {"capture": bool(move.taken), "man_moved": man, "crowned": move.crowned}
        if any(happened[name] for name in row.resets):
            return False
        return row.material is None or row.material.holds(before, board)


@settings(max_examples=150, deadline=None)
@given(games(7), st.lists(st.integers(0, 60), min_size=1, max_size=60))
def test_counts_carried_on_are_the_counts_of_the_whole_game(
    drawn: tuple[Variant, Position], choices: list[int]
) -> None:
    """Play by play, from the plays again, or after taking plays back: the counts are the same, and right."""
    variant, position = drawn
    rows = tuple(ENDINGS.values())
    line = Line(variant, [position], [])
    now = begin(position, rows, variant.board)
    for choice in choices:
        legal = legal_moves(line.positions[-1], variant)
        if not legal:
            break
        quiet = [move for move in legal if not move.taken] or list(legal)
        move = quiet[choice % len(quiet)]
        line.plays.append(move)
        line.positions.append(line.positions[-1].played(move.path, move.taken, move.crowned))
        now = now.after(move, line.positions[-1])

    assert now == counted(position, line.plays, rows, variant.board)
    half = len(line.plays) // 2
    short = counted(position, line.plays[:half], rows, variant.board)
    for play, after in zip(line.plays[half:], line.positions[half + 1 :], strict=True):
        short = short.after(play, after)
    assert short == now
    for count in now.counts():
        assert count.number == Naive(line).number(count.row), count.row.key
        assert all(0 <= ply <= now.ply for ply in count.plies)


@settings(max_examples=100, deadline=None)
@given(games(5), st.lists(st.integers(0, 3), min_size=40, max_size=90))
def test_a_row_is_due_once_for_each_time_that_it_gets_there(
    drawn: tuple[Variant, Position], choices: list[int]
) -> None:
    """Between two dues of a run it has begun anew; what is due has its limit reached, with the last move."""
    variant, position = drawn
    rows = tuple(row for row in ENDINGS.values() if row.counts is not Counts.TIMES)
    tally, seen = begin(position, rows, variant.board), set[tuple[str, int | None]]()
    for choice in choices:
        legal = legal_moves(position, variant)
        if not legal:
            break
        move = legal[choice % len(legal)]
        position = position.played(move.path, move.taken, move.crowned)
        tally = tally.after(move, position)
        reached = {count.row.key for count in tally.counts() if count.reached and count.row.limit}
        for count in tally.due(capturing=False):
            assert (count.row.key, count.began) not in seen
            seen.add((count.row.key, count.began))
        assert reached <= {key for key, _ in seen}
