"""A hub: a hall's key, its lines taken over as they are, and nothing of its tournament touched here."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from arbiter.federation.hub import feeding, halls
from arbiter.federation.relay.hub_connection import Silent, Uplink, is_hub, told
from arbiter.federation.relay.status import relays
from arbiter.journal.fed_tournaments import Relayed, put_relayed, relayed
from arbiter.journal.lines import Line, line_text
from arbiter.refused import Refused
from arbiter.values import replace
from tests.games import real_games
from tests.web.conftest import Door, door_to
from tests.web.fed import relay_of, settled

ID = "utrecht-club-open"
T = f"/tournaments/{ID}"


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Door]:
    """A hall in which the first moves have been played."""
    with door_to(tmp_path / "hall") as opened:
        opened.tournament()
        for ply, move in enumerate(real_games()[0].moves[:6]):
            opened.post("/tournaments/club-open/rounds/1/boards/1/moves", {"move": move, "ply": ply})
        yield opened


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Door]:
    with door_to(tmp_path / "hub") as opened:
        yield opened


def made_key(hub: Door, name: str = "Utrecht") -> str:
    return str(hub.post("/hub/keys", {"hall": name}).get_json()["key"])


def lines_of(hall: Door, id: str = "club-open") -> list[Line]:
    return hall.desks.desk(id).journal.read()


def feed(hub: Door, key: str, lines: Sequence[Line], t: str = T) -> TestResponse:
    body = b"\n".join(map(line_text, lines))
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "text/plain"}
    return hub.send("POST", f"{t}/lines", role=None, data=body, headers=headers)


def with_key(hub: Door, key: str, path: str, body: object) -> TestResponse:
    return hub.send("POST", path, body, role=None, headers={"Authorization": f"Bearer {key}"})


def begun(hub: Door, key: str, tournament: str = "club-open") -> dict[str, Any]:
    told: dict[str, Any] = with_key(hub, key, "/hub/tournaments", {"tournament": tournament}).get_json()
    return told


def test_a_hub_takes_over_the_lines_of_a_hall_with_their_hashes(hall: Door, hub: Door) -> None:
    key, lines = made_key(hub), lines_of(hall)
    assert begun(hub, key) == {"tournament": "utrecht-club-open", "lines": 0, "head": "0" * 64}
    first = feed(hub, key, lines[:4]).get_json()
    rest = feed(hub, key, lines[4:]).get_json()

    assert (first["lines"], first["head"]) == (4, lines[3].hash)
    assert (rest["lines"], rest["head"]) == (len(lines), lines[-1].hash)
    assert lines_of(hub, ID) == lines
    there = hall.get("/tournaments/club-open/rounds/1/boards/1", role=None).get_json()
    here = hub.get(f"{T}/rounds/1/boards/1", role=None).get_json()
    assert (here["moves"], here["fen"]) == (there["moves"], there["fen"])


def test_lines_that_are_sent_again_are_passed_over(hall: Door, hub: Door) -> None:
    key, lines = made_key(hub), lines_of(hall)
    begun(hub, key)
    feed(hub, key, lines[:6])
    again = feed(hub, key, lines[2:9])

    assert again.get_json()["lines"] == 9
    assert lines_of(hub, ID) == lines[:9]


def test_a_chain_that_forks_is_refused_whole(hall: Door, hub: Door, tmp_path: Path) -> None:
    key, lines = made_key(hub), lines_of(hall)
    begun(hub, key)
    feed(hub, key, lines[:5])
    with door_to(tmp_path / "other") as other:
        other.clock.wait(seconds=1)
        other.tournament()
        forked = feed(hub, key, lines_of(other))
        behind = feed(hub, key, lines_of(other)[5:])

    assert (forked.status_code, forked.get_json()["code"]) == (409, "relay_forked")
    assert (behind.status_code, behind.get_json()["code"]) == (409, "relay_forked")
    assert lines_of(hub, ID) == lines[:5]


def test_a_line_that_is_missing_or_was_changed_is_refused(hall: Door, hub: Door) -> None:
    key, lines = made_key(hub), lines_of(hall)
    begun(hub, key)
    early = feed(hub, key, lines[3:5])
    feed(hub, key, lines[:3])
    gap = feed(hub, key, lines[4:5])
    body = line_text(lines[3]).replace(b"Player", b"Nobody").replace(b"entry", b"entri")
    headers = {"Authorization": f"Bearer {key}"}
    changed = hub.send("POST", f"{T}/lines", role=None, data=body, headers=headers)
    large = hub.send("POST", f"{T}/lines", role=None, data=b"x" * 1_100_000, headers=headers)

    assert [(answer.status_code, answer.get_json()["code"]) for answer in (early, gap, changed, large)] == [
        (409, "relay_gap"),
        (409, "relay_gap"),
        (400, "relay_unreadable"),
        (413, "too_large"),
    ]
    assert lines_of(hub, ID) == lines[:3]


def test_a_key_opens_the_tournaments_of_its_own_hall_only(hall: Door, hub: Door) -> None:
    utrecht, gouda, lines = made_key(hub), made_key(hub, "Gouda"), lines_of(hall)
    begun(hub, utrecht)
    feed(hub, utrecht, lines)
    assert begun(hub, gouda)["tournament"] == "gouda-club-open"
    hub.tournament()

    for t in (T, "/tournaments/club-open", "/tournaments/nothing"):
        refused = feed(hub, gouda, lines, t)
        assert (refused.status_code, refused.get_json()["code"]) == (403, "key_of_another")
    assert feed(hub, gouda, lines, "/tournaments/gouda-club-open").get_json()["head"] == lines[-1].hash


def test_a_key_is_told_once_and_revoked_at_once(hall: Door, hub: Door) -> None:
    key, lines = made_key(hub), lines_of(hall)
    assert begun(hub, key)["lines"] == 0
    (told,) = hub.get("/hub").get_json()["keys"]
    assert (told["name"], "key" in told, told["seen_ms"] > 0) == ("Utrecht", False, True)
    assert hub.send("DELETE", f"/hub/keys/{told['id']}").status_code == 200

    assert feed(hub, key, lines).status_code == 401
    assert hub.get("/hub").get_json()["keys"] == []
    assert hub.send("DELETE", f"/hub/keys/{told['id']}").status_code == 404
    assert key.encode() not in (hub.desks.instance / "register.sqlite").read_bytes()


def test_a_new_key_of_a_hall_ends_the_one_before(hub: Door) -> None:
    first, second = made_key(hub), made_key(hub, "utrecht")

    assert (begun(hub, first)["status"], begun(hub, second)["lines"]) == (401, 0)
    assert len(hub.get("/hub").get_json()["keys"]) == 1


def test_nothing_is_recorded_at_the_hub_of_what_is_played_elsewhere(hall: Door, hub: Door) -> None:
    key, lines = made_key(hub), lines_of(hall)
    begun(hub, key)
    feed(hub, key, lines)
    for method, path, body in (
        ("POST", "/rounds/1/boards/1/moves", {"move": "31-27", "ply": 6}),
        ("POST", "/rounds/1/boards/1/rulings", {"kind": "result", "result": "2-0", "reason": "x"}),
        ("POST", "/entries", {"name": "Somebody"}),
        ("POST", "/rounds", {}),
        ("GET", "/journal", None),
        ("DELETE", "", None),
    ):
        refused = hub.send(method, f"{T}{path}", body)
        assert (refused.status_code, refused.get_json()["code"]) == (409, "played_elsewhere"), path
    hub.clock.wait(hours=5)
    for desk in hub.desks:
        hub.desks.gaps.note_absence_of(desk)

    assert lines_of(hub, ID) == lines


def test_people_are_those_that_the_hall_lets_be_known(hall: Door, hub: Door) -> None:
    key = made_key(hub)
    begun(hub, key)
    feed(hub, key, lines_of(hall))
    both = {"1": {"name": "Anna Bakker", "rating": 1200}, "2": {"name": "C. D."}}
    with_key(hub, key, f"{T}/people", {"people": both})
    with_key(hub, key, f"{T}/people", {"people": {"2": {"name": "C. D."}}, "staff": {"organiser": "Damclub"}})
    players = hub.get(f"{T}/rounds/1/boards/1", role=None).get_json()["players"]
    refused = with_key(hub, key, f"{T}/people", {"people": {"x": 1}})

    assert "Anna" not in str(players)
    assert hub.desks.register.people(ID).keys() == {2}
    assert (refused.status_code, refused.get_json()["code"]) == (400, "json_unreadable")


def played(hall: Door, *moves: str, ply: int = 6) -> None:
    for number, move in enumerate(moves):
        asked = {"move": move, "ply": ply + number}
        assert hall.post("/tournaments/club-open/rounds/1/boards/1/moves", asked).status_code == 200


def test_a_relay_brings_the_hub_up_and_goes_on_after_hours_of_silence(
    hall: Door, hub: Door, caplog: pytest.LogCaptureFixture
) -> None:
    relay, way = relay_of(hall, hub, made_key(hub))
    settled(relay)
    assert lines_of(hub, ID) == lines_of(hall)
    way.away = True
    played(hall, *real_games()[0].moves[6:12])
    settled(relay)
    hall.clock.wait(hours=7)
    settled(relay)
    (silent,) = relays(hall.desks.instance)
    way.away = False
    settled(relay)
    (told,) = relays(hall.desks.instance)

    assert lines_of(hub, ID) == lines_of(hall)
    assert (silent.behind, silent.why, silent.since > 0) == (6, "no route", True)
    assert caplog.messages.count("the hub does not answer: no route") == 1
    assert (told.behind, told.since, told.page) == (0, 0, "https://hub.test/draughts/tournaments/utrecht-club-open")


def test_a_relay_that_begins_anew_sends_nothing_twice(hall: Door, hub: Door) -> None:
    key = made_key(hub)
    settled(relay_of(hall, hub, key)[0])
    again, way = relay_of(hall, hub, key)
    settled(again)

    assert not [path for path in way.asked if path.endswith("/lines")]


def test_a_hub_that_has_gone_back_to_an_older_copy_is_brought_up_again(hall: Door, hub: Door) -> None:
    key = made_key(hub)
    relay, _ = relay_of(hall, hub, key)
    settled(relay)
    feeding.take_down(hub.desks, ID, 0)
    put_relayed(hub.desks.register, ID, Relayed("utrecht", "Utrecht", "club-open"))
    played(hall, real_games()[0].moves[6])
    settled(relay)

    assert lines_of(hub, ID) == lines_of(hall)


def test_a_relay_ends_where_the_hub_has_another_line_or_more_of_them(hall: Door, hub: Door, tmp_path: Path) -> None:
    key = made_key(hub)
    settled(relay_of(hall, hub, key)[0])
    fed = lines_of(hub, ID)
    with door_to(tmp_path / "again") as again:
        again.clock.wait(seconds=1)
        again.tournament()
        with pytest.raises(Refused) as ahead:
            settled(relay_of(again, hub, key)[0])
        played(again, *real_games()[0].moves[:9], ply=0)
        with pytest.raises(Refused) as forked:
            settled(relay_of(again, hub, key)[0])

    assert (ahead.value.code, forked.value.code) == ("hub_ahead", "hub_forked")
    assert lines_of(hub, ID) == fed


def test_a_relay_ends_when_its_key_is_revoked_and_says_so_in_the_hall(hall: Door, hub: Door) -> None:
    relay, _ = relay_of(hall, hub, made_key(hub))
    settled(relay)
    halls.revoke_hall(hub.desks.register.accounts, "Utrecht", int(hub.service.now()))
    played(hall, real_games()[0].moves[6])
    with pytest.raises(Refused) as refused:
        relay.run()
    (told,) = relays(hall.desks.instance)

    assert refused.value.facts["sentence"] == "This token is not valid here. Ask for a new one."
    assert (told.ended, told.facts["sentence"]) == ("hub_refuses", "This token is not valid here. Ask for a new one.")


def test_a_hall_that_shows_its_games_late_feeds_them_no_sooner(hub: Door, tmp_path: Path) -> None:
    with door_to(tmp_path / "late") as hall:
        hall.tournament(settings={"live_delay": 15})
        moves = real_games()[0].moves
        played(hall, *moves[:4], ply=0)
        relay, _ = relay_of(hall, hub, made_key(hub))
        settled(relay)
        at_once = [line.kind for line in lines_of(hub, ID)]
        hall.clock.wait(minutes=16)
        played(hall, *moves[4:6], ply=4)
        settled(relay)
        later = [line.kind for line in lines_of(hub, ID)]
        for board in (1, 2):
            ruling = {"kind": "result", "result": "2-0", "reason": "x"}
            hall.post(f"/tournaments/club-open/rounds/1/boards/{board}/rulings", ruling)
        settled(relay)

        assert (at_once.count("MovePlayed"), later.count("MovePlayed")) == (0, 4)
        assert lines_of(hub, ID) == lines_of(hall)


def test_a_draft_is_fed_once_it_is_published(hall: Door, hub: Door) -> None:
    for board in (1, 2):
        ruling = {"kind": "result", "result": "2-0", "reason": "x"}
        hall.post(f"/tournaments/club-open/rounds/1/boards/{board}/rulings", ruling)
    before = len(lines_of(hall))
    hall.post("/tournaments/club-open/rounds", {"draft": True})
    relay, _ = relay_of(hall, hub, made_key(hub))
    settled(relay)
    held = len(lines_of(hub, ID))
    hall.post("/tournaments/club-open/rounds/2/publish")
    settled(relay)

    assert held == before
    assert lines_of(hub, ID) == lines_of(hall)


@pytest.mark.parametrize(("minors", "child"), [("initials", "R. G."), ("none", "#5")])
def test_a_hub_is_told_of_a_child_what_the_hall_lets_be_known(hall: Door, hub: Door, minors: str, child: str) -> None:
    id = hall.tournament(started=False)
    for entered in (
        {"name": "Roodkapje Grimm", "born": "2015-05-05", "club": "Bos"},
        {"name": "Anna Bakker", "born": "1990-01-01", "number": "12345"},
        {"name": "Assepoester Perrault", "shown": "withheld"},
        {"name": "Klein Duimpje", "shown": "short"},
    ):
        assert hall.post(f"/tournaments/{id}/entries", entered).status_code == 201
    relay, _ = relay_of(hall, hub, made_key(hub), id, minors=minors)
    settled(relay)
    people = hub.desks.register.people(f"utrecht-{id}")

    assert [people[entry].name for entry in range(5, 9)] == [child, "Anna Bakker", "#7", "Klein D."]
    assert (people[5].born, people[6].born, people[6].number) == (None, "1990", None)


def test_a_name_that_is_erased_in_the_hall_goes_from_the_hub_too(hall: Door, hub: Door) -> None:
    relay, _ = relay_of(hall, hub, made_key(hub))
    settled(relay)
    assert hub.desks.register.people(ID)[2].name == "Player 2"
    hall.desks.register.erase("club-open", 2)
    settled(relay)

    assert 2 not in hub.desks.register.people(ID)
    assert b"Player 2" not in (hub.desks.instance / "register.sqlite").read_bytes()


def test_what_answers_in_the_place_of_a_hub_is_silence(hall: Door, hub: Door) -> None:
    for status, said in ((200, b"<html>"), (302, b""), (404, b"{}"), (502, b"{}"), (503, b'{"code": "x"}')):
        with pytest.raises(Silent):
            told(status, said)


def test_the_director_takes_a_halls_tournament_down(hall: Door, hub: Door) -> None:
    key, own = made_key(hub), hub.tournament()
    begun(hub, key)
    feed(hub, key, lines_of(hall))
    refused = hub.send("DELETE", f"/hub/tournaments/{own}")
    down = hub.send("DELETE", "/hub/tournaments/utrecht-club-open")

    assert (refused.status_code, down.status_code) == (404, 200)
    assert hub.get(T, role=None).status_code == 404
    assert begun(hub, key)["code"] == "taken_down"
    assert feed(hub, key, lines_of(hall)).get_json()["code"] == "taken_down"
    hub.set_wall_time(lambda: time.time() + 60)
    assert begun(hub, made_key(hub))["lines"] == 0


def test_a_hub_that_starts_anew_knows_what_is_played_elsewhere(hall: Door, tmp_path: Path) -> None:
    with door_to(tmp_path / "hub") as hub:
        key, lines = made_key(hub), lines_of(hall)
        begun(hub, key)
        feed(hub, key, lines[:8])
    with door_to(tmp_path / "hub") as hub:
        assert begun(hub, key)["head"] == lines[7].hash
        assert hub.post(f"{T}/rounds").get_json()["code"] == "played_elsewhere"
        assert feed(hub, key, lines[8:]).get_json()["head"] == lines[-1].hash


def test_a_connection_that_the_hub_has_closed_meanwhile_is_no_silence(hub: Door) -> None:
    """Between two moves the hub closes what waits for nothing."""

    def serve(listening: socket.socket) -> None:
        for _ in range(2):
            with listening.accept()[0] as one:
                for said in (
                    b'{"service": "arbiter hub", "takes": true}',
                    b'{"tournament": "t", "lines": 0, "head": "0"}',
                ):
                    one.recv(65_536)
                    one.sendall(b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n%s" % (len(said), said))

    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=serve, args=(listening,), daemon=True).start()
        way = Uplink(f"http://127.0.0.1:{listening.getsockname()[1]}", "key", here=True)
        first, second = way.begin("t"), way.begin("t")
        way.close()

    assert first == second == ("t", 0, "0")


def test_a_tournament_that_two_requests_begin_at_once_is_begun_once(hall: Door, hub: Door) -> None:
    key, lines = made_key(hub), lines_of(hall)
    begun(hub, key)
    with ThreadPoolExecutor(8) as several:
        heads = list(several.map(lambda _: hub.desks.receive(ID, lines), range(8)))

    assert set(heads) == {(len(lines), lines[-1].hash)}


def test_a_second_relay_of_a_tournament_waits_until_the_first_has_ended(hub: Door) -> None:
    key = made_key(hub)
    asked = {"tournament": "club-open"}
    for mark in ("one", "one", ""):  # a relay that begins anew, and one of an earlier release
        assert with_key(hub, key, "/hub/tournaments", {**asked, "relay": mark}).status_code == 200
    second = with_key(hub, key, "/hub/tournaments", {**asked, "relay": "two"})

    assert (second.status_code, second.get_json()["code"]) == (409, "relay_elsewhere")
    with pytest.raises(Silent, match="Another computer of this hall is sending club-open"):
        told(second.status_code, second.get_data())
    found = relayed(hub.desks.register, ID)
    assert found is not None
    put_relayed(hub.desks.register, ID, replace(found, heard=found.heard - feeding.TAKEN_MS))
    assert with_key(hub, key, "/hub/tournaments", {**asked, "relay": "two"}).status_code == 200
    assert with_key(hub, key, "/hub/tournaments", {**asked, "relay": "one"}).status_code == 409


def test_a_hub_says_what_it_is_to_whoever_asks(door: Door) -> None:
    told = door.get("/hub/identity", role=None)

    assert told.status_code == 200
    assert is_hub(told.get_data())
