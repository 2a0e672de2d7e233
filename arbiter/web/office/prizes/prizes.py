"""The office page of categories and prizes, with the awards as they are now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Sized
from hashlib import sha256
from typing import Any

from flask import Blueprint, flash, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from arbiter.pairing.prizes.sharing import SHARINGS
from arbiter.pairing.standings.tiebreaks import TIEBREAKS
from arbiter.prizes.awards import categories_shape, prizes_shape
from arbiter.prizes.money import check_currency, minor_units, plain_money
from arbiter.refused import Refused
from arbiter.rulings.prizes import SetCategories, SetPrizes
from arbiter.web import access, page
from arbiter.web.request_parsing import Body, form, key, read, takes

prizes = Blueprint("prizes", __name__)
LIMITS = ("name", "mark", "born_from", "born_to", "rating_from", "rating_to", "sex", "club", "title", "first_timers")
"""The columns of a category in the form that name it and limit its members, such as by age or rating."""
LISTS = ("entries", "without", "tiebreaks")
"""The columns of a category in the form whose value is a list.

`entries`: the members added by hand. `without`: the entries left out by hand. `tiebreaks`: the tie-breaks of the
category.
"""
PARTS = ("name", "amount", "place", "category", "entry")
"""The columns of a prize in the form."""
EMPTY_ROWS = 3
CLEAR, SEEN = "clear", "seen"
"""The names of two fields of a table's form.

`CLEAR`: the director wants the table to be emptied. `SEEN`: the stamp of the table that the page showed.
"""
CATEGORY, PRIZE = "c-", "p-"
TypedRow = Mapping[str, Any]


@prizes.get("/office/<t>/prizes")
@access.officials_only
def show(t: str) -> ResponseReturnValue:
    """Show the categories with their members, the prizes, and the awards according to the present standings."""
    return _page(t)


def _page(
    t: str, refused: str = "", typed: Mapping[str, Sequence[TypedRow]] | None = None, sent: Body | None = None
) -> str:
    typed, sent = typed or {}, sent or {}
    view = page.view(t)
    told = prizes_shape(view, official=True)
    stored: dict[str, list[TypedRow]] = {
        CATEGORY: [dict(one) for one in categories_shape(view)["categories"]],
        PRIZE: [
            {**one, "amount": one["amount"] and plain_money(one["amount"], told["currency"])} for one in told["prizes"]
        ],
    }
    blank: list[TypedRow] = [{}] * EMPTY_ROWS
    return page.render(
        "office/prizes.html",
        view,
        told=told,
        categories=[*typed.get(CATEGORY, stored[CATEGORY]), *blank],
        prizes=[*typed.get(PRIZE, stored[PRIZE]), *blank],
        members={one["name"]: one["members"] for one in stored[CATEGORY]},
        sharing=sent.get("sharing", told["sharing"]),
        one_each="one_each" in sent if "sharing" in sent else told["one_each"],
        currency=sent.get("currency", told["currency"]),
        sharings=tuple(SHARINGS),
        tiebreaks=tuple(TIEBREAKS),
        refused=refused,
        stamps={CATEGORY: stamp(view.state.categories), PRIZE: stamp(view.state.fund)},
        emptied=[prefix for prefix, rows in typed.items() if not rows and stored[prefix]],
    )


@prizes.post("/office/<t>/categories")
@access.officials_only
@takes(SetPrizes, made=(CATEGORY, PRIZE))
def set_categories(t: str) -> ResponseReturnValue:
    """Store the categories that are in the form. A row without a name is left out."""
    return _save(t, CATEGORY, PRIZE, _("The categories have been saved."), _("The prizes below are not saved yet."))


@prizes.post("/office/<t>/prizes")
@access.officials_only
@takes(SetPrizes, made=(CATEGORY, PRIZE))
def set_prizes(t: str) -> ResponseReturnValue:
    """Store the prizes that are in the form. A row without a name is left out."""
    return _save(t, PRIZE, CATEGORY, _("The prizes have been saved."), _("The categories above are not saved yet."))


def _save(t: str, prefix: str, other: str, saved: str, unsaved: str) -> ResponseReturnValue:
    """Store one table of the form. If the other table was changed too, show it again as it was typed, and say so.

    *prefix* and *other*: the prefixes of the two tables' fields. *saved* and *unsaved*: the messages.
    """
    given, desk = form(), access.desk(t)
    categories, fund = desk.state.categories, desk.state.fund
    typed = {
        CATEGORY: _rows(given, CATEGORY, (*LIMITS, *LISTS), len(categories)),
        PRIZE: _rows(given, PRIZE, PARTS, len(fund.prizes)),
    }
    both = f"{other}{SEEN}" in given
    if not both:
        del typed[other]
    stored, rows = (categories, categories) if prefix == CATEGORY else (fund, fund.prizes)
    try:
        check_seen(given, stored, prefix)
        check_emptied(given, typed[prefix], rows, prefix)
        desk.submit(_read(prefix, typed, given), key=key(given))
    except Refused as refused:
        return _page(t, page.sentence(refused), typed, given), 422
    try:
        unchanged = not both or not desk.preview(_read(other, typed, given)).events
    except Refused as refused:
        unchanged = refused.code == "nothing_changed"
    if unchanged:
        flash(saved, "done")
        return page.see(url_for("office.prizes.show", t=t))
    flash(f"{saved} {unsaved}", "done")
    return _page(t, "", {other: typed[other]}, given if other == PRIZE else None)


def _read(prefix: str, typed: Mapping[str, Sequence[TypedRow]], given: Body) -> SetCategories | SetPrizes:
    """Parse the table of the form whose fields begin with *prefix* into its request."""
    by, rows = access.reader().by, typed[prefix]
    if prefix == CATEGORY:
        asked = [{name: _list(name, value) for name, value in row.items()} for row in rows]
        return read(SetCategories, {"categories": asked}, by=by)
    currency = str(given.get("currency") or "EUR").upper()
    check_currency(currency)
    prizes = [
        {**_numbers(row, ("place", "entry")), "amount": minor_units(str(row.get("amount", "")), currency)}
        for row in rows
    ]
    return read(SetPrizes, {**given, "prizes": prizes, "one_each": "one_each" in given, "currency": currency}, by=by)


def stamp(stored: object) -> str:
    """Return a short text that changes whenever the stored table changes."""
    return sha256(repr(stored).encode()).hexdigest()[:16]


def check_seen(given: Body, stored: object, prefix: str = "") -> None:
    """Raise Refused if the table has been changed since the page with this form was shown."""
    if given.get(f"{prefix}{SEEN}", stamp(stored)) != stamp(stored):
        raise Refused("table_changed")


def check_emptied(given: Body, rows: Sized, stored: Sized, prefix: str = "") -> None:
    """Raise Refused if the form would delete all stored rows, unless the form says that this is meant.

    *given*: the fields of the form. *rows*: the rows in the form. *stored*: the rows that are recorded now.
    """
    if stored and not rows and f"{prefix}{CLEAR}" not in given:
        raise Refused("table_emptied", count=len(stored))


def _rows(given: Body, prefix: str, names: Sequence[str], stored: int) -> list[dict[str, Any]]:
    """Return the rows of a form's table that have a name, in their order.

    *stored*: how many rows were stored before. A row below these that is filled in but has no name is returned too, so
    that it is refused.
    """
    parts = {name.removeprefix(prefix).partition("-")[0] for name in given}
    numbers = sorted(int(part) for part in parts if part.isascii() and part.isdigit() and len(part) < 4)
    rows = {
        number: {name: value for name in names if (value := given.get(f"{prefix}{number}-{name}")) not in (None, "")}
        for number in numbers
    }
    return [{"name": "", **row} for number, row in rows.items() if row and (number > stored or "name" in row)]


def _list(name: str, value: Any) -> Any:
    """Return the value of column *name* in the form that JSON has: a list, a number, a text, or true."""
    if name in LISTS and isinstance(value, str):
        parts = [part for part in value.replace(",", " ").split() if part]
        return parts if name == "tiebreaks" else [_whole(name, part) for part in parts]
    if name == "first_timers":
        return bool(value)
    return _whole(name, value) if name in ("rating_from", "rating_to") else value


def _numbers(row: TypedRow, names: Sequence[str]) -> dict[str, Any]:
    return {name: _whole(name, value) if name in names else value for name, value in row.items()}


def _whole(name: str, text: Any) -> int:
    if not (str(text).isascii() and str(text).isdigit() and len(str(text)) < 10):
        raise Refused("field_unreadable", field=name, wanted="a whole number")
    return int(text)
