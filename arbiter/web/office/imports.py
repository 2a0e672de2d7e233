"""Office pages of imports: players from a file, and ratings from a rating list. Each import can be previewed."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING, Annotated

from flask import Blueprint, flash, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext

from arbiter.exchange.lists.columns import NAMES
from arbiter.exchange.lists.name_completion import people_of
from arbiter.fields import Sent
from arbiter.hall.lists import LARGEST_LIST_BYTES, Look, look, minor, remember, show_minors, split_names
from arbiter.journal.people import SHOWN, Person
from arbiter.pairing.all_systems import SYSTEMS
from arbiter.pairing.system_interface import SettingValue
from arbiter.refused import Refused
from arbiter.rulings.bounds.rights import DIRECT
from arbiter.rulings.terms import ChangeTerms
from arbiter.shapes.rating_calculation import ratings_shape
from arbiter.tournament.terms import GENERAL
from arbiter.values import dataclass, replace
from arbiter.web import access, page
from arbiter.web.request_parsing import Body, form, number, read, takes, takes_files

if TYPE_CHECKING:
    from arbiter.exchange.ratings.lookup import Rated

lists = Blueprint("lists", __name__)
LIST, COLUMNS = ("kept", "pasted", "columns", "headed", "split", "minors"), ("column-", "line-")
"""The fields of the form that sends a list, and the prefixes of the fields for each column and each corrected line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Games:
    """Request field: the number of rated games on which the players' old ratings are based."""

    rated_games: Annotated[int | None, Sent("the number of games")] = None


@lists.get("/office/<t>/entries/import")
@access.only(DIRECT)
def show_form(t: str) -> ResponseReturnValue:
    return _page(t)


@lists.post("/office/<t>/entries/import", endpoint="show")
@takes_files
@access.officials_only
@takes(also=LIST, made=COLUMNS, files=("file",))
def look_at_it(t: str) -> ResponseReturnValue:
    """Show a preview of the uploaded list, before anybody is entered."""
    try:
        seen = _look(t)
    except Refused as refused:
        return _page(t, refused=page.sentence(refused)), 422
    return (_page(t, seen, page.sentence(seen.fault)), 422) if seen.fault else _page(t, seen)


@lists.post("/office/<t>/entries/import/enter")
@takes_files
@access.officials_only
@takes(also=(*LIST, "partial"), made=COLUMNS, files=("file",))
def enter(t: str) -> ResponseReturnValue:
    seen = None
    try:
        seen = _look(t)
        if seen.fault:
            raise seen.fault
        if seen.refused and "partial" not in request.form:
            raise Refused("lines_refused", lines=len(seen.refused))
        today = _today(t)
        if any(minor(person, today) for person in seen.people):
            raise Refused("minors_unsaid")
        access.desk(t).enter_all(seen.people, access.reader().by)
    except Refused as refused:
        return _page(t, seen, refused=page.sentence(refused)), 422
    remember(access.desk(t), seen)
    if (said := request.form.get("minors")) in SHOWN:
        access.desks().register.set_setting(f"minors {t}", said)
    count = len(seen.people)
    flash(ngettext("%(num)s player has been entered.", "%(num)s players have been entered.", count), "done")
    return page.see(url_for("office.field.show", t=t))


def _look(t: str) -> Look:
    given = request.form
    seen = look(
        access.desk(t),
        brought(given),
        columns_chosen(given),
        headed=heading_chosen(given),
        edited=lines_edited(given),
    )
    seen = split_names(seen) if "split" in given else seen
    said = given.get("minors") or _said(t)
    return show_minors(seen, said, _today(t)) if said in SHOWN else seen


def _today(t: str) -> date:
    view = page.view(t)
    return view.local(view.at).date()


def lines_edited(form: Body) -> dict[int, str]:
    """Return the lines of the list that were corrected on the page, by their line number."""
    numbers = {name: name.removeprefix("line-") for name in form if name.startswith("line-")}
    return {int(text): str(form[name]) for name, text in numbers.items() if text.isascii() and text.isdigit()}


def _page(t: str, seen: Look | None = None, refused: str | None = None) -> str:
    view = page.view(t)
    state = view.state
    closed = bool(state.rounds) and SYSTEMS[state.system].fixed_field
    return page.render(
        "office/import.html",
        view,
        look=seen,
        refused=refused,
        closed=closed,
        fields=NAMES,
        sentence=page.sentence,
        edited=lines_edited(request.form),
        minors=_minors(t, seen.people) if seen and not _said(t) else [],
        whole=[one for one in seen.people if not one.family] if seen else [],
    )


def _said(t: str) -> str | None:
    return access.desks().register.setting(f"minors {t}")


def _minors(t: str, people: Iterable[Person]) -> list[Person]:
    today = _today(t)
    return [person for person in people if minor(replace(person, shown=None), today)]


@lists.get("/office/<t>/ratings")
@access.only(DIRECT)
def ratings_form(t: str) -> ResponseReturnValue:
    return _ratings(t)


@lists.post("/office/<t>/ratings", endpoint="ratings")
@takes_files
@access.officials_only
@takes(also=LIST, made=COLUMNS, files=("file",))
def look_at_ratings(t: str) -> ResponseReturnValue:
    """Show a preview: the entries that were found in the rating list, each with the rating that it would get."""
    try:
        seen, rated = _rated(t)
    except Refused as refused:
        return _ratings(t, refused=page.sentence(refused)), 422
    return _ratings(t, seen, rated)


@lists.post("/office/<t>/ratings/take")
@takes_files
@access.officials_only
@takes(also=LIST, made=COLUMNS, files=("file",))
def take_ratings(t: str) -> ResponseReturnValue:
    """Give entries the ratings from the list. Names and clubs stay as they were entered."""
    try:
        seen, rated = _rated(t)
    except Refused as refused:
        return _ratings(t, refused=page.sentence(refused)), 422
    people = access.desk(t).people
    changed = {line.entry: replace(people[line.entry], rating=line.rating) for line in rated if line.changes}
    access.desks().register.enter(t, changed)
    remember(access.desk(t), seen)
    flash(ngettext("%(num)s rating has been imported.", "%(num)s ratings have been imported.", len(changed)), "done")
    return page.see(url_for("office.field.show", t=t))


@lists.post("/office/<t>/ratings/list")
@takes_files
@access.officials_only
@takes(also=(*LIST, "forget"), made=COLUMNS, files=("file",))
def remember_list(t: str) -> ResponseReturnValue:
    """Store a rating list, so that names are completed from it as they are typed, or delete the stored one."""
    register = access.desks().register
    if "forget" in request.form:
        register.remember_list(())
        flash(_("The rating list has been forgotten."), "done")
        return page.see(url_for("office.lists.ratings", t=t))
    try:
        seen = _look(t)
        if seen.fault or seen.listing is None:
            raise seen.fault or Refused("no_rating_column")
        register.remember_list(people := people_of(seen.listing, seen.columns))
    except Refused as refused:
        return _ratings(t, refused=page.sentence(refused)), 422
    remember(access.desk(t), seen)
    told = ngettext(
        "%(num)s player is remembered: typed names are completed.",
        "%(num)s players are remembered: typed names are completed.",
        len(people),
    )
    flash(told, "done")
    return page.see(url_for("office.field.show", t=t))


@lists.post("/office/<t>/ratings/system")
@access.officials_only
@takes(Games, also=("ratings", "reason"))
def choose_system(t: str) -> ResponseReturnValue:
    """Set the formula for new ratings, and the number of games on which the old ratings are based."""
    settings: dict[str, SettingValue] = {"ratings": request.form.get("ratings", "")}
    try:
        games = read(Games, request.form).rated_games
        if games is not None:
            settings["rated_games"] = games
        asked = read(ChangeTerms, {**form(), "settings": settings}, by=access.reader().by)
        access.desk(t).submit(asked)
    except Refused as refused:
        return _ratings(t, refused=page.sentence(refused)), 422
    flash(_("The settings have been changed."), "done")
    return page.see(url_for("office.lists.ratings", t=t) + "#new")


def _rated(t: str) -> tuple[Look, tuple[Rated, ...]]:
    seen = _look(t)
    if seen.fault or seen.listing is None:
        raise seen.fault or Refused("no_rating_column")
    from arbiter.exchange.ratings.lookup import read_ratings  # few starts of the service read a rating list

    return seen, read_ratings(seen.listing, seen.columns, access.desk(t).people)


def _ratings(t: str, seen: Look | None = None, rated: tuple[Rated, ...] = (), refused: str | None = None) -> str:
    view = page.view(t)
    found = {line.entry for line in rated if line.rating is not None}
    missing = [entry for entry in view.state.entries if entry not in found]
    return page.render(
        "office/ratings.html",
        view,
        look=seen,
        rated=rated,
        missing=missing,
        systems=GENERAL["ratings"].choices,
        table=ratings_shape(view),
        refused=refused,
        fields=NAMES,
        remembered=len(access.desks().register.listed),
        note=_("Each line of a rating list needs a name and a rating."),
    )


def brought(form: Body) -> bytes:
    """Return the list that was sent, in bytes: a file, pasted lines, or the list of which a preview was shown."""
    kept = form.get("kept", "")
    if kept:
        try:
            return base64.b64decode(kept, validate=True)
        except ValueError as cause:
            raise Refused("list_unreadable") from cause
    sent = request.files.get("file")
    data = sent.read(LARGEST_LIST_BYTES + 1) if sent is not None else b""
    if not data:
        data = form.get("pasted", "").encode()
    if not data.strip():
        raise Refused("list_empty")
    return data


def columns_chosen(form: Body) -> dict[int, str] | None:
    """Return the content of each column, as chosen on the page: the field's name by the number of the column, from 0.

    Return None if nothing was chosen yet.
    """
    if "columns" not in form:
        return None
    wide = number(form, "columns") or 0
    return {at: field for at in range(min(wide, 100)) if (field := form.get(f"column-{at}", ""))}


def heading_chosen(form: Body) -> bool | None:
    """Return whether the first line is a heading, as chosen on the page. None if nothing was chosen yet."""
    return form.get("headed") == "yes" if "headed" in form else None
