"""A whole real game on two tablets, one for each player, from the first sign-in to the printed score sheet."""

from __future__ import annotations

import io
import re
from collections import Counter
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from arbiter.rules.notation import parse_move
from arbiter.rules.position import start
from arbiter.rules.variants import VARIANTS
from arbiter.rules.verdict import judge
from tests.browser import office, tablet
from tests.browser.visitors import TABLET, Visitors
from tests.games import real_games
from tests.service import Service

pytestmark = pytest.mark.browser

GAME = 9
"""A drawn game of 83 plies, with a king."""
PLY, TRIED, OWED = 56, "3x20", "3x11"
"""Where White's king could take fewer pieces than it has to."""
WHITE, BLACK = "Anna de Boer", "Piotr Śliwiński"


@pytest.mark.slow
def test_two_players_play_a_whole_game_on_two_tablets(served: Service, hall: Visitors) -> None:
    moves = real_games()[GAME].moves
    crowned = replies_to_a_new_king(moves)
    director = hall.come()
    office.sign_in(director, served)
    id = office.announce(director, "Winter match", [WHITE, BLACK])
    office.pair_and_start(director)
    cards = office.cards(director, id, each=True)
    director.goto(f"{served.url}/office/{id}")
    tablets = {side: hall.come(TABLET) for side in ("white", "black")}
    for side, page in tablets.items():
        tablet.bind(page, cards[f"Board 1 · {side.capitalize()}"])

    for ply, move in enumerate(moves):
        mover, waiting = in_turn(tablets, ply)
        if ply == PLY:
            a_wrong_capture_has_to_be_put_right(mover, waiting)
        if ply in crowned:
            mover.get_by_role("button", name="Crown the king").click()
        tablet.play(mover, move)
    a_draw_is_claimed_and_signed(tablets, director, moves)

    row = director.get_by_role("row", name=WHITE)
    expect(row).to_contain_text("1-1")
    expect(row).to_contain_text(f"42. {moves[-1]}")
    the_score_sheet_has_every_move(director, moves)


def replies_to_a_new_king(moves: tuple[str, ...]) -> set[int]:
    """The plies before which the opponent's king has to be crowned (000 V)."""
    position, found = start(VARIANTS["international"]), set()
    for ply, text in enumerate(moves):
        move = judge(position, parse_move(text, VARIANTS["international"]), VARIANTS["international"]).move
        assert move is not None
        found |= {ply + 1} if move.crowned else set()
        position = position.played(move.path, move.taken, move.crowned)
    return found


def in_turn(tablets: dict[str, Page], ply: int) -> tuple[Page, Page]:
    """The tablet of the side to move, and the other."""
    sides = ("white", "black") if ply % 2 == 0 else ("black", "white")
    return tablets[sides[0]], tablets[sides[1]]


def a_wrong_capture_has_to_be_put_right(mover: Page, waiting: Page) -> None:
    """It is not played: both tablets say what is wrong, the mover's by which article and what is owed."""
    tablet.play(mover, TRIED)

    expect(tablet.panel(mover)).to_contain_text(f"{TRIED} may not be played")
    expect(tablet.panel(mover)).to_contain_text(re.compile(r"FMJD|000|4\.\d+"))
    expect(tablet.panel(mover)).to_contain_text("Correct it with the piece on 3.")
    expect(tablet.panel(mover)).to_contain_text(f"Correct: {OWED}.")
    expect(tablet.panel(mover)).to_contain_text("1st irregular move")
    expect(tablet.panel(waiting)).to_contain_text(f"{WHITE} must correct {TRIED}")
    expect(mover.get_by_role("button", name="3, white king")).to_be_visible()


def a_draw_is_claimed_and_signed(tablets: dict[str, Page], director: Page, moves: tuple[str, ...]) -> None:
    """A player claims, the director sees it without loading the page anew, and signs; both tablets show the result."""
    mover, waiting = in_turn(tablets, len(moves))
    mover.get_by_role("button", name="Draw", exact=True).click()
    mover.get_by_text("Claim a draw from the arbiter").click()
    mover.get_by_label("Grounds for the claim").select_option(label="Too many moves with kings only")
    mover.get_by_role("button", name="Claim the draw").click()
    expect(director.get_by_text("claims a draw")).to_be_visible()
    director.get_by_role("button", name="Sign", exact=True).click()

    for page in (mover, waiting):
        expect(tablet.panel(page)).to_contain_text("1-1 · Draw")


def the_score_sheet_has_every_move(director: Page, moves: tuple[str, ...]) -> None:
    """The PDF, read back: names, every move, the result, and the irregular move beside them."""
    director.get_by_role("row", name=WHITE).get_by_role("link", name="1").click()
    address = director.get_by_role("link", name="Print the score sheet").get_attribute("href")
    assert address is not None
    answer = director.request.get(urljoin(director.url, address))
    pages = PdfReader(io.BytesIO(answer.body())).pages
    text = "\n".join(page.extract_text() for page in pages)
    printed = Counter(re.findall(r"\d+(?:[-x]\d+)+", text))

    assert answer.headers["content-type"] == "application/pdf"
    assert not Counter(moves) - printed
    assert printed[TRIED] > 0
    assert WHITE in text
    assert BLACK in text
