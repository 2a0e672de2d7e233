"""New ratings through the service: chosen, shown, opened game by game, printed, and taken along."""

from __future__ import annotations

import io
import re

import pytest
from pypdf import PdfReader

from arbiter.exchange.import_formats import read_listing
from arbiter.exchange.lists.columns import guessed
from arbiter.exchange.ratings.lookup import read_ratings
from arbiter.journal.people import Person
from tests.web.conftest import Door
from tests.web.office import Office

RATINGS = {1: 1200, 2: 1100, 3: 1000}


def club(door: Door, formula: str | None) -> str:
    """Three rated players and one without, and one round that was paired by hand: White has won everywhere."""
    settings = {"ratings": formula, "rated_games": 40} if formula else {}
    asked = {"name": "Club open", "system": "manual", "settings": settings}
    t = str(door.post("/tournaments", asked).get_json()["id"])
    for entry in range(1, 5):
        who = {"name": f"Player {entry}", "rating": RATINGS.get(entry)}
        assert door.post(f"/tournaments/{t}/entries", who).status_code == 201
    door.post(f"/tournaments/{t}/rounds", {"pairs": [[1, 2], [3, 4]]})
    for board in (1, 2):
        ruling = {"kind": "result", "result": "2-0", "reason": "as played"}
        assert door.post(f"/tournaments/{t}/rounds/1/boards/{board}/rulings", ruling).status_code == 200
    return t


def test_the_list_says_by_which_formula_what_the_games_make_of_the_ratings(door: Door) -> None:
    t = club(door, "fmjd")
    told = door.get(f"/tournaments/{t}/ratings", role=None).get_json()

    assert (told["system"], told["sure"], told["rated_games"]) == ("fmjd", False, 40)
    assert told["doubt"]
    rows = {row["entry"]: row for row in told["ratings"]}
    # 100 points above: 64 % expected, won, K 20
    assert (rows[1]["expected"], rows[1]["score"], rows[1]["change"], rows[1]["new"]) == (0.64, 1, 7, 1207)
    assert (rows[2]["change"], rows[2]["new"]) == (-7, 1093)
    assert (rows[3]["games"], rows[3]["new"], rows[3]["change"]) == (0, 1000, 0)
    assert (rows[4]["rating"], rows[4]["note"]) == (None, "first rating")


def test_the_kndb_counts_points_of_two(door: Door) -> None:
    t = club(door, "kndb")

    told = door.get(f"/tournaments/{t}/ratings").get_json()
    assert told["win"] == 2
    assert told["ratings"][0]["score"] == 2


def test_a_line_opens_its_working_game_by_game(door: Door) -> None:
    t = club(door, "fmjd")
    told = door.get(f"/tournaments/{t}/ratings/3", role=None).get_json()

    assert [(game["name"], game["counts"], game["how"]) for game in told["of"]] == [
        ("Player 4", False, "does not count: the opponent has no rating")
    ]
    page = door.client.get(f"/tournaments/{t}/ratings/1").get_data(as_text=True)
    assert "Player 2" in page
    assert "coefficient K: 20" in page
    assert door.get(f"/tournaments/{t}/ratings/9").status_code == 422


@pytest.mark.parametrize("system", ["fmjd", "kndb", "acf"])
def test_the_page_and_the_sheet_say_the_source_and_whether_it_is_sure(door: Door, system: str) -> None:
    t = club(door, system)
    page = door.client.get(f"/tournaments/{t}/ratings").get_data(as_text=True)

    assert "Source:" in page
    assert ("Not certain:" in page) == (system != "acf")
    assert page.count("/ratings/") >= 4
    assert f'href="/tournaments/{t}/ratings"' in door.client.get(f"/tournaments/{t}/standings").get_data(as_text=True)
    assert door.get(f"/tournaments/{t}/sheets/ratings.pdf", role=None).data.startswith(b"%PDF")


def test_a_tournament_that_has_chosen_none_says_so_and_leaves_the_ratings(door: Door) -> None:
    t = club(door, None)

    assert door.get(f"/tournaments/{t}/ratings").get_json()["system"] is None
    page = door.client.get(f"/tournaments/{t}/ratings").get_data(as_text=True)
    assert "No rating system has been chosen" in page
    standings = door.client.get(f"/tournaments/{t}/standings").get_data(as_text=True)
    assert not re.search(r'/ratings"|export.ratings', standings)


def test_the_list_that_is_taken_along_gives_the_next_tournament_its_ratings(door: Door) -> None:
    t = club(door, "fmjd")
    answer = door.get(f"/tournaments/{t}/export.ratings", role=None)
    listing = read_listing(answer.data)
    people = {1: Person("Player 2", 1100), 2: Person("Player 1", 1200)}

    assert f'filename="{t}-ratings.csv"' in answer.headers["Content-Disposition"]
    assert [(line.entry, line.rating) for line in read_ratings(listing, guessed(listing), people)] == [
        (1, 1093),
        (2, 1207),
    ]


def test_the_director_chooses_the_formula_in_the_office(office: Office) -> None:
    t = club(office.door, None)
    refused = office.send(f"/{t}/ratings/system", ratings="acf", rated_games="30")
    assert refused.status_code == 422  # rounds have been paired: it has to be said why

    done = office.send(f"/{t}/ratings/system", ratings="acf", rated_games="30", reason="The club's custom.")
    assert done.status_code == 303
    page = office.page(f"/{t}/ratings")
    assert "usacheckers.com" in page
    assert 'value="acf" selected' in page


def test_a_tie_break_that_is_not_counted_is_refused_with_a_sentence(door: Door) -> None:
    answer = door.post("/tournaments", {"name": "League", "system": "team-swiss", "tiebreaks": ["EDE"]})

    assert (answer.status_code, answer.get_json()["code"]) == (422, "tiebreak_not_counted")
    assert (
        "EDE is a tie-break of FIDE C.07 that is not available here: its rule could not be read in full."
        in answer.get_json()["detail"]
    )


def test_four_games_that_count_as_one_are_one_result_for_the_acf(door: Door) -> None:
    """By usacheckers.com: a window of 400 where rounds of four games are scored by round."""
    settings = {"ratings": "acf", "rated_games": 1, "games": 4, "count": "match"}
    asked = {"name": "Heats", "system": "round-robin", "variant": "american", "settings": settings}
    t = door.post("/tournaments", asked).get_json()["id"]
    for entry in (1, 2):
        door.post(f"/tournaments/{t}/entries", {"name": f"Player {entry}", "rating": 1000})
    for n in range(1, 5):
        door.post(f"/tournaments/{t}/rounds")
        white = door.get(f"/tournaments/{t}/rounds/{n}").get_json()["boards"][0]["players"]["white"]["entry"]
        result = "2-0" if white == 1 else "1-1"
        ruling = {"kind": "result", "result": result, "reason": "as played"}
        assert door.post(f"/tournaments/{t}/rounds/{n}/boards/1/rulings", ruling).status_code == 200
    told = {row["entry"]: row for row in door.get(f"/tournaments/{t}/ratings").get_json()["ratings"]}

    assert told[1]["games"] == 1
    assert told[1]["performance"] == 1400
    assert told[1]["new"] == 1200  # the mean of one game before and one result
    assert told[2]["new"] == 800


def test_results_on_points_are_entered_from_the_slips(office: Office) -> None:
    """By the count of Delft, which knows no draw (issue 6, 5)."""
    t = office.door.tournament(4, started=False, points="12-0", system="swiss", rounds=3)
    office.door.post(f"/tournaments/{t}/rounds")
    form = office.page(f"/{t}/rounds/1/results")
    assert 'value="9-1"' in form
    assert 'value="draw"' not in form
    assert 'value="draw"' not in office.page(f"/{t}/rounds/1/boards/1")

    done = office.send(f"/{t}/rounds/1/results", **{"result-1": "9-1", "result-2": "black"})
    assert done.status_code == 303
    state = office.state(t)
    assert [state.result_text(game) for game in state.round(1).games] == ["9-1", "0-12"]
    assert "In other games the material decides: 9-1, 8-2, 7-3, 6-4" in office.door.client.get(
        f"/tournaments/{t}/standings"
    ).get_data(as_text=True)


def test_what_follows_from_a_correction_is_told_in_the_points_that_were_written(office: Office) -> None:
    t = office.door.tournament(4, started=False, points="12-0", system="swiss", rounds=3)
    office.door.post(f"/tournaments/{t}/rounds")
    office.send(f"/{t}/rounds/1/results", **{"result-1": "white", "result-2": "black"})
    office.door.post(f"/tournaments/{t}/rounds")
    white = office.game(t).entries.white

    told = office.door.get(f"/tournaments/{t}/rounds/1/boards/1/consequences?result=8-2").get_json()
    assert {moved["entry"]: moved["points"] for moved in told["moved"]}[white] == [12, 8]
    page = office.rule(t, "result", result="8-2", reason="The slip says so.").get_data(as_text=True)
    assert "<strong>8-2</strong>" in page
    refused = office.door.get(f"/tournaments/{t}/rounds/1/boards/1/consequences?result=7-2")
    assert (refused.status_code, refused.get_json()["code"]) == (422, "result_unreadable")


def test_the_sheets_of_the_count_of_delft_offer_no_draw_and_print_the_result_as_it_was_given(office: Office) -> None:
    t = office.door.tournament(2, started=False, points="12-0")
    office.door.post(f"/tournaments/{t}/rounds")
    office.send(f"/{t}/rounds/1/results", **{"result-1": "9-1"})

    for sheet, shown in (
        ("slips", ("12-0", "by material")),
        ("scoresheet", ("9-1 by material", "reported")),
    ):
        pdf = office.door.get(f"/tournaments/{t}/sheets/{sheet}.pdf?round=1").data
        text = " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages).split())
        assert all(word in text for word in shown), text
        assert "5-5" not in text
