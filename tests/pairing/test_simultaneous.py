"""A simultaneous: one against everybody else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter.pairing.formats.simultaneous import SIMULTANEOUS
from arbiter.pairing.system_interface import Options, Player, settings_of
from arbiter.pairing.table.byes import ByeKind
from arbiter.refused import Refused
from tests.pairing.seasons import empty

FIELD = tuple(Player(entry=entry) for entry in range(1, 6))


def pairs(colour: str, one: int = 1, field: tuple[Player, ...] = FIELD) -> tuple[tuple[int, int], ...]:
    settings = settings_of(SIMULTANEOUS, {"giver": one, "giver_colour": colour})
    return SIMULTANEOUS.pair(field, empty(field), Options(round=1, settings=settings)).pairs


def test_the_giver_meets_everybody_with_the_colour_that_was_settled() -> None:
    assert pairs("white") == ((1, 2), (1, 3), (1, 4), (1, 5))
    assert pairs("black") == ((2, 1), (3, 1), (4, 1), (5, 1))
    assert pairs("alternate", 3) == ((3, 1), (2, 3), (3, 4), (5, 3))


def test_whoever_has_asked_to_sit_out_or_left_has_no_board() -> None:
    first, second, third, fourth, fifth = FIELD
    left = (first, replace(second, sits=ByeKind.ZERO), third, replace(fourth, withdrawn=True), fifth)

    assert pairs("white", field=left) == ((1, 3), (1, 5))


@pytest.mark.parametrize(("round", "giver", "code"), [(2, 1, "all_rounds_paired"), (1, 9, "no_entry")])
def test_there_is_one_round_and_somebody_who_gives_it(round: int, giver: int, code: str) -> None:
    settings = settings_of(SIMULTANEOUS, {"giver": giver})
    with pytest.raises(Refused) as refused:
        SIMULTANEOUS.pair(FIELD, empty(FIELD), Options(round=round, settings=settings))

    assert refused.value.code == code
