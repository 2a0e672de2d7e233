"""Who may look and who may touch: every role at every address, tablets' links and PINs, sessions and their tokens."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from werkzeug.test import TestResponse

from arbiter.federation.hub.halls import make_key
from arbiter.hall.accounts import account_token
from arbiter.journal.accounts import Account
from arbiter.rulings.bounds.rights import ADMIT, CAPTAIN, DIRECT, FEED, INSTALL, LOOK, OWN, REPORT, RULE
from arbiter.rulings.time.flags import RingFlag
from arbiter.sides import Side
from arbiter.web.access import known
from arbiter.web.api.openapi import LIVE, operations
from arbiter.web.api.operation import ANYBODY, TABLET
from tests.web.conftest import PASSWORD, Door, door_to

T = "/tournaments/club-open"
BOARD = f"{T}/rounds/1/boards/1"

OFFICE = ("arbiter", "director", "chief")
LET_IN: Mapping[str, tuple[str, ...]] = {
    ANYBODY: ("nobody", "spectator", "tablet", "another tablet", "display", "helper", "hall", *OFFICE),
    TABLET: ("tablet", *OFFICE),
    LOOK: OFFICE,
    RULE: OFFICE,
    REPORT: ("helper", *OFFICE),
    DIRECT: ("director", "chief"),
    CAPTAIN: ("director", "chief"),  # a captain is for one tournament, see test_line_ups.py
    ADMIT: ("director", "chief"),
    INSTALL: ("chief",),
    OWN: ("helper", *OFFICE),
    FEED: ("hall",),
}
"""Whom a view lets in, by what it says of itself; whatever becomes of the request."""
ROLES = ("nobody", "spectator", "tablet", "another tablet", "display", "helper", "hall", *OFFICE)
OF_ARBITERS = {
    "POST /tournaments/{t}/entries/{entry}/payments",
    "POST /tournaments/{t}/final/signature",
    "POST /tournaments/{t}/jobs/{id}/cancel",
    "POST /tournaments/{t}/pause",
    "POST /tournaments/{t}/pause/reason",
    "POST /tournaments/{t}/rounds/{n}/home-late",
    "POST /tournaments/{t}/resume",
    "POST /tournaments/{t}/pause/preview",
    "POST /tournaments/{t}/resume/preview",
    "POST /tournaments/{t}/rounds/{n}/boards/{b}/analysis/cancel",
    "POST /tournaments/{t}/rounds/{n}/boards/{b}/rulings",
    "POST /tournaments/{t}/rounds/{n}/boards/{b}/rulings/preview",
    "POST /tournaments/{t}/rounds/{n}/slips",
    "POST /tournaments/{t}/rounds/{n}/start",
    "POST /tournaments/{t}/entries/check-in",
    "POST /tournaments/{t}/package",
    "POST /tournaments/{t}/reports",
    "POST /tournaments/{t}/rounds/{n}/ballots",
    "POST /tournaments/{t}/rounds/{n}/paper",
    "POST /tournaments/{t}/rounds/{n}/byes/{entry}/house",
    "POST /tournaments/{t}/rounds/{n}/analysis",
    "POST /tournaments/{t}/rounds/{n}/boards/{b}/opinions",
    "POST /tournaments/{t}/proposals/{p}/sign",
    "POST /tournaments/{t}/proposals/{p}/dismiss",
    "POST /tournaments/{t}/appeals/{a}/decision",
    "POST /tournaments/{t}/tablets",
    "POST /tournaments/{t}/devices/{id}",
    "DELETE /tournaments/{t}/devices/{id}",
    "POST /tournaments/{t}/binding",
    "DELETE /tournaments/{t}/binding",
    "DELETE /tournaments/{t}/tablets",
    "POST /me/password",
    "PATCH /accounts",
    "POST /tokens",
    "DELETE /tokens/{id}",
}
"""What an arbiter may change; whatever else changes something is for the director, or a tablet's too."""
OF_EVERYBODY = {"POST /tablets/bind", "POST /practice", "POST /tournaments/{t}/rounds/{n}/boards/{b}/analysis"}


def address(path: str) -> str:
    """The address of an operation, for what there is in the hall."""
    known = {"t": "club-open", "sheet": "pairings", "code": "wins", "format": "pdn", "id": "999999"}
    return re.sub(r"{(\w+)}", lambda part: known.get(part[1], "1"), path)


def link(door: Door, board: int = 1, side: Side | None = None) -> dict[str, Any]:
    asked = {"boards": [board], "side": side.value if side else None}
    made: dict[str, Any] = door.post(f"{T}/tablets", asked).get_json()["links"][0]
    return made


def tablet(door: Door, board: int = 1, side: Side | None = None) -> str:
    """The bearer token of a program that stands in for a tablet; of the one before it the seat is taken."""
    made = link(door, board, side)
    bound = door.post("/tablets/bind", {"link": made["url"], "pin": made["pin"]}, role=None)
    assert bound.status_code == 200, bound.get_json()
    for one in door.desks.register.devices.at("club-open"):
        door.desks.register.devices.let_in(one.id)
    return str(bound.get_json()["token"])


def of_account(door: Door, role: str, **bounds: Any) -> str:
    """The bearer token of a new account."""
    kept = door.desks.register.accounts
    account = kept.put(Account(f"{role} {secrets.token_hex(4)}", role, **bounds))
    return account_token(kept, door.service.keys, account, int(time.time()), int(time.time()) + 3_600)[0]


def hall_key(door: Door) -> str:
    """The key of a hall that may feed this service."""
    return make_key(door.desks.register.accounts, "Utrecht", int(time.time()))[0]


def with_token(door: Door, token: str, method: str, path: str, body: object = None) -> TestResponse:
    headers = {"Authorization": f"Bearer {token}"}
    return door.send(method, path, body, role=None, headers=headers)


def bearer(door: Door, role: str) -> str | None:
    """A new token of somebody of that role, None for nobody."""
    match role:
        case "nobody":
            return None
        case "tablet" | "another tablet":
            return tablet(door, 1 if role == "tablet" else 2)
        case "helper" | "display":
            return of_account(door, role)
        case "hall":
            return hall_key(door)
        case _:
            return door.service.keys.bearer(role)


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    """A hall in which everybody tries everything."""
    with door_to(tmp_path_factory.mktemp("hall")) as opened:
        opened.tournament()
        yield opened


@pytest.mark.parametrize("role", ROLES)
def test_every_role_is_let_in_where_its_rights_say_and_nowhere_else(hall: Door, role: str) -> None:
    """Role by operation, as the views themselves declare whose they are; who has changed something comes anew."""
    token = bearer(hall, role)
    for method, path, operation in operations(hall.client.application):
        if operation is LIVE:
            continue
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = hall.send(method.upper(), address(path), {}, role=None, headers=headers)
        asked = (method, path, answer.status_code, answer.get_data()[:200])
        if role == "tablet" and path.endswith("/counts"):
            assert answer.status_code == 403, asked  # unless the regulations show players the counts
        elif operation.who == FEED and role == "hall" and "{t}" in path:
            assert answer.get_json()["code"] == "key_of_another", asked  # it is played here
        elif role in LET_IN[operation.who]:
            assert answer.status_code not in (401, 403, 405, 500), asked
        else:
            assert answer.status_code == (401 if role == "nobody" else 403), asked
            assert answer.mimetype == "application/problem+json"
        if method != "get" and answer.status_code < 400:
            token = bearer(hall, role)


def test_a_bad_token_is_let_in_nowhere(hall: Door) -> None:
    for method, path, operation in operations(hall.client.application):
        if operation is not LIVE:
            assert with_token(hall, "nonsense", method.upper(), address(path)).status_code == 401, path


def test_an_arbiter_changes_what_is_theirs_and_the_rest_is_the_directors(door: Door) -> None:
    changing = {
        f"{method.upper()} {path}": operation.who
        for method, path, operation in operations(door.client.application)
        if method != "get"
    }
    of_arbiters = {asked for asked, who in changing.items() if who in (LOOK, RULE, REPORT, OWN)}

    assert of_arbiters == OF_ARBITERS
    assert {asked for asked, who in changing.items() if who == ANYBODY} == OF_EVERYBODY


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
    from arbiter.machine.keys import Keys

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
    assert all(re.fullmatch("[B-Z]{8}", made["pin"]) for made in every)


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


@pytest.mark.parametrize("query", ["bored=7", "board=7&side=white", "board=", "board=seven", "all"])
def test_what_revoking_does_not_understand_revokes_nothing(door: Door, query: str) -> None:
    door.tournament()
    token = tablet(door)
    answer = door.send("DELETE", f"{T}/tablets?{query}")

    assert answer.status_code in (400, 422), answer.get_json()
    assert with_token(door, token, "GET", BOARD).status_code == 200


def test_a_board_that_is_sent_in_the_body_is_the_one_that_is_revoked(door: Door) -> None:
    door.tournament()
    first, second = tablet(door, 1), tablet(door, 2)
    assert door.send("DELETE", f"{T}/tablets", {"board": 1}).status_code == 200

    assert [with_token(door, token, "GET", BOARD).status_code for token in (first, second)] == [401, 200]


def test_a_program_is_let_in_as_a_tablet_is(door: Door) -> None:
    door.tournament()
    first = tablet(door)
    second = door.post("/tablets/bind", {"link": link(door)["url"]}, role=None).get_json()
    assert (second["waiting"], with_token(door, second["token"], "GET", BOARD).status_code) == (True, 401)
    (device,) = [one for one in door.get(f"{T}/devices").get_json()["devices"] if one["waiting"]]
    assert device["check"] == second["check"]
    door.post(f"{T}/devices/{device['id']}")

    assert [with_token(door, token, "GET", BOARD).status_code for token in (first, second["token"])] == [401, 200]


def test_a_browser_is_bound_by_its_link_and_acts_with_its_session(door: Door) -> None:
    door.tournament()
    made = link(door)
    path = made["url"].removeprefix("http://hall.test:8000")
    door.client.get(path)
    with door.client.session_transaction() as session:
        csrf = session["csrf"]
    bound = door.client.post(path, data={"csrf": csrf})
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
    tokens = [door.service.keys.bearer("director"), tablet(door), door.service.keys.bearer("spectator"), "nonsense"]

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

    assert (statuses, client.post("/sign-in", data=right).status_code) == ([422] * 5 + [429], 429)
    assert client.get("/office").status_code == 303
    elsewhere = {"REMOTE_ADDR": "10.0.0.9"}  # strangers do not lock the chief arbiter out
    assert client.post("/sign-in", data=right, environ_base=elsewhere).status_code == 303


def test_the_first_link_is_used_once(door: Door) -> None:
    token = door.access.accounts.make_first_link()
    client = door.client
    page = client.get(f"/sign-in/{token}")
    with client.session_transaction() as session:
        csrf = session["csrf"]
    short = client.post(f"/sign-in/{token}", data={"password": "short", "csrf": csrf})
    done = client.post(f"/sign-in/{token}", data={"password": PASSWORD, "csrf": csrf})

    assert page.status_code == 200
    assert door.desks.register.accounts.named("chief") is not None
    assert (short.status_code, done.status_code) == (422, 303)
    assert client.application.test_client().get(f"/sign-in/{token}").status_code == 403
    assert door.access.accounts.make_first_link() is None


def test_a_first_link_that_was_guessed_opens_nothing(door: Door) -> None:
    token = door.access.accounts.make_first_link()

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
