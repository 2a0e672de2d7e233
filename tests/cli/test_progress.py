"""The progress bar of the command line."""

from __future__ import annotations

import io
import sys

import pytest

from arbiter.cli import progress
from arbiter.progress import counted


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
