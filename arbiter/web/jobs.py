"""Long jobs that a request starts: wait for a job, send the browser to the job's page, cancel a job."""

from __future__ import annotations

from collections.abc import Sequence

from flask import url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from arbiter.hall.jobs import LongJob
from arbiter.refused import Refused
from arbiter.rules.variants.variant import Variant
from arbiter.rulings.bounds.may import check, may
from arbiter.rulings.bounds.rights import LOOK, Here, ToWrite
from arbiter.tournament.game import Game
from arbiter.web import access, page

FIRST_SECONDS = 1.0
"""If a job takes longer than this many seconds, the browser is sent to the job's page instead of waiting."""
END_SECONDS = 10.0
"""The most seconds to wait for the end of a cancelled job.

A job notices within a tenth of a second that it is cancelled.
"""
ANALYSIS_MINUTES = 24 * 60
"""An analysis that takes this many minutes is ended. A game takes a minute or two, a large round hours."""


def followed(job: LongJob) -> ResponseReturnValue:
    """Return the response of the job if it ends within a second; otherwise a redirect to the page of the job.

    Raise Refused if the job was refused.
    """
    if in_time(job):
        answer: ResponseReturnValue = job.ended(job.result())
        return answer
    return page_of(job)


def in_time(job: LongJob) -> bool:
    """Wait at most a second for the end of the job. Return whether it has ended.

    If the service has several nodes over one database, wait without a limit: the next request may come to another node,
    which does not know the job.
    """
    return job.wait(FIRST_SECONDS if access.service.following is None else None)


def page_of(job: LongJob) -> Response:
    """Return the redirect that sends the browser to the page of the job."""
    return page.see(url_for("office.jobs.show", id=job.id))


def may_cancel(job: LongJob) -> bool:
    """Return whether the asker of this request may cancel the job."""
    return may(access.reader().asker, _to_cancel(job.by), Here(job.tournament)) is None


def cancel(job: LongJob) -> None:
    """Cancel the job, and wait until it has ended.

    Raise Refused if the asker of this request may not cancel it, or if it is too late.
    """
    check(access.reader().asker, _to_cancel(job.by), Here(job.tournament))
    job.cancel()
    job.wait(END_SECONDS)


def analyse(t: str, variant: Variant, games: Sequence[Game]) -> None:
    """Start a job that analyses *games*, which are of one round.

    Games that have an analysis, or get one now, are left out. Raise Refused if a game is still being played, has no
    moves, or if too many analyses are in progress.
    """
    kept = access.service.computer.analyses
    due = kept.claim(t, games)
    if not due:
        return
    round, board = due[0].round, due[0].board if len(games) == 1 else None
    where = "of_round" if board is None else "show"
    address = url_for(f"public.analyses.{where}", t=t, n=round, b=board)
    try:
        access.service.jobs.begin(
            "analysis",
            lambda job: kept.weigh(t, variant, due, job),
            tournament=t,
            by=access.reader().by,
            games=frozenset((game.round, game.board) for game in due),
            title=lambda: (
                _("Analysis of round %(round)s", round=round)
                if board is None
                else _("Analysis of round %(round)s, board %(board)s", round=round, board=board)
            ),
            ended=lambda _: page.see(address),
            back=address,
            minutes=ANALYSIS_MINUTES,
        )
    except Refused:
        kept.give_up(t, due)
        raise


def analysis_of(t: str, game: Game) -> LongJob | None:
    """Return the job that analyses the game; None if there is none."""
    place = (game.round, game.board)
    return next((job for job in access.service.jobs.going(t) if place in job.games), None)


def _to_cancel(begun_by: str) -> ToWrite:
    return ToWrite(right=LOOK, boards=(), begun_by=begun_by)
