"""Long work in a process of its own: the same round, the same refusals, and an end in order."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool

import pytest

from arbiter.hall.worker import SMALL_FIELD_ENTRIES, Worker
from arbiter.refused import Refused
from arbiter.rulings.entries import EnterPlayers
from arbiter.rulings.rounds.arrangements import ForbidPairs
from arbiter.rulings.rounds.pairing_input import Basis, Inputs, basis_of
from tests.hall import BY, Hall


@pytest.fixture
def workshop() -> Iterator[Worker]:
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


def test_a_large_round_is_drawn_elsewhere_as_it_would_be_here(workshop: Worker) -> None:
    basis = field_of(SMALL_FIELD_ENTRIES + 2)

    assert workshop.draw(basis) == basis.draw()


def test_a_refusal_comes_back_with_its_facts(workshop: Worker) -> None:
    basis = field_of(SMALL_FIELD_ENTRIES + 2, forbidden=True)
    with pytest.raises(Refused) as here:
        basis.draw()
    with pytest.raises(Refused) as elsewhere:
        workshop.draw(basis)

    assert (elsewhere.value.code, elsewhere.value.facts) == (here.value.code, here.value.facts)


def test_a_round_whose_process_dies_is_drawn_here(workshop: Worker, caplog: pytest.LogCaptureFixture) -> None:
    basis = field_of(SMALL_FIELD_ENTRIES + 1)
    dying = workshop._process().submit(os._exit, 1)
    with pytest.raises(BrokenProcessPool):
        dying.result()

    assert workshop.draw(basis) == basis.draw()
    assert "the process that draws rounds has gone; this one is drawn here" in caplog.text


def test_a_workshop_that_was_closed_begins_anew(workshop: Worker) -> None:
    basis = field_of(SMALL_FIELD_ENTRIES + 1)
    first = workshop.draw(basis)
    workshop.close()

    assert workshop.draw(basis) == first
