"""Tournament report files: what other programs write is read, faults have line and column, the text is exact."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.pairing.trf import MARKS, WORTHS, Acceleration, Byes, Trf, TrfCell, TrfForbidden, TrfPlayer
from arbiter.pairing.trf.line import tenths, tenths_text
from arbiter.pairing.trf.read import parse_trf, read_trf
from arbiter.pairing.trf.write import trf_text
from arbiter.refused import Refused
from arbiter.sentences import SENTENCES

DATA = Path(__file__).parents[1] / "data/pairing"
DUTCH = sorted((DATA / "dutch").glob("*.trf"))
WRITTEN_ELSEWHERE = sorted([*(DATA / "trf").glob("*.trf"), *(DATA / "trf").glob("*.input")])
ROOM = Path(__file__).parents[2] / "arbiter/pairing/trf"

BROKEN = {
    "incompatible_color.trf": ("trf_colours_differ", 2, 132),
    "incompatible_result.trf": ("trf_results_differ", 2, 132),
    "missing_result.trf": ("trf_opponents_differ", 2, 132),
}
"""Files that contradict themselves: where two do not tell the same game."""

ODD = {
    "incorrect_points.trf": ("trf_points_differ", 2, 81),
    "invalid_code.trf": ("trf_record_unknown", 7, 1),
    "too_many_results.trf": ("trf_more_rounds_than_said", 2, 142),
    "trf26_team.trf": ("trf_columns_shifted", 13, 48),
}
"""Files with a fault that leaves no hole in who met whom."""

HAND = """\
012 Hall
XXR 3
XXC rank black1
XXS W=2 D=1 PAB=1
001    1 m  g van Dijk, Jan                     1400 NED 10000000001 1990/01/02  4.0    1     2 w 1  0000 - U
001    2 w GM Smit, Els                         1300 NED          12 1991        0.0    2     1 b 0     3 w
001    3      Zwart, P.                                                          2.0    3  0000 - H     2 b
XXP 1 3
XXZ 1
"""


def text(file: Path) -> str:
    return file.read_bytes().decode("utf-8-sig")


@pytest.mark.parametrize("file", DUTCH, ids=lambda file: file.stem)
def test_a_file_of_this_edition_is_written_as_it_was_read(file: Path) -> None:
    read = read_trf(text(file))

    assert read.faults == ()
    assert trf_text(read.trf) == text(file)


@pytest.mark.parametrize("file", WRITTEN_ELSEWHERE, ids=lambda file: file.name)
def test_what_other_programs_write_is_read_and_the_same_when_written_here(file: Path) -> None:
    read = read_trf(text(file))

    assert read.trf.players
    assert {fault.code for fault in read.grave} == {BROKEN[file.name][0]} if file.name in BROKEN else not read.grave
    assert read_trf(trf_text(read.trf)).trf == read.trf


@pytest.mark.parametrize("name", sorted(BROKEN | ODD))
def test_a_fault_is_named_by_line_and_column(name: str) -> None:
    code, line, column = (BROKEN | ODD)[name]
    read = read_trf(text(DATA / "trf" / name))

    first = next(fault for fault in read.faults if fault.code == code)
    assert (first.line, first.column, first.grave) == (line, column, name in BROKEN)


@pytest.mark.parametrize("name", sorted(BROKEN))
def test_a_file_that_contradicts_itself_is_refused_where_it_does(name: str) -> None:
    with pytest.raises(Refused) as refused:
        parse_trf(text(DATA / "trf" / name))
    code, line, column = BROKEN[name]
    assert (refused.value.code, refused.value.facts["line"], refused.value.facts["column"]) == (code, line, column)


def test_a_file_without_players_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        parse_trf("012 Hall\n")
    assert refused.value.code == "trf_without_players"


def test_every_fault_has_its_sentence() -> None:
    codes = {
        code for file in ROOM.glob("*.py") for code in re.findall(r'"(trf_[a-z_]+)"', file.read_text(encoding="utf-8"))
    }

    assert len(codes) > 15
    assert codes <= set(SENTENCES)
    assert all("{text}" in SENTENCES[code] or code == "trf_number_missing" for code in codes - {"trf_without_players"})


def test_the_records_of_engines_say_what_the_new_records_say() -> None:
    read = read_trf(HAND)
    trf = read.trf

    assert (trf.rounds, trf.initial, trf.by_rank, trf.absent) == (3, "b", True, (1,))
    assert trf.forbidden == (TrfForbidden(1, 999, (1, 3)),)
    assert (trf.worths["WW"], trf.worths["FW"], trf.worths["HPB"], trf.worths["PAB"]) == (20, 20, 10, 10)
    assert [player.title for player in trf.players] == ["g", "GM", ""]
    assert trf.player(3).cells == (TrfCell(0, "-", "H"), TrfCell(2, "b", "*"))
    assert [trf.score(player) for player in trf.players] == [30, 10, 20]
    assert [(fault.code, fault.line) for fault in read.faults] == [("trf_points_differ", 5), ("trf_points_differ", 6)]


def test_the_next_round_is_the_first_without_games() -> None:
    assert read_trf(HAND).trf.next_round() == 3
    assert list(read_trf(HAND).trf.pairs(2)) == [(2, 3)]


@pytest.mark.parametrize("ending", ["\r", "\r\n", "\n"])
def test_lines_may_end_as_they_like(ending: str) -> None:
    assert read_trf("\ufeff" + HAND.replace("\n", ending)).trf == read_trf(HAND).trf


def test_the_older_edition_tells_an_engine_what_holds_in_the_coming_round() -> None:
    trf = replace(
        read_trf(HAND).trf,
        forbidden=(TrfForbidden(1, 2, (1, 2)), TrfForbidden(3, 3, (2, 3))),
        accelerations=(Acceleration(points=10, first=1, last=3, low=1, high=2),),
        byes=(Byes("H", 3, (2,)), Byes("Z", 2, (3,))),
    )
    lines = trf_text(trf, "16").splitlines()

    assert [line for line in lines if line[:3] in {"XXR", "XXC", "XXP", "XXZ"}] == [
        "XXR 3", "XXC black1 rank", "XXP 2 3", "XXZ 1 2",
    ]  # fmt: skip
    assert [line for line in lines if line.startswith("162")] == ["162  W 2.0    D 1.0    L 0.0    P 1.0"]
    assert read_trf("\n".join(lines)).trf.worths == trf.worths
    assert [line for line in lines if line.startswith("XXA")] == ["XXA    1  1.0  1.0  1.0", "XXA    2  1.0  1.0  1.0"]


@pytest.mark.parametrize(("word", "letter"), [("ZPB", "A"), ("FL", "A"), ("X", "X")])
def test_record_162_has_the_letters_that_other_programs_refuse_only_where_something_would_be_lost(
    word: str, letter: str
) -> None:
    read = read_trf(HAND).trf
    trf = replace(read, worths={**read.worths, word: 3})
    (line,) = [line for line in trf_text(trf, "2026").splitlines() if line.startswith("162")]

    assert f" {letter} " in line
    assert read_trf(trf_text(trf, "2026")).trf.worths == trf.worths


def test_points_of_300_count_where_a_record_299_says_so() -> None:
    trf = read_trf(HAND + "299 W         3.0  001    1\n299          -0.5  000    2\n").trf

    assert [trf.score(player) for player in trf.players] == [40, 5, 20]


NAMES = st.text(st.characters(categories=("L", "N")), min_size=1, max_size=33)


@st.composite
def files(draw: st.DrawFn) -> Trf:
    """A file with any players and rounds in which nobody contradicts anybody."""
    count = draw(st.integers(2, 9))
    rounds = draw(st.integers(0, 4))
    cells: dict[int, list[TrfCell | None]] = {number: [] for number in range(1, count + 1)}
    for _ in range(rounds):
        left = draw(st.permutations(range(1, count + 1)))
        while len(left) > 1:
            white, black, *left = left
            results = draw(st.sampled_from(["10", "01", "==", "+-", "-+", "--", "**", "WL", "DD", "00"]))
            cells[white].append(TrfCell(black, "w", results[0]))
            cells[black].append(TrfCell(white, "b", results[1]))
        for number in left:
            cells[number].append(TrfCell(0, "-", draw(st.sampled_from("UHFZ"))))
    worths = draw(st.fixed_dictionaries({word: st.integers(0, 99) for word in WORTHS}))
    return Trf(
        head={"012": draw(NAMES)},
        rounds=draw(st.integers(1, 99)),
        initial=draw(st.sampled_from(["w", "b", None])),
        worths=worths,
        players=tuple(
            TrfPlayer(
                number=number,
                name=draw(NAMES),
                rating=draw(st.none() | st.integers(0, 9999)),
                points=draw(st.none() | st.integers(0, 999)),
                rank=draw(st.none() | st.integers(1, 9999)),
                cells=tuple(cells[number]),
            )
            for number in cells
        ),
        accelerations=(Acceleration(points=10, first=1, last=2, low=1, high=draw(st.integers(1, 9999))),),
        forbidden=(TrfForbidden(1, 3, (1, 2)),),
        byes=(Byes("H", 2, (1, 2)),),
        comments=("a comment",),
    )


@given(files())
def test_what_is_written_is_read_back(trf: Trf) -> None:
    """Reading a file that was written here gives the tournament that was written."""
    assert read_trf(trf_text(trf)).trf == trf


@given(st.text(max_size=300))
def test_whatever_a_file_holds_reading_it_ends_with_a_value(nonsense: str) -> None:
    """No text makes the reader fall over; what it cannot read it names."""
    read = read_trf(f"001    1      A\n001 {nonsense}")

    assert read.trf.players[0].number == 1
    assert {fault.code for fault in read.faults} <= set(SENTENCES)


@given(st.integers(-999, 99999))
def test_points_read_as_they_are_written(points: int) -> None:
    """Tenths survive the text."""
    assert tenths(tenths_text(points)) == points


def test_every_mark_has_its_worth() -> None:
    assert {row for mark in MARKS.values() for row in mark.worth} <= set(WORTHS)
