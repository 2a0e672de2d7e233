"""The page that is shown before the result of a finished game is changed.

It shows the consequences and asks for confirmation. A result is changed by a correction, by a decision on an appeal, or
by the signature under a proposal.
"""

from __future__ import annotations

from collections.abc import Callable

from flask import request, url_for
from flask_babel import gettext as _

from arbiter.prizes.money import money
from arbiter.rulings.referee.appeals import appeal_of
from arbiter.rulings.referee.committee import DecideAppeal
from arbiter.rulings.request import outcome_told
from arbiter.rulings.rounds.consequences import after_signing, differences, with_result
from arbiter.rulings.signing import Ruling
from arbiter.shapes.referee.consequences import prizes_moved
from arbiter.tournament.state import Tournament
from arbiter.view import View
from arbiter.web import access, page
from arbiter.web.api.board.evidence import Otherwise
from arbiter.web.request_parsing import form, read

KNOWN = "known"
"""The name of the form field that says that the consequences have been seen."""


def corrects_the_past(t: str, n: int, b: int) -> bool:
    """Return whether the consequences of a new result must be shown before it is recorded.

    They must if the game has a result, and if a later round has been paired or there are prizes.
    """
    state = access.desk(t).state
    return state.game(n, b).result is not None and (len(state.rounds) > n or bool(state.fund.prizes))


def shown_first(t: str, n: int, b: int) -> str:
    """Return the page that shows the consequences of a corrected result, and asks for confirmation."""
    state = access.desk(t).state
    outcome, written = outcome_told(state, read(Otherwise, form()).result)
    return _page(
        t,
        n,
        b,
        with_result(state, n, b, outcome, written),
        _("Effects of this correction"),
        _("Record the correction"),
        url_for("office.boards.show", t=t, n=n, b=b),
    )


def decision_shown_first(t: str, asked: DecideAppeal) -> str | None:
    """Return the page with the consequences of a vote or a decision on an appeal.

    Return None if no recorded result changes.
    """
    state = access.desk(t).state
    appeal = appeal_of(state, asked.appeal)
    n, b = appeal.round, appeal.board
    outcome, written = asked.new_result(state, appeal)
    if outcome is None or not corrects_the_past(t, n, b):
        return None
    after = with_result(state, n, b, outcome, written)
    if after == state:
        return None
    back = url_for("office.referee.appeal", t=t, a=appeal.number)
    button = _("Record your vote") if appeal.panel and not asked.members else _("Record the decision")
    return _page(t, n, b, after, _("Effects of this decision"), button, back)


def signature_shown_first(t: str, number: int) -> str | None:
    """Return the page with the consequences of the signature under a proposal.

    Return None if no recorded result and no prize changes.
    """
    desk = access.desk(t)
    proposal = desk.state.proposal(number)
    n, b = proposal.round, proposal.board
    if proposal.decided is not None or not corrects_the_past(t, n, b):
        return None
    after = after_signing(desk.state, number, access.reader().by, desk.now())
    return _changed(t, n, b, after, _("Sign"), url_for("office.watch", t=t))


def ruling_shown_first(t: str, asked: Ruling) -> str | None:
    """Return the page with the consequences of a ruling at a board. None if no recorded result and no prize changes."""
    n, b = asked.round, asked.board
    if not corrects_the_past(t, n, b):
        return None
    after = access.desk(t).preview(asked).state
    return _changed(t, n, b, after, _("Record the ruling"), url_for("office.boards.show", t=t, n=n, b=b))


def _changed(t: str, n: int, b: int, after: Tournament, button: str, back: str) -> str | None:
    state, known = access.desk(t).state, page.view(t).known
    if after.game(n, b).result == state.game(n, b).result and not differences(state, after, n, known).prizes:
        return None
    return _page(t, n, b, after, _("Effects of this decision"), button, back)


def _page(t: str, n: int, b: int, after: Tournament, heading: str, button: str, back: str) -> str:
    """Return the page that shows what a correction would change, before it is recorded.

    *after*: the tournament as it would be after the correction. The page's form sends the same request again, with the
    note that the consequences have been seen.
    """
    view = page.view(t)
    state = view.state
    found = differences(state, after, n, view.known)
    return page.render(
        "office/consequences.html",
        view,
        game=state.game(n, b),
        other=after.game(n, b).result,
        found=found,
        prizes=prizes_moved(view, found),
        heading=heading,
        button=button,
        back=back,
        fields=[(name, text) for name, text in request.form.items(multi=True) if name not in ("csrf", KNOWN)],
        points=state.points.text,
        money=money_in(view),
    )


def money_in(view: View) -> Callable[[int], str]:
    """Return a function that converts an amount of this tournament's prizes to text with its currency."""
    return lambda amount: money(amount, view.state.fund.currency, view.language)
