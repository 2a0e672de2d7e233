"""Pages of the computer's analyses of finished games: the curve of its evaluation, mistakes, and better moves."""

from __future__ import annotations

from collections import Counter

from flask import Blueprint, flash, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from arbiter.refused import Refused
from arbiter.rulings.bounds.rights import RULE, ToWrite
from arbiter.shapes.game.analysis import HIGH, WIDE, analysis_shape, curve
from arbiter.tournament.past.analysis import positions, score_text
from arbiter.web import access, page
from arbiter.web.access import sessions
from arbiter.web.jobs import analyse, analysis_of, may_cancel
from arbiter.web.request_parsing import takes

analyses = Blueprint("analyses", __name__)
AT = "/tournaments/<t>/rounds/<int:n>"


@analyses.get(f"{AT}/boards/<int:b>/analysis")
def show(t: str, n: int, b: int) -> ResponseReturnValue:
    """Show the computer's analysis of a game. While the analysis is being made, show its progress."""
    sessions.csrf_token()
    view, kept = page.view(t), access.service.computer.analyses
    game = view.state.game(n, b)
    if game.result is None:
        raise Refused("analysis_of_running", round=n, board=b)
    job = analysis_of(t, game)
    told = analysis_shape(game, kept.of(t, game), kept.progress(t, game))
    return page.render(
        "public/analysis.html",
        view,
        game=game,
        told=told,
        job=job,
        ours=job is not None and may_cancel(job),
        points=" ".join(f"{x},{y}" for x, y in curve(told["moments"])),
        picture=(WIDE, HIGH),
        before=list(positions(game)),
        score_text=score_text,
        mistakes=Counter(one["side"] for one in told["moments"] if one["mistake"]),
    )


@analyses.post(f"{AT}/boards/<int:b>/analysis")
@takes()
def begin(t: str, n: int, b: int) -> ResponseReturnValue:
    """Start the computer's analysis of the game."""
    state = page.view(t).state
    analyse(t, state.variant, [state.game(n, b)])
    return page.see(url_for("public.analyses.show", t=t, n=n, b=b))


@analyses.get(f"{AT}/analysis")
def of_round(t: str, n: int) -> ResponseReturnValue:
    """Show the games of a round: whether each is analysed, and how many mistakes each side made."""
    sessions.csrf_token()
    view, kept = page.view(t), access.service.computer.analyses
    round = view.state.round(n)
    told = [analysis_shape(game, kept.of(t, game), kept.progress(t, game)) for game in round.games]
    return page.render(
        "public/analyses.html",
        view,
        round=round,
        told=list(zip(round.games, told, strict=True)),
        jobs=[(job, may_cancel(job)) for job in dict.fromkeys(analysis_of(t, game) for game in round.games) if job],
        over=[game for game in round.games if game.result is not None and game.plays],
    )


@analyses.post(f"{AT}/analysis")
@access.only(RULE)
@takes()
def begin_round(t: str, n: int) -> ResponseReturnValue:
    """Start the computer's analysis of every finished game of the round."""
    state = page.view(t).state
    access.allowed(ToWrite(right=RULE), t)
    games = [game for game in state.round(n).games if game.result is not None and game.plays]
    analyse(t, state.variant, games)
    flash(_("The computer is analysing %(games)s games.", games=len(games)), "done")
    return page.see(url_for("public.analyses.of_round", t=t, n=n))
