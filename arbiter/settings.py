"""The settings: one table of name, default and help, for the command line, the environment and a file.

What is given to `serve` comes first (`--set threads=16`; some have an option of their own, as `--port`), then the
environment (`ARBITER_THREADS`), then `arbiter.toml` in the instance, the folder in which everything lies that belongs
to one service.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from arbiter.refused import Refused

MOST = 1_000_000
FILE = "arbiter.toml"
DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting of the service: its default, which also says its type, and the text of its help."""

    name: str
    default: int | str
    help: str
    least: int = 0
    most: int = MOST
    one_of: tuple[str, ...] = ()

    def read(self, value: object, field: str) -> int | str:
        """What was given, as this setting has it; refused, under the name *field*, where it cannot be."""
        if isinstance(self.default, str):
            if not isinstance(value, str):
                raise Refused("field_unreadable", field=field, wanted="text in quotation marks")
            if self.one_of and value not in self.one_of:
                raise Refused("unknown_key", field=field, key=value[:20], known=self.one_of)
            return value
        text = str(value)
        if isinstance(value, bool) or not (text.isascii() and text.isdigit()):
            raise Refused("field_unreadable", field=field, wanted="a whole number")
        if not self.least <= int(text) <= self.most:
            raise Refused("number_out_of_range", field=field, number=text[:20], least=self.least, most=self.most)
        return int(text)


@dataclass(frozen=True, slots=True)
class Held:
    """What holds, and from where: an option, a variable of the environment, a file, or the default."""

    value: int | str
    source: str


SETTINGS = (
    Setting("host", "0.0.0.0", "the address to listen on; the demonstration has 127.0.0.1"),
    Setting("port", 8_000, "the port to listen on", least=1, most=65_535),
    Setting("tls_port", 8_443, "the port to listen on over HTTPS, once arbiter tls has been run", least=1, most=65_535),
    Setting("url", "", "the address that QR codes hold; empty for this machine's in the hall"),
    Setting("store", "", "the database of journals and register, postgresql://...; empty for files in the instance"),
    Setting(
        "role",
        "hall",
        "public: a node over a database, or its standby, that only shows: no office, no sign-in, no tablets",
        one_of=("hall", "public"),
    ),
    Setting("node", "", "the address at which other services over the same database reach this one; empty for its own"),
    Setting("threads", 32, "requests of tablets and officials that are answered at one time", least=1),
    Setting("reader_threads", 4, "requests of everybody else that are answered at one time", least=1),
    Setting("wires", 2_000, "spectators, tablets and pages that may follow live at one time"),
    Setting("wires_per_address", 200, "of those, how many from one address, officials and tablets apart"),
    Setting("connections", 4_000, "connections that may be open at one time", least=100),
    Setting(
        "connections_per_address", 400, "of those, how many from one address, officials and tablets apart", least=8
    ),
    Setting(
        "proxy",
        "",
        "the address of a proxy through which everybody comes, and which is believed whose they are; empty for none",
    ),
    Setting(
        "wire_lines",
        2_000,
        "journal lines that a wire which was away is sent at the most; beyond that the page loads anew",
    ),
    Setting("link_minutes", 30, "minutes for which the first sign-in link is good"),
    Setting("invitation_hours", 72, "hours for which the link of an invitation is good"),
    Setting("session_hours", 24, "hours after which an official signs in again", least=1),
    Setting("idle_hours", 12, "hours without a request after which a session is over", least=1),
    Setting("pin_tries", 5, "wrong passwords or letters before whoever tries has to wait"),
    Setting("pin_wait", 60, "seconds that it then waits"),
    Setting("backup_minutes", 5, "minutes between copies of every journal into the folder backups; 0 for none"),
    Setting("backups", 24, "copies of a journal that are kept"),
    Setting(
        "second_medium",
        "",
        "a folder on another disk or a stick in which witnesses and copies are kept once more; empty for none",
    ),
    Setting(
        "pairing_engine",
        "",
        "a program that pairs from a TRF, such as bbpPairings --dutch, for arbiter pair --engine; empty for none",
    ),
    Setting(
        "log_level",
        "info",
        "from what weight on something is written into the log of the instance: debug, info, warning or error",
        one_of=("debug", "info", "warning", "error"),
    ),
    Setting("hub_here", "no", "yes: the office may name a hub on this machine itself", one_of=("no", "yes")),
    Setting("thinkers", 0, "processes in which the house thinks; 0: one less than there are cores"),
    Setting("engines", "", "engines of others by name, as dame=dame hub; scan=/opt/scan/scan hub; empty for none"),
    Setting("timezone", "", "the hall's time zone, as Europe/Amsterdam; empty for this machine's"),
)


OPTIONS = ("host", "port", "url", "store", "role", "node")
"""Those with an option of their own."""


def settings(environment: Mapping[str, str] | None = None, **where: Any) -> dict[str, Any]:
    """Every setting by its name, as `held` finds it."""
    return {name: held.value for name, held in holding(environment, **where).items()}


def holding(
    environment: Mapping[str, str] | None = None,
    *,
    instance: Path | None = None,
    given: Mapping[str, str] | None = None,
) -> dict[str, Held]:
    """Every setting with its source.

    *given*: on the command line. Refused when a setting is there that there is none of, or is set to what it cannot be.
    """
    found = {setting.name: Held(setting.default, DEFAULT) for setting in SETTINGS}
    rows = {setting.name: setting for setting in SETTINGS}
    for name, value, field, source in (*_in_file(instance), *_in(environment), *_typed(given or {})):
        if name not in rows:
            raise Refused("unknown_key", field=source, key=name[:40], known=tuple(rows))
        found[name] = Held(rows[name].read(value, field), source)
    try:
        ZoneInfo(str(found["timezone"].value) or "UTC")
    except (LookupError, ValueError, OSError) as cause:
        field = found["timezone"].source
        raise Refused("field_unreadable", field=field, wanted="a zone such as Europe/Amsterdam") from cause
    return found


def _in_file(instance: Path | None) -> Iterator[tuple[str, object, str, str]]:
    file = None if instance is None else instance / FILE
    if file is None or not file.is_file():
        return
    try:
        told = tomllib.loads(file.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as cause:
        raise Refused("field_unreadable", field=str(file), wanted=f"TOML ({cause})") from cause
    for name, value in told.items():
        yield name, value, f"{FILE}: {name}", str(file)


def _in(environment: Mapping[str, str] | None) -> Iterator[tuple[str, object, str, str]]:
    variables = os.environ if environment is None else environment
    for setting in SETTINGS:
        if (variable := f"ARBITER_{setting.name.upper()}") in variables:
            yield setting.name, variables[variable], variable, variable


def _typed(given: Mapping[str, str]) -> Iterator[tuple[str, object, str, str]]:
    for name, value in given.items():
        option = f"--{name}" if name in OPTIONS else f"--set {name}"
        yield name, value, option, option


def instance_folder(given: str = "", environment: Mapping[str, str] | None = None) -> Path:
    """Where the instance lies: see `found_instance`."""
    return found_instance(given, environment)[0]


def found_instance(given: str = "", environment: Mapping[str, str] | None = None) -> tuple[Path, str]:
    """Where the instance lies, and who says so: as *given*, else as ARBITER_INSTANCE says.

    Else `./instance`, if it holds a register or lies in a checkout of Arbiter; else in the folder that the system has
    for the user's data.
    """
    here = Path("instance")
    if given:
        return Path(given), "--instance"
    if named := (os.environ if environment is None else environment).get("ARBITER_INSTANCE", ""):
        return Path(named), "ARBITER_INSTANCE"
    if (here / "register.sqlite").is_file():
        return here, "./instance, which holds a register"
    if all(map(os.path.isfile, ("pyproject.toml", "arbiter/__init__.py"))):
        return here, "./instance of a checkout"
    from platformdirs import user_data_path  # not needed where the folder was named

    return user_data_path("arbiter", appauthor=False), "the user's data folder"
