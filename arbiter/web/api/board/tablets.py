"""The API of tablets: what binds one to its board, and how that is taken back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypedDict

from arbiter.fields import MOST_BOARDS, Sent
from arbiter.hall.printing import boards_of
from arbiter.refused import Refused
from arbiter.rulings.bounds.rights import RULE
from arbiter.rulings.bounds.touching import ToWrite
from arbiter.rulings.request import Boards
from arbiter.shapes.told import told
from arbiter.sides import Side
from arbiter.web import access
from arbiter.web.access import tablet_binding
from arbiter.web.api.operation import ANYBODY, ROOT, Api, Asked

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
    """What opens the API to a tablet; where another device is bound at its seat, once the office has let it in."""

    token: str
    tournament: str
    board: int
    side: str | None
    waiting: bool
    check: int


class BoundDeviceTold(TypedDict):
    """A device at a board; `check`: the two digits that stand on it while it waits."""

    id: int
    board: int
    side: str | None
    waiting: bool
    check: int
    name: str
    made_ms: int


class DroppedTold(TypedDict):
    """So many devices waited at a board and gave way to later ones, the last of them then."""

    board: int
    count: int
    last_ms: int


class DevicesTold(TypedDict):
    """The devices of a tournament; until when its boards are opened by hand, and what it is called then."""

    devices: list[BoundDeviceTold]
    dropped: list[DroppedTold]
    open_until_ms: int | None
    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Minutes:
    """For how long binding is open."""

    minutes: Annotated[int, Sent("so many minutes", 10, least=1, most=240)] = 10


@tablets.ask("GET", f"{T}/devices", answers=DevicesTold)
def devices(asked: Asked) -> DevicesTold:
    """The devices at the boards, those that wait among them."""
    return devices_shape(asked.desk.id)


@tablets.ask("POST", f"{T}/devices/<int:id>", who=RULE, answers=DevicesTold, keyed=False)
def let_in(asked: Asked) -> DevicesTold:
    """Lets in a device that waits; the one that had its seat plays no more."""
    access.desks().register.devices.let_in(access.device_in_reach(asked.desk.id, asked.address["id"]).id)
    return devices_shape(asked.desk.id)


@tablets.ask("DELETE", f"{T}/devices/<int:id>", who=RULE, answers=DevicesTold)
def turn_away(asked: Asked) -> DevicesTold:
    """A device plays no more, or is not let in."""
    access.desks().register.devices.end(access.device_in_reach(asked.desk.id, asked.address["id"]).id)
    return devices_shape(asked.desk.id)


@tablets.ask("POST", f"{T}/binding", Minutes, who=RULE, answers=DevicesTold, keyed=False)
def open_binding(asked: Asked) -> DevicesTold:
    """For some minutes boards may be opened by hand, by the letters of their cards."""
    access.allowed(ToWrite(right=RULE), asked.t)
    access.links.open(asked.desk.id, asked.read(Minutes).minutes)
    return devices_shape(asked.desk.id)


@tablets.ask("DELETE", f"{T}/binding", who=RULE, answers=DevicesTold)
def close_binding(asked: Asked) -> DevicesTold:
    """From now on only the codes of the cards bind."""
    access.allowed(ToWrite(right=RULE), asked.t)
    access.links.close(asked.desk.id)
    return devices_shape(asked.desk.id)


def devices_shape(t: str) -> DevicesTold:
    """The devices of a tournament as they are now."""
    links = access.links
    window = links.window(t)
    return {
        "devices": [
            told(BoundDeviceTold, one, side=one.side or None, waiting=not one.bound, made_ms=one.made * 1_000)
            for one in links.devices(t)
        ],
        "dropped": [
            {"board": one.board, "count": one.count, "last_ms": one.at * 1_000}
            for one in links.register.devices.dropped(t)
        ],
        "open_until_ms": int(window.until * 1_000) if window else None,
        "code": links.code(t),
    }


@tablets.ask("POST", f"{T}/tablets", Links, who=RULE, id="tablets", answers=LinksTold, status=201, keyed=False)
def make_links(asked: Asked) -> LinksTold:
    """What binds tablets to the boards named, or to all that can be used: a link each, and letters by hand."""
    which = asked.read(Links)
    access.allowed(ToWrite(right=RULE, boards=which.boards), asked.t)
    wanted = boards_of(asked.desk.state) if which.boards is None else tuple(dict.fromkeys(which.boards))
    made: list[LinkTold] = []
    for board in wanted:
        token, pin = access.links.make(asked.t, board, which.side)
        side = which.side.value if which.side else None
        made.append({"board": board, "side": side, "url": f"{access.service.address}/t/{token}", "pin": pin})
    return {"links": made}


@tablets.ask("DELETE", f"{T}/tablets", query=OfOne, who=RULE, answers=RevokedTold)
def revoke(asked: Asked) -> RevokedTold:
    """Links made so far open nothing any more, and the devices that they bound are out: of one board, or of all."""
    board = asked.read(OfOne).board
    if board is None and "board" in asked.given:
        raise Refused("field_unreadable", field="board", wanted="a whole number")
    access.allowed(ToWrite(right=RULE, boards=None if board is None else (board,)), asked.t)
    tablet_binding.revoke(asked.desk.id, board)
    return {"revoked": True}


@tablets.ask("POST", "/tablets/bind", tablet_binding.TableCard, who=ANYBODY, answers=BoundTold, keyed=False)
def bind(asked: Asked) -> BoundTold:
    """A bearer token for a program that has what is on a table card."""
    secret, device = tablet_binding.bind_program(asked.read(tablet_binding.TableCard))
    return told(
        BoundTold,
        device,
        token=access.service.keys.sign("bound tablet", secret),
        side=device.side or None,
        waiting=not device.bound,
    )
