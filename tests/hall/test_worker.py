"""Long work in a process of its own: the same results and refusals, its progress, and its end in the middle."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator

import pytest

from arbiter.hall.worker import SMALL_FIELD_ENTRIES, Worker, draw, here
from arbiter.progress import counted
from arbiter.refused import Refused
from arbiter.rulings.entries import EnterPlayers
from arbiter.rulings.rounds.arrangements import ForbidPairs
from arbiter.rulings.rounds.pairing_input import Basis, Inputs, basis_of
from tests.hall import BY, Hall
from tests.waiting import until


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    made = Worker()
    yield made
    made.close()


def field_of(players: int, *, forbidden: bool = False) -> Basis:
    """What the first round of that many is drawn from."""
    hall = Hall(players=0, started=False, system="swiss", rounds=5)
    hall.submit(EnterPlayers(count=players, by=BY))
    if forbidden:
        hall.submit(ForbidPairs(entries=hall.state.entries, by=BY))
    return basis_of(hall.state, Inputs(lots=7))


class Impatient:
    """Somebody who wants nothing any more once the work has told that so much of it is done."""

    def __init__(self, enough: int) -> None:
        self.enough = enough
        self.heard: list[tuple[int, int]] = []

    def told(self, done: int, of: int) -> None:
        self.heard.append((done, of))

    def check(self) -> None:
        if self.heard and self.heard[-1][0] >= self.enough:
            raise Refused("work_cancelled")


def forever(_: object) -> None:
    """Work that tells how much is done and never ends."""
    for _number in counted(range(10**9)):
        time.sleep(0)


def faulty() -> None:
    raise ValueError("a fault of the program")


def test_a_large_round_is_drawn_elsewhere_as_it_would_be_here(worker: Worker) -> None:
    basis = field_of(SMALL_FIELD_ENTRIES + 2)

    assert draw(basis, worker.run) == draw(basis, here) == basis.draw()


def test_a_refusal_comes_back_with_its_facts(worker: Worker) -> None:
    basis = field_of(SMALL_FIELD_ENTRIES + 2, forbidden=True)
    with pytest.raises(Refused) as at_home:
        basis.draw()
    with pytest.raises(Refused) as elsewhere:
        draw(basis, worker.run)

    assert (elsewhere.value.code, elsewhere.value.facts) == (at_home.value.code, at_home.value.facts)


def test_work_whose_process_is_killed_is_refused_and_the_next_is_done(
    worker: Worker, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(Refused, match="work_lost"):
        worker.run(os._exit, 1)

    assert "a process for long work has ended before it was done" in caplog.text
    assert worker.run(abs, -7) == 7


def test_a_process_that_was_killed_while_it_waited_begins_anew(worker: Worker) -> None:
    idle = worker.run(os.getpid)
    os.kill(idle, signal.SIGKILL)
    until(lambda: idle not in [one.pid for one in worker._all])

    assert worker.run(os.getpid) != idle


def test_work_tells_how_much_is_done_and_ends_once_nobody_wants_it(worker: Worker) -> None:
    who = Impatient(enough=2)
    with pytest.raises(Refused, match="work_cancelled"):
        worker.run(forever, None, recipient=who)

    assert who.heard[-1][0] >= 2
    assert {of for _, of in who.heard} == {10**9}


def test_a_fault_in_the_process_is_a_fault_here(worker: Worker) -> None:
    with pytest.raises(RuntimeError, match="a fault of the program"):
        worker.run(faulty)


def test_a_worker_that_was_closed_begins_anew() -> None:
    worker = Worker()
    first = worker.run(os.getpid)
    worker.close()

    assert worker.run(os.getpid) != first
    worker.close()
