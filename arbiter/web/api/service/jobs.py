"""API of the long jobs of a tournament, such as large sheets and rounds: show their progress, and cancel them."""

from __future__ import annotations

from typing import TypedDict

from arbiter.hall.jobs import LongJob
from arbiter.rulings.bounds.rights import LOOK
from arbiter.shapes.json_answers import told
from arbiter.web import access
from arbiter.web.api.operation import ROOT, Api, Asked
from arbiter.web.jobs import cancel

jobs_api = Api("jobs_api", __name__, url_prefix=f"{ROOT}/tournaments/<t>/jobs")


class JobTold(TypedDict):
    """A job in progress that takes long: its kind ("sheet", "pairing", "import", "analysis") and its title.

    `by`: who has started it, as in the journal; empty for a spectator. `done` of `of` units of work are done; both are
    0 as long as the number is not known. `seconds`: the time since its start.
    """

    id: str
    what: str
    title: str
    by: str
    done: int
    of: int
    seconds: int


class JobsTold(TypedDict):
    """Response: the jobs of the tournament that are in progress, the oldest first."""

    jobs: list[JobTold]


@jobs_api.ask("GET", "", answers=JobsTold)
def jobs_going(asked: Asked) -> JobsTold:
    """List the jobs in progress that take long: sheets of many entries, pairings of large rounds, analyses.

    Only the node of the service that does a job knows the job. No journal records it.
    """
    return {"jobs": [_told(job) for job in access.service.jobs.going(asked.t)]}


@jobs_api.ask("POST", "/<id>/cancel", who=LOOK, answers=JobTold, keyed=False)
def cancel_job(asked: Asked) -> JobTold:
    """Cancel a job. Only the person who has started it, directors and the chief arbiter may do so.

    Nothing is recorded.
    """
    job = access.service.jobs.job(asked.address["id"])
    cancel(job)
    return _told(job)


def _told(job: LongJob) -> JobTold:
    return told(JobTold, job, title=job.title(), seconds=int(job.seconds))
