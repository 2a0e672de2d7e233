"""Long rounds and tables come on several pages; short ones on one, without a word about it."""

from __future__ import annotations

import json
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


def test_standings_and_crosstable_have_forty_rows_on_a_page(large: Door) -> None:
    order = [row["entry"] for row in large.get("/tournaments/long/standings").get_json()["standings"]]
    text = page(large, "/standings?page=3")
    standings, crosstable = text.split('data-fragment="crosstable"')
    names = [f"Family{entry}, Given" for entry in order[80:120]]

    assert re.findall(r'<th scope="row"><a [^>]+>([^<]+)<', standings) == names
    assert re.findall(r'<th scope="row">([^<]+)<', crosstable) == names
    assert re.findall(r'<tr>\s*<td class="number">(\d+)</td>', crosstable) == [str(row) for row in range(81, 121)]


def found(text: str) -> tuple[str, list[str]]:
    """The current page of a list, and the names in the rows that were found."""
    rows = re.findall(r'<tr class="found"[^>]*>.*?</tr>', text, re.DOTALL)
    current = re.search(r'<a [^>]+ aria-current="page"><span class="visually-hidden">Page </span>(\d+)', text)
    assert current is not None
    return current[1], [name for row in rows for name in re.findall(r"Family\d+, Given", row)]


def test_a_name_leads_to_its_page_and_its_row_is_marked(large: Door) -> None:
    order = [row["entry"] for row in large.get("/tournaments/long/standings").get_json()["standings"]]
    at = order.index(77)
    text = page(large, "/standings?find=given%20FAMILY77")

    assert found(text) == (str(at // 40 + 1), ["Family77, Given"])
    assert text.count('id="found"') == 1
    assert "1 found" in text


def test_a_name_that_several_have_is_marked_on_each_of_their_pages(large: Door) -> None:
    first = page(large, "/standings?find=family7")
    others = dict.fromkeys(
        re.findall(r'href="(\?find=family7&amp;page=\d+|\?page=\d+&amp;find=family7)" class="found"', first)
    )
    names = found(first)[1]
    for address in others:
        names += found(page(large, f"/standings{address.replace('&amp;', '&')}"))[1]

    assert "11 found" in first
    assert sorted(names) == sorted(f"Family{number}, Given" for number in (7, *range(70, 80)))


@pytest.mark.parametrize("asked", ["find=nobody", "find=", "find=%00", "find=---&page=1"])
def test_a_name_that_nobody_has_changes_nothing(large: Door, asked: str) -> None:
    text = page(large, f"/standings?{asked}")

    assert found(text) == ("1", [])


GAMES, NAMES = re.compile(r'<tr[^>]* data-(?:game="2/|key=")(\d+)"'), re.compile(r"<bdi>(Family\d+, Given)</bdi>")
OFFICE = {
    "": (GAMES, 125),
    "/rounds/2": (GAMES, 125),
    "/rounds/2/results": (GAMES, 125),
    "/tablets": (re.compile(r"<h2>Board (\d+)"), 125),
    "/entries": (NAMES, 250),
    "/check-in": (re.compile(r'name="entries" value="(\d+)"'), 250),
    "/entries/names": (re.compile(r'name="take-(\d+)"'), 250),
    "/fees": (NAMES, 250),
}
"""What a line of each list has, and how many lines there are."""


@pytest.mark.parametrize("address", OFFICE)
def test_each_long_list_of_the_office_comes_in_pages_that_together_have_every_line_once(
    large: Door, address: str
) -> None:
    line, every = OFFICE[address]
    large.sign_in()
    first = large.client.get(f"/office/long{address}").get_data(as_text=True)
    count = len(re.findall(r'<span class="visually-hidden">Page ', first))
    lines: list[str] = []
    for number in range(1, count + 1):
        text = large.client.get(f"/office/long{address}?page={number}").get_data(as_text=True)
        lines += line.findall(text)

    assert count > 1
    assert len(lines) == len(set(lines)) == every


def test_a_wall_of_many_boards_has_those_whose_turn_it_is_and_the_next(large: Door) -> None:
    seen: list[str] = []
    for number in range(1, 17):
        text = page(large, f"/wall?slide={number}")
        slides = text.split("data-shows=")[1:]
        shown = [slide for slide in slides if not slide.startswith('"boards" hidden')]
        filled = [slide for slide in slides if "data-game" in slide]
        seen += re.findall(r'data-game="2/(\d+)"', shown[0])
        assert (len(slides), len(shown), len(filled)) == (16, 1, 2)
        assert f"url=?slide={number + 1}" in text
        assert len(text) < 100_000

    assert seen == [str(board) for board in range(1, 126)]


def test_a_short_round_says_nothing_of_pages(door: Door) -> None:
    t = door.tournament(4, system="manual", started=False)
    door.post(f"/tournaments/{t}/rounds", {"pairs": [[1, 2], [3, 4]]})

    assert 'fragment="pages"' not in door.client.get(f"/tournaments/{t}").get_data(as_text=True)


@pytest.mark.parametrize("address", ["/tournaments/long/wall", "/office/long", "/office/long/rounds/2"])
def test_a_page_with_many_boards_has_the_moves_of_none(large: Door, address: str) -> None:
    """The moves were two thirds of the page, and no script reads them there."""
    large.sign_in()
    text = page(large, address.removeprefix("/tournaments/long")) if "wall" in address else office_page(large, address)

    games = re.search(r'<script type="application/json" id="games">(.*?)</script>', text, re.DOTALL)
    assert games is not None
    assert not any(board["plays"] or board["moves"] for board in json.loads(games[1]))
    assert len(text) < 100_000


def office_page(door: Door, address: str) -> str:
    answer = door.client.get(address)
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def test_names_that_complete_a_number_are_fetched_when_somebody_chooses(large: Door) -> None:
    large.sign_in()
    text = office_page(large, "/office/long/rounds/2")

    assert '<datalist id="everybody" data-names="/api/v1/tournaments/long"></datalist>' in text
    told = large.client.get("/api/v1/tournaments/long").get_json()["entries"]
    assert [row["name"] for row in told[:2]] == ["Family1, Given", "Family2, Given"]
