"""A list that somebody brings, looked at before anything is recorded: its columns, its people, and what is refused.

The columns are guessed the first time; as they were confirmed they are kept in the register under the list's heading,
and taken for the next list with the same one.
"""

from __future__ import annotations

import base64
from collections.abc import Container, Mapping
from dataclasses import dataclass

from flask import request

from arbiter.exchange.lists.columns import (
    Listing,
    checked,
    columns_text,
    guessed,
    parse_columns,
    read_listing,
    signature,
)
from arbiter.exchange.lists.people import Read, read_people
from arbiter.exchange.trf.people import looks_like_trf, trf_people
from arbiter.journal.people import Person, folded
from arbiter.refused import Refused
from arbiter.web import doors
from arbiter.web.reading import typed

LARGEST_LIST = 1_400_000
"""Bytes: what a page can carry from the look to the confirmation."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a list comes to with those columns; a TRF has none."""

    listing: Listing | None
    columns: Mapping[int, str]
    read: tuple[Read, ...]
    kept: str = ""
    """The file itself, for the page to bring back."""

    @property
    def people(self) -> tuple[Person, ...]:
        """Everybody who can be entered, in the order of the list."""
        return tuple(line.person for line in self.read if line.person is not None)

    @property
    def refused(self) -> tuple[Read, ...]:
        """The lines on which there is nobody who can be."""
        return tuple(line for line in self.read if line.refused is not None)

    def sample(self, at: int) -> str:
        """What stands in a column: its first cells."""
        return ", ".join(self.listing.column(at)[:3]) if self.listing else ""


def look(
    t: str,
    data: bytes,
    columns: Mapping[int, str] | None = None,
    *,
    headed: bool | None = None,
    without: Container[int] = (),
) -> Look:
    """The list as it would be entered into that tournament, or would have been before the entries *without*."""
    if len(data) > LARGEST_LIST:
        raise Refused("too_large", most=LARGEST_LIST)
    desk = doors.desks().desk(t)
    people = doors.people(t)
    known = {
        folded(people[entry].name): entry for entry in desk.state.entries if entry in people and entry not in without
    }
    kept = base64.b64encode(data).decode()
    if looks_like_trf(data):
        return Look(None, {}, trf_people(data, known), kept)
    listing = read_listing(data, headed=headed)
    found = dict(columns) if columns is not None else columns_of(listing)
    named = bool({"name", "family"} & set(found.values()))
    return Look(listing, found, read_people(listing, checked(found), known) if named else (), kept)


def columns_of(listing: Listing) -> dict[int, str]:
    """The columns as they were confirmed for such a list before, or else as they are guessed."""
    kept = doors.desks().register.setting(f"columns {signature(listing)}")
    return guessed(listing) if kept is None else parse_columns(kept)


def remember(seen: Look) -> None:
    """Keeps the columns for the next list that is built like this one."""
    if seen.listing and seen.columns:
        doors.desks().register.set_setting(f"columns {signature(seen.listing)}", columns_text(seen.columns))


def brought(form: typed.Form) -> bytes:
    """The list that a page has sent: a file, lines that were pasted, or what it has been looking at."""
    kept = form.get("kept", "")
    if kept:
        try:
            return base64.b64decode(kept, validate=True)
        except ValueError as cause:
            raise Refused("list_unreadable") from cause
    sent = request.files.get("file")
    data = sent.read(LARGEST_LIST + 1) if sent is not None else b""
    if not data:
        data = form.get("pasted", "").encode()
    if not data.strip():
        raise Refused("list_empty")
    return data


def columns_chosen(form: typed.Form) -> dict[int, str] | None:
    """The columns as the page has them, None where it has none yet."""
    if "columns" not in form:
        return None
    wide = typed.number(form, "columns") or 0
    return checked({at: field for at in range(min(wide, 100)) if (field := form.get(f"column-{at}", ""))})


def heading_chosen(form: typed.Form) -> bool | None:
    """Whether the first line is a heading, as the page has it; None where it has not said yet."""
    return form.get("headed") == "yes" if "headed" in form else None
