"""Signed heads over the API: told to tablets, asked about by anybody, and one that the journal lacks is told."""

from __future__ import annotations

import pytest

from arbiter.machine.keys import Keys
from arbiter.machine.signed_heads import Heads, parse_head
from tests.web.conftest import Door
from tests.web.office import Office
from tests.web.test_api_access import tablet, with_token

T = "/tournaments/club-open"


def test_a_head_that_was_given_out_is_known_to_anybody_who_asks(door: Door, office: Office) -> None:
    door.tournament()
    key = door.get("/heads/key", role=None).get_json()
    told = door.get(f"{T}/head", role=None).get_json()
    door.post(f"{T}/rounds/1/boards/1/moves", {"move": "32-28", "ply": 0})
    kept = parse_head(told["head"])
    signs = door.service.machine.heads
    assert signs is not None
    texts = {
        "here": told["head"],
        "another": signs.sign("club-open", kept.line, "e" * 64).text,
        "missing": signs.sign("club-open", 99, "e" * 64).text,
        "not signed": Heads(Keys("c" * 64), lambda: 0).sign("club-open", kept.line, kept.hash).text,
    }
    found = {name: door.get(f"{T}/head/check?text={text}", role=None).get_json() for name, text in texts.items()}

    assert kept.signed_by([key["public_key"]])
    assert (told["public_key"], told["line"], told["hash"]) == (key["public_key"], kept.line, kept.hash)
    assert {name: (one["stands"], one["signed"]) for name, one in found.items()} == {
        "here": ("here", True),
        "another": ("another", True),
        "missing": ("missing", True),
        "not signed": ("here", False),
    }
    assert len({one["sentence"] for one in found.values()}) == 4
    refused = door.get(f"{T}/head/check?text=ah1", role=None)
    assert (refused.status_code, refused.get_json()["code"]) == (422, "head_unreadable")
    page = office.page(f"/service?head={told['head']}")
    assert found["here"]["sentence"] in page
    assert key["public_key"] in page
    assert "That is not a signed line." in office.page("/service?head=nonsense")


def test_a_tablet_with_a_signed_head_that_the_journal_lacks_is_told_to_the_office(
    door: Door, caplog: pytest.LogCaptureFixture
) -> None:
    door.tournament()
    door.post(f"{T}/rounds/1/boards/1/moves", {"move": "32-28", "ply": 0})
    token = tablet(door)
    told = with_token(door, token, "GET", "/time").get_json()
    kept = parse_head(told["signed"])
    with_token(door, token, "GET", f"/time?head={told['signed']}")
    before = door.get("/service").get_json()["notices"]
    signs = door.service.machine.heads
    assert signs is not None
    lost = signs.sign("club-open", kept.line, "e" * 64)
    strange = Heads(Keys("c" * 64), lambda: 0)
    answers, said = [], []
    for text in (strange.sign("elsewhere", 1, "e" * 64).text, strange.sign("club-open", 1, "e" * 64).text, lost.text):
        answers.append(with_token(door, token, "GET", f"/time?head={text}").get_json()["ahead"])
        said.append([one["code"] for one in door.get("/service").get_json()["notices"]])
    sentence = door.get("/service").get_json()["notices"][0]["sentence"]

    assert f"{kept.line}-{kept.hash}" == told["head"]
    assert before == []
    assert answers == [False, True, True]
    assert said == [[], ["tablet_ahead"], ["tablet_head_signed"]]
    assert "this hall has signed that line: the journal of club-open has lost lines or is another" in caplog.text
    assert f"has line {kept.line}, signed by this hall." in sentence
    assert door.get("/time").get_json()["signed"] is None


def test_that_its_own_board_is_whole_does_not_hide_a_journal_that_was_written_anew(door: Door) -> None:
    door.tournament()
    door.post(f"{T}/rounds/1/boards/1/moves", {"move": "32-28", "ply": 0})
    token, signs = tablet(door), door.service.machine.heads
    assert signs is not None
    with_token(door, token, "GET", f"/time?head={signs.sign('club-open', 3, 'e' * 64).text}")
    kept = {"round": 1, "moves": ["32-28"], "left_ms": [60_000]}
    with_token(door, token, "POST", f"{T}/boards/1/kept", kept)
    notices = door.get("/service").get_json()["notices"]

    assert [(one["code"], one["urgent"]) for one in notices] == [
        ("tablet_head_signed", True),
        ("tablet_has_no_more", False),
    ]
