"""Sentences about work that takes long and that somebody waits for: sheets, pairings, imports, analyses."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

JOBS: Mapping[str, str] = {
    "no_job": N_(
        "This job is not known any more. If the service was restarted meanwhile, the job has ended and recorded nothing: start it again."
    ),
    "no_job_here": N_(
        "This node of the service does not know the job. Another node may be doing it: look again in a moment where it was started. If nothing is recorded there, start it again."
    ),
    "work_cancelled": N_("The job was cancelled. Nothing was recorded."),
    "work_over": N_("It is too late to cancel this job: it has ended, or its result is being recorded."),
    "work_of_another": N_("Only the person who started this job, a director or the chief arbiter may cancel it."),
    "work_late": N_("The job was ended because it took longer than {minutes} minutes. Nothing was recorded."),
    "work_lost": N_(
        "The process that did this job has ended before it was done, perhaps for lack of memory. Nothing was recorded. Start it again."
    ),
    "work_busy": N_("{most} jobs are in progress or waiting already. Wait until one has ended."),
}
