"""Packed plays and clocks: a finished game that is looked at again is the game that was played."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings

from arbiter.rulings.board.claims import Resign
from arbiter.tournament.stored.packed import Packed, packed
from arbiter.values import replace
from tests.hall import BY, Hall
from tests.tournament.days import days

slow = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@slow
@given(days)
def test_whatever_was_played_a_packed_game_equals_the_game(lived: Hall) -> None:
    for game in lived.state.games():
        plain = replace(game, plays=tuple(game.plays), shown=tuple(game.shown))
        small = packed(plain)

        assert small == plain
        assert plain == small
        assert hash(small.plays) == hash(plain.plays)
        assert [small.plays[at] for at in range(-game.ply, game.ply)] == [*plain.plays, *plain.plays]
        assert small.shown[-1:] == plain.shown[-1:]
        assert (tuple(small.plays), tuple(small.shown)) == (plain.plays, plain.shown)


def test_a_game_that_is_over_is_packed_and_unlike_one_with_another_move() -> None:
    hall, other = Hall(), Hall()
    hall.play("32-28", "19-23")
    other.play("32-28", "18-23")
    for one in (hall, other):
        one.submit(Resign(round=1, board=1, by=BY))
    plays, others = hall.game().plays, other.game().plays

    assert isinstance(plays, Packed)
    assert isinstance(hall.game().shown, Packed)
    assert plays != others
