"""Rulings of an official in their own game: the opponent is asked, a witness is provisional, names are compared."""

from __future__ import annotations

from typing import Any

import pytest

from arbiter.journal.people import Person
from arbiter.journal.same_person import alike
from arbiter.sides import Side
from tests.web.conftest import Door
from tests.web.office import Office
from tests.web.test_api_access import BOARD, T, tablet, with_token
from tests.web.test_bounds import account, code, player

TIME = {"kind": "time", "side": "white", "add_ms": -60_000, "reason": "x"}
WITNESS = {"witness": "Piet Puk"}


def left(door: Door) -> int:
    game = door.desks.desk("club-open").state.game(1, 1)
    return game.clock.left(Side.WHITE, door.clock.at)


def seen(door: Door) -> dict[str, Any]:
    return dict(door.get(BOARD).get_json())


def opposed(door: Door) -> tuple[str, str]:
    """The token of a director who plays Black alone, and of White's own tablet, which is in touch."""
    door.tournament()
    white = tablet(door, 1, Side.WHITE)
    _, token = player(door, "director")
    door.desks.desk("club-open").touch(1, Side.WHITE)
    return token, white


def printed(door: Door, sheet: str) -> str:
    from io import BytesIO

    from pypdf import PdfReader

    pdf = door.get(f"{T}/sheets/{sheet}.pdf?round=1&board=1")
    return " ".join(" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(pdf.data)).pages)


@pytest.mark.parametrize(
    "ruling",
    [
        TIME,
        {"kind": "result", "result": "0-2", "reason": "x"},
        {"kind": "penalty", "side": "white", "step": "fine 60", "reason": "x"},
    ],
    ids=lambda ruling: str(ruling["kind"]),
)
def test_the_opponent_in_touch_is_asked_and_no_typed_name_stands_for_them(door: Door, ruling: dict[str, Any]) -> None:
    """L14, T18: nothing changes until White agrees at White's tablet."""
    token, white = opposed(door)
    before = (left(door), seen(door)["result"])

    assert code(with_token(door, token, "POST", f"{BOARD}/rulings", ruling | WITNESS)) == (403, "ask_opponent")
    assert with_token(door, token, "POST", f"{BOARD}/rulings", ruling).status_code == 200
    assert (left(door), seen(door)["result"]) == before
    asked = with_token(door, white, "GET", BOARD).get_json()["consent"]
    assert (asked["side"], asked["asked"]) == ("white", True)
    assert with_token(door, white, "POST", f"{BOARD}/consents", {"proposal": asked["proposal"]}).status_code == 200
    assert (left(door), seen(door)["result"]) != before
    assert "confirmed by Player" in printed(door, "rulings")


def test_the_opponent_may_refuse(door: Door) -> None:
    token, white = opposed(door)
    with_token(door, token, "POST", f"{BOARD}/rulings", TIME)
    asked = with_token(door, white, "GET", BOARD).get_json()["consent"]
    assert "-1:00" in asked["what"]
    answer = with_token(door, white, "POST", f"{BOARD}/consents", {"proposal": asked["proposal"], "agree": False})
    told = Office(door, door.sign_in()).page("/club-open")
    assert "The opponent has refused the ruling of" in told
    assert "-1:00" in told.partition("The opponent has refused the ruling of")[2].partition("</p>")[0]

    assert answer.status_code == 200
    assert "consent" not in with_token(door, white, "GET", BOARD).get_json()
    assert "the opponent does not agree" in printed(door, "rulings")
    assert code(with_token(door, white, "POST", f"{BOARD}/consents", {"proposal": asked["proposal"]}))[0] == 409


def test_a_claim_of_the_opponent_is_not_dismissed_with_a_typed_name(door: Door) -> None:
    token, white = opposed(door)
    assert with_token(door, white, "POST", f"{BOARD}/claims", {"ground": "repetition"}).status_code == 200
    number = door.desks.desk("club-open").state.waiting[0].number
    dismiss = f"{T}/proposals/{number}/dismiss"

    assert code(with_token(door, token, "POST", dismiss, {"reason": "no"} | WITNESS)) == (403, "ask_opponent")
    assert with_token(door, token, "POST", dismiss, {"reason": "no"}).status_code == 200
    assert door.desks.desk("club-open").state.proposal(number).decided is None
    asked = with_token(door, white, "GET", BOARD).get_json()["consent"]["proposal"]
    with_token(door, white, "POST", f"{BOARD}/consents", {"proposal": asked})
    assert door.desks.desk("club-open").state.proposal(number).decided == "dismissed"


def witnessed(door: Door, **terms: Any) -> tuple[str, int]:
    """Black's director has ruled 0-2 with a witness while White had no tablet; the token and the proposal."""
    door.tournament(**terms)
    _, token = player(door, "director")
    ruling = {"kind": "result", "result": "0-2", "reason": "he left"} | WITNESS
    assert with_token(door, token, "POST", f"{BOARD}/rulings", ruling).status_code == 200
    (waits,) = door.desks.desk("club-open").state.waiting
    assert (waits.kind, seen(door)["provisional"]) == ("witnessed", True)
    return token, waits.number


def test_a_ruling_with_a_witness_is_provisional_until_another_official_signs(door: Door) -> None:
    token, number = witnessed(door)
    sign = f"{T}/proposals/{number}/sign"
    sheet = printed(door, "scoresheet")
    assert ">provisional</span>" in door.client.get("/tournaments/club-open/rounds/1/boards/1").get_data(as_text=True)
    assert "Signature of Piet Puk (witness)" in sheet
    assert "another official has not confirmed it yet" in sheet
    assert code(with_token(door, token, "POST", sign, WITNESS)) == (409, "second_signature")
    other, others = account(door, "arbiter")
    assert code(with_token(door, token, "POST", sign, {"witness": "Jan Klaassen"})) == (403, "own_board")
    assert with_token(door, others, "POST", sign).status_code == 200

    assert (seen(door)["provisional"], seen(door)["result"]) == (False, "0-2")
    assert f"Confirmed by {other.name}" in printed(door, "scoresheet")


def test_a_club_with_one_director_who_plays_signs_the_final_standings_and_they_say_so(door: Door) -> None:
    token, _ = witnessed(door, players=2, system="round-robin")
    told = Office(door, door.sign_in()).page("/club-open/rounds/1/boards/1")
    assert "The result is provisional. Another official has to confirm a ruling." in told
    assert "An appeal is pending" not in told
    signed = with_token(door, token, "POST", f"{T}/final/signature")

    assert signed.status_code == 200, signed.get_json()
    office = Office(door, door.sign_in())
    assert "Sign the final standings" in office.page("/club-open/end")
    assert "Round 1, board 1: no other official has confirmed a ruling" in printed(door, "final")


def test_a_result_that_no_other_official_confirms_is_open_again(door: Door) -> None:
    _, number = witnessed(door)
    _, others = account(door, "arbiter")
    with_token(door, others, "POST", f"{T}/proposals/{number}/dismiss", {"reason": "White is here"})

    assert (seen(door)["result"], seen(door)["provisional"], seen(door)["clock"]["running"]) == (None, False, None)
    assert "Valid until" in printed(door, "scoresheet")


def test_the_clocks_stop_if_a_time_is_not_confirmed(door: Door) -> None:
    door.tournament()
    _, token = player(door, "director")
    with_token(door, token, "POST", f"{BOARD}/rulings", TIME | WITNESS)
    (waits,) = door.desks.desk("club-open").state.waiting
    _, others = account(door, "arbiter")
    with_token(door, others, "POST", f"{T}/proposals/{waits.number}/dismiss", {"reason": "no"})

    assert seen(door)["clock"]["running"] is None


@pytest.mark.parametrize("name", ["Alberts", "a. alberts", "Alberts Arie", "Bosma", "B. Bosma"])
def test_a_part_of_a_player_s_name_is_no_witness(door: Door, name: str) -> None:
    door.tournament(0, started=False)
    for one in ("Arie Alberts", "Bosma, Bert"):
        door.desks.desk("club-open").enter(Person(one), "director")
    door.post(f"{T}/rounds")
    door.post(f"{T}/rounds/1/start")
    _, token = player(door, "director")

    assert code(with_token(door, token, "POST", f"{BOARD}/rulings", TIME | {"witness": name})) == (422, "witness_self")
    assert with_token(door, token, "POST", f"{BOARD}/rulings", TIME | WITNESS).status_code == 200


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Anna Smit", "A. Smit", True),
        ("Anna Smit", "Smit, A.", True),
        ("Anna Smit", "Smit, A.J.", True),
        ("Anna Smit", "smit  ANNA", True),
        ("Anna de Vries", "A. de Vries", True),
        ("Anna Smit", "B. Smit", False),
        ("Anna Smit", "Arie Smit", False),
        ("Anna", "Anna Smit", False),
        ("A. B.", "Anna Bakker", False),
        ("Player 1", "Player 2", False),
        ("A. Smit", "B. Smit", False),
        ("", "Anna", False),
    ],
)
def test_names_with_initials_may_be_one_person_s(one: str, other: str, same: bool) -> None:
    assert (alike(one, other), alike(other, one)) == (same, same)


def smit(door: Door, entry: str) -> str:
    """The token of the arbiter Anna Smit in a tournament in which somebody of that name plays."""
    from arbiter.journal.accounts import Account

    door.tournament(1, started=False)
    door.desks.desk("club-open").enter(Person(entry), "director")
    door.post(f"{T}/rounds")
    door.post(f"{T}/rounds/1/start")
    anna, token = account(door, "arbiter")
    door.desks.register.accounts.put(Account("Anna Smit", "arbiter", "hash", anna.number))
    return token


def test_an_official_whose_initials_play_rules_in_that_game_no_more_than_one_whose_name_does(door: Door) -> None:
    token = smit(door, "Smit, A.")
    ruling = {"kind": "result", "result": "2-0", "reason": "x"}
    own = door.get("/accounts", role="chief").get_json()["accounts"][-1]["account"]

    assert code(with_token(door, token, "POST", f"{BOARD}/rulings", ruling)) == (403, "own_board_alone")
    assert door.post(f"{T}/officials", {"official": str(own), "entry": None}).status_code == 200  # somebody else
    assert with_token(door, token, "POST", f"{BOARD}/rulings", ruling).status_code == 200


def test_an_earlier_ruling_comes_before_another_official_once_the_interest_is_known(door: Door) -> None:
    door.tournament()
    own, token = account(door, "arbiter")
    with_token(door, token, "POST", f"{BOARD}/rulings", {"kind": "result", "result": "0-2", "reason": "x"})
    black = door.desks.desk("club-open").state.game(1, 1).entries.black
    assert door.post(f"{T}/officials", {"official": str(own.number), "entry": black}).status_code == 200
    (waits,) = door.desks.desk("club-open").state.waiting

    assert (waits.kind, waits.ground, seen(door)["provisional"]) == ("witnessed", "earlier", True)
    assert "before it was known that the official plays here" in printed(door, "scoresheet")
    assert code(with_token(door, token, "POST", f"{T}/proposals/{waits.number}/sign")) == (409, "second_signature")
    assert door.post(f"{T}/proposals/{waits.number}/sign").status_code == 200
    assert seen(door)["provisional"] is False


def test_the_office_says_that_the_opponent_is_asked_and_shows_what_waits(office: Office) -> None:
    t = office.door.tournament(4)
    office.send(f"/{t}/referee", what="official", official="chief", entry=office.game(t).entries.black)
    office.door.desks.desk(t).touch(1, Side.WHITE)
    office.rule(t, "result", result="black", because="ruling", reason="he left")
    page = office.page(f"/{t}/rounds/1/boards/1")

    assert office.game(t).result is None
    assert "the opponent is asked at the tablet" in page
    assert "An official asks the opponent: the result of the game is ruled (Black, he left)." in page


def test_a_round_whose_only_game_is_one_s_own_is_started_like_any_other(door: Door) -> None:
    """Starting a whole round is no ruling."""
    door.tournament(2, system="round-robin", started=False)
    door.post(f"{T}/rounds")
    _, token = player(door, "director")
    started = with_token(door, token, "POST", f"{T}/rounds/1/start", {})

    assert started.status_code == 200, started.get_json()


def test_an_official_who_plays_is_told_so_before_pairing_and_where_officials_are_named(door: Door) -> None:
    door.tournament(started=False)
    office = Office(door, door.sign_in())
    assert "/office/club-open/referee" in office.page("/club-open")
    assert "Every official may sign at every board." in office.page("/club-open/referee")
    sent = office.send("/club-open/tournament", name="Club open", **{"role-0": "chief", "official-0": "Player 1"})
    assert sent.status_code == 303, sent.text
    named = office.page("/club-open/tournament")
    told = office.page("/club-open/referee")
    assert "Player 1 has the name of player 1." in named
    assert "Player 1 is named as an official and has the name of player 1." in told
    chief = next(one for one in door.desks.register.accounts.all() if one.name == "chief")
    plays = {"what": "official", "official": chief.name, "entry": 1}
    assert office.send("/club-open/referee", **plays).status_code == 303

    assert "has the name of player" not in office.page("/club-open/tournament")
    assert "plays as Player 1" in office.page("/club-open/referee")


def test_who_may_sign_names_accounts_with_a_player_s_name_and_those_made_within_the_day(door: Door) -> None:
    door.tournament()
    _, token = account(door, "chief")
    for name in ("Player 2", "Dirk"):
        made = with_token(door, token, "POST", "/accounts", {"name": name, "role": "arbiter"})
        assert made.status_code == 201, made.get_json()
    page = Office(door, door.sign_in()).page("/club-open/referee")
    lines = {name: page.partition(f"<strong>{name}</strong>")[2].partition("</li>")[0] for name in ("Player 2", "Dirk")}

    assert "counts as that player until it is recorded who plays: Player 2" in lines["Player 2"]
    assert "account made within the last day by" in lines["Dirk"]
    assert "counts as" not in lines["Dirk"]
    assert "Every other official may sign at every board." in page


def test_a_ruling_that_waits_in_a_game_without_a_result_makes_no_result_provisional(door: Door) -> None:
    door.tournament()
    _, token = player(door, "director")
    more = {"kind": "time", "side": "white", "add_ms": 60_000, "reason": "the tablet was dark"} | WITNESS
    ruled = with_token(door, token, "POST", f"{BOARD}/rulings", more)
    assert ruled.status_code == 200, ruled.get_json()
    told = Office(door, door.sign_in()).page("/club-open/rounds/1/boards/1")

    assert "Another official has to confirm a ruling." in told
    assert "The result is provisional" not in told
