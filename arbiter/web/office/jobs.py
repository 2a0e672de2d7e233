"""The office page of a long job: its progress, and a button that cancels it. It works without a script."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, flash, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from arbiter.hall.jobs import OF_OFFICIALS, LongJob
from arbiter.rulings.bounds.may import check
from arbiter.rulings.bounds.rights import LOOK, Here
from arbiter.web import access, page
from arbiter.web.jobs import cancel, may_cancel
from arbiter.web.request_parsing import takes

jobs = Blueprint("jobs", __name__)


@jobs.get("/office/jobs/<id>")
@access.officials_only
def show(id: str) -> ResponseReturnValue:
    """Show the progress of the job. If the job has ended, show its result, or the reason why it has none."""
    job = _job(id)
    if job.over and job.refused is None:
        # the page's script only learns that the job has ended; the browser then opens the result
        answer: ResponseReturnValue = page.see(request.path) if "X-Follows" in request.headers else job.ended(job.value)
        return answer
    refused = job.refused and page.sentence(job.refused)
    facts: dict[str, Any] = {"job": job, "ours": may_cancel(job), "refused": refused}
    if job.tournament is None:
        return render_template("office/job.html", **facts)
    return page.render("office/job.html", page.view(job.tournament), **facts)


@jobs.post("/office/jobs/<id>/cancel")
@access.only(LOOK)
@takes()
def end(id: str) -> ResponseReturnValue:
    """Cancel a job. Only the person who has started it, directors and the chief arbiter may do so."""
    job = _job(id)
    cancel(job)
    flash(_("%(job)s has been cancelled. Nothing was recorded.", job=job.title()), "done")
    return page.see(job.back)


def _job(id: str) -> LongJob:
    """Return the job with that id. Raise Refused if it is unknown, or if the reader may not see its tournament."""
    job = access.service.jobs.job(id)
    check(access.reader().asker, OF_OFFICIALS, Here(job.tournament))
    if job.tournament is not None and job.sees is not None:
        access.allowed(job.sees, job.tournament)
    return job
