"""The answer about the consequences of another result, before it is recorded."""

from __future__ import annotations

from typing import TypedDict

from arbiter.rulings.rounds.consequences import Consequences
from arbiter.shapes.json_answers import told
from arbiter.shapes.standings_and_crosstable import Number
from arbiter.view import View


class MovedTold(TypedDict):
    """An entry whose points or place would change if a result were changed, with both before and after."""

    entry: int
    points: list[Number]
    rank: list[int]


class PrizeMovedTold(TypedDict):
    """An entry whose prizes would be different if the result were another, with its prizes before and after.

    A prize of money is given in minor units (cents). A prize that is a thing is given by its name.
    """

    entry: int
    amount: list[int]
    things: list[list[str]]


class QualifiedTold(TypedDict):
    """An entry whose place in its group would lead to another final, with the letters of both finals."""

    entry: int
    before: str
    after: str


class ConsequencesTold(TypedDict):
    """Response: what another result would change in standings, prizes and pairings."""

    moved: list[MovedTold]
    prizes: list[PrizeMovedTold]
    paired_since: list[int]
    draft: int | None
    qualified: list[QualifiedTold]
    again: int | None


def consequences_shape(view: View, found: Consequences) -> ConsequencesTold:
    """Return the consequences *found* as they are shown: the entries whose points, places or prizes would change.

    The rounds that were paired on the old result, and stay as they are, are returned too.
    """
    number = view.state.points.number
    return {
        "moved": [
            {"entry": one.entry, "points": [number(points) for points in one.points], "rank": list(one.rank)}
            for one in found.moved
        ],
        "prizes": prizes_moved(view, found),
        "paired_since": list(found.paired_since),
        "draft": found.draft,
        "qualified": [told(QualifiedTold, one) for one in found.qualified],
        "again": found.again,
    }


def prizes_moved(view: View, found: Consequences) -> list[PrizeMovedTold]:
    """Return the entries whose prizes would change."""
    return [
        {
            "entry": one.entry,
            "amount": list(one.amount),
            "things": [[view.state.fund.prizes[number].name for number in things] for things in one.things],
        }
        for one in found.prizes
    ]
