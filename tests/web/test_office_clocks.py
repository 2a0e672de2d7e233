"""The clocks in the office: the hall stopped and resumed, who is short of time, looking before signing, the report."""

from __future__ import annotations

import json
import re

import pytest

from arbiter.refused import Refused
from arbiter.rulings.time.clocks import StopHall
from arbiter.sides import MINUTE, SECOND, Side
from arbiter.tournament.game import HALTS
from arbiter.web.request_parsing import read
from tests.web.office import Office


def told(page: str, id: str) -> dict[str, str]:
    """The words that a page gives its scripts."""
    found = re.search(rf'<script type="application/json" id="{id}">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    words: dict[str, str] = json.loads(found[1])
    return words


def test_the_hall_is_stopped_at_one_instant_and_goes_on_together(office: Office) -> None:
    t = office.door.tournament(6)

    answer = office.send(f"/{t}/clocks", what="stop", reason="fire alarm")
    assert answer.status_code == 303
    assert {game.halted for game in office.state(t).games()} == {"hall"}
    office.door.clock.wait(minutes=12)
    page = office.page(f"/{t}/clocks")
    assert "stopped with the hall or section" in page

    office.send(f"/{t}/clocks", what="resume")
    games = list(office.state(t).games())
    assert all(game.clock.running is game.position.turn for game in games)
    assert len({game.clock.left(game.position.turn, office.door.clock.now()) for game in games}) == 1


def test_a_section_is_stopped_by_its_boards(office: Office) -> None:
    t = office.door.tournament(8)

    office.send(f"/{t}/clocks", what="stop", reason="the lamp is broken", boards="1-2, 4")

    assert [game.halted for game in office.state(t).games()] == ["hall", "hall", None, "hall"]


def test_a_stop_of_boards_that_there_are_not_keeps_what_was_typed(office: Office) -> None:
    t = office.door.tournament(4)

    answer = office.send(f"/{t}/clocks", what="stop", reason="fire", boards="1-9")

    assert answer.status_code == 422
    assert 'value="1-9"' in answer.get_data(as_text=True)
    assert 'value="fire"' in answer.get_data(as_text=True)
    assert all(game.halted is None for game in office.state(t).games())


@pytest.mark.parametrize(
    ("text", "boards"), [("", None), ("3", (3,)), ("1-3", (1, 2, 3)), ("2, 5 - 6,2", (2, 5, 6)), ("1–2", (1, 2))]
)
def test_boards_are_typed_as_people_write_them(text: str, boards: tuple[int, ...] | None) -> None:
    assert read(StopHall, {"boards": text}, by="arbiter").boards == boards


@pytest.mark.parametrize("text", ["x", "1-", "3-1", "0", "1-1000", "1;2", "-4"])
def test_boards_that_cannot_be_read_are_refused(text: str) -> None:
    with pytest.raises(Refused):
        read(StopHall, {"boards": text}, by="arbiter")


def test_who_has_the_least_time_for_a_move_comes_first(office: Office) -> None:
    t = office.door.tournament(4)
    office.rule(t, "time", 2, side="black", how="exactly", minutes="0:50", reason="typed wrongly")

    page = office.page(f"/{t}/clocks")

    first = re.search(r"<tbody>\s*<tr[^>]*>.*?</tr>", page, re.DOTALL)
    assert first is not None
    assert "boards/2" in first[0]


def test_a_time_is_looked_at_before_it_is_signed(office: Office) -> None:
    t = office.door.tournament(2)
    before = office.state(t)

    answer = office.rule(t, "time", side="white", how="add", minutes="5", reason="the clock was set wrong", look="1")
    page = answer.get_data(as_text=True)
    assert answer.status_code == 200
    assert "data-preview" in page
    assert "2:05:00" in page
    assert 'value="the clock was set wrong"' in page
    assert office.state(t) is before

    office.rule(t, "time", side="white", how="add", minutes="5", reason="the clock was set wrong")
    assert office.game(t).clock.had.white == 125 * MINUTE


def test_a_deduction_of_more_than_is_left_is_announced_before_it_is_signed(office: Office) -> None:
    t = office.door.tournament(2)

    look = office.rule(t, "time", side="white", how="take", minutes="3:00:00", reason="as ruled", look="1")

    assert "flag" in look.get_data(as_text=True).split("data-preview")[1][:1500].lower()
    assert office.game(t).flag is None


def test_the_moves_to_go_are_corrected(office: Office) -> None:
    t = office.door.tournament(2)

    office.rule(t, "counter", side="black", to_go="12", reason="counted again")

    assert office.game(t).clock.moves_to_go(Side.BLACK) == 12


def test_a_game_is_adjourned_with_its_envelope_and_resumed(office: Office) -> None:
    """Rulings I01, I02, I03."""
    t = office.door.tournament(2)
    office.door.clock.wait(seconds=30)

    office.rule(t, "adjourn", envelope="7", until="Sunday 10:00")
    assert office.game(t).halted == "adjourned"
    assert "Envelope 7" in office.page(f"/{t}/rounds/1/boards/1")
    office.door.clock.wait(minutes=600)
    office.rule(t, "resume", move="32-28")

    game = office.game(t)
    assert [play.move for play in game.plays] == ["32-28"]
    assert game.clock.had.white == 120 * MINUTE - 30 * SECOND


def test_the_report_of_a_clock_names_every_line(office: Office) -> None:
    t = office.door.tournament(2)
    office.rule(t, "stop", reason="a piece fell")
    office.rule(t, "start")
    office.rule(t, "time", side="white", how="add", minutes="5", reason="as ruled")

    page = office.page(f"/{t}/rounds/1/boards/1/clock")

    for said in ("clocks started", "clocks stopped", "a piece fell", "clocks restarted", "time corrected", "2:05:00"):
        assert said in page


@pytest.mark.parametrize("why", HALTS)
def test_whyever_clocks_stand_the_pages_have_words_for_it(office: Office, why: str) -> None:
    t = office.door.tournament(2)
    page = office.page(f"/{t}/rounds/1/boards/1")

    assert told(page, "board-words")[f"halted_{why}"]
