"""The clock of a board: what is left when, what a press does, what stops it, and that no time is lost or made."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from arbiter.clock.clock import Clock, new_clock
from arbiter.clock.control import Control, Overtime, Period, parse_control
from arbiter.sides import HOUR, MINUTE, SECOND, Both, Side
from tests.clock.ticking import Ticking

WHITE, BLACK = Side
NOON = 1_700_000_000_000


def clock_of(white: str, black: str | None = None) -> Clock:
    return new_clock(Both(parse_control(white), parse_control(black or white)))


def test_a_new_clock_stands_at_the_first_period() -> None:
    clock = clock_of("50/7200:25/3600")

    assert clock.running is None
    assert clock.flag_at is None
    assert clock.left(WHITE, NOON) == clock.left(BLACK, NOON) == 2 * HOUR
    assert (clock.period(WHITE), clock.moves_to_go(WHITE)) == (1, 50)


def test_only_the_running_side_loses_time() -> None:
    clock = clock_of("3600").start(WHITE, NOON)

    assert clock.left(WHITE, NOON + 3 * MINUTE) == 57 * MINUTE
    assert clock.left(BLACK, NOON + 3 * MINUTE) == HOUR


def test_a_flag_is_down_in_the_millisecond_in_which_nothing_is_left() -> None:
    clock = clock_of("1/60:1/60").start(WHITE, NOON)

    assert clock.flag_at == NOON + MINUTE
    assert not clock.fallen(NOON + MINUTE - 1)
    assert clock.fallen(NOON + MINUTE)
    assert clock.press(NOON + MINUTE - 1).had.white == 1 + MINUTE


def test_what_is_left_stays_when_the_next_period_is_added() -> None:
    clock = clock_of("2/60:1/30").start(WHITE, 0)
    for at in (10, 20, 30, 40):
        clock = clock.press(at * SECOND)

    assert clock.had == Both(70 * SECOND, 70 * SECOND)  # 60 - 20 + 30
    assert (clock.period(WHITE), clock.moves_to_go(WHITE)) == (2, 1)


def test_the_last_period_with_a_number_of_moves_repeats_without_end() -> None:
    clock = replace(clock_of("50/7200:25/3600"), moves=Both(75, 10_000))

    assert (clock.period(WHITE), clock.moves_to_go(WHITE)) == (3, 25)
    assert (clock.period(BLACK), clock.moves_to_go(BLACK)) == (400, 25)


def test_a_clock_without_a_control_never_falls() -> None:
    clock = clock_of("-").start(WHITE, NOON)

    assert clock.flag_at is None
    assert not clock.fallen(NOON + 1000 * HOUR)
    assert clock.press(NOON + HOUR).left(BLACK, NOON + 2 * HOUR) == 0
    assert (clock.period(WHITE), clock.moves_to_go(WHITE)) == (1, None)


def test_in_a_handicap_each_side_has_its_own_control() -> None:
    clock = clock_of("300", "-").start(WHITE, 0)

    assert clock.flag_at == 300 * SECOND
    assert clock.press(SECOND).flag_at is None


def test_stopping_charges_once_and_a_standing_clock_stands() -> None:
    clock = clock_of("3600").start(WHITE, NOON).stop(NOON + MINUTE)

    assert clock.left(WHITE, NOON + HOUR) == 59 * MINUTE
    assert clock.stop(NOON + HOUR).had == clock.had
    assert clock.start(WHITE, NOON + HOUR).flag_at == NOON + HOUR + 59 * MINUTE


def test_time_that_was_charged_is_not_charged_again_by_a_start_received_before() -> None:
    """What was received earlier at another board may be ruled on later: instants run back."""
    clock = clock_of("3600").start(WHITE, NOON).stop(NOON + MINUTE).start(WHITE, NOON + 40 * SECOND)

    assert clock.left(WHITE, NOON + 2 * MINUTE) == 58 * MINUTE


def test_nobody_is_charged_for_an_instant_before_the_clock_was_started() -> None:
    clock = clock_of("3600+30").start(WHITE, NOON)

    assert clock.left(WHITE, NOON - MINUTE) == HOUR
    assert clock.stop(NOON - MINUTE).had.white == HOUR
    assert clock.press(NOON - MINUTE).had.white == HOUR + 30 * SECOND


@pytest.mark.parametrize("side", Side)
def test_a_correction_leaves_exactly_that_and_the_running_clock_runs_on(side: Side) -> None:
    clock = clock_of("3600").start(WHITE, NOON).with_left(side, 5 * MINUTE, NOON + MINUTE)

    assert clock.running is WHITE
    assert clock.left(side, NOON + MINUTE) == 5 * MINUTE
    assert clock.left(WHITE, NOON + 2 * MINUTE) == (4 if side is WHITE else 58) * MINUTE


def test_pressing_a_clock_that_stands_is_a_fault() -> None:
    with pytest.raises(ValueError, match="clock runs"):
        clock_of("3600").press(NOON)


def spans(least: int, most: int) -> st.SearchStrategy[int]:
    return st.integers(least, most)


@st.composite
def small_controls(draw: st.DrawFn, *, overtime: bool = True) -> Control:
    """Controls of some milliseconds, so that a clock that ticks can follow."""
    count = draw(st.integers(1, 3))
    open_end = draw(st.booleans())
    periods = []
    for number in range(count):
        last = open_end and number == count - 1
        moves = None if last else draw(st.integers(1, 4))
        base = draw(spans(1, 60))
        over = draw(small_overtimes) if last and overtime else None
        if over:
            periods.append(Period(moves, base, overtime=over))
            continue
        more, late = draw(spans(0, 4)), draw(spans(0, 6))
        periods.append(Period(moves, base, more, late, upfront=draw(st.booleans()), kept=last or draw(st.booleans())))
    return Control(tuple(periods))


small_overtimes = st.one_of(
    st.none(),
    st.builds(Overtime, st.just(1), spans(1, 9), st.integers(1, 4)),
    st.builds(Overtime, st.integers(2, 4), spans(1, 20), st.just(1)),
)
glasses = st.builds(lambda span: Both(*[Control((Period(None, span),), sand=True)] * 2), spans(1, 60))
pairs = st.one_of(st.builds(Both, small_controls(), small_controls()), glasses)


def plain(control: Control) -> Control:
    return Control(tuple(replace(period, delay=0, kept=True) for period in control.periods))


STEPS = st.lists(
    st.tuples(st.sampled_from(["press", "press", "press", "pause", "give", "retract"]), spans(0, 12), spans(1, 40)),
    max_size=60,
)


@given(pairs, st.sampled_from(Side), STEPS)
def test_the_clock_agrees_with_one_that_ticks(
    both: Both[Control], first: Side, steps: list[tuple[str, int, int]]
) -> None:
    """Whatever is pressed, paused, corrected and taken back: time, period, moves to go and flag are as counted down."""
    slow, fast = Ticking(both), new_clock(both).start(first, 0)
    slow.running = first
    for what, think, more in steps:
        slow.tick(think)
        if slow.flag:
            assert fast.fallen(slow.now)
            assert (fast.running, fast.flag_at) == slow.flag
            return
        assert not fast.fallen(slow.now)
        mover = slow.running
        assert mover is not None
        if what == "press":
            slow.press()
            fast = fast.press(slow.now)
        elif what == "pause":
            slow.running = None
            fast = fast.stop(slow.now)
            slow.tick(more)
            slow.running = mover
            fast = fast.start(mover, slow.now)
        elif what == "give":
            slow.give(first, more)
            fast = fast.with_left(first, more, slow.now)
        elif mover.other in slow.pressed:
            slow.retract()
            fast = fast.retracted(mover.other, slow.now)
            if fast.fallen(slow.now):  # the allotment that the move had earned was all that kept it up
                break
        assert {s: (fast.left(s, slow.now), fast.period(s), fast.moves_to_go(s)) for s in Side} == slow.shown()


@given(pairs, st.sampled_from(Side), spans(0, 30), spans(0, 30), spans(0, 500))
def test_taking_a_move_back_undoes_the_press(
    both: Both[Control], side: Side, think: int, meanwhile: int, later: int
) -> None:
    """Whoever made the move has as much as without the press; the other pays what they used."""
    clock = new_clock(both).start(side, 0)
    assume(not clock.fallen(think))
    stood = clock.stop(think)
    back = clock.press(think).retracted(side, think + meanwhile)
    at = think + meanwhile

    assert back.left(side, at) == stood.left(side, at)
    assert (back.period(side), back.moves_to_go(side), back.moves) == (
        stood.period(side),
        stood.moves_to_go(side),
        stood.moves,
    )
    assert back.left(side, at + later) == stood.start(side, at).left(side, at + later)
    assert back.flag_at == stood.start(side, at).flag_at
    assert back.press(at).had[side] == clock.press(think).had[side]


@given(small_controls(overtime=False), st.lists(spans(0, 40), max_size=60))
def test_time_is_neither_lost_nor_made(control: Control, thinking: list[int]) -> None:
    """Under a control that keeps what is left: what both have left, and what passed, is what both were given."""
    control = plain(control)
    clock, at = new_clock(Both(control, control)).start(WHITE, 0), 0
    given_so_far = 2 * control.at_start
    for think in thinking:
        side, at = clock.running, at + think
        assert side is not None
        before = clock.left(side, at)
        clock = clock.press(at)
        given_so_far += clock.had[side] - before
        assert clock.had.white + clock.had.black + at == given_so_far


@given(small_controls(), st.lists(spans(0, 100), min_size=2, max_size=20))
def test_time_left_never_grows_while_nobody_presses(control: Control, instants: list[int]) -> None:
    """Later is never more; and the flag has fallen exactly when nothing is left."""
    clock = new_clock(Both(control, control)).start(BLACK, 10)
    left = [clock.lasts(BLACK, at) for at in sorted(instants)]

    assert left == sorted(left, reverse=True)
    assert all(clock.fallen(at) == (clock.lasts(BLACK, at) <= 0) for at in instants)


@given(small_controls(), spans(0, 30), spans(0, 30), spans(0, 500))
def test_a_pause_costs_nobody(control: Control, before: int, after: int, pause: int) -> None:
    """A move with a pause in it takes as much as the same move without, and nothing more once nothing is left."""
    clock = new_clock(Both(control, control)).start(WHITE, 0)
    paused = clock.stop(before).start(WHITE, before + pause)

    assert max(0, paused.left(WHITE, before + pause + after)) == max(0, clock.left(WHITE, before + after))
