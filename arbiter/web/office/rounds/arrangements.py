"""Office pages of arrangements (byes, forbidden pairs, fixed boards, groups) and of the tournament's terms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, flash, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from arbiter import words
from arbiter.hall.pairing import by_lot, by_rating, by_restricted_lot, drawn_lot
from arbiter.pairing.standings.tiebreaks import TIEBREAKS
from arbiter.pairing.system_interface import Bounds
from arbiter.refused import Refused
from arbiter.rulings.bounds.rights import DIRECT
from arbiter.rulings.request import Request
from arbiter.rulings.rounds.arrangements import (
    ASKED,
    AllowPairs,
    DrawColour,
    FixBoard,
    ForbidPairs,
    ReturnPlayer,
    SetBye,
    SetGroup,
)
from arbiter.rulings.rounds.consequences import differences
from arbiter.rulings.rounds.pairing_input import rounds_planned
from arbiter.rulings.terms import ChangeTerms, GiveNumbers
from arbiter.sentences import TERMS
from arbiter.sides import Side
from arbiter.tournament.state import Tournament
from arbiter.tournament.terms import GENERAL
from arbiter.web import access, page
from arbiter.web.office.result_correction import money_in
from arbiter.web.request_parsing import Body, choice, form, named, number, read, takes

settle = Blueprint("settle", __name__)
MOST_TIEBREAKS = 8
MOST_TOLD = 12
"""The largest number of players in one message about changed places or prizes."""
ARRANGEMENTS: Mapping[str, type[Request]] = {
    "bye": SetBye,
    "forbid": ForbidPairs,
    "allow": AllowPairs,
    "board": FixBoard,
    "group": SetGroup,
    "return": ReturnPlayer,
}


@settle.get("/office/<t>/arrangements")
@access.officials_only
def show(t: str) -> ResponseReturnValue:
    """Show the arrangements that were made for single players, and the forms for further ones."""
    return _page(t, {})


def _page(t: str, form: Body, refused: str | None = None) -> str:
    view = page.view(t)
    state = view.state
    upcoming = range(1, max(rounds_planned(state), len(state.rounds) + 1) + 1)
    return page.render("office/arrangements.html", view, form=form, refused=refused, asked=ASKED, upcoming=upcoming)


@settle.post("/office/<t>/arrangements")
@access.officials_only
@takes(*ARRANGEMENTS.values(), also=("what", "entry", "ban"))
def arrange(t: str) -> ResponseReturnValue:
    """Record one of the page's forms: a bye, a forbidden pair, a fixed board, a group, or a player's return."""
    given = form()
    what = choice(given, "what", tuple(ARRANGEMENTS))
    asked = read(ARRANGEMENTS[what], given, by=access.reader().by)
    try:
        access.desk(t).submit(asked)
    except Refused as refused:
        return _page(t, given, page.sentence(refused)), 422
    flash(_told(t, asked), "done")
    return page.see(url_for("office.settle.show", t=t))


def _told(t: str, asked: Request) -> str:
    """Return the message that a request was recorded. For a bye it has the player's name and the kind of the bye.

    *asked*: the request.
    """
    if not isinstance(asked, SetBye) or asked.kind == "none":
        return str(_("Recorded."))
    name, kind = access.desk(t).people[asked.entry].name, words.term(f"bye {asked.kind}", access.language())
    return str(_("%(player)s, round %(round)s: %(kind)s.", player=name, round=asked.round, kind=kind))


@settle.get("/office/<t>/terms")
@access.only(DIRECT)
def terms(t: str) -> ResponseReturnValue:
    """Show the terms of the tournament, and the form that changes them."""
    return _terms(t)


def _terms(t: str, typed: Mapping[str, Any] = {}, refused: str | None = None) -> str:  # the default is never changed
    view = page.view(t)
    state = view.state
    return page.render(
        "office/terms.html",
        view,
        typed=typed,
        refused=refused,
        planned=rounds_planned(state),
        offered=tuple(TIEBREAKS),
        places=range(MOST_TIEBREAKS),
        settings={**state.pairing.settings, **GENERAL},
        value=lambda key, row: typed.get(f"setting-{key}", state.settings.get(key, row.default)),
        choice_word=choice_word,
    )


def option_types(rows: Mapping[str, Bounds]) -> dict[str, Any]:
    """Return the type of each setting's value, by its key: text if it has named choices, otherwise a number."""
    return {key: str if row.choices else int for key, row in rows.items()}


def choice_word(key: str, choice: str) -> str:
    """Return the name of the choice *choice* of the setting *key*, in the reader's language.

    Fractions and codes are not translated.
    """
    code = f"{key} {choice or 'default'}"
    return words.term(code, access.language()) if code in TERMS else choice


@settle.post("/office/<t>/terms")
@access.officials_only
@takes(also=("rounds", "reason"), made=("tiebreak-", "setting-"))
def change_terms(t: str) -> ResponseReturnValue:
    """Change the number of rounds, the tie-breaks and the settings, as far as they differ from the present ones."""
    desk, form = access.desk(t), request.form
    state = desk.state
    rows = {**state.pairing.settings, **GENERAL}
    try:
        rounds = number(form, "rounds") or 0
        chosen = (form.get(f"tiebreak-{at}") for at in range(MOST_TIEBREAKS))
        codes = tuple(dict.fromkeys(code for code in chosen if code))
        asked = ChangeTerms(
            by=access.reader().by,
            reason=form.get("reason", ""),
            rounds=None if rounds == state.planned else rounds,
            tiebreaks=None if codes == state.tiebreaks else codes,
            settings={key: row.default for key, row in rows.items()} | named(form, "setting-", option_types(rows)),
        )
        desk.submit(asked)
    except Refused as refused:
        return _terms(t, form, page.sentence(refused)), 422
    flash(_("The settings have been changed."), "done")
    if asked.tiebreaks is not None and state.rounds and not state.pairing.teams:
        _tell_places(t, state)
    return page.see(url_for("office.settle.terms", t=t))


def _listed(lines: list[str]) -> str:
    return "; ".join(lines[:MOST_TOLD]) + (" …" if len(lines) > MOST_TOLD else "")


def _tell_places(t: str, before: Tournament) -> None:
    """Show a message that tells which places and prizes have changed, because other tie-breaks apply."""
    view = page.view(t)
    found, pay = differences(before, view.state, 0, view.known), money_in(view)
    moved = [f"{view.name(one.entry)} {one.rank[0]} → {one.rank[1]}" for one in found.moved]
    other = [one for one in found.prizes if len({*one.amount}) > 1]
    paid = [f"{view.name(one.entry)} {' → '.join(map(pay, one.amount))}" for one in other]
    if moved:
        flash(_("Places that change: %(changes)s.", changes=_listed(moved)), "note")
    if paid:
        flash(_("Prizes that change: %(changes)s.", changes=_listed(paid)), "note")
    if "lots" in view.state.tiebreaks and "lots" not in before.tiebreaks:
        flash(_("The lots were drawn by the computer when the first round was paired, and are used now."), "note")


@settle.post("/office/<t>/groups")
@access.officials_only
@takes(also=("groups",))
def group(t: str) -> ResponseReturnValue:
    """Change the number of groups before round 1 is paired."""
    settings = {"groups": number(request.form, "groups") or 0}
    access.desk(t).submit(ChangeTerms(by=access.reader().by, settings=settings))
    return page.see(page.local(request.form.get("next"), url_for("office.watch", t=t)))


@settle.post("/office/<t>/numbers")
@access.officials_only
@takes(also=("how",))
def give_numbers(t: str) -> ResponseReturnValue:
    """Give the pairing numbers in the chosen way, such as by rating or by lot, or draw the colours by lot.

    Both are possible only before round 1.
    """
    desk, by = access.desk(t), access.reader().by
    how = choice(request.form, "how", ("rating", "lot", "restricted", "entered", "colour"))
    lots = drawn_lot()
    if how == "colour":
        desk.submit(DrawColour(side=(Side.WHITE, Side.BLACK)[lots % 2], by=by))
    else:
        orders = {
            "rating": by_rating(desk.state, access.desk(t).people),
            "lot": by_lot(desk.state, lots),
            "restricted": by_restricted_lot(desk.state, access.desk(t).people, lots),
            "entered": desk.state.entries,
        }
        desk.submit(GiveNumbers(order=orders[how], how=how, by=by))
    flash(
        _("The lots have been drawn.")
        if how in ("lot", "restricted", "colour")
        else _("The pairing numbers have been assigned."),
        "done",
    )
    return page.see(url_for("office.settle.terms", t=t))
