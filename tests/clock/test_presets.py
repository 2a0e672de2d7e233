"""The time controls that have a name: each can be kept, written, and said."""

from __future__ import annotations

import pytest

from arbiter import words
from arbiter.clock.clock import new_clock
from arbiter.clock.control import controls_text
from arbiter.clock.presets import PRESETS, Preset
from arbiter.sides import Side

ROWS = list(PRESETS.values())


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.key)
def test_a_preset_reads_as_it_is_written_and_has_a_name(row: Preset) -> None:
    assert controls_text(row.controls) == row.notation
    assert words.term(row.name, "en") != row.name
    assert row.source


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.key)
def test_a_clock_under_a_preset_runs(row: Preset) -> None:
    clock = new_clock(row.controls).start(Side.WHITE, 0).press(1_000).press(2_000)

    assert (clock.moves.white, clock.moves.black, clock.running) == (1, 1, Side.WHITE)
    assert (clock.flag_at is None) == (row.key == "none")


def test_no_two_presets_are_the_same() -> None:
    assert len({row.notation for row in ROWS}) == len(ROWS)
