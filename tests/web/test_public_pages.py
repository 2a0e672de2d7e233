"""The public pages: what everybody may see, in every language, without a script."""

from __future__ import annotations

import io
import json
import re

import pytest
from pypdf import PdfReader

from arbiter.shapes.places.wall import across
from arbiter.web.public.help import CHAPTERS, FOLDERS
from tests.web.conftest import Door


def page(door: Door, address: str, status: int = 200) -> str:
    """The page at that address."""
    answer = door.client.get(address)
    assert answer.status_code == status, answer.get_data(as_text=True)
    return answer.get_data(as_text=True)


def play(door: Door, t: str, *moves: str) -> None:
    """Moves at board 1 of round 1."""
    for ply, move in enumerate(moves):
        door.post(f"/tournaments/{t}/rounds/1/boards/1/moves", {"move": move, "ply": ply})


def test_the_first_page_says_what_to_do_before_there_is_a_tournament(door: Door) -> None:
    assert "No tournament has been announced yet" in page(door, "/")


def test_the_first_page_leads_to_the_only_tournament(door: Door) -> None:
    t = door.tournament()
    assert door.client.get("/").location == f"/tournaments/{t}"

    door.post("/tournaments", {"name": "Another"})
    assert "Club open" in page(door, "/")
    assert "Another" in page(door, "/")


def test_before_the_first_round_the_page_lists_the_players(door: Door) -> None:
    t = door.tournament(3, started=False)

    assert "Player 3" in page(door, f"/tournaments/{t}")
    assert "Nobody has been paired yet" in page(door, f"/tournaments/{t}")


def test_the_round_shows_every_board_drawn_with_clocks_and_names(door: Door) -> None:
    t = door.tournament(8)
    shown = page(door, f"/tournaments/{t}?view=boards")

    assert shown.count('<svg class="diagram"') == 4
    assert shown.count("White: 31 32 33") == 4
    assert shown.count("2:00:00") == 8
    assert "Player 8" in shown


def test_a_round_is_a_list_with_white_on_the_left_and_the_winner_marked(door: Door) -> None:
    t = door.tournament(4)
    for board, result in ((1, "2-0"), (2, "0-2")):
        ruling = {"kind": "result", "result": result, "reason": "reported"}
        door.post(f"/tournaments/{t}/rounds/1/boards/{board}/rulings", ruling)
    shown = page(door, f"/tournaments/{t}")

    rows = re.findall(r'<tr data-state="over">(.*?)</tr>', shown, re.DOTALL)
    assert [re.findall(r'<td class="(\w+(?: won)?)"', row) for row in rows] == [
        ["white won", "middle", "black"],
        ["white", "middle", "black won"],
    ]
    assert [re.findall(r"Player \d", row) for row in rows] == [["Player 1", "Player 4"], ["Player 2", "Player 3"]]


def test_on_a_diagram_the_result_stands_beside_each_player(door: Door) -> None:
    t = door.tournament(2)
    door.post(f"/tournaments/{t}/rounds/1/boards/1/resignations", {"side": "white"})

    for address in ("?view=boards", "/rounds/1/boards/1", "/wall"):
        assert re.findall(r'data-score="(\w+)">(.*?)<', page(door, f"/tournaments/{t}{address}")) == [
            ("black", "2"),
            ("white", "0"),
        ]


def test_who_looks_for_their_name_is_told_the_board_the_colour_and_the_opponent(door: Door) -> None:
    t = door.tournament(2, started=False)
    door.post(f"/tournaments/{t}/entries", {"name": "Łukasz Müller"})
    assert "Nobody has been paired yet" in page(door, f"/tournaments/{t}/where?name=muller")

    door.post(f"/tournaments/{t}/rounds")
    found = [page(door, f"/tournaments/{t}/where?name={name}") for name in ("LUKASZ+muller", "1+player", "player+2")]
    assert sum("bye" in one for one in found) == 1
    seated = [re.findall(r"Board 1|White, against|Black, against", one) for one in found]
    assert sorted(seated) == [[], ["Board 1", "Black, against"], ["Board 1", "White, against"]]
    assert "name contains “&lt;b&gt;”" in page(door, f"/tournaments/{t}/where?name=<b>")


def test_a_player_s_card_has_opponents_colours_results_and_byes(door: Door) -> None:
    t = door.tournament(3)
    ruling = {"kind": "result", "result": "2-0", "reason": "reported"}
    door.post(f"/tournaments/{t}/rounds/1/boards/1/rulings", ruling)
    (game,) = door.get(f"/tournaments/{t}/rounds/1").get_json()["boards"]
    winner, loser = (game["players"][side] for side in ("white", "black"))
    card = page(door, f"/tournaments/{t}/players/{winner['entry']}")

    assert loser["name"] in card
    assert "points: 2" in card
    sitting = next(entry for entry in (1, 2, 3) if entry not in (winner["entry"], loser["entry"]))
    assert "bye" in page(door, f"/tournaments/{t}/players/{sitting}")
    assert "Black" in page(door, f"/tournaments/{t}/players/{loser['entry']}")
    page(door, f"/tournaments/{t}/players/77", status=404)


def test_only_a_sheet_that_everybody_may_see_leads_to_the_public_page(door: Door) -> None:
    t = door.tournament(4)
    told = [
        PdfReader(io.BytesIO(door.get(f"/tournaments/{t}/sheets/{sheet}.pdf").get_data())).pages[0].extract_text()
        for sheet in ("pairings", "rulings")
    ]

    assert [f"/tournaments/{t}" in text.replace(" ", "") for text in told] == [True, False]


def test_a_game_that_is_put_off_says_so_instead_of_not_started(door: Door) -> None:
    t = door.tournament(4, started=False)
    door.post(f"/tournaments/{t}/rounds")
    door.post(f"/tournaments/{t}/rounds/1/boards/2/postponements", {"until": "Monday", "reason": "the train is late"})
    shown = re.findall(r"<span data-status>\s*(.+?)</span>", page(door, f"/tournaments/{t}/rounds/1?view=boards"))

    assert shown == ["Not started", "Postponed"]
    assert "Postponed" in page(door, f"/tournaments/{t}/rounds/1")
    assert door.get(f"/tournaments/{t}/rounds/1/boards/2").get_json()["postponed"] == "Monday"


def test_the_page_tells_its_script_what_the_service_tells_a_program(door: Door) -> None:
    t = door.tournament(4)
    play(door, t, "32-28")
    shown = page(door, f"/tournaments/{t}/rounds/1?view=boards")

    told = re.search(r'<script type="application/json" id="games">(.*?)</script>', shown, re.DOTALL)
    assert told is not None
    boards = door.get(f"/tournaments/{t}/rounds/1").get_json()["boards"]
    assert json.loads(told[1]) == [{**board, "moves": [], "plays": []} for board in boards]
    assert f'data-after="{door.desks.desk(t).state.version}"' in shown


def test_a_game_shows_its_moves_with_times_and_any_earlier_position(door: Door) -> None:
    t = door.tournament(2)
    door.clock.wait(minutes=3)
    play(door, t, "32-28", "19-23", "28x19")

    address = f"/tournaments/{t}/rounds/1/boards/1"
    assert "1:57:00" in page(door, address)
    assert "28x19" in page(door, address)
    assert "ply 1 of 3" in page(door, f"{address}?ply=1")
    assert page(door, f"{address}?ply=nonsense").count("aria-current") == page(door, address).count("aria-current")


def test_whoever_begins_has_the_first_column(door: Door) -> None:
    for variant, move, sides in (
        ("international", "32-28", ["White", "Black"]),
        ("american", "11-15", ["Red", "White"]),
    ):
        t = door.tournament(2, variant=variant, name=variant)
        play(door, t, move)
        sheet = page(door, f"/tournaments/{t}/rounds/1/boards/1").partition("<thead>")[2]

        assert re.findall(r'<th scope="col">(\w+)</th>', sheet) == sides
        cells = re.findall(r"<td>(.*?)</td>", sheet, re.DOTALL)
        assert move in cells[0]
        assert "</a>" not in cells[1]


def test_standings_name_their_tie_breaks_and_show_who_met_whom(door: Door) -> None:
    t = door.tournament(4)
    ruling = {"kind": "result", "result": "2-0", "reason": "reported"}
    door.post(f"/tournaments/{t}/rounds/1/boards/1/rulings", ruling)
    shown = page(door, f"/tournaments/{t}/standings")

    assert "A win, draw and loss count 2-1-0." in shown
    assert "Crosstable" in shown
    assert shown.count('class="self"') == 4


def test_the_wall_shows_the_round_without_masthead_or_foot(door: Door) -> None:
    t = door.tournament(4)
    shown = page(door, f"/tournaments/{t}/wall")

    assert "Round 1" in shown
    assert shown.count('class="cell"') == 2
    assert "masthead" not in shown


@pytest.mark.parametrize("boards", range(1, 91))
def test_every_number_of_boards_fits_the_screen(boards: int) -> None:
    wide = across(boards)
    rows = -(-boards // wide)

    assert rows <= wide + 1
    assert wide <= 10


def test_what_a_name_holds_is_shown_and_never_obeyed(door: Door) -> None:
    t = door.tournament(1, started=False)
    door.post(f"/tournaments/{t}/entries", {"name": '</script><img src=x onerror="alert(1)">'})
    door.post(f"/tournaments/{t}/rounds")

    for address in ("", "/rounds/1/boards/1", "/standings", "/wall"):
        assert "<img src=x" not in page(door, f"/tournaments/{t}{address}")


def test_the_language_is_kept_in_a_cookie_and_leads_back(door: Door) -> None:
    answer = door.client.get("/language?lang=nl&next=/help")

    assert answer.location == "/help"
    assert '<html lang="nl">' in page(door, "/help")
    assert '<html lang="en">' in page(door, "/help?lang=en")


def test_the_language_leads_to_no_other_site(door: Door) -> None:
    assert door.client.get("/language?lang=nl&next=https://elsewhere.test/").location == "/"
    assert door.client.get("/language?lang=nl&next=//elsewhere.test/").location == "/"


def test_a_language_in_the_address_does_not_outlive_the_choice_of_another(door: Door) -> None:
    answer = door.client.get("/language?lang=nl&next=/help?lang%3Den")

    assert answer.location == "/help"


def test_a_language_that_nobody_translated_is_refused(door: Door) -> None:
    assert "xx" in page(door, "/language?lang=xx", status=422)


def test_the_help_has_every_chapter_that_is_written(door: Door) -> None:
    shown = page(door, "/help")

    assert sorted(CHAPTERS) == sorted(file.stem for file in FOLDERS[0].glob("*.md"))
    for name in CHAPTERS:
        assert f'<h2 id="{name}">' in shown
        assert f'<a href="#{name}">' in shown


def test_the_help_explains_every_word_that_it_lists(door: Door) -> None:
    shown = page(door, "/help").partition('id="words-meant"')[2]

    assert shown.count("<td>") == 2 * (shown.count("<tr>") - 1) > 20
    assert "<td></td>" not in shown


def test_the_help_is_told_in_the_language_of_its_reader(door: Door) -> None:
    """A paragraph of a chapter may break its lines; the catalogue has it whole."""
    shown = page(door, "/help?lang=nl")

    assert '<h2 id="round">Een ronde leiden: indeling en uitslagen</h2>' in shown
    assert "Van een speler is alleen de achternaam verplicht" in shown
    assert "Enter the players, by hand" not in shown


def test_pages_of_what_is_not_there_are_not_found(door: Door) -> None:
    t = door.tournament(2)

    for address in ("/tournaments/nowhere", f"/tournaments/{t}/rounds/7", f"/tournaments/{t}/rounds/1/boards/7"):
        page(door, address, status=404)


def test_an_ordinary_hall_has_no_banner_of_a_demonstration(door: Door) -> None:
    t = door.tournament(2)
    assert 'class="banner"' not in page(door, f"/tournaments/{t}")

    door.clock.speed = 30
    for address in (f"/tournaments/{t}", f"/tournaments/{t}/wall", "/help"):
        assert "30 times the speed" in page(door, address)


def test_the_help_states_the_rule_of_the_millisecond(door: Door) -> None:
    page = " ".join(door.client.get("/help").get_data(as_text=True).split())

    assert "A move that reaches the service in the millisecond in which the time ends is too late." in page
