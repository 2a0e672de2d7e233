"""L14: a playing director gives their own entry no bye, opponent or rating while another official can do it."""

from __future__ import annotations

import time
from typing import Any

import pytest
from werkzeug.test import TestResponse

from arbiter.hall.accounts import account_token
from tests.web.conftest import Door
from tests.web.officiating import T, sheet
from tests.web.test_appeals import account

ASKS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "bye": ("POST", f"{T}/entries/1/byes", {"round": 2, "kind": "full", "reason": "busy"}),
    "opponent": (
        "POST",
        f"{T}/rounds/1/changes",
        {"kind": "set", "white": 1, "black": 4, "reason": "I prefer him", "accept": True},
    ),
    "rating": ("PATCH", f"{T}/entries/1", {"rating": 2_500}),
}


def ask(door: Door, number: int, what: str, **more: object) -> TestResponse:
    method, path, body = ASKS[what]
    kept = door.desks.register.accounts
    known = kept.numbered(number)
    assert known is not None
    now = int(time.time())
    token = account_token(kept, door.service.keys, known, now, now + 3_600)[0]
    return door.send(method, path, {**body, **more}, role=None, headers={"Authorization": f"Bearer {token}"})


@pytest.mark.parametrize("what", list(ASKS))
def test_another_official_favours_the_entry_of_a_playing_director(door: Door, what: str) -> None:
    door.tournament(players=4, system="swiss", rounds=2, started=False)
    door.post(f"{T}/rounds", {"draft": True})
    dirk, inez = account(door, "Dirk", "director"), account(door, "Inez", "director")
    door.post(f"{T}/officials", {"official": "Dirk", "entry": 1})
    door.sign_in("Inez", "director")
    refused = ask(door, dirk, what)

    assert (refused.status_code, refused.get_json()["code"]) == (403, "own_entry")
    answer = ask(door, inez, what)
    assert answer.status_code == 200, answer.get_json()


def test_who_is_alone_changes_their_own_pairing_and_the_paper_names_the_interest(door: Door) -> None:
    """The neighbour: a club with one official."""
    door.tournament(players=4, system="swiss", rounds=2, started=False)
    door.post(f"{T}/rounds", {"draft": True})
    dirk = account(door, "Dirk", "director")
    door.post(f"{T}/officials", {"official": "Dirk", "entry": 1})
    answer = ask(door, dirk, "opponent")
    assert answer.status_code == 200, answer.get_json()
    assert "Dirk (director), who has an interest in it" in sheet(door, "why", round=1)
    door.sign_in()
    for page in ("", "/why"):
        told = door.client.get(f"/office/club-open/rounds/1{page}").get_data(as_text=True)
        assert "Dirk (director), who has an interest in it" in told


def test_the_paper_names_the_interest_in_a_bye(door: Door) -> None:
    door.tournament(players=4, system="swiss", rounds=2, started=False)
    dirk = account(door, "Dirk", "director")
    door.post(f"{T}/officials", {"official": "Dirk", "entry": 1})
    assert ask(door, dirk, "bye", round=1).status_code == 200
    door.post(f"{T}/rounds")
    assert "busy [Dirk (director), who has an interest in it]" in sheet(door, "why", round=1)
    door.sign_in()
    for page in ("", "/why"):
        told = door.client.get(f"/office/club-open/rounds/1{page}").get_data(as_text=True)
        assert "busy [Dirk (director), who has an interest in it]" in told
