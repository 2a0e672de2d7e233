"""The office page for results from paper slips: the results of a round, typed board by board."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from flask import Blueprint, flash, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import ngettext

from arbiter.desk.desk import Desk
from arbiter.pairing.table.points import NAMED_RESULTS, PointScheme
from arbiter.refused import Refused
from arbiter.rulings.bounds.rights import LOOK, REPORT
from arbiter.rulings.referee.corrections import RuleResult
from arbiter.rulings.request import outcome_told
from arbiter.rulings.rounds.games_on_paper import VerifySlips, agrees
from arbiter.rulings.signing import Ruling
from arbiter.sides import MINUTE, Span
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament
from arbiter.view import View
from arbiter.web import access, page
from arbiter.web.public.pagination import FORMS_A_PAGE, Leaf, asked_part, game_words
from arbiter.web.request_parsing import Body, takes

slips = Blueprint("slips", __name__)

IN_TOUCH_MS: Span = MINUTE
"""If a tablet was silent for longer than this many milliseconds, its board does not count as played on a tablet."""


@slips.get("/office/<t>/rounds/<int:n>/results")
@access.only(REPORT)
def show(t: str, n: int) -> ResponseReturnValue:
    """Show the form for the results, with a row for each board."""
    return _page(t, n, {})


def _page(t: str, n: int, form: Body, held: tuple[int, ...] = ()) -> str:
    view = page.view(t)
    return page.render(
        "office/results.html",
        view,
        round=view.state.round(n),
        part=_part(view, n),
        form=form,
        held=held,
        playing=_playing(access.desk(t), n),
        **_choices(view.state.points),
        again=(),
        second=_reported(view.state, n),
    )


def _part(view: View, n: int, only: tuple[int, ...] | None = None) -> Leaf[Game]:
    """Return the page of boards that was asked for, or else the first page with a game that has no result.

    *only*: the numbers of the boards to list; None for all boards of the reader's sector.
    """
    sector = access.reader().boards if only is None else only
    games = [game for game in view.state.round(n).games if (only is None and not sector) or game.board in sector]
    start = next((at for at, game in enumerate(games) if game.result is None), 0)
    return asked_part(games, FORMS_A_PAGE, partial(game_words, view), start=start)


def _reported(state: Tournament, n: int) -> tuple[int, ...]:
    """Return the boards of a round whose results were reported, by slip or by the players, in the reader's sector."""
    sector = access.reader().boards
    games = (game for game in state.round(n).games if game.result is not None and game.result.because == "reported")
    return tuple(game.board for game in games if not sector or game.board in sector)


@slips.get("/office/<t>/rounds/<int:n>/results/second")
@access.only(REPORT)
def verify(t: str, n: int) -> ResponseReturnValue:
    """Show the form for typing the slips a second time as a check. It does not show the recorded results."""
    return _second(t, n, {})


@slips.post("/office/<t>/rounds/<int:n>/results/second")
@access.only(REPORT)
@takes(made=("result-",))
def compare(t: str, n: int) -> ResponseReturnValue:
    """Compare the results that were typed a second time with the recorded ones, and record which of them agree."""
    desk, state = access.desk(t), access.desk(t).state
    read = {
        board: str(request.form[f"result-{board}"])
        for board in _reported(state, n)
        if f"result-{board}" in request.form
    }
    same = {board: said for board, said in read.items() if said and agrees(state, n, board, said)}
    if same:
        by = access.reader().by
        desk.submit(VerifySlips(round=n, boards=tuple(same), results=tuple(same.values()), by=by))
    return _second(t, n, request.form)


def _second(t: str, n: int, form: Body) -> str:
    view = page.view(t)
    state = view.state
    boards = _reported(state, n)
    told = [(state.game(n, b), str(form[f"result-{b}"])) for b in boards if form.get(f"result-{b}")]
    differs = []
    for game, chosen in told:
        outcome, written = outcome_told(state, chosen)
        if not agrees(state, n, game.board, chosen):
            text = written or state.points.pair_text(outcome.map(state.points.of))
            differs.append((game, {"chosen": chosen, "text": text}))
    return page.render(
        "office/results.html",
        view,
        round=state.round(n),
        part=_part(view, n, boards),
        form={},
        held=(),
        playing={},
        **_choices(state.points),
        again=boards,
        differs=differs if form else None,
        agrees=len(told) - len(differs),
    )


def _choices(points: PointScheme) -> dict[str, Any]:
    """Return variables of the template: the results that can be chosen, as text, and the keys that choose them."""
    neither = points.pair_text(NAMED_RESULTS["neither"].map(points.of))
    return {"named": named_results(points), "neither": neither, "keys": typed(points)}


def named_results(points: PointScheme) -> dict[str, str]:
    """Return the usual results by their names, each as text in the points of the tournament, such as "2-0"."""
    names = ("white", "black") if points.narrow else ("white", "draw", "black")
    return {name: points.pair_text(NAMED_RESULTS[name].map(points.of)) for name in names}


def typed(points: PointScheme) -> dict[str, str]:
    """Return the name of the result that each key on the keyboard enters.

    The keys are +, = and -, and White's points if they have one digit.
    """
    found = {"+": "white", "=": "draw", "-": "black"}
    for name, worth in (("white", points.win), ("draw", points.draw), ("black", points.loss)):
        if len(points.text(worth)) == 1:
            found.setdefault(points.text(worth), name)
    return {key: name for key, name in found.items() if name != "draw" or not points.narrow}


def _playing(desk: Desk, n: int) -> Mapping[int, Game]:
    """Return the games that are played on tablets, by board: those with moves, or with a tablet connected lately."""
    now = desk.now()
    in_touch = {board for (board, _), heard in desk.tablets.items() if now - heard.at < IN_TOUCH_MS}
    return {
        game.board: game
        for game in desk.state.round(n).games
        if game.running and not game.adjourned and not game.on_paper and (game.plays or game.board in in_touch)
    }


@slips.post("/office/<t>/rounds/<int:n>/results")
@access.only(REPORT)
@takes(made=("result-", "end-"))
def take(t: str, n: int) -> ResponseReturnValue:
    """Record every result that was chosen in the form.

    If a board is being played on a tablet, show the form again, so that its result is confirmed first.
    """
    desk, by = access.desk(t), access.reader().by
    taken, held, playing = 0, [], _playing(desk, n)
    for game in desk.state.round(n).games:
        chosen = request.form.get(f"result-{game.board}")
        if not chosen:
            continue
        if game.board in playing and f"end-{game.board}" not in request.form:
            held.append(game.board)
            continue
        try:
            taken += _taken(desk, game, chosen, by)
        except Refused as refused:  # a refusal for one board (one's own game, another sector) does not stop the others
            flash(page.sentence(refused), "refused")
    if taken or not held:
        flash(ngettext("%(num)s result has been recorded.", "%(num)s results have been recorded.", taken), "done")
    if held:
        return _page(t, n, request.form, tuple(held)), 422
    left = not access.may(LOOK, t) or not desk.state.round(n).closed
    shown = url_for("office.slips.show" if left else "office.rounds.show", t=t, n=n)
    return page.see(page.local(request.form.get("next"), shown))


def _taken(desk: Desk, game: Game, chosen: str, by: str) -> bool:
    """Record a result. Return True if it is new, or False if the same result was recorded before.

    Raise Refused if another result was recorded before.
    """
    outcome, written = outcome_told(desk.state, chosen)
    if game.result is None:
        asked = RuleResult(round=game.round, board=game.board, result=chosen, by=by, reason="", reported=True)
        desk.submit(Ruling(round=game.round, board=game.board, by=by, request=asked))
        return True
    if (game.result.outcome, game.result.written) != (outcome, written):
        raise Refused("result_stands", board=game.board, result=desk.state.result_text(game))
    return False
