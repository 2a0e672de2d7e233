"""Stop first, and say why afterwards; many flags under one press; and what a proposal rests on beside its button."""

from __future__ import annotations

import re

import pytest

from arbiter.rulings.time.flags import RingFlag
from tests.web.conftest import Door
from tests.web.office import Office


def rests_on(door: Door, t: str) -> list[str]:
    (proposal,) = door.get(f"/tournaments/{t}/proposals").get_json()["proposals"]
    told: list[str] = proposal["rests_on"]
    return told


def fallen(office: Office, *boards: int) -> str:
    """A tournament of four whose flags have fallen at these boards."""
    t = office.door.tournament(4, control="5 min")
    office.door.clock.wait(minutes=6)
    for board in boards:
        office.door.desks.desk(t).ask(RingFlag(round=1, board=board))
    return t


def test_one_press_stops_the_hall_and_the_reason_follows(office: Office) -> None:
    t = office.door.tournament(4)
    assert "Stop all clocks" in office.page(f"/{t}")
    office.send(f"/{t}/clocks", what="stop", next=f"/office/{t}")
    page = office.page(f"/{t}")

    assert [office.game(t, board).halted for board in (1, 2)] == ["hall", "hall"]
    assert "Stop all clocks" not in page
    assert "stopped without a reason" in page
    office.send(f"/{t}/clocks", what="explain", reason="fire drill", next=f"/office/{t}")
    assert [note.reason for note in office.game(t).notes] == ["fire drill"]
    assert "stopped without a reason" not in office.page(f"/{t}")
    office.send(f"/{t}/clocks", what="resume")
    assert office.game(t).halted is None


def test_a_board_is_stopped_first_too_and_explained_over_the_api(office: Office) -> None:
    t = office.door.tournament(2)
    office.rule(t, "stop")
    assert office.game(t).halted == "arbiter"
    told = office.door.post(f"/tournaments/{t}/pause/reason", {"reason": "a piece fell"})
    again = office.door.post(f"/tournaments/{t}/pause/reason", {"reason": "a piece fell"})

    assert (told.status_code, again.get_json()["code"]) == (200, "nothing_to_explain")
    assert office.game(t).notes[-1].reason == "a piece fell"


def test_many_flags_are_one_list_with_one_press_and_each_is_a_ruling_of_its_own(office: Office) -> None:
    t = fallen(office, 1, 2)
    page = office.page(f"/{t}")
    numbers = re.findall(r'name="proposal" value="(\d+)" checked', page)
    assert "2 flags have fallen." in page
    assert len(numbers) == 2
    office.door.client.post(
        f"/office/{t}/proposals",
        data={"proposal": numbers, "csrf": office.csrf},
        headers={"Referer": "http://localhost/"},
    )

    assert [office.game(t, board).result.because for board in (1, 2)] == ["flag", "flag"]  # type: ignore[union-attr]  # they have one
    lines = [line.kind for line in office.door.desks.desk(t).journal.read()]
    assert lines.count("ProposalSigned") == 2


def test_a_flag_that_is_provisional_is_looked_at_by_itself(office: Office) -> None:
    t = office.door.tournament(4, control="5 min")
    office.door.desks.desk(t).touch(1, seen=1, waiting=1)
    office.door.clock.wait(minutes=6)
    for board in (1, 2):
        office.door.desks.desk(t).ask(RingFlag(round=1, board=board))
    (doubtful,) = [proposal.number for proposal in office.state(t).waiting if proposal.provisional]
    office.send(f"/{t}/proposals", proposal=doubtful)

    assert "flags have fallen" not in office.page(f"/{t}")
    assert office.state(t).proposal(doubtful).decided is None


def test_beside_a_flag_stands_how_many_moves_were_made_and_when_it_fell(office: Office) -> None:
    t = office.door.tournament(2, control="50/300")
    office.play(t, "32-28", "19-23")
    office.door.clock.wait(minutes=6)
    office.door.desks.desk(t).ask(RingFlag(round=1, board=1))
    told = rests_on(office.door, t)

    assert told[0] == "Moves made by White: 1; 49 more were required."
    assert re.fullmatch(r"The flag fell at \d\d:\d\d:\d\d; Black has 5:00 left\.", told[1])
    page = office.page(f"/{t}")
    assert told[0] in page
    assert "Every press of the clock" in page


def test_beside_a_claim_stands_the_count_and_after_which_moves_the_position_stood(office: Office) -> None:
    t = office.door.tournament(2)
    office.door.post(f"/tournaments/{t}/rounds/1/boards/1/claims", {"ground": "repetition"})
    page = office.page(f"/{t}")

    assert "data-proof" in page
    assert any("1 of 3" in line for line in rests_on(office.door, t))
    assert "draw claimed and granted" not in office.page(f"/{t}/rounds/1/boards/1")


def test_what_was_proposed_stays_as_it_was_when_it_is_decided_otherwise(office: Office) -> None:
    t = office.door.tournament(2)
    office.door.post(f"/tournaments/{t}/rounds/1/boards/1/claims", {"ground": "repetition"})
    [waiting] = office.door.get(f"/tournaments/{t}/proposals").get_json()["proposals"]
    signed = office.door.post(
        f"/tournaments/{t}/proposals/{waiting['proposal']}/sign", {"reason": "seen", "confirm": True}
    ).get_json()

    assert signed["decided"] == "signed"
    assert waiting["proposed"] == signed["proposed"] == "dismiss"
    assert waiting["rests_on"] == signed["rests_on"]
    assert "1 of 3" in signed["rests_on"][0]


@pytest.mark.parametrize(
    ("step", "reason"),
    [("penalty", "White"), ("early_draw", "Moves played: 0; a draw can be agreed from move 40 onwards.")],
)
def test_other_proposals_say_what_they_rest_on(office: Office, step: str, reason: str) -> None:
    early: dict[str, object] = {"plies_before_a_draw": 80, "early_draw": "zero"}
    penalty: dict[str, object] = {"ladder": ["warning"]}
    t = office.door.tournament(2, switches=early if step == "early_draw" else penalty)
    boards = f"/tournaments/{t}/rounds/1/boards/1"
    if step == "early_draw":
        office.door.post(f"{boards}/offers", {"side": "white"})
        office.door.post(f"{boards}/answers", {"side": "black", "accept": True})
    else:
        office.door.post(f"{boards}/moves", {"move": "32-27x18", "ply": 0})
        office.door.post(f"{boards}/moves", {"move": "31-22", "ply": 0})
    told = [
        line
        for one in office.door.get(f"/tournaments/{t}/proposals").get_json()["proposals"]
        for line in one["rests_on"]
    ]

    assert any(reason in line for line in told), told
