"""Dates of a TRF: days with slashes, made from the ISO dates of this program, and read back."""

from __future__ import annotations

import re
from datetime import date

from arbiter.view import View

DAY = re.compile(r"(\d{4}|\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{1,2})", re.ASCII)


def slashed(iso: str) -> str:
    """Return an ISO date as YYYY/MM/DD. A year alone stays as it is; any other text becomes an empty one."""
    told = iso.replace("-", "/")
    return told if re.fullmatch(r"\d{4}(/\d\d/\d\d)?", told, re.ASCII) else ""


def iso_day(text: str) -> str:
    """Return a date of a file (YYYY/MM/DD, YY/MM/DD or DD/MM/YYYY) as an ISO date; empty if there is no such day."""
    found = DAY.fullmatch(text.strip())
    if found is None:
        return ""
    year, month, day = (found[3], found[2], found[1]) if len(found[3]) == 4 else found.groups()
    try:
        return date(int(year) + (2_000 if len(year) < 4 else 0), int(month), int(day)).isoformat()
    except ValueError:
        return ""


def born_of(text: str) -> str | None:
    """Return a date of birth of a file as an ISO date, or its year alone if it has no day; None without a year."""
    year = re.match(r"(\d{4})(?!\d)", text.strip(), re.ASCII)
    return iso_day(text) or (year[1] if year and year[1] != "0000" else None)


def round_days(view: View) -> tuple[str, ...]:
    """Return the days of the rounds as YYYY/MM/DD: the announced day, otherwise the day on which the round started.

    The list ends before the first round without a day, because the record cannot leave a round out.
    """
    told = {number: slashed(begins[:10]) for number, begins in view.state.details.times}
    for game in view.state.games():
        if game.started is not None:
            told.setdefault(game.round, f"{view.local(game.started):%Y/%m/%d}")
    days: list[str] = []
    while day := told.get(len(days) + 1):
        days.append(day)
    return tuple(days)
