"""The facts that a federation asks for go into each of its files, and come back from each."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace

import pytest
from openpyxl import load_workbook

from arbiter.exchange.export_formats import FORMATS
from arbiter.exchange.import_formats import read_listing, read_tournament
from arbiter.exchange.lists.columns import guessed
from arbiter.exchange.lists.people_on_a_list import read_people
from arbiter.exchange.trf.dates import born_of, iso_day
from arbiter.exchange.trf.refusing_programs import refusals
from arbiter.exchange.trf.report import trf_of
from arbiter.journal.lines import chained
from arbiter.journal.people import Person, Post, Staff
from arbiter.journal.same_person import Roll
from arbiter.rules.pdn.collection import read_collection
from arbiter.rulings.board.claims import Resign
from arbiter.rulings.editing import MendTournament
from arbiter.rulings.referee.corrections import RuleResult
from arbiter.rulings.rounds.pairing import PairRound, StartRound
from arbiter.sides import Side
from arbiter.tournament.events import parse_event
from arbiter.tournament.replay import replay
from arbiter.view import View
from tests.hall import BY, MORNING, Hall

PEOPLE = {
    1: Person("Anna de Boer", 1893, "DC Utrecht", "NED", "MF", "1971-05-17", "f", "de Boer", "Anna", "12345"),
    2: Person("Jan Bakker", 1800, "Damclub Huissen", "BEL", "GMI", "1980", "m", "Bakker", "Jan", "KNDB-2019/00071"),
    3: Person("Anke Klein", None, number="007"),
    4: Person("Tim Kindermans", 900, born="2015-03-04"),
}
STAFF = Staff(
    "Damclub Gouda",
    (Post("arbiter", "Els Vos"), Post("chief", "Piet Jansen", "98765"), Post("deputy", "Kim Smit (jr)", "55")),
)
TIMES = (("1", "2026-12-05T10:00"), ("2", "2026-12-06T13:30"))


@pytest.fixture(scope="module")
def view() -> View:
    """An event of two days: a game ends before the first move, another is running, and officials have numbers."""
    hall = Hall(players=4, started=False, system="manual", rounds=2)
    hall.submit(
        MendTournament(by=BY, place="Gouda", federation="NED", begins="2026-12-05", ends="2026-12-06", times=TIMES)
    )
    hall.submit(PairRound(by=BY, pairs=((1, 2), (3, 4))))
    hall.submit(StartRound(round=1, by=BY))
    hall.submit(Resign(round=1, board=1, side=Side.BLACK, by="board 1"))
    hall.submit(RuleResult(round=1, board=2, result="white", because="reported", by=BY, reason="as played"))
    hall.submit(PairRound(by=BY, pairs=((2, 3), (4, 1))))
    hall.submit(StartRound(round=2, by=BY))
    return View(tournament="club-open", state=hall.state, people=PEOPLE, staff=STAFF, at=hall.state.at)


def brought(text: str) -> View:
    came = read_tournament(text.encode(), MORNING)
    events = [parse_event(line.kind, line.at, line.body) for line in chained(came.lines, 0, "0" * 64)]
    return View(tournament=came.name, state=replay(events), people=dict(came.people), staff=came.staff)


def test_a_report_has_each_fact_in_its_column(view: View) -> None:
    lines = trf_of(view).splitlines()
    anna, jan, anke, _ = (line for line in lines if line.startswith("001"))

    assert (anna[9], anna[10:13], anna[53:56], anna[57:68], anna[69:79]) == (
        "w",
        " MF",
        "NED",
        "      12345",
        "1971/05/17",
    )
    assert (jan[9], jan[57:68], jan[69:79], anke[57:68]) == ("m", " " * 11, "1980      ", "        007")
    assert {"022 Gouda", "032 NED", "042 2026/12/05", "052 2026/12/06"} <= set(lines)
    assert [line for line in lines if line[:3] in ("102", "112")] == [
        "102 Piet Jansen (98765)", "112 Kim Smit (jr) (55)", "112 Els Vos",
    ]  # fmt: skip
    assert f"132{'':88}26/12/05  26/12/06" in lines


def test_an_open_game_ends_the_line_with_its_blanks_and_a_game_without_a_move_is_not_rated(view: View) -> None:
    rounds = [line[89:] for line in trf_of(view).splitlines() if line.startswith("001")]

    assert rounds == [
        "     2 w W     4 b  ", "     1 b L     3 w  ", "     4 w 1     2 b  ", "     3 b 0     1 w  ",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("paper", "moves", "because", "letters"),
    [
        (False, (), "ruling", "WL"),
        (False, ("32-28",), "adjudicated", "WL"),
        (False, ("32-28", "19-23"), "ruling", "10"),
        (False, (), "reported", "10"),
        (False, (), "forfeit", "+-"),
        (True, (), "ruling", "10"),
    ],
)
def test_a_game_that_ended_before_each_player_had_moved_is_not_rated_whatever_ended_it(
    paper: bool, moves: tuple[str, ...], because: str, letters: str
) -> None:
    hall = Hall(players=2, started=False, system="manual", rounds=1)
    hall.submit(PairRound(by=BY, pairs=((1, 2),)))
    hall.submit(StartRound(round=1, by=BY, boards=() if paper else (1,), paper=(1,) if paper else ()))
    hall.play(*moves)
    hall.submit(RuleResult(round=1, board=1, result="white", because=because, by=BY, reason="seen"))
    told = View(tournament="club-open", state=hall.state, people=PEOPLE, staff=STAFF, at=hall.state.at)

    assert "".join(line[98] for line in trf_of(told).splitlines() if line.startswith("001")) == letters


@pytest.mark.parametrize("edition", ["2026", "16"])
def test_a_report_brings_every_fact_in_again(view: View, edition: str) -> None:
    again = brought(trf_of(view, edition))  # type: ignore[arg-type]  # one of the two editions

    assert trf_of(again).splitlines()[-4:] == trf_of(view).splitlines()[-4:]
    assert again.people == PEOPLE
    assert again.state.details == view.state.details
    assert again.staff == replace(STAFF, posts=(STAFF.posts[1], STAFF.posts[2], Post("deputy", "Els Vos")))


def test_a_report_for_chess_programs_has_titles_that_they_know_and_the_title_in_a_comment(view: View) -> None:
    """py4swiss refuses a file with a title that chess does not have."""
    told = trf_of(replace(view, people={**PEOPLE, 3: replace(PEOPLE[3], title="GMIF")}), "16").splitlines()

    assert [line[10:13] for line in told if line.startswith("001")] == [" FM", " GM", "WGM", "   "]
    assert [line for line in told if "Title of" in line] == [
        "### Title of 1: MF", "### Title of 2: GMI", "### Title of 3: GMIF",
    ]  # fmt: skip


def test_a_report_tells_which_programs_refuse_it(view: View) -> None:
    assert refusals(view) == ["open game", "days", "title"]
    for system, told in (("swiss", []), ("round-robin", ["system"])):
        hall = Hall(players=4, started=False, system=system, rounds=3)
        assert refusals(View(tournament="club-open", state=hall.state, people={}, at=hall.state.at)) == told


def test_a_report_for_everybody_has_no_number_and_no_day_of_birth(view: View) -> None:
    told = trf_of(view.in_public)

    assert "Piet Jansen" in told
    assert not re.search("98765|12345|KNDB-2019|05/17|2015", told)


@pytest.mark.parametrize("format", ["csv", "ratings", "xlsx"])
def test_a_table_brings_every_fact_about_people_in_again(view: View, format: str) -> None:
    row = FORMATS[format]
    assert row.written is not None
    listing = read_listing(row.written(view))
    came = {read.person.name: read.person for read in read_people(listing, guessed(listing), Roll()) if read.person}

    for person in PEOPLE.values():
        assert came[person.name] == replace(person, family=None, given=None)


def test_the_workbook_has_the_place_the_days_the_times_and_the_officials(view: View) -> None:
    row = FORMATS["xlsx"]
    assert row.written is not None
    told = [[cell.value for cell in line] for line in load_workbook(io.BytesIO(row.written(view)))["Tournament"].rows]

    for line in (
        ["Place", "Gouda", None],
        ["Round 2", "2026-12-06 13:30", None],
        ["chief arbiter", "Piet Jansen", "98765"],
    ):
        assert line in told


@pytest.mark.parametrize("format", ["trf", "trf16", "csv", "ratings", "xlsx", "pdn"])
def test_a_file_for_everybody_has_the_facts_without_those_that_are_guarded(view: View, format: str) -> None:
    """Numbers, days of birth, the year of a minor and officials' numbers are left out; names and clubs stay."""
    row = FORMATS[format]
    assert row.written is not None
    data = row.written(view.in_public)
    if format == "xlsx":
        book = load_workbook(io.BytesIO(data))
        told = "\n".join(str(cell.value) for sheet in book for line in sheet.rows for cell in line if cell.value)
    else:
        told = data.decode("utf-8-sig")

    assert "Boer" in told
    assert format == "pdn" or "DC Utrecht" in told
    assert not re.search("98765|12345|KNDB-2019|05-17|05/17|2015", told)


def test_the_games_have_the_place_the_days_and_the_titles(view: View) -> None:
    row = FORMATS["pdn"]
    assert row.written is not None
    tags = [dict(record.tags) for record in read_collection(row.written(view)).records]

    assert (tags[0]["Site"], tags[0]["EventDate"], tags[0]["WhiteTitle"]) == ("Gouda", "2026.12.05", "MF")
    assert tags[0]["BlackTitle"] == "GMI"


def test_a_date_is_read_in_each_order_and_a_day_that_does_not_exist_is_left_out() -> None:
    assert [iso_day(text) for text in ("2026/12/05", "26/12/05", "05/12/2026", "2026/13/05", "soon")] == [
        "2026-12-05", "2026-12-05", "2026-12-05", "", "",
    ]  # fmt: skip
    assert [born_of(text) for text in ("1971/05/17", "1971/00/00", "1971", "0000/00/00", "")] == [
        "1971-05-17", "1971", "1971", None, None,
    ]  # fmt: skip


def test_each_line_of_a_table_has_as_many_cells_as_its_heading(view: View) -> None:
    row = FORMATS["ratings"]
    assert row.written is not None
    rows = list(csv.reader(io.StringIO(row.written(view).decode("utf-8-sig")), delimiter=";"))

    assert len({len(line) for line in rows}) == 1
