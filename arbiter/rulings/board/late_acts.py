"""Acts of a player, confirmed on an offline tablet, that arrive after a flag fell. They are recorded as evidence.

Only the time at which the service received an act moves a clock. The tablet's own record of the press is written down:
the time by its clock, and the last hash of its own journal. If the act was confirmed before the flag fell, an arbiter
accepts or refuses it. An accepted act takes effect as at the instant of its press. The arbiter gets an irregular move
in the same form as a regular one, so that the form does not reveal which it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, cast

from arbiter.fields import HIGHEST, Beside, Sent, fitting, slots
from arbiter.refused import Fact, Refused
from arbiter.rulings.board.claims import AnswerDraw, CallArbiter, ClaimDraw, OfferDraw, Resign
from arbiter.rulings.board.objections import ClaimIrregular, CrownKing, Object
from arbiter.rulings.board.play import PlayMove, counts_at
from arbiter.rulings.board.results import ObjectToResult, ReportResult
from arbiter.rulings.request import Request, article, plain_text
from arbiter.rulings.time.flags import Stamp, flag_events, flag_fallen
from arbiter.rulings.time.provisional_flags import InformedRequest
from arbiter.sides import Instant, Side, Span
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.games import MovePlayed
from arbiter.tournament.events.irregular import IrregularMove
from arbiter.tournament.events.late_moves import LateMoveAccepted, MoveCameLate
from arbiter.tournament.events.referee.proposals import ProposalSigned
from arbiter.tournament.game import Game, Late
from arbiter.tournament.replay import replay
from arbiter.tournament.state import Proposal, Tournament
from arbiter.values import dataclass, replace

ACTS: Mapping[str, type[Any]] = {
    "move": PlayMove,
    "crown": CrownKing,
    "offer": OfferDraw,
    "accept": AnswerDraw,
    "decline": AnswerDraw,
    "resign": Resign,
    "claim": ClaimDraw,
    "object": Object,
    "irregular": ClaimIrregular,
    "call": CallArbiter,
    "report": ReportResult,
    "dispute": ObjectToResult,
}
"""The acts of a player that may be recorded late, each under its name in the journal line."""
MOST_LATE_ACTS = 8
"""After one flag fell, at most this many different late acts are recorded.

The devices at a board cannot hold so many.
"""
LONGEST_CHAIN = 128


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """A tablet's own record of a press.

    `pressed` is the instant of the press by the tablet's clock. `offset_ms` is the number of milliseconds by which the
    tablet has measured its clock to be behind the service's. `chain` is the last hash of the tablet's own journal, with
    this press included.
    """

    pressed: Annotated[Instant, Sent("when it was pressed, by the clock of the device", unit="ms")]
    offset_ms: Annotated[Span, Sent("by how much that clock is behind that of the service")] = 0
    chain: Annotated[str, Sent("the head of the journal that the device keeps", longest=LONGEST_CHAIN)] = ""

    @property
    def instant(self) -> Instant:
        """The instant of the press in the service's time, computed from the tablet's clock and offset."""
        return self.pressed + self.offset_ms


RECORD = "what the device itself has recorded of the press: after a flag the act is written down with it"


@dataclass(frozen=True, slots=True, kw_only=True)
class WithDevice:
    """A base class of requests: its field has the tablet's own record of the press, sent with every act of a player."""

    device: Annotated[Device | None, Sent(RECORD)] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmedAct(InformedRequest):
    """An act of a player, together with the tablet's own record of the press.

    As long as no flag has fallen at the board, the record changes nothing. After a flag the act is written down as
    evidence, which an arbiter accepts or refuses if the press was before the flag. Some acts, such as a call for the
    arbiter, are possible although a flag has fallen. They take effect as usual if the press was after the fall.
    """

    act: Annotated[Any, Beside("what was confirmed")]
    device: Annotated[Device, Sent(RECORD, {"pressed": 1_790_000_000_000})]

    @property
    def side(self) -> Side | None:
        """The side in whose name the act was confirmed; None if the request does not say."""
        side: Side | None = self.act.side
        return side

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        game = state.game(self.round, self.board)
        act = replace(self.act, known=self.known) if isinstance(self.act, PlayMove) else self.act
        counts = counts_at(state, game, at, act.stamp, act.late) if isinstance(act, PlayMove) and game.running else at
        fell = None if game.flag else flag_fallen(state, game, counts, self.known)
        flagged = game.flag is not None and counts >= game.flag.at
        if not (fell or flagged or (game.result is not None and game.fallen is not None)):
            return cast(Request, act).rule(state, at)
        first = [replace(fell, noticed=at)] if fell else []
        try:
            came = self._came(replay(first, state), at)
        except Refused:
            if now := self._as_received(act, state, at):
                return now
            raise
        if came.offered:
            return [*first, came]
        return self._as_received(act, state, at) or [
            *(event for one in first for event in flag_events(state, one, self.known)),
            came,
        ]

    def _as_received(self, act: Any, state: Tournament, at: Instant) -> Sequence[Event]:
        """Return the events of the act at its receipt. If the act is not possible while a flag is down, return none."""
        if isinstance(act, PlayMove):
            return []
        try:
            return cast(Request, act).rule(state, at)
        except Refused:
            return []

    def _came(self, state: Tournament, at: Instant) -> MoveCameLate:
        """Return the event that records the late act.

        Raise Refused if the act was not possible before the flag, or if the same act has been recorded already.
        """
        game, device = state.game(self.round, self.board), self.device
        fallen = game if game.flag is not None else game.fallen
        assert fallen is not None
        assert fallen.flag is not None
        fitting(device)
        chain = plain_text(device.chain, "chain", needed=False)
        if not -HIGHEST <= device.instant <= HIGHEST:
            raise Refused("number_out_of_range", field="pressed", number=device.instant, least=-HIGHEST, most=HIGHEST)
        late = Late(
            line=0,
            at=at,
            act=act_name(self.act),
            said=told(self.act),
            ply=fallen.ply,
            side=self.side or fallen.position.turn,
            move="",
            pressed=device.instant,
            offset=device.offset_ms,
            chain=chain,
            fell=fallen.flag.at,
            by=self.by,
        )
        events = taken(state, late, self.act, at, self.by, "")
        of = [event for event in events if not isinstance(event, LateMoveAccepted)]
        own = events[max(number for number, event in enumerate(events) if isinstance(event, LateMoveAccepted)) + 1 :]
        # only the first event of the act: later events of an objection would reveal whether the move was irregular
        side = self.side or next((event.side for event in own if event.side is not None), late.side)
        move = next((event.move for event in of if isinstance(event, MovePlayed | IrregularMove)), "")
        before = [one for one in game.late if (one.ply, one.fell) == (late.ply, late.fell)]
        same = [one for one in before if (one.act, one.side, one.move) == (late.act, side, move)]
        if len(before) >= MOST_LATE_ACTS or any(late.act == "move" or one.said == late.said for one in same):
            flag = fallen.flag
            raise Refused("flag_pending", board=game.board, side=flag.side.value, article=article(state, "flag"))
        return MoveCameLate(
            at=at,
            round=game.round,
            board=game.board,
            act=late.act,
            said=late.said,
            ply=late.ply,
            side=side,
            move=move,
            pressed=late.pressed,
            offset=late.offset,
            chain=chain,
            fell=late.fell,
            offered=_possible_since(fallen, late) < late.pressed < late.fell,
            by=self.by,
        )


def _possible_since(game: Game, late: Late) -> Instant:
    """Return the instant before which the act cannot have been confirmed, whatever the tablet's clock says.

    It is the latest of these: the start of the game; at a tablet of one side also the opponent's last move, and the
    draw offer that is answered. On a tablet between the players both presses may have been made while it was offline.
    """
    started = game.started or 0
    if not late.by.endswith(("white", "black")):
        return started
    moved = (play.at for play in game.plays[-1:] if play.side is not late.side)
    answers = late.act in ("accept", "decline")
    return max((started, *moved, *(note.at for note in game.notes if note.what == "offer" and answers)))


def confirmed(act: Any, device: Device) -> Request:
    """Return a player's request together with the tablet's record, if such an act may be recorded late."""
    if type(act) not in ACTS.values():
        return cast(Request, act)
    return ConfirmedAct(round=act.round, board=act.board, by=act.by, act=act, device=device)


def act_name(act: object) -> str:
    """Return the name of a player's request in `ACTS`."""
    if isinstance(act, AnswerDraw):
        return "accept" if act.accept else "decline"
    return next(name for name, kind in ACTS.items() if kind is type(act))


def told(act: Any) -> tuple[tuple[str, Fact], ...]:
    """Return the fields that were sent with the act, by name, without empty fields and without the side."""
    kind: Any = type(act)
    sent = [slot.attribute for slot in slots(kind) if isinstance(slot.said, Sent) and slot.attribute != "side"]
    return tuple((name, getattr(act, name)) for name in sent if getattr(act, name) not in (None, ""))


def accepted(state: Tournament, proposal: Proposal, at: Instant, by: str, reason: str) -> Sequence[Event]:
    """Return the events of a late act that an arbiter accepts, as if it had been received when it was pressed.

    The instant of the press is the one that the tablet recorded, but never before the side began to think and never
    after its flag fell. The clock shows the time that it showed then, and runs on from the acceptance. Nobody is
    charged for the time between. A game that the flag had ended goes on, unless the act ends it.
    """
    late = next(late for late in state.game(proposal.round, proposal.board).late if late.line == proposal.number)
    return taken(state, late, request_of(late, proposal), at, by, reason)


def taken(state: Tournament, late: Late, act: Any, at: Instant, by: str, reason: str) -> Sequence[Event]:
    """Return the events of a late act that takes effect.

    The undecided acts that the same tablet confirmed before it, such as a crowning before a move, take effect first. If
    the act is not possible after those, it takes effect without them. Raise Refused if that is not possible either.
    """
    waiting = [p for p in state.waiting if (p.kind, p.round, p.board) == ("late_move", act.round, act.board)]
    found = [(p, next(one for one in state.game(act.round, act.board).late if one.line == p.number)) for p in waiting]
    mine = [(p, one) for p, one in found if (one.by, one.fell) == (late.by, late.fell)]
    before = [(one, request_of(one, p)) for p, one in mine if one.line < late.line or not late.line]
    try:
        return _in_order(state, (*before, (late, act)), at, by, reason)
    except Refused:
        if not before:
            raise
        return _in_order(state, ((late, act),), at, by, reason)


def _in_order(
    state: Tournament, acts: Sequence[tuple[Late, Any]], at: Instant, by: str, reason: str
) -> Sequence[Event]:
    events: list[Event] = []
    for late, act in acts:
        game = replay(events, state).game(act.round, act.board)
        fallen = game if game.flag is not None else game.fallen
        if fallen is None or fallen.flag is None or (late.ply, late.fell) != (game.ply, fallen.flag.at):
            raise Refused("proposal_decided", proposal=late.line, decided="lapsed")
        if late is not acts[-1][0]:
            events.append(ProposalSigned(at=at, proposal=late.line, by=by))
        counts = LateMoveAccepted(
            at=at,
            round=act.round,
            board=act.board,
            act=late.act,
            side=late.side,
            move=late.move,
            pressed=max(fallen.flag.clock.since, min(late.pressed, fallen.flag.at - 1)),
            by=by,
            reason=reason,
        )
        events.append(counts)
        events += act.rule(replay(events, state), at)
    return events


def request_of(late: Late, at: Proposal) -> Request:
    """Return the request that a late act was, rebuilt from its journal line.

    *at*: the journal line of the proposal to accept the act.
    """
    fields: dict[str, Any] = dict(late.said)
    if late.act == "move":
        fields = {"ply": late.ply, "move": late.move, "stamp": Stamp(pressed=late.pressed)} | fields
    made: Request = ACTS[late.act](round=at.round, board=at.board, by=late.by, side=late.side, **fields)
    return made
