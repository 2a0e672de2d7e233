"""API of tablets: the links and letters that bind a tablet to its board, the bound devices, and revocation."""

from __future__ import annotations

from typing import Annotated, TypedDict

from arbiter.fields import MOST_BOARDS, Sent
from arbiter.hall.printing import boards_of
from arbiter.machine.keys import BOUND
from arbiter.refused import Refused
from arbiter.rulings.bounds.rights import RULE, ToWrite
from arbiter.rulings.request import Boards
from arbiter.shapes.json_answers import told
from arbiter.sides import Side
from arbiter.values import dataclass
from arbiter.web import access
from arbiter.web.access import tablet_binding
from arbiter.web.access.tablet_binding import device_in_reach
from arbiter.web.api.operation import ANYBODY, ROOT, Api, Asked

tablets = Api("tablets", __name__, url_prefix=ROOT)
T = "/tournaments/<t>"


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """Request: make the links that bind tablets to boards. Without `boards`, for all boards that can be used."""

    boards: Boards = None
    side: Annotated[Side | None, Sent("the side of the tablet; without it the tablet lies between the players")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OfOne:
    """Query parameter: the number of one board. Without it the operation is about all boards."""

    board: Annotated[int | None, Sent("the board; without it all boards", least=1, most=MOST_BOARDS)] = None


class LinkTold(TypedDict):
    """The link and the letters (`pin`) that bind a tablet to a board. `side` is null if it lies between the players."""

    board: int
    side: str | None
    url: str
    pin: str


class LinksTold(TypedDict):
    """Response: for each board, the link and the letters that bind a tablet."""

    links: list[LinkTold]


class RevokedTold(TypedDict):
    """Response: the links of a board, or of all boards, have been revoked."""

    revoked: bool


class BoundTold(TypedDict):
    """Response: a tablet's bearer token.

    `waiting`: whether another device is bound to the board; the token is then valid once the office admits this one.
    `check`: two digits, by which the office recognises the waiting device.
    """

    token: str
    tournament: str
    board: int
    side: str | None
    waiting: bool
    check: int


class BoundDeviceTold(TypedDict):
    """A device at a board. `check`: two digits that its screen shows while it waits, to tell devices apart."""

    id: int
    board: int
    side: str | None
    waiting: bool
    check: int
    name: str
    made_ms: int


class DroppedTold(TypedDict):
    """Devices at a board that no longer wait because later ones came: how many they are, and when the last one left."""

    board: int
    count: int
    last_ms: int


class DevicesTold(TypedDict):
    """Response: the devices of a tournament, until when boards can be bound by letters, and the tournament's code."""

    devices: list[BoundDeviceTold]
    dropped: list[DroppedTold]
    open_until_ms: int | None
    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Minutes:
    """Request field: for how many minutes boards can be bound by typing letters."""

    minutes: Annotated[int, Sent("the number of minutes", 10, least=1, most=240)] = 10


@tablets.ask("GET", f"{T}/devices", answers=DevicesTold)
def devices(asked: Asked) -> DevicesTold:
    """List the devices at the boards, including those that wait to be admitted."""
    return devices_shape(asked.desk.id)


@tablets.ask("POST", f"{T}/devices/<int:id>", who=RULE, answers=DevicesTold, keyed=False)
def let_in(asked: Asked) -> DevicesTold:
    """Admit a waiting device to its board. The device that was bound to the board is unbound."""
    access.desks().register.devices.let_in(device_in_reach(asked.desk.id, asked.address["id"]).id)
    return devices_shape(asked.desk.id)


@tablets.ask("DELETE", f"{T}/devices/<int:id>", who=RULE, answers=DevicesTold)
def turn_away(asked: Asked) -> DevicesTold:
    """Unbind a device, or reject a device that waits to be admitted."""
    access.desks().register.devices.end(device_in_reach(asked.desk.id, asked.address["id"]).id)
    return devices_shape(asked.desk.id)


@tablets.ask("POST", f"{T}/binding", Minutes, who=RULE, answers=DevicesTold, keyed=False)
def open_binding(asked: Asked) -> DevicesTold:
    """Allow tablets to be bound for some minutes by typing the letters of their cards."""
    access.allowed(ToWrite(right=RULE), asked.t)
    access.links.open(asked.desk.id, asked.read(Minutes).minutes)
    return devices_shape(asked.desk.id)


@tablets.ask("DELETE", f"{T}/binding", who=RULE, answers=DevicesTold)
def close_binding(asked: Asked) -> DevicesTold:
    """End binding by letters. From now on only the links on the cards bind a tablet."""
    access.allowed(ToWrite(right=RULE), asked.t)
    access.links.close(asked.desk.id)
    return devices_shape(asked.desk.id)


def devices_shape(t: str) -> DevicesTold:
    """Return the devices of a tournament as they are now."""
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
    """Make the links and letters that bind tablets to the named boards.

    If none are named, make them for all usable boards.
    """
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
    """Revoke the links made so far and unbind their devices, for one board or for all."""
    board = asked.read(OfOne).board
    if board is None and "board" in asked.given:
        raise Refused("field_unreadable", field="board", wanted="a whole number")
    access.allowed(ToWrite(right=RULE, boards=None if board is None else (board,)), asked.t)
    tablet_binding.revoke(asked.desk.id, board)
    return {"revoked": True}


@tablets.ask("POST", "/tablets/bind", tablet_binding.TableCard, who=ANYBODY, answers=BoundTold, keyed=False)
def bind(asked: Asked) -> BoundTold:
    """Bind a program to a board by the link or the letters of its card. The response has the program's bearer token."""
    secret, device = tablet_binding.bind_program(asked.read(tablet_binding.TableCard))
    return told(
        BoundTold,
        device,
        token=access.service.keys.sign(BOUND, secret),
        side=device.side or None,
        waiting=not device.bound,
    )
