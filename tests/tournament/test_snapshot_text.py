"""A state as text: whatever a tournament has come to, the text gives it back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings

from arbiter.rulings.board.play import PlayMove
from arbiter.tournament.replay import replay
from arbiter.tournament.state import Tournament
from arbiter.tournament.stored.packed import Packed
from arbiter.tournament.stored.snapshot_text import Store, known
from tests.hall import BY, Hall
from tests.tournament.days import days, eventful_day
from tests.tournament.officials_day import officials_day

slow = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def back(state: Tournament) -> Tournament:
    return Store().read(list(Store().told(state)))


@slow
@given(days)
def test_whatever_has_happened_the_text_gives_it_back(lived: Hall) -> None:
    assert back(lived.state) == lived.state


@pytest.mark.parametrize("day", [eventful_day, officials_day], ids=["eventful", "officials"])
def test_a_day_on_which_everything_happens_comes_back(day: Callable[[], Hall]) -> None:
    state = day().state

    assert back(state) == state


def test_what_is_read_goes_on_as_what_was_told() -> None:
    hall = Hall()
    hall.play("32-28", "19-23")
    again = hall.again()
    again.desk.state = back(hall.state)
    recorded = hall.submit(PlayMove(round=1, board=1, ply=2, move="28x19", by=BY))
    again.desk.state = replay(recorded.events, again.state)

    assert again.state == hall.state


def test_the_plays_of_a_game_are_unpacked_when_they_are_asked_for() -> None:
    hall = Hall()
    hall.play("32-28", "19-23")
    plays = back(hall.state).game(1, 1).plays

    assert isinstance(plays, Packed)
    assert len(plays) == 2
    assert plays == hall.game().plays
    assert hall.game().plays == plays
    assert (plays[0].move, plays[-1].move, [play.move for play in plays[:1]]) == ("32-28", "19-23", ["32-28"])


def test_a_text_that_was_read_is_told_again_as_it_was() -> None:
    store = Store()
    texts = list(store.told(eventful_day().state))
    kept = Store()

    assert list(kept.told(kept.read(texts))) == texts


def test_what_no_tournament_can_hold_is_not_told() -> None:
    with pytest.raises(TypeError):
        Store()._encode(1.5)
    with pytest.raises(TypeError):
        Store()._encode(["a list"])


def test_only_classes_of_a_tournament_are_made() -> None:
    assert {"Tournament", "Game", "Play", "Clock", "Side", "KingWalk"} <= set(known())
    with pytest.raises(KeyError):
        Store()._decode(["d", "Path", "/"])
