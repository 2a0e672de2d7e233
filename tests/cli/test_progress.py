"""The progress bar of the command line."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from arbiter.cli import main, progress
from arbiter.desk.desks import Desks
from arbiter.instants import HallClock
from arbiter.progress import counted, tell
from tests.bench.long_journal import long_tournament
from tests.waiting import until


class Terminal(io.StringIO):
    """A standard error that somebody looks at."""

    def isatty(self) -> bool:
        return True


def test_a_person_at_a_terminal_sees_how_far_it_is_and_no_bar_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    there = Terminal()
    monkeypatch.setattr(sys, "stderr", there)
    monkeypatch.setattr(progress, "SILENT_SECONDS", 0)
    monkeypatch.setattr(progress, "APART_SECONDS", 0)

    assert list(progress.shown(range(4), "lines")) == [0, 1, 2, 3]
    texts = there.getvalue().split("\r")
    bars = [text for text in texts if "[" in text]
    assert ["0 of 4" in bars[0], "3 of 4" in bars[3], bars[2].count("#")] == [True, True, 12]
    assert texts[-1] == ""
    assert texts[-2].strip() == ""


def test_where_nobody_looks_there_is_no_bar(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "SILENT_SECONDS", 0)

    assert list(progress.shown(iter("ab"), "files", 2)) == ["a", "b"]
    progress.said("done")
    assert capsys.readouterr() == ("done\n", "")


def test_a_person_at_a_terminal_sees_how_much_is_done_of_what_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    there = Terminal()
    monkeypatch.setattr(sys, "stderr", there)
    monkeypatch.setattr(progress, "SILENT_SECONDS", 0)
    monkeypatch.setattr(progress, "APART_SECONDS", 0)

    with progress.listened("read"):
        assert list(counted([7, 8])) == [7, 8]
    assert list(counted([9])) == [9]
    assert [text.split("  ")[1][:6] for text in there.getvalue().split("\r") if "[" in text] == ["0 of 2", "1 of 2"]


def test_a_long_step_that_tells_nothing_is_shown_with_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    there = Terminal()
    monkeypatch.setattr(sys, "stderr", there)
    for pause in ("SILENT_SECONDS", "APART_SECONDS", "TICK_SECONDS"):
        monkeypatch.setattr(progress, pause, 0.001)

    with progress.listened("steps"):
        until(lambda: "steps: 0 s" in there.getvalue())
        tell(0, 1)
        until(lambda: "0 of 1" in there.getvalue())
    assert there.getvalue().endswith("\r")


@pytest.mark.parametrize("terminal", [True, False])
def test_commands_that_take_long_show_a_bar_where_somebody_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], terminal: bool
) -> None:
    """Each is a second long for a large tournament only, so that the bar comes at once here."""
    long_tournament(desks := Desks(tmp_path / "one", HallClock()), players=4, rounds=1, plies=2)
    desks.close()
    monkeypatch.setattr(progress, "SILENT_SECONDS", 0)
    monkeypatch.setattr(progress, "APART_SECONDS", 0)
    one, two, games = (str(tmp_path / name) for name in ("one", "two", "long.pdn"))
    bars = {
        "verify": ["verify", "long", "--instance", one],
        "written": ["export", "long", "--format", "json", "--to", str(tmp_path / "long.json"), "--instance", one],
        "lines": ["export", "long", "--format", "pdn", "--to", games, "--instance", one],
        "copy": ["copy", "long", "--from", one, "--to", two],
        "pdn": ["pdn", games],
        "restore": ["restore", str(tmp_path / "long.json"), "--instance", two],
    }
    shown = {}
    for name, asked in bars.items():
        there = Terminal() if terminal else io.StringIO()
        monkeypatch.setattr(sys, "stderr", there)
        assert main(asked) == 0, (name, there.getvalue())
        shown[name] = "[" in there.getvalue()
    assert shown == dict.fromkeys(bars, terminal)
