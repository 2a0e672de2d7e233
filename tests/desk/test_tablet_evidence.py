"""What a tablet knows that the journal has not: it is asked, and what it has kept is held against the game."""

from __future__ import annotations

import pytest

from arbiter.desk.recorded import Head
from arbiter.desk.tablet_evidence import TabletAhead
from arbiter.rulings.referee.lost_moves import KeptGame
from arbiter.sides import MINUTE, Side
from tests.hall import Hall

SEAT = (1, Side.WHITE)
LOST = Head(99, "f" * 64)


def kept(*moves: str, round: int = 1) -> KeptGame:
    return KeptGame(round=round, moves=moves, left=tuple(79 * MINUTE for _ in moves))


def held(hall: Hall, told: KeptGame) -> TabletAhead:
    """A tablet knows a line that is not here, and tells what it has kept."""
    hall.desk.vouched.vouch(SEAT, LOST)
    hall.desk.vouched.keep(SEAT, told)
    (found,) = hall.desk.vouched.all_ahead(hall.state)
    return found


def test_a_tablet_that_knows_a_line_which_is_not_here_is_asked_until_it_has_told() -> None:
    vouched = Hall().desk.vouched
    assert not vouched.wanted(SEAT)

    vouched.vouch(SEAT, LOST)
    assert (vouched.ahead(SEAT), vouched.wanted(SEAT)) == (True, True)
    vouched.keep(SEAT, kept("32-28"))
    assert (vouched.ahead(SEAT), vouched.wanted(SEAT)) == (True, False)
    vouched.settle(1)
    vouched.vouch(SEAT, LOST)
    assert not vouched.ahead(SEAT)


def test_a_tablet_that_knows_what_is_here_is_not_heard() -> None:
    hall = Hall()
    hall.play("32-28")
    hall.desk.vouched.vouch(SEAT, hall.desk.head)
    hall.desk.vouched.keep(SEAT, kept("32-28", "19-23"))

    assert list(hall.desk.vouched.all_ahead(hall.state)) == []


@pytest.mark.parametrize(
    ("told", "stands", "ply"),
    [
        (kept("32-28", "19-23", "28x19"), "missing", 2),
        (kept("32-28", "19-23"), "here", 2),
        (kept("32-28"), "here", 2),
        (kept("32-28", "20-24", "37-32"), "differs", 1),
        (kept("32-28", round=2), "differs", 0),
    ],
)
def test_what_it_has_kept_is_held_against_the_game(told: KeptGame, stands: str, ply: int) -> None:
    hall = Hall()
    hall.play("32-28", "19-23")
    found = held(hall, told)

    assert (found.stands, found.ply) == (stands, ply)


def test_once_the_moves_are_here_none_is_missing() -> None:
    hall = Hall()
    assert held(hall, kept("32-28")).stands == "missing"
    hall.play("32-28")

    assert [one.stands for one in hall.desk.vouched.all_ahead(hall.state)] == ["here"]
