"""The API of the regulations: every profile, and the one that a tournament is played under."""

from __future__ import annotations

from typing import TypedDict

from arbiter.rulings.regulations import ChangeRegulations
from arbiter.shapes.regulations import RegulationsTold, regulations_shape
from arbiter.tournament.regulations.profiles import REGULATIONS
from arbiter.web import access
from arbiter.web.api.operation import ANYBODY, ROOT, Api, Asked, LineTold

regulations = Api("regulations", __name__, url_prefix=ROOT)


class ProfilesTold(TypedDict):
    """Every profile."""

    regulations: list[RegulationsTold]


class TurnedTold(LineTold, RegulationsTold):
    """The regulations as they are now."""


@regulations.ask("GET", "/regulations", who=ANYBODY, answers=ProfilesTold)
def profiles(_: Asked) -> ProfilesTold:
    """Every profile with its switches and their sources."""
    return {"regulations": [regulations_shape(row, access.language()) for row in REGULATIONS.values()]}


@regulations.ask("GET", "/tournaments/<t>/regulations", who=ANYBODY, answers=RegulationsTold)
def of_tournament(asked: Asked) -> RegulationsTold:
    """What a tournament is played under."""
    return regulations_shape(asked.desk.state.regulations, access.language())


@regulations.ask("POST", "/tournaments/<t>/regulations", ChangeRegulations, answers=TurnedTold)
def change_regulations(asked: Asked) -> TurnedTold:
    """The director turns switches before the first round."""
    recorded = asked.submit()
    return {"seq": recorded.seq, **regulations_shape(recorded.state.regulations, access.language())}
