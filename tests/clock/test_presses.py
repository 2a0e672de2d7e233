"""Presses played back, as `arbiter clock` prints them."""

from __future__ import annotations

from typing import Any

import pytest

from arbiter.clock.control import parse_controls
from arbiter.clock.presses import replay_presses
from arbiter.refused import Refused
from arbiter.sides import Side
from tests.clock.test_vectors import VECTORS


def rows(control: str, text: str) -> list[tuple[str, int, int, int | None]]:
    replayed = replay_presses(parse_controls(control), text)
    return [(press.side.value, press.left, press.period, press.moves_to_go) for press in replayed.presses]


def test_each_press_shows_the_clock_after_it() -> None:
    assert rows("2/60:1/30", "white 10000\nblack 1500\n\nwhite 10000\n") == [
        ("white", 50_000, 1, 1),
        ("black", 58_500, 1, 1),
        ("white", 70_000, 2, 1),
    ]


def test_a_flag_ends_the_presses_and_says_when_it_fell() -> None:
    replayed = replay_presses(parse_controls("60"), "white 1000\nblack 75000\nwhite 1000\n")

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
        replay_presses(parse_controls("60"), f"\nwhite 5\n{line}\n")

    assert refused.value.code == "press_unreadable"
    assert refused.value.facts == {"line": 3, "text": line}


def presses_of(vector: dict[str, Any]) -> tuple[str, list[tuple[str, int]]] | None:
    """The control and the presses of a worked example; None where more than presses happens in it."""
    presses: list[tuple[str, int]] = []
    for step, _ in vector["steps"][1:]:
        match step:
            case {"op": "move", "side": side, "think_ms": think}:
                presses.append((side, think))
            case {"op": "rounds", "n": rounds, "w_ms": white, "b_ms": black}:
                presses += [("white", white), ("black", black)] * rounds
            case _:
                return None
    return f"{vector['control']['white']}|{vector['control']['black']}", presses


PRESSED = [(vector, *found) for vector in VECTORS if (found := presses_of(vector)) is not None]


@pytest.mark.parametrize(("vector", "control", "presses"), PRESSED, ids=[one[0]["name"] for one in PRESSED])
def test_the_worked_examples_that_are_presses_alone_come_out_as_they_say(
    vector: dict[str, Any], control: str, presses: list[tuple[str, int]]
) -> None:
    replayed = replay_presses(parse_controls(control), "\n".join(f"{side} {think}" for side, think in presses))
    shown = vector["steps"][-1][1]
    told = {press.side.value: (press.left, press.period, press.moves_to_go) for press in replayed.presses}

    assert (replayed.flag and {"side": replayed.flag.side.value, "at_ms": replayed.flag.at}) == shown["flagged"]
    for side, (left, period, to_go) in told.items():
        if replayed.flag is None or replayed.flag.side.value != side:
            assert (left, period, to_go) == tuple(shown[side][:3])


def test_most_worked_examples_are_presses_alone() -> None:
    assert len(PRESSED) == 16
