"""The mode of a desk: one value, which says what may be asked there and what is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbiter.desk.desk import Desk
from arbiter.desk.storage import DeskMode
from arbiter.journal.journal import CannotWrite
from arbiter.refused import Refused
from tests.desk.club import in_office, move, opened

ELSEWHERE = Refused("played_elsewhere", hall="Utrecht")


def test_a_desk_that_another_service_feeds_refuses_every_request(tmp_path: Path) -> None:
    with in_office(tmp_path) as desks:
        desk = opened(desks)
        fed = Desk(desk.id, desk.journal, desk.register, desk.now, stands=DeskMode(fed=ELSEWHERE))

        with pytest.raises(Refused) as refused:
            fed.submit(move(0, "32-28"))
        assert (refused.value.code, fed.playing, desk.playing) == ("played_elsewhere", False, True)


def test_a_desk_that_only_reads_tells_what_a_key_became_and_records_nothing(tmp_path: Path) -> None:
    with in_office(tmp_path) as desks:
        desk = opened(desks)
        before = desk.submit(move(0, "32-28"), key="one")
        reads = Desk(desk.id, desk.journal, desk.register, desk.now, stands=DeskMode("disk_full"))

        assert reads.submit(move(0, "32-28"), key="one").seq == before.seq
        assert reads.preview(move(1, "19-23")).state.game(1, 1).ply == 2
        with pytest.raises(CannotWrite) as cannot:
            reads.submit(move(1, "19-23"))

        assert cannot.value.reason == "disk_full"
        assert desk.journal.version == before.seq


def test_a_desk_asks_whether_it_may_write_before_it_rules(tmp_path: Path) -> None:
    asked: list[str] = []

    def ready() -> None:
        asked.append("ready")
        if len(asked) == 1:
            raise CannotWrite("unreachable")

    with in_office(tmp_path) as desks:
        desk = opened(desks)
        other = Desk(desk.id, desk.journal, desk.register, desk.now, ready=ready)

        with pytest.raises(CannotWrite):
            other.submit(move(0, "32-28"))
        assert other.unwritten == {(1, 1): desk.now()}
        assert other.submit(move(0, "32-28")).state.game(1, 1).ply == 1

    assert len(asked) == 2
