"""The table of all kinds of events of a tournament, and the reading of events from journal lines.

Each kind is a frozen class; see `event.py`.
"""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.refused import Refused
from arbiter.sides import Instant
from arbiter.tournament.events import (
    attendance,
    clocks,
    computer,
    endings,
    entries,
    games,
    halts,
    irregular,
    late_moves,
    prizes,
    rounds,
    screens,
    takebacks,
    terms,
)
from arbiter.tournament.events.event import Event, parsed
from arbiter.tournament.events.referee import appeals, conduct, officials, proposals

KINDS: Mapping[str, type[Event]] = {
    kind.__name__: kind
    for file in (
        terms,
        entries,
        officials,
        rounds,
        attendance,
        games,
        irregular,
        takebacks,
        endings,
        clocks,
        halts,
        late_moves,
        proposals,
        conduct,
        appeals,
        screens,
        computer,
        prizes,
    )
    for kind in file.EVENTS
}
"""Every kind of event by its name in a journal line."""


def parse_event(kind: str, at: Instant, text: str) -> Event:
    """Read an event of the given kind from the text of its fields.

    A field that older releases did not write has its default. Raise Refused if this release does not know the kind.
    Skipping such a line would give a wrong state.
    """
    shape = KINDS.get(kind)
    if shape is None:
        raise Refused("event_of_a_later_release", kind=kind)
    return parsed(shape, at, text)
