"""API of standings, tie-breaks, the crosstable and the ratings."""

from __future__ import annotations

from typing import Annotated

from arbiter.fields import Sent
from arbiter.rulings.entries import MOST_ENTRIES
from arbiter.shapes.rating_calculation import RatingsTold, RatingTold, rating_shape, ratings_shape
from arbiter.shapes.standings_and_crosstable import (
    CrosstableTold,
    StandingsTold,
    WorkingTold,
    crosstable_shape,
    standings_shape,
    working_shape,
)
from arbiter.values import dataclass
from arbiter.web.api.operation import ANYBODY, ROOT, Api, Asked

standings_api = Api("standings", __name__, url_prefix=f"{ROOT}/tournaments/<t>")


@dataclass(frozen=True, slots=True, kw_only=True)
class SomeRows:
    """Query parameters: which rows of a long table to return."""

    first: Annotated[int, Sent("the first row, counted from 1", least=1, most=MOST_ENTRIES)] = 1
    rows: Annotated[int, Sent("the largest number of rows", least=1, most=MOST_ENTRIES)] = MOST_ENTRIES

    @property
    def part(self) -> slice:
        """The wanted rows as a slice of the table."""
        return slice(self.first - 1, self.first - 1 + self.rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class Upto(SomeRows):
    """Query parameters: a round, a category, and the rows that are wanted.

    The standings are those after that round; without a round, the present ones. With a category they are those of its
    members only.
    """

    round: Annotated[int | None, Sent("the round after which; without it the present standings")] = None
    category: Annotated[str, Sent("the category whose members are shown")] = ""


@standings_api.ask("GET", "/standings", who=ANYBODY, query=Upto, answers=StandingsTold)
def standings(asked: Asked) -> StandingsTold:
    """Show the standings as they are now or were after a round, of everybody or of one category."""
    view, wanted = asked.view(), asked.read(Upto)
    upto = None if wanted.round is None else view.state.round(wanted.round).number
    return standings_shape(view, upto, category=wanted.category, part=wanted.part)


@standings_api.ask("GET", "/standings/<int:entry>/<path:code>", who=ANYBODY, answers=WorkingTold)
def working(asked: Asked) -> WorkingTold:
    """Show how a tie-break of an entry is calculated.

    If `value` is given in place of a tie-break's code, show how the points of the entry are calculated.
    """
    return working_shape(asked.view(), asked.address["code"], asked.address["entry"])


@standings_api.ask("GET", "/crosstable", who=ANYBODY, query=SomeRows, answers=CrosstableTold)
def crosstable(asked: Asked) -> CrosstableTold:
    """Show the crosstable: who played whom, and with which result."""
    return crosstable_shape(asked.view(), part=asked.read(SomeRows).part)


@standings_api.ask("GET", "/ratings", who=ANYBODY, answers=RatingsTold)
def ratings(asked: Asked) -> RatingsTold:
    """Show the new ratings after the games played so far, by the tournament's formula, the highest first."""
    return ratings_shape(asked.view())


@standings_api.ask("GET", "/ratings/<int:entry>", who=ANYBODY, answers=RatingTold)
def rating(asked: Asked) -> RatingTold:
    """Show how the new rating of an entry is calculated, game by game."""
    return rating_shape(asked.view(), asked.address["entry"])
