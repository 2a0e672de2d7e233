"""The settings: one table of name, default and help. The environment may set any of them as ARBITER_<NAME>."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from arbiter.refused import Refused


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting; its type is that of its default."""

    name: str
    default: int | str
    help: str


SETTINGS = (
    Setting("threads", 32, "requests that are answered at one time"),
    Setting("wires", 2_000, "spectators, tablets and pages that may follow live at one time"),
    Setting("wires_per_address", 200, "of those, how many from one address, officials and tablets apart"),
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
    Setting("timezone", "", "the hall's time zone, as Europe/Amsterdam; empty for this machine's"),
)


def settings(environment: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Every setting by its name; refused when the environment sets a number to something else."""
    given = os.environ if environment is None else environment
    values: dict[str, Any] = {}
    for setting in SETTINGS:
        text = given.get(f"ARBITER_{setting.name.upper()}")
        if text is None or isinstance(setting.default, str):
            values[setting.name] = setting.default if text is None else text
        elif text.isascii() and text.isdigit():
            values[setting.name] = int(text)
        else:
            raise Refused("field_unreadable", field=f"ARBITER_{setting.name.upper()}", wanted="a whole number")
    return values
