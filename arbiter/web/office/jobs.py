"""The office page of a long job: its progress, and a button that cancels it. It needs no script."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, flash, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from arbiter.hall.jobs import LongJob
from arbiter.rulings.bounds.may import check
from arbiter.rulings.bounds.rights import LOOK, Here, ToRead
from arbiter.web import access, page
from arbiter.web.jobs import cancel, may_cancel
from arbiter.web.reading import takes

jobs = Blueprint("jobs", __name__)


@jobs.get("/office/jobs/<id>")
@access.officials_only
def show(id: str) -> ResponseReturnValue:
    """Show how far the job is. If it has ended, show its result instead, or the reason why there is none."""
    job = _job(id)
    if job.over and job.refused is None:
        # the script that looks for the end is only told that there is one: the browser then opens it
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
    """Cancel a job: for whoever has started it, and for directors and the chief arbiter."""
    job = _job(id)
    cancel(job)
    flash(_("%(job)s has been cancelled. Nothing was recorded.", job=job.title()), "done")
    return page.see(job.back)


def _job(id: str) -> LongJob:
    """Return the job with that id. Raise Refused if there is none, or if the reader may not see its tournament."""
    job = access.service.jobs.job(id)
    check(access.reader().asker, ToRead(right=LOOK), Here(job.tournament))
    return job
