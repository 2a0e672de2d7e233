"""The field: who takes part. Entering by keyboard, withdrawing, and correcting a name."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, flash, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from arbiter.journal.people import Person
from arbiter.pairing.systems import SYSTEMS
from arbiter.refused import Refused
from arbiter.rulings.entries import WithdrawPlayer
from arbiter.shapes.agenda import next_step
from arbiter.web import doors, page
from arbiter.web.reading.body import Body, form, read

field = Blueprint("field", __name__)


@field.get("/office/<t>/entries")
@doors.officials_only
def show(t: str) -> ResponseReturnValue:
    """The form for the next player, and everybody entered so far."""
    return _page(t, {})


def _page(t: str, form: Body, refused: str | None = None) -> str:
    view = page.view(t)
    state = view.state
    closed = bool(state.rounds) and SYSTEMS[state.system].fixed_field
    return page.render("office/entries.html", view, form=form, refused=refused, closed=closed, step=next_step(state))


@field.post("/office/<t>/entries")
@doors.officials_only
def enter(t: str) -> ResponseReturnValue:
    """Enters a player, and comes back for the next one."""
    desk = doors.desk(t)
    try:
        person = read(Person, form())
        desk.enter(person, by=doors.reader().by)
    except Refused as refused:
        return _page(t, request.form, page.sentence(refused)), 422
    flash(
        _("%(entry)s. %(name)s is entered.", entry=len(desk.state.entries), name=" ".join(person.name.split())), "done"
    )
    return page.see(url_for("office.field.show", t=t))


@field.post("/office/<t>/entries/<int:entry>")
@doors.officials_only
def correct(t: str, entry: int) -> ResponseReturnValue:
    """Corrects what the register has of a player; the journal knows the number only."""
    desk = doors.desk(t)
    if entry not in desk.state.entries:
        raise Refused("no_entry", entry=entry)
    person = read(Person, form())
    same = desk.register.find(t, person.name)
    if same not in (None, entry):
        raise Refused("entered_twice", entry=same or 0)
    old = desk.register.person(t, entry) or person
    desk.register.enter(t, {entry: replace(person, born=old.born, sex=old.sex)})
    flash(_("Entry %(entry)s is corrected.", entry=entry), "done")
    return page.see(url_for("office.field.show", t=t))


@field.post("/office/<t>/entries/<int:entry>/withdrawal")
@doors.officials_only
def withdraw(t: str, entry: int) -> ResponseReturnValue:
    doors.desk(t).submit(read(WithdrawPlayer, form(), entry=entry, by=doors.reader().by))
    flash(_("Entry %(entry)s has withdrawn.", entry=entry), "done")
    return page.see(url_for("office.field.show", t=t))
