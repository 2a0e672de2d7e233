"""The mode of a desk: one value, which says what may be asked there and what is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbiter.desk.desk import Desk
from arbiter.desk.stands import FOLLOWS, WRITES, DeskMode, FedBy, ReadOnly
from arbiter.journal.journal import CannotWrite
from arbiter.refused import Refused
from tests.desk.club import in_office, move, opened

ELSEWHERE = Refused("played_elsewhere", hall="Utrecht")


@pytest.mark.parametrize(
    ("stands", "rules", "follows", "fed"),
    [
        (WRITES, True, False, False),
        (ReadOnly("disk_full"), True, False, False),
        (FOLLOWS, False, True, False),
        (FedBy(ELSEWHERE, WRITES), False, False, True),
        (FedBy(ELSEWHERE, FOLLOWS), False, True, True),
    ],
)
def test_a_mode_says_who_rules_and_who_writes(stands: DeskMode, rules: bool, follows: bool, fed: bool) -> None:
    assert (stands.rules, stands.follows, stands.fed) == (rules, follows, fed)


def test_a_tournament_of_another_hall_stays_one_when_another_node_writes_its_lines() -> None:
    fed = FedBy(ELSEWHERE, WRITES)

    assert fed.with_lines(FOLLOWS) == FedBy(ELSEWHERE, FOLLOWS)
    assert WRITES.with_lines(FOLLOWS) == FOLLOWS


def test_a_desk_that_only_reads_tells_what_a_key_became_and_records_nothing(tmp_path: Path) -> None:
    with in_office(tmp_path) as desks:
        desk = opened(desks)
        before = desk.submit(move(0, "32-28"), key="one")
        reads = Desk(desk.id, desk.journal, desk.register, desk.now, stands=ReadOnly("disk_full"))

        assert reads.submit(move(0, "32-28"), key="one").seq == before.seq
        assert reads.preview(move(1, "19-23")).state.game(1, 1).ply == 2
        with pytest.raises(CannotWrite) as cannot:
            reads.submit(move(1, "19-23"))

        assert cannot.value.reason == "disk_full"
        assert desk.journal.version == before.seq


def test_a_desk_that_follows_asks_to_take_over_before_it_rules(tmp_path: Path) -> None:
    asked: list[str] = []

    def take_over(desk: Desk) -> bool:
        asked.append(desk.id)
        return len(asked) > 1

    with in_office(tmp_path) as desks:
        desk = opened(desks)
        follower = Desk(desk.id, desk.journal, desk.register, desk.now, stands=FOLLOWS, take_over=take_over)

        with pytest.raises(CannotWrite) as cannot:
            follower.submit(move(0, "32-28"))
        assert follower.submit(move(0, "32-28")).state.game(1, 1).ply == 1

    assert cannot.value.reason == "followed"
    assert asked == ["club-open", "club-open"]
