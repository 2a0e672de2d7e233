"""The scheduler for periodic work: backups, the emergency kit, snapshots, and the checks of the files.

The scheduler is an APScheduler, which uses the machine's wall clock. Therefore `count_anew` is called when somebody
sets the wall clock. Flags are not scheduled here: they fall by the monotonic clock (`alarms/ringing.py`).
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
"""The seconds from the service's start until the scheduler is imported and started.

The first requests are answered before that.
"""


class Job(NamedTuple):
    """A piece of work that is done every *seconds* seconds; if *seconds* is 0, once when the scheduler starts."""

    name: str
    seconds: float
    work: Callable[[], object]

    def run(self) -> None:
        """Do the work.

        An exception is logged, so that the job runs again at its next turn and other jobs are not affected.
        """
        try:
            self.work()
        except Exception:
            log.exception("%s has failed; it is tried again at its next turn", self.name)


class Periodic:
    """The periodic jobs of a service. Each runs in a thread of a pool, never twice at the same time."""

    def __init__(self, *jobs: Job, start_seconds: float = START_SECONDS) -> None:
        self.jobs = jobs
        self.scheduler: BackgroundScheduler | None = None
        self._begins = threading.Timer(start_seconds, self._begin)

    def start(self) -> None:
        """Start the scheduler with all jobs, `start_seconds` seconds after this call."""
        self._begins.start()

    def _begin(self) -> None:
        from apscheduler.schedulers.background import BackgroundScheduler

        logging.getLogger("apscheduler").setLevel(logging.ERROR)  # a late job is not worth a warning
        scheduler = BackgroundScheduler(job_defaults={"misfire_grace_time": None, "coalesce": True})
        for job in self.jobs:
            when = {"trigger": "interval", "seconds": job.seconds} if job.seconds else {}
            scheduler.add_job(job.run, id=job.name, **when)
        scheduler.start()
        self.scheduler = scheduler

    def count_anew(self) -> None:
        """Start the interval of every job again from now, because the machine's clock was set."""
        if self.scheduler is not None:
            for job in filter(lambda job: job.seconds, self.jobs):
                self.scheduler.reschedule_job(job.name, trigger="interval", seconds=job.seconds)

    def stop(self) -> None:
        """Start no further job, and return when the running ones have ended."""
        self._begins.cancel()
        if self._begins.is_alive():
            self._begins.join()
        if self.scheduler is None:
            return
        self.scheduler.pause()
        self.scheduler.get_jobs()  # waits until no job is being started
        self.scheduler.shutdown(wait=True)
