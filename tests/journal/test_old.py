"""A journal of every release replays for ever, and comes to what it came to then."""

from __future__ import annotations

import json
import shutil
from dataclasses import fields
from pathlib import Path

import pytest

from arbiter.desk.recorded import events_of
from arbiter.journal.lines import BEGINNING, Unwritten, chained
from arbiter.journal.sqlite.journal import lines_in, verify
from arbiter.tournament.events import KINDS, parse_event
from arbiter.tournament.events.event import event_text
from arbiter.tournament.replay import replay
from tests.journal.old_journal import OLD, REGISTERS, come_to, register_told

RELEASES = sorted(path.stem for path in OLD.glob("*.sqlite"))
UNRELEASED: set[str] = {
    "CategoriesSet",
    "FeeAgreed",
    "FeePaid",
    "FeesSet",
    "FinalSigned",
    "FindingsOpened",
    "LineUpHandedIn",
    "LineUpsAsked",
    "LineUpsOpened",
    "OpinionAsked",
    "PieceTouched",
    "PrizesSet",
    "ReportSent",
    "SlipsVerified",
    "TouchCameLate",
}
"""The kinds of events that the next release is the first to leave a journal of."""


@pytest.mark.parametrize("release", RELEASES)
def test_an_old_journal_comes_to_what_it_came_to_then(release: str, tmp_path: Path) -> None:
    path = Path(shutil.copy(OLD / f"{release}.sqlite", tmp_path / "journal.sqlite"))

    assert verify(path) is None
    assert come_to(replay(events_of(lines_in(path)))) == json.loads((OLD / f"{release}.json").read_text())


@pytest.mark.parametrize("release", sorted(path.stem for path in REGISTERS.glob("*.sqlite")))
def test_an_old_register_holds_what_it_held_then(release: str, tmp_path: Path) -> None:
    path = Path(shutil.copy(REGISTERS / f"{release}.sqlite", tmp_path / "register.sqlite"))

    told = json.loads(json.dumps(register_told(path)))
    assert told == json.loads((REGISTERS / f"{release}.json").read_text())
    assert told == json.loads(json.dumps(register_told(path)))  # opened again


def test_every_release_has_left_its_journals_and_its_register() -> None:
    journals = {path.stem.partition("-")[0] for path in OLD.glob("*.sqlite")}

    assert journals == {path.stem for path in REGISTERS.glob("*.sqlite")} >= {"0.1.0", "0.2.0"}


def test_the_journals_hold_every_kind_of_event(tmp_path: Path) -> None:
    held = set()
    for release in RELEASES:
        path = Path(shutil.copy(OLD / f"{release}.sqlite", tmp_path / f"{release}.sqlite"))
        held |= {line.kind for line in lines_in(path)}

    assert held | UNRELEASED == set(KINDS)
    assert not held & UNRELEASED


@pytest.mark.parametrize("release", RELEASES)
def test_every_old_line_is_written_again_as_it_was(release: str, tmp_path: Path) -> None:
    """Byte for byte, and so with the same hash, as far as its release knew; what came later has its default."""
    lines = list(lines_in(Path(shutil.copy(OLD / f"{release}.sqlite", tmp_path / "journal.sqlite"))))
    again = []
    for line in lines:
        event, known = parse_event(line.kind, line.at, line.body), json.loads(line.body)
        text = {name: value for name, value in json.loads(event_text(event)).items() if name in known}
        body = json.dumps(text, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        again.append(Unwritten(event.at, type(event).__name__, body, line.key))
        assert all(
            getattr(event, field.name) == field.default for field in fields(event) if field.name not in {*known, "at"}
        )

    assert [line.hash for line in chained(again, 0, BEGINNING)] == [line.hash for line in lines]
