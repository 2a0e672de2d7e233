"""A simultaneous through the service: six boards, given by a person or by the house, with clocks of either kind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from arbiter.sides import Side
from tests.waiting import until
from tests.web.conftest import Door


@pytest.fixture
def played(door: Door) -> Iterator[Door]:
    """A service at whose boards the house plays."""
    door.service.computer.player.start()
    yield door
    door.service.computer.player.stop()
    door.service.computer.thinkers.close()


def simul(door: Door, **terms: Any) -> str:
    """Seven entries, of whom the first gives it; its id."""
    return door.tournament(7, system="simultaneous", **{"variant": "american", **terms})


def test_one_person_plays_at_six_boards_and_the_table_has_all_of_them(door: Door) -> None:
    id = simul(door, control="1800")
    at = f"/tournaments/{id}/rounds/1"
    for board in range(1, 7):
        assert door.post(f"{at}/boards/{board}/moves", {"move": "11-15", "ply": 0}).status_code == 200
    for board, result in enumerate(("2-0", "2-0", "1-1", "0-2", "2-0", "2-0"), start=1):
        ruled = {"kind": "result", "result": result, "reason": "as played"}
        assert door.post(f"{at}/boards/{board}/rulings", ruled).status_code == 200

    boards = door.get(at).get_json()["boards"]
    assert {board["players"]["white"]["entry"] for board in boards} == {1}
    standings = door.get(f"/tournaments/{id}/standings").get_json()["standings"]
    assert next(row["points"] for row in standings if row["entry"] == 1) == 9
    for sheet in ("standings", "crosstable", "pairings", "pairings-by-name", "scoresheet", "slips"):
        assert door.get(f"/tournaments/{id}/sheets/{sheet}.pdf?round=1").status_code == 200, sheet
    assert door.get(f"/tournaments/{id}/export.pdn").status_code == 200
    refused = door.get(f"/tournaments/{id}/export.trf")
    assert (refused.status_code, refused.get_json()["code"]) == (409, "no_report_of_simultaneous")


def test_whoever_gives_it_may_have_a_clock_of_their_own_at_every_board(door: Door) -> None:
    id = simul(door, control="300", started=False)
    door.post(f"/tournaments/{id}/entries/1/control", {"control": "600"})
    door.post(f"/tournaments/{id}/rounds")
    game = door.desks.desk(id).state.game(1, 4)

    assert [control.periods[0].base // 1_000 for control in game.clock.control] == [600, 300]


def test_the_house_gives_a_simultaneous_and_answers_at_every_board(played: Door) -> None:
    door = played
    id = door.tournament(
        0, started=False, system="simultaneous", control="-", variant="american", settings={"house": "yes"}
    )
    assert door.post(f"/tournaments/{id}/house", {"level": 1}).get_json()["entry"] == 1
    for number in range(6):
        door.post(f"/tournaments/{id}/entries", {"name": f"Player {number}"})
    door.post(f"/tournaments/{id}/rounds")
    door.post(f"/tournaments/{id}/rounds/1/start")
    at = f"/tournaments/{id}/rounds/1"
    for board in range(1, 7):
        assert door.post(f"{at}/boards/{board}/moves", {"move": "11-15", "ply": 0}).status_code == 200

    until(lambda: all(board["ply"] == 2 for board in door.get(at).get_json()["boards"]))
    state = door.desks.desk(id).state
    assert {game.plays[1].side for game in state.round(1).games} == {Side.WHITE}
