"""Events are told and read back unchanged, also those of an older and of a newer release."""

from __future__ import annotations

import json
from dataclasses import MISSING, fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.tournament.events import KINDS, Event, GameEnded, event_text, parse_event
from tests.tournament.days import DAYS

KIND = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)


@KIND
@given(data=st.data())
def test_an_event_is_read_back_as_it_was_told(kind: type[Any], data: st.DataObject) -> None:
    """Whatever was decided: kind, instant and text give the very same event."""
    event: Event = data.draw(st.from_type(kind))

    assert parse_event(kind.__name__, event.at, event_text(event)) == event


@KIND
@given(data=st.data())
def test_an_event_is_told_in_one_way_only(kind: type[Any], data: st.DataObject) -> None:
    """The text of what was read is the text that was told: the hash of a line can be made again."""
    event: Event = data.draw(st.from_type(kind))
    text = event_text(event)

    assert event_text(parse_event(kind.__name__, event.at, text)) == text
    assert "\n" not in text


@KIND
@given(data=st.data())
def test_a_field_of_a_newer_release_is_passed_over(kind: type[Any], data: st.DataObject) -> None:
    """A line with more in it than this release knows is read as far as it goes."""
    event: Event = data.draw(st.from_type(kind))
    told = {**json.loads(event_text(event)), "weather": ["rain", 3]}

    assert parse_event(kind.__name__, event.at, json.dumps(told)) == event


@KIND
@given(data=st.data())
def test_a_field_that_an_older_release_did_not_know_has_its_default(kind: type[Any], data: st.DataObject) -> None:
    """A line with less in it than this release knows is read with what was true without saying."""
    event: Event = data.draw(st.from_type(kind))
    told = json.loads(event_text(event))
    added = {field.name: field.default for field in fields(kind) if field.default is not MISSING}
    for name in added:
        del told[name]
    read = parse_event(kind.__name__, event.at, json.dumps(told))

    assert {name: getattr(read, name) for name in added} == added


def test_the_end_of_a_game_once_had_no_article_and_no_reason() -> None:
    told = '{"because":"agreed","black":"drawn","board":1,"by":"tablet 1","round":1,"white":"drawn"}'
    read = parse_event("GameEnded", 5, told)

    assert read == GameEnded(
        at=5, round=1, board=1, white="drawn", black="drawn", because="agreed", by="tablet 1", article=None, reason=""
    )


def test_an_event_of_an_unknown_kind_is_of_a_newer_release() -> None:
    with pytest.raises(ValueError, match="'PlayerKnighted': the journal is of a newer release"):
        parse_event("PlayerKnighted", 1, "{}")


def test_every_kind_of_event_happens_on_one_of_the_days() -> None:
    assert {line.kind for day in DAYS.values() for line in day().journal.lines} == set(KINDS)


@KIND
def test_every_event_says_what_it_means(kind: type[Any]) -> None:
    assert kind.__doc__
    assert not kind.__doc__.startswith(f"{kind.__name__}(")


@KIND
def test_the_fields_of_events_are_plain(kind: type[Any]) -> None:
    """Numbers, words, and tuples of them: nothing that a program of another year could not read."""
    plain = ("int", "str", "bool", "Instant", "Span", "None", "tuple[", "...", "Fact", "Told", "|", ",", "]", " ")
    for field in fields(kind):
        left = str(field.type)
        for word in plain:
            left = left.replace(word, "")
        assert not left, f"{kind.__name__}.{field.name}: {field.type}"
