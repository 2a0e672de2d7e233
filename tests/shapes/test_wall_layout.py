"""Lists on a wall: every name is large enough for five metres, none is cut, and nobody is left out."""

from __future__ import annotations

import math
from typing import Any

import pytest

from arbiter.shapes.places import wall_layout
from arbiter.shapes.places.wall_layout import (
    BESIDE,
    HIGH,
    LINE_HEIGHT,
    ROWS,
    SMALLEST,
    ListLayout,
    ems,
    lines_of,
    parted,
    size_of,
)

MILLIMETRES = 43 * 25.4 * 9 / math.hypot(16, 9)
"""The height of a television of 43 inches."""
CAPITALS = 0.7275
"""The height of the font's capitals, of its size."""
SHORT, LONG = "Guntis Valneris", "Maria Magdalena van den Bovenkamp-Hogendoorn"


def row(shows: str, name: str) -> dict[str, Any]:
    players = {"white": {"name": name}, "black": {"name": SHORT}}
    return {"name": name, "shown": "12", "prize": "Best junior", "players": players, "result": "2-0"}


def test_the_smallest_type_has_sixteen_minutes_of_arc_at_five_metres() -> None:
    high = SMALLEST / 100 * MILLIMETRES * CAPITALS

    assert math.degrees(math.atan(high / 5_000)) * 60 > 15.99
    assert all(
        size_of(columns, rows, names) >= SMALLEST
        for columns in (1, 2)
        for rows in range(1, ROWS + 1)
        for names in (1, 2)
    )


@pytest.mark.parametrize("shows", BESIDE)
def test_short_names_fill_eleven_rows_a_column(shows: str) -> None:
    most = ROWS * BESIDE[shows]

    assert [len(part) for part, _ in parted(shows, [row(shows, SHORT)] * most)] == [most]
    assert [len(part) for part, _ in parted(shows, [row(shows, SHORT)] * (most + 1))] == [
        most // 2 + 1,
        (most + 1) // 2,
    ]
    assert parted(shows, []) == []


@pytest.mark.parametrize("shows", BESIDE)
@pytest.mark.parametrize("count", [1, 2, 7, 12, 23, 64])
@pytest.mark.parametrize("every", [1, 2, 5])
def test_long_names_take_more_rows_and_everybody_is_on_a_page(shows: str, count: int, every: int) -> None:
    rows = [row(shows, f"{LONG if number % every == 0 else SHORT} {number}") for number in range(count)]
    pages = parted(shows, rows)

    assert [line for part, _ in pages for line in part] == rows
    for part, layout in pages:
        assert layout.rows <= ROWS
        assert sum(layout.spans) <= layout.rows * layout.columns
        size = size_of(layout.columns, layout.rows, 2 if shows in ("results", "prizes") else 1)
        for line, span in zip(part, layout.spans, strict=True):
            room = wall_layout.WIDE[layout.columns] / size / (2 if shows in ("results", "prizes") else 1)
            assert lines_of(line["name"], room) * size * LINE_HEIGHT <= span * HIGH / layout.rows


def test_a_single_line_is_as_large_as_its_list_allows() -> None:
    assert parted("standings", [row("standings", SHORT)])[0][1] == ListLayout(1, 1, (1,))


def test_a_name_is_broken_where_it_may_be() -> None:
    assert lines_of(SHORT, 10) == 1
    assert lines_of(SHORT, 6) == 2
    assert lines_of("Bovenkamp-Hogendoorn", 8) == 2
    assert lines_of("W" * 40, 12) == 4
    assert ems("Śliwiński") == ems("Sliwinski")
    assert ems("漢") > ems("m") > ems("n") > ems("i")


def test_the_longest_name_that_is_taken_stands_on_a_page_of_its_own() -> None:
    [(part, layout), *_] = parted("results", [row("results", "Wm " * 66), row("results", SHORT)])

    assert len(part) == 1
    assert layout.spans[0] <= ROWS
