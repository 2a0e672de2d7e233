"""The rankings that are kept: beside any play, a kept ranking is the one that would be made anew."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings

from arbiter.desk.recorded import events_of
from arbiter.rulings.rounds import placing as module
from arbiter.rulings.rounds.pairing_input import Known
from arbiter.rulings.rounds.placing import placing
from arbiter.tournament.replay import after
from arbiter.tournament.state import Tournament
from tests.hall import Hall
from tests.tournament.days import days, eventful_day

slow = settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def held(lived: Hall) -> None:
    """After each line, and for the register as it was and as it was corrected, both rankings are the same."""
    state = Tournament()
    for event in events_of(lived.journal.lines):
        state = after(state, event)
        if type(event).__name__ == "MovePlayed" and state.version % 4:
            continue  # each fourth is enough to see that it changes nothing
        for known in ({}, {1: Known(rating=1_000 + state.version % 3)}):
            for upto in (None, 1):
                assert placing(state, known, upto) == module._placing(state, known, upto)


@slow
@given(days)
def test_a_kept_ranking_is_the_one_made_anew(lived: Hall) -> None:
    held(lived)


def test_a_kept_ranking_is_the_one_made_anew_on_a_day_on_which_everything_happens() -> None:
    held(eventful_day())


def test_a_move_does_not_make_the_ranking_anew() -> None:
    hall = Hall()
    before = placing(hall.state)
    hall.play("32-28")

    assert placing(hall.state) is before
