"""Who decides an appeal, over HTTP: the panel, a vote a session, and what a chief arbiter enters from paper."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from arbiter.hall.accounts import account_token
from arbiter.journal.accounts import Account
from arbiter.journal.sqlite import folder
from arbiter.journal.sqlite.archive import pack, unpack
from arbiter.journal.sqlite.read_only import FilesBeside
from tests.web.conftest import Door, door_to
from tests.web.officiating import BOARD, PAPER, T, see


def account(door: Door, name: str, role: str = "arbiter", **bounds: Any) -> int:
    """A new account; its number."""
    return door.desks.register.accounts.put(Account(name, role, **bounds)).number


def as_(door: Door, number: int, path: str, body: object) -> TestResponse:
    """A request by that account."""
    kept = door.desks.register.accounts
    known = kept.numbered(number)
    assert known is not None
    now = int(time.time())
    token = account_token(kept, door.service.keys, known, now, now + 3_600)[0]
    return door.post(path, body, role=None, headers={"Authorization": f"Bearer {token}"})


def appealed(door: Door, **terms: Any) -> str:
    """White has lost board 1 by a ruling of the director's token, and asks for a draw; where the appeal is."""
    door.tournament(**terms)
    door.post(f"{BOARD}/rulings", {"kind": "result", "result": "0-2", "reason": "telephone"})
    filed = door.post(f"{BOARD}/appeals", {"side": "white", "grounds": "the clock rang", "asks": "draw"})
    return f"{T}/appeals/{filed.get_json()['seq']}"


def told(answer: TestResponse) -> tuple[int, str | None]:
    return answer.status_code, answer.get_json().get("code")


def test_each_member_of_the_panel_decides_in_their_own_session(door: Door) -> None:
    appeal = appealed(door)
    anna, piet, joke = (account(door, name) for name in ("Anna", "Piet", "Joke"))
    excused = [{"member": "Joke", "reason": "family of a player"}]
    named = door.post(f"{appeal}/panel", {"members": ["Anna", "Joke"], "substitutes": [str(piet)], "excused": excused})
    assert named.status_code == 200, named.get_json()
    panel = named.get_json()["panel"]
    assert [(one["name"], one["sits"]) for one in panel["members"]] == [
        ("Anna (arbiter)", True),
        ("Joke (arbiter)", False),
    ]
    assert [(one["official"], one["sits"]) for one in panel["substitutes"]] == [(f"arbiter {piet}", True)]
    assert [one["reason"] for one in panel["excused"]] == ["family of a player"]

    first = as_(door, anna, f"{appeal}/decision", {"overturned": True, "reason": "I heard the clock"}).get_json()
    assert (first["decided"], first["votes"], see(door)["result"]) == (None, [], "0-2")
    assert [one["voted"] for one in first["panel"]["members"]] == [True, False]
    assert told(as_(door, joke, f"{appeal}/decision", {"overturned": True, "reason": "x"})) == (403, "not_on_panel")
    last = as_(
        door, piet, f"{appeal}/decision", {"overturned": True, "result": "1-1", "reason": "so it was"}
    ).get_json()

    assert (last["decided"], last["decided_by"], see(door)["result"]) == (
        "overturned",
        ["Anna (arbiter)", "Piet (arbiter)"],
        "1-1",
    )
    assert [(one["name"], one["result"], one["reason"]) for one in last["votes"]] == [
        ("Anna (arbiter)", "1-1", "I heard the clock"),
        ("Piet (arbiter)", "1-1", "so it was"),
    ]


def test_how_a_member_has_voted_is_told_nowhere_before_the_decision(door: Door) -> None:
    appeal = appealed(door)
    anna, piet = account(door, "Anna"), account(door, "Piet")
    door.post(f"{appeal}/panel", {"members": [str(anna), str(piet)]})
    as_(door, anna, f"{appeal}/decision", {"overturned": True, "reason": "unmistakable"})
    places = (f"{T}/journal", f"{appeal}/packet", f"{BOARD}/record", f"{T}/appeals")

    for place in places:
        assert "unmistakable" not in door.get(place).get_data(as_text=True), place
    line = json.loads(door.get(f"{T}/journal").get_json()["lines"][-1]["body"])
    assert line == {
        "appeal": int(appeal.rsplit("/", 1)[1]),
        "by": f"arbiter {anna}",
        "closed": True,
        "member": f"arbiter {anna}",
    }
    as_(door, piet, f"{appeal}/decision", {"overturned": True, "reason": "heard"})
    for place in places:
        assert "unmistakable" in door.get(place).get_data(as_text=True), place


def test_nobody_decides_alone_what_a_committee_hears(door: Door) -> None:
    appeal = appealed(door)
    bert, verdict = account(door, "Bert", "chief"), {"overturned": False, "reason": "I was right"}

    assert told(door.post(f"{appeal}/decision", verdict)) == (403, "ruled_before")
    assert told(as_(door, bert, f"{appeal}/decision", verdict)) == (409, "panel_needed")
    refused = door.post(f"{appeal}/decision", verdict).get_json()
    assert refused["detail"] == "Director has ruled at board 1 and may not decide an appeal about it."


def test_who_plays_the_game_does_not_decide(door: Door) -> None:
    appeal = appealed(door)
    anna = account(door, "Anna")
    account(door, "Piet")
    account(door, "player  1")
    entry = door.desks.desk("club-open").state.game(1, 1).entries.black
    door.post(f"{T}/officials", {"official": "Anna", "entry": entry})

    assert told(door.post(f"{appeal}/panel", {"members": ["Anna", "Piet"]})) == (403, "interested")
    assert told(door.post(f"{appeal}/panel", {"members": ["player 1", "Piet"]})) == (403, "interested")
    assert told(as_(door, anna, f"{appeal}/decision", {"overturned": True, "reason": "x"})) == (403, "interested")
    on_paper = {"overturned": True, "reason": "x", "members": ["Ineke Smit", "1 PLAYER"]}
    assert told(door.post(f"{appeal}/decision", on_paper, role="chief")) == (403, "interested")


def test_a_member_has_an_account_that_opens_the_office_of_the_tournament(door: Door) -> None:
    appeal = appealed(door)
    account(door, "Anna")
    account(door, "Helper", "helper")
    account(door, "Elsewhere", tournaments=("another",))
    ended = account(door, "Gone", ended=True)

    for name, refused in (
        ("Nobody", (404, "no_account")),
        ("Helper", (422, "member_cannot_vote")),
        ("Elsewhere", (422, "member_cannot_vote")),
        (str(ended), (422, "member_cannot_vote")),
    ):
        assert told(door.post(f"{appeal}/panel", {"members": ["Anna", name]})) == refused
    assert "Nobody" not in str([line.body for line in door.desks.desk("club-open").journal.read()])


def test_an_arbiter_of_other_boards_votes_and_names_no_panel(door: Door) -> None:
    appeal = appealed(door)
    anna = account(door, "Anna", boards=(2,))
    account(door, "Piet")

    assert told(as_(door, anna, f"{appeal}/panel", {"members": ["Anna", "Piet"]})) == (403, "not_yours")
    assert door.post(f"{appeal}/panel", {"members": ["Anna", "Piet"]}).status_code == 200
    assert as_(door, anna, f"{appeal}/decision", {"overturned": True, "reason": "heard"}).status_code == 200


def test_a_decision_on_paper_keeps_its_names_out_of_the_journal(door: Door) -> None:
    appeal = appealed(door)
    account(door, "Anna")
    decided = door.post(
        f"{appeal}/decision", {**PAPER, "overturned": True, "members": ["anna", "Wouter Bos"]}, role="chief"
    )

    assert decided.get_json()["decided_by"] == ["Anna (arbiter)", "Wouter Bos (witness)"]
    assert decided.get_json()["votes"][1]["entered_by"] == "chief arbiter"
    assert see(door)["result"] == "1-1"
    bodies = str([line.body for line in door.desks.desk("club-open").journal.read()])
    assert "Wouter" not in bodies
    assert "Anna" not in bodies


def test_a_witness_is_nobody_who_gets_in(door: Door) -> None:
    appeal = appealed(door)
    door.post(f"{appeal}/decision", {**PAPER, "overturned": False}, role="chief")
    kept = door.desks.register.accounts
    ineke = next(one for one in kept.all() if one.name == "Ineke Smit")

    assert (ineke.role, ineke.ended, ineke.password) == ("witness", True, "")
    assert kept.named("Ineke Smit") is None
    for change in ({"ended": False}, {"reset": True}, {"role": "director"}, {"role": "director", "ended": False}):
        assert told(door.send("PATCH", "/accounts", {"account": ineke.number, **change})) == (409, "account_ended")
    assert (
        door.post("/accounts", {"name": "Ineke Smit", "role": "arbiter"}).status_code == 201
    )  # another, with a number of its own
    assert door.send("PATCH", "/accounts", {"account": ineke.number, "name": "Ineke Smits"}).status_code == 200


def test_the_same_witness_has_the_same_number_and_a_key_records_once(door: Door) -> None:
    appeal = appealed(door)
    decision = {**PAPER, "overturned": False, "key": "paper-1"}
    once = door.post(f"{appeal}/decision", decision, role="chief").get_json()
    again = door.post(f"{appeal}/decision", decision, role="chief").get_json()

    assert (again["seq"], again["decided_by"]) == (once["seq"], once["decided_by"])
    assert sum(one.role == "witness" for one in door.desks.register.accounts.all()) == 2


@pytest.mark.parametrize(
    ("role", "members", "refused"),
    [
        ("director", ["Ineke Smit", "Wouter Bos"], (403, "paper_of_chief")),
        ("chief", ["Ineke Smit"], (422, "panel_size")),
        ("chief", ["Ineke Smit", "INEKE  smit"], (422, "member_twice")),
        ("chief", ["Ineke Smit", " "], (422, "name_unreadable")),
        ("chief", [f"Somebody {n}" for n in range(10)], (422, "panel_size")),
    ],
)
def test_paper_that_is_refused_leaves_no_name_behind(
    door: Door, role: str, members: list[str], refused: tuple[int, str]
) -> None:
    appeal = appealed(door)

    assert (
        told(door.post(f"{appeal}/decision", {**PAPER, "overturned": True, "members": members}, role=role)) == refused
    )
    assert not any(one.role == "witness" for one in door.desks.register.accounts.all())


def test_where_the_management_hears_appeals_another_director_than_who_ruled_decides(door: Door) -> None:
    appeal = appealed(door, switches={"appeal_to": "management"})
    bert, anna = account(door, "Bert", "chief"), account(door, "Anna")
    verdict = {"overturned": True, "reason": "heard both"}

    assert told(door.post(f"{appeal}/decision", verdict)) == (403, "ruled_before")
    assert told(as_(door, anna, f"{appeal}/decision", verdict)) == (403, "not_yours")
    decided = as_(door, bert, f"{appeal}/decision", verdict).get_json()
    assert (decided["decided"], decided["decided_by"], decided["votes"]) == ("overturned", ["Bert (chief arbiter)"], [])


def test_a_backup_brings_the_names_of_a_panel_and_of_its_witnesses(door: Door, tmp_path: Path) -> None:
    appeal = appealed(door)
    panel = {name: account(door, name) for name in ("Anna", "Piet")}
    account(door, "Nobody Here")
    assert door.post(f"{appeal}/panel", {"members": list(panel)}).status_code == 200
    door.post(f"{T}/rounds/1/boards/2/rulings", {"kind": "result", "result": "0-2", "reason": "telephone"})
    filed = door.post(f"{T}/rounds/1/boards/2/appeals", {"side": "white", "grounds": "no"})
    on_paper = {**PAPER, "overturned": False}
    assert door.post(f"{T}/appeals/{filed.get_json()['seq']}/decision", on_paper, role="chief").status_code == 200
    pack(FilesBeside(door.desks.instance), "club-open", tmp_path / "club.zip")
    with folder.opened(tmp_path / "elsewhere") as archive:
        unpack(archive, tmp_path / "club.zip")
    with door_to(tmp_path / "elsewhere") as other:
        assert set(other.desks.register.accounts.names().values()) == {*panel, *PAPER["members"]}
