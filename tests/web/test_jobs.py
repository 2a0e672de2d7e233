"""Long jobs in the office and the API: progress, cancelling, and a sheet that was made once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO

import pytest
from pypdf import PdfReader
from werkzeug.test import TestResponse

from arbiter.hall.pairing import pair
from arbiter.hall.worker import SMALL_FIELD_ENTRIES, here
from arbiter.journal.accounts import Account
from arbiter.journal.people import Person
from arbiter.progress import LISTENER
from arbiter.web import jobs as followed_jobs
from tests.waiting import until
from tests.web.office import Office

T = "open"


@pytest.fixture
def large(office: Office, monkeypatch: pytest.MonkeyPatch) -> Iterator[Office]:
    """The office of a tournament whose sheets and rounds are made in another process; a browser waits for nothing."""
    monkeypatch.setattr(followed_jobs, "FIRST_SECONDS", 0)
    door = office.door
    door.post("/tournaments", {"name": "Open", "system": "swiss", "rounds": 5})
    door.desks.desk(T).enter_all([Person(f"Player {n}", 1500 + n) for n in range(SMALL_FIELD_ENTRIES + 2)], "director")
    yield office
    door.service.jobs.stop()


@contextmanager
def all_busy(office: Office) -> Iterator[None]:
    """No process is free for the duration of the block."""
    worker = office.door.service.jobs.worker
    taken = [worker._idle.get() for _ in worker._all]
    try:
        yield
    finally:
        for one in taken:
            worker._idle.put(one)


def jobs_cancelled(office: Office) -> list[str]:
    """The ids of the jobs that were cancelled."""
    return [id for id, job in office.door.service.jobs._jobs.items() if job.cancelled]


def ended(office: Office, answer: TestResponse) -> TestResponse:
    """The answer once the job has ended, as a browser comes to it that fetches the page of the job again and again."""
    assert answer.status_code == 303
    assert answer.location.startswith("/office/jobs/")
    job = office.door.service.jobs.job(answer.location.removeprefix("/office/jobs/"))
    until(lambda: job.over)
    return office.door.client.get(answer.location)


def test_a_large_round_is_paired_behind_a_page_that_leads_to_it(large: Office) -> None:
    answer = ended(large, large.send(f"/{T}/rounds"))

    assert answer.location == f"/office/{T}/rounds/1"
    assert len(large.state(T).round(1).games) == SMALL_FIELD_ENTRIES // 2 + 1
    assert "Round 1 has been paired as a draft." in large.page(f"/{T}/rounds/1")


def test_the_page_of_a_job_shows_its_progress_and_cancels_it(large: Office) -> None:
    with all_busy(large):
        address = large.send(f"/{T}/rounds").location
        page = large.page(address.removeprefix("/office"))
        assert "Pairing of round 1" in page
        assert '<progress class="share" aria-label="Pairing of round 1">' in page
        job = large.door.service.jobs.job(address.removeprefix("/office/jobs/"))
        job.told(31, 62)
        assert "50 % is done" in large.page(address.removeprefix("/office"))
        assert large.door.get(f"/tournaments/{T}/jobs").get_json()["jobs"][0]["title"] == "Pairing of round 1"
        assert address in large.page(f"/{T}/sheets")

        answer = large.send(f"{address.removeprefix('/office')}/cancel")
        until(lambda: job.over)

    assert answer.location == f"/office/{T}/rounds/1"
    assert "Pairing of round 1 has been cancelled. Nothing was recorded." in large.page(f"/{T}/entries")
    assert "The job was cancelled. Nothing was recorded." in large.page(address.removeprefix("/office"))
    assert large.state(T).rounds == ()


def test_a_script_that_looks_for_the_end_takes_no_message_from_the_page(large: Office) -> None:
    address = large.send(f"/{T}/rounds").location
    job = large.door.service.jobs.job(address.removeprefix("/office/jobs/"))
    until(lambda: job.over)
    looked = large.door.client.get(address, headers={"X-Follows": "1"})
    assert looked.location == address

    large.door.client.get(address)
    assert "Round 1 has been paired as a draft." in large.page(f"/{T}/rounds/1")


def test_a_large_sheet_is_made_once_for_each_line_of_the_journal(large: Office) -> None:
    """The first one is kept while nothing happens, and no longer."""
    sheet = f"/office/{T}/sheets/checkin.pdf"
    first = ended(large, large.door.client.get(sheet))
    large.door.clock.wait(minutes=1)
    again = large.door.client.get(sheet)
    large.door.desks.desk(T).enter(Person("Somebody else"), "director")
    fresh = ended(large, large.door.client.get(sheet))

    assert (first.mimetype, first.data[:5]) == ("application/pdf", b"%PDF-")
    assert again.data == first.data
    assert fresh.data != first.data
    assert large.door.get(f"/tournaments/{T}/sheets/checkin.pdf", role="chief").data == fresh.data


def test_a_sheet_that_is_cancelled_is_called_a_sheet(large: Office) -> None:
    """“Schedule has been cancelled” would say that nobody plays."""
    with all_busy(large):
        address = large.door.client.get(f"/office/{T}/sheets/schedule.pdf").location
        large.send(f"{address.removeprefix('/office')}/cancel")
        until(lambda: bool(jobs_cancelled(large)))

    assert "Sheet “Schedule” has been cancelled. Nothing was recorded." in large.page(f"/{T}/sheets")


def test_who_may_cancel_a_job(large: Office) -> None:
    """Whoever has started it, and directors."""
    door = large.door
    kept = door.desks.register.accounts
    for name in ("first", "second"):
        kept.put(Account(name, "arbiter"))
    with all_busy(large):
        door.sign_in("first", "arbiter")
        address = door.client.get(f"/office/{T}/sheets/checkin.pdf").location
        job = door.service.jobs.job(address.removeprefix("/office/jobs/"))
        large.csrf = door.sign_in("second", "arbiter")
        assert "Cancel</button>" not in large.page(address.removeprefix("/office"))
        large.send(f"{address.removeprefix('/office')}/cancel")
        assert jobs_cancelled(large) == []
        assert door.post(f"/tournaments/{T}/jobs/{job.id}/cancel", role="arbiter").status_code == 403
        large.csrf = door.sign_in("first", "arbiter")
        large.send(f"{address.removeprefix('/office')}/cancel")
        assert jobs_cancelled(large) == [job.id]

        address = door.client.get(f"/office/{T}/sheets/checkin.pdf").location
        told = door.post(f"/tournaments/{T}/jobs/{address.removeprefix('/office/jobs/')}/cancel")
        assert told.get_json()["what"] == "sheet"


def test_a_job_of_before_a_restart_is_explained(large: Office) -> None:
    page = large.page("/jobs/of-yesterday", status=404)

    assert "If the service was restarted meanwhile, the job has ended and recorded nothing: start it again." in page


def test_a_tournament_is_imported_behind_a_page(large: Office) -> None:
    data = large.door.get(f"/tournaments/{T}/export.json").data
    csrf = {"csrf": large.csrf}
    answer = large.door.client.post(
        "/office/bring", data={**csrf, "file": (BytesIO(data), "open.json")}, headers={"Referer": "http://localhost/"}
    )

    assert ended(large, answer).location == "/office/open-2"


def test_the_pairs_of_a_large_field_are_proposed_behind_a_page(large: Office) -> None:
    answer = ended(large, large.door.client.get(f"/office/{T}/rounds/1"))

    assert answer.location == f"/office/{T}/rounds/1"
    assert 'name="white-31"' in large.page(f"/{T}/rounds/1")


def test_a_spectator_sees_how_much_of_a_large_sheet_is_done_and_then_the_sheet(large: Office) -> None:
    door = large.door
    assert door.post(f"/tournaments/{T}/rounds").status_code == 201
    spectator = door.client.application.test_client()
    with all_busy(large):
        answer = spectator.get(f"/tournaments/{T}/print/crosstable")
        assert answer.status_code == 303
        waiting = spectator.get(answer.location)
        assert waiting.status_code == 202  # which the page cache does not store
        assert "Sheet “Crosstable”" in waiting.get_data(as_text=True)
        assert "<progress" in waiting.get_data(as_text=True)
        assert "Cancel" not in waiting.get_data(as_text=True)
        assert spectator.get(f"/tournaments/{T}/print/crosstable").location == answer.location  # the same job
    (job,) = [job for job in door.service.jobs._jobs.values() if job.what == "sheet"]
    until(lambda: job.over)
    assert spectator.get(answer.location, headers={"X-Follows": "1"}).status_code == 303
    assert spectator.get(answer.location).data.startswith(b"%PDF")
    assert spectator.get(f"/tournaments/{T}/print/standings/no-such-job").status_code == 404
    assert f"/tournaments/{T}/print/crosstable" in spectator.get(f"/tournaments/{T}/standings").get_data(as_text=True)


def test_a_node_does_not_say_that_a_job_of_another_has_ended(large: Office) -> None:
    large.door.service.jobs.several = True

    assert "This node of the service does not know the job." in large.page("/jobs/of-another-node", status=404)


def test_a_sheet_with_what_people_wrote_is_not_given_to_a_spectator(large: Office) -> None:
    """Both sheets are of one state, and each is made once."""
    door = large.door
    door.post(f"/tournaments/{T}/rounds")
    door.post(f"/tournaments/{T}/rounds/1/start")
    door.post(
        f"/tournaments/{T}/rounds/1/boards/1/rulings",
        {"kind": "penalty", "side": "white", "step": "warning", "reason": "shouted"},
    )
    address = f"/tournaments/{T}/sheets/scoresheet.pdf?round=1"
    spectator = door.client.application.test_client()
    own = PdfReader(BytesIO(door.get(address).data))
    everybody = PdfReader(BytesIO(spectator.get(f"/api/v1{address}").data))

    assert "shouted" in own.pages[0].extract_text()
    assert "shouted" not in everybody.pages[0].extract_text()


def test_a_sheet_is_shown_only_to_those_who_may_print_it(large: Office) -> None:
    """Cards have the links that bind a tablet to each board; the page Sheets lists the jobs of everybody."""
    door = large.door
    door.post(f"/tournaments/{T}/rounds")
    cards = door.client.get(f"/office/{T}/sheets/cards.pdf").location
    checkin = door.client.get(f"/office/{T}/sheets/checkin.pdf").location
    jobs = {address: door.service.jobs.job(address.removeprefix("/office/jobs/")) for address in (cards, checkin)}
    until(lambda: all(job.over for job in jobs.values()))
    spectator = door.client.application.test_client()

    assert door.client.get(cards).data.startswith(b"%PDF")
    for address, job in jobs.items():
        assert spectator.get(f"/tournaments/{T}/print/sheet/{job.id}").status_code in {401, 403}, address
    door.sign_in("bea", "arbiter")
    assert door.post(f"/tournaments/{T}/officials", {"official": "bea", "boards": "1"}).status_code == 200
    assert door.client.get(checkin).data.startswith(b"%PDF")
    assert door.client.get(cards).status_code == 403
    door.sign_in("hans", "helper")
    assert door.client.get(cards).status_code == 403


def test_a_pairing_tells_how_much_of_it_is_done(large: Office) -> None:
    """The groups of players with equal points are paired one after the other."""
    door, told = large.door, list[tuple[int, int]]()
    door.post(f"/tournaments/{T}/rounds")
    door.post(f"/tournaments/{T}/rounds/1/start")
    for game in large.state(T).round(1).games:
        ruling = {"kind": "result", "result": "2-0", "reason": "reported"}
        door.post(f"/tournaments/{T}/rounds/1/boards/{game.board}/rulings", ruling)
    token = LISTENER.set(lambda done, of: told.append((done, of)))
    try:
        pair(door.desks.desk(T), here, "director")
    finally:
        LISTENER.reset(token)
    assert told == [(0, 2), (1, 2)]
