"""The check-in list: all players by family name, each with a box to tick and room for a remark."""

from __future__ import annotations

from typing import BinaryIO

from reportlab.lib.units import mm

from arbiter.prizes.fees import due_of
from arbiter.sheets.listing import Column, flow, table, titled
from arbiter.sheets.page_layout import paper_of
from arbiter.sheets.print_data import Given


def draw(given: Given, to: BinaryIO) -> None:
    """The check-in list: all players by family name, each with a box to tick.

    The box of a player already checked in has a cross. Players who have withdrawn are left out.
    """
    state = given.state
    there = [entry for entry in given.by_name(state.entries) if entry not in state.withdrawn]
    columns = (
        Column(given.text("Present"), 14 * mm, align="centre", bold=True),
        Column(given.text("Name"), grows=2, whole=True),
        Column(given.text("No."), 12 * mm, align="right"),
        Column(given.text("Rating"), 16 * mm, align="right"),
        Column(given.text("Club"), grows=1),
        Column(given.text("Remark"), grows=1),
    )
    due = due_of(given)
    rows = []
    for entry in there:
        person = given.person(entry)
        box = "[x]" if entry in state.here else "[  ]"
        owes = given.text("owes {amount}", amount=due[entry]) if entry in due else ""
        rows.append([box, given.listed(entry), str(entry), str(person.rating or ""), person.club or "", owes])
    title = given.text("Check-in")
    come = sum(entry in state.here for entry in there)
    told = given.text("{come} of {all} are present.", come=come, all=len(there))
    below = told if state.here or not state.rounds else ""
    body = [table(columns, rows, 11, paper_of(given).across)] if rows else []
    flow(given, title, titled(given, title, below), body, to)
