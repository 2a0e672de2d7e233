"""Lines of a tournament received unchanged, with their hashes, from the service on which the tournament is played.

All lines of a batch are checked before any is written. A line must have the right hash, follow the line before it, and
be replayable. Lines that are here already are skipped, so that a batch may be sent again.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from arbiter.desk.desk import Desk
from arbiter.desk.recorded import Head, Recorded, events_of
from arbiter.desk.snapshots import line_of
from arbiter.journal.lines import BEGINNING, Line, Unwritten, parse_line
from arbiter.refused import Refused
from arbiter.tournament.events.event import Event
from arbiter.tournament.replay import replay
from arbiter.tournament.state import Tournament

MOST_LINES = 1_000
"""The most lines in one batch that another service sends."""
MOST_BYTES = 1_048_576
"""The most bytes in one batch that another service sends."""


def parse_lines(body: bytes) -> list[Line]:
    """Return the journal lines in a batch. Raise Refused if one has a wrong hash."""
    lines: list[Line] = []
    for number, text in enumerate(body.splitlines(), start=1):
        if len(lines) == MOST_LINES:
            raise Refused("too_many_lines", most=MOST_LINES)
        try:
            line = parse_line(text)
        except (ValueError, TypeError, RecursionError):
            line = None
        if line is None:
            raise Refused("relay_unreadable", line=number)
        lines.append(line)
    broken = (one.seq != before.seq + 1 or one.before != before.hash for before, one in pairwise(lines))
    if not lines or any(broken):
        raise Refused("relay_unreadable", line=len(lines))
    return lines


def opening(lines: Sequence[Line]) -> Tournament:
    """Return the tournament whose journal begins with these lines.

    Raise Refused if a journal cannot begin with them.
    """
    if lines[0].seq != 1 or lines[0].before != BEGINNING:
        raise Refused("relay_gap", line=lines[0].seq, have=0)
    state = replayed(Tournament(), lines)[1]
    if not state.name or state.practice:
        raise Refused("relay_unreadable", line=1)
    return state


def receive(desk: Desk, lines: Sequence[Line]) -> Head:
    """Record those lines and return the last one.

    Raise Refused, with nothing written, if they contradict the lines in this journal.
    """
    with desk.lock:
        desk.catch_up()
        version = desk.state.version
        known = [line for line in lines if line.seq <= version]
        fresh = [unwritten(line) for line in lines[len(known) :]]
        first = lines[0]
        if first.seq > version + 1:
            raise Refused("relay_gap", line=first.seq, have=version)
        before = line_of(desk.journal, first.seq - 1) if first.seq > 1 else None
        here = desk.journal.read(after=first.seq - 1, limit=len(known)) if known else []
        if first.before != (before.hash if before else BEGINNING) or [line.hash for line in here] != [
            line.hash for line in known
        ]:
            raise Refused("relay_forked", line=first.seq)
        if fresh:
            events, state = replayed(desk.state, lines[len(known) :])
            written = desk.append(fresh)
            assert written[-1].hash == lines[-1].hash
            desk.hold(Recorded(seq=written[-1].seq, at=desk.now(), events=events, state=state), written[-1].hash)
    return Head(desk.state.version, desk.journal.head)


def unwritten(line: Line) -> Unwritten:
    """Return the content of a journal line, without its number and hash.

    Written again after the same line as before, it gets the same number and hash.
    """
    return Unwritten(line.at, line.kind, line.body, line.key)


def replayed(state: Tournament, lines: Sequence[Line]) -> tuple[list[Event], Tournament]:
    """Return the events of the lines, and the tournament after them. Raise Refused if they cannot be replayed."""
    try:
        events = list(events_of(lines))
        return events, replay(events, state)
    except Refused:
        raise
    except Exception as cause:
        raise Refused("relay_unreadable", line=lines[0].seq) from cause
