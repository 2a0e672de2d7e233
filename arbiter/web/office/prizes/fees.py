"""The office page of the entry fees: what is owed, what was paid and how, and the totals of clubs."""

from __future__ import annotations

from flask import Blueprint, flash, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from arbiter.journal.people import alphabetical
from arbiter.prizes.fees import fees_shape
from arbiter.prizes.money import minor_units, money, plain_money
from arbiter.refused import Refused
from arbiter.rulings.bounds.rights import DIRECT, RULE
from arbiter.rulings.prizes import AgreeFee, SetFees, TakeFee
from arbiter.tournament.prizes import HOWS
from arbiter.web import access, page
from arbiter.web.office.prizes.prizes import CLEAR, SEEN, check_emptied, check_seen, stamp
from arbiter.web.public.pagination import FORMS_A_PAGE, asked_part
from arbiter.web.request_parsing import Body, choice, form, key, read, takes

fees = Blueprint("fees", __name__)
CATEGORY = "of-"
"""The prefix of the form fields with the fees of categories. The number of the category follows it, from 1."""


@fees.get("/office/<t>/fees")
@access.officials_only
def show(t: str) -> ResponseReturnValue:
    """Show what every player owes and has paid, with the totals of each club."""
    return _page(t)


def _page(t: str, refused: str = "", typed: Body | None = None, *, emptied: bool = False) -> str:
    view = page.view(t)
    told, currency = fees_shape(view), view.state.fund.currency
    words = alphabetical(request.args.get("q", "")).split()
    only_due = "due" in request.args
    found = [
        one
        for one in told["entries"]
        if (one["due"] > 0 or not only_due)
        and all(word in alphabetical(f"{one['name']} {one['club']} {one['entry']}") for word in words)
    ]
    return page.render(
        "office/fees.html",
        view,
        told=told,
        part=asked_part(sorted(found, key=lambda one: alphabetical(one["name"])), FORMS_A_PAGE),
        asked=request.args,
        hows=HOWS,
        typed=typed or {},
        refused=refused,
        emptied=emptied,
        seen=stamp((view.state.fees.amount, view.state.fees.of_categories)),
        money=lambda amount: money(amount, currency, view.language),
        plain=lambda amount: plain_money(amount, currency),
    )


@fees.post("/office/<t>/fees")
@access.officials_only
@takes(also=("amount", CLEAR, SEEN), made=(CATEGORY,))
def set_fees(t: str) -> ResponseReturnValue:
    """Set the entry fee, and the lower fees of categories. A category with an empty field has no fee of its own."""
    given, state = form(), access.desk(t).state
    try:
        currency = state.fund.currency
        lower = {
            one.name: minor_units(str(text), currency)
            for number, one in enumerate(state.categories, start=1)
            if (text := given.get(f"{CATEGORY}{number}"))
        }
        check_seen(given, (state.fees.amount, state.fees.of_categories))
        stored = (*dict(state.fees.of_categories), *([state.fees.amount] if state.fees.amount else []))
        check_emptied(given, [*lower, *filter(None, [given.get("amount")])], stored)
        asked = {"amount": minor_units(str(given.get("amount", "")), currency), "categories": lower}
        access.desk(t).submit(read(SetFees, asked, by=access.reader().by), key=key(given))
    except Refused as refused:
        return _page(t, page.sentence(refused), given, emptied=refused.code == "table_emptied"), 422
    flash(_("The entry fees have been saved."), "done")
    return page.see(url_for("office.fees.show", t=t))


@fees.post("/office/<t>/fees/<int:entry>")
@access.only(RULE)
@takes(also=("what", "amount", "how", "q"))
def take(t: str, entry: int) -> ResponseReturnValue:
    """Record that a player has paid, has been paid back, or (by the director only) has another fee."""
    given, desk, by = form(), access.desk(t), access.reader().by
    what = choice(given, "what", ("pay", "back", "agree"))
    try:
        amount = minor_units(str(given.get("amount", "")), desk.state.fund.currency)
        if what == "agree":
            if not access.may(DIRECT, t):
                raise Refused("not_yours")
            desk.submit(read(AgreeFee, {"amount": amount}, entry=entry, by=by), key=key(given))
        else:
            asked = {"amount": -amount if what == "back" else amount, "how": given.get("how") or "cash"}
            desk.submit(read(TakeFee, asked, entry=entry, by=by), key=key(given))
    except Refused as refused:
        return _page(t, page.sentence(refused)), 422
    flash(_("%(name)s: recorded.", name=page.view(t).listed(entry)), "done")
    back = page.local(given.get("next"), url_for("office.fees.show", t=t, q=given.get("q") or None))
    return page.see(back)
