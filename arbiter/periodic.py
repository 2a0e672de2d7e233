"""The one scheduler for everything periodic: backups, the emergency kit, snapshots, and the checks of the files.

The work is APScheduler's, which goes by the machine's wall clock. So it is told when somebody sets that clock.
Flags are not here: they fall by the monotonic clock (`alarms/ringing.py`).
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from apscheduler.schedulers.background import BackgroundScheduler

log = logging.getLogger(__name__)

START_SECONDS = 1.0
"""Seconds after the start of the service at which the scheduler is read and begins: the first answers come before."""


class Job(NamedTuple):
    """Work that is done every so many *seconds*; with 0 once, when the scheduler begins."""

    name: str
    seconds: float
    work: Callable[[], object]

    def run(self) -> None:
        """Do the work; a fault in it is logged and keeps neither this job nor another from its next turn."""
        try:
            self.work()
        except Exception:
            log.exception("%s has failed; it is tried again at its next turn", self.name)


class Periodic:
    """The jobs of a service. Each runs in a thread of a pool, never twice at one time."""

    def __init__(self, *jobs: Job, start_seconds: float = START_SECONDS) -> None:
        self.jobs = jobs
        self.scheduler: BackgroundScheduler | None = None
        self._begins = threading.Timer(start_seconds, self._begin)

    def start(self) -> None:
        """Begin in a second, with all jobs."""
        self._begins.start()

    def _begin(self) -> None:
        from apscheduler.schedulers.background import BackgroundScheduler

        logging.getLogger("apscheduler").setLevel(logging.ERROR)  # a job that is late is no news
        scheduler = BackgroundScheduler(job_defaults={"misfire_grace_time": None, "coalesce": True})
        for job in self.jobs:
            when = {"trigger": "interval", "seconds": job.seconds} if job.seconds else {}
            scheduler.add_job(job.run, id=job.name, **when)
        scheduler.start()
        self.scheduler = scheduler

    def count_anew(self) -> None:
        """Count the seconds of every job from now on, because the machine's clock was set."""
        if self.scheduler is not None:
            for job in filter(lambda job: job.seconds, self.jobs):
                self.scheduler.reschedule_job(job.name, trigger="interval", seconds=job.seconds)

    def stop(self) -> None:
        """Run no job any more; return when those that are running have ended."""
        self._begins.cancel()
        if self._begins.is_alive():
            self._begins.join()
        if self.scheduler is None:
            return
        self.scheduler.pause()
        self.scheduler.get_jobs()  # waits until none is being started: that would be a fault after the shutdown
        self.scheduler.shutdown(wait=True)
