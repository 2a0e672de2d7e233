"""Whatever is sent: a sentence for the person, the status of its kind for the program, and nothing half-written."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from arbiter.desk.desks import Desks
from arbiter.journal.journal import CannotWrite
from arbiter.rulings.referee.corrections import GivePenalty
from arbiter.sides import Side
from tests.hall import BY, on_disk
from tests.web.conftest import Door, door_to

T = "/tournaments/club-open"
BOARD = f"{T}/rounds/1/boards/1"
DEEP = "[" * 100_000 + "]" * 100_000
LONG = "x" * 10_000

UNREADABLE = [
    b"{", b"nonsense", b"[]", b'"text"', b"7", b"null", b"\xff\xfe", b'{"name": NaN', DEEP[:60_000].encode(),
    b'{"name": ' + DEEP[:30_000].encode(), b'{"ply": ' + b"9" * 5_000 + b"}", b"\x00",
]  # fmt: skip
ADDRESSES = ["/tournaments", f"{T}/entries", f"{T}/rounds", f"{T}/rounds/1/start", f"{BOARD}/moves", f"{BOARD}/rulings"]

WRONG: list[tuple[str, dict[str, object], int, str]] = [
    ("/tournaments", {}, 400, "field_missing"),
    ("/tournaments", {"name": 7}, 400, "field_unreadable"),
    ("/tournaments", {"name": ["a"]}, 400, "field_unreadable"),
    ("/tournaments", {"name": LONG}, 422, "name_too_long"),
    ("/tournaments", {"name": "a\x00b"}, 422, "text_unreadable"),
    ("/tournaments", {"name": "\ud800"}, 422, "text_unreadable"),
    ("/tournaments", {"name": "a", "control": "soon"}, 422, "control_unreadable"),
    ("/tournaments", {"name": "a", "control": LONG}, 422, "control_unreadable"),
    ("/tournaments", {"name": "a", "control": "0/0"}, 422, "control_impossible"),
    ("/tournaments", {"name": "a", "control": "?"}, 422, "control_unsupported"),
    ("/tournaments", {"name": "a", "control": "\ud800"}, 422, "control_unreadable"),
    ("/tournaments", {"name": "a", "variant": "chess"}, 422, "unknown_key"),
    ("/tournaments", {"name": "a", "variant": "\ud800"}, 422, "unknown_key"),
    ("/tournaments", {"name": "a", "rounds": 10**14}, 422, "number_out_of_range"),
    ("/tournaments", {"name": "a", "rounds": 10**30}, 400, "field_unreadable"),
    ("/tournaments", {"name": "a", "rounds": 1.5}, 400, "field_unreadable"),
    ("/tournaments", {"name": "a", "rounds": True}, 400, "field_unreadable"),
    ("/tournaments", {"name": "a", "points": "1-2-3"}, 422, "points_unreadable"),
    ("/tournaments", {"name": "a", "tiebreaks": [1]}, 400, "field_unreadable"),
    ("/tournaments", {"name": "a", "tiebreaks": ["luck"]}, 422, "unknown_key"),
    ("/tournaments", {"name": "a", "tiebreaks": ["BH/Q9"]}, 422, "tiebreak_unreadable"),
    (f"{T}/entries", {"name": LONG}, 422, "name_too_long"),
    (f"{T}/entries", {"name": "  "}, 422, "name_unreadable"),
    (f"{T}/entries", {"name": "\ud800"}, 422, "name_unreadable"),
    (f"{T}/entries", {"name": "a\x00"}, 422, "name_unreadable"),
    (f"{T}/entries", {"name": "a\u202eb"}, 422, "name_unreadable"),
    (f"{T}/entries", {"name": "Anna", "rating": -1}, 422, "rating_impossible"),
    (f"{T}/entries", {"name": "Anna", "rating": "strong"}, 400, "field_unreadable"),
    (f"{T}/entries", {"name": "Anna", "club": LONG}, 422, "word_too_long"),
    (f"{T}/entries", {"name": "Anna", "born": "\x07"}, 422, "word_unreadable"),
    (f"{T}/rounds", {"pairs": 7}, 400, "field_unreadable"),
    (f"{T}/rounds", {"pairs": [[1, 2, 3]]}, 400, "field_unreadable"),
    (f"{T}/rounds", {"pairs": [{"white": 1}]}, 400, "field_unreadable"),
    (f"{T}/rounds/1/start", {"boards": "all"}, 400, "field_unreadable"),
    (f"{T}/rounds/1/start", {"boards": [99]}, 404, "no_board"),
    (f"{T}/rounds/9/start", {}, 404, "no_round"),
    (f"{T}/rounds/0/start", {}, 404, "no_round"),
    (f"{BOARD}/moves", {"ply": 0}, 400, "field_missing"),
    (f"{BOARD}/moves", {"move": "32-28"}, 400, "field_missing"),
    (f"{BOARD}/moves", {"move": "32-28", "ply": "first"}, 400, "field_unreadable"),
    (f"{BOARD}/moves", {"move": "e2e4", "ply": 0}, 400, "move_unreadable"),
    (f"{BOARD}/moves", {"move": "\ud800-\ud800", "ply": 0}, 400, "move_unreadable"),
    (f"{BOARD}/moves", {"move": "32-28\x00", "ply": 0}, 400, "move_unreadable"),
    (f"{BOARD}/moves", {"move": "32-28" * 1_000, "ply": 0}, 413, "text_too_long"),
    (f"{BOARD}/moves", {"move": "٣٢-٢٨", "ply": 0}, 400, "move_unreadable"),
    (f"{BOARD}/moves", {"move": "99-28", "ply": 0}, 422, "square_not_in_play"),
    (f"{BOARD}/moves", {"move": "32-28", "ply": 0, "key": "k" * 201}, 413, "text_too_long"),
    (f"{BOARD}/moves", {"move": "32-28", "ply": 0, "key": "\ud800"}, 422, "text_unreadable"),
    (f"{BOARD}/moves", {"move": "32-28", "ply": 0, "key": "\x00"}, 422, "text_unreadable"),
    (f"{BOARD}/moves", {"move": "32-28", "ply": 0, "key": 7}, 400, "field_unreadable"),
    (f"{BOARD}/answers", {"accept": "perhaps"}, 400, "field_unreadable"),
    (f"{BOARD}/claims", {}, 400, "field_missing"),
    (f"{BOARD}/claims", {"ground": LONG}, 413, "text_too_long"),
    (f"{BOARD}/calls", {"reason": "\x1b[31m"}, 422, "text_unreadable"),
    (f"{BOARD}/calls", {"side": "green"}, 400, "field_unreadable"),
    (f"{T}/rounds/1/boards/99/moves", {"move": "32-28", "ply": 0}, 404, "no_board"),
    (f"{T}/rounds/1/boards/0/moves", {"move": "32-28", "ply": 0}, 404, "no_board"),
    ("/tournaments/nowhere/entries", {"name": "Anna"}, 404, "no_tournament"),
    ("/tournaments/%00/entries", {"name": "Anna"}, 404, "no_tournament"),
    ("/tournaments/..%2f..%2fetc/entries", {"name": "Anna"}, 404, "no_page"),
    (f"{T}/entries/77/withdrawal", {"reason": "ill"}, 422, "no_entry"),
    (f"{T}/proposals/999/sign", {}, 404, "no_proposal"),
    (f"{T}/tablets", {"boards": [10**14]}, 422, "number_out_of_range"),
    ("/tablets/bind", {"link": 7, "pin": "1"}, 400, "field_unreadable"),
]


def is_a_problem(answer: TestResponse, status: int, code: str) -> None:
    """What every refusal of the API is."""
    told = answer.get_json()
    assert (answer.status_code, told["code"]) == (status, code), told
    assert answer.mimetype == "application/problem+json"
    assert told["status"] == status
    assert told["type"] == f"urn:arbiter:{code}"
    assert told["title"]
    assert told["detail"].endswith((".", ")"))
    assert "article" in told
    assert isinstance(told["facts"], dict)


@pytest.fixture
def club(door: Door) -> Door:
    door.tournament()
    return door


@pytest.fixture(scope="module")
def unmoved(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    """A hall for all requests that change nothing."""
    with door_to(tmp_path_factory.mktemp("unmoved")) as opened:
        opened.tournament()
        yield opened


@pytest.mark.parametrize("body", UNREADABLE, ids=range(len(UNREADABLE)))
@pytest.mark.parametrize("path", ADDRESSES)
def test_what_is_no_json_object_cannot_be_read(unmoved: Door, path: str, body: bytes) -> None:
    before = unmoved.desks.desk("club-open").state
    answer = unmoved.client.post(
        f"/api/v1{path}", data=body, headers={"Authorization": f"Bearer {unmoved.service.keys.bearer('director')}"}
    )

    is_a_problem(answer, 400, "json_unreadable")
    assert unmoved.desks.desk("club-open").state is before


def test_a_request_that_is_too_large_is_told_how_large_it_may_be(unmoved: Door) -> None:
    answer = unmoved.post(f"{T}/entries", {"name": "x" * 70_000})

    is_a_problem(answer, 413, "too_large")
    assert answer.get_json()["facts"]["most"] == 65_536


@pytest.mark.parametrize(("path", "body", "status", "code"), WRONG)
def test_what_cannot_be_is_refused_with_a_sentence(
    unmoved: Door, path: str, body: dict[str, object], status: int, code: str
) -> None:
    before = unmoved.desks.desk("club-open").state
    answer = unmoved.post(path, body)
    after = unmoved.desks.desk("club-open").state

    is_a_problem(answer, status, code)
    assert len(list(unmoved.desks)) == 1
    assert after.version == before.version


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/tournaments/nowhere", "no_tournament"),
        (f"{T}/rounds/7", "no_round"),
        (f"{BOARD}/", "no_page"),
        (f"{T}/rounds/1/boards/3", "no_board"),
        (f"{T}/rounds/-1", "no_page"),
        (f"{T}/rounds/{'9' * 5_000}", "no_page"),
        (f"{T}/rounds/1/boards/{'9' * 30}", "no_board"),
        (f"{T}/sheets/menu.pdf", "no_sheet"),
        ("/tournaments/\ufffd/standings", "no_tournament"),
        ("/nothing", "no_page"),
        (f"/tournaments/{LONG}", "no_tournament"),
    ],
)
def test_there_is_no_such_thing(unmoved: Door, path: str, code: str) -> None:
    is_a_problem(unmoved.get(path, role=None), 404, code)


@pytest.mark.parametrize(("method", "path"), [("DELETE", "/tournaments"), ("PUT", f"{BOARD}/moves"), ("PUT", T)])
def test_an_address_takes_its_own_methods_only(unmoved: Door, method: str, path: str) -> None:
    is_a_problem(unmoved.send(method, path, {}), 405, "wrong_method")


@pytest.mark.parametrize("after", ["x", "-", "1e9", "٣", "9" * 40])
def test_a_journal_is_read_after_a_line(unmoved: Door, after: str) -> None:
    is_a_problem(unmoved.get(f"{T}/journal?after={after}"), 400, "field_unreadable")


def test_the_sentence_is_in_the_reader_s_language_and_the_code_in_none(unmoved: Door) -> None:
    english, dutch = (unmoved.get(f"{T}/rounds/7?lang={lang}").get_json() for lang in ("en", "nl"))

    assert english["code"] == dutch["code"] == "no_round"
    assert english["detail"] == "There is no round 7; rounds paired: 1."


def test_a_fault_is_told_as_one_logged_and_not_shown(club: Door, caplog: pytest.LogCaptureFixture) -> None:
    club.desks.desk("club-open").journal.close()
    on_disk(club.desks.desk("club-open"))._readers.one = None  # type: ignore[assignment,method-assign]  # breaks it
    answer = club.get(f"{T}/journal")

    is_a_problem(answer, 500, "fault")
    assert "TypeError" not in answer.get_data(as_text=True)
    assert f"a request to /api/v1{T}/journal found a fault" in caplog.text
    assert "TypeError" in caplog.text


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters())
    | st.sampled_from(["white", "0-2"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)
NAMES = [
    "name",
    "variant",
    "system",
    "rounds",
    "control",
    "points",
    "tiebreaks",
    "flags",
    "rating",
    "club",
    "pairs",
    "boards",
    "move",
    "ply",
    "key",
    "side",
    "accept",
    "ground",
    "reason",
    "kind",
    "result",
    "loser",
    "add_ms",
    "left_ms",
    "step",
    "article",
    "link",
    "pin",
]
AT_BOARD = ("moves", "offers", "answers", "resignations", "claims", "calls", "rulings")
IN_OFFICE = ("entries", "entries/1/withdrawal", "rounds", "rounds/1/start", "tablets")
PATHS = ("/tournaments", "/tablets/bind", *(f"{T}/{what}" for what in IN_OFFICE), *(f"{BOARD}/{w}" for w in AT_BOARD))


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(path=st.sampled_from(PATHS), body=st.dictionaries(st.sampled_from(NAMES), json_values, max_size=6))
def test_whatever_is_sent_the_service_has_an_answer(club: Door, path: str, body: dict[str, object]) -> None:
    """No JSON object of the API's own fields is a fault."""
    text = json.dumps(body)
    headers = {"Authorization": f"Bearer {club.service.keys.bearer('director')}"}
    answer = club.client.post(f"/api/v1{path}", data=text, headers=headers)

    assert answer.status_code < 500, (path, text)


# a full disk


@pytest.fixture
def full(tmp_path: Path) -> Iterator[Door]:
    """A hall in which a game is going and the disk takes nothing more."""
    with door_to(tmp_path) as door:
        door.tournament()
        second = door.tournament(2, started=False, system="manual")
        assert second == "club-open-2"
    with door_to(tmp_path, max_pages=40) as door:
        door.post(f"{T}/rounds/1/start")
        for id in ("club-open", "club-open-2"):
            fill(door.desks, id)
        yield door


def fill(desks: Desks, id: str) -> None:
    desk = desks.desk(id)
    if not desk.state.rounds:
        on_disk(desk)._writer.execute("PRAGMA max_page_count=1").close()
        return
    for length in (900, 300, 30, 1):
        try:
            while True:
                desk.submit(GivePenalty(round=1, board=1, side=Side.WHITE, step="note", by=BY, reason="x" * length))
        except CannotWrite:
            continue


@pytest.mark.parametrize(
    ("path", "body"),
    [
        (f"{BOARD}/moves", {"move": "32-28", "ply": 0}),
        (f"{BOARD}/moves", {"move": "32-29", "ply": 0}),
        (f"{BOARD}/offers", {}),
        (f"{BOARD}/resignations", {}),
        (f"{BOARD}/rulings", {"kind": "result", "result": "2-0", "reason": "seen"}),
    ],
)
def test_on_a_full_disk_nothing_is_recorded_and_the_player_is_told(
    full: Door, path: str, body: dict[str, object]
) -> None:
    before = full.desks.desk("club-open").state
    answer = full.post(path, body)

    is_a_problem(answer, 503, "cannot_write_disk_full")
    assert full.desks.desk("club-open").state is before
    assert full.desks.desk("club-open").journal.version == before.version
    assert full.get(BOARD).get_json()["ply"] == 0


def test_on_a_full_disk_nobody_is_half_entered(full: Door) -> None:
    late = [{"name": f"Late {number}", "club": "x" * 200} for number in range(40)]
    answers = [full.post("/tournaments/club-open-2/entries", asked) for asked in late]
    entered = [entry["name"] for entry in full.get("/tournaments/club-open-2").get_json()["entries"]]

    assert answers[-1].status_code == 503
    assert len(full.desks.register.people("club-open-2")) == len(entered)


def test_once_there_is_room_the_same_request_is_recorded(full: Door) -> None:
    asked = {"move": "32-28", "ply": 0, "key": "tap"}
    refused = full.post(f"{BOARD}/moves", asked)
    on_disk(full.desks.desk("club-open"))._writer.execute("PRAGMA max_page_count=1000").close()

    assert refused.status_code == 503
    assert full.post(f"{BOARD}/moves", asked).get_json()["moves"] == ["32-28"]


def test_a_damaged_journal_is_told_apart_from_one_that_there_is_not(tmp_path: Path) -> None:
    with door_to(tmp_path) as door:
        door.tournament()
    for part in (*(tmp_path / "tournaments").glob("club-open.sqlite*"), tmp_path / "witness" / "club-open.txt"):
        part.write_bytes(b"nonsense")
    with door_to(tmp_path) as door:
        is_a_problem(door.get(T), 503, "journal_damaged")
        is_a_problem(door.get("/tournaments/other"), 404, "no_tournament")
