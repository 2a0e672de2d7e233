"""Filing appeals within the deadline; `committee.py` decides them.

While an appeal waits, the standings can be shown with the ruled result and with the result asked for. A ruling is never
erased: a later line of the journal replaces it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from arbiter.fields import Sent
from arbiter.pairing.table.points import Outcome
from arbiter.refused import Refused
from arbiter.rulings.request import (
    LONGEST_TEXT,
    BoardRequest,
    By,
    OfAppeal,
    article,
    of_official,
    outcome_told,
    plain_text,
)
from arbiter.sides import MINUTE, Both, Instant, Side
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.referee.appeals import AppealFiled, BranchChosen
from arbiter.tournament.game import OF_PLAYERS, Game, Result
from arbiter.tournament.officials import Appeal
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace

DIRECTORS = ("chief", "director")
"""The roles that may admit a late appeal."""
BRANCHES = ("stands", "overturned")
RULED = (
    "time",
    "stopped",
    "position",
    "set_up",
    "penalty",
    "overruled",
    "conduct_overruled",
    "dismissed",
    "retracted",
    "conduct",
    "notice",
)
"""The kinds of notes in a game that record a ruling that can be appealed against."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileAppeal(BoardRequest):
    """Appeal against the last ruling at a board. `asks` is the result that the player wants, if any."""

    grounds: Annotated[str, Sent("why", "The flag had not fallen.", longest=LONGEST_TEXT)]
    side: Annotated[Side, Sent("who appeals")]
    asks: Annotated[str, Sent("the result that is asked for, as a result is told")] = ""
    paper: Annotated[bool, Sent("whether it came on paper")] = False
    admitted: Annotated[str, Sent("why the director admits an appeal that comes too late", longest=LONGEST_TEXT)] = ""

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        asks = outcome_told(state, self.asks)[0] if self.asks else None
        admitted = plain_text(self.admitted, "admitted", needed=False)
        if admitted and self.by.split()[0] not in DIRECTORS:
            raise Refused("not_yours")
        game = state.game(self.round, self.board)
        refuse_appeal(state, game, at, late=bool(admitted))
        return [
            AppealFiled(
                **self.at_board(at),
                side=self.side,
                grounds=plain_text(self.grounds, "grounds"),
                white=asks.white if asks else None,
                black=asks.black if asks else None,
                paper=self.paper,
                admitted=admitted,
                ruled=ruled_at(game) or 0,
            )
        ]


def refuse_appeal(state: Tournament, game: Game, at: Instant, *, late: bool = False) -> None:
    """Raise Refused if nothing was ruled at the board, an appeal waits there, or the regulations forbid appeals.

    The decision on an appeal is final (L10): neither that decision nor the ruling that it was about can be appealed
    again. After the deadline Refused is raised too, unless the director admits a late appeal (*late*).
    """
    rules = state.regulations
    if rules.appeal_to == "nobody":
        raise Refused("no_appeal", article=article(state, "appeal"))
    here = [a for a in state.appeals if (a.round, a.board) == (game.round, game.board)]
    if any(a.decided is None for a in here):
        raise Refused("appeal_waits", board=game.board)
    ruled = ruled_at(game)
    if ruled is None:
        raise Refused("nothing_to_appeal", board=game.board)
    if any(ruled <= one.at or ruled == one.decided_at for one in here):
        raise Refused("appeal_final", board=game.board, article=article(state, "appeal"))
    if not late and at - ruled > rules.appeal_minutes * MINUTE:
        where = article(state, "appeal")
        raise Refused("appeal_too_late", board=game.board, minutes=rules.appeal_minutes, article=where)


def may_appeal(state: Tournament, game: Game, at: Instant) -> bool:
    try:
        refuse_appeal(state, game, at)
    except Refused:
        return False
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseBranch:
    """Pair the next rounds as if a waiting appeal were decided already.

    `branch` is the assumed decision: the ruling "stands" or is "overturned". The appeal itself stays open.
    """

    appeal: OfAppeal
    branch: Annotated[str, Sent("how the appeal is taken to end", "overturned", known=BRANCHES)]
    by: By

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        appeal = waiting(state, self.appeal)
        if self.branch == appeal.branch:
            raise Refused("nothing_changed")
        return [BranchChosen(at=at, appeal=self.appeal, branch=self.branch, by=self.by)]


def waiting(state: Tournament, number: int) -> Appeal:
    """Return the appeal with the number *number*. Raise Refused if it does not exist or has been decided."""
    found = appeal_of(state, number)
    if found.decided is not None:
        raise Refused("appeal_decided", appeal=number, decided=found.decided)
    return found


def appeal_of(state: Tournament, number: int) -> Appeal:
    """Return the appeal that was filed in journal line *number*. Raise Refused if that line files none."""
    found = next((appeal for appeal in state.appeals if appeal.number == number), None)
    if found is None:
        raise Refused("no_such_appeal", appeal=number)
    return found


def ruled_at(game: Game) -> Instant | None:
    """Return the instant of the last ruling in *game*, or None if there was none.

    If an official has entered something for a player, such as a resignation said at the board, that counts as a ruling.
    """
    ruled = [note.at for note in game.notes if note.what in RULED]
    if game.result is not None and (game.result.because not in OF_PLAYERS or of_official(game.result.by)):
        ruled.append(game.result.at)
    return max(ruled, default=None)


def on_branch(state: Tournament, appeal: Appeal, branch: str) -> Tournament:
    """Return the tournament as it would be after one decision on the appeal.

    *branch* is that decision: "stands" (the ruling stays valid) or "overturned".
    """
    game = state.game(appeal.round, appeal.board)
    if branch != "overturned" or appeal.asks is None:
        return state
    result = replace(game.result, outcome=appeal.asks) if game.result else _asked(appeal, appeal.asks)
    return state.put(replace(game, result=result))


def paired_on(state: Tournament) -> Tournament:
    """Return the tournament on which the pairing is based: each waiting appeal counts as the director has chosen."""
    for appeal in state.appeals:
        if appeal.decided is None:
            state = on_branch(state, appeal, appeal.branch)
    return state


def _asked(appeal: Appeal, outcome: Both[Outcome]) -> Result:
    return Result(at=appeal.at, outcome=outcome, because="ruling", by=appeal.by)
