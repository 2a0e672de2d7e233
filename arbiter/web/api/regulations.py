"""API of the regulations: every predefined profile, and the regulations of a tournament."""

from __future__ import annotations

from typing import TypedDict

from arbiter.rulings.regulations import ChangeRegulations
from arbiter.shapes.regulations import RegulationsTold, regulations_shape
from arbiter.tournament.regulations.profiles import REGULATIONS
from arbiter.web import access
from arbiter.web.api.operation import ANYBODY, ROOT, Api, Asked, LineTold

regulations = Api("regulations", __name__, url_prefix=ROOT)


class ProfilesTold(TypedDict):
    """Response: every predefined profile of regulations."""

    regulations: list[RegulationsTold]


class TurnedTold(LineTold, RegulationsTold):
    """Response: the regulations of a tournament after a change."""


@regulations.ask("GET", "/regulations", who=ANYBODY, answers=ProfilesTold)
def profiles(_: Asked) -> ProfilesTold:
    """List every predefined profile of regulations: its switches, and the article from which each is taken."""
    return {"regulations": [regulations_shape(row, access.language()) for row in REGULATIONS.values()]}


@regulations.ask("GET", "/tournaments/<t>/regulations", who=ANYBODY, answers=RegulationsTold)
def of_tournament(asked: Asked) -> RegulationsTold:
    """Show the regulations of a tournament."""
    return regulations_shape(asked.desk.state.regulations, access.language())


@regulations.ask("POST", "/tournaments/<t>/regulations", ChangeRegulations, answers=TurnedTold)
def change_regulations(asked: Asked) -> TurnedTold:
    """Change switches of a tournament's regulations, as the director, before the first round."""
    recorded = asked.submit()
    return {"seq": recorded.seq, **regulations_shape(recorded.state.regulations, access.language())}
