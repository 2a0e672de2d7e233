"""The ruling on a group of requests before any of them is written.

Each request sees the state after the one before it.
"""

from __future__ import annotations

import hmac
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field

from arbiter.desk.recorded import Recorded, unwritten
from arbiter.fields import LONGEST_KEY
from arbiter.journal.lines import DIGEST, Line, Unwritten, bare, with_digest
from arbiter.journal.people import Person, Roll
from arbiter.journal.register import CredentialEnded
from arbiter.refused import Refused
from arbiter.rulings.board.claims import AnswerDraw, ClaimDraw, OfferDraw, Resign
from arbiter.rulings.board.late_acts import ConfirmedAct
from arbiter.rulings.board.objections import ClaimIrregular, Object
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.bounds.may import ruled
from arbiter.rulings.bounds.rights import SERVICE, Asker, Here
from arbiter.rulings.referee.lost_moves import EnterLostMoves
from arbiter.rulings.request import Request
from arbiter.rulings.sealing import FindingSeals
from arbiter.rulings.signing import Ruling
from arbiter.rulings.time.flag_calls import CallFlag
from arbiter.rulings.time.flags import RingFlag, RingFlags
from arbiter.sides import SECOND, Instant, Span
from arbiter.tournament.events.entries import PlayerEntered
from arbiter.tournament.events.event import Place
from arbiter.tournament.replay import replay
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace

LATE_MS: Span = SECOND
"""A move is late if it is recorded more than this many milliseconds after its receipt."""


@dataclass(eq=False, slots=True)
class Pending:
    """A waiting request and its result: one of `recorded`, `line` and `failed` is set once the request was ruled on.

    *asker*: the person, tablet or service that made the request. *at*: the instant of the ruling; None means the
    instant at which its turn comes. *people*: the people that a request enters. `line`: the journal line that was
    recorded before under the same key.
    """

    request: Request
    at: Instant | None = None
    key: str | None = None
    asker: Asker = SERVICE
    people: Sequence[Person] = ()
    recorded: Recorded | None = None
    line: Line | None = None
    failed: Exception | None = None
    settled: bool = False
    gone: bool = False
    """Whether the asker's session, token or device has ended since the request was checked."""
    called: threading.Event = field(default_factory=threading.Event)
    """Set once the request is recorded or refused, and also to let its thread rule on all waiting requests."""

    @property
    def done(self) -> Recorded:
        """The result of a request that was ruled on here. It must not be asked before that."""
        assert self.recorded is not None
        return self.recorded

    @property
    def place(self) -> Place | None:
        """The round and board that the request is about, or None."""
        round, board = (getattr(self.request, name, None) for name in ("round", "board"))
        return None if round is None or board is None else (round, board)


@dataclass(frozen=True, slots=True)
class Staging:
    """A group of requests after the ruling: those to be written, and those refused. `state`: the tournament afterwards.

    `people`: the people entered by the requests that are to be written, by entry number.
    """

    state: Tournament
    taken: Sequence[tuple[Pending, Recorded]]
    refused: Sequence[tuple[Pending, Exception]]
    people: Mapping[int, Person]

    @property
    def lines(self) -> list[Unwritten]:
        """The journal lines of all requests that are to be written."""
        return [line for asked, recorded in self.taken for line in unwritten(recorded.events, asked.key)]

    @property
    def credentials(self) -> tuple[list[int], list[int]]:
        """The numbers of the credentials (officials) and the devices (tablets) that made the requests, both sorted."""
        askers = {asked.asker for asked, _ in self.taken if asked.asker.credential}
        officials, tablets = ({one.credential for one in askers if bool(one.seat) is seat} for seat in (False, True))
        return sorted(officials), sorted(tablets)

    @property
    def about(self) -> dict[Place, Instant]:
        """The boards that the requests are about, by round and board, each with the instant of its request."""
        return {
            place: recorded.at
            for _, recorded in self.taken
            for event in recorded.events
            for place in event.about(recorded.state)
        }


KNOWING = (PlayMove, ConfirmedAct, CallFlag, RingFlag, RingFlags, EnterLostMoves)
"""The requests about clocks and lost moves.

The ruling on these uses what the service knows of itself and its tablets.
"""
SPEAKING = (Object, ClaimIrregular, ClaimDraw, OfferDraw, AnswerDraw, Resign)
"""The requests that a player makes. An official may not make them for a side whose tablet is in touch."""


def staged(
    group: Sequence[Pending],
    here: Here,
    now: Callable[[], Instant],
    seals: FindingSeals,
    people: Callable[[], Mapping[int, Person]],
    *,
    shared: bool = False,
) -> Staging:
    """Rule on each request in order. A request that is refused or fails does not affect the others.

    *people*: a function that returns the people of the tournament, by entry number. *shared*: whether other nodes may
    have shown the board while a move could not be recorded.
    """
    taken, refused, entered = [], [], dict[int, Person]()
    state = here.state
    assert state is not None
    for asked in group:
        request, at = asked.request, now() if asked.at is None else asked.at
        if isinstance(request, KNOWING + SPEAKING):
            request = replace(request, known=here.known())
        elif isinstance(request, Ruling) and isinstance(request.request, EnterLostMoves):
            request = replace(request, request=replace(request.request, known=here.known()))
        late = now() - at
        if shared and late > LATE_MS:
            request, at = recorded_late(request, at, late)
        try:
            if asked.gone:
                raise Refused("link_revoked" if asked.asker.seat else "sign_in_first")
            if asked.people:
                check_new(asked.people, roll({**people(), **entered}, state))
            seen = Here(here.tournament, seals.seen_by(request, state), here.known)
            events = seals.sealed(ruled(asked.asker, request, seen, at), state)
            after = replay(events, state)
        except Exception as cause:  # noqa: BLE001  # raised again for the thread that asked
            refused.append((asked, cause))
        else:
            taken.append((asked, Recorded(seq=after.version, at=at, events=events, state=after)))
            entries = (event.entry for event in events if isinstance(event, PlayerEntered))
            entered |= dict(zip(entries, asked.people, strict=False))
            state = after
    return Staging(state, taken, refused, entered)


def recorded_late(request: Request, at: Instant, late: Span) -> tuple[Request, Instant]:
    """Return a move with the time in which it could not be recorded, and the instant at which it is recorded now.

    The mover's clock is charged until the receipt of the move, the opponent's clock from now on. Other requests are
    returned unchanged.
    """
    if isinstance(request, PlayMove):
        return replace(request, late=late), at + late
    if isinstance(request, ConfirmedAct) and isinstance(request.act, PlayMove):
        return replace(request, act=replace(request.act, late=late)), at + late
    return request, at


def mark_gone(group: Sequence[Pending], ended: CredentialEnded) -> None:
    """Mark the requests whose askers' credentials or devices have ended, so that they are refused."""
    for asked in group:
        numbers = ended.devices if asked.asker.seat else ended.credentials
        asked.gone = asked.gone or asked.asker.credential in numbers


def roll(people: Mapping[int, Person], state: Tournament) -> Roll:
    """Return the people entered in the tournament, so that a person who is entered again is found."""
    return Roll({entry: people[entry] for entry in state.entries if entry in people})


def check_new(people: Sequence[Person], known: Roll) -> None:
    """Raise Refused if one of the *people* is entered already."""
    for person in people:
        same = known.same(person)
        if same is not None:
            raise Refused("entered_twice", entry=same)


def check_key(key: str | None) -> None:
    """Raise Refused if a text cannot be the key of a request."""
    key = key and bare(key)
    told = key and (key.partition("#")[2] or key)  # the key alone: the web code puts an address before it
    if told is not None and not 0 < len(told) <= LONGEST_KEY:
        raise Refused("text_too_long", field="key", length=len(told), longest=LONGEST_KEY)
    if key is not None and not key.isprintable():
        raise Refused("text_unreadable", field="key")


def sealed_key(key: str | None, secret: Callable[[], str]) -> str | None:
    """Return the *key* with a digest of the request's content, made with *secret*; None without a key.

    Without the secret nobody can find a sealed move by trying all moves.
    """
    told, _, digest = (key or "").partition(DIGEST)
    return with_digest(told, hmac.digest(secret().encode(), digest.encode(), "sha256")[:16].hex()) if digest else key


def check_same(key: str | None, recorded: str | None) -> None:
    """Raise Refused if the *key* of a request was *recorded* with the digest of another content.

    A key that was recorded without a digest, as in older journals, matches any content.
    """
    if key and recorded and DIGEST in key and DIGEST in recorded and key != recorded:
        raise Refused("key_used")
