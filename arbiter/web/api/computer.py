"""The API of the house as a player: where it sits down, what it thinks of a position, and games that it looks at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, TypedDict

from arbiter.engines import opinions
from arbiter.engines.seating import enter_computer, play_bye
from arbiter.fields import Sent
from arbiter.refused import Refused
from arbiter.rulings.bounds.rights import RULE
from arbiter.rulings.bounds.touching import ToWrite
from arbiter.rulings.computer import OfEngine, OfLevel, SeatHouse
from arbiter.shapes.computer import OpinionTold, opinion_shape
from arbiter.shapes.game.analysis import AnalysisTold, analysis_shape
from arbiter.shapes.told import told
from arbiter.web import access
from arbiter.web.api.operation import ANYBODY, ROOT, Api, Asked, LineTold
from arbiter.web.api.practice import SittingTold, sitting_told

house = Api("house", __name__, url_prefix=ROOT)
T = "/tournaments/<t>"
BOARD = f"{T}/rounds/<int:n>/boards/<int:b>"


class HouseTold(LineTold):
    """The entry for which the house plays."""

    entry: int
    level: int
    engine: str


class LookedAtTold(TypedDict):
    """The games of a round that the house looks at."""

    games: list[AnalysisTold]


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterHouse:
    """How the house plays."""

    level: OfLevel = 5
    engine: OfEngine = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LookAt:
    """Of which games."""

    boards: Annotated[
        tuple[int, ...] | None, Sent("the boards; without them all whose game is over", (1,), least=1, most=999)
    ] = None


@house.ask("POST", f"{T}/house", EnterHouse, answers=HouseTold, status=201)
def enter_the_house(asked: Asked) -> HouseTold:
    """Enters the house as a player of an event that says it may play."""
    how = asked.read(EnterHouse)
    engines = access.service.computer.engines
    recorded = enter_computer(asked.desk, engines, how.level, how.engine, asked.reader.by, key=asked.key)
    seated: Any = recorded.last
    return told(HouseTold, seated, seq=recorded.seq)


@house.ask("POST", f"{T}/entries/<int:entry>/house", SeatHouse, answers=HouseTold)
def seat_house(asked: Asked) -> HouseTold:
    """The house plays for that entry, or from now on at another level."""
    recorded = asked.submit()
    seated: Any = recorded.last
    return told(HouseTold, seated, seq=recorded.seq)


@house.ask("POST", f"{T}/rounds/<int:n>/byes/<int:entry>/house", EnterHouse, who=RULE, answers=SittingTold, keyed=False)
def bye_game(asked: Asked) -> SittingTold:
    """Whoever has the bye plays the house; the tournament counts a bye."""
    how, sittings = asked.read(EnterHouse), access.service.computer.practice
    access.allowed(ToWrite(right=RULE), asked.t)
    game = play_bye(sittings, asked.view(), asked.address["round"], asked.address["entry"], how.level, how.engine)
    return sitting_told(game.sitting, game.side)


@house.ask("GET", f"{BOARD}/analysis", who=ANYBODY, answers=AnalysisTold)
def analysis(asked: Asked) -> AnalysisTold:
    """What the house has found in a game that is over, as far as it has come."""
    game, kept = asked.view().state.game(*asked.place), access.service.computer.analyses
    if game.result is None:
        raise Refused("analysis_of_running", round=game.round, board=game.board)
    return analysis_shape(game, kept.of(asked.t, game), kept.progress(asked.t, game))


@house.ask("POST", f"{BOARD}/analysis", who=ANYBODY, answers=AnalysisTold, status=202, keyed=False)
def analyse(asked: Asked) -> AnalysisTold:
    """Has the house look at a game that is over; how far it has come is told at the same address."""
    state, kept = asked.view().state, access.service.computer.analyses
    game = state.game(*asked.place)
    kept.begin(asked.t, state.variant, game)
    return analysis_shape(game, kept.of(asked.t, game), kept.progress(asked.t, game))


@house.ask("POST", f"{BOARD}/opinions", who=RULE, answers=OpinionTold, keyed=False)
def opinion(asked: Asked) -> OpinionTold:
    """What the house thinks of a position that is to be adjudicated: a hint for the arbiter, who decides.

    The clocks of the board have to stand; nothing is recorded.
    """
    state = asked.desk.state
    access.allowed(ToWrite(right=RULE, games=(asked.place,)), asked.t)
    found = opinions.opinion(access.service.computer.thinkers, state, *asked.place)
    return opinion_shape(state.game(*asked.place), found)


@house.ask("POST", f"{T}/rounds/<int:n>/analysis", LookAt, who=RULE, answers=LookedAtTold, keyed=False)
def look_at(asked: Asked) -> LookedAtTold:
    """Has the house look at the games of a round that are over."""
    state, kept = asked.view().state, access.service.computer.analyses
    round, boards = state.round(asked.address["round"]), asked.read(LookAt).boards
    access.allowed(ToWrite(right=RULE, boards=boards), asked.t)
    over = [game for game in round.games if game.result is not None and game.plays]
    games = over if boards is None else [round.game(board) for board in boards]
    for game in games:
        kept.begin(asked.t, state.variant, game)
    return {"games": [analysis_shape(game, kept.of(asked.t, game), kept.progress(asked.t, game)) for game in games]}
