"""Feeds, pages on other sites, static copies and the receiver of messages: who may read and change what."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from pathlib import Path

import pytest
from a2wsgi.asgi_typing import Receive, Scope, Send

from arbiter.broadcast.orders import WaitingMessage, change_receiver, receiver_of
from arbiter.refused import Refused
from arbiter.settings import settings
from arbiter.values import replace
from arbiter.web.headers import POLICY
from arbiter.web.streams.cross_origin import CROSS_ORIGIN, CrossOrigin
from tests.web.conftest import Door
from tests.web.front import front
from tests.web.office import Office
from tests.web.streams import Spectator, asked
from tests.web.test_teams import competition

T = "/tournaments/club-open"
HOOK = "https://club.example.org/hook?token=abc"
CLUB = "https://club.example.org"


def test_a_round_and_a_board_are_fed_as_pdn_behind_the_moves(door: Door) -> None:
    t = door.tournament(4, settings={"live_delay": 15})
    door.clock.wait(minutes=1)
    door.post(f"/tournaments/{t}/rounds/1/boards/1/moves", {"move": "32-28", "ply": 0})

    def fed(path: str, role: str | None = None) -> str:
        answer = door.get(f"{T}/rounds/1{path}", role=role)
        assert answer.mimetype == "application/vnd.pdn"
        return answer.get_data(as_text=True)

    assert "32-28" not in fed("/games.pdn") + fed("/boards/1/game.pdn")
    assert fed("/games.pdn").count("[Event ") == 2
    assert fed("/boards/2/game.pdn").count("[Event ") == 1
    assert "32-28" in fed("/games.pdn", "director")
    door.clock.wait(minutes=16)
    assert "1. 32-28 {[%clock" in fed("/boards/1/game.pdn")
    assert "1. 32-28 *" in fed("/boards/1/game.pdn?plain=1")
    assert door.get(f"{T}/rounds/2/games.pdn", role=None).status_code == 404
    assert door.get(f"{T}/rounds/1/boards/9/game.pdn", role=None).status_code == 404


def test_a_draft_is_fed_to_nobody(door: Door) -> None:
    door.tournament(4, started=False)
    door.post(f"{T}/rounds", {"draft": True})

    assert door.get(f"{T}/rounds/1/games.pdn", role=None).status_code == 404


def test_pages_are_on_other_sites_only_where_the_hall_allows_it(door: Door) -> None:
    door.tournament(4)
    paths = (f"/embed{T}", f"/embed{T}/boards/1")
    for path in paths:
        refused = door.client.get(path)
        assert refused.status_code == 403
        assert "embedding_sites" in refused.get_data(as_text=True)
        assert "frame-ancestors 'none'" in refused.headers["Content-Security-Policy"]
    door.set(embedding_sites=f"{CLUB}, http://federation.example:8080")
    for path in paths:
        shown = door.client.get(path)
        policy = shown.headers["Content-Security-Policy"]
        assert shown.status_code == 200
        assert policy.partition("frame-ancestors ")[2].startswith(f"{CLUB} http://federation.example:8080;")
        assert policy.replace(f"{CLUB} http://federation.example:8080", "'none'") == POLICY
        page = shown.get_data(as_text=True)
        assert "Player 1" in page
        assert "<nav" not in page
        assert "<form" not in page
        assert '<base target="_blank">' in page
    assert "frame-ancestors 'none'" in door.client.get(T).headers["Content-Security-Policy"]
    assert door.client.get(f"/embed{T}/boards/9").status_code == 404
    door.set(embedding_sites="*")
    assert "frame-ancestors *;" in door.client.get(paths[0]).headers["Content-Security-Policy"]


def test_a_tournament_that_is_not_paired_is_embedded_too(door: Door) -> None:
    door.tournament(4, started=False)
    door.set(embedding_sites="*")

    assert "Nobody has been paired yet." in door.client.get(f"/embed{T}").get_data(as_text=True)
    assert door.client.get(f"/embed{T}/boards/1").status_code == 404


@pytest.mark.parametrize(
    "given", ["club.example.org", "https://a.example/path", "https://a.example; script-src *", "*x"]
)
def test_what_is_no_site_is_refused_at_the_start(given: str) -> None:
    for name in ("embedding_sites", "reading_sites"):
        with pytest.raises(Refused) as refused:
            settings({}, given={name: given})
        assert refused.value.code == "field_unreadable"


def answered(sites: tuple[str, ...], method: str = "GET", path: str = f"/api/v1{T}", **headers: str) -> dict[str, str]:
    """The headers of an answer behind the layer for other sites."""

    async def rest(scope: Scope, receive: Receive, send: Send) -> None:
        assert receive is not None
        state = scope.get("state", {})
        told = [(b"x-stream", state.get(CROSS_ORIGIN, b"").replace(b"\r\n", b" "))]
        await send({"type": "http.response.start", "status": 200, "headers": told})
        await send({"type": "http.response.body", "body": b""})

    async def ask() -> dict[str, str]:
        end = Spectator()
        brought = [(name.encode(), value.encode()) for name, value in headers.items()]
        await CrossOrigin(rest, sites)(asked(path, method=method, headers=brought), end.receive, end.send)
        return end.headers

    return asyncio.run(ask())


def test_scripts_of_named_sites_read_the_public_api_without_credentials() -> None:
    allowed = "access-control-allow-origin"

    told = answered((CLUB,), origin=CLUB)
    assert (told[allowed], told["vary"]) == (CLUB, "Origin")
    assert f"{allowed}: {CLUB}" in told["x-stream"]
    assert answered(("*",), origin="https://anybody.example")[allowed] == "*"
    for sites, how in (
        ((), {"origin": CLUB}),
        ((CLUB,), {"origin": "https://other.example"}),
        ((CLUB,), {"origin": "null"}),
        ((CLUB,), {}),
        ((CLUB,), {"origin": CLUB, "cookie": "arbiter=x"}),
        ((CLUB,), {"origin": CLUB, "authorization": "Bearer x"}),
        ((CLUB,), {"origin": CLUB, "method": "POST"}),
        ((CLUB,), {"origin": CLUB, "method": "OPTIONS", "access-control-request-method": "POST"}),
        ((CLUB,), {"origin": CLUB, "path": "/office"}),
    ):
        assert allowed not in answered(sites, **how)


def test_answers_from_the_page_cache_tell_each_site_apart(tmp_path: Path) -> None:
    with front(tmp_path, reading_sites=CLUB) as hall:
        hall.tournament()
        own = hall.get(f"/api/v1{T}/rounds/1", origin=CLUB)
        other = hall.get(f"/api/v1{T}/rounds/1", origin="https://other.example")
        preflight = asyncio.run(hall.ask("OPTIONS", f"/api/v1{T}/rounds", origin=CLUB))

    assert own.headers["access-control-allow-origin"] == CLUB
    assert "access-control-allow-credentials" not in own.headers
    assert json.loads(own.body)["round"] == 1
    assert "access-control-allow-origin" not in {**other.headers, **preflight.headers}


@pytest.mark.parametrize("system", ["round-robin", "knockout", "groups", "keizer", "simultaneous"])
def test_officials_take_a_static_copy_along(door: Door, system: str) -> None:
    door.tournament(4, system=system)
    answer = door.get(f"{T}/static-copy.zip", role="arbiter")

    with zipfile.ZipFile(io.BytesIO(answer.data)) as pack:
        assert "Player 1" in pack.read("club-open/round-1.html").decode()
    assert door.get(f"{T}/static-copy.zip", role=None).status_code == 401


def test_a_static_copy_of_teams_has_their_matches(door: Door) -> None:
    t = competition(door, "team-round-robin")
    door.post(f"/tournaments/{t}/rounds")
    answer = door.get(f"/tournaments/{t}/static-copy.zip", role="arbiter")

    with zipfile.ZipFile(io.BytesIO(answer.data)) as pack:
        assert 'class="sheets matches"' in pack.read(f"{t}/round-1.html").decode()
        assert "Noord" in pack.read(f"{t}/index.html").decode()


def test_only_the_chief_names_a_receiver_and_its_secret_is_told_once(door: Door) -> None:
    door.tournament()
    assert door.get(f"{T}/webhook", role="chief").get_json()["to"] is None
    for role in ("director", "arbiter", None):
        for method in ("GET", "PUT", "DELETE"):
            body = {"to": HOOK} if method == "PUT" else None
            assert door.send(method, f"{T}/webhook", body, role=role).status_code in (401, 403)
        assert door.post(f"{T}/webhook/test", role=role).status_code in (401, 403)
    assert door.post(f"{T}/webhook/test", role="chief").status_code == 404
    named = door.send("PUT", f"{T}/webhook", {"to": HOOK}, role="chief").get_json()
    shown = door.get(f"{T}/webhook", role="chief").get_json()
    tested = door.post(f"{T}/webhook/test", role="chief").get_json()

    assert named["secret"].startswith("whsec_")
    assert (shown["to"], "secret" in shown) == (HOOK, False)
    assert [one["what"] for one in tested["waiting"]] == ["test"]
    assert door.send("DELETE", f"{T}/webhook", role="chief").get_json()["to"] is None
    assert receiver_of(door.desks.register, "club-open") is None


@pytest.mark.parametrize(
    "to",
    ["http://127.0.0.1/hook", "http://[::1]/", "http://169.254.169.254/", "ftp://a.example", "https://u@a.example"],
)
def test_no_message_goes_to_this_machine_or_a_link_local_address(door: Door, to: str) -> None:
    door.tournament()

    assert door.send("PUT", f"{T}/webhook", {"to": to}, role="chief").status_code in (400, 422)
    assert receiver_of(door.desks.register, "club-open") is None


def test_the_office_shows_feeds_and_tells_what_was_not_accepted(door: Door, office: Office) -> None:
    door.tournament()
    page = office.page("/club-open/broadcast")
    assert "http://hall.test:8000/api/v1/tournaments/club-open/rounds/1/games.pdn" in page
    assert "embedding_sites" in page
    named = office.send("/club-open/broadcast/receiver", to=HOOK).get_data(as_text=True)
    assert "whsec_" in named
    assert "whsec_" not in office.page("/club-open/broadcast")
    assert HOOK in office.page("/club-open/broadcast")
    failed = WaitingMessage(
        id="msg_1", round=1, what="results", since=1, tries=3, next=2, why="webhook_status", fact="500"
    )
    change_receiver(door.desks.register, "club-open", lambda one: replace(one, waiting=(failed,)))
    door.service.broadcast.copies.failed["club-open"] = "no space"
    page = office.page("/club-open/broadcast")
    assert "The receiver answered with HTTP status 500." in page
    assert "The static copy could not be written: no space" in page
    told = {one["code"]: one["sentence"] for one in door.get("/service").get_json()["notices"]}
    assert "club.example.org" in told["webhook_waits"]
    assert "token" not in told["webhook_waits"]
    assert "no space" in told["static_copy_failed"]
    office.door.sign_in("Anna", "arbiter")
    page = office.page("/club-open/broadcast")
    assert "club.example.org" in page
    assert "token=abc" not in page
    door.sign_in()
    assert office.send("/club-open/broadcast/receiver/test").status_code == 303
    refused = office.send("/club-open/broadcast/receiver", to="http://localhost")
    assert refused.status_code == 422
    assert 'role="alert"' in refused.get_data(as_text=True)
    assert office.send("/club-open/broadcast/receiver/end").status_code == 303
    assert receiver_of(door.desks.register, "club-open") is None


def test_the_office_says_what_the_settings_allow(door: Door, office: Office) -> None:
    door.tournament()
    door.set(embedding_sites=CLUB, reading_sites="*", static_copies="/srv/site")
    page = office.page("/club-open/broadcast")

    assert f"/embed{T}/boards/1" in page
    assert "/srv/site/club-open" in page
