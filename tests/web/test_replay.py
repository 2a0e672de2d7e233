"""The page and the command by which a committee replays a disputed game: read only, for officials."""

from __future__ import annotations

import json

import pytest

from arbiter.cli import main
from tests.web.conftest import Door
from tests.web.office import Office
from tests.web.officiating import BOARD, kinds, move

PAGE = "/club-open/rounds/1/boards/1/replay"


def disputed(door: Door) -> int:
    """A game in which White missed a capture, put it right and lost; the journal line of the irregular move."""
    door.tournament(regulations="international_book")
    for text in ("32-28", "19-23", "37-32"):
        move(door, text)
    line = len(kinds(door))
    move(door, "28x19")
    door.clock.wait(seconds=5)
    door.post(f"{BOARD}/rulings", {"kind": "result", "result": "0-2", "reason": "the telephone rang"})
    return line


def test_a_committee_sees_on_which_line_and_by_which_article_the_game_would_part(office: Office) -> None:
    door = office.door
    line = disputed(door)
    before = kinds(door)
    assert "Under other regulations" in office.page("/club-open/rounds/1/boards/1")
    assert "The games do not diverge" in office.page(PAGE)
    shown = office.page(f"{PAGE}?regulations=fmjd_classic")

    assert f"The games diverge at line {line}: irregular move · 37-32" in shown
    assert "Instead: move · 37-32" in shown
    assert "By " in shown
    assert kinds(door) == before


def test_a_committee_sees_what_becomes_of_the_result_without_a_ruling(office: Office) -> None:
    disputed(office.door)
    line = len(kinds(office.door))
    shown = office.page(f"{PAGE}?without={line}")

    assert f"The games diverge at line {line}" in shown
    assert "This ruling is undone." in shown
    assert "no result follows from what was recorded" in shown


def test_a_line_that_is_no_ruling_and_a_game_that_goes_on_are_refused_in_words(office: Office) -> None:
    office.door.tournament()
    move(office.door, "32-28")
    assert "This game is not over yet." in office.page(PAGE, 409)
    office.door.post(f"{BOARD}/resignations", {"side": "black"})
    assert "Line 2 is no ruling of an official at board 1." in office.page(f"{PAGE}?without=2", 409)
    assert "english_wcdf" in office.page(f"{PAGE}?regulations=chess", 422)


def test_nobody_but_officials_replays_a_game(door: Door) -> None:
    disputed(door)

    assert door.client.get(f"/office{PAGE}").status_code in (302, 303, 401, 403)


def test_the_command_says_where_the_game_would_part(door: Door, capsys: pytest.CaptureFixture[str]) -> None:
    line = disputed(door)
    asked = ["replay", "club-open", "--round", "1", "--board", "1", "--instance", str(door.service.desks.instance)]
    assert main([*asked, "--regulations", "english_wcdf"]) == 1
    assert "are not for" in capsys.readouterr().err
    assert main([*asked, "--regulations", "fmjd_classic", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["parting"]["line"], told["result"], told["other_result"]) == (line, "0-2", None)
    assert main([*asked, "--without", "1"]) == 1
    assert "no ruling of an official" in capsys.readouterr().err
