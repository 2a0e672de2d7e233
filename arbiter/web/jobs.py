"""Long jobs that a request starts: wait for a job, send the browser to the job's page, cancel a job."""

from __future__ import annotations

from flask import url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from arbiter.hall.jobs import LongJob
from arbiter.rulings.bounds.may import check, may
from arbiter.rulings.bounds.rights import LOOK, Here, ToWrite
from arbiter.tournament.game import Game
from arbiter.web import access, page

FIRST_SECONDS = 1.0
"""The longest wait of a request for a job before the browser is sent to the job's page, in seconds."""


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
    """Cancel the job. Raise Refused if the asker of this request may not cancel it, or if it is too late."""
    check(access.reader().asker, _to_cancel(job.by), Here(job.tournament))
    job.cancel()


def may_cancel_analysis(t: str, game: Game) -> bool:
    """Return whether the computer is analysing the game and the asker of this request may cancel the analysis."""
    begun_by = access.service.computer.analyses.begun_by(t, game)
    return begun_by is not None and may(access.reader().asker, _to_cancel(begun_by), Here(t)) is None


def cancel_analysis(t: str, game: Game) -> None:
    """Cancel the analysis of a game. Raise Refused if the asker may not cancel it, or if the analysis is over."""
    kept = access.service.computer.analyses
    begun_by = kept.begun_by(t, game)
    if begun_by is not None:
        check(access.reader().asker, _to_cancel(begun_by), Here(t))
    kept.cancel(t, game)


def _to_cancel(begun_by: str) -> ToWrite:
    return ToWrite(right=LOOK, boards=(), begun_by=begun_by)
