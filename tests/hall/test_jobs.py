"""Long jobs: their end, how they are cancelled, and what is remembered of them. No process is started here."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arbiter.hall import jobs as long_jobs
from arbiter.hall.jobs import LongJob, LongJobs
from arbiter.hall.pairing import pair
from arbiter.hall.worker import SMALL_FIELD_ENTRIES, Worker
from arbiter.journal.people import Person
from arbiter.refused import Refused
from arbiter.rulings.entries import OpenTournament
from tests.desk.club import in_office
from tests.hall import on_disk


@pytest.fixture
def jobs() -> Iterator[LongJobs]:
    made = LongJobs(Worker())
    yield made
    made.stop()


@contextmanager
def all_busy(jobs: LongJobs) -> Iterator[None]:
    """No process is free for the duration of the block."""
    taken = [jobs.worker._idle.get() for _ in jobs.worker._all]
    try:
        yield
    finally:
        for one in taken:
            jobs.worker._idle.put(one)


def run(job: LongJob) -> int:
    """Work that needs another process."""
    found: int = job.run(abs, -7)
    return found


def test_a_job_ends_with_the_result_of_its_work(jobs: LongJobs) -> None:
    job = jobs.begin("sheet", lambda _: b"a sheet", tournament="t")

    assert job.result() == b"a sheet"
    assert (job.over, jobs.job(job.id), jobs.going("t")) == (True, job, [])


def test_a_job_that_waits_for_a_process_can_be_cancelled(jobs: LongJobs) -> None:
    with all_busy(jobs):
        job = jobs.begin("sheet", run, tournament="t")
        assert jobs.going("t") == [job]
        job.cancel()

        with pytest.raises(Refused, match="work_cancelled"):
            job.result()
    with pytest.raises(Refused, match="work_over"):
        job.cancel()


def test_a_cancelled_pairing_pairs_nothing_and_the_next_one_does(jobs: LongJobs, tmp_path: Path) -> None:
    with in_office(tmp_path) as desks:
        desk = desks.open(OpenTournament(name="Open", system="swiss", rounds=5))
        desk.enter_all([Person(f"Player {number}") for number in range(SMALL_FIELD_ENTRIES + 1)], "director")
        before = desk.state
        with all_busy(jobs):
            job = jobs.begin("pairing", lambda job: pair(desk, job.run, "director"))
            job.cancel()
            with pytest.raises(Refused, match="work_cancelled"):
                job.result()

        assert desk.state is before
        assert jobs.begin("pairing", lambda job: pair(desk, job.run, "director")).result().state.rounds


def test_a_full_disk_ends_a_pairing_with_its_sentence_and_nothing_is_paired(jobs: LongJobs, tmp_path: Path) -> None:
    with in_office(tmp_path) as desks:
        desk = desks.open(OpenTournament(name="Open", system="swiss", rounds=5))
        desk.enter_all([Person(f"Player {number}") for number in range(600)], "director")
        on_disk(desk)._writer.execute("PRAGMA max_page_count=1").close()
        with pytest.raises(Refused) as refused:
            jobs.begin("pairing", lambda job: pair(desk, job.run, "director")).result()

        assert refused.value.code == "cannot_write_disk_full"
        assert desk.state.rounds == ()


def test_a_job_ends_by_itself_at_its_deadline(jobs: LongJobs) -> None:
    with all_busy(jobs), pytest.raises(Refused) as refused:
        jobs.begin("sheet", run, minutes=0.0001).result()

    assert refused.value.code == "work_late"


def test_a_job_whose_result_is_being_recorded_is_not_cancelled(jobs: LongJobs) -> None:
    computed, recorded = threading.Event(), threading.Event()

    def work(job: LongJob) -> str:
        job.run(abs, -7)
        computed.set()
        recorded.wait()
        return "recorded"

    job = jobs.begin("import", work)
    computed.wait()
    with pytest.raises(Refused, match="work_over"):
        job.cancel()
    recorded.set()

    assert job.result() == "recorded"


def test_a_fault_in_a_job_is_told_and_logged(jobs: LongJobs, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(Refused, match="fault"):
        jobs.begin("sheet", lambda _: 1 // 0).result()

    assert "a long job has failed: sheet" in caplog.text


def test_a_result_is_made_once_for_the_same_key(jobs: LongJobs) -> None:
    first = jobs.begin("sheet", lambda _: b"made", key=("t", 7))

    assert jobs.begin("sheet", lambda _: b"made again", key=("t", 7)) is first
    assert jobs.begin("sheet", lambda _: b"of the next line", key=("t", 8)).result() == b"of the next line"


def test_a_job_that_was_refused_is_begun_again_for_the_same_key(jobs: LongJobs) -> None:
    with all_busy(jobs):
        first = jobs.begin("sheet", run, key=7)
        first.cancel()
        first.wait(None)

    assert jobs.begin("sheet", lambda _: b"made", key=7).result() == b"made"


def test_the_oldest_results_are_forgotten(jobs: LongJobs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_jobs, "MOST_KEPT_BYTES", 10)
    made = [jobs.begin("sheet", lambda _: bytes(4)) for _ in range(2)]
    for job in made:
        job.result()
    large = jobs.begin("sheet", lambda _: bytes(100))
    large.result()
    threads = [one for one in threading.enumerate() if one.name == "long job"]
    for thread in threads:
        thread.join()

    assert jobs.job(large.id) is large
    for job in made:
        with pytest.raises(Refused, match="no_job"):
            jobs.job(job.id)


def test_too_many_jobs_at_once_are_refused(jobs: LongJobs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_jobs, "MOST_RUNNING", 1)
    with all_busy(jobs):
        jobs.begin("sheet", run)
        with pytest.raises(Refused, match="work_busy"):
            jobs.begin("sheet", run)
