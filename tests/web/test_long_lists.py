"""Long rounds and tables come on several pages; short ones on one, without a word about it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.bench.long_journal import long_tournament
from tests.web.conftest import Door, door_to


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    """A round of 125 boards after one that is over."""
    with door_to(tmp_path_factory.mktemp("large")) as door:
        long_tournament(door.desks, players=250, rounds=2, plies=1)
        yield door


def page(door: Door, address: str) -> str:
    answer = door.client.get(f"/tournaments/long{address}")
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def boards(text: str) -> list[int]:
    return [int(board) for board in re.findall(r'data-game="2/(\d+)"', text)]


@pytest.mark.parametrize(
    ("asked", "shown"),
    [("", range(1, 61)), ("&page=2", range(61, 121)), ("&page=3", range(121, 126))],
    ids=["first", "second", "last"],
)
def test_a_round_has_sixty_boards_on_a_page(large: Door, asked: str, shown: range) -> None:
    text = page(large, f"/rounds/2?view=boards{asked}")

    assert boards(text) == list(shown)
    assert f"Boards {shown.start}–{shown.stop - 1}" in text


@pytest.mark.parametrize(("asked", "as_if"), [("0", "1"), ("99", "3"), ("x", "1"), ("-1", "1"), ("9999999", "1")])
def test_a_page_that_there_is_not_is_the_nearest(large: Door, asked: str, as_if: str) -> None:
    assert boards(page(large, f"/rounds/2?view=boards&page={asked}")) == boards(
        page(large, f"/rounds/2?view=boards&page={as_if}")
    )


def test_standings_and_crosstable_have_a_hundred_rows_on_a_page(large: Door) -> None:
    order = [row["entry"] for row in large.get("/tournaments/long/standings").get_json()["standings"]]
    text = page(large, "/standings?page=2")
    standings, crosstable = text.split('data-fragment="crosstable"')
    names = [f"Family{entry}, Given" for entry in order[100:200]]

    assert re.findall(r'<th scope="row"><a [^>]+>([^<]+)<', standings) == names
    assert re.findall(r'<th scope="row">([^<]+)<', crosstable) == names
    assert re.findall(r'<tr>\s*<td class="number">(\d+)</td>', crosstable) == [str(row) for row in range(101, 201)]


def test_a_short_round_says_nothing_of_pages(door: Door) -> None:
    t = door.tournament(4, system="manual", started=False)
    door.post(f"/tournaments/{t}/rounds", {"pairs": [[1, 2], [3, 4]]})

    assert 'fragment="pages"' not in door.client.get(f"/tournaments/{t}").get_data(as_text=True)
