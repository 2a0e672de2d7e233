"""API of settings made before a round is paired: pairing numbers, byes, fixed boards, groups, forbidden pairs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, TypedDict

from arbiter.fields import Sent, fitting
from arbiter.hall.pairing import by_lot, by_rating, by_restricted_lot, drawn_lot
from arbiter.refused import Refused
from arbiter.rulings.rounds.arrangements import AllowPairs, FixBoard, ForbidPairs, ReturnPlayer, SetBye, SetGroup
from arbiter.rulings.terms import ChangeTerms, GiveNumbers
from arbiter.shapes.json_answers import told
from arbiter.values import dataclass
from arbiter.web.api.operation import ROOT, Api, Asked, LineTold
from arbiter.web.api.rounds import line

arrangements = Api("arrangements", __name__, url_prefix=f"{ROOT}/tournaments/<t>")


@dataclass(frozen=True, slots=True, kw_only=True)
class Lots:
    """Request field: a number drawn by lot outside the service, from which the service derives the order."""

    lots: Annotated[int, Sent("the number drawn, from which the order follows; without it one is drawn")] = 0


class BanTold(TypedDict):
    """A ban: entries that may not be paired with each other, and the first and the last round in which it holds.

    `weak`: whether they may be paired if the round cannot be paired otherwise.
    """

    ban: int
    entries: list[int]
    first: int
    last: int
    weak: bool
    reason: str


class BansTold(TypedDict):
    """Response: all bans. Each says which entries may not be paired with each other."""

    forbidden: list[BanTold]


@arrangements.ask("GET", "/forbidden", answers=BansTold)
def forbidden(asked: Asked) -> BansTold:
    """List the entries that may not be paired with each other."""
    return {"forbidden": [told(BanTold, ban, ban=ban.number) for ban in asked.desk.state.bans]}


@arrangements.ask("POST", "/numbers", GiveNumbers, Lots, answers=LineTold)
def give_numbers(asked: Asked) -> LineTold:
    """Give the pairing numbers before round 1, by one of five methods.

    `rating`: by rating. `lot`: by a drawn lot. `restricted`: by a drawn lot that keeps clubmates apart in the last
    rounds (FIDE C.05 annex 2). `entered`: in the order of entry. `hand`: in the order that is sent.
    """
    lots, desk = asked.read(Lots).lots or drawn_lot(), asked.desk
    how = asked.request()
    fitting(how)
    if how.how == "hand" and not how.order:
        raise Refused("field_missing", field="order")
    orders: dict[str, Callable[[], tuple[int, ...]]] = {
        "rating": lambda: by_rating(desk.state, desk.people),
        "lot": lambda: by_lot(desk.state, lots),
        "restricted": lambda: by_restricted_lot(desk.state, desk.people, lots),
        "entered": lambda: desk.state.entries,
    }
    return line(asked, asked.request(order=orders[how.how]() if how.how in orders else None))


for path, kind in (
    ("/entries/<int:entry>/return", ReturnPlayer),
    ("/entries/<int:entry>/byes", SetBye),
    ("/entries/<int:entry>/board", FixBoard),
    ("/entries/<int:entry>/group", SetGroup),
    ("/forbidden", ForbidPairs),
    ("/terms", ChangeTerms),
):
    arrangements.plain(line, path, kind, answers=LineTold)
arrangements.plain(line, "/forbidden/<int:ban>", AllowPairs, method="DELETE", answers=LineTold)
