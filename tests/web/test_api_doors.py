"""Who may look and who may touch: every role at every address, tablets' links and PINs, sessions and their tokens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from werkzeug.test import TestResponse

from arbiter.rulings.time.flags import RingFlag
from arbiter.sides import Side
from arbiter.web.doors import known
from tests.web.conftest import PASSWORD, Door

T = "/tournaments/club-open"
BOARD = f"{T}/rounds/1/boards/1"

READ, ACT, RULE = "everybody", "its tablet and officials", "officials"
EXPECTED = {
    "GET /openapi.json": READ,
    "GET /time": READ,
    "GET /regulations": READ,
    "GET /controls": READ,
    "POST /tournaments/<t>/pause": RULE,
    "POST /tournaments/<t>/resume": RULE,
    "POST /tournaments/<t>/pause/preview": RULE,
    "POST /tournaments/<t>/resume/preview": RULE,
    "POST /tournaments/<t>/rounds/<int:n>/boards/<int:b>/rulings/preview": RULE,
    "GET /tournaments/<t>/trouble": READ,
    "GET /tournaments/<t>/rounds/<int:n>/boards/<int:b>/clock": RULE,
    "POST /tournaments/<t>/entries/<int:entry>/control": RULE,
    "GET /tournaments": READ,
    "POST /tournaments": RULE,
    "POST /tournaments/import": RULE,
    "GET /tournaments/<t>": READ,
    "POST /tournaments/<t>/entries": RULE,
    "POST /tournaments/<t>/entries/<int:entry>/withdrawal": RULE,
    "POST /tournaments/<t>/entries/import": RULE,
    "POST /tournaments/<t>/rounds": RULE,
    "GET /tournaments/<t>/rounds/<int:n>": READ,
    "DELETE /tournaments/<t>/rounds/<int:n>": RULE,
    "POST /tournaments/<t>/rounds/<int:n>/start": RULE,
    "POST /tournaments/<t>/rounds/<int:n>/ballots": RULE,
    "GET /tournaments/<t>/rounds/<int:n>/boards/<int:b>": READ,
    "GET /tournaments/<t>/rounds/<int:n>/boards/<int:b>/counts": RULE,
    "GET /tournaments/<t>/rounds/<int:n>/boards/<int:b>/taps": ACT,
    "POST /tournaments/<t>/rounds/<int:n>/boards/<int:b>/moves": ACT,
    "POST /tournaments/<t>/rounds/<int:n>/boards/<int:b>/offers": ACT,
    "POST /tournaments/<t>/rounds/<int:n>/boards/<int:b>/answers": ACT,
    "POST /tournaments/<t>/rounds/<int:n>/boards/<int:b>/resignations": ACT,
    "POST /tournaments/<t>/rounds/<int:n>/boards/<int:b>/claims": ACT,
    "POST /tournaments/<t>/rounds/<int:n>/boards/<int:b>/calls": ACT,
    "POST /tournaments/<t>/rounds/<int:n>/boards/<int:b>/objections": ACT,
    "POST /tournaments/<t>/rounds/<int:n>/boards/<int:b>/crowns": ACT,
    "POST /tournaments/<t>/rounds/<int:n>/boards/<int:b>/rulings": RULE,
    "GET /tournaments/<t>/regulations": READ,
    "POST /tournaments/<t>/regulations": RULE,
    "GET /tournaments/<t>/export.<format>": READ,
    "POST /tournaments/<t>/rounds/<int:n>/publish": RULE,
    "POST /tournaments/<t>/rounds/<int:n>/changes": RULE,
    "GET /tournaments/<t>/rounds/<int:n>/why": READ,
    "POST /tournaments/<t>/rounds/<int:n>/boards/<int:b>/postponements": RULE,
    "GET /tournaments/<t>/rounds/<int:n>/boards/<int:b>/consequences": RULE,
    "POST /tournaments/<t>/entries/<int:entry>/return": RULE,
    "POST /tournaments/<t>/entries/<int:entry>/byes": RULE,
    "POST /tournaments/<t>/entries/<int:entry>/board": RULE,
    "POST /tournaments/<t>/entries/<int:entry>/group": RULE,
    "GET /tournaments/<t>/forbidden": RULE,
    "POST /tournaments/<t>/forbidden": RULE,
    "DELETE /tournaments/<t>/forbidden/<int:ban>": RULE,
    "POST /tournaments/<t>/terms": RULE,
    "POST /tournaments/<t>/numbers": RULE,
    "GET /tournaments/<t>/rounds/<int:n>/boards/<int:b>/preview": RULE,
    "GET /tournaments/<t>/rounds/<int:n>/boards/<int:b>/oracle": RULE,
    "GET /tournaments/<t>/rounds/<int:n>/boards/<int:b>/strength": RULE,
    "GET /tournaments/<t>/rounds/<int:n>/boards/<int:b>/record": RULE,
    "POST /tournaments/<t>/rounds/<int:n>/boards/<int:b>/appeals": ACT,
    "GET /tournaments/<t>/appeals": RULE,
    "GET /tournaments/<t>/appeals/<int:a>/branches": RULE,
    "POST /tournaments/<t>/appeals/<int:a>/branch": RULE,
    "POST /tournaments/<t>/appeals/<int:a>/decision": RULE,
    "GET /tournaments/<t>/appeals/<int:a>/packet": RULE,
    "GET /tournaments/<t>/calls": RULE,
    "GET /tournaments/<t>/conduct": RULE,
    "GET /tournaments/<t>/officials": RULE,
    "POST /tournaments/<t>/officials": RULE,
    "POST /tournaments/<t>/entries/<int:entry>/computer": RULE,
    "POST /tournaments/<t>/home": RULE,
    "GET /tournaments/<t>/standings": READ,
    "GET /tournaments/<t>/standings/<int:entry>/<path:code>": READ,
    "GET /tournaments/<t>/crosstable": READ,
    "GET /tournaments/<t>/ratings": READ,
    "GET /tournaments/<t>/ratings/<int:entry>": READ,
    "GET /tournaments/<t>/proposals": RULE,
    "POST /tournaments/<t>/proposals/<int:p>/sign": RULE,
    "POST /tournaments/<t>/proposals/<int:p>/dismiss": RULE,
    "GET /tournaments/<t>/journal": RULE,
    "GET /tournaments/<t>/sheets/<sheet>.pdf": READ,
    "POST /tournaments/<t>/tablets": RULE,
    "DELETE /tournaments/<t>/tablets": RULE,
    "POST /tablets/bind": READ,
}
NOT_LET_IN: Mapping[str, Mapping[str, int]] = {
    READ: {},
    ACT: {"nobody": 401, "spectator": 403, "another tablet": 403, "bad token": 401},
    RULE: {"nobody": 401, "spectator": 403, "tablet": 403, "another tablet": 403, "bad token": 401},
}
"""With what status each address turns away whom; everybody else is let in, whatever becomes of the request."""
ROLES = ("nobody", "spectator", "tablet", "another tablet", "arbiter", "director", "chief")


def address(rule: str) -> str:
    """The address of a route, for what there is in the hall."""
    for part, value in (
        ("<t>", "club-open"),
        ("<int:entry>", "1"),
        ("<int:p>", "1"),
        ("<sheet>", "pairings"),
        ("<int:ban>", "1"),
        ("<path:code>", "wins"),
        ("<int:a>", "1"),
    ):
        rule = rule.replace(part, value)
    return rule.replace("<int:n>", "1").replace("<int:b>", "1")


def link(door: Door, board: int = 1, side: Side | None = None) -> dict[str, Any]:
    asked = {"boards": [board], "side": side.value if side else None}
    made: dict[str, Any] = door.post(f"{T}/tablets", asked).get_json()["links"][0]
    return made


def tablet(door: Door, board: int = 1, side: Side | None = None) -> str:
    """The bearer token of a program that stands in for a tablet."""
    made = link(door, board, side)
    bound = door.post("/tablets/bind", {"link": made["url"], "pin": made["pin"]}, role=None)
    assert bound.status_code == 200, bound.get_json()
    return str(bound.get_json()["token"])


def with_token(door: Door, token: str, method: str, path: str, body: object = None) -> TestResponse:
    headers = {"Authorization": f"Bearer {token}"}
    return door.send(method, path, body, role=None, headers=headers)


def as_role(door: Door, role: str, method: str, path: str) -> TestResponse:
    match role:
        case "nobody":
            return door.send(method, path, {}, role=None)
        case "tablet" | "another tablet":
            return with_token(door, tablet(door, 1 if role == "tablet" else 2), method, path, {})
        case _:
            return door.send(method, path, {}, role=role)


def test_every_route_of_the_api_has_an_expectation(door: Door) -> None:
    rules = {
        f"{method} {rule.rule.removeprefix('/api/v1')}"
        for rule in door.client.application.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.rule.startswith("/api/")
    }

    assert rules == set(EXPECTED)


@pytest.mark.parametrize("route", EXPECTED)
def test_every_role_is_let_in_where_it_may_and_nowhere_else(door: Door, route: str) -> None:
    door.tournament()
    method, _, rule = route.partition(" ")
    turned_away = NOT_LET_IN[EXPECTED[route]]
    for role in ROLES:
        answer = as_role(door, role, method, address(rule))
        if role in turned_away:
            assert answer.status_code == turned_away[role], (role, answer.get_json())
            assert answer.mimetype == "application/problem+json"
        else:
            assert answer.status_code not in (401, 403, 405, 500), (role, answer.get_data(as_text=True))


@pytest.mark.parametrize("scheme", ["Bearer nonsense", "Bearer ", "Basic Y2hpZWY6eA==", "Bearer \xff\xfe", "x"])
@pytest.mark.parametrize("path", [f"{T}/journal", f"{T}/standings", "/tournaments", BOARD])
def test_a_token_that_opens_nothing_is_told_so(door: Door, path: str, scheme: str) -> None:
    door.tournament()
    answer = door.get(path, role=None, headers={"Authorization": scheme})

    assert (answer.status_code, answer.get_json()["code"]) == (401, "token_bad")
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_the_service_is_there_for_any_token(door: Door) -> None:
    assert door.client.get("/healthz", headers={"Authorization": "Bearer nonsense"}).status_code == 200


def test_the_sheet_that_holds_the_links_is_not_for_everybody(door: Door) -> None:
    door.tournament()
    answers = [door.get(f"{T}/sheets/cards.pdf", role=role).status_code for role in (None, "spectator", "director")]

    assert answers == [401, 403, 200]


def test_a_token_of_another_instance_opens_nothing(door: Door) -> None:
    from arbiter.hall.keys import Keys

    door.tournament()
    foreign = Keys("another key").bearer("director")

    assert with_token(door, foreign, "GET", f"{T}/journal").status_code == 401


def test_a_signed_link_of_one_kind_is_no_token_of_another(door: Door) -> None:
    door.tournament()
    token = link(door)["url"].rsplit("/", 1)[-1]

    assert with_token(door, token, "POST", f"{BOARD}/moves", {"move": "32-28", "ply": 0}).status_code == 401


# tablets


def test_a_tablet_plays_on_its_own_board(door: Door) -> None:
    door.tournament()
    token = tablet(door)
    answer = with_token(door, token, "POST", f"{BOARD}/moves", {"move": "32-28", "ply": 0})
    line = door.desks.desk("club-open").journal.read()[-1]

    assert answer.status_code == 200
    assert len(answer.get_json()["legal"]) == 9
    assert '"by":"tablet 1"' in line.body


@pytest.mark.parametrize("say", ["moves", "offers", "resignations", "calls"])
def test_a_tablet_does_nothing_at_another_board_or_tournament(door: Door, say: str) -> None:
    door.tournament()
    door.tournament()
    token = tablet(door)
    for place in (f"{T}/rounds/1/boards/2", "/tournaments/club-open-2/rounds/1/boards/1"):
        answer = with_token(door, token, "POST", f"{place}/{say}", {"move": "32-28", "ply": 0})

        assert (answer.status_code, answer.get_json()["code"]) == (403, "not_yours")


def test_a_tablet_of_one_side_moves_for_that_side_only(door: Door) -> None:
    door.tournament()
    white, black = tablet(door, 1, Side.WHITE), tablet(door, 1, Side.BLACK)
    early = with_token(door, black, "POST", f"{BOARD}/moves", {"move": "32-28", "ply": 0})
    played = with_token(door, white, "POST", f"{BOARD}/moves", {"move": "32-28", "ply": 0})

    assert (early.status_code, early.get_json()["code"]) == (409, "not_your_turn")
    assert played.status_code == 200


def test_a_tablet_of_one_side_says_nothing_for_the_other(door: Door) -> None:
    door.tournament()
    token = tablet(door, 1, Side.WHITE)
    for say in ("offers", "resignations", "claims", "calls"):
        answer = with_token(door, token, "POST", f"{BOARD}/{say}", {"side": "black", "ground": "x"})

        assert (answer.status_code, answer.get_json()["code"]) == (403, "not_yours")
    with_token(door, token, "POST", f"{BOARD}/offers")
    assert door.get(BOARD).get_json()["offers"] == [{"side": "white"}]


def test_a_tablet_of_one_side_does_not_answer_its_own_offer(door: Door) -> None:
    door.tournament()
    token = tablet(door, 1, Side.WHITE)
    with_token(door, token, "POST", f"{BOARD}/offers")
    answer = with_token(door, token, "POST", f"{BOARD}/answers", {"accept": True})

    assert (answer.status_code, answer.get_json()["code"]) == (409, "own_offer")


def test_links_are_made_for_all_boards_or_for_those_named(door: Door) -> None:
    door.tournament()
    every = door.post(f"{T}/tablets").get_json()["links"]
    some = door.post(f"{T}/tablets", {"boards": [2, 2], "side": "black"}).get_json()["links"]

    assert [(made["board"], made["side"]) for made in every] == [(1, None), (2, None)]
    assert [(made["board"], made["side"]) for made in some] == [(2, "black")]
    assert all(made["url"].startswith("http://hall.test:8000/t/") for made in every)
    assert all(len(made["pin"]) == 4 and made["pin"].isdigit() for made in every)


@pytest.mark.parametrize("board", [0, -1, 1_000])
def test_links_are_of_boards_that_can_be(door: Door, board: int) -> None:
    door.tournament()
    made = door.post(f"{T}/tablets", {"boards": [board]})
    revoked = door.send("DELETE", f"{T}/tablets?board={board}")

    for answer in (made, revoked):
        assert (answer.status_code, answer.get_json()["code"]) == (422, "number_out_of_range")


def test_a_revoked_link_opens_nothing_and_other_boards_stay(door: Door) -> None:
    door.tournament()
    made, first, second = link(door), tablet(door, 1), tablet(door, 2)
    door.send("DELETE", f"{T}/tablets?board=1")

    assert with_token(door, first, "GET", BOARD).status_code == 401
    assert with_token(door, second, "GET", BOARD).status_code == 200
    answer = door.post("/tablets/bind", {"link": made["url"], "pin": made["pin"]}, role=None)
    assert (answer.status_code, answer.get_json()["code"]) == (403, "link_revoked")
    assert link(door)["url"] != made["url"]


def test_all_links_of_a_tournament_are_revoked_at_once(door: Door) -> None:
    door.tournament()
    tokens = [tablet(door, 1), tablet(door, 2)]
    door.send("DELETE", f"{T}/tablets")

    assert [with_token(door, token, "GET", BOARD).status_code for token in tokens] == [401, 401]


@pytest.mark.parametrize("nonsense", ["x", "http://hall.test/t/abc", "\ud800", "a" * 5_000, "/"])
def test_a_link_that_was_not_made_here_binds_nothing(door: Door, nonsense: str) -> None:
    answer = door.post("/tablets/bind", {"link": nonsense, "pin": "1234"}, role=None)

    assert (answer.status_code, answer.get_json()["code"]) == (403, "link_revoked")


@pytest.mark.parametrize("pin", ["0", "12345", "\ud800", "٤٢٤٢"])
def test_a_wrong_pin_binds_nothing(door: Door, pin: str) -> None:
    door.tournament()
    answer = door.post("/tablets/bind", {"link": link(door)["url"], "pin": pin}, role=None)

    assert (answer.status_code, answer.get_json()["code"]) == (403, "wrong_pin")


def test_after_five_wrong_pins_a_board_has_to_wait_and_others_do_not(door: Door) -> None:
    door.tournament()
    made = link(door)
    wrong = "0000" if made["pin"] != "0000" else "1111"
    answers = [door.post("/tablets/bind", {"link": made["url"], "pin": wrong}, role=None) for _ in range(6)]
    right = door.post("/tablets/bind", {"link": made["url"], "pin": made["pin"]}, role=None)

    assert [answer.status_code for answer in answers] == [403] * 5 + [429]
    assert (right.status_code, right.get_json()["code"]) == (429, "too_many_tries")
    assert 0 < right.get_json()["facts"]["seconds"] <= 60
    assert tablet(door, 2)


def test_a_browser_is_bound_by_link_and_pin_and_acts_with_its_session(door: Door) -> None:
    door.tournament()
    made = link(door)
    path = made["url"].removeprefix("http://hall.test:8000")
    door.client.get(path)
    with door.client.session_transaction() as session:
        csrf = session["csrf"]
    bound = door.client.post(path, data={"pin": made["pin"], "csrf": csrf})
    played = door.post(f"{BOARD}/moves", {"move": "32-28", "ply": 0}, role=None, headers={"X-CSRF-Token": csrf})
    other = door.post(
        f"{T}/rounds/1/boards/2/moves", {"move": "32-28", "ply": 0}, role=None, headers={"X-CSRF-Token": csrf}
    )

    assert bound.status_code == 303
    assert played.status_code == 200
    assert other.status_code == 403


def test_tablets_and_officials_are_known_by_what_they_bring(door: Door) -> None:
    door.tournament()
    app = door.client.application
    tokens = [door.doors.keys.bearer("director"), tablet(door), door.doors.keys.bearer("spectator"), "nonsense"]

    assert [known(app, {"authorization": f"Bearer {token}"}) for token in tokens] == [True, True, False, False]
    assert not known(app, {})


def test_a_browser_that_is_signed_in_is_known_by_its_cookie(door: Door) -> None:
    door.sign_in()
    cookie = door.client.get_cookie("arbiter")

    assert cookie is not None
    assert known(door.client.application, {"cookie": f"arbiter={cookie.value}"})


# sessions


def test_a_session_brings_its_token_with_whatever_it_changes(door: Door) -> None:
    door.tournament()
    csrf = door.sign_in()
    without = door.post(f"{BOARD}/moves", {"move": "32-28", "ply": 0}, role=None)
    wrong = door.post(f"{BOARD}/moves", {"move": "32-28", "ply": 0}, role=None, headers={"X-CSRF-Token": "x"})
    right = door.post(f"{BOARD}/moves", {"move": "32-28", "ply": 0}, role=None, headers={"X-CSRF-Token": csrf})

    assert [(answer.status_code, answer.get_json()["code"]) for answer in (without, wrong)] == [(403, "form_old")] * 2
    assert right.status_code == 200


def test_a_form_without_the_token_is_refused(door: Door) -> None:
    door.sign_in()
    answer = door.client.post("/sign-out")
    door.client.get("/office")

    assert answer.status_code == 403
    assert door.client.get("/office").status_code == 200


def test_cookies_are_for_the_browser_alone_and_for_this_site(door: Door) -> None:
    door.sign_in()
    answer = door.client.get("/sign-in")
    fresh = door.client.application.test_client().get("/sign-in")
    set_by = [cookie for response in (answer, fresh) for cookie in response.headers.getlist("Set-Cookie")]

    assert set_by
    for cookie in set_by:
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie


def test_a_session_ends_when_the_password_is_changed(door: Door) -> None:
    from arbiter.journal.accounts import Account

    door.sign_in()
    door.desks.register.accounts.put(Account("chief", "chief", "scrypt:2:8:1$x$y"))

    assert door.client.get("/office").status_code == 303


def test_who_signs_out_is_out(door: Door) -> None:
    csrf = door.sign_in()
    door.client.post("/sign-out", data={"csrf": csrf})

    assert door.client.get("/office").status_code == 303


def test_after_some_wrong_passwords_one_has_to_wait(door: Door) -> None:
    door.sign_in()
    client = door.client.application.test_client()
    client.get("/sign-in")
    with client.session_transaction() as session:
        csrf = session["csrf"]
    wrong = {"name": "chief", "password": "wrong", "csrf": csrf}
    statuses = [client.post("/sign-in", data=wrong).status_code for _ in range(6)]
    right = {**wrong, "password": PASSWORD}

    assert (statuses, client.post("/sign-in", data=right).status_code) == ([422] * 6, 422)
    assert client.get("/office").status_code == 303
    elsewhere = {"REMOTE_ADDR": "10.0.0.9"}  # strangers do not lock the chief arbiter out
    assert client.post("/sign-in", data=right, environ_base=elsewhere).status_code == 303


def test_the_first_link_is_used_once(door: Door) -> None:
    token = door.doors.accounts.make_first_link()
    client = door.client
    page = client.get(f"/sign-in/{token}")
    with client.session_transaction() as session:
        csrf = session["csrf"]
    short = client.post(f"/sign-in/{token}", data={"password": "short", "again": "short", "csrf": csrf})
    done = client.post(f"/sign-in/{token}", data={"password": PASSWORD, "again": PASSWORD, "csrf": csrf})

    assert page.status_code == 200
    assert door.desks.register.accounts.named("chief") is not None
    assert (short.status_code, done.status_code) == (422, 303)
    assert client.application.test_client().get(f"/sign-in/{token}").status_code == 403
    assert door.doors.accounts.make_first_link() is None


def test_a_first_link_that_was_guessed_opens_nothing(door: Door) -> None:
    token = door.doors.accounts.make_first_link()

    assert token is not None
    assert len(token) >= 43  # 256 bits
    assert door.client.get(f"/sign-in/{token[:-1]}").status_code == 403
    assert door.client.get("/sign-in/%C3%A9").status_code == 403


def test_a_ruling_by_token_is_journalled_under_its_office(door: Door) -> None:
    door.tournament()
    door.clock.wait(hours=2)
    number = door.desks.desk("club-open").submit(RingFlag(round=1, board=1)).seq
    door.post(f"{T}/proposals/{number}/sign", role="arbiter")

    assert '"by":"arbiter"' in door.desks.desk("club-open").journal.read()[-1].body
