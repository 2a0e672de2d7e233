"""Lines that were written elsewhere, in a hall that feeds this service: taken over as they are, hashes and all.

They are looked through before any of them is written: each has the hash of what it says, stands behind the one before
it, and can be replayed. What is here already is passed over, so that a batch may be sent again.
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

MOST = 1_000
"""Lines that are taken at a time."""
LARGEST = 1_048_576
"""Bytes of them."""


def parse_lines(body: bytes) -> list[Line]:
    """The lines of a batch, each as a witness has it; refused where one is not what was written."""
    lines: list[Line] = []
    for number, text in enumerate(body.splitlines(), start=1):
        if len(lines) == MOST:
            raise Refused("too_many_lines", most=MOST)
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
    """The tournament that begins with these lines; refused where they are no beginning, or of no hall's tournament."""
    if lines[0].seq != 1 or lines[0].before != BEGINNING:
        raise Refused("relay_gap", line=lines[0].seq, have=0)
    state = replayed(Tournament(), lines)[1]
    if not state.name or state.practice:
        raise Refused("relay_unreadable", line=1)
    return state


def receive(desk: Desk, lines: Sequence[Line]) -> Head:
    """The last line after those lines have come; refused, and nothing is written, where they part from what is here."""
    desk.check_recording()
    with desk.lock:
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
    """What is to be written so that the same line comes of it, behind the same line."""
    return Unwritten(line.at, line.kind, line.body, line.key)


def replayed(state: Tournament, lines: Sequence[Line]) -> tuple[list[Event], Tournament]:
    """What the lines say, and the tournament after them; refused where they cannot be read as a tournament's."""
    try:
        events = list(events_of(lines))
        return events, replay(events, state)
    except Refused:
        raise
    except Exception as cause:
        raise Refused("relay_unreadable", line=lines[0].seq) from cause
