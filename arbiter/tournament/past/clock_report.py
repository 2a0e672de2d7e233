"""The clock report of one game for an appeals committee: every event that concerned its clocks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from arbiter.refused import Refused
from arbiter.sides import Both, Instant, Side, Span
from arbiter.tournament.events.attendance import AttendanceNoted
from arbiter.tournament.events.clocks import ControlSet, FlagDoubted, FlagFell, SidesSwapped
from arbiter.tournament.events.endings import BallotDrawn
from arbiter.tournament.events.event import Event, OnProposal
from arbiter.tournament.events.games import DrawClaimed, MovePlayed
from arbiter.tournament.events.halts import ClockStopped, ServiceInterrupted
from arbiter.tournament.events.irregular import Attempted
from arbiter.tournament.events.late_moves import LateMoveAccepted, MoveCameLate
from arbiter.tournament.game import Game
from arbiter.tournament.replay import after
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace

KINDS: Mapping[str, str] = {
    "GamesStarted": "started",
    "MovePlayed": "pressed",
    "IrregularMove": "attempted",
    "FlagFell": "flag_fell",
    "FlagDoubted": "flag_doubted",
    "MoveCameLate": "came_late",
    "LateMoveAccepted": "late_accepted",
    "TouchCameLate": "late_touch",
    "TimeCorrected": "time",
    "CounterCorrected": "counter",
    "SidesSwapped": "swapped_times",
    "ControlSet": "control",
    "ClockStopped": "stopped",
    "HallStopped": "stopped_hall",
    "ClocksResumed": "resumed",
    "GamesOnPaper": "on_paper",
    "ServiceInterrupted": "outage",
    "AttendanceNoted": "here",
    "LateNoticed": "late_noticed",
    "GameAdjourned": "adjourned",
    "AdjournmentEnded": "adjournment_ended",
    "PositionRestored": "position",
    "MoveRetracted": "retracted",
    "LostMovesEntered": "lost_entered",
    "ObjectionRaised": "objected",
    "ArbiterCalled": "called",
    "CallAnswered": "came",
    "ProposalSigned": "signed",
    "ProposalDismissed": "dismissed",
    "GameEnded": "ended",
    "ResultCorrected": "result_corrected",
}
"""The term of the catalogue for each kind of event in the report.

Other kinds appear only if they changed the clocks.
"""
WITH_MOVE = (MovePlayed, Attempted, DrawClaimed, MoveCameLate, LateMoveAccepted)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockLine:
    """One journal line of a clock report, with both clocks right after the event.

    `at` is the server's time of receipt. `pressed`, `round_trip` and `device` are the tablet's data of a press.
    """

    line: int
    at: Instant
    what: str
    side: Side | None
    by: str
    reason: str
    article: str | None
    ply: int
    move: str
    charged: Span | None
    lag: Span
    gap: Span
    pressed: Instant | None
    round_trip: Span | None
    device: int | None
    left: Both[Span]
    period: Both[int]
    to_go: Both[int | None]
    running: Side | None
    provisional: str


def clock_report(events: Iterable[Event], round: int, board: int) -> tuple[ClockLine, ...]:
    """Return the clock report of a board in a round, made from all events of the journal.

    Raise Refused if there is no such board. Events at other boards are skipped without being replayed.
    """
    state = Tournament()
    lines: list[ClockLine] = []
    for number, event in enumerate(events, start=1):
        about = event.about(state)
        here = (round, board) in about
        if not here and (about or isinstance(event, OnProposal)):
            continue
        before = _game(state, round, board)
        state = after(replace(state, version=number - 1), event)
        game = _game(state, round, board)
        if game is None:
            lines.clear()  # the earlier pairing of the round was taken back
        elif before is not None and _told(event, before, game, here=here):
            lines.append(_line(number, event, game))
    state.game(round, board)
    return tuple(lines)


def _game(state: Tournament, round: int, board: int) -> Game | None:
    try:
        return state.game(round, board)
    except Refused:
        return None


def _told(event: Event, before: Game, game: Game, *, here: bool) -> bool:
    if isinstance(event, ControlSet):
        return before.clock.control != game.clock.control
    if isinstance(event, BallotDrawn):
        return False
    return (here and type(event).__name__ in KINDS) or before.clock != game.clock


def _act(event: Event) -> str:
    """Return the code of the act that arrived after a flag; empty for a move, whose text is shown."""
    if isinstance(event, MoveCameLate | LateMoveAccepted) and not event.move:
        return f"act {event.act}"
    return ""


def _line(number: int, event: Event, game: Game) -> ClockLine:
    what = KINDS.get(type(event).__name__, "other")
    gap, provisional = 0, ""
    match event:
        case ClockStopped() if event.why != "arbiter":
            what = f"stopped_{event.why}"
        case SidesSwapped():
            what = f"swapped_{event.what}"
        case AttendanceNoted(here=False):
            what = "absent"
        case ServiceInterrupted():
            gap = max(0, event.at - event.alive)
        case FlagFell() | FlagDoubted():
            provisional = event.provisional
    press = event if isinstance(event, MovePlayed) else None
    told = event if isinstance(event, MovePlayed | MoveCameLate) else None
    clock, at = game.clock, event.at
    lag = press.lag + press.late if press else at - event.pressed if isinstance(event, LateMoveAccepted) else 0
    return ClockLine(
        line=number,
        at=at,
        what=what,
        side=event.side,
        by=event.by,
        reason=event.reason or _act(event),
        article=event.article,
        ply=game.ply,
        move=event.move if isinstance(event, WITH_MOVE) else "",
        charged=press.charged if press else None,
        lag=lag,
        gap=gap,
        pressed=told.pressed if told else None,
        round_trip=press.round_trip if press else None,
        device=press.device if press else None,
        left=Both(*(max(0, clock.left(one, at)) for one in Side)),
        period=Both(*(clock.period(one) for one in Side)),
        to_go=Both(*(clock.moves_to_go(one) for one in Side)),
        running=clock.running,
        provisional=provisional,
    )
