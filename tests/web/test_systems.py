"""Every system through the service: announced, paired round by round, explained, ranked, and printed."""

from __future__ import annotations

import random

import pytest

from arbiter.pairing.all_systems import SYSTEMS
from tests.web.conftest import Door

SINGLE = [key for key, system in SYSTEMS.items() if not system.teams and not system.by_hand]
ROUNDS = 4


def play(door: Door, t: str, chance: random.Random, n: int) -> None:
    """Every game of a round gets a result."""
    for board in door.get(f"/tournaments/{t}/rounds/{n}").get_json()["boards"]:
        result = chance.choice(("2-0", "1-1", "0-2"))
        asked = {"kind": "result", "result": result, "reason": "as played"}
        path = f"/tournaments/{t}/rounds/{n}/boards/{board['board']}/rulings"
        assert door.post(path, asked).status_code == 200


@pytest.mark.parametrize("system", SINGLE)
def test_a_tournament_of_every_system_is_paired_explained_ranked_and_printed(door: Door, system: str) -> None:
    t = door.tournament(8, started=False, system=system, rounds=ROUNDS)
    if system in ("scheveningen", "groups"):
        for entry in range(1, 9):
            door.post(f"/tournaments/{t}/entries/{entry}/group", {"group": "A" if entry % 2 else "B"})
    chance = random.Random(system)
    played = 0
    for n in range(1, ROUNDS + 1):
        answer = door.post(f"/tournaments/{t}/rounds")
        if answer.status_code != 201:
            assert answer.get_json()["code"] in ("knockout_decided", "all_rounds_paired", "too_few_entries"), (
                answer.get_json()
            )
            break
        played = n
        play(door, t, chance, n)
        reasons = door.get(f"/tournaments/{t}/rounds/{n}/why").get_json()["reasons"]
        assert all(reason["sentence"] for reason in reasons)

    assert played >= (1 if system == "simultaneous" else 2)
    standings = door.get(f"/tournaments/{t}/standings").get_json()["standings"]
    assert sorted(row["entry"] for row in standings) == list(range(1, 9))
    for page in ("standings", "rounds/1/why"):
        assert door.client.get(f"/tournaments/{t}/{page}").status_code == 200, page
    for sheet in ("standings", "crosstable", "pairings", "why", "schedule"):
        assert door.get(f"/tournaments/{t}/sheets/{sheet}.pdf").status_code == 200, sheet


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_office_offers_every_system_and_its_settings(door: Door, system: str) -> None:
    csrf = door.sign_in()
    door.client.post("/office", data={"csrf": csrf, "name": "Club open", "system": system, "rounds": "5"})
    page = door.client.get("/office/club-open/terms")

    assert page.status_code == 200
    for key in SYSTEMS[system].settings:
        assert f'name="setting-{key}"' in page.get_data(as_text=True)
    assert ">setting " not in page.get_data(as_text=True).lower()
