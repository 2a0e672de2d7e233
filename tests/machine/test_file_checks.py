"""The guard of the files: what it looks after, and what the office hears of it."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from datetime import UTC
from pathlib import Path

import pytest

from arbiter import words
from arbiter.desk.desks import Desks
from arbiter.desk.recorded import Head
from arbiter.instants import HallClock, Sources, WallClock
from arbiter.journal.journal import Obstacle
from arbiter.journal.witness.text import witness_path
from arbiter.journal.witness.witnessed import Witnessed
from arbiter.machine.disk import DiskCheck
from arbiter.machine.file_checks import Guard
from arbiter.machine.health import clock_settings, kept, notices, seen
from arbiter.sides import HOUR, Side
from tests.desk.club import in_office, move, opened
from tests.hall import WoundClock
from tests.test_instants import Machine


def said(desks: Desks, found: Obstacle | None = None) -> list[str]:
    return [notice.code for notice in notices(desks, DiskCheck(desks.instance, found), UTC)]


def test_a_line_is_on_the_disk_of_its_witness_after_one_look(tmp_path: Path) -> None:
    with in_office(tmp_path) as desks:
        desk = opened(desks)
        desk.submit(move(0, "32-28"))
        before = kept(desks)[0]
        Guard(desks, lambda: None).look()

        assert isinstance(desk.journal, Witnessed)
        assert desk.journal.witness.late is None
        assert (before.lines, before.witness_late, before.medium_late) == (desk.state.version, 0, None)
        assert said(desks) == []


def test_a_machine_s_clock_that_is_set_is_told_for_a_day_and_changes_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    machine = Machine()
    with in_office(tmp_path, machine.clock()) as desks:
        began = desks.clock.now()
        machine.wait(60_000)
        desks.watch.wall.look()
        nothing = said(desks)
        machine.wall += HOUR
        desks.watch.wall.look()
        machine.sleep(60_000)  # by which nobody has set it
        desks.watch.wall.look()
        machine.wall -= HOUR + 300
        desks.watch.wall.look()
        machine.wall += 900  # as whatever keeps it right does
        desks.watch.wall.look()

        assert desks.clock.now() == began + 60_000
        assert (nothing, said(desks)) == ([], ["clock_set_forward", "clock_set_back"])
        assert [words.say(one.code, one.facts, "en").partition(". ")[0] for one in clock_settings(desks, UTC)] == [
            f"The clock of this computer was set {way} by 1 h at 14:14" for way in ("forward", "back")
        ]
        machine.wait(24 * HOUR + 1)
        assert said(desks) == []
    assert caplog.messages == [
        f"the machine's clock was set by {by} s; the hall's clock goes on as before" for by in ("+3600.0", "-3600.3")
    ]


def test_two_clocks_that_were_not_read_at_one_instant_are_read_again(tmp_path: Path) -> None:
    machine, still = Machine(), [0, 0, 3_000, 0]

    def read() -> int:
        machine.wait(still.pop() if still else 0)
        return machine.uptime * 1_000_000

    clock = HallClock(sources=Sources(wall=lambda: machine.wall * 1_000_000, monotonic=lambda: 0, boot=read))

    wall = WallClock(clock)  # the process stands still between two of its readings
    assert not still
    assert wall.look() is None


def test_a_disk_that_takes_nothing_is_said_once_in_the_log_and_to_the_office(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    stands: list[Obstacle | None] = ["disk_full", "disk_full", None, None]
    with in_office(tmp_path) as desks:
        guard = Guard(desks, lambda: stands.pop(0))
        for _ in range(4):
            guard.look()

        assert said(desks, "disk_full") == ["cannot_write_disk_full"]
    assert caplog.text.count("the disk takes nothing (disk_full); no move is recorded") == 1
    assert caplog.text.count("the disk takes something again; moves are recorded") == 1


def test_a_disk_that_takes_long_to_hold_on_to_a_move_is_told(tmp_path: Path) -> None:
    with in_office(tmp_path) as desks:
        readiness = DiskCheck(tmp_path)
        readiness.obstacle()
        readiness.took = 900

        assert [(notice.code, notice.facts) for notice in notices(desks, readiness, UTC)] == [
            ("disk_slow", {"ms": 900, "most": 500})
        ]


def test_lines_are_kept_on_a_second_medium_too_and_brought_back_from_it(tmp_path: Path) -> None:
    stick, hall = tmp_path / "stick", tmp_path / "hall"
    desks = Desks(hall, WoundClock(), medium=stick)
    desk = opened(desks)
    Guard(desks, lambda: None).look()
    desks.close()
    assert witness_path(stick, desk.id).read_bytes() == witness_path(hall, desk.id).read_bytes()
    for folder in ("tournaments", "witness"):
        for file in (hall / folder).iterdir():
            file.write_bytes(file.read_bytes()[:4_000])
    desks = Desks(hall, WoundClock(), medium=stick)

    assert desks.desk(desk.id).state.round(1).number == 1
    assert said(desks) == ["journal_mended"]
    desks.close()


def test_a_second_medium_that_is_pulled_out_is_said_and_caught_up_with(tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    desks = Desks(tmp_path / "hall", WoundClock(), medium=stick)
    desk, guard = opened(desks), Guard(desks, lambda: None)
    guard.look()
    assert isinstance(desk.journal, Witnessed)
    far = desk.journal.far
    assert far is not None
    stick.rename(tmp_path / "pulled")
    stick.write_text("no folder can be made here")
    desk.submit(move(0, "32-28"))
    guard.look()
    far.late = time.monotonic() - 10
    assert said(desks) == ["medium_late"]
    stick.unlink()
    (tmp_path / "pulled").rename(stick)
    guard.look()

    assert said(desks) == []
    assert far.version == desk.state.version
    desks.close()


def test_a_tablet_that_knows_a_line_which_the_journal_has_not_is_told_to_the_office(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with in_office(tmp_path) as desks:
        desk = opened(desks)
        desk.submit(move(0, "32-28"))
        desk.vouched.vouch((1, Side.WHITE), desk.head)
        assert said(desks) == []
        desk.vouched.vouch((1, Side.WHITE), Head(desk.head.seq, "f" * 64))
        desk.vouched.vouch((2, None), Head(desk.head.seq + 5, "f" * 64))

        assert said(desks) == ["tablet_ahead", "tablet_ahead"]
        seen(desks)
        assert said(desks) == []
    assert "the tablet of board 2 knows line 13 of club-open, which is not there" in caplog.text


def test_a_chain_that_cannot_be_mended_is_said_and_the_next_one_is_looked_through(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with in_office(tmp_path) as desks:
        desk, other = opened(desks), opened(desks, name="Other")
        for id in (desk.id, other.id):
            with closing(sqlite3.connect(tmp_path / "tournaments" / f"{id}.sqlite")) as conn:
                conn.execute("DROP TRIGGER no_change")
                conn.execute("UPDATE line SET body = '{}' WHERE seq = 3")
                conn.commit()
        witness_path(tmp_path, desk.id).write_bytes(b"")
        Guard(desks, lambda: None).check()

        assert said(desks) == ["journal_damaged", "journal_mended"]
        assert other.submit(move(0, "32-28")).seq == other.state.version
    assert "the journal of club-open could not be mended: cannot_write_damaged" in caplog.text
