"""State from events: the same journal always comes to the same tournament."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings

from arbiter.desk.recorded import events_of
from arbiter.journal.lines import first_bad
from arbiter.sides import Side
from arbiter.tournament.replay import after, replay
from arbiter.tournament.state import Tournament
from tests.hall import Hall
from tests.tournament.days import days, eventful_day

slow = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@slow
@given(days)
def test_reading_the_journal_again_gives_the_same_tournament(lived: Hall) -> None:
    """Whatever was played, refused, ruled and interrupted: a desk that starts anew stands where the old one stood."""
    assert lived.again().state == lived.state
    assert lived.state.version == len(lived.journal.lines)
    assert first_bad(lived.journal.lines) is None


@slow
@given(days)
def test_whatever_happens_the_state_holds_together(lived: Hall) -> None:
    """No clock runs in a game that does not, nobody has less than nothing, and every play stands on the board."""
    at = lived.clock.at
    for game in lived.state.games():
        assert game.position == game.position_after(game.ply)
        assert [play.ply for play in game.plays] == list(range(1, game.ply + 1))
        assert game.clock.moves.white + game.clock.moves.black == game.ply
        assert (game.clock.running is not None) <= (game.running and game.halted is None)
        assert all(play.left >= 0 and play.charged >= 0 for play in game.plays)
        if game.clock.running is None:
            assert all(game.clock.left(side, at) >= 0 for side in Side)
        if game.flag is not None:
            assert lived.state.proposal(game.flag.proposal).decided is None
    for proposal in lived.state.waiting:
        assert lived.state.game(proposal.round, proposal.board).result is None


def test_the_state_after_each_line_is_what_replay_until_there_gives() -> None:
    hall = eventful_day()
    events = list(events_of(hall.journal.lines))
    state = Tournament()
    for number, event in enumerate(events, start=1):
        state = after(state, event)
        assert state == replay(events[:number])
        assert state.version == number
    assert state == hall.state


def test_what_the_board_showed_at_any_line_can_be_asked() -> None:
    hall = Hall()
    hall.play("32-28", "19-23")
    before = hall.state
    hall.wait(minutes=3)
    hall.play("28x19")

    assert hall.desk.state_at(before.version) == before
    assert hall.desk.state_at(hall.state.version) is hall.state


@slow
@given(days)
def test_what_is_counted_is_what_the_plays_give_again(lived: Hall) -> None:
    """Whatever was played, taken back or restored: the counts that plays carried on are those of the score sheet."""
    for game in lived.state.games():
        assert game.tally == game.tally_after(game.ply)
        assert game.tally.recent[-1] == game.position
