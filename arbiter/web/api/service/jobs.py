"""API of the long jobs of a tournament, such as large sheets and rounds: their progress, and their cancellation."""

from __future__ import annotations

from typing import TypedDict

from arbiter.hall.jobs import LongJob
from arbiter.rulings.bounds.rights import LOOK
from arbiter.web import access
from arbiter.web.api.operation import ROOT, Api, Asked
from arbiter.web.jobs import cancel

jobs_api = Api("jobs_api", __name__, url_prefix=f"{ROOT}/tournaments/<t>/jobs")


class JobTold(TypedDict):
    """A long job in progress: its kind ("sheet", "pairing", "import", "analysis") and title.

    `by` is the one who started it, empty for a spectator. `done` of `of` units are done; both are 0 while that is
    unknown. `seconds`: since its start.
    """

    id: str
    what: str
    title: str
    by: str
    done: int
    of: int
    seconds: int


class JobsTold(TypedDict):
    """Response: the jobs of the tournament in progress, the first one first."""

    jobs: list[JobTold]


@jobs_api.ask("GET", "", answers=JobsTold)
def jobs_going(asked: Asked) -> JobsTold:
    """List the jobs in progress that take long: sheets of many entries, pairings of large rounds, analyses.

    Only the node that does a job knows it. Jobs are in no journal.
    """
    return {"jobs": [_told(job) for job in access.service.jobs.going(asked.t)]}


@jobs_api.ask("POST", "/<id>/cancel", who=LOOK, answers=JobTold, keyed=False)
def cancel_job(asked: Asked) -> JobTold:
    """Cancel a job.

    The one who started it may do so, directors and the chief arbiter. Nothing of the job is recorded.
    """
    job = access.service.jobs.job(asked.address["id"])
    cancel(job)
    return _told(job)


def _told(job: LongJob) -> JobTold:
    return {
        "id": job.id,
        "what": job.what,
        "title": job.title(),
        "by": job.by,
        "done": job.done,
        "of": job.of,
        "seconds": int(job.seconds),
    }
