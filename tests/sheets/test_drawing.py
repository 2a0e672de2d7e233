"""Text from outside is printed as it was entered: it is no markup, embeds nothing, and fits its place."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given as whatever
from hypothesis import settings
from hypothesis import strategies as st
from pypdf import PageObject
from pypdf.generic import DictionaryObject
from reportlab.pdfbase.pdfmetrics import stringWidth

from arbiter.journal.people import Person
from arbiter.pairing.prizes import Prize
from arbiter.rulings.board.adjournments import AdjournGame
from arbiter.rulings.prizes import SetPrizes, TakeFee
from arbiter.rulings.referee.corrections import GivePenalty
from arbiter.rulings.rounds.arrangements import SetGroup
from arbiter.rulings.rounds.pairing import PairRound
from arbiter.sheets.catalogue import SHEETS
from arbiter.sheets.drawing import NARROWEST, PLAIN, cell, fitted, letters, plain
from arbiter.sheets.print_data import Link
from arbiter.sides import Side
from arbiter.tournament.past.analysis import Analysis, Weighed
from tests.hall import BY, Hall
from tests.sheets.printed import Printed, printed, start, waiting_hall

ROOM = Path(__file__).parents[2] / "arbiter" / "sheets"
HOSTILE = (
    '<img src="/etc/passwd" width="9" height="9"/>',
    "<b>Bo</b> & <i>Co",
    "<para><font name='x'>",
    "&lt;&#65;&nbsp;",
    "%s {0} {name} \\n (paren) [x]",
    "</para><onDraw name='x' label='y'/>",
)


def told(sheet: str) -> dict[str, object]:
    link = Link(board=1, url="http://x/<b>&amp;", pin="<1>")
    return {"round": 1 if SHEETS[sheet].needs_round else None, "links": (link,) if SHEETS[sheet].links else ()}


def adjourned_hall() -> Hall:
    """Games that were adjourned after a move: there is something for every sheet that names players."""
    hall = waiting_hall(len(HOSTILE))
    for board in range(1, len(HOSTILE) // 2 + 1):
        start(hall, board)
        hall.play("32-28", board=board)
        hall.submit(AdjournGame(round=1, board=board, by=BY, envelope=str(board)))
    return hall


def league_hall() -> Hall:
    """A match of two teams, for the sheet that has no other players."""
    hall = Hall(players=len(HOSTILE), started=False, system="team-round-robin", settings={"boards": len(HOSTILE) // 2})
    for entry in hall.state.entries:
        hall.submit(SetGroup(entry=entry, group=("Noord", "Zuid")[entry % 2], by=BY))
    hall.submit(PairRound(by=BY))
    return hall


@cache
def of_hostile_people(sheet: str) -> Printed:
    """The sheet on which everybody has a hostile name, printed and read once for all of them."""
    hall = league_hall() if sheet in ("line-ups", "matches") else adjourned_hall()
    prizes = tuple(Prize(name=name, amount=100, entry=entry) for entry, name in enumerate(HOSTILE, start=1))
    hall.submit(SetPrizes(prizes=prizes, sharing="equal", by=BY))
    if sheet == "fee-receipts":
        for entry in hall.state.entries:
            hall.submit(TakeFee(entry=entry, amount=1_000, by=BY))
    looked_at = {}
    for board in range(1, len(HOSTILE) // 2 + 1):
        moves = tuple(play.move for play in hall.game(board).plays)
        looked_at[(1, board)] = Analysis(moves, (Weighed(0),) * (len(moves) + 1))
    people = {entry: Person(name, club=name) for entry, name in enumerate(HOSTILE, start=1)}
    return printed(sheet, hall, people=people, analyses=looked_at, **told(sheet))


def test_paragraphs_are_made_in_one_place_only() -> None:
    makers = {file.name for file in ROOM.rglob("*.py") if "Paragraph(" in file.read_text("utf-8")}

    assert makers == {"drawing.py"}


@pytest.mark.parametrize("file", sorted(ROOM.glob("*.py")), ids=lambda file: file.name)
def test_no_message_hides_in_a_formatted_string_where_the_catalogue_does_not_look(file: Path) -> None:
    strings = [node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.JoinedStr)]

    assert not [string for string in strings if ".text('" in ast.unparse(string)]


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize(
    "sheet", [name for name in SHEETS if name not in ("cards", "irregularities", "rulings", "packet")]
)
def test_a_name_with_markup_is_printed_as_it_is_and_embeds_nothing(sheet: str, name: str) -> None:
    made = of_hostile_people(sheet)

    assert name.replace(" ", "") in made.text().replace(" ", "")
    for page in made.pages:
        drawn = cast("DictionaryObject", cast("DictionaryObject", page["/Resources"]).get("/XObject", {}))
        assert {cast("DictionaryObject", one.get_object())["/Subtype"] for one in drawn.values()} <= {"/Form"}
        assert not page.images
    assert not made.reader.attachments


def test_what_players_and_arbiters_type_is_no_markup_either() -> None:
    hall = waiting_hall(2)
    start(hall, 1)
    reason = "<img src='x'/> & more"
    hall.submit(GivePenalty(round=1, board=1, side=Side.WHITE, step="warning", by="<b>me</b>", reason=reason))

    for sheet in ("rulings", "scoresheet"):
        text = printed(sheet, hall, round=1).text()
        assert "Warning for White. <img src='x'/> & more" in text
        assert "<b>me</b>" in text


@settings(max_examples=settings().max_examples // 10)
@whatever(st.text(max_size=200), st.text(max_size=200))
def test_whatever_a_name_holds_every_sheet_can_be_printed(name: str, club: str) -> None:
    hall = waiting_hall(2)
    for sheet in SHEETS:
        assert printed(sheet, hall, people={1: Person(name, club=club)}, **told(sheet)).pages


@pytest.mark.parametrize("sheet", SHEETS)
def test_names_of_two_hundred_characters_stay_on_the_paper(sheet: str) -> None:
    hall = waiting_hall(6)
    names = ("W" * 200, "Maximiliana-Ann " * 12)
    long = {entry: Person(names[entry % 2], club="Club " * 39) for entry in range(1, 7)}
    made = printed(sheet, hall, people=long, **told(sheet))

    for page in made.pages:
        places = text_places(page)
        assert places
        assert all(0 < x < page.mediabox.width and 0 < y < page.mediabox.height for x, y in places)


def text_places(page: PageObject) -> list[tuple[float, float]]:
    """Where on the page each piece of text begins."""
    places = []

    def look(text: str, cm: list[float], tm: list[float], font: object, size: float) -> None:
        if text.strip():
            places.append((tm[4] * cm[0] + tm[5] * cm[2] + cm[4], tm[4] * cm[1] + tm[5] * cm[3] + cm[5]))

    page.extract_text(visitor_text=look)
    return places


def test_a_text_that_is_too_wide_is_squeezed_then_smaller_then_cut() -> None:
    letters()
    natural = stringWidth("Wiersma", PLAIN, 10)

    assert fitted("Wiersma", PLAIN, 10, natural).scale == 100
    assert fitted("Wiersma", PLAIN, 10, natural * 0.8).scale == pytest.approx(80)
    smaller = fitted("Wiersma", PLAIN, 10, natural * 0.6)
    assert smaller.scale == NARROWEST
    assert smaller.size == pytest.approx(10 * 0.6 / 0.72)
    cut = fitted("Wiersma", PLAIN, 10, natural * 0.4)
    assert cut.text.endswith("…")
    assert cut.width <= natural * 0.4


def test_a_cell_makes_its_type_smaller_rather_than_break_a_word() -> None:
    letters()
    wide = stringWidth("Żółcisława", PLAIN, 10) * 0.9

    assert cell("Żółcisława Łuczak", 10, wide).style.fontSize == pytest.approx(9, abs=0.1)
    assert cell("Łuczak", 10, wide).style.fontSize == 10


def test_what_is_drawn_as_nothing_is_left_out() -> None:
    assert plain("a\x00b\u202ec\td\n\ud800e") == "abc d e"


def test_two_hundred_letters_without_a_space_take_more_lines(hall: Hall) -> None:
    text = printed("standings", hall, people={1: Person("x" * 200)}).text()

    assert text.replace(" ", "").count("x") >= 200
