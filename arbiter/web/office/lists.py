"""Lists in the office: players out of a file, and ratings out of a rating list; looked at, then recorded."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext

from arbiter.exchange.lists.columns import NAMES
from arbiter.exchange.ratings.brought import Rated, read_ratings
from arbiter.hall.imports import Look, brought, columns_chosen, heading_chosen, look, remember
from arbiter.hall.view import hall, see, sentence
from arbiter.pairing.system import SettingValue
from arbiter.pairing.systems import SYSTEMS
from arbiter.refused import Refused
from arbiter.rulings.terms import ChangeTerms
from arbiter.tournament.terms import GENERAL
from arbiter.web import doors
from arbiter.web.public.ratings import ratings_shape
from arbiter.web.reading import typed

lists = Blueprint("lists", __name__)


@lists.get("/office/<t>/entries/import")
@doors.officials_only
def show_form(t: str) -> ResponseReturnValue:
    """The form that takes a list."""
    return _page(t)


@lists.post("/office/<t>/entries/import", endpoint="show")
@doors.officials_only
def look_at_it(t: str) -> ResponseReturnValue:
    """What the list says, before anybody is entered."""
    try:
        seen = _look(t)
    except Refused as refused:
        return _page(t, refused=sentence(refused)), 422
    return _page(t, seen)


@lists.post("/office/<t>/entries/import/enter")
@doors.officials_only
def enter(t: str) -> ResponseReturnValue:
    """Enters everybody whom the page has shown."""
    seen = None
    try:
        seen = _look(t)
        if seen.refused and "partial" not in request.form:
            raise Refused("lines_refused", lines=len(seen.refused))
        doors.desks().desk(t).enter_all(seen.people, doors.reader().by)
    except Refused as refused:
        return _page(t, seen, refused=sentence(refused)), 422
    remember(seen)
    count = len(seen.people)
    flash(ngettext("%(num)s player is entered.", "%(num)s players are entered.", count), "done")
    return see(url_for("office.field.show", t=t))


def _look(t: str) -> Look:
    return look(t, brought(request.form), columns_chosen(request.form), headed=heading_chosen(request.form))


def _page(t: str, seen: Look | None = None, refused: str | None = None) -> str:
    shown = hall(t)
    state = shown["state"]
    closed = bool(state.rounds) and SYSTEMS[state.system].fixed_field
    return render_template(
        "office/import.html", **shown, look=seen, refused=refused, closed=closed, fields=NAMES, sentence=sentence
    )


@lists.get("/office/<t>/ratings")
@doors.officials_only
def ratings_form(t: str) -> ResponseReturnValue:
    """The form that takes a rating list."""
    return _ratings(t)


@lists.post("/office/<t>/ratings", endpoint="ratings")
@doors.officials_only
def look_at_ratings(t: str) -> ResponseReturnValue:
    """Whom the list knows, and which rating each would get."""
    try:
        seen, rated = _rated(t)
    except Refused as refused:
        return _ratings(t, refused=sentence(refused)), 422
    return _ratings(t, seen, rated)


@lists.post("/office/<t>/ratings/take")
@doors.officials_only
def take_ratings(t: str) -> ResponseReturnValue:
    """The ratings of the list become the entries'; names and clubs stay as they were entered."""
    try:
        seen, rated = _rated(t)
    except Refused as refused:
        return _ratings(t, refused=sentence(refused)), 422
    people = doors.people(t)
    changed = {line.entry: replace(people[line.entry], rating=line.rating) for line in rated if line.changes}
    doors.desks().register.enter(t, changed)
    remember(seen)
    flash(ngettext("%(num)s rating is taken over.", "%(num)s ratings are taken over.", len(changed)), "done")
    return see(url_for("office.field.show", t=t))


@lists.post("/office/<t>/ratings/system")
@doors.officials_only
def choose_system(t: str) -> ResponseReturnValue:
    """By which formula the games make new ratings, and how many games the old ones rest on."""
    form = request.form
    settings: dict[str, SettingValue] = {"ratings": form.get("ratings", "")}
    try:
        games = typed.number(form, "rated_games")
        if games is not None:
            settings["rated_games"] = games
        wish = ChangeTerms(by=doors.reader().by, reason=form.get("reason", ""), settings=settings)
        doors.desks().desk(t).submit(wish)
    except Refused as refused:
        return _ratings(t, refused=sentence(refused)), 422
    flash(_("The terms are changed."), "done")
    return see(url_for("office.lists.ratings", t=t) + "#new")


def _rated(t: str) -> tuple[Look, tuple[Rated, ...]]:
    seen = _look(t)
    if seen.listing is None:
        raise Refused("no_rating_column")
    return seen, read_ratings(seen.listing, seen.columns, doors.people(t))


def _ratings(t: str, seen: Look | None = None, rated: tuple[Rated, ...] = (), refused: str | None = None) -> str:
    shown = hall(t)
    found = {line.entry for line in rated if line.rating is not None}
    missing = [entry for entry in shown["state"].entries if entry not in found]
    fields = {key: NAMES[key] for key in ("name", "given", "infix", "family", "rating")}
    return render_template(
        "office/ratings.html",
        **shown,
        look=seen,
        rated=rated,
        missing=missing,
        systems=GENERAL["ratings"].choices,
        table=ratings_shape(shown["state"], shown["people"], doors.language()),
        refused=refused,
        fields=fields,
        note=_("A rating list has a name and a rating in each line."),
    )
