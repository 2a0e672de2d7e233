"""What a group of requests comes to, each ruled on after those before it, while nothing of it is written yet."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from arbiter.desk.recorded import Recorded, unwritten
from arbiter.fields import LONGEST_KEY
from arbiter.journal.lines import Line, Unwritten
from arbiter.refused import Refused
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.bounds.asker import SERVICE, Asker, Here
from arbiter.rulings.bounds.may import ruled
from arbiter.rulings.request import Request
from arbiter.rulings.time.flags import RingFlag, RingFlags
from arbiter.rulings.time.provisional_flags import LifeSigns
from arbiter.sides import Instant
from arbiter.tournament.events.event import Place
from arbiter.tournament.replay import replay
from arbiter.tournament.state import Tournament


@dataclass(eq=False, slots=True)
class Pending:
    """A request that waits, and once it is settled what has come of it: `recorded`, `line` or `failed`.

    *asker*: who asks, as they were when they asked. *at* None: it is ruled on as of the instant at which it is its
    turn. `line`: the line that its key had become before.
    """

    request: Request
    at: Instant | None = None
    key: str | None = None
    asker: Asker = SERVICE
    recorded: Recorded | None = None
    line: Line | None = None
    failed: Exception | None = None
    settled: bool = False
    called: threading.Event = field(default_factory=threading.Event)
    """It is settled, or its thread is to settle all that wait."""


@dataclass(frozen=True, slots=True)
class Staging:
    """What is to be written of a group, and what is refused; `state`: the tournament once it is written."""

    state: Tournament
    taken: Sequence[tuple[Pending, Recorded]]
    refused: Sequence[tuple[Pending, Exception]]

    @property
    def lines(self) -> list[Unwritten]:
        """The lines of all of it."""
        return [line for asked, recorded in self.taken for line in unwritten(recorded.events, asked.key)]

    @property
    def about(self) -> dict[Place, Instant]:
        """The boards that it is about, and when they were asked about."""
        return {
            place: recorded.at
            for _, recorded in self.taken
            for event in recorded.events
            for place in event.about(recorded.state)
        }


def staged(group: Sequence[Pending], here: Here, now: Callable[[], Instant], known: Callable[[], LifeSigns]) -> Staging:
    """Rules on each in its order; one that is refused, or has a fault, leaves no trace in what the others come to."""
    taken, refused = [], []
    state = here.state
    assert state is not None
    for asked in group:
        request, at = asked.request, now() if asked.at is None else asked.at
        if isinstance(request, PlayMove | RingFlag | RingFlags):
            request = replace(request, known=known())
        try:
            events = ruled(asked.asker, request, Here(here.tournament, state), at)
            after = replay(events, state)
        except Exception as cause:  # noqa: BLE001  # told to whoever asked for it
            refused.append((asked, cause))
        else:
            taken.append((asked, Recorded(seq=after.version, at=at, events=events, state=after)))
            state = after
    return Staging(state, taken, refused)


def check_key(key: str | None) -> None:
    """Refused when that cannot be the key of a request."""
    told = key and (key.partition("#")[2] or key)  # without the address that the door puts before it
    if told is not None and not 0 < len(told) <= LONGEST_KEY:
        raise Refused("text_too_long", field="key", length=len(told), longest=LONGEST_KEY)
    if key is not None and not key.isprintable():
        raise Refused("text_unreadable", field="key")
