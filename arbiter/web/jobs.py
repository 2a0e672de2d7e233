"""Long jobs in requests: waiting for a job, redirecting the browser to the job's page, cancelling a job."""

from __future__ import annotations

from flask import url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from arbiter.hall.jobs import LongJob
from arbiter.rulings.bounds.asker import Here
from arbiter.rulings.bounds.may import check, may
from arbiter.rulings.bounds.rights import LOOK
from arbiter.rulings.bounds.table import ToWrite
from arbiter.tournament.game import Game
from arbiter.web import access, page

FIRST_SECONDS = 1.0
"""The seconds for which a request waits for a job before the browser is redirected to the job's page."""


def followed(job: LongJob) -> ResponseReturnValue:
    """Return the response of a job that ends within a second; otherwise redirect the browser to the page of the job.

    Raise Refused if the job was refused.
    """
    if in_time(job):
        answer: ResponseReturnValue = job.ended(job.result())
        return answer
    return page_of(job)


def in_time(job: LongJob) -> bool:
    """Wait a second for the job. Return whether it has ended.

    If several nodes share a database, wait for its end: the next request may reach another node, which does not know
    the job.
    """
    return job.wait(FIRST_SECONDS if access.service.following is None else None)


def page_of(job: LongJob) -> Response:
    """Redirect the browser to the page of the job."""
    return page.see(url_for("office.jobs.show", id=job.id))


def may_cancel(job: LongJob) -> bool:
    """Return whether the asker of this request may cancel the job."""
    return may(access.reader().asker, _to_cancel(job.by), Here(job.tournament)) is None


def cancel(job: LongJob) -> None:
    """Cancel the job for the asker of this request. Raise Refused if they may not, or if it is too late."""
    check(access.reader().asker, _to_cancel(job.by), Here(job.tournament))
    job.cancel()


def may_cancel_analysis(t: str, game: Game) -> bool:
    """Return whether the computer analyses the game, and the asker of this request may cancel that."""
    begun_by = access.service.computer.analyses.begun_by(t, game)
    return begun_by is not None and may(access.reader().asker, _to_cancel(begun_by), Here(t)) is None


def cancel_analysis(t: str, game: Game) -> None:
    """Cancel the analysis of a game for the asker of this request. Raise Refused if they may not, or if it is over."""
    kept = access.service.computer.analyses
    begun_by = kept.begun_by(t, game)
    if begun_by is not None:
        check(access.reader().asker, _to_cancel(begun_by), Here(t))
    kept.cancel(t, game)


def _to_cancel(begun_by: str) -> ToWrite:
    return ToWrite(right=LOOK, boards=(), begun_by=begun_by)
