"""The table of rulings that an official makes at a board, by the names that the API and the office pages use."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from arbiter.rulings.board.adjournments import AdjournGame, ResumeGame
from arbiter.rulings.board.turned_boards import BeginAnew
from arbiter.rulings.referee.adjudication import GiveNotice
from arbiter.rulings.referee.corrections import (
    AnswerCall,
    CorrectTime,
    GivePenalty,
    RuleResult,
    StartClock,
    StopClock,
)
from arbiter.rulings.referee.lost_moves import EnterLostMoves
from arbiter.rulings.referee.overruling import Overrule
from arbiter.rulings.referee.penalties import NoteConduct
from arbiter.rulings.referee.position import RestorePosition
from arbiter.rulings.referee.unsealing_by_ruling import OpenFindings
from arbiter.rulings.time.attendance import NoteAttendance
from arbiter.rulings.time.clocks import CorrectCounter, SwapSides
from arbiter.rulings.time.controls import SetControl
from arbiter.rulings.time.flag_calls import RuleFlags
from arbiter.rulings.time.inactivity import AskInactivity

RULINGS: Mapping[str, Any] = {
    "result": RuleResult,
    "adjudication": partial(RuleResult, because="adjudicated"),
    "forfeit": partial(RuleResult, because="forfeit"),
    "time": CorrectTime,
    "stop": StopClock,
    "start": StartClock,
    "counter": CorrectCounter,
    "swap": SwapSides,
    "control": SetControl,
    "attendance": NoteAttendance,
    "adjourn": AdjournGame,
    "resume": ResumeGame,
    "position": RestorePosition,
    "lost_moves": EnterLostMoves,
    "both_flags": RuleFlags,
    "penalty": GivePenalty,
    "overrule": Overrule,
    "findings": OpenFindings,
    "call": AnswerCall,
    "notice": GiveNotice,
    "conduct": NoteConduct,
    "inactivity": AskInactivity,
    "board_turned": BeginAnew,
}
FORMERLY: Mapping[str, str] = {"take_back": "position", "answer": "call"}
"""Former names of rulings that the API still accepts, each with the present name."""
