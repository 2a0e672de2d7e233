"""Time controls as people write them, in English and in Dutch."""

from __future__ import annotations

import pytest

from arbiter import words
from arbiter.clock.control import parse_controls
from arbiter.clock.parsing import control_spoken
from arbiter.clock.presets import PRESETS
from arbiter.refused import Refused


@pytest.mark.parametrize(
    ("typed", "notation"),
    [
        ("5 min", "300"),
        ("5min", "300"),
        ("90'", "5400"),
        ("1:30 h", "5400"),
        ("1:30 min", "90"),
        ("1:05:30 h", "3930"),
        ("1h30", "5400"),
        ("1 h 30 min", "5400"),
        ("1,5 uur", "5400"),
        ("1.5 hours", "5400"),
        ("80 min + 1 min", "4800+60"),
        ("80 min + 60", "4800+60"),
        ("80 min + 1 min per zet", "4800+60"),
        ("15 minutes + 10 seconds a move", "900+10"),
        ("10 min + 5 s delay", "600+5d"),
        ("2 h for 50 moves, then 1 h for every 25", "50/7200:25/3600"),
        ("2 uur voor 50 zetten, daarna 1 uur voor elke 25 zetten", "50/7200:25/3600"),
        ("50 moves in 2 h then 30 min", "50/7200:1800"),
        ("40/1:30 h; 30 min", "40/5400:1800"),
        ("1,5 uur, dan 30 minuten", None),
        ("40 zetten in 1,5 uur, dan 30 minuten", "40/5400:1800"),
        ("5 min + 2 s | 4 min + 2 s", "300+2|240+2"),
        ("no clock", "-"),
        ("Geen klok", "-"),
        ("50/7200:25/3600", "50/7200:25/3600"),
        ("3600", "3600"),
        ("*180", "*180"),
        ("five minutes", None),
        ("5 min + a bit", None),
        ("1:75 h", None),
        ("", None),
        ("0 min", None),
        ("+ 5 s", None),
        ("9" * 300, None),
    ],
)
def test_a_time_control_is_read_as_people_write_it(typed: str, notation: str | None) -> None:
    if notation is not None:
        assert control_spoken(typed) == notation
        return
    with pytest.raises(Refused) as refused:
        control_spoken(typed)
    assert refused.value.code in ("control_unreadable", "control_impossible")


@pytest.mark.parametrize("language", ["en", "nl"])
@pytest.mark.parametrize("key", ["book", "fmjd-increment", "wcdf", "rapid-15", "blitz", "none"])
def test_what_a_preset_says_of_itself_can_be_typed(key: str, language: str) -> None:
    """The words beside the presets of the form, with the comment on unused time left out."""
    said = words.controls_words(PRESETS[key].controls, language).partition(", unused")[0].partition(", ongebruikte")[0]

    assert parse_controls(control_spoken(said)) == PRESETS[key].controls


@pytest.mark.parametrize("key", PRESETS)
def test_a_preset_is_meant_by_its_name(key: str) -> None:
    assert parse_controls(control_spoken(key)) == PRESETS[key].controls
    assert parse_controls(control_spoken(f"{key}|{key}")) == PRESETS[key].controls
