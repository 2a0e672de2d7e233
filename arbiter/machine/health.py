"""Notices for the office about present problems: with the disk, with journals and their copies, with tablets."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import field
from datetime import datetime, tzinfo

from arbiter.desk.desk import Desk
from arbiter.desk.desks import Desks
from arbiter.desk.tablet_evidence import TabletAhead
from arbiter.journal.journal import CannotWrite
from arbiter.journal.lines import Line
from arbiter.machine.disk import DiskCheck
from arbiter.refused import Fact, Refused
from arbiter.sides import SECOND
from arbiter.values import dataclass

LATE_SECONDS = 3.0
"""If a text copy is out of date for longer than this many seconds, the office is told."""


SLOW_SYNC_MS = 500
"""If a disk sync takes this many milliseconds or more, the office is told, because each move waits so long."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice for the office: the code of its sentence, and its facts.

    `urgent`: whether every page of the office shows it.
    """

    code: str
    facts: dict[str, Fact] = field(default_factory=dict)
    urgent: bool = True


@dataclass(frozen=True, slots=True)
class KeptTournament:
    """The state of a stored journal: its last line, and for how many seconds each copy has been out of date."""

    tournament: str
    name: str
    lines: int
    head: str
    witness_late: int
    medium_late: int | None


@dataclass(frozen=True, slots=True)
class ClosedTournament:
    """A tournament that cannot be played, because its journal is damaged or was written by a later release."""

    id: str
    name: str
    variant: str
    why: Refused


def closed(desks: Desks) -> list[ClosedTournament]:
    """Return the tournaments whose journals cannot be read or written, in the order of their names."""
    found = [ClosedTournament(id, *desks.shut_terms(id), why) for id, why in desks.shut.items()]
    for desk in desks:
        broken = desk.journal.condition().broken
        if broken is not None:
            found.append(ClosedTournament(desk.id, desk.state.name, desk.state.variant.key, broken))
    return sorted(found, key=lambda one: one.name)


def opening(desks: Desks) -> list[ClosedTournament]:
    """Return the tournaments whose long journals are still being read, with a refusal that says how much is read."""
    found = [(id, percent) for id, percent in tuple(desks.opening.items())]
    return [
        ClosedTournament(id, *desks.shut_terms(id), Refused("tournament_opening", tournament=id, percent=percent))
        for id, percent in found
    ]


def notices(desks: Desks, readiness: DiskCheck, zone: tzinfo) -> list[Notice]:
    """Return all notices, the urgent ones first. Times of day in their sentences are in the time zone *zone*."""
    found = readiness.obstacle()
    said = [Notice(CannotWrite(found).code)] if found else []
    if not found and readiness.took > SLOW_SYNC_MS:
        said.append(Notice("disk_slow", {"ms": round(readiness.took), "most": SLOW_SYNC_MS}))
    said += [Notice(one.why.code, dict(one.why.facts)) for one in closed(desks)]
    for desk in desks:
        said += _of_desk(desk)
    said += [Notice("copy_failed", {"file": name}) for name in sorted(desks.uncopied)]
    said += clock_settings(desks, zone)
    return sorted(said, key=lambda notice: not notice.urgent)


def clock_settings(desks: Desks, zone: tzinfo) -> list[Notice]:
    """Return a notice for each setting of the system's clock in the last day. Game clocks do not depend on it."""
    return [
        Notice(
            "clock_set_forward" if setting.by > 0 else "clock_set_back",
            {
                "set_span": round(abs(setting.by) / SECOND) * SECOND,
                "time": datetime.fromtimestamp(setting.at / 1_000, zone).strftime("%H:%M"),
            },
            urgent=False,
        )
        for setting in desks.watch.wall.settings()
    ]


def kept(desks: Desks) -> list[KeptTournament]:
    """Return the state of the stored journal of each tournament."""
    written = [(desk, journal, journal.condition()) for desk in desks for journal in (desk.journal,)]
    return [
        KeptTournament(
            desk.id,
            desk.state.name,
            journal.version,
            journal.head,
            _seconds(found.late),
            None if found.far is None else _seconds(found.far.late),
        )
        for desk, journal, found in written
    ]


def seen(desks: Desks) -> None:
    """Mark the notices about repaired journals and about tablets as seen by the office."""
    for desk in desks:
        desk.vouched.settle()
        desk.journal.noted()


def _of_desk(desk: Desk) -> Iterator[Notice]:
    found, name = desk.journal.condition(), desk.state.name
    facts: dict[str, Fact]
    for one in desk.vouched.all_ahead(desk.state):
        if one.signed:
            told: dict[str, Fact] = {"tournament": name, "board": one.seat[0], "line": one.head.seq}
            yield Notice("tablet_head_signed", told)
        if not one.signed or one.stands != "asked":
            yield _of_tablet(desk, one)
    for late, code in ((found.late, "witness_late"), (found.far.late if found.far else None, "medium_late")):
        if (seconds := _seconds(late)) > LATE_SECONDS:
            yield Notice(code, {"tournament": name, "seconds": seconds})
    for kept in found.far.aside if found.far is not None else ():
        yield Notice("medium_put_aside", {"tournament": name, "file": str(kept)}, urgent=False)
    if desk.end.lost:
        facts = {"tournament": name, "line": desk.end.lost, "boards": desk.end.boards or "-"}
        yield Notice("lines_lost", facts)
    for repair in found.repairs:
        facts = {"tournament": name, "line": repair.bad.seq, "lost": len(repair.lines)}
        yield Notice("journal_mended", {**facts, "boards": ", ".join(boards_in(repair.lines)) or "-"}, urgent=False)


def _of_tablet(desk: Desk, one: TabletAhead) -> Notice:
    """Return the notice about journal lines that a tablet reports and the journal does not have."""
    told: dict[str, Fact] = {"tournament": desk.state.name, "board": one.seat[0]}
    match one.stands:
        case "missing":
            assert one.kept is not None
            missing = one.kept.moves[one.ply :]
            return Notice("tablet_has_moves", {**told, "count": len(missing), "moves": " ".join(missing[:20])})
        case "differs":
            return Notice("tablet_differs", {**told, "ply": one.ply})
        case "here":
            return Notice("tablet_has_no_more", {**told, "line": one.head.seq}, urgent=False)
        case _:
            return Notice("tablet_ahead", {**told, "line": one.head.seq, "have": desk.state.version})


def boards_in(lines: Sequence[Line]) -> list[str]:
    """Return the boards that journal lines are about, as texts "round.board"."""
    told = [json.loads(line.body) for line in lines]
    places = {(one["round"], one["board"]) for one in told if "round" in one and "board" in one}
    return [f"{round}.{board}" for round, board in sorted(places)]


def _seconds(late: float | None) -> int:
    return 0 if late is None else int(time.monotonic() - late)
