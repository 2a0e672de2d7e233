"""The API of tablets: what binds one to its board, and how that is taken back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypedDict

from arbiter.fields import MOST_BOARDS, Sent
from arbiter.hall.printing import boards_of
from arbiter.rulings.request import Boards
from arbiter.sides import Side
from arbiter.web import doors
from arbiter.web.api.operation import ANYBODY, ROOT, Api, Asked
from arbiter.web.doors.roles import RULE

tablets = Api("tablets", __name__, url_prefix=ROOT)
T = "/tournaments/<t>"


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """For which tablets links are made."""

    boards: Boards = None
    side: Annotated[Side | None, Sent("for a tablet of that side; without it one lies between the players")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OfOne:
    """Which board it is about."""

    board: Annotated[int | None, Sent("that board; without it all", least=1, most=MOST_BOARDS)] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCard:
    """What stands on a table card."""

    link: Annotated[str, Sent("the link, or its last part", "https://hall/t/eyJ...")]
    pin: Annotated[str, Sent("the number beside it", "1234")]


class LinkTold(TypedDict):
    """What binds a tablet to a board."""

    board: int
    side: str | None
    url: str
    pin: str


class LinksTold(TypedDict):
    """The links of boards."""

    links: list[LinkTold]


class RevokedTold(TypedDict):
    """Links open nothing any more."""

    revoked: bool


class BoundTold(TypedDict):
    """What opens the API to a tablet."""

    token: str
    tournament: str | None
    board: int | None
    side: str | None


@tablets.ask("POST", f"{T}/tablets", Links, who=RULE, id="tablets", answers=LinksTold, status=201, keyed=False)
def make_links(asked: Asked) -> LinksTold:
    """Links that bind a tablet to a board, with their PINs: to the boards named, or to all that can be used."""
    which, gate = asked.read(Links), doors.the_doors()
    wanted = boards_of(asked.desk.state) if which.boards is None else tuple(dict.fromkeys(which.boards))
    made: list[LinkTold] = []
    for board in wanted:
        token, pin = gate.links.make(asked.t, board, which.side)
        side = which.side.value if which.side else None
        made.append({"board": board, "side": side, "url": f"{gate.address}/t/{token}", "pin": pin})
    return {"links": made}


@tablets.ask("DELETE", f"{T}/tablets", query=OfOne, who=RULE, answers=RevokedTold)
def revoke(asked: Asked) -> RevokedTold:
    """Links made so far open nothing any more: of one board, or of all."""
    doors.revoke(asked.desk.id, asked.read(OfOne).board)
    return {"revoked": True}


@tablets.ask("POST", "/tablets/bind", TableCard, who=ANYBODY, answers=BoundTold, keyed=False)
def bind(asked: Asked) -> BoundTold:
    """A bearer token for a program that has a tablet's link and PIN."""
    card, gate = asked.read(TableCard), doors.the_doors()
    link = card.link.rstrip("/").rsplit("/", 1)[-1]
    bound = gate.links.bind(link, card.pin)
    side = bound.side.value if bound.side else None
    token = gate.keys.sign("bound tablet", link)
    return {"token": token, "tournament": bound.tournament, "board": bound.board, "side": side}
