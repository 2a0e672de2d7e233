"""Openings drawn by lot, what is counted towards a draw, and moves entered by taps, at the API and in the office."""

from __future__ import annotations

import pytest

from arbiter.rules.ballots import TABLES
from arbiter.sides import Side
from tests.web.conftest import Door
from tests.web.test_api_access import tablet, with_token

T = "/tournaments/club-open"
ROUND = f"{T}/rounds/1"
BOARD = f"{ROUND}/boards/1"


def balloted(door: Door) -> None:
    door.tournament(variant="american", ballots="three-move", started=False)
    assert door.post(f"{T}/rounds").status_code == 201


def repeated(door: Door) -> None:
    """A Turkish game in which a position stood for the third time."""
    door.tournament(2, variant="turkish")
    for ply, move in enumerate(("a3-a4", "h6-h5", *(("a4-b4", "h5-g5", "b4-a4", "g5-h5") * 2))):
        assert door.post(f"{BOARD}/moves", {"move": move, "ply": ply}).status_code == 200


def test_an_opening_is_drawn_for_the_round_and_announced_at_every_board(door: Door) -> None:
    balloted(door)
    told = door.post(f"{ROUND}/ballots").get_json()
    openings = [row["opening"] for row in told["boards"]]
    board = door.get(BOARD, role=None).get_json()

    assert door.get(T).get_json()["ballots"] == "three-move"
    assert openings[0] == openings[1] == board["opening"]
    assert openings[0]["ballot"] in {ballot.name for ballot in TABLES["three-move"].playable}
    assert board["moves"] == openings[0]["text"].split()
    assert (board["ply"], board["turn"], board["started"]) == (3, "white", None)


def test_each_board_draws_its_own_and_a_named_opening_is_taken(door: Door) -> None:
    balloted(door)
    each = door.post(f"{ROUND}/ballots", {"each": True}).get_json()
    named = door.post(f"{ROUND}/ballots", {"ballot": "41", "boards": [2]}).get_json()

    assert all(row["opening"] for row in each["boards"])
    assert named["boards"][1]["opening"]["text"] == "9-14 22-18 10-15"
    assert named["boards"][0] == each["boards"][0]


def test_lots_fall_everywhere_in_the_table(door: Door) -> None:
    balloted(door)
    drawn = {door.post(f"{ROUND}/ballots").get_json()["boards"][0]["opening"]["ballot"] for _ in range(25)}

    assert len(drawn) > 10


def test_what_cannot_be_drawn_is_refused_with_its_sentence(door: Door) -> None:
    balloted(door)
    barred = door.post(f"{ROUND}/ballots", {"ballot": "13"})
    unready = door.post(f"{ROUND}/start")
    unknown = door.post("/tournaments", {"name": "Other", "ballots": "eleven-man"})
    other = door.post("/tournaments", {"name": "Other", "ballots": "russian"})

    assert (barred.status_code, barred.get_json()["code"]) == (422, "ballot_barred")
    assert (unready.status_code, unready.get_json()["code"]) == (409, "ballots_missing")
    assert (unknown.status_code, unknown.get_json()["code"]) == (422, "unknown_key")
    assert (other.status_code, other.get_json()["code"]) == (422, "ballots_of_another_game")


def test_counts_are_shown_to_officials_with_their_proof(door: Door) -> None:
    repeated(door)
    (repetition, even) = door.get(f"{BOARD}/counts").get_json()["counts"]

    assert (repetition["row"], repetition["number"], repetition["limit"]) == ("repetition-turkish", 3, 3)
    assert repetition["reached"]
    assert [stood["ply"] for stood in repetition["positions"]] == [2, 6, 10]
    assert len({stood["fen"] for stood in repetition["positions"]}) == 1
    assert [stood["after"] for stood in repetition["positions"]] == ["1. ... h6-h5", "3. ... g5-h5", "5. ... g5-h5"]
    assert even["began"] is None
    assert door.get(f"{BOARD}/counts?ply=6").get_json()["counts"][0]["number"] == 2


def test_players_see_counts_only_where_the_regulations_show_them(door: Door) -> None:
    repeated(door)
    hidden = with_token(door, tablet(door), "GET", f"{BOARD}/counts")
    other = door.post("/tournaments", {"name": "Shown", "variant": "turkish", "switches": {"counts_shown": "players"}})

    assert hidden.status_code == 403
    assert "counts" not in with_token(door, tablet(door), "GET", BOARD).get_json()
    assert other.status_code == 201
    for name in ("Anna", "Bep"):
        door.post("/tournaments/shown/entries", {"name": name})
    door.post("/tournaments/shown/rounds")
    made = door.post("/tournaments/shown/tablets", {"boards": [1]}).get_json()["links"][0]
    token = door.post("/tablets/bind", {"link": made["url"], "pin": made["pin"]}, role=None).get_json()["token"]
    board = "/tournaments/shown/rounds/1/boards/1"
    assert with_token(door, token, "GET", f"{board}/counts").status_code == 200
    door.post("/tournaments/shown/rounds/1/start")
    for ply, move in enumerate(("a3-a4", "h6-h5", "a4-b4", "h5-g5", "b4-a4", "g5-h5")):
        door.post(f"{board}/moves", {"move": move, "ply": ply})
    (count,) = with_token(door, token, "GET", board).get_json()["counts"]
    assert (count["row"], count["number"], count["limit"]) == ("repetition-turkish", 2, 3)
    assert "counts" not in door.get(board, role=None).get_json()


def test_what_is_due_waits_for_the_arbiter_and_no_player_is_told(door: Door) -> None:
    repeated(door)
    (proposal,) = door.get(f"{T}/proposals").get_json()["proposals"]
    board = with_token(door, tablet(door), "GET", BOARD).get_json()

    assert (proposal["kind"], proposal["ground"]) == ("ending", "repetition-turkish")
    assert "repetition" not in str(board)
    signed = door.post(f"{T}/proposals/{proposal['proposal']}/sign")
    ended = door.get(BOARD).get_json()
    assert signed.status_code == 200
    assert (ended["result"], ended["because"]) == ("1-1", "repetition-turkish")
    assert ended["because_text"] == "the same position for the third time"


def test_taps_are_followed_up_to_the_move_that_alone_fits(door: Door) -> None:
    door.tournament(2)
    first = door.get(f"{BOARD}/taps").get_json()
    piece = door.get(f"{BOARD}/taps?path=32").get_json()
    whole = door.get(f"{BOARD}/taps?path=32-28").get_json()

    assert first["next"] == [31, 32, 33, 34, 35]
    assert (piece["next"], piece["move"]) == ([27, 28], None)
    assert (whole["next"], whole["move"]["move"]) == ([], "32-28")
    assert with_token(door, tablet(door), "GET", f"{BOARD}/taps?path=31").status_code == 200


@pytest.mark.parametrize("switches", [{"irregular_policy": "silent"}, {"hint_level": 2}])
def test_taps_tell_a_player_no_more_than_his_board_does(door: Door, switches: dict[str, object]) -> None:
    door.tournament(2, switches=switches)
    told = with_token(door, tablet(door), "GET", f"{BOARD}/taps?path=32").get_json()

    assert with_token(door, tablet(door), "GET", BOARD).get_json()["legal"] == []
    assert (told["next"], told["move"]) == ([], None)
    secret = "irregular_policy" in switches  # then nobody may know, officials included (FMJD Annex 1, 5.4)
    assert door.get(f"{BOARD}/taps?path=32").get_json()["next"] == ([] if secret else [27, 28])


def test_the_office_draws_openings_and_shows_them(door: Door) -> None:
    balloted(door)
    csrf = door.sign_in()
    page = door.client.get("/office/club-open/rounds/1").get_data(as_text=True)
    sent = door.client.post("/office/club-open/rounds/1/ballots", data={"csrf": csrf, "how": "one", "key": "k"})
    named = {"csrf": csrf, "how": "named", "ballot": "41", "board": "1", "key": "k2"}
    door.client.post("/office/club-open/rounds/1/ballots", data=named)
    after = door.client.get("/office/club-open/rounds/1").get_data(as_text=True)

    assert "Draw one for all boards" in page
    assert sent.status_code == 303
    assert "9-14 22-18 10-15" in after
    assert "9-14 22-18 10-15" in door.client.get("/tournaments/club-open/rounds/1").get_data(as_text=True)
    started = door.client.post("/office/club-open/rounds/1/start", data={"csrf": csrf})
    assert started.status_code == 303
    assert "Draw one for all boards" not in door.client.get("/office/club-open/rounds/1").get_data(as_text=True)


def test_the_board_page_shows_the_counts_and_the_proof_of_what_is_due(door: Door) -> None:
    repeated(door)
    door.sign_in()
    page = door.client.get("/office/club-open/rounds/1/boards/1").get_data(as_text=True)

    assert "Draw counts" in page
    assert "The count is complete: the same position for the third time." in page
    assert page.count('<svg class="diagram') == 4  # the board, and the three positions of the proof
    assert "5. ... g5-h5" in page


def test_a_flying_ballot_is_announced_without_moves(door: Door) -> None:
    door.tournament(2, variant="russian", ballots="russian", started=False)
    door.post(f"{T}/rounds")
    door.post(f"{ROUND}/ballots", {"ballot": "II-2"})
    board = door.get(BOARD).get_json()

    assert (board["moves"], board["turn"], board["opening"]["text"]) == ([], Side.WHITE.value, "a1-a5 a7-h4")
    assert "a5" in board["fen"]
