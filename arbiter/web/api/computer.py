"""API of the computer player: let it play, ask its opinion of a position, and let it analyse finished games."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from arbiter.engines import advice
from arbiter.engines.seating import enter_computer, play_bye
from arbiter.fields import Sent
from arbiter.refused import Refused
from arbiter.rulings.bounds.rights import LOOK, RULE, ToWrite
from arbiter.rulings.computer import OfEngine, OfLevel, SeatHouse
from arbiter.rulings.referee.adjudication import AskOpinion
from arbiter.shapes.computer import OpinionTold, opinion_shape
from arbiter.shapes.game.analysis import AnalysisTold, analysis_shape
from arbiter.shapes.json_answers import told
from arbiter.values import dataclass
from arbiter.web import access
from arbiter.web.api.operation import ANYBODY, ROOT, Api, Asked, LineTold
from arbiter.web.api.practice import SittingTold, sitting_told
from arbiter.web.jobs import analyse as begin_analysis
from arbiter.web.jobs import analysis_of, cancel

house = Api("house", __name__, url_prefix=ROOT)
T = "/tournaments/<t>"
BOARD = f"{T}/rounds/<int:n>/boards/<int:b>"


class HouseTold(LineTold):
    """Response: the entry for which the computer plays, with the level and the engine."""

    entry: int
    level: int
    engine: str


class LookedAtTold(TypedDict):
    """Response: the games of a round that the computer is analysing or has analysed."""

    games: list[AnalysisTold]


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterHouse:
    """Request fields: the level and the engine with which the computer plays.

    If the engine is empty, the service's own program plays.
    """

    level: OfLevel = 5
    engine: OfEngine = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LookAt:
    """Request field: the boards whose games the computer is to analyse."""

    boards: Annotated[
        tuple[int, ...] | None, Sent("the boards; without it all whose game has ended", (1,), least=1, most=999)
    ] = None


@house.ask("POST", f"{T}/house", EnterHouse, answers=HouseTold, status=201)
def enter_the_house(asked: Asked) -> HouseTold:
    """Enter the computer as a player. Refused if the tournament's regulations do not allow a computer player."""
    how = asked.read(EnterHouse)
    engines = access.service.computer.engines
    recorded = enter_computer(asked.desk, engines, how.level, how.engine, asked.reader.by, key=asked.key)
    seated: Any = recorded.last
    return told(HouseTold, seated, seq=recorded.seq)


@house.ask("POST", f"{T}/entries/<int:entry>/house", SeatHouse, answers=HouseTold)
def seat_house(asked: Asked) -> HouseTold:
    """Let the computer play for an existing entry, or change the level at which it plays."""
    recorded = asked.submit()
    seated: Any = recorded.last
    return told(HouseTold, seated, seq=recorded.seq)


@house.ask("POST", f"{T}/rounds/<int:n>/byes/<int:entry>/house", EnterHouse, who=RULE, answers=SittingTold, keyed=False)
def bye_game(asked: Asked) -> SittingTold:
    """Let the player who has the bye play a practice game against the computer. For the tournament it stays a bye."""
    how, sittings = asked.read(EnterHouse), access.service.computer.practice
    access.allowed(ToWrite(right=RULE), asked.t)
    game = play_bye(sittings, asked.view(), asked.address["round"], asked.address["entry"], how.level, how.engine)
    return sitting_told(game.sitting, game.side)


@house.ask("GET", f"{BOARD}/analysis", who=ANYBODY, answers=AnalysisTold)
def analysis(asked: Asked) -> AnalysisTold:
    """Show the computer's analysis of a finished game.

    While the analysis is being made, show the part that is ready.
    """
    game, kept = asked.view().state.game(*asked.place), access.service.computer.analyses
    if game.result is None:
        raise Refused("analysis_of_running", round=game.round, board=game.board)
    return analysis_shape(game, kept.of(asked.t, game), kept.progress(asked.t, game))


@house.ask("POST", f"{BOARD}/analysis", who=ANYBODY, answers=AnalysisTold, status=202, keyed=False)
def analyse(asked: Asked) -> AnalysisTold:
    """Start the computer's analysis of a finished game. A GET request to the same URL shows the progress."""
    state, kept = asked.view().state, access.service.computer.analyses
    game = state.game(*asked.place)
    begin_analysis(asked.t, state.variant, [game])
    return analysis_shape(game, kept.of(asked.t, game), kept.progress(asked.t, game))


@house.ask("POST", f"{BOARD}/analysis/cancel", who=LOOK, answers=AnalysisTold, keyed=False)
def cancel_analysis(asked: Asked) -> AnalysisTold:
    """Cancel the analysis of a game. Only the official who has started it and directors may do so.

    If the game is analysed with its round, the analysis of the round is cancelled. Nothing is stored of the games that
    have not been finished.
    """
    game, kept = asked.view().state.game(*asked.place), access.service.computer.analyses
    job = analysis_of(asked.t, game)
    if job is None:
        raise Refused("work_over")
    cancel(job)
    return analysis_shape(game, kept.of(asked.t, game), kept.progress(asked.t, game))


@house.ask("POST", f"{BOARD}/opinions", AskOpinion, who=RULE, answers=OpinionTold)
def opinion(asked: Asked) -> OpinionTold:
    """Ask the computer's opinion of a position to be adjudicated. It is a hint for the arbiter, who decides.

    The clocks of the board must be stopped. The journal and the score sheet show that the computer was asked, but not
    its opinion.
    """
    state = asked.submit().state
    found = advice.opinion(access.service.computer.thinkers, state, *asked.place)
    return opinion_shape(asked.view(), state.game(*asked.place), found)


@house.ask("POST", f"{T}/rounds/<int:n>/analysis", LookAt, who=RULE, answers=LookedAtTold, keyed=False)
def look_at(asked: Asked) -> LookedAtTold:
    """Start the computer's analysis of the finished games of a round: at the named boards, or at all of them."""
    state, kept = asked.view().state, access.service.computer.analyses
    round, boards = state.round(asked.address["round"]), asked.read(LookAt).boards
    access.allowed(ToWrite(right=RULE, boards=boards), asked.t)
    over = [game for game in round.games if game.result is not None and game.plays]
    games = over if boards is None else [round.game(board) for board in boards]
    begin_analysis(asked.t, state.variant, games)
    return {"games": [analysis_shape(game, kept.of(asked.t, game), kept.progress(asked.t, game)) for game in games]}
