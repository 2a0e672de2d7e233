"""API of the regulations: every predefined profile, and the regulations of a tournament."""

from __future__ import annotations

from typing import TypedDict

from arbiter.rulings.cited_articles import FITTING, fitting_articles
from arbiter.rulings.regulations import ChangeRegulations
from arbiter.shapes.regulations import RegulationsTold, regulations_shape
from arbiter.tournament.regulations.profiles import REGULATIONS
from arbiter.web import access
from arbiter.web.api.operation import ANYBODY, ROOT, Api, Asked, LineTold

regulations = Api("regulations", __name__, url_prefix=ROOT)


class ProfilesTold(TypedDict):
    """Response: every predefined profile of regulations."""

    regulations: list[RegulationsTold]


class FittingTold(TypedDict):
    """Response: the articles of the rules that an arbiter can cite for a ruling, by the kind of the ruling."""

    articles: dict[str, list[str]]


class TurnedTold(LineTold, RegulationsTold):
    """Response: the regulations of a tournament after a change, with the number of the journal line that records it."""


@regulations.ask("GET", "/regulations", who=ANYBODY, answers=ProfilesTold)
def profiles(_: Asked) -> ProfilesTold:
    """List every predefined profile of regulations: its switches, and the article from which each switch is taken."""
    return {"regulations": [regulations_shape(row, access.language()) for row in REGULATIONS.values()]}


@regulations.ask("GET", "/tournaments/<t>/regulations", who=ANYBODY, answers=RegulationsTold)
def of_tournament(asked: Asked) -> RegulationsTold:
    """Show the regulations of a tournament."""
    return regulations_shape(asked.desk.state.regulations, access.language())


@regulations.ask("GET", "/tournaments/<t>/articles", who=ANYBODY, answers=FittingTold)
def articles(asked: Asked) -> FittingTold:
    """List for each kind of ruling the articles that an arbiter can cite, for the tournament's regulations and game."""
    state = asked.desk.state
    return {"articles": {kind: list(fitting_articles(state, kind)) for kind in FITTING}}


@regulations.ask("POST", "/tournaments/<t>/regulations", ChangeRegulations, answers=TurnedTold)
def change_regulations(asked: Asked) -> TurnedTold:
    """Change switches of a tournament's regulations. Refused once the first round has been started."""
    recorded = asked.submit()
    return {"seq": recorded.seq, **regulations_shape(recorded.state.regulations, access.language())}
