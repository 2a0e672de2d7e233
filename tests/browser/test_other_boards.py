"""A game on a tablet where the board is not the usual one: all squares, 12x12, letters, corners, other pieces."""

from __future__ import annotations

import io
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from arbiter.rules.moves import legal_moves
from arbiter.rules.notation import move_text, square_text
from arbiter.rules.pdn.collection import read_collection
from arbiter.rules.position import start
from arbiter.rules.variants import VARIANTS
from tests.browser import office, tablet
from tests.browser.visitors import TABLET, Visitors
from tests.service import Service

pytestmark = pytest.mark.browser

PLAYERS = ("Anna de Boer", "Piotr Śliwiński")
PLIES = 8
PHONE = (360, 740)


def line(key: str) -> tuple[str, ...]:
    """So many plies of that game, with a capture wherever one is due: the rules choose, always the middle move."""
    variant, moves = VARIANTS[key], list[str]()
    position = start(variant)
    for _ in range(PLIES):
        legal = legal_moves(position, variant)
        move = legal[len(legal) // 2]
        moves.append(move_text(move, legal, variant))
        position = position.played(move.path, move.taken, move.crowned)
    return tuple(moves)


@pytest.mark.parametrize(
    ("key", "size", "piece"),
    [
        ("turkish", TABLET, "a3, white man"),
        pytest.param("canadian", PHONE, "43, white man", marks=pytest.mark.slow),
        pytest.param("russian", TABLET, "c3, white man", marks=pytest.mark.slow),
        pytest.param("spanish", TABLET, "12, white man", marks=pytest.mark.slow),
        pytest.param("american", PHONE, "9, red man", marks=pytest.mark.slow),
        pytest.param("good-for-nothings", TABLET, "29, white good-for-nothing", marks=pytest.mark.slow),
    ],
)
def test_a_game_is_played_on_the_board_of_its_kind(
    served: Service, hall: Visitors, key: str, size: tuple[int, int], piece: str
) -> None:
    moves = line(key)
    director = hall.come()
    office.sign_in(director, served)
    id = office.announce(director, "Winter match", PLAYERS, variant=key)
    office.pair_and_start(director)
    (card,) = office.cards(director, id, each=False).values()
    page = hall.come(size)
    tablet.bind(page, card)

    expect(page.get_by_role("button", name=piece, exact=True)).to_be_visible()
    the_board_has_every_square(page, key)
    for move in moves:
        tablet.play(page, move)
    page.get_by_role("button", name="Resign", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Anna de Boer").click()
    expect(tablet.panel(page)).to_contain_text("Piotr Śliwiński wins")

    the_score_sheet_and_the_file_have_every_move(director, served, id, key, moves)


def the_board_has_every_square(page: Page, key: str) -> None:
    """Its squares are where the game has them, inside the window, and the arrow keys walk from one to the next."""
    variant = VARIANTS[key]
    board, last = variant.board, variant.board.last
    boxes = [page.locator(f'[data-square="{square_text(square, variant)}"]').bounding_box() for square in (1, last)]
    assert boxes[0] is not None
    assert boxes[1] is not None
    wide = boxes[0]["width"]
    across = (boxes[1]["x"] - boxes[0]["x"]) / wide
    assert page.locator(".square").count() == last
    assert across == pytest.approx(board.column(last) - board.column(1), abs=0.1)
    assert boxes[1]["y"] - boxes[0]["y"] == pytest.approx((board.size - 1) * wide, abs=wide / 4)
    width = page.viewport_size
    assert width is not None
    assert page.evaluate("document.documentElement.scrollWidth") <= width["width"]
    page.locator(f'[data-square="{square_text(1, variant)}"]').focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.square") == square_text(2, variant)


def the_score_sheet_and_the_file_have_every_move(
    director: Page, served: Service, id: str, key: str, moves: tuple[str, ...]
) -> None:
    """Printed, and as PDN that replays to the same moves with the same result."""
    director.goto(f"{served.url}/office/{id}/sheets")
    link = director.get_by_role("link", name="All games (PDN)", exact=True).get_attribute("href")
    assert link is not None
    read = read_collection(director.request.get(urljoin(director.url, link)).body())
    answer = director.request.get(f"{served.url}/api/v1/tournaments/{id}/sheets/scoresheet.pdf")
    printed = "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.body())).pages)

    assert [made.text for made in read.replayed[0].made] == list(moves)
    assert read.replayed[0].variant is VARIANTS[key]
    assert all(move in printed for move in moves)
