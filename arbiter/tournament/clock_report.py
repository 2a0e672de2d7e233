"""Everything that happened to the clocks of one game, line by line: what an appeals committee looks at."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from arbiter.refused import Refused
from arbiter.sides import Both, Instant, Side, Span
from arbiter.tournament import events as e
from arbiter.tournament.game import Game
from arbiter.tournament.replay import after
from arbiter.tournament.state import Tournament

KINDS: Mapping[str, str] = {
    "GamesStarted": "started",
    "MovePlayed": "pressed",
    "IrregularMove": "attempted",
    "FlagFell": "flag_fell",
    "TimeCorrected": "time",
    "CounterCorrected": "counter",
    "SidesSwapped": "swapped_times",
    "ControlSet": "control",
    "ClockStopped": "stopped",
    "HallStopped": "stopped_hall",
    "ClocksResumed": "resumed",
    "ServiceInterrupted": "outage",
    "AttendanceNoted": "here",
    "LateNoticed": "late_noticed",
    "GameAdjourned": "adjourned",
    "AdjournmentEnded": "adjournment_ended",
    "PositionRestored": "position",
    "MoveRetracted": "retracted",
    "ObjectionRaised": "objected",
    "ArbiterCalled": "called",
    "CallAnswered": "came",
    "ProposalSigned": "signed",
    "ProposalDismissed": "dismissed",
    "GameEnded": "ended",
    "ResultCorrected": "result_corrected",
}
"""What each kind of event is called in the report, as a term; any other is in it when it changed the clocks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockLine:
    """One journal line and the clocks right after it.

    `at` is the server's time of receipt; `pressed`, `round_trip` and `device` are what the tablet said of a press.
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


def clock_report(events: Iterable[e.Event], round: int, board: int) -> tuple[ClockLine, ...]:
    """The report of that board in that round, from all the lines of the journal; refused when there is no such board.

    What happened at other boards is passed over, not replayed.
    """
    state = Tournament()
    lines: list[ClockLine] = []
    for number, event in enumerate(events, start=1):
        if not _about(state, event, round, board):
            continue
        before = _game(state, round, board)
        state = after(replace(state, version=number - 1), event)
        game = _game(state, round, board)
        if game is None:
            lines.clear()  # the pairing was taken back
        elif before is not None and _told(event, before, game, round, board):
            lines.append(_line(number, event, game))
    state.game(round, board)
    return tuple(lines)


def _game(state: Tournament, round: int, board: int) -> Game | None:
    try:
        return state.game(round, board)
    except Refused:
        return None


def _about(state: Tournament, event: e.Event, round: int, board: int) -> bool:
    """Whether the line has to be replayed: it is of the tournament as a whole, or of this board."""
    if isinstance(event, e.ProposalSigned | e.ProposalDismissed):
        return any((p.number, p.round, p.board) == (event.proposal, round, board) for p in state.proposals)
    where = (getattr(event, "round", 0), getattr(event, "board", 0))
    return not all(where) or where == (round, board)


def _told(event: e.Event, before: Game, game: Game, round: int, board: int) -> bool:
    """Whether the line belongs into the report."""
    boards = getattr(event, "boards", None)
    if boards is not None and not isinstance(event, e.RoundEvent | e.ClockEvent):
        return False
    if boards is not None:
        own = [one for one in boards if one in (board, (round, board))]
        return bool(own) and getattr(event, "round", round) == round
    if isinstance(event, e.ControlSet):
        return before.clock.control != game.clock.control
    return type(event).__name__ in KINDS or before.clock != game.clock


def _line(number: int, event: e.Event, game: Game) -> ClockLine:
    what = KINDS.get(type(event).__name__, "other")
    side = getattr(event, "side", None)
    if isinstance(event, e.ClockStopped) and event.why != "arbiter":
        what = f"stopped_{event.why}"
    if isinstance(event, e.SidesSwapped):
        what = f"swapped_{event.what}"
    if isinstance(event, e.AttendanceNoted) and not event.here:
        what = "absent"
    clock, at = game.clock, event.at
    return ClockLine(
        line=number,
        at=at,
        what=what,
        side=Side(side) if side in ("white", "black") else None,
        by=getattr(event, "by", "service"),
        reason=getattr(event, "reason", ""),
        article=getattr(event, "article", None),
        ply=game.ply,
        move=getattr(event, "move", ""),
        charged=getattr(event, "charged", None),
        lag=getattr(event, "lag", 0),
        gap=max(0, at - event.alive) if isinstance(event, e.ServiceInterrupted) else 0,
        pressed=getattr(event, "pressed", None),
        round_trip=getattr(event, "round_trip", None),
        device=getattr(event, "device", None),
        left=Both(*(max(0, clock.left(one, at)) for one in Side)),
        period=Both(*(clock.period(one) for one in Side)),
        to_go=Both(*(clock.moves_to_go(one) for one in Side)),
        running=clock.running,
        provisional=getattr(event, "provisional", ""),
    )
