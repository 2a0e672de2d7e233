"""What can happen at a tournament, one frozen value a kind; the journal holds nothing else.

An event records what was decided (squares taken, time charged, pairs made), never what would have to be decided
again, so that next year's program cannot change last year's tournament. Fields are plain numbers, words, and tuples
of them. People are entry numbers; whoever acted for the tournament is named by office ("chief", "tablet 7",
"service").
"""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from typing import Any, TypeAlias, get_args

from arbiter.sides import Instant
from arbiter.tournament.events.clocks import AdjournmentEnded as AdjournmentEnded
from arbiter.tournament.events.clocks import AttendanceNoted as AttendanceNoted
from arbiter.tournament.events.clocks import ClockEvent as ClockEvent
from arbiter.tournament.events.clocks import ClocksResumed as ClocksResumed
from arbiter.tournament.events.clocks import ClockStopped as ClockStopped
from arbiter.tournament.events.clocks import ControlSet as ControlSet
from arbiter.tournament.events.clocks import CounterCorrected as CounterCorrected
from arbiter.tournament.events.clocks import FlagFell as FlagFell
from arbiter.tournament.events.clocks import GameAdjourned as GameAdjourned
from arbiter.tournament.events.clocks import HallStopped as HallStopped
from arbiter.tournament.events.clocks import LateNoticed as LateNoticed
from arbiter.tournament.events.clocks import ServiceInterrupted as ServiceInterrupted
from arbiter.tournament.events.clocks import SidesSwapped as SidesSwapped
from arbiter.tournament.events.clocks import TimeCorrected as TimeCorrected
from arbiter.tournament.events.endings import BallotDrawn as BallotDrawn
from arbiter.tournament.events.endings import EndingDue as EndingDue
from arbiter.tournament.events.endings import EndingEvent as EndingEvent
from arbiter.tournament.events.entries import BoardFixed as BoardFixed
from arbiter.tournament.events.entries import ByeSet as ByeSet
from arbiter.tournament.events.entries import EntryEvent as EntryEvent
from arbiter.tournament.events.entries import EntryGrouped as EntryGrouped
from arbiter.tournament.events.entries import NumbersGiven as NumbersGiven
from arbiter.tournament.events.entries import PairsAllowed as PairsAllowed
from arbiter.tournament.events.entries import PairsForbidden as PairsForbidden
from arbiter.tournament.events.entries import PlayerEntered as PlayerEntered
from arbiter.tournament.events.entries import PlayerReturned as PlayerReturned
from arbiter.tournament.events.entries import PlayerWithdrew as PlayerWithdrew
from arbiter.tournament.events.entries import TermsChanged as TermsChanged
from arbiter.tournament.events.entries import TournamentOpened as TournamentOpened
from arbiter.tournament.events.games import ArbiterCalled as ArbiterCalled
from arbiter.tournament.events.games import CallAnswered as CallAnswered
from arbiter.tournament.events.games import DrawAnswered as DrawAnswered
from arbiter.tournament.events.games import DrawClaimed as DrawClaimed
from arbiter.tournament.events.games import DrawOffered as DrawOffered
from arbiter.tournament.events.games import GameEnded as GameEnded
from arbiter.tournament.events.games import GameEvent as GameEvent
from arbiter.tournament.events.games import IrregularMove as IrregularMove
from arbiter.tournament.events.games import MovePlayed as MovePlayed
from arbiter.tournament.events.irregular import IrregularEvent as IrregularEvent
from arbiter.tournament.events.irregular import KingCrowned as KingCrowned
from arbiter.tournament.events.irregular import MoveRetracted as MoveRetracted
from arbiter.tournament.events.irregular import ObjectionDropped as ObjectionDropped
from arbiter.tournament.events.irregular import ObjectionRaised as ObjectionRaised
from arbiter.tournament.events.irregular import PieceHuffed as PieceHuffed
from arbiter.tournament.events.officials import AppealDecided as AppealDecided
from arbiter.tournament.events.officials import AppealFiled as AppealFiled
from arbiter.tournament.events.officials import BranchChosen as BranchChosen
from arbiter.tournament.events.officials import ComputerNamed as ComputerNamed
from arbiter.tournament.events.officials import ConductNoted as ConductNoted
from arbiter.tournament.events.officials import FirstSigned as FirstSigned
from arbiter.tournament.events.officials import HomeNamed as HomeNamed
from arbiter.tournament.events.officials import NoticeGiven as NoticeGiven
from arbiter.tournament.events.officials import OfficialEvent as OfficialEvent
from arbiter.tournament.events.officials import OfficialNamed as OfficialNamed
from arbiter.tournament.events.officials import RegulationsChanged as RegulationsChanged
from arbiter.tournament.events.officials import RulingProposed as RulingProposed
from arbiter.tournament.events.rounds import ColourDrawn as ColourDrawn
from arbiter.tournament.events.rounds import GamePostponed as GamePostponed
from arbiter.tournament.events.rounds import GamesStarted as GamesStarted
from arbiter.tournament.events.rounds import RoundChanged as RoundChanged
from arbiter.tournament.events.rounds import RoundEvent as RoundEvent
from arbiter.tournament.events.rounds import RoundPaired as RoundPaired
from arbiter.tournament.events.rounds import RoundPublished as RoundPublished
from arbiter.tournament.events.rounds import RoundUndone as RoundUndone
from arbiter.tournament.events.rounds import Told as Told
from arbiter.tournament.events.rulings import PenaltyGiven as PenaltyGiven
from arbiter.tournament.events.rulings import PositionRestored as PositionRestored
from arbiter.tournament.events.rulings import ProposalDismissed as ProposalDismissed
from arbiter.tournament.events.rulings import ProposalSigned as ProposalSigned
from arbiter.tournament.events.rulings import ResultCorrected as ResultCorrected
from arbiter.tournament.events.rulings import RulingEvent as RulingEvent

Event: TypeAlias = (
    EntryEvent | RoundEvent | GameEvent | ClockEvent | RulingEvent | EndingEvent | OfficialEvent | IrregularEvent
)

KINDS: dict[str, type[Any]] = {kind.__name__: kind for kind in get_args(Event)}


def event_text(event: Event) -> str:
    """The event's fields as canonical JSON, its kind and instant apart (the journal has columns for those)."""
    told = asdict(event)
    del told["at"]
    return json.dumps(told, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def parse_event(kind: str, at: Instant, text: str) -> Event:
    """The event that was written as *text*; fields that its release did not know yet have their defaults."""
    shape = KINDS.get(kind)
    if shape is None:
        raise ValueError(f"no event is called {kind!r}: the journal is of a newer release")
    known = {field.name for field in fields(shape)}
    told = {name: _tuples(value) for name, value in json.loads(text).items() if name in known}
    event: Event = shape(at=at, **told)
    return event


def _tuples(value: object) -> object:
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value
