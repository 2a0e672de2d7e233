"""The house as a player of an event, with whoever has the bye, and looking at games that are over."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from pypdf import PdfReader

from arbiter.engines import advice
from arbiter.engines.search_processes import Effort
from arbiter.engines.search_request import task_from
from arbiter.exchange.trf.report import trf_of
from arbiter.rules.position import start
from arbiter.rules.variants import VARIANTS
from arbiter.view import View
from tests.waiting import PATIENCE, until
from tests.web.conftest import Door
from tests.web.office import Office

PRACTICE: dict[str, Any] = {"settings": {"house": "yes"}, "control": "-", "variant": "american"}


def five_and_the_house(door: Door, **more: Any) -> str:
    """An event for practice with five people and the house, its first round going; its id."""
    id = door.tournament(5, started=False, **{**PRACTICE, **more})
    told = door.post(f"/tournaments/{id}/house", {"level": 1, "key": "once"}).get_json()
    assert told["entry"] == 6
    assert door.post(f"/tournaments/{id}/house", {"level": 1, "key": "once"}).get_json()["seq"] == told["seq"]
    door.post(f"/tournaments/{id}/rounds")
    door.post(f"/tournaments/{id}/rounds/1/start")
    return id


def over(door: Door, id: str, *moves: str, board: int = 1) -> None:
    """The moves are played at that board, and then the game is given up."""
    at = f"/tournaments/{id}/rounds/1/boards/{board}"
    for ply, move in enumerate(moves):
        assert door.post(f"{at}/moves", {"move": move, "ply": ply}).status_code == 200
    door.post(f"{at}/resignations")


def looked_at(door: Door, id: str, board: int = 1) -> Any:
    """The analysis of that game, once it is there."""
    at = f"/tournaments/{id}/rounds/1/boards/{board}/analysis"
    until(lambda: door.get(at).get_json()["moments"])
    return door.get(at).get_json()


def test_the_house_is_a_player_that_is_marked_as_what_it_is(door: Door) -> None:
    id = five_and_the_house(door)
    boards = door.get(f"/tournaments/{id}/rounds/1").get_json()["boards"]
    names = [board["players"][side]["name"] for board in boards for side in ("white", "black")]

    assert names.count("Computer, level 1") == 1
    for address in ("", "/standings", "/rounds/1"):
        assert "Computer, level 1" in door.client.get(f"/tournaments/{id}{address}").get_data(as_text=True)


def test_the_register_cannot_call_the_house_by_the_name_of_a_person(door: Door, office: Office) -> None:
    id = five_and_the_house(door)
    office.send(f"/{id}/entries/6", name="Ton Sijbrands", rating="2400")

    assert "Sijbrands" not in door.client.get(f"/tournaments/{id}/standings").get_data(as_text=True)
    assert (
        View(tournament=id, state=door.desks.desk(id).state, people=door.desks.desk(id).people).known[6].rating is None
    )


@pytest.mark.parametrize("system", ["swiss", "round-robin", "knockout"])
def test_the_house_enters_no_tournament_that_does_not_say_so(door: Door, system: str) -> None:
    id = door.tournament(5, started=False, system=system)
    refused = door.post(f"/tournaments/{id}/house", {"level": 5})

    assert (refused.status_code, refused.get_json()["code"]) == (409, "house_not_announced")
    assert len(door.desks.desk(id).state.entries) == 5


def test_a_tablet_between_the_players_does_not_move_for_the_house(door: Door) -> None:
    id = five_and_the_house(door)
    state = door.desks.desk(id).state
    game = next(game for game in state.games() if 6 in tuple(game.entries))
    token, _ = door.access.links.make(id, game.board, None)
    with door.client.session_transaction() as session:
        session["tablet"], session["csrf"] = token, "c"
    headers = {"X-CSRF-Token": "c", "X-Arbiter-Tablet": "1"}
    at = f"/api/v1/tournaments/{id}/rounds/1/boards/{game.board}"

    answers = [
        door.client.post(f"{at}/moves", json={"move": move, "ply": ply}, headers=headers).status_code
        for ply, move in enumerate(("11-15", "22-18"))
    ]
    mine = state.person_at(game)
    assert answers == ([200, 409] if mine is not None and mine.value == "black" else [409, 409])


def test_a_level_can_be_changed_and_a_person_never_becomes_the_house(door: Door) -> None:
    id = five_and_the_house(door)

    assert door.post(f"/tournaments/{id}/entries/6/house", {"level": 7}).get_json()["level"] == 7
    refused = door.post(f"/tournaments/{id}/entries/1/house", {"level": 7})
    assert refused.get_json()["code"] == "house_in_their_place"


def test_the_office_changes_the_level_on_the_page_of_the_entry_and_asks_nobody_for_its_name(
    door: Door, office: Office
) -> None:
    id = five_and_the_house(door)
    text = office.page(f"/{id}/entries/6")
    assert "The computer plays for this entry" in text
    assert 'name="family"' not in text
    assert "(computer)" not in office.page(f"/{id}/entries/names")

    assert office.send(f"/{id}/seats/house/6", level=8).status_code == 303
    assert "Computer, level 8" in office.page(f"/{id}/entries/6")
    assert door.desks.desk(id).state.house[6].level == 8
    office.send(f"/{id}/seats/house/6", level=9, engine="nobody")
    assert door.desks.desk(id).state.house[6].level == 8


def test_whoever_has_the_bye_plays_the_house_and_the_tournament_counts_a_bye(door: Door, office: Office) -> None:
    id = door.tournament(5, system="swiss")
    state = door.desks.desk(id).state
    (entry,) = state.round(1).byes
    before = trf_of(View(tournament=id, state=state))
    form = office.page(f"/{id}/rounds/1/byes/{entry}")
    assert "Play against the computer" in form

    office.send(f"/{id}/rounds/1/byes/{entry}", level="2")
    (sitting,) = [desk for desk in door.desks if desk.state.practice]
    told = door.post(f"/tournaments/{id}/rounds/1/byes/{entry}/house", {}).get_json()
    assert told["tournament"] == sitting.id
    assert sitting.state.games().__next__().started is not None
    assert "/t/" in office.page(f"/{id}/rounds/1/byes/{entry}")
    door_of_it = door.client.get(told["url"].removeprefix("http://hall.test:8000")).get_data(as_text=True)
    assert "Against the computer" in door_of_it
    assert trf_of(View(tournament=id, state=door.desks.desk(id).state)) == before

    door.service.computer.practice._halt_or_go_on()  # the round is being played: visitors stand still, the bye does not
    assert sitting.state.game(1, 1).halted is None
    refused = door.post(f"/tournaments/{id}/rounds/1/byes/{state.round(1).games[0].entries.white}/house")
    assert refused.get_json()["code"] == "no_bye"


@pytest.mark.parametrize(
    ("fen", "answer"),
    [
        ("B:W21,22:B1,2,3,4", "accepted"),
        ("B:W21,22,23,24:B1", "declined"),
        ("B:W21-32:B1-12", "declined"),  # a game that has only begun
    ],
)
def test_the_house_answers_an_offer_by_what_it_thinks_of_the_position(
    door: Door, office: Office, fen: str, answer: str
) -> None:
    """Over HTTP, as a tablet offers it: the house is White, and worse off or better."""
    door.service.computer.player.start()
    told = door.post("/practice", {"variant": "american", "level": 3, "side": "black"}).get_json()
    id, at = told["tournament"], f"/tournaments/{told['tournament']}/rounds/1/boards/1"
    office.rule(id, "position", fen=fen, ply=0, reason="an exercise", article="7")
    office.rule(id, "start")
    assert door.post(f"{at}/offers", {"side": "black"}).status_code == 200

    until(lambda: not door.get(at).get_json()["offers"])
    board = door.get(at).get_json()
    door.service.computer.player.stop()
    door.service.computer.thinkers.close()
    assert (board["result"], board["because"]) == (("1-1", "agreed") if answer == "accepted" else (None, None))


def test_a_running_game_is_looked_at_by_nobody(door: Door) -> None:
    id = door.tournament(2)
    door.post(f"/tournaments/{id}/rounds/1/boards/1/moves", {"move": "32-28", "ply": 0})

    for refused in (
        door.get(f"/tournaments/{id}/rounds/1/boards/1/analysis"),
        door.post(f"/tournaments/{id}/rounds/1/analysis", {"boards": [1]}),
        door.client.get(f"/tournaments/{id}/rounds/1/boards/1/analysis"),
    ):
        assert refused.status_code == 409
    assert door.post(f"/tournaments/{id}/rounds/1/analysis", {}).get_json()["games"] == []


def test_a_game_that_is_over_is_looked_at_move_by_move(door: Door, office: Office) -> None:
    """White's 24-19 gives a man away for nothing."""
    door.service.computer.analyses.effort = Effort(nodes=3_000)
    id = door.tournament(4, **PRACTICE)
    over(door, id, *["10-15", "23-18", "6-10", "21-17", "12-16", "24-19"])
    page_before = door.client.get(f"/tournaments/{id}/rounds/1/boards/1/analysis").get_data(as_text=True)
    assert "Analyse this game" in page_before
    empty = PdfReader(io.BytesIO(door.get(f"/tournaments/{id}/sheets/analysis.pdf?round=1&board=1").get_data()))
    assert "No game has been analysed yet." in empty.pages[0].extract_text()

    office.door.client.post(f"/tournaments/{id}/rounds/1/analysis", data={"csrf": office.csrf})
    told = looked_at(door, id)
    assert [one["move"] for one in told["moments"]][:2] == ["10-15", "23-18"]
    assert [one["ply"] for one in told["moments"] if one["mistake"]][-1] == 6
    assert all(one["line"] for one in told["moments"])
    door.service.computer.thinkers.close()

    text = door.client.get(f"/tournaments/{id}/rounds/1/boards/1/analysis").get_data(as_text=True)
    assert "<polyline" in text
    assert "Mistakes and shots" in text
    assert "24-19" in text
    assert "not analysed yet" not in door.client.get(f"/tournaments/{id}/rounds/1/analysis").get_data(as_text=True)
    printed = door.get(f"/tournaments/{id}/sheets/analysis.pdf?round=1")
    assert "24-19?" in PdfReader(io.BytesIO(printed.data)).pages[0].extract_text()


def test_anybody_has_the_house_look_at_a_game_that_is_over(door: Door) -> None:
    door.service.computer.analyses.effort = Effort(nodes=300)
    id = door.tournament(2)
    at = f"/tournaments/{id}/rounds/1/boards/1/analysis"
    assert door.post(at, role=None).get_json()["code"] == "analysis_of_running"

    over(door, id, "32-28")
    answer = door.post(at, role=None)
    assert (answer.status_code, answer.get_json()["of"]) == (202, 2)
    looked_at(door, id)
    door.service.computer.thinkers.close()


def test_an_analysis_is_cancelled_by_whoever_has_asked_for_it_and_by_directors(door: Door, office: Office) -> None:
    """Nothing of it is stored, and it can be asked for again."""
    analyses = door.service.computer.analyses
    analyses.effort = Effort(nodes=10**9, seconds=10**6)  # a search lasts until it is cancelled
    id = door.tournament(4)
    for board in (1, 2):
        over(door, id, "32-28", board=board)
    path = f"/tournaments/{id}/rounds/1"
    at = f"{path}/boards/1/analysis"
    assert door.post(at, role="arbiter").status_code == 202
    assert door.post(at.replace("1/analysis", "2/analysis")).status_code == 202
    assert door.post(f"{at.replace('1/analysis', '2/analysis')}/cancel", role="arbiter").status_code == 403
    assert "Cancel<span" in door.client.get(at).get_data(as_text=True)

    told = door.post(f"{at}/cancel", role="arbiter").get_json()
    assert (told["moments"], analyses.progress(id, office.game(id))) == ([], None)
    assert door.post(f"{at}/cancel").get_json()["code"] == "work_over"
    assert door.post(at, role="arbiter").status_code == 202
    told_page = door.client.get(f"{path}/analysis").get_data(as_text=True)
    assert re.findall(r"Analysis of round 1, board \d(?=</p>)", told_page) == [
        "Analysis of round 1, board 1",
        "Analysis of round 1, board 2",
    ]
    jobs = door.get(f"/tournaments/{id}/jobs").get_json()["jobs"]
    assert [(job["what"], job["of"]) for job in jobs] == [("analysis", 2), ("analysis", 2)]
    for job in jobs:
        assert door.post(f"/tournaments/{id}/jobs/{job['id']}/cancel").status_code == 200
    assert [analyses.progress(id, office.game(id, board)) for board in (1, 2)] == [None, None]
    door.service.computer.thinkers.close()
    assert [analyses.of(id, office.game(id, board)) for board in (1, 2)] == [None, None]


def test_while_many_games_are_looked_at_a_house_that_has_to_move_waits_for_one_position(door: Door) -> None:
    """Forty games asked for at once do not stand in its way."""
    analyses = door.service.computer.analyses
    analyses.effort = Effort(level=1, nodes=10**9, seconds=0.2)
    id = door.tournament(20, control="-")
    for board in range(1, 11):
        over(door, id, "32-28", "18-22", board=board)
    door.post(f"/tournaments/{id}/rounds/1/analysis", {})

    assert door.service.computer.thinkers._threads._work_queue.qsize() <= door.service.computer.thinkers.count
    game = VARIANTS["international"]
    assert (
        door.service.computer.thinkers.think(task_from(start(game), game), Effort(level=1)).result(PATIENCE) is not None
    )
    door.service.computer.thinkers.close()


def test_an_arbiter_who_adjudicates_has_a_hint_of_the_house_once_the_clocks_stand(
    door: Door, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """White has given a man away; the house says so to whoever decides, and to nobody while a clock runs."""
    monkeypatch.setattr(advice, "OPINION", Effort(nodes=3_000))
    id = door.tournament(2, **PRACTICE)
    office.play(id, "10-15", "23-18", "6-10", "21-17", "12-16", "24-19")
    at, page = f"/tournaments/{id}/rounds/1/boards/1/opinions", f"/{id}/rounds/1/boards/1/opinion"
    assert door.post(at).get_json()["code"] == "opinion_of_running"
    assert "only while its clocks are stopped" in office.send(page).get_data(as_text=True)
    assert door.post(at, role="spectator").status_code == 403

    office.rule(id, "stop", reason="adjudication")
    told = door.post(at).get_json()
    assert told["score"] < -50
    assert told["best"] == told["line"][0]
    text = office.send(page).get_data(as_text=True)
    assert "The computer's evaluation: -" in text
    assert "the arbiter decides" in text
    assert told["tables"] is None
    door.service.computer.thinkers.close()
    lines = door.desks.desk(id).state.version
    assert office.game(id).result is None
    assert door.desks.desk(id).state.version == lines


def test_what_was_found_in_other_moves_is_not_shown_for_these(door: Door) -> None:
    door.service.computer.analyses.effort = Effort(nodes=300)
    id = door.tournament(2)
    over(door, id, "33-29", "17-22")
    door.post(f"/tournaments/{id}/rounds/1/analysis", {})
    looked_at(door, id)
    ruling = {"kind": "position", "ply": 1, "reason": "they agree"}
    door.post(f"/tournaments/{id}/rounds/1/boards/1/rulings", ruling)
    door.post(f"/tournaments/{id}/rounds/1/boards/1/rulings", {"kind": "start"})
    door.post(f"/tournaments/{id}/rounds/1/boards/1/resignations")
    door.service.computer.thinkers.close()

    told = door.get(f"/tournaments/{id}/rounds/1/boards/1/analysis").get_json()
    assert (told["done"], told["moments"]) == (0, [])


def test_what_goes_wrong_with_one_game_keeps_no_other_from_being_looked_at(
    door: Door, caplog: pytest.LogCaptureFixture
) -> None:
    analyses = door.service.computer.analyses
    (door.desks.instance / "analyses").write_text("a file where the folder should be")
    id = door.tournament(2, **PRACTICE)
    over(door, id, "11-15")
    analyses.effort = Effort(level=1, nodes=100)
    game = door.desks.desk(id).state.game(1, 1)
    door.post(f"/tournaments/{id}/rounds/1/analysis", {})
    until(lambda: analyses.progress(id, game) is None)
    door.service.computer.thinkers.close()

    assert "a game could not be weighed" in caplog.text


def test_practice_is_opened_by_the_api_too(door: Door) -> None:
    told = door.post("/practice", {"variant": "russian", "level": 2}, role=None).get_json()

    assert told["side"] == "white"
    assert told["url"].startswith("http://hall.test:8000/t/")
    at = f"/tournaments/{told['tournament']}/rounds/1/boards/1"
    door.post(f"{at}/moves", {"move": "c3-d4", "ply": 0})
    assert door.post(f"{at}/takebacks", {"side": "white"}).get_json()["ply"] == 0
