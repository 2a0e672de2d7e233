"""A start from a snapshot comes to where the journal comes to, and a snapshot that is in doubt is not used."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from arbiter.desk import snapshots
from arbiter.desk.recorded import events_of
from arbiter.desk.snapshots import Snapshot
from arbiter.rulings.entries import OpenTournament
from arbiter.serving import make_snapshots
from arbiter.tournament.replay import replay
from arbiter.tournament.state import Tournament
from tests.desk.club import move, opened
from tests.hall import BY, MARKS, office, person

GAME = ("32-28", "19-23", "28x19", "14x23", "37-32", "10-14")


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """A snapshot is due after five lines."""
    monkeypatch.setattr(snapshots, "APART_LINES", 5)
    monkeypatch.setattr(snapshots, "LINES_AT_THE_END", 5)


def evening(instance: Path) -> Tournament:
    """A service that was ended after some moves: where it stood."""
    desks = office(instance)
    desk = opened(desks)
    for ply, text in enumerate(GAME):
        desk.submit(move(ply, text))
    desks.close()
    return desk.state


def file(instance: Path) -> Path:
    return instance / "snapshots" / "club-open"


def test_a_start_reads_the_snapshot_and_only_what_was_written_since(tmp_path: Path) -> None:
    stood = evening(tmp_path)
    desks = office(tmp_path)
    desk = desks.desk("club-open")
    whole = replay(events_of(desk.journal.read()))

    assert desk.snapshot is not None
    assert desk.snapshot.version == stood.version
    assert desk.state == whole
    assert whole.game(1, 1).plays == stood.game(1, 1).plays
    desks.close()


def test_what_was_written_after_the_snapshot_is_replayed(tmp_path: Path) -> None:
    desks = office(tmp_path)
    desk = opened(desks)
    desk.submit(move(0, "32-28"))
    make_snapshots(desks)
    made = file(tmp_path).read_bytes()
    for ply, text in enumerate(GAME[1:3], start=1):
        desk.submit(move(ply, text))
    desks.close()

    assert file(tmp_path).read_bytes() == made
    again = office(tmp_path)
    assert again.desk("club-open").state.game(1, 1).plays == desk.state.game(1, 1).plays
    assert again.desk("club-open").submit(move(3, "14x23")).state.game(1, 1).ply == 4
    again.close()


def test_the_end_of_the_service_leaves_more_snapshots_than_its_days(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "APART_LINES", 500)
    desks = office(tmp_path)
    desk = opened(desks)
    make_snapshots(desks)
    early = file(tmp_path).exists()
    desks.close()

    assert desk.snapshot is not None
    assert (early, desk.snapshot.version) == (False, desk.state.version)


def other_program(text: str) -> str:
    body, _, head = text.rpartition("\n")
    return body + "\n" + json.dumps({**json.loads(head), "program": "another"})


def other_journal(text: str) -> str:
    body, _, head = text.rpartition("\n")
    return body + "\n" + json.dumps({**json.loads(head), "hash": "0" * 64})


def later_line(text: str) -> str:
    body, _, head = text.rpartition("\n")
    return body + "\n" + json.dumps({**json.loads(head), "seq": 10**6})


@pytest.mark.parametrize(
    "change",
    [
        other_program,
        other_journal,
        later_line,
        lambda text: text.replace("Club", "Clue"),
        lambda text: text[: len(text) // 2],
        lambda _: "",
        lambda _: "{}",
        lambda _: "[" * 100_000,
    ],
    ids=["program", "journal", "line", "altered", "cut", "empty", "without a head", "nested"],
)
def test_a_snapshot_in_doubt_is_put_away(
    tmp_path: Path, change: Callable[[str], str], caplog: pytest.LogCaptureFixture
) -> None:
    stood = evening(tmp_path)
    file(tmp_path).write_text(change(file(tmp_path).read_text()))
    desks = office(tmp_path)
    desk = desks.desk("club-open")

    assert desk.snapshot is not None
    assert desk.snapshot.version == 0
    assert not file(tmp_path).exists()
    assert desk.state.game(1, 1).plays == stood.game(1, 1).plays
    assert "the snapshot club-open is not used" in caplog.text
    desks.close()


def test_a_forged_snapshot_is_not_believed_and_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Somebody has the files, but not the key: every hash of the snapshot is right."""
    stood = evening(tmp_path)
    desks = office(tmp_path)
    lines = desks.desk("club-open").journal.read()
    desks.close()
    forged = replace(stood, name="Another name")
    for key in (b"a key that is not the instance's", MARKS):
        file(tmp_path).unlink(missing_ok=True)
        Snapshot(file(tmp_path), lambda seq: lines[seq - 1], key).write(forged)
        desks = office(tmp_path)
        names = desks.desk("club-open").state.name
        desks.close()
        file(tmp_path).unlink(missing_ok=True)
        assert names == ("Club open" if key != MARKS else "Another name")
    assert "the snapshot club-open is not used: this instance has not made it" in caplog.text


def test_a_snapshot_of_an_older_release_which_has_no_mark_is_made_anew(tmp_path: Path) -> None:
    stood = evening(tmp_path)
    body, _, head = file(tmp_path).read_text().rpartition("\n")
    old = {name: told for name, told in json.loads(head).items() if name != "mark"}
    file(tmp_path).write_text(body.replace("Club open", "Another name") + "\n" + json.dumps(old))
    desks = office(tmp_path)
    desk = desks.desk("club-open")
    state = desk.state
    desks.close()

    assert (state.name, state.game(1, 1).plays) == ("Club open", stood.game(1, 1).plays)
    assert "mark" in json.loads(file(tmp_path).read_text().rpartition("\n")[2])


def test_the_snapshot_of_a_journal_that_was_put_back_is_not_used(tmp_path: Path) -> None:
    """A tournament of the same name, whose line with that number is another one."""
    evening(tmp_path)
    kept = file(tmp_path).read_bytes()
    other = tmp_path / "other"
    desks = office(other)
    desk = desks.open(OpenTournament(name="Club open"))
    for number in range(1, 30):
        desk.enter(person(number), BY)
    desks.close()
    file(other).write_bytes(kept)
    again = office(other)

    assert len(again.desk("club-open").state.entries) == 29
    again.close()


def test_a_disk_that_takes_no_snapshot_keeps_nobody_from_playing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    desks = office(tmp_path)
    desk = opened(desks)
    (tmp_path / "snapshots").write_text("in the way")
    desk.keep()

    assert f"no snapshot of club-open could be made at line {desk.state.version}" in caplog.text
    assert desk.submit(move(0, "32-28")).state.game(1, 1).ply == 1
    desks.close()


def test_the_mark_of_the_program_is_that_of_its_sources() -> None:
    assert len(snapshots.program()) == 64
    assert snapshots.program() == snapshots.program()
