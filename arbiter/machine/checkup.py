"""The checkup of the machine before play begins (`arbiter doctor`). Each finding is a sentence.

Every check can also be made while the service runs. A check changes nothing, except for a small file that it writes and
removes.
"""

from __future__ import annotations

import os
import platform
import shutil
import socket
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, TypeAlias

from arbiter import __version__
from arbiter.desk.recorded import events_of
from arbiter.journal.heartbeat import Heartbeat
from arbiter.journal.sqlite.database import sqlite3
from arbiter.journal.sqlite.journal import lines_in, verify
from arbiter.journal.sqlite.register import people_in, setting_in
from arbiter.journal.witness.medium import FarWitness
from arbiter.journal.witness.text import Witness, witness_path
from arbiter.machine.certificates import certificate, lacking, machine_names
from arbiter.machine.disk import REASONS, sync_time
from arbiter.machine.hall_urls import LISTENING, Whereabouts, whereabouts_of
from arbiter.machine.limits import address_space, open_files
from arbiter.refused import Fact, Refused
from arbiter.settings import Settings
from arbiter.tournament.replay import replay
from arbiter.values import dataclass, replace

State: TypeAlias = Literal["good", "look", "bad"]
"""The result of a check. "look": play can begin, but somebody should look at the finding first."""
GIGABYTE = 1_000_000_000
SLOW_SYNC_MS = 20
"""If a disk sync takes this many milliseconds or more, the disk is too slow for many boards of blitz."""
FEW_GIGABYTES, TOO_FEW_GIGABYTES = 2.0, 0.2
RELEASED = datetime(2026, 11, 1, tzinfo=UTC)
"""The release date of this version: a clock that shows an earlier day is wrong."""
CLOCK_BEHIND_SECONDS = 120
"""The seconds that the machine's clock may be behind the last heartbeat of the service before it counts as wrong."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """A finding of the checkup: the code of its sentence, and the facts in the sentence."""

    check: str
    state: State
    code: str
    facts: Mapping[str, Fact] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Machine:
    """The subject of a checkup: an instance, its settings, its addresses.

    `serving`: whether the running service makes the checkup. `speed`: the speed of the hall's clock. In a demonstration
    it is more than 1, and the hall's clock is then ahead of the machine's clock.
    """

    instance: Path
    settings: Settings
    whereabouts: Whereabouts
    serving: bool = False
    speed: float = 1

    def when(self, instant: datetime) -> str:
        return instant.astimezone(self.settings.zone).strftime("%Y-%m-%d %H:%M")


Diagnoses: TypeAlias = Iterator[tuple[State, str, dict[str, Fact]]]


def checkup(
    instance: Path, settings: Settings, whereabouts: Whereabouts | None = None, speed: float = 1
) -> list[Diagnosis]:
    """Make all checks and return their findings, in the order of `CHECKS`.

    *whereabouts*: the addresses, if the running service makes the checkup; None: they are found out. *speed*: the speed
    of the hall's clock.
    """
    instance.mkdir(parents=True, exist_ok=True)
    known = whereabouts or whereabouts_of(instance, replace(settings, **_listening(instance)))
    machine = Machine(instance, settings, known, serving=whereabouts is not None, speed=speed)
    return [Diagnosis(name, *said) for name, look in CHECKS.items() for said in look(machine)]


def disk(machine: Machine) -> Diagnoses:
    try:
        ms = sync_time(machine.instance)
    except OSError as cause:
        yield "bad", f"cannot_write_{REASONS.get(cause.errno or 0, 'io')}", {}
        return
    slow = ms > SLOW_SYNC_MS
    yield (
        ("look", "disk_slow", {"ms": round(ms), "most": SLOW_SYNC_MS})
        if slow
        else ("good", "disk_good", {"ms": f"{ms:.1f}"})
    )


def space(machine: Machine) -> Diagnoses:
    free = shutil.disk_usage(machine.instance).free / GIGABYTE
    state: State = "bad" if free < TOO_FEW_GIGABYTES else "look" if free < FEW_GIGABYTES else "good"
    yield state, "space_good" if state == "good" else "space_short", {"gigabytes": f"{free:.1f}"}


def library(_: Machine) -> Diagnoses:
    yield "good", "sqlite_found", {"version": sqlite3.sqlite_version, "name": sqlite3.__name__.partition(".")[0]}


def clock(machine: Machine) -> Diagnoses:
    now = datetime.now(UTC)
    written = Heartbeat(machine.instance / "alive").last() / 1_000
    if now < RELEASED:
        yield "bad", "clock_before_release", {"time": machine.when(now)}
    elif machine.speed == 1 and now.timestamp() < written - CLOCK_BEHIND_SECONDS:
        yield (
            "bad",
            "clock_behind",
            {"time": machine.when(now), "last": machine.when(datetime.fromtimestamp(written, UTC))},
        )
    else:
        zone = machine.settings.timezone or time.tzname[time.localtime().tm_isdst]
        yield "good", "clock_good", {"time": machine.when(now), "name": zone}


def network(machine: Machine) -> Diagnoses:
    whereabouts = machine.whereabouts
    if not whereabouts.own:
        yield "bad", "no_network", {}
    elif whereabouts.only_here and not whereabouts.url:
        yield "look", "only_here", {"text": whereabouts.told}
    elif len(whereabouts.own) > 1 and not whereabouts.url:
        yield "look", "several_addresses", {"text": whereabouts.told, "name": ", ".join(whereabouts.own)}
    else:
        yield "good", "one_address", {"text": whereabouts.told}


def port(machine: Machine) -> Diagnoses:
    number = machine.whereabouts.port
    if machine.serving or _answers(number):
        yield "good", "port_serves", {"port": number}
        return
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("", number))
        except OSError:
            yield "bad", "port_taken", {"port": number}
        else:
            yield "good", "port_free", {"port": number}


def firewall(machine: Machine) -> Diagnoses:
    tools = {"ufw": "firewall_ufw", "firewall-cmd": "firewall_firewalld"}
    code = {"win32": "firewall_windows", "darwin": "firewall_mac"}.get(sys.platform)
    code = code or next((code for tool, code in tools.items() if shutil.which(tool, path=PATHS)), None)
    if code is not None:
        yield "look", code, {"port": machine.whereabouts.port}


def permissions(machine: Machine) -> Diagnoses:
    key = machine.instance / "key"
    if os.name == "posix" and key.exists() and key.stat().st_mode & 0o077:
        yield "look", "key_readable", {"file": str(key)}
    elif not os.access(machine.instance, os.W_OK):
        yield "bad", "cannot_write_read_only", {}
    else:
        yield "good", "folder_good", {"file": str(machine.instance.resolve())}


def allowance(machine: Machine) -> Diagnoses:
    """Check the limits of open files and of memory that the system sets for this process."""
    for one in (open_files(machine.instance, machine.settings), address_space(machine.settings)):
        state: State = "good" if one.code.endswith("good") else "look" if one.code == "files_few" else "bad"
        yield state, one.code, dict(one.facts)


def tls(machine: Machine) -> Diagnoses:
    found = certificate(machine.instance)
    if found is None:
        yield "look", "no_certificate", {}
    elif lacking(found, machine_names(machine.whereabouts.own)):
        yield "look", "certificate_due", {"until": machine.when(found.until)}
    else:
        yield "good", "certificate_good", {"until": machine.when(found.until), "name": ", ".join(found.names)}


def database(machine: Machine) -> Diagnoses:
    """Check the database of the journals, and the rights of its user."""
    if not machine.settings.store:
        return
    try:
        from arbiter.journal.postgres.rights import findings
    except ImportError:
        yield "bad", "store_needs_psycopg", {}
        return
    states: dict[str, State] = {"database_found": "good", "database_rights_few": "bad"}
    try:
        for code, facts in findings(machine.settings.store):
            yield states.get(code, "look"), code, facts
    except Refused as cause:
        yield "bad", cause.code, dict(cause.facts)


def versions(_: Machine) -> Diagnoses:
    told = {
        "version": __version__,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.release()}",
    }
    yield "good", "versions_found", dict(told)


def letters(machine: Machine) -> Diagnoses:
    from arbiter.sheets.drawing import drawable  # loads ReportLab

    register = machine.instance / "register.sqlite"
    ids = _ids(machine) if register.exists() else []
    names = [person.name for id in ids for person in people_in(register, id).values()]
    without = sum(not drawable(name) for name in names)
    yield (
        ("look", "letters_missing", {"count": without}) if without else ("good", "letters_good", {"count": len(names)})
    )


def copies(machine: Machine) -> Diagnoses:
    """Check that the newest backups of the tournaments played last can be restored, as if everything else were lost."""
    newest = {path.name.partition(".")[0]: path for path in sorted((machine.instance / "backups").glob("*.sqlite"))}
    there = [newest[id] for id in _ids(machine) if id in newest]
    if not there:
        minutes = machine.settings.backup_minutes
        yield ("look", "no_copy", {"minutes": minutes}) if minutes else ("look", "no_copies", {})
    for path in there[:3]:
        yield _restored(machine, path)


def medium(machine: Machine) -> Diagnoses:
    """Compare each text copy on the second medium with the one in the instance."""
    folder = machine.settings.second_medium
    if not folder:
        return
    if not Path(folder).is_dir():
        yield "look", "medium_away", {"file": folder}
        return
    other = 0
    for id in _ids(machine):
        line = FarWitness(witness_path(Path(folder), id)).differs(Witness(witness_path(machine.instance, id)).texts)
        if line is not None:
            yield "bad", "medium_differs", {"tournament": id, "line": line}
            other += 1
    if not other:
        yield "good", "medium_good", {"file": folder}


CHECKS: Mapping[str, Callable[[Machine], Diagnoses]] = {
    "disk": disk,
    "space": space,
    "library": library,
    "clock": clock,
    "network": network,
    "port": port,
    "firewall": firewall,
    "permissions": permissions,
    "allowance": allowance,
    "certificate": tls,
    "database": database,
    "versions": versions,
    "letters": letters,
    "copies": copies,
    "medium": medium,
}
PATHS = f"{os.environ.get('PATH', os.defpath)}{os.pathsep}/usr/sbin{os.pathsep}/sbin"
"""The search path for firewall programs, which are often outside the search path of users."""


def _ids(machine: Machine) -> list[str]:
    """Return the ids of the instance's tournaments, the one written last first."""
    files = (machine.instance / "tournaments").glob("*.sqlite")
    return [path.stem for path in sorted(files, key=lambda path: path.stat().st_mtime, reverse=True)]


def _listening(instance: Path) -> dict[str, Any]:
    """Return the host and port at which the service of this instance answers; empty if it does not run."""
    register = instance / "register.sqlite"
    host, _, port = ((setting_in(register, LISTENING) if register.exists() else None) or "").partition(" ")
    return {"host": host, "port": int(port)} if port.isdigit() and _answers(int(port)) else {}


def _answers(port: int) -> bool:
    with (
        suppress(OSError, ValueError),
        closing(
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2)  # asks the service of this machine
        ) as answer,
    ):
        return b'"ok"' in answer.read(100)
    return False


def _restored(machine: Machine, path: Path) -> tuple[State, str, dict[str, Fact]]:
    id = path.name.partition(".")[0]
    try:
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(shutil.copy(path, folder))
            bad = verify(copy)
            lines = [] if bad else lines_in(copy)
        state = replay(events_of(lines))
    except (OSError, Refused, ValueError, TypeError, LookupError, sqlite3.Error):
        return "bad", "copy_unreadable", {"file": path.name}
    if bad:
        return "bad", "copy_altered", {"file": path.name, "line": bad.seq}
    made = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    return "good", "copy_good", {"tournament": id, "time": machine.when(made), "count": state.version}
