"""Presses played back, as `arbiter clock` prints them."""

from __future__ import annotations

import pytest

from arbiter.clock.control import parse_control
from arbiter.clock.presses import replay_presses
from arbiter.refused import Refused
from arbiter.sides import Side


def rows(control: str, text: str) -> list[tuple[str, int, int, int | None]]:
    replayed = replay_presses(parse_control(control), text)
    return [(press.side.value, press.left, press.period, press.moves_to_go) for press in replayed.presses]


def test_each_press_shows_the_clock_after_it() -> None:
    assert rows("2/60:1/30", "white 10000\nblack 1500\n\nwhite 10000\n") == [
        ("white", 50_000, 1, 1),
        ("black", 58_500, 1, 1),
        ("white", 70_000, 2, 1),
    ]


def test_a_flag_ends_the_presses_and_says_when_it_fell() -> None:
    replayed = replay_presses(parse_control("60"), "white 1000\nblack 75000\nwhite 1000\n")

    assert [press.left for press in replayed.presses] == [59_000]
    assert replayed.flag is not None
    assert (replayed.flag.side, replayed.flag.at) == (Side.BLACK, 61_000)


def test_the_side_of_the_first_line_begins() -> None:
    assert [row[0] for row in rows("60+2", "black 1000\nwhite 1000\n")] == ["black", "white"]


def test_without_a_clock_nothing_is_left_and_nothing_falls() -> None:
    assert rows("-", "white 1\nblack 999999999\n") == [("white", 0, 1, None), ("black", 0, 1, None)]


def test_no_presses_leave_nothing_to_show() -> None:
    assert rows("60", "\n \n") == []


@pytest.mark.parametrize(
    "line", ["white", "white x", "green 5", "white -5", "white 1.5", "white 5 5", "white ５", "White 5", "5 white"]
)
def test_a_line_that_cannot_be_read_is_named(line: str) -> None:
    with pytest.raises(Refused) as refused:
        replay_presses(parse_control("60"), f"\nwhite 5\n{line}\n")

    assert refused.value.code == "press_unreadable"
    assert refused.value.facts == {"line": 3, "text": line}
