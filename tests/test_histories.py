"""The checker of histories finds what must not be, and nothing else."""

from __future__ import annotations

import math
import random

import pytest

from tests.histories import Asked, Written, violation

MOVES = ("32-28", "19-23", "28x19", "14x23")
JOURNAL = [Written(move, f"k{ply}") for ply, move in enumerate(MOVES)]
NO_ANSWER = math.inf


def move(ply: int, since: float, until: float, *, key: str = "", refused: bool = False) -> Asked:
    return Asked(1, since, ply, key or f"k{ply}", until, refused=refused)


def look(count: int, since: float, until: float) -> Asked:
    return Asked(1, since, until=until, seen=MOVES[:count])


ASKED = [move(0, 1, 2), move(1, 3, 4), move(2, 5, 6), move(3, 7, 8)]


@pytest.mark.parametrize(
    "looks",
    [
        [],
        [look(4, 8.5, 9)],
        [look(2, 4.5, 4.9), look(2, 4.6, 5.5), look(3, 5.2, 5.4)],  # between, and during the next
        [look(1, 3.1, 3.2), look(2, 3.3, 3.5)],  # it takes effect before its answer
    ],
)
def test_what_one_order_explains_is_no_violation(looks: list[Asked]) -> None:
    assert violation(ASKED + looks, JOURNAL) is None


def test_a_request_without_an_answer_may_have_been_recorded_or_not() -> None:
    asked = [*ASKED[:3], move(3, 7, NO_ANSWER)]

    assert violation(asked, JOURNAL) is None
    assert violation(asked, JOURNAL[:3]) is None
    assert violation([*asked, look(3, 20, 21)], JOURNAL) is None  # it may take effect later still


@pytest.mark.parametrize(
    ("asked", "journal", "why"),
    [
        (ASKED, JOURNAL[:3], "k3 was acknowledged and is not in the journal"),
        (ASKED, [*JOURNAL, JOURNAL[3]], "recorded twice"),
        (ASKED, [*JOURNAL[:2], JOURNAL[3], JOURNAL[2]], "nobody was granted k3 as version 3"),
        (ASKED[:3], JOURNAL, "nobody was granted k3 as version 4"),
        ([*ASKED[:3], move(3, 7, 8, refused=True)], JOURNAL, "nobody was granted k3 as version 4"),
        ([*ASKED, look(3, 8.5, 9)], JOURNAL, "version 4 was there before"),  # a stale look
        ([*ASKED, look(2, 4.5, 4.6), look(1, 4.7, 4.8)], JOURNAL, "version 2 was there before"),  # going back
        ([*ASKED, look(2, 3.1, 3.2), look(1, 3.3, 3.4)], JOURNAL, "version 2 was there before"),  # during a request too
        ([*ASKED, look(3, 4.1, 4.2)], JOURNAL, "version 3 was there before"),  # before anybody asked for it
        ([*ASKED, Asked(1, 9, until=10, seen=("32-28", "20-24"))], JOURNAL, "moves were shown"),
    ],
)
def test_what_no_order_explains_is_found(asked: list[Asked], journal: list[Written], why: str) -> None:
    assert why in str(violation(asked, journal))


def test_whatever_a_sound_register_answers_is_explained_and_one_answer_too_early_is_not() -> None:
    """Boards that are asked at random by many at a time; then one look is shown less than it must have been."""
    for seed in range(200):
        chance = random.Random(seed)
        began = sorted(chance.uniform(0, 100) for _ in MOVES)
        asked = [
            move(ply, at - chance.uniform(0, 9), at + chance.choice((chance.uniform(0, 9), NO_ANSWER)))
            for ply, at in enumerate(began)
        ]
        for _ in range(10):
            at = chance.uniform(0, 110)
            version = sum(began_at <= at for began_at in began)
            asked.append(look(version, at - chance.uniform(0, 9), at + chance.uniform(0, 9)))
        assert violation(asked, JOURNAL) is None

        asked.append(look(len(MOVES), 111, 112))
        assert violation(asked, JOURNAL) is None
        asked.append(look(chance.randrange(len(MOVES)), 113, 114))
        assert violation(asked, JOURNAL) is not None
