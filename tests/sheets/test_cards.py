"""Table cards and result slips: what is cut out of a page."""

from __future__ import annotations

import re

import pytest
import segno
from pypdf.generic import ContentStream

from arbiter.machine.keys import Keys
from arbiter.machine.signed_heads import Heads
from arbiter.sheets import listing
from arbiter.sheets.drawing import QUIET
from arbiter.sheets.print_data import Link
from arbiter.sheets.round.cards import CODE
from arbiter.sheets.round.slips import ON_A_PAGE
from arbiter.sides import Side
from tests.hall import Hall
from tests.sheets.printed import Printed, given, printed, waiting_hall

URL = "http://192.0.2.7:8000/t/" + "eyJib2FyZCI6N30." * 7


def cards(*links: Link, **told: object) -> Printed:
    """The cards for those links."""
    return printed("cards", waiting_hall(4), links=links, **told)


def test_a_card_has_the_board_and_what_opens_it_by_hand() -> None:
    text = cards(Link(board=7, url=URL, pin="BCDFGHJK", by_hand="http://192.0.2.7:8000/b/7/K3")).text()

    assert "Board 7" in text
    assert "BCDF GHJK" in text
    assert "http://192.0.2.7:8000/b/7/K3" in text


def test_a_card_of_one_side_says_which() -> None:
    assert "Black" in cards(Link(board=7, url=URL, pin="4711", side=Side.BLACK)).text()


def test_the_code_on_a_card_is_that_of_its_address() -> None:
    matrix = [list(row) for row in segno.make(URL, micro=False, error="m").matrix]

    assert modules(cards(Link(board=7, url=URL, pin="4711")), len(matrix)) == matrix


def test_a_public_list_leads_to_the_page_that_goes_on_being_true() -> None:
    page = "http://192.0.2.7:8000/tournaments/club-open"
    matrix = [list(row) for row in segno.make(page, micro=False, error="m").matrix]
    made = printed("standings", waiting_hall(4), address=page)

    assert page in made.text()
    assert modules(made, len(matrix), listing.CODE) == matrix
    assert "http" not in printed("standings", waiting_hall(4)).text()


@pytest.mark.parametrize("page", ["http://192.0.2.7:8000/tournaments/club-open", ""])
def test_the_code_of_a_sheet_has_the_signed_head(page: str) -> None:
    heads, hall = Heads(Keys("a" * 64), lambda: 1), waiting_hall(4)
    line = hall.journal.lines[-1]
    signed = heads.sign("club-open", line.seq, line.hash).text
    text = f"{page}#{signed}" if page else signed
    matrix = [list(row) for row in segno.make(text, micro=False, error="m").matrix]
    made = [printed("standings", hall, address=page, signed=signed, public_key=heads.public) for _ in range(2)]

    assert modules(made[0], len(matrix), listing.CODE) == matrix
    assert made[0].pdf == made[1].pdf
    assert f"journal line {line.seq}, hash {line.hash[:16]}" in made[0].text()
    assert (f"Key of the hall: {heads.public}" in made[0].text()) == (not page)


def modules(made: Printed, size: int, side: float = CODE) -> list[list[int]]:
    """The dark and light modules of the code on the first page, from its rectangles."""
    page = made.pages[0]
    drawn = page.get_contents()
    assert drawn is not None
    unit = side / (size + 2 * QUIET)
    runs = [[float(n) for n in op[0]] for op in ContentStream(drawn, page.pdf).operations if op[1] == b"re"]
    runs = [run for run in runs if abs(run[3] - unit) < 0.01]
    left, top = min(run[0] for run in runs), max(run[1] for run in runs)
    found = [[0] * size for _ in range(size)]
    for x, y, wide, _ in runs:
        row, column = round((top - y) / unit), round((x - left) / unit)
        found[row][column : column + round(wide / unit)] = [1] * round(wide / unit)
    return found


def of_board(board: int) -> Link:
    return Link(board=board, url=f"http://y/{board}", pin=str(board), by_hand=f"http://x/{board}")


def test_cards_come_two_a_page_in_the_order_of_the_boards() -> None:
    made = cards(
        *(
            Link(board=board, url=f"http://y/{board}", pin=str(board), by_hand=f"http://x/{board}")
            for board in (3, 1, 2)
        )
    )

    assert len(made.pages) == 2
    assert [word for word in made.words() if word.startswith("http")] == ["http://x/1", "http://x/2", "http://x/3"]


def test_the_card_of_one_board_can_be_printed_again() -> None:
    links = tuple(
        Link(board=board, url=f"http://y/{board}", pin=str(board), by_hand=f"http://x/{board}") for board in (1, 2, 3)
    )

    assert [word for word in cards(*links, board=2).words() if word.startswith("http")] == ["http://x/2"]


def test_without_links_every_board_has_its_number_for_the_table() -> None:
    text = cards().text()

    assert "Board 1" in text
    assert "Board 2" in text
    assert "letters" not in text
    assert printed("cards", Hall(players=9, started=False)).text().count("Board") == 4


def test_slips_are_eight_a_page_with_both_names_and_the_results() -> None:
    hall = waiting_hall(16)
    made = printed("slips", hall, round=1)

    assert len(made.pages) == 1
    for game in hall.state.round(1).games:
        assert f"Round 1, board {game.board}Club open" in made.text()
        assert all(given(hall).name(entry) in made.text() for entry in game.entries)
    assert made.text().count("2-0") == ON_A_PAGE


def test_piles_of_slips_are_sorted_once_the_stack_is_cut() -> None:
    made = printed("slips", waiting_hall(40), round=1)  # 20 boards on 3 pages: boards 1 to 3 lie on each other

    boards = [re.findall(r"board (\d+)Club", made.text(page)) for page in range(3)]
    assert [page[0] for page in boards] == ["1", "2", "3"]
    assert [page[-1] for page in boards] == ["19", "20", "18"]
    assert sorted(int(board) for page in boards for board in page) == list(range(1, 21))
