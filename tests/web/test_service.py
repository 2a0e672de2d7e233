"""What the office hears of the service's own files: on its pages, over the API, and from the tablets."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arbiter.desk import storage
from arbiter.instants import Sources, WallClock
from arbiter.journal.lines import BadLine
from arbiter.journal.witness.repair import Mended
from arbiter.journal.witness.text import witness_path
from arbiter.journal.witness.witnessed import Broken, Witnessed
from arbiter.machine.file_checks import Guard
from arbiter.sides import HOUR
from tests.test_instants import Machine
from tests.web.conftest import Door, door_to
from tests.web.office import Office
from tests.web.test_api_access import tablet, with_token
from tests.web.test_api_bad_input import is_a_problem

T = "/tournaments/club-open"
PAGES = ("/office", "/machine", "/office/service")


def test_a_service_in_order_says_so_and_shows_how_each_journal_is_kept(door: Door, office: Office) -> None:
    door.tournament()
    told = door.get("/service").get_json()
    page = office.page("/service")

    assert told["notices"] == []
    assert [(one["tournament"], one["lines"], one["medium_late"]) for one in told["journals"]] == [
        ("club-open", 7, None)
    ]
    assert "Moves are recorded, every journal is intact, and every copy is up to date." in page
    assert told["journals"][0]["head"][:16] in page
    assert 'data-service="The service does not answer.' in page


def test_a_machine_s_clock_that_is_set_is_told_on_the_front_under_machine_and_over_the_api(
    door: Door, office: Office
) -> None:
    machine = Machine()
    ms = 1_000_000
    door.clock.sources = Sources(
        wall=lambda: machine.wall * ms, monotonic=lambda: machine.uptime * ms, boot=lambda: machine.uptime * ms
    )
    door.desks.watch.wall = WallClock(door.clock)
    machine.wall -= HOUR
    door.desks.watch.wall.look()
    sentence = "The clock of this computer was set back by 1 h at"

    assert [one["code"] for one in door.get("/service").get_json()["notices"]] == ["clock_set_back"]
    assert [sentence in door.client.get(page).get_data(as_text=True) for page in PAGES] == [True] * 3


@contextmanager
def damaged(instance: Path) -> Iterator[Door]:
    """A service with two tournaments, of one of which a line is lost for good."""
    with door_to(instance) as door:
        door.tournament()
        door.post("/tournaments", {"name": "Whole"})
    for part in (instance / "tournaments").glob("club-open.sqlite*"):
        part.write_bytes(b"nonsense")
    witness = witness_path(instance, "club-open")
    lines = witness.read_bytes().splitlines(keepends=True)
    witness.write_bytes(b"".join([*lines[:2], *lines[3:]]))
    with door_to(instance) as door:
        yield door


def test_a_damaged_tournament_stays_in_the_office_under_its_name(tmp_path: Path) -> None:
    with damaged(tmp_path) as door:
        page = Office(door, door.sign_in()).page("")

        assert "<strong>Club open</strong>: The journal of club-open is damaged." in page
        assert [one["code"] for one in door.get("/service").get_json()["notices"]] == ["journal_damaged"]
        assert door.post("/tournaments", {"name": "Club open"}).get_json()["id"] == "club-open-2"


def test_a_damaged_tournament_is_named_to_everybody_and_closed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with damaged(tmp_path) as door:
        listed = {one["id"]: one for one in door.get("/tournaments", role=None).get_json()["tournaments"]}
        index = door.client.get("/")
        ready = door.client.get("/readyz")

        assert listed["whole"]["closed"] is None
        assert listed["club-open"] == {
            "id": "club-open",
            "name": "Club open",
            "variant": "international",
            "archived": False,
            "closed": "journal_damaged",
        }
        assert "Club open</span>" in index.get_data(as_text=True)
        assert "closed for now" in index.get_data(as_text=True)
        assert (ready.status_code, ready.get_json()) == (
            200,
            {"status": "ready", "closed": [{"id": "club-open", "name": "Club open", "code": "journal_damaged"}]},
        )
        assert door.get(T, role=None).get_json()["code"] == "journal_damaged"
    assert "the journal of club-open cannot be used" in caplog.text


def test_a_journal_that_is_damaged_while_it_is_played_is_named_too(door: Door) -> None:
    door.tournament()
    journal = door.desks.desk("club-open").journal
    assert isinstance(journal, Witnessed)
    journal.broken = Broken("club-open", BadLine(3, "missing"), Mended([], 9, forked=False))
    (listed,) = door.get("/tournaments", role=None).get_json()["tournaments"]

    assert (listed["name"], listed["closed"]) == ("Club open", "journal_damaged")
    assert [one["code"] for one in door.client.get("/readyz").get_json()["closed"]] == ["journal_damaged"]


def test_the_office_sees_the_time_of_the_newest_backup_and_makes_one_by_a_press(tmp_path: Path) -> None:
    with door_to(tmp_path) as door:
        door.tournament()
        office = Office(door, door.sign_in())
        assert "No backup has been made yet." in office.page("/service")
        assert office.send("/service/backup").status_code == 303
        page = office.page("/service")
        assert "The backup has been made and verified." in page
        assert "Newest backup: " in page
        (saved,) = re.findall(r'href="([^"]+)">Club open</a>', page.partition("Make a backup now")[2])
        assert json.loads(door.client.get(saved.replace("&amp;", "&")).data)["name"] == "Club open"
        assert [path.name.partition(".")[0] for path in sorted((tmp_path / "backups").iterdir())] == [
            "_register", "club-open",
        ]  # fmt: skip
        arbiter = Office(door, door.sign_in("Anna", "arbiter"))
        assert "Make a backup now" not in arbiter.page("/service")
        arbiter.send("/service/backup")
        assert "The backup has been made" not in arbiter.page("/service")


def test_what_was_mended_is_told_until_the_office_has_looked(tmp_path: Path) -> None:
    with door_to(tmp_path) as door:
        door.tournament()
        door.post(f"{T}/rounds/1/boards/1/moves", {"move": "32-28", "ply": 0})
    for part in (tmp_path / "tournaments").glob("club-open.sqlite*"):
        part.unlink()
    with door_to(tmp_path) as door:
        office = Office(door, door.sign_in())
        assert "Check these boards." in office.page("/service")
        assert "(boards, by round: 1.1)" in json.dumps(door.get("/service").get_json())
        office.send("/service/seen")
        assert door.get("/service").get_json()["notices"] == []


def test_a_tablet_is_told_the_last_line_and_one_that_knows_more_is_noticed(door: Door) -> None:
    door.tournament()
    door.post(f"{T}/rounds/1/boards/1/moves", {"move": "32-28", "ply": 0})
    token = tablet(door)
    head = with_token(door, token, "GET", "/time").get_json()["head"]
    with_token(door, token, "GET", f"/time?head={head}")
    before = door.get("/service").get_json()["notices"]
    with_token(door, token, "GET", f"/time?head=99-{'f' * 64}")
    notices = door.get("/service").get_json()["notices"]

    assert head.startswith("8-")
    assert door.get("/time").get_json()["head"] is None
    assert before == []
    assert [one["code"] for one in notices] == ["tablet_ahead"]
    assert notices[0]["sentence"].startswith("The tablet of board 1 in Club open has line 99")


def test_a_spectator_is_not_told(door: Door) -> None:
    is_a_problem(door.get("/service", role=None), 401, "sign_in_first")


def ahead(door: Door, **kept: object) -> str:
    """A tablet of board 1 that knows a line which is lost, and has told what it has kept; its token."""
    door.tournament()
    door.post(f"{T}/rounds/1/boards/1/moves", {"move": "32-28", "ply": 0})
    token = tablet(door)
    asked = with_token(door, token, "GET", f"/time?head=99-{'f' * 64}").get_json()
    assert (asked["ahead"], asked["wanted"]) == (True, True)
    told = {"round": 1, "moves": ["32-28", "19-23", "28x19"], "left_ms": [7_100_000, 7_000_000, 6_900_000], **kept}
    taken = with_token(door, token, "POST", f"{T}/boards/1/kept", told)
    assert (taken.status_code, taken.get_json()) == (200, {"taken": True})
    return token


def test_moves_that_a_tablet_has_kept_are_entered_by_one_press(door: Door) -> None:
    token = ahead(door)
    office = Office(door, door.sign_in())
    notice = door.get("/service").get_json()["notices"][0]
    page = office.page("/service")
    assert (notice["code"], notice["urgent"]) == ("tablet_has_moves", True)
    assert "has stored moves that are missing here (2): 19-23 28x19." in notice["sentence"]
    assert "1:56:40" in page
    assert "Enter 2 moves" in page

    answer = office.send("/club-open/boards/1/lost", ply=1, reason="taken over from the tablet of board 1")
    board = door.get(f"{T}/rounds/1/boards/1").get_json()
    assert answer.status_code == 303
    assert board["moves"] == ["32-28", "19-23", "28x19"]
    assert [play["left_ms"] for play in board["plays"][1:]] == [7_000_000, 6_900_000]
    assert (board["halted"], board["clock"]["running"]) == ("arbiter", None)
    Guard(door.desks, lambda: None).look()  # this service goes without one
    assert [one["code"] for one in door.get("/service").get_json()["notices"]] == ["tablet_has_no_more"]
    office.send("/service/seen")
    assert door.get("/service").get_json()["notices"] == []
    assert with_token(door, token, "GET", "/time").get_json()["ahead"] is False


def test_lost_moves_are_not_entered_twice_or_on_another_game(door: Door) -> None:
    ahead(door)
    office = Office(door, door.sign_in())
    door.post(f"{T}/rounds/1/boards/1/moves", {"move": "19-23", "ply": 1})
    office.send("/club-open/boards/1/lost", ply=1, reason="taken over")
    assert "Plies played at board 1: 2, not 1." in office.page("/service")
    door.post(f"{T}/rounds/1/boards/1/moves", {"move": "28x19", "ply": 2})
    office.send("/club-open/boards/1/lost", ply=3, reason="taken over")

    assert door.get(f"{T}/rounds/1/boards/1").get_json()["moves"] == ["32-28", "19-23", "28x19"]


def test_another_game_than_there_is_here_is_told_and_not_entered(door: Door) -> None:
    ahead(door, moves=["37-32", "19-23", "41-37"])
    office = Office(door, door.sign_in())
    (notice,) = door.get("/service").get_json()["notices"]

    assert notice["code"] == "tablet_differs"
    assert "Enter 3 moves" not in office.page("/service")


def test_what_is_kept_is_entered_over_the_api_too(door: Door) -> None:
    ahead(door)
    ruling = {"kind": "lost_moves", "ply": 1, "moves": ["19-23", "28x19"], "left_ms": [7_000_000, 6_900_000]}
    nameless = door.post(f"{T}/rounds/1/boards/1/rulings", ruling)
    recorded = door.post(f"{T}/rounds/1/boards/1/rulings", {**ruling, "reason": "the disk lost them"}, role="arbiter")

    assert nameless.get_json()["code"] == "text_needed"
    assert (recorded.status_code, recorded.get_json()["moves"]) == (200, ["32-28", "19-23", "28x19"])


def test_a_tablet_that_nobody_asked_is_not_heard(door: Door) -> None:
    door.tournament()
    token = tablet(door)
    told = {"round": 1, "moves": ["32-28"], "left_ms": [7_000_000]}

    assert with_token(door, token, "POST", f"{T}/boards/1/kept", told).get_json() == {"taken": False}
    assert with_token(door, token, "POST", f"{T}/boards/2/kept", told).status_code == 403
    is_a_problem(
        with_token(door, token, "POST", f"{T}/boards/1/kept", {**told, "left_ms": []}), 422, "kept_without_times"
    )


def test_a_tournament_whose_long_journal_is_read_says_how_far_and_asks_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with door_to(tmp_path) as door:
        t = door.tournament(4)
    monkeypatch.setattr(storage, "LONG_BYTES", 0)
    with door_to(tmp_path, later=True) as door:
        door.desks.opening[t] = 40
        page, listed = (door.client.get(address) for address in (f"/tournaments/{t}", "/"))
        told = door.post(f"/tournaments/{t}/rounds/1/boards/1/moves", {"move": "32-28", "ply": 0})

        for answer, status in ((page, 503), (listed, 200)):
            assert answer.status_code == status
            assert "(journal read: 40 %)" in answer.get_data(as_text=True)
            assert 'http-equiv="refresh"' in answer.get_data(as_text=True)
        assert (told.status_code, told.get_json()["code"]) == (503, "tournament_opening")
        assert door.get("/tournaments").get_json()["tournaments"][0]["closed"] == "tournament_opening"
        assert door.client.get("/healthz").status_code == 200
        assert [one["code"] for one in door.client.get("/readyz").get_json()["closed"]] == ["tournament_opening"]

        door.desks.open_long()
        assert door.client.get(f"/tournaments/{t}").status_code == 200
        assert door.client.get("/readyz").get_json() == {"status": "ready"}
