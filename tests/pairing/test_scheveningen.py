"""A Scheveningen match: who is on which side, and who meets whom in a round."""

from __future__ import annotations

import pytest

from arbiter.pairing.formats.scheveningen import SCHEVENINGEN, sides
from arbiter.pairing.system_interface import Options, Player
from arbiter.refused import Refused
from tests.pairing.seasons import empty


def field(groups: str) -> tuple[Player, ...]:
    """Entries 1, 2, 3 and so on with those letters; a dot has none."""
    return tuple(Player(entry=entry, group=letter.strip(".")) for entry, letter in enumerate(groups, start=1))


@pytest.mark.parametrize(
    ("groups", "home", "away"),
    [
        ("......", [1, 3, 5], [2, 4, 6]),
        ("AABABB", [1, 2, 4], [3, 5, 6]),
        ("BBAABA", [3, 4, 6], [1, 2, 5]),
        ("YXYXY", [2, 4, 0], [1, 3, 5]),
        ("A.A.", [1, 3], [2, 4]),
        (".....", [1, 3, 5], [2, 4, 0]),
    ],
)
def test_the_sides_are_the_groups_and_without_groups_odd_numbers_play_even_ones(
    groups: str, home: list[int], away: list[int]
) -> None:
    assert sides(field(groups)) == (home, away)


def test_a_match_has_no_third_side() -> None:
    with pytest.raises(Refused) as refused:
        sides(field("ABC"))

    assert (refused.value.code, refused.value.facts) == ("two_sides", {"sides": 3})


@pytest.mark.parametrize(
    ("round", "pairs"), [(1, ((1, 3), (5, 2), (4, 6))), (2, ((1, 5), (2, 6), (3, 4))), (3, ((6, 1), (2, 3), (4, 5)))]
)
def test_with_groups_everybody_meets_the_other_side_in_turn(round: int, pairs: tuple[tuple[int, int], ...]) -> None:
    entered = field("AABABB")

    assert SCHEVENINGEN.pair(entered, empty(entered), Options(round=round)).pairs == pairs
