"""Long jobs: work that somebody has started and waits for, with its progress, and a way to cancel it.

A job runs in a thread of its own. The thread leaves heavy computing to another process (`worker.py`). The job can be
cancelled until that process has answered. The rest is short, and is recorded like any request: all of it, or nothing.
The journal has no jobs. When the service ends, jobs in progress end too, and nothing of them is recorded.
"""

from __future__ import annotations

import contextvars
import logging
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any

from arbiter.hall.worker import Worker
from arbiter.refused import Refused
from arbiter.rulings.bounds.rights import LOOK, ToRead

log = logging.getLogger(__name__)

DEADLINE_MINUTES = 5
"""If a job has not ended after this many minutes, the service ends it."""
MOST_RUNNING = 24
"""The most jobs of one kind that may run or wait at one time.

Each kind has a limit of its own, so that analyses, which anybody may ask for, do not block a pairing.
"""
MOST_ENDED = 100
"""The most jobs that are remembered after their end."""
MOST_KEPT_BYTES = 12 * 1024 * 1024
"""The most bytes of the results (such as sheets) of all ended jobs. The last result stays, however large it is."""

OF_OFFICIALS = ToRead(right=LOOK)


class LongJob:
    """A long job in progress or ended.

    *what*: the kind of the work, a word of the API. *by*: who has started it, as the journal writes it; empty for a
    spectator. *games*: the games of an analysis, by round and board. *sees*: the read access that its progress and its
    result need; None if everybody may see them. *title*: a function that returns its name in the language of the
    reader. *ended*: a function that makes the answer for the browser from the result. *back*: the page to which a
    cancelled job leads.
    """

    def __init__(
        self,
        worker: Worker,
        what: str,
        *,
        tournament: str | None = None,
        by: str = "",
        key: Hashable = None,
        games: frozenset[tuple[int, int]] = frozenset(),
        sees: ToRead | None = OF_OFFICIALS,
        title: Callable[[], str] = str,
        ended: Callable[[Any], Any] = lambda value: value,
        back: str = "",
        minutes: float = DEADLINE_MINUTES,
    ) -> None:
        self.id = secrets.token_urlsafe(9)
        self.what = what
        self.tournament = tournament
        self.by = by
        self.key = key
        self.games = games
        self.sees = sees
        self.title = title
        self.ended = ended
        self.back = back
        self.began = time.monotonic()
        self.done, self.of = 0, 0
        """How much is done and how much there is to do, in a unit of the work; 0 and 0 while it is not known."""
        self.value: Any = None
        self.refused: Refused | None = None
        self.cancelled = False
        self._minutes = minutes
        self._worker = worker
        self._sealed = False
        self._lock = threading.Lock()
        self._end = threading.Event()

    @property
    def over(self) -> bool:
        """Whether the job has ended, with a result or a refusal."""
        return self._end.is_set()

    @property
    def seconds(self) -> float:
        """The seconds since the job was started."""
        return time.monotonic() - self.began

    @property
    def share(self) -> float | None:
        """The share of the work that is done, from 0 to 1; None while it is not known."""
        return min(1.0, self.done / self.of) if self.of else None

    def run(self, function: Callable[..., Any], *given: Any) -> Any:
        """Call *function* in another process, and return its result. Once it has returned, the job cannot be cancelled.

        Raise Refused as `Worker.run` does, and if the job is cancelled or exceeds its deadline.
        """
        with self._lock:
            self._sealed = False
        value = self._worker.run(function, *given, recipient=self)
        with self._lock:
            self.check()
            self._sealed = True
        return value

    def told(self, done: int, of: int) -> None:
        self.done, self.of = done, of

    def check(self) -> None:
        """Raise Refused if the job was cancelled, or has taken longer than its deadline allows."""
        if self.cancelled:
            raise Refused("work_cancelled")
        if self.seconds > 60 * self._minutes:
            raise Refused("work_late", minutes=int(self._minutes))

    def cancel(self) -> None:
        """Cancel the job. Raise Refused (`work_over`) if it has ended, or if its result is just being recorded."""
        with self._lock:
            if self.over or self._sealed:
                raise Refused("work_over")
            self.cancelled = True

    def wait(self, seconds: float | None) -> bool:
        """Wait for the end of the job, at most so many seconds (None: without limit). Return whether it has ended."""
        return self._end.wait(seconds)

    def result(self) -> Any:
        """Wait for the end and return the result. Raise Refused if the job was refused, cancelled or took too long."""
        self._end.wait()
        if self.refused is not None:
            raise self.refused
        return self.value

    def perform(self, work: Callable[[LongJob], Any]) -> None:
        """Do the work in this thread, and remember its result or its refusal."""
        try:
            self.value = work(self)
        except Refused as refused:
            self.refused = refused
        except Exception:
            log.exception("a long job has failed: %s", self.what)
            self.refused = Refused("fault")
        self._end.set()


class LongJobs:
    """The jobs of a service, those in progress and those that ended last.

    *several*: whether the service is one of several nodes, which do not know the jobs of each other.
    """

    def __init__(self, worker: Worker, *, several: bool = False) -> None:
        self.worker = worker
        self.several = several
        self._jobs: OrderedDict[str, LongJob] = OrderedDict()
        self._lock = threading.Lock()

    def begin(self, what: str, work: Callable[[LongJob], Any], *, key: Hashable = None, **more: Any) -> LongJob:
        """Start *work* in a thread and return its job. *more*: the other arguments of `LongJob`.

        If a job with the same *key* is in progress, or has ended with a result, that job is returned instead. Raise
        Refused if too many jobs of that kind are in progress.
        """
        with self._lock:
            for job in self._jobs.values():
                if key is not None and job.key == key and job.refused is None and not job.cancelled:
                    return job
            if sum(job.what == what and not job.over for job in self._jobs.values()) >= MOST_RUNNING:
                raise Refused("work_busy", most=MOST_RUNNING)
            made = LongJob(self.worker, what, key=key, **more)
            self._jobs[made.id] = made
        context = contextvars.copy_context()  # the thread makes its requests in the name of who has started the job
        threading.Thread(target=context.run, args=(self._perform, made, work), name="long job", daemon=True).start()
        return made

    def job(self, id: str) -> LongJob:
        """Return the job with that id. Raise Refused (`no_job`) if it is not remembered."""
        found = self._jobs.get(id)
        if found is None:
            raise Refused("no_job_here" if self.several else "no_job")
        return found

    def going(self, tournament: str) -> list[LongJob]:
        """Return the jobs of a tournament that are in progress, the one started first at the beginning."""
        return [job for job in [*self._jobs.values()] if job.tournament == tournament and not job.over]

    def stop(self) -> None:
        """Cancel the jobs in progress, and wait for their threads to notice."""
        for job in [*self._jobs.values()]:
            try:
                job.cancel()
            except Refused:  # too late: its result is being recorded
                job.wait(10)
        self.worker.close()

    def _perform(self, job: LongJob, work: Callable[[LongJob], Any]) -> None:
        job.perform(work)
        with self._lock:
            self._forget()

    def _forget(self) -> None:
        """Forget ended jobs, the oldest first, while there are too many or their results take too many bytes."""
        ended = [job for job in self._jobs.values() if job.over]
        heavy = sum(_weight(job) for job in ended)
        for count, job in zip(range(len(ended), 1, -1), ended, strict=False):
            if count <= MOST_ENDED and heavy <= MOST_KEPT_BYTES:
                break
            heavy -= _weight(job)
            del self._jobs[job.id]


def _weight(job: LongJob) -> int:
    return len(job.value) if isinstance(job.value, bytes) else 0
