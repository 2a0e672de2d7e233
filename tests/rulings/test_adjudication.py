"""Thirteen cases of which came first: a move, a flag, an agreement, a pause; and what the network took."""

from __future__ import annotations

import pytest

from arbiter.rulings.board.claims import AnswerDraw, OfferDraw, Resign
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.referee.corrections import CorrectTime, StopClock
from arbiter.rulings.referee.proposals import SignProposal
from arbiter.rulings.regulations import ChangeRegulations
from arbiter.rulings.rounds.pairing import PairRound, StartRound
from arbiter.rulings.time.flags import MOST_QUOTA_MS, REFILL_MS, RingFlag, Stamp, quota
from arbiter.sides import HOUR, SECOND, Side
from arbiter.tournament.events.games import MovePlayed
from tests.hall import BY, Hall

WHITE, BLACK = Side.WHITE, Side.BLACK
RING = RingFlag(round=1, board=1)
AT: dict[str, object] = {"round": 1, "board": 1, "by": BY}
WINNING = "W:W28:B23"
"""White takes the last piece."""


def hall_with(quota_ms: int = 0, flags: str = "propose") -> Hall:
    """A hall whose regulations give back so much of the network's time."""
    hall = Hall(started=False, flags=flags)
    if quota_ms:
        hall.submit(ChangeRegulations(switches=(("lag_quota_ms", quota_ms),), by=BY, reason="agreed"))
    hall.submit(PairRound(by=BY))
    hall.submit(StartRound(round=1, by=BY))
    return hall


def late_by(hall: Hall, ms: int) -> None:
    """It was received so many milliseconds ago and waited for its turn."""
    hall.clock.at -= ms


def stamped(hall: Hall, pressed: int, *, round_trip: int = 600, ply: int = 0, move: str = "32-28") -> PlayMove:
    return PlayMove(
        round=1, board=1, by=BY, ply=ply, move=move, stamp=Stamp(pressed=pressed, round_trip=round_trip, device=123)
    )


def test_1_a_winning_move_a_millisecond_before_the_flag_wins_though_it_is_handled_later(hall: Hall) -> None:
    hall.put(WINNING)
    hall.wait(hours=2, ms=400)
    hall.submit(RING)
    late_by(hall, 401)
    hall.play("28x19")
    result = hall.game().result

    assert result is not None
    assert (hall.state.result_text(hall.game()), result.because) == ("2-0", "no_move")
    assert [p.decided for p in hall.state.proposals] == ["lapsed"]


def test_2_the_same_move_at_the_instant_of_the_flag_is_the_flag(hall: Hall) -> None:
    hall.put(WINNING)
    falls = hall.game().clock.flag_at
    hall.wait(hours=2)
    hall.play("28x19")
    flag = hall.game().flag

    assert flag is not None
    assert (flag.side, flag.at) == (WHITE, falls)


def test_3_an_alarm_that_wakes_late_gives_no_time_away(hall: Hall) -> None:
    falls = hall.game().clock.flag_at
    hall.wait(hours=2, ms=900)
    recorded = hall.submit(RING)

    assert recorded.events[0].at == falls


def test_4_an_alarm_that_wakes_early_is_told_when_to_come_back(hall: Hall) -> None:
    hall.wait(hours=2, ms=-1_500)
    refused = hall.refused(RING)

    assert (refused.code, refused.facts["flag_at"]) == ("flag_still_up", hall.clock.at + 1_500)


@pytest.mark.parametrize("rung", [True, False], ids=["after the flag was noted", "before anybody asked"])
def test_5_a_move_that_the_network_held_up_stands_within_the_quota(rung: bool) -> None:
    hall = hall_with(1_000)
    falls = hall.game().clock.flag_at
    assert falls is not None
    hall.wait(hours=2)
    if rung:
        hall.submit(RING)
    hall.wait(ms=300)
    hall.submit(stamped(hall, falls - 200))
    game = hall.game()

    assert (game.ply, game.flag, game.plays[0].lag, game.plays[0].left) == (1, None, 500, 200)
    assert game.clock.left(BLACK, hall.clock.at) == 2 * HOUR
    assert [p.decided for p in hall.state.proposals] == (["lapsed"] if rung else [])


def test_6_and_not_beyond_it() -> None:
    hall = hall_with(100)
    falls = hall.game().clock.flag_at
    assert falls is not None
    hall.wait(hours=2, ms=300)
    hall.submit(stamped(hall, falls - 200))

    assert hall.game().flag is not None
    assert hall.refused(stamped(hall, falls - 200)).code == "flag_pending"


def test_7_a_move_that_is_sent_again_is_charged_once(hall: Hall) -> None:
    hall.wait(minutes=1)
    asked = PlayMove(round=1, board=1, ply=0, move="32-28", by=BY)
    first = hall.submit(asked, key="k")
    hall.wait(minutes=1)
    again = hall.submit(asked, key="k")

    assert (again.seq, again.again) == (first.seq, True)
    assert [play.charged for play in hall.game().plays] == [60 * SECOND]


def test_8_another_move_for_a_ply_that_was_played_is_stale(hall: Hall) -> None:
    hall.play("32-28")
    refused = hall.refused(PlayMove(round=1, board=1, ply=0, move="33-28", by=BY), key="other")

    assert (refused.code, refused.facts["played"]) == ("stale_ply", 1)


@pytest.mark.parametrize("flags", ["propose", "auto"])
@pytest.mark.parametrize(("policy", "result"), [("", "0-2"), ("draw", "1-1"), ("table", "1-1")])
def test_9_what_becomes_of_a_flag_when_the_opponent_has_a_lone_king_is_the_regulations(
    policy: str, result: str, flags: str
) -> None:
    hall = Hall(started=False, flags=flags)
    if policy:
        hall.submit(ChangeRegulations(switches=(("cannot_win", policy),), by=BY, reason="agreed"))
    hall.submit(PairRound(by=BY))
    hall.submit(StartRound(round=1, by=BY))
    hall.put("W:WK48:BK31")  # White takes it: Black can win in no way at all
    hall.wait(hours=2)
    hall.submit(RING)
    for proposal in hall.state.waiting:
        hall.submit(SignProposal(proposal=proposal.number, by=BY))

    assert hall.state.result_text(hall.game()) == result


def test_10_a_draw_that_was_agreed_before_the_flag_stands(hall: Hall) -> None:
    hall.submit(OfferDraw(**AT))  # type: ignore[arg-type]  # where it is
    hall.wait(hours=2, ms=5)
    hall.submit(RING)
    late_by(hall, 6)
    hall.submit(AnswerDraw(**AT, accept=True))  # type: ignore[arg-type]  # where it is
    result = hall.game().result

    assert result is not None
    assert (result.because, hall.game().flag) == ("agreed", None)
    assert hall.game().clock.left(WHITE, hall.clock.at) == 1
    assert [p.decided for p in hall.state.proposals] == ["lapsed"]


@pytest.mark.parametrize(("late", "because"), [(1, None), (7, "resigned")])
def test_11_a_resignation_counts_from_when_it_was_received(hall: Hall, late: int, because: str | None) -> None:
    hall.wait(hours=2, ms=6)
    hall.submit(RING)
    late_by(hall, late)
    resign = Resign(**AT, side=WHITE)  # type: ignore[arg-type]  # where it is
    if because is None:
        assert hall.refused(resign).code == "flag_pending"
        hall.submit(SignProposal(proposal=hall.state.waiting[0].number, by=BY))
        because = "flag"
    else:
        hall.submit(resign)
    result = hall.game().result

    assert result is not None
    assert result.because == because


@pytest.mark.parametrize("rung", [True, False])
def test_12_a_pause_before_the_flag_stands_though_it_is_handled_after_it(hall: Hall, rung: bool) -> None:
    falls = hall.game().clock.flag_at
    assert falls is not None
    hall.wait(hours=2, ms=300)
    if rung:
        hall.submit(RING)
    hall.submit(StopClock(round=1, board=1, by=BY, reason="a fire", pressed=falls - 700))

    assert (hall.game().flag, hall.game().halted) == (None, "arbiter")
    assert hall.game().clock.left(WHITE, hall.clock.at) == 700


def test_13_two_flags_are_never_down_at_once(hall: Hall) -> None:
    """Also when an arbiter takes both times away: the first is the flag, and the second waits for the ruling on it."""
    hall.submit(CorrectTime(**AT, side=BLACK, left=0, reason="set by hand after a crash"))  # type: ignore[arg-type]  # where it is
    second = CorrectTime(**AT, side=WHITE, left=0, reason="set by hand after a crash")  # type: ignore[arg-type]  # where it is

    assert hall.refused(second).code == "time_out_of_range"
    assert hall.game().flag is not None
    assert hall.game().flag.side is BLACK  # type: ignore[union-attr]  # asserted above


# what the network took


def test_lag_is_given_back_only_where_the_regulations_say_so() -> None:
    hall = hall_with(0)
    hall.wait(seconds=60)
    hall.submit(stamped(hall, hall.clock.at - 400))
    (play,) = hall.game().plays

    assert (play.lag, play.charged) == (0, 60_000)


def test_what_the_tablet_said_is_in_the_journal_whether_or_not_it_counts() -> None:
    hall = hall_with(0)
    hall.wait(seconds=60)
    event = hall.submit(stamped(hall, hall.clock.at - 400)).last
    assert isinstance(event, MovePlayed)

    assert (event.pressed, event.round_trip, event.device) == (hall.clock.at - 400, 600, 123)


@pytest.mark.parametrize(
    ("ago", "round_trip", "given"), [(400, 600, 400), (400, 250, 250), (5_000, 9_000, 1_000), (-50, 600, 0)]
)
def test_no_more_is_given_back_than_quota_round_trip_and_way(ago: int, round_trip: int, given: int) -> None:
    hall = hall_with(1_000)
    hall.wait(seconds=60)
    hall.submit(stamped(hall, hall.clock.at - ago, round_trip=round_trip))

    assert hall.game().plays[0].lag == given
    assert hall.game().plays[0].charged == 60_000 - given


def test_nobody_gets_back_more_than_he_has_thought() -> None:
    hall = hall_with(1_000)
    hall.wait(ms=300)
    hall.submit(stamped(hall, hall.clock.at - 900, round_trip=900))

    assert hall.game().plays[0].lag == 300


def test_the_quota_refills_a_little_at_each_move() -> None:
    hall = hall_with(1_000)
    hall.wait(seconds=9)
    hall.submit(stamped(hall, hall.clock.at - 800, round_trip=2_000))

    assert quota(hall.state, hall.game(), WHITE) == 200 + REFILL_MS
    assert quota(hall.state, hall.game(), BLACK) == 1_000
    hall = hall_with(MOST_QUOTA_MS)
    hall.play("32-28")
    assert quota(hall.state, hall.game(), WHITE) == MOST_QUOTA_MS


def test_a_flag_that_ends_the_game_by_itself_waits_for_what_may_be_on_its_way() -> None:
    hall = hall_with(1_000, flags="auto")
    falls = hall.game().clock.flag_at
    assert falls is not None
    hall.wait(hours=2, ms=999)
    assert hall.refused(RING).facts["flag_at"] == falls + 1_000
    hall.wait(ms=1)
    hall.submit(RING)

    assert hall.game().result is not None
