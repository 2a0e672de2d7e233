"""Events are told and read back unchanged, also those of an older and of a newer release; each has the same face."""

from __future__ import annotations

import json
import re
from dataclasses import MISSING, fields
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.pairing.system_interface import Reason
from arbiter.pairing.table.points import Outcome
from arbiter.refused import Refused
from arbiter.tournament import events
from arbiter.tournament.events import KINDS, parse_event
from arbiter.tournament.events.attendance import LateNoticed
from arbiter.tournament.events.clocks import ControlSet
from arbiter.tournament.events.entries import BoardFixed, ByeSet
from arbiter.tournament.events.event import Event, event_text, told
from arbiter.tournament.events.games import GameEnded
from arbiter.tournament.events.halts import ClocksResumed, HallStopped
from arbiter.tournament.events.referee.officials import OfficialNamed
from arbiter.tournament.events.referee.proposals import ProposalSigned
from arbiter.tournament.sealed_findings import OpenedFinding
from arbiter.tournament.state import Tournament
from tests.tournament.days import DAYS

NAMED = ("Side", "Outcome", "ByeKind", "Reason", "OpenedFinding")
"""What a line tells in words, and an event in values."""

FEW = settings(max_examples=settings().max_examples // 4)
"""There are a hundred kinds with a few plain fields each."""
KIND = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)


Reason("met")  # its constructor has its parameters from the first use on
OpenedFinding(1, "")


@cache
def any_of(kind: type[Event]) -> st.SearchStrategy[Event]:
    """Events of that kind, with anything in every field, those that older releases did not know included."""
    hints = get_type_hints(kind)
    return st.builds(kind, **{field.name: st.from_type(hints[field.name]) for field in fields(kind) if field.init})


@KIND
@FEW
@given(data=st.data())
def test_an_event_is_read_back_as_it_was_told_also_by_a_newer_and_an_older_release(
    kind: type[Event], data: st.DataObject
) -> None:
    """Whatever was decided: kind, instant and text give the very same event.

    The text of what was read is the text that was told: the hash of a line can be made again. A line with more in it
    than this release knows is read as far as it goes. One with less is read with what was true without saying.
    """
    event = data.draw(any_of(kind))
    text = event_text(event)
    assert text == json.dumps(told(event), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    read = parse_event(kind.__name__, event.at, text)
    assert read == event
    assert event_text(read) == text
    assert "\n" not in text

    newer = {**told(event), "weather": ["rain", 3]}
    assert parse_event(kind.__name__, event.at, json.dumps(newer)) == event

    added = {field.name: field.default for field in fields(kind) if field.init and field.default is not MISSING}
    older = {name: value for name, value in told(event).items() if name not in added}
    read = parse_event(kind.__name__, event.at, json.dumps(older))
    assert {name: getattr(read, name) for name in added} == added


def test_the_end_of_a_game_once_had_no_article_and_no_reason() -> None:
    text = '{"because":"agreed","black":"drawn","board":1,"by":"tablet 1","round":1,"white":"drawn"}'
    read = parse_event("GameEnded", 5, text)

    assert read == GameEnded(
        at=5,
        round=1,
        board=1,
        white=Outcome.DRAWN,
        black=Outcome.DRAWN,
        because="agreed",
        by="tablet 1",
        article=None,
        reason="",
    )


def test_nobody_in_particular_is_written_as_every_release_wrote_it() -> None:
    late = LateNoticed(at=5, round=1, board=1, side=None, due=4)
    back = ByeSet(at=5, entry=1, round=2, kind=None, by="chief")

    assert told(late)["side"] == "both"
    assert told(back)["kind"] == ""


def test_an_event_of_an_unknown_kind_is_of_a_newer_release() -> None:
    with pytest.raises(Refused) as refused:
        parse_event("PlayerKnighted", 1, "{}")

    assert (refused.value.code, refused.value.facts) == ("event_of_a_later_release", {"kind": "PlayerKnighted"})


def test_every_kind_of_event_happens_on_one_of_the_days() -> None:
    of_older_releases = {"LeaderChanged"}

    assert {line.kind for day in DAYS.values() for line in day().journal.lines} == set(KINDS) - of_older_releases


def test_every_event_is_in_the_row_of_its_file() -> None:
    """An event that is not listed cannot be read: `EVENTS` at the end of its file."""
    files = [import_module(file.name) for file in walk_packages(events.__path__, f"{events.__name__}.")]
    found = {
        kind for file in files for kind in vars(file).values() if isinstance(kind, type) and issubclass(kind, Event)
    }
    written = {kind.__name__ for kind in found if not getattr(kind, "__abstractmethods__", None)}

    assert written == set(KINDS)


def test_every_event_says_what_it_means() -> None:
    assert [name for name, kind in KINDS.items() if (kind.__doc__ or f"{name}(").startswith(f"{name}(")] == []


def test_the_fields_of_events_are_plain() -> None:
    """Numbers, words, and tuples of them: nothing that a line could not tell, or a program of another year not read."""
    plain = {"int", "str", "bool", "Instant", "Span", "None", "tuple", "Fact", "Place", *NAMED}
    typed = {f"{name}.{field.name}": str(field.type) for name, kind in KINDS.items() for field in fields(kind)}

    assert {field: type for field, type in typed.items() if not set(re.findall(r"\w+", type)) <= plain} == {}


@pytest.mark.parametrize(
    ("event", "boards"),
    [
        (GameEnded(at=1, round=2, board=3, white=Outcome.WON, black=Outcome.LOST, because="", by=""), ((2, 3),)),
        (ClocksResumed(at=1, round=2, boards=(3, 4), by="", reason=""), ((2, 3), (2, 4))),
        (HallStopped(at=1, boards=((1, 4), (2, 3)), by="", reason=""), ((1, 4), (2, 3))),
        (ControlSet(at=1, control="60", by="", reason="", round=2, board=3), ((2, 3),)),
        (ControlSet(at=1, control="60", by="", reason="", entry=5), ()),
        (BoardFixed(at=1, entry=5, board=3, by=""), ()),
        (OfficialNamed(at=1, official="deputy", entry=0, boards=(3, 4), by=""), ()),
    ],
)
def test_an_event_says_which_boards_it_is_about(event: Event, boards: tuple[Any, ...]) -> None:
    assert event.about(Tournament()) == boards


def test_a_signature_is_about_the_board_of_its_proposal() -> None:
    proposed = DAYS[""]().state
    one = proposed.proposals[0]

    assert ProposalSigned(at=1, proposal=one.number, by="chief").about(proposed) == ((one.round, one.board),)
    assert ProposalSigned(at=1, proposal=1, by="chief").about(proposed) == ()


def test_an_event_that_names_nobody_is_the_services_and_of_no_side() -> None:
    fell = parse_event("ServiceInterrupted", 5, '{"alive":3,"boards":[[1,2]]}')

    assert (fell.by, fell.side, fell.reason, fell.article) == ("service", None, "", None)
