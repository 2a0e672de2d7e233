"""The page before a result of an earlier round is corrected. It shows the consequences and asks for confirmation."""

from __future__ import annotations

from arbiter.prizes.money import money
from arbiter.rulings.request import outcome_told
from arbiter.rulings.rounds.consequences import consequences
from arbiter.web import access, page
from arbiter.web.api.board.evidence import Otherwise
from arbiter.web.reading.body import form, read


def corrects_the_past(t: str, n: int, b: int) -> bool:
    """Return whether the consequences of a new result are shown before it is recorded.

    This is so if the game has a result, and a later round has been paired or there are prizes.
    """
    state = access.desk(t).state
    return state.game(n, b).result is not None and (len(state.rounds) > n or bool(state.fund.prizes))


def shown_first(t: str, n: int, b: int) -> str:
    """Return the page that shows the consequences and asks for confirmation."""
    view = page.view(t)
    state = view.state
    result = read(Otherwise, form()).result
    outcome, written = outcome_told(state, result)
    found = consequences(state, n, b, outcome, view.known, written=written)
    return page.render(
        "office/consequences.html",
        view,
        game=state.game(n, b),
        found=found,
        points=state.points.text,
        result=result,
        written=written,
        money=lambda amount: money(amount, state.fund.currency, view.language),
    )
