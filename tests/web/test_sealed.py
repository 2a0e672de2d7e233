"""Sealed is sealed: what is sealed is read by nobody who plays in that game, official or not, until it is opened."""

from __future__ import annotations

import hashlib
import json
import re
from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader

from arbiter.tournament.sealed_data import digest, sealed_up, unsealed
from tests.web.conftest import Door
from tests.web.office import Office
from tests.web.officiating import BOARD, T, move, play, put, see

SHORT, WRONG, RIGHT = "W:W28,37,44,49:B9,13,22,23,31", "28x17", "28x8"
TELLING = ("capture_not_maximum", "5.4.8", RIGHT)
SEALED = "33x28"  # written as nothing else writes it
SEAL = {"kind": "adjourn", "envelope": "7", "sealed": SEALED}


def read(door: Door, role: str | None = "director") -> dict[str, str]:
    """All that can be read of the game, by where it was read."""
    board = (BOARD, *(f"{BOARD}/{more}" for more in ("record", "clock-report", "preview?ply=0")))
    whole = (f"{T}/{more}" for more in ("journal", "proposals", "export.pdn", "export.pdn-plain", "rounds/1"))
    seen = {path: door.get(path, role=role).get_data(as_text=True) for path in (*board, *whole)}
    for sheet in ("record", "rulings", "scoresheet", "clock-report", "packet", "adjournment"):
        pdf = door.get(f"{T}/sheets/{sheet}.pdf?round=1&board=1", role=role).get_data()
        if pdf.startswith(b"%PDF"):
            seen[sheet] = " ".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages)
    return seen


@pytest.mark.parametrize("role", ["director", "arbiter", None])
def test_a_sealed_finding_is_read_nowhere_until_it_is_opened(door: Door, role: str | None) -> None:
    door.tournament(2, regulations="fmjd_classic")
    put(door, SHORT)
    move(door, WRONG)
    told = read(door, role)

    for place, text in told.items():
        assert not [word for word in TELLING if word in text], place
    door.post(f"{BOARD}/objections", {"side": "black"})
    assert "capture_not_maximum" in read(door)[f"{T}/journal"]


@pytest.mark.parametrize("wrong", [WRONG, RIGHT])
def test_no_export_tells_a_finding_and_none_is_refused_for_one(door: Door, wrong: str) -> None:
    """A refusal would tell the official who plays in that game that the move was irregular."""
    door.tournament(2, regulations="fmjd_classic")
    white = door.desks.desk("club-open").state.game(1, 1).entries.white
    put(door, SHORT)
    move(door, wrong)
    door.post(f"{T}/officials", {"official": "director", "entry": white})
    told = {role: door.get(f"{T}/export.json", role=role) for role in ("director", "arbiter")}

    for answer in told.values():
        assert answer.status_code == 200
        assert "capture_not_maximum" not in answer.get_data(as_text=True)


def test_a_director_who_plays_exports_no_journal_while_a_move_of_their_game_is_in_its_envelope(door: Door) -> None:
    door.tournament(2)
    white = door.desks.desk("club-open").state.game(1, 1).entries.white
    door.post(f"{BOARD}/rulings", {**SEAL, "sealed": "32-28"})
    door.post(f"{T}/officials", {"official": "director", "entry": white})
    refused = door.get(f"{T}/export.json")

    assert refused.status_code == 200  # the move is encrypted with the key on the envelope
    assert "32-28" not in refused.get_data(as_text=True)


def sealed(door: Door) -> Any:
    """White has sealed 33-28 in envelope 7; the answer."""
    door.tournament(2)
    play(door, "32-28", "19-23", "28x19", "14x23")
    return door.post(f"{BOARD}/rulings", SEAL).get_json()


def test_i06_a_sealed_move_is_nobody_s_to_read_and_both_see_its_digest(door: Door) -> None:
    """I06: SHA-256 over 128 bits and the move; the key is told once, for the printed envelope."""
    answer = sealed(door)
    key, shown = answer["envelope_key"], answer["adjourned"]["digest"]
    everything = json.dumps(read(door)) + door.get(f"{T}/export.json").get_data(as_text=True)

    assert len(bytes.fromhex(key)) == 16
    assert hashlib.sha256(f"{key} {SEALED}".encode()).hexdigest() == shown
    assert see(door, None)["adjourned"]["digest"] == shown
    assert SEALED not in everything
    assert key not in everything


def test_i06_the_envelope_opens_with_its_key_alone(door: Door) -> None:
    key = sealed(door)["envelope_key"]
    ask = {"kind": "resume"}

    assert door.post(f"{BOARD}/rulings", ask).get_json()["code"] == "envelope_unopened"
    wrong = door.post(f"{BOARD}/rulings", {**ask, "envelope_key": "00" * 16}).get_json()
    assert wrong["code"] == "envelope_key_wrong"
    typed = " ".join(key[at : at + 4] for at in range(0, 32, 4)).upper()
    opened = door.post(f"{BOARD}/rulings", {**ask, "envelope_key": typed}).get_json()
    assert opened["plays"][-1]["move"] == "33-28"


def test_i06_the_same_request_again_tells_the_key_again_to_the_same_hand_only(door: Door) -> None:
    """The answer with the key may have been lost on its way. The key follows from the request, not from memory."""
    door.tournament(2)
    play(door, "32-28", "19-23", "28x19", "14x23")
    hands = [{"Authorization": f"Bearer {door.service.keys.bearer(role)}"} for role in ("director", "chief")]
    asked = {**SEAL, "key": "once"}
    first, again, other = (
        door.post(f"{BOARD}/rulings", asked, role=None, headers=hands[hand]).get_json() for hand in (0, 0, 1)
    )

    assert again["envelope_key"] == first["envelope_key"]
    assert (again["adjourned"], again["seq"]) == (first["adjourned"], first["seq"])
    assert first["envelope_key"] not in json.dumps(other)
    assert door.post(f"{BOARD}/rulings", asked).get_json().get("envelope_key") is None  # another token of that office
    opened = door.post(f"{BOARD}/rulings", {"kind": "resume", "envelope_key": again["envelope_key"]}).get_json()
    assert opened["plays"][-1]["move"] == "33-28"


def test_i06_the_key_of_an_envelope_differs_by_board_request_and_hand(door: Door) -> None:
    door.tournament(4)
    keys = []
    for board in (1, 2):
        at = f"{T}/rounds/1/boards/{board}"
        for sent in ("once", "twice"):
            answer = door.post(f"{at}/rulings", {**SEAL, "sealed": "32-28", "key": sent}).get_json()
            keys.append(answer["envelope_key"])
            door.post(f"{at}/rulings", {"kind": "resume", "lost": True, "reason": "a test"})
            door.post(f"{at}/rulings", {"kind": "start"})
    assert len(set(keys)) == 4


def test_i06_a_form_of_the_office_that_is_sent_again_prints_the_key_again(office: Office) -> None:
    t = office.door.tournament(2)
    office.play(t, "32-28", "19-23")
    sheets = [
        office.rule(t, "adjourn", envelope="7", sealed="28x19", until="", reason="", key="form-1").get_data()
        for _ in range(2)
    ]
    texts = ["".join(page.extract_text() for page in PdfReader(BytesIO(sheet)).pages) for sheet in sheets]
    keys = [re.findall(r"\b(?:[0-9a-f]{4} ){7}[0-9a-f]{4}\b", text) for text in texts]
    assert (len(keys[0]), keys[0]) == (1, keys[1])


@pytest.mark.parametrize(("told", "plies"), [("33-28", 5), ("", 4)])
def test_i04_an_envelope_that_is_lost_is_the_arbiter_s_ruling_in_the_journal(door: Door, told: str, plies: int) -> None:
    """I04: the move that is told is played, or whoever is to move thinks on."""
    sealed(door)
    ask = {"kind": "resume", "lost": True, "move": told}

    assert door.post(f"{BOARD}/rulings", ask).get_json()["code"] == "text_needed"
    door.post(f"{BOARD}/rulings", {**ask, "reason": "the hall has burnt down"})
    lines = door.get(f"{T}/journal").get_json()["lines"]
    ruled = next(json.loads(line["body"]) for line in lines if line["kind"] == "AdjournmentEnded")
    assert (ruled["lost"], ruled["reason"]) == ("played" if told else "thinks", "the hall has burnt down")
    assert (see(door)["ply"], see(door)["clock"]["running"]) == (plies, "black" if told else "white")


def test_i06_the_office_answers_with_the_sheet_that_has_the_key_and_no_other_sheet_has_it(office: Office) -> None:
    t = office.door.tournament(2)
    office.play(t, "32-28", "19-23")
    answer = office.rule(t, "adjourn", envelope="7", sealed="28x19", until="", reason="")
    text = " ".join(page.extract_text() for page in PdfReader(BytesIO(answer.get_data())).pages)
    adjourned = office.game(t).adjourned
    assert adjourned is not None
    words = text.split()
    groups = ["".join(words[at : at + 8]) for at in range(len(words))]
    (found,) = (key for key in groups if len(key) == 32 and unsealed(adjourned.kept, key, adjourned.digest))

    assert answer.headers["Cache-Control"] == "no-store"
    assert unsealed(adjourned.kept, found, adjourned.digest) == "28x19"
    again = office.door.get(f"/tournaments/{t}/sheets/adjournment.pdf?round=1&board=1").get_data()
    printed = " ".join(page.extract_text() for page in PdfReader(BytesIO(again)).pages)
    assert adjourned.digest[:20] in printed.replace(" ", "")
    assert found[:4] not in printed
    assert "The key on the envelope" in office.page(f"/{t}/rounds/1/boards/1")


def test_a_move_is_unsealed_by_its_own_key_alone() -> None:
    key = "0123456789abcdef0123456789abcdef"
    kept, shown = sealed_up("28x19x8", key)

    assert shown == digest("28x19x8", key)
    assert unsealed(kept, key, shown) == "28x19x8"
    assert unsealed(kept, key.replace("0", "1"), shown) is None
