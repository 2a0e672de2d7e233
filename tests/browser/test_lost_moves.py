"""A journal that was damaged while the service was down: the tablet has the moves, and the office enters them."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from arbiter.journal.sqlite.database import sqlite3
from arbiter.journal.witness.text import witness_path
from tests.browser import office, tablet
from tests.browser.visitors import TABLET, Visitors
from tests.service import Service

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def lose(served: Service, id: str, lines: int) -> None:
    """The last lines are gone, from the journal and from its witness, so that what is left holds together."""
    witness = witness_path(served.instance, id)
    kept = witness.read_bytes().splitlines(keepends=True)[:-lines]
    witness.write_bytes(b"".join(kept))
    with sqlite3.connect(served.instance / "tournaments" / f"{id}.sqlite") as journal:
        for trigger in [name for (name,) in journal.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")]:
            journal.execute(f"DROP TRIGGER {trigger}")
        journal.execute("DELETE FROM line WHERE seq > (SELECT max(seq) FROM line) - ?", (lines,))
    journal.close()
    for snapshot in (served.instance / "snapshots").glob("*"):
        snapshot.unlink()


@pytest.mark.parametrize("page", ["stays open", "is loaded anew"])
def test_the_moves_that_a_damaged_journal_has_lost_come_back_from_the_tablet(
    served: Service, hall: Visitors, page: str
) -> None:
    director = hall.come()
    office.sign_in(director, served)
    id = office.announce(director, "Damaged", ["Anna de Boer", "Piotr Śliwiński"])
    office.pair_and_start(director)
    board = hall.come(TABLET)
    tablet.bind(board, office.cards(director, id, each=False)["Board 1"])
    for move, square in (("32-28", "28, white man"), ("19-23", "23, black man"), ("28x19", "19, white man")):
        tablet.play(board, move)
        expect(board.get_by_role("button", name=square)).to_be_visible()
    for _ in range(2):  # the tablet is told its last line with its report; the first may have been on its way before
        with board.expect_response(lambda answer: "?seen=" in answer.url):
            pass

    served.stop()
    if page == "is loaded anew":
        board.goto("about:blank")
    lose(served, id, 2)
    served.start()
    served.wait()
    if page == "is loaded anew":
        board.goto(f"{served.url}/tablet")
    expect(board.get_by_role("button", name="19, black man")).to_be_visible()
    director.goto(f"{served.url}/office/service")
    director.get_by_text("has stored moves that are missing here (2): 19-23 28x19.").first.wait_for()
    director.reload()
    director.get_by_role("button", name="Enter 2 moves").click()

    expect(board.get_by_role("button", name="19, white man")).to_be_visible()
    with served.caller(served.token()) as caller:
        shape = caller.get(f"/tournaments/{id}/rounds/1/boards/1")
    assert (shape["moves"], shape["halted"]) == (["32-28", "19-23", "28x19"], "arbiter")
