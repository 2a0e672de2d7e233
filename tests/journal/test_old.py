"""A journal of every release replays for ever, and comes to what it came to then."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from arbiter.desk.recorded import events_of
from arbiter.journal.sqlite.journal import lines_in, verify
from arbiter.tournament.events import KINDS
from arbiter.tournament.replay import replay
from tests.journal.old_journal import OLD, come_to

RELEASES = sorted(path.stem for path in OLD.glob("*.sqlite"))


@pytest.mark.parametrize("release", RELEASES)
def test_an_old_journal_comes_to_what_it_came_to_then(release: str, tmp_path: Path) -> None:
    path = Path(shutil.copy(OLD / f"{release}.sqlite", tmp_path / "journal.sqlite"))

    assert verify(path) is None
    assert come_to(replay(events_of(lines_in(path)))) == json.loads((OLD / f"{release}.json").read_text())


def test_the_journals_hold_every_kind_of_event(tmp_path: Path) -> None:
    held = set()
    for release in RELEASES:
        path = Path(shutil.copy(OLD / f"{release}.sqlite", tmp_path / f"{release}.sqlite"))
        held |= {line.kind for line in lines_in(path)}

    assert held == set(KINDS)
