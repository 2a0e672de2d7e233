"""Time controls: read, written, and refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.clock.control import (
    Control,
    Overtime,
    Period,
    control_text,
    controls_text,
    parse_control,
    parse_controls,
)
from arbiter.refused import Refused
from arbiter.sides import HOUR, SECOND

CONTROLS = json.loads((Path(__file__).parent.parent / "data" / "clock" / "controls.json").read_text())


def refusal(text: str) -> Refused:
    with pytest.raises(Refused) as refused:
        parse_control(text)
    return refused.value


def seconds(most: int) -> st.SearchStrategy[int]:
    return st.integers(0, most).map(lambda number: number * SECOND)


@st.composite
def controls(draw: st.DrawFn) -> Control:
    """Every control that can be written, "-" included."""
    if draw(st.integers(0, 9)) == 0:
        return Control((Period(None, draw(st.integers(1, 36_000)) * SECOND),), sand=True)
    numbered = draw(st.lists(st.integers(1, 999), max_size=6))
    sudden_death: list[int | None] = [None] if draw(st.booleans()) else []
    periods = []
    for moves in [*numbered, *sudden_death]:
        more, delayed = draw(seconds(600)), draw(st.booleans())
        base = draw(st.integers(1, 36_000)) * SECOND
        over = draw(overtimes) if moves is None else None
        periods.append(
            Period(moves, base, overtime=over)
            if over
            else Period(
                moves,
                base,
                increment=0 if delayed else more,
                delay=more if delayed else 0,
                upfront=more > 0 and draw(st.booleans()),
                kept=moves is None or draw(st.booleans()),
            )
        )
    return Control(tuple(periods))


blocks = st.integers(1, 600).map(lambda number: number * SECOND)
overtimes = st.one_of(
    st.none(),
    st.builds(Overtime, st.just(1), blocks, st.integers(1, 20)),
    st.builds(Overtime, st.integers(2, 30), blocks, st.just(1)),
)


@pytest.mark.parametrize(("text", "kind", "periods"), CONTROLS["read"])
def test_a_control_is_read_period_by_period_and_written_as_it_was(
    text: str, kind: str, periods: list[list[int | None]]
) -> None:
    control = parse_control(text)

    assert [[p.moves, p.base, p.increment, p.delay] for p in control.periods] == periods
    assert control.sand is (kind == "hourglass")
    assert bool(control.periods) is (kind != "none")
    assert control_text(control) == text


@pytest.mark.parametrize("text", CONTROLS["unsupported"])
def test_a_control_that_nobody_knows_is_understood_and_not_kept(text: str) -> None:
    assert refusal(text).code == "control_unsupported"


@pytest.mark.parametrize("text", CONTROLS["refused"])
def test_nonsense_is_refused_with_the_text_itself(text: str) -> None:
    answer = refusal(text)

    assert answer.code in {"control_unreadable", "control_impossible"}
    assert answer.facts["text"] == text


@pytest.mark.parametrize(
    "text",
    [
        *("0/60", "50/0", "0", "7200:50/7200", "300+3:60", "1000/60", "360001", ":".join(["1/1"] * 21)),
        *("*0", "0@60", "60+0x30", "60+3x0", "60+0/30", "60+3x30:60", "40/60+3x30", "60+1000x30"),
        *("60+3601", "60+1x360001"),
    ],
)
def test_what_can_be_read_and_cannot_be_is_called_impossible(text: str) -> None:
    assert refusal(text).code == "control_impossible"


@pytest.mark.parametrize(
    "text", ["", " ", "50", "999/360000", "60+3600", "60+1x360000", ":".join(["1/1"] * 20), " 50/7200 \n"]
)
def test_the_bounds_themselves_can_be(text: str) -> None:
    if text.strip():
        assert parse_control(text).periods
    else:
        assert refusal(text).code == "control_unreadable"


@pytest.mark.parametrize(
    "text",
    [
        *("٥٠/٧٢٠٠", "50/７２００", "5 0/7200", "50/7200 :25/3600", "+30", "3600+30e", "3600++3", "--", "1e3", "0x10"),
        *("@60", "3600@60@", "3600+30ud", "3600+x30", "3600+3x", "60+3/", "*", "**60", "*60+5", "60|"),
    ],
)
def test_other_digits_signs_and_gaps_cannot_be_read(text: str) -> None:
    assert refusal(text).code == "control_unreadable"


@pytest.mark.parametrize("text", ["1" * 200, "1" * 201, "9" * 10_000, "50/7200:" * 5_000])
def test_a_text_without_end_is_refused_and_shown_in_part(text: str) -> None:
    shown = refusal(text).facts["text"]

    assert isinstance(shown, str)
    assert len(shown) <= 201


def test_an_increment_or_delay_of_nothing_is_none_at_all() -> None:
    assert (
        parse_control("300+0")
        == parse_control("300+0d")
        == parse_control("300")
        == Control((Period(None, 300 * SECOND),))
    )


@given(controls())
def test_a_control_that_is_written_reads_as_itself(control: Control) -> None:
    """Writing and reading rhyme, for every control that keeps the bounds."""
    if sum(period.base for period in control.periods) <= 100 * HOUR:
        assert parse_control(control_text(control)) == control


@given(st.text(alphabet="0123456789/:+d-*? ", max_size=30))
def test_any_text_is_a_control_or_is_refused(text: str) -> None:
    """Nothing that is typed is a fault of the program, and what is read can be written."""
    try:
        control, refused = parse_control(text), None
    except Refused as answer:
        control, refused = Control(()), answer

    if refused:
        assert refused.code in {"control_unreadable", "control_impossible", "control_unsupported"}
    else:
        assert parse_control(control_text(control)) == control


@pytest.mark.parametrize(
    ("text", "period"),
    [
        ("4800+60u", Period(None, 4_800_000, increment=60_000, upfront=True)),
        ("600+5b", Period(None, 600_000, delay=5_000, upfront=True)),
        ("1@60", Period(1, 60_000, kept=False)),
        ("60+3x10", Period(None, 60_000, overtime=Overtime(1, 10_000, 3))),
        ("60+3/30", Period(None, 60_000, overtime=Overtime(3, 30_000, 1))),
    ],
)
def test_what_pdn_has_no_sign_for_is_written_with_a_letter(text: str, period: Period) -> None:
    assert parse_control(text) == Control((period,))
    assert control_text(parse_control(text)) == text


@pytest.mark.parametrize("text", ["300+2|240+2", "50/7200:25/3600", "-|60", "*60"])
def test_a_handicap_is_written_with_a_bar(text: str) -> None:
    assert controls_text(parse_controls(text)) == text


def test_the_same_for_both_is_written_once() -> None:
    assert controls_text(parse_controls("300+2|300+2")) == "300+2"


@pytest.mark.parametrize("text", ["*60|60", "60|*60"])
def test_a_sand_glass_stands_between_two_players(text: str) -> None:
    with pytest.raises(Refused) as refused:
        parse_controls(text)

    assert refused.value.code == "control_one_glass"
