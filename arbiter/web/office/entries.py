"""Office pages of the entries: enter, search, correct, withdraw and check in players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flask import Blueprint, flash, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext

from arbiter.hall.entering import correct, typed
from arbiter.hall.lists import minor
from arbiter.journal.people import SHOWN as WAYS
from arbiter.journal.people import Person, alphabetical, offered
from arbiter.journal.same_person import name_key
from arbiter.pairing.all_systems import SYSTEMS
from arbiter.prizes.awards import marks_of
from arbiter.prizes.fees import due_of
from arbiter.refused import Refused
from arbiter.rulings.bounds.rights import DIRECT, RULE
from arbiter.rulings.entries import CheckIn, DeleteEntry, WithdrawPlayer
from arbiter.rulings.rounds.arrangements import SetBye
from arbiter.rulings.rounds.awarding import members_of
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament
from arbiter.values import replace
from arbiter.view import View
from arbiter.web import access, page
from arbiter.web.office.computer_players import LEVELS
from arbiter.web.public.pagination import ROWS_A_PAGE, asked_part
from arbiter.web.request_parsing import Body, choice, faults, form, read, takes

field = Blueprint("field", __name__)

FIELDS = ("family", "given", "rating", "club", "federation", "number", "title", "born", "sex", "shown")
"""The names of the form fields of a person."""
SHOWN: Mapping[str, Callable[[View, int], bool]] = {
    "all": lambda *_: True,
    "playing": lambda view, entry: entry not in view.state.withdrawn,
    "withdrawn": lambda view, entry: entry in view.state.withdrawn,
    "here": lambda view, entry: entry in view.state.here,
    "missing": lambda view, entry: entry not in view.state.here and entry not in view.state.withdrawn,
}
"""The filters of the list by name: functions that tell whether an entry is shown."""
ORDERS: Mapping[str, Callable[[View, int], Any]] = {
    "latest": lambda _, entry: -entry,
    "number": lambda _, entry: entry,
    "name": lambda view, entry: alphabetical(view.listed(entry)),
    "rating": lambda view, entry: -(view.person(entry).rating or 0),
    "club": lambda view, entry: alphabetical(view.person(entry).club or "\uffff"),
}
"""The sort orders of the list by name: functions that return the sort key of an entry."""


@field.get("/office/<t>/entries")
@access.officials_only
def show(t: str) -> ResponseReturnValue:
    """Show the form that enters a player, and the entries that match the search."""
    return _page(t, {})


def _page(t: str, form: Body, refused: Sequence[str] = (), again: str = "", minors: bool = False) -> str:
    view = page.view(t)
    state = view.state
    closed = bool(state.rounds) and SYSTEMS[state.system].fixed_field
    found = looked_for(view, request.args, "number" if closed else "latest")
    return page.render(
        "office/entries.html",
        view,
        form=form,
        refused=refused,
        again=again,
        minors=minors,
        closed=closed,
        outside=outside(state),
        found=found,
        part=asked_part(found, ROWS_A_PAGE),
        asked=request.args,
        shown=tuple(SHOWN),
        orders=tuple(ORDERS),
        whole=[entry for entry in state.entries if entry not in state.house and not view.person(entry).family],
        listed=view.listed,
        marks=marks_of(view),
        due=due_of(view),
    )


def outside(state: Tournament) -> list[int]:
    """Return the entries that have neither an opponent nor a bye in the unfinished last round.

    They were entered after the round was paired. The list is empty if the last round is finished, or if the system
    pairs players as they become free.
    """
    last = state.rounds[-1] if state.rounds else None
    if last is None or state.rolling or all(game.result is not None for game in last.games):
        return []
    placed = {entry for pair in last.pairs for entry in pair} | set(last.byes)
    return [entry for entry in state.entries if entry not in placed and entry not in state.withdrawn]


def looked_for(view: View, asked: Body, order: str) -> list[int]:
    """Return the entries that match the page's search and filter, in the sort order that was asked for or *order*.

    Each word of the search must occur in the entry's name, club, federation or number.
    """
    words = alphabetical(str(asked.get("q", ""))).split()
    shows = SHOWN.get(str(asked.get("show", "")), SHOWN["all"])
    category = str(asked.get("category", ""))
    inside = members_of(view.state, view.known).get(category, frozenset(view.state.entries))
    key = ORDERS.get(str(asked.get("sort", "")), ORDERS[order])

    def said(entry: int) -> str:
        who = view.person(entry)
        return alphabetical(" ".join(filter(None, (str(entry), who.name, who.club, who.federation, who.number))))

    shown = [entry for entry in view.state.entries if entry in inside and shows(view, entry)]
    found = [entry for entry in shown if not words or all(word in said(entry) for word in words)]
    return sorted(found, key=lambda entry: (key(view, entry), entry))


@field.post("/office/<t>/entries")
@access.officials_only
@takes(Person, also=("again", "minors"))
def enter(t: str) -> ResponseReturnValue:
    """Enter a player, and show the form for the next one.

    If a similar name is entered already, ask for confirmation.
    """
    desk, given = access.desk(t), form()
    wrong = faults(Person, given, {})
    if wrong:
        return _page(t, given, tuple(map(page.sentence, wrong))), 422
    try:
        person = typed(read(Person, given))
        roll = desk.roll
        alike = () if roll.same(person) else roll.alike(_whole(person))
        if alike and given.get("again") != name_key(_whole(person).name):
            name = _whole(person).name
            other = desk.people[alike[0]]
            facts = [str(fact) for fact in (other.rating, other.club, other.federation, other.born) if fact]
            looks = Refused("looks_like", name=name, entry=alike[0], other=", ".join(facts) or "-")
            return _page(t, given, (page.sentence(looks),), name_key(name)), 422
        ready = _minor_shown(t, person, str(given.get("minors", "")))
        if ready is None:
            return _page(t, given, (page.sentence(Refused("minors_unsaid")),), str(given.get("again", "")), True), 422
        entered = desk.enter(ready, by=access.reader().by).state.entries[-1]
    except Refused as refused:
        return _page(t, given, (page.sentence(refused),)), 422
    flash(_("%(entry)s. %(name)s has been entered.", entry=entered, name=desk.people[entered].name), "done")
    return page.see(url_for("office.field.show", t=t))


def _minor_shown(t: str, person: Person, said: str) -> Person | None:
    """Return the person as they are to be entered: for a minor, with the way in which the name is shown in public.

    *said*: the way that the director chose; empty if none. It is stored for all minors of the tournament. Return None
    if the person may be a minor and no way has been chosen, so that the director must be asked.
    """
    view, register = page.view(t), access.desks().register
    if person.shown in WAYS[1:] or not minor(replace(person, shown=None), view.local(view.at).date()):
        return person
    if said in WAYS:
        register.set_setting(f"minors {t}", said)
    kept = register.setting(f"minors {t}")
    return replace(person, shown=kept) if kept is not None else None


def _whole(person: Person) -> Person:
    """Return the person with the full name in one field and no separate family name, for comparison with others."""
    return Person(
        " ".join(filter(None, (person.given, person.family))) or person.name,
        born=person.born,
        federation=person.federation,
        number=person.number,
    )


@field.get("/office/<t>/entries/<int:entry>")
@access.only(DIRECT)
def one(t: str, entry: int) -> ResponseReturnValue:
    """Show one entry with forms to correct or withdraw it. An entry that was never paired can also be deleted."""
    return _one(t, entry, None)


def _one(t: str, entry: int, form: Body | None, *refused: str, first: Game | None = None) -> str:
    """Return the page of one entry.

    *form*: the fields as typed; if it is None, the stored data are shown. *first*: a running game that must be decided
    before the entry can withdraw.
    """
    view = page.view(t)
    if entry not in view.state.entries:
        raise Refused("no_entry", entry=entry)
    person = view.person(entry)
    stands = {name: getattr(person, name) for name in ("name", *FIELDS)}
    paired = any(entry in round.byes or any(entry in pair for pair in round.pairs) for round in view.state.rounds)
    return page.render(
        "office/entry.html",
        view,
        entry=entry,
        person=person,
        form=stands if form is None else form,
        refused=refused,
        paired=paired,
        first=first,
        suggestion=None if person.family else offered(person.name),
        levels=LEVELS,
        engines=access.service.computer.engines.all(),
    )


@field.post("/office/<t>/entries/<int:entry>")
@access.officials_only
@takes(Person)
def correct_it(t: str, entry: int) -> ResponseReturnValue:
    """Correct a player's name, club or other data in the register. The journal has only the entry number."""
    given = form()
    wrong = faults(Person, given, {})
    if wrong:
        return _one(t, entry, given, *map(page.sentence, wrong)), 422
    try:
        person = typed(read(Person, given))
        told = {name for name in ("name", *FIELDS) if name in given} | ({"given"} if person.given else set())
        correct(access.desk(t), entry, person, frozenset(told))
    except Refused as refused:
        return _one(t, entry, given, page.sentence(refused)), 422
    flash(_("Entry %(entry)s has been corrected.", entry=entry), "done")
    return page.see(url_for("office.field.show", t=t))


@field.post("/office/<t>/entries/<int:entry>/withdrawal")
@access.officials_only
@takes(WithdrawPlayer)
def withdraw(t: str, entry: int) -> ResponseReturnValue:
    desk = access.desk(t)
    try:
        desk.submit(read(WithdrawPlayer, form(), entry=entry, by=access.reader().by))
    except Refused as refused:
        first = next((g for g in desk.state.games() if entry in tuple(g.entries) and g.result is None), None)
        return _one(t, entry, None, page.sentence(refused), first=first), 422
    flash(_("%(name)s has withdrawn.", name=page.view(t).name(entry)), "done")
    return page.see(url_for("office.field.show", t=t))


@field.post("/office/<t>/entries/<int:entry>/deletion")
@access.officials_only
@takes()
def delete(t: str, entry: int) -> ResponseReturnValue:
    """Delete an entry that was never paired, with all its personal data."""
    desk = access.desk(t)
    try:
        desk.submit(DeleteEntry(entry=entry, by=access.reader().by))
    except Refused as refused:
        return _one(t, entry, None, page.sentence(refused)), 422
    desk.register.erase(t, entry)
    flash(_("Entry %(entry)s has been deleted.", entry=entry), "done")
    return page.see(url_for("office.field.show", t=t))


@field.post("/office/<t>/entries/<int:entry>/erasure")
@access.officials_only
@takes()
def erase(t: str, entry: int) -> ResponseReturnValue:
    """Erase the personal data of an entry for good. Its games stay, with the entry number."""
    desk = access.desk(t)
    if entry not in desk.state.entries:
        raise Refused("no_entry", entry=entry)
    desk.register.erase(t, entry)
    flash(_("The name of entry %(entry)s has been erased.", entry=entry), "done")
    return page.see(url_for("office.field.show", t=t))


@field.get("/office/<t>/entries/names")
@access.only(DIRECT)
def names(t: str) -> ResponseReturnValue:
    """Show the names that have no separate family and given name yet, each with a suggested split."""
    view = page.view(t)
    parts = {entry: offered(view.person(entry).name) for entry in view.state.entries}
    whole = [
        (e, *part) for e, part in parts.items() if part and e not in view.state.house and not view.person(e).family
    ]
    return page.render("office/split_names.html", view, part=asked_part(whole, ROWS_A_PAGE))


@field.post("/office/<t>/entries/names")
@access.officials_only
@takes(also=("all",), made=("take-", "family-", "given-"))
def part_names(t: str) -> ResponseReturnValue:
    """Store the family name and the given name that were typed for each ticked entry."""
    given, desk, taken = form(), access.desk(t), 0
    for entry in desk.state.entries:
        if f"take-{entry}" in given or "all" in given:
            family, first = (str(given.get(f"{name}-{entry}") or "").strip() for name in ("family", "given"))
            if family:
                correct(desk, entry, Person(family=family, given=first or None), ("family", "given"))
                taken += 1
    flash(ngettext("%(num)s name has been split.", "%(num)s names have been split.", taken), "done")
    return page.see(url_for("office.field.show", t=t))


@field.get("/office/<t>/check-in")
@access.officials_only
def check_in(t: str) -> ResponseReturnValue:
    """Show the players by family name, so that the director can tick off those who have come."""
    view = page.view(t)
    playing = [entry for entry in view.by_name(view.state.entries) if entry not in view.state.withdrawn]
    words = alphabetical(request.args.get("q", "")).split()
    found = [e for e in playing if all(word in alphabetical(view.name(e)) for word in words)]
    missing = [entry for entry in playing if entry not in view.state.here]
    return page.render(
        "office/check_in.html",
        view,
        playing=playing,
        part=asked_part(found, ROWS_A_PAGE),
        missing=missing,
        asked=request.args,
        listed=view.listed,
        due=due_of(view) if access.may(RULE, t) else {},
        upcoming=view.state.to_publish,
        by_the_free=view.state.rolling,
    )


def _found(t: str, asked: str) -> ResponseReturnValue:
    """Check in the only absent player whose name fits the typed text *asked*.

    If several fit, or none, show the list.
    """
    view, words = page.view(t), alphabetical(asked).split()
    missing = [one for one in view.state.entries if one not in view.state.here | view.state.withdrawn]
    fits = [one for one in missing if words and all(word in alphabetical(view.name(one)) for word in words)]
    if words and not fits:
        flash(_("No absent player fits “%(typed)s”.", typed=asked.strip()), "refused")
    whole = [one for one in fits if sorted(alphabetical(view.name(one)).split()) == sorted(words)]
    fits = whole if len(whole) == 1 else fits
    if len(fits) > 1:
        flash(_("%(num)s names fit: type more of the name, or press “Present”.", num=len(fits)), "refused")
    if len(fits) != 1:
        return page.see(url_for("office.field.check_in", t=t, q=asked or None))
    access.desk(t).submit(CheckIn(entries=tuple(fits), here=True, by=access.reader().by))
    flash(_("%(name)s is present.", name=view.name(fits[0])), "done")
    return page.see(url_for("office.field.check_in", t=t))


@field.post("/office/<t>/check-in")
@access.only(RULE)
@takes(CheckIn, also=("what", "q"))
def take_check_in(t: str) -> ResponseReturnValue:
    """Record that a player has come or has not, or give all absent players a zero-point bye in the next round.

    `what` is the action. "come" and "gone": for one player. "find": for the player whose name was typed. "leave_out":
    give the byes. "without": end the check-in, if nobody is present.
    """
    desk, given, by = access.desk(t), form(), access.reader().by
    if choice(given, "what", ("come", "gone", "find", "leave_out", "without")) == "find":
        return _found(t, str(given.get("q", "")))
    if given["what"] == "without":
        desk.submit(CheckIn(entries=(), here=False, by=by))
        return page.see(url_for("office.field.check_in", t=t))
    if given["what"] != "leave_out":
        desk.submit(read(CheckIn, {**given, "here": given["what"] == "come"}, by=by))
        return page.see(url_for("office.field.check_in", t=t, q=given.get("q") or None))
    if not access.may(DIRECT, t):
        raise Refused("not_yours")
    upcoming = desk.state.to_publish
    if desk.state.rolling:  # absent players are not paired until they are checked in, and need no bye
        return page.see(url_for("office.field.check_in", t=t))
    out = desk.state.not_come(upcoming)
    for entry in out:
        desk.submit(SetBye(entry=entry, round=upcoming, kind="zero", by=by, reason=_("not checked in")))
    flash(
        ngettext(
            "%(num)s player does not play in round %(round)s.",
            "%(num)s players do not play in round %(round)s.",
            len(out),
            round=upcoming,
        ),
        "done",
    )
    return page.see(url_for("office.field.check_in", t=t))
