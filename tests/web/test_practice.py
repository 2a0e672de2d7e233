"""The practice page: who may sit down when, and what practice allows besides."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from arbiter.desk.desk import Desk
from arbiter.engines.engines import Engines
from arbiter.engines.practice import MOST_OF_ADDRESS, MOST_SITTINGS
from arbiter.refused import Refused
from arbiter.rulings.board.claims import ClaimDraw
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.referee.corrections import RuleResult
from arbiter.rulings.time.inactivity import RingInactivity
from arbiter.sides import MINUTE, Side
from tests.engines.strangers import dame, programs
from tests.waiting import until
from tests.web.conftest import Door
from tests.web.office import Office


def sit_down(door: Door, **wanted: str) -> Any:
    """Fills the form in and sends it; the answer."""
    door.client.get("/practice")
    return door.client.post("/practice", data={"csrf": csrf(door), "variant": "american", **wanted})


def settle(office: Office, what: str, **fields: str) -> Any:
    """A form of the page of the house; the answer."""
    return office.door.client.post(f"/house/{what}", data={**fields, "csrf": office.csrf})


def csrf(door: Door) -> str:
    with door.client.session_transaction() as session:
        return str(session["csrf"])


def sitting(door: Door) -> Desk:
    """The one sitting that there is."""
    (desk,) = [desk for desk in door.desks if desk.state.practice]
    return desk


def last_games(door: Door) -> str:
    """The sitting of which the page offers the games."""
    with door.client.session_transaction() as session:
        return str(session["games"])


def press(door: Door, button: str) -> Any:
    return door.client.post(f"/practice/{button}", data={"csrf": csrf(door)})


def page_told(door: Door) -> Any:
    text = door.client.get("/practice/board").get_data(as_text=True)
    found = re.search(r'<script type="application/json" id="tablet">(.*?)</script>', text, re.DOTALL)
    assert found
    return json.loads(found[1])


def test_a_visitor_sits_down_and_begins(door: Door) -> None:
    answer = sit_down(door, level="2")
    assert (answer.status_code, answer.location) == (303, "/practice/board")

    state, told = sitting(door).state, page_told(door)
    assert told["side"] == state.variant.first.value == "black"
    assert state.house[2].level == 2
    assert state.computers == {2}
    assert told["game"]["players"]["white"]["name"] == "Computer, level 2"
    assert len(told["game"]["legal"]) == 7


def test_colour_time_and_nasty_rules_are_the_visitors_choice(door: Door) -> None:
    sit_down(door, side="white", control="300+3", touch="yes", hurry="yes")
    state = sitting(door).state

    assert page_told(door)["side"] == "white"
    assert state.control.periods[0].base == 5 * MINUTE
    assert state.regulations.touch_move
    assert (state.regulations.inactivity_warning, state.regulations.inactivity_loss) == (5, 1)


def test_a_sitting_stands_in_no_list_of_tournaments(door: Door, office: Office) -> None:
    id = door.tournament(started=False)
    sit_down(door)

    assert [one["id"] for one in door.get("/tournaments").get_json()["tournaments"]] == [id]
    for path in ("/", "/office"):
        assert f'/tournaments/{sitting(door).id}"' not in door.client.get(path).get_data(as_text=True)


def test_the_visitor_plays_by_the_board_of_a_tablet_and_for_their_own_side_alone(door: Door) -> None:
    sit_down(door)
    at = f"/api/v1/tournaments/{sitting(door).id}/rounds/1/boards/1"
    headers = {"X-CSRF-Token": csrf(door), "X-Arbiter-Tablet": "1"}

    played = door.client.post(f"{at}/moves", json={"move": "11-15", "ply": 0}, headers=headers)
    assert played.status_code == 200
    again = door.client.post(f"{at}/moves", json={"move": "22-18", "ply": 1}, headers=headers)
    assert (again.status_code, again.get_json()["code"]) == (409, "not_your_turn")


def test_a_tablet_of_the_hall_stays_the_tablet_of_its_board(door: Door) -> None:
    id = door.tournament(started=False)
    door.post(f"/tournaments/{id}/rounds")
    token, _ = door.access.links.make(id, 1, None)
    with door.client.session_transaction() as session:
        session["tablet"] = token
    sit_down(door)

    headers = {"X-CSRF-Token": csrf(door), "X-Arbiter-Tablet": "1"}
    move = {"move": "32-28", "ply": 0}
    door.post(f"/tournaments/{id}/rounds/1/start")
    played = door.client.post(f"/api/v1/tournaments/{id}/rounds/1/boards/1/moves", json=move, headers=headers)
    assert played.status_code == 200
    assert "data-practice" not in door.client.get("/tablet").get_data(as_text=True)


def test_taking_back_a_hint_and_the_game_text_are_at_hand(door: Door) -> None:
    sit_down(door, variant="russian")
    desk = sitting(door)
    hint = press(door, "hint").get_json()["move"]
    assert re.fullmatch(r"[a-h]\d-[a-h]\d", hint)
    desk.submit(PlayMove(round=1, board=1, ply=0, move=hint, by="test"))

    assert press(door, "back").status_code == 303
    assert desk.state.game(1, 1).ply == 0
    door.service.computer.thinkers.close()
    text = door.client.get(f"/practice/{desk.id}.pdn")
    assert text.status_code == 200
    assert '[Black "Computer, level 3"]' in text.get_data(as_text=True)


def test_the_next_game_has_the_other_colour(door: Door) -> None:
    sit_down(door)
    desk = sitting(door)
    assert press(door, "next").status_code == 409
    assert len(desk.state.rounds) == 1
    desk.submit(RuleResult(round=1, board=1, result="draw", by="chief", reason="tired"))

    press(door, "next")
    told = page_told(door)
    assert (told["side"], told["game"]["round"]) == ("white", 2)


@pytest.mark.parametrize(("policy", "status"), [("never", 409), ("between", 409), ("always", 303)])
def test_while_a_round_is_played_practice_is_open_only_where_the_office_has_allowed_it(
    door: Door, office: Office, policy: str, status: int
) -> None:
    door.tournament()
    settle(office, "practice", policy=policy)

    assert sit_down(door).status_code == status


def test_between_two_rounds_practice_is_open(door: Door) -> None:
    door.tournament(started=False)

    assert sit_down(door).status_code == 303


def test_a_page_that_says_later_asks_again_by_itself(door: Door) -> None:
    assert 'http-equiv="refresh"' not in door.client.get("/practice").get_data(as_text=True)
    door.tournament()

    assert 'http-equiv="refresh"' in door.client.get("/practice").get_data(as_text=True)


def test_sittings_stand_still_while_a_round_is_played_and_go_on_after_it(door: Door) -> None:
    sit_down(door, control="300+3")
    desk, sittings = sitting(door), door.service.computer.practice
    id = door.tournament(players=2)
    sittings._halt_or_go_on()
    assert desk.state.game(1, 1).halted == "hall"

    door.desks.desk(id).submit(RuleResult(round=1, board=1, result="draw", by="chief", reason="agreed"))
    sittings._halt_or_go_on()
    assert desk.state.game(1, 1).halted is None


def test_what_goes_wrong_with_one_errand_keeps_no_other_from_being_done(
    door: Door, caplog: pytest.LogCaptureFixture
) -> None:
    sittings = door.service.computer.practice
    sittings.start()
    sittings._errand(lambda: 1 // 0)
    done: list[int] = []
    sittings._errand(lambda: done.append(1))
    until(lambda: done)
    sittings.stop()

    assert "an errand of the practice stumbled" in caplog.text


def test_a_claim_at_practice_is_looked_at_by_the_house_itself(door: Door) -> None:
    sit_down(door)
    desk, sittings = sitting(door), door.service.computer.practice
    desk.submit(ClaimDraw(round=1, board=1, ground="repetition", by="test", side=Side.BLACK))
    sittings._sign(desk.id)

    assert [one.decided for one in desk.state.proposals] == ["dismissed"]
    assert desk.state.game(1, 1).result is None


def test_the_nasty_rules_warn_after_five_minutes_and_take_the_game_a_minute_later(door: Door) -> None:
    sit_down(door, hurry="yes")
    desk, sittings = sitting(door), door.service.computer.practice
    for minutes, decided in ((5, ["signed"]), (1, ["signed", "signed"])):
        door.clock.wait(minutes=minutes)
        desk.ask(RingInactivity(round=1, board=1))
        sittings._sign(desk.id)
        assert [one.decided for one in desk.state.proposals] == decided

    result = desk.state.game(1, 1).result
    assert result is not None
    assert result.outcome[Side.BLACK].value == "lost"


def test_what_nobody_plays_at_any_more_is_put_away_with_its_games(door: Door) -> None:
    sit_down(door)
    first = sitting(door).id
    door.clock.wait(minutes=31)
    sit_down(door)

    assert sitting(door).id != first
    assert (door.desks.instance / "practice" / f"{first}.sqlite").is_file()
    assert "Event" in door.client.get(f"/practice/{first}.pdn").get_data(as_text=True)


def come(door: Door, address: str) -> Any:
    """A visitor from that address asks for a place; the answer. Their page is gone at once."""
    client = door.client.application.test_client()
    return client.post("/api/v1/practice", json={"variant": "american"}, environ_overrides={"REMOTE_ADDR": address})


def test_one_address_cannot_take_every_place_and_places_are_free_again_soon_after_their_pages_are_gone(
    door: Door,
) -> None:
    answers = [come(door, "10.0.0.66").status_code for _ in range(200)]
    assert (answers.count(201), answers.count(409)) == (MOST_OF_ADDRESS, 200 - MOST_OF_ADDRESS)
    assert come(door, "10.0.0.66").get_json()["code"] == "practice_full_here"
    assert come(door, "10.0.0.7").status_code == 201

    for number in range(MOST_SITTINGS):
        come(door, f"10.0.1.{number}")
    full = come(door, "10.0.0.8")
    assert (full.status_code, full.get_json()["code"]) == (409, "practice_full")
    door.clock.wait(minutes=3)
    assert come(door, "10.0.0.8").status_code == 201
    assert sum(desk.state.practice for desk in door.desks) == MOST_SITTINGS


def test_a_place_whose_page_is_open_is_not_given_away(door: Door) -> None:
    sit_down(door)
    kept = sitting(door)
    for number in range(MOST_SITTINGS):
        come(door, f"10.0.1.{number}")
    door.clock.wait(minutes=3)
    kept.touch(1, Side.BLACK)

    for number in range(MOST_SITTINGS - 1):
        assert come(door, f"10.0.2.{number}").status_code == 201
    assert kept.id in [desk.id for desk in door.desks]
    assert come(door, "10.0.3.1").get_json()["code"] == "practice_full"


def test_the_office_frees_a_place(door: Door, office: Office) -> None:
    come(door, "10.0.0.7")
    id = sitting(door).id
    assert f"/house/practice/{id}/free" in door.client.get("/house").get_data(as_text=True)
    settle(office, f"practice/{id}/free")
    assert not [desk for desk in door.desks if desk.state.practice]

    come(door, "10.0.0.7")
    id = sitting(door).id
    assert door.send("DELETE", f"/practice/{id}", role="arbiter").status_code == 403
    assert door.send("DELETE", f"/practice/{id}").get_json()["taken"] == 0
    assert door.send("DELETE", f"/practice/{door.tournament()}").get_json()["code"] == "practice_only"


def test_the_oldest_games_of_practice_are_forgotten_beyond_so_many(door: Door) -> None:
    door.service.computer.practice.kept = 2
    for _ in range(4):
        sit_down(door)
        press(door, "leave")

    kept = door.desks.instance / "practice"
    assert len(list(kept.glob("*.sqlite"))) == 2
    assert len(list(kept.iterdir())) == 4  # each with its witness
    assert door.client.get(f"/practice/{last_games(door)}.pdn").status_code == 200


def test_whoever_gets_up_gives_the_game_up_frees_the_board_and_finds_the_games_again(door: Door) -> None:
    sit_down(door)
    first = sitting(door).id
    press(door, "leave")
    assert not [desk for desk in door.desks if desk.state.practice]
    assert f"/practice/{first}.pdn" in door.client.get("/practice").get_data(as_text=True)
    assert "{resigned}" in door.client.get(f"/practice/{first}.pdn").get_data(as_text=True)

    sit_down(door)
    sit_down(door)  # the same visitor takes one board
    assert sitting(door).id != first


@pytest.fixture
def engines(door: Door, tmp_path: Path) -> Engines:
    """The engines of a service whose owner has named a folder for them."""
    found = door.service.computer.engines
    found.folder = programs(tmp_path / "engines")
    return found


def test_without_a_folder_for_engines_the_office_sets_up_none_and_says_why(door: Door, office: Office) -> None:
    refused = settle(office, "engines", name="dame", command=dame().command)

    assert refused.status_code == 409
    assert "only from the folder" in refused.get_data(as_text=True)
    assert 'name="command"' not in door.client.get("/house").get_data(as_text=True)
    door.service.computer.engines.register.set_setting("engines", json.dumps({"old": dame().command}))
    with pytest.raises(Refused, match="engines_folder_unset"):
        door.service.computer.engines.named("old").program()


@pytest.mark.parametrize("command", ["/bin/sh -c id", "../dame hub", "./dame hub", "nobody hub", "..", "."])
def test_a_program_outside_the_folder_for_engines_is_never_started(
    door: Door, office: Office, engines: Engines, command: str
) -> None:
    refused = door.post("/engines", {"name": "dame", "command": command}, role="chief")
    assert refused.get_json()["code"] == "engine_outside"

    engines.register.set_setting("engines", json.dumps({"old": command}))
    with pytest.raises(Refused, match="engine_outside"):
        engines.named("old").program()


def test_only_the_chief_arbiter_names_the_command_of_an_engine(door: Door, office: Office, engines: Engines) -> None:
    engine = {"name": "dame", "command": "dame hub"}
    assert door.post("/engines", engine, role="director").status_code == 403
    assert door.send("DELETE", "/engines/dame", role="director").status_code == 403

    assert '<option value="dame">' in door.client.get("/house").get_data(as_text=True)
    settle(office, "engines", **engine)
    assert list(door.service.computer.engines.all()) == ["dame"]
    assert "dame" in door.client.get("/practice").get_data(as_text=True)
    settle(office, "engines/dame/strike")
    assert not door.service.computer.engines.all()


def test_an_engine_that_cannot_be_spoken_to_is_not_set_up_and_what_was_typed_stays_in_the_form(
    door: Door, office: Office, engines: Engines
) -> None:
    refused = settle(office, "engines", name="nobody", command="nobody --hub")

    assert refused.status_code == 422
    text = refused.get_data(as_text=True)
    assert "The engine nobody cannot be started" in text
    assert 'value="nobody"' in text
    assert 'value="nobody --hub"' in text
    assert not door.service.computer.engines.all()


def test_an_engine_that_the_settings_name_is_struck_off_there_alone(door: Door, office: Office) -> None:
    door.service.computer.engines._configured = "dame=dame hub"

    assert "set in the settings" in door.client.get("/house").get_data(as_text=True)
    refused = door.send("DELETE", "/engines/dame", role="chief")
    assert refused.get_json()["code"] == "engine_fixed"
    assert door.send("DELETE", "/engines/scan", role="chief").get_json()["code"] == "engine_unknown"


def test_the_engines_are_listed_by_the_api_for_officials(door: Door, engines: Engines) -> None:
    told = door.post("/engines", {"name": "dame", "command": "dame hub"}, role="chief").get_json()

    assert told == {"engines": [{"name": "dame", "command": "dame hub", "fixed": False}], "faults": []}
    assert door.get("/engines", role="arbiter").get_json() == told
    assert door.get("/engines", role="spectator").status_code == 403
    assert door.send("DELETE", "/engines/dame", role="chief").get_json()["engines"] == []


def test_the_api_says_whether_practice_is_open_and_why_not(door: Door) -> None:
    told = door.get("/practice", role=None).get_json()
    assert (told["open"], told["closed"], told["policy"]) == (True, None, "between")
    assert len(told["variants"]) == 17
    assert told["levels"] == list(range(1, 10))

    door.tournament()
    assert "A round is being played" in door.get("/practice", role=None).get_json()["closed"]
    assert door.send("PATCH", "/practice", {"policy": "always"}, role=None).status_code == 401
    assert door.send("PATCH", "/practice", {"policy": "always"}).get_json()["open"] is True
    assert door.send("PATCH", "/practice", {"policy": "sometimes"}).status_code == 422


def test_a_sitting_goes_by_the_api_from_its_first_game_to_the_end(door: Door) -> None:
    told = door.post("/practice", {"variant": "russian", "level": 2}, role=None).get_json()
    board = f"/tournaments/{told['tournament']}/rounds/1/boards/1"
    secret = door.post("/tablets/bind", {"link": told["url"]}, role=None).get_json()["token"]
    visitor: dict[str, Any] = {"role": None, "headers": {"Authorization": f"Bearer {secret}"}}

    hint = door.post(f"{board}/hints", **visitor).get_json()["move"]
    assert door.post(f"{board}/moves", {"move": hint, "ply": 0}, **visitor).status_code == 200
    assert door.post(f"{board}/hints", **visitor).get_json()["code"] == "not_your_turn"
    assert door.post(f"{board}/takebacks", {}, **visitor).get_json()["ply"] == 0
    assert door.post(f"{board}/next", **visitor).get_json()["code"] == "game_not_over"
    door.post(f"{board}/resignations", {}, **visitor)
    assert door.post(f"{board}/next", **visitor).get_json()["side"] == "black"
    address = door.post(f"{board}/departures").get_json()["games"]
    door.service.computer.thinkers.close()
    assert address == f"http://hall.test:8000/practice/{told['tournament']}.pdn"
    assert door.client.get(address.removeprefix("http://hall.test:8000")).get_data(as_text=True).count("[Event ") == 2


def test_nobody_gets_a_hint_or_leaves_at_a_board_of_a_tournament(door: Door) -> None:
    board = f"/tournaments/{door.tournament()}/rounds/1/boards/1"

    for what in ("hints", "next", "departures"):
        assert door.post(f"{board}/{what}").get_json()["code"] == "practice_only", what


def test_what_was_chosen_last_is_chosen_again_and_the_last_games_are_a_link(door: Door) -> None:
    sit_down(door, variant="turkish", level="6")
    id = sitting(door).id
    press(door, "leave")

    text = door.client.get("/practice").get_data(as_text=True)
    assert '<option value="turkish" selected>' in text
    assert '<input type="radio" name="level" value="6" checked>' in text
    assert f'<a href="/practice/{id}.pdn" download>' in text


def test_a_visitor_whose_colour_is_not_chosen_begins(door: Door) -> None:
    sit_down(door, variant="international")

    assert sitting(door).state.game(1, 1).entries[Side.WHITE] == 1
