"""The settings: one table of name, default and help. The environment may set any of them as ARBITER_<NAME>.

So it may the folder in which everything lies that belongs to one service, the instance.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from arbiter.refused import Refused

MOST = 1_000_000


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting of the service: its default, which also says its type, and the text of its help."""

    name: str
    default: int | str
    help: str
    least: int = 0


SETTINGS = (
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
    Setting("session_hours", 24, "hours after which an official signs in again"),
    Setting("pin_tries", 5, "wrong PINs before a board has to wait"),
    Setting("pin_wait", 60, "seconds that it then waits"),
    Setting("backup_minutes", 5, "minutes between copies of every journal into the folder backups; 0 for none"),
    Setting("backups", 24, "copies of a journal that are kept"),
    Setting(
        "pairing_engine",
        "",
        "a program that pairs from a TRF, such as bbpPairings --dutch, for arbiter pair --engine; empty for none",
    ),
    Setting("timezone", "", "the hall's time zone, as Europe/Amsterdam; empty for this machine's"),
)


def settings(environment: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Every setting by its name; refused when the environment sets one to what it cannot be."""
    given = os.environ if environment is None else environment
    values: dict[str, Any] = {}
    for setting in SETTINGS:
        name = f"ARBITER_{setting.name.upper()}"
        text = given.get(name)
        if text is None or isinstance(setting.default, str):
            values[setting.name] = setting.default if text is None else text
        elif not (text.isascii() and text.isdigit()):
            raise Refused("field_unreadable", field=name, wanted="a whole number")
        elif not setting.least <= int(text) <= MOST:
            raise Refused("number_out_of_range", field=name, number=text[:20], least=setting.least, most=MOST)
        else:
            values[setting.name] = int(text)
    try:
        ZoneInfo(values["timezone"] or "UTC")
    except (LookupError, ValueError, OSError) as cause:
        raise Refused("field_unreadable", field="ARBITER_TIMEZONE", wanted="a zone such as Europe/Amsterdam") from cause
    return values


def instance_folder(given: str = "", environment: Mapping[str, str] | None = None) -> Path:
    """Where the instance lies: as *given*, else as ARBITER_INSTANCE says.

    Else `./instance`, if it holds a register or lies in a checkout of Arbiter; else in the folder that the system has
    for the user's data.
    """
    named = given or (os.environ if environment is None else environment).get("ARBITER_INSTANCE", "")
    here = Path("instance")
    if named:
        return Path(named)
    if (here / "register.sqlite").is_file() or all(map(os.path.isfile, ("pyproject.toml", "arbiter/__init__.py"))):
        return here
    from platformdirs import user_data_path  # not needed where the folder was named

    return user_data_path("arbiter", appauthor=False)
