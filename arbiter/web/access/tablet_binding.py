"""The tablets of a tournament, and their binding by the link or the letters on a board's card."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from flask import request, session

from arbiter.fields import MOST_BOARDS, Sent
from arbiter.hall.printing import boards_of
from arbiter.journal.accounts import Tablet
from arbiter.refused import Refused
from arbiter.rulings.bounds.rights import RULE, ToWrite
from arbiter.shapes.places.tablets import TabletsTold, tablets_shape
from arbiter.sides import Side
from arbiter.values import dataclass
from arbiter.web import access
from arbiter.web.access.sessions import device_of


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCard:
    """Request: bind a tablet to a board, by the link of the board's card or by the card's letters."""

    link: Annotated[str, Sent("the link, or its last part", "https://hall/t/eyJ...")] = ""
    board: Annotated[int | None, Sent("the board, if letters are sent", 7, least=1, most=MOST_BOARDS)] = None
    pin: Annotated[str, Sent("the eight letters of the card", "BCDFGHJK", longest=40)] = ""
    code: Annotated[str | None, Sent("the code of the tournament, if the service has several", "K3", longest=8)] = None


def bind_tablet(token: str) -> None:
    """Bind this browser to the board whose card has the link with this *token*.

    If another device is bound to the board already, this browser waits until an official admits it.
    """
    _keep(access.links.bind(token, *_device()))


def bind_by_hand(tournament: str, board: int, letters: str) -> None:
    """Bind this browser to a board by the letters that were typed from its card."""
    _keep(access.links.bind_by_hand(tournament, board, letters, *_device()))


def _device() -> tuple[str, str]:
    """Return a name for the device that sent this request, and its network address."""
    return device_of(request.headers.get("User-Agent", "")), request.remote_addr or ""


def _keep(made: tuple[str, Tablet]) -> None:
    session["tablet"] = made[0]
    session.permanent = True


def bind_program(card: TableCard) -> tuple[str, Tablet]:
    """Bind a program that is used in place of a tablet. Return its secret and its record as a device."""
    links = access.links
    if card.link:
        return links.bind(card.link.rstrip("/").rsplit("/", 1)[-1], *_device())
    if card.board is None:
        raise Refused("field_missing", field="link")
    return links.bind_by_hand(by_hand(card.code), card.board, card.pin, *_device())


def by_hand(code: str | None) -> str:
    """Return the id of the tournament for which letters were typed: the one with that *code*.

    Without a code, return the only tournament whose boards can be bound by letters now. Raise Refused with
    `code_needed` if there are several.
    """
    links = access.links
    if code:
        found = links.of_code(code)
        if found is None:
            raise Refused("no_code", key=code[:8])
        return found
    opened = [desk.id for desk in access.desks().tournaments if links.window(desk.id)]
    if not opened:
        raise Refused("binding_closed")
    if len(opened) > 1:
        raise Refused("code_needed")
    return opened[0]


def revoke(t: str, board: int | None) -> None:
    """Revoke the links of a board, and unbind its tablets. If *board* is None, do so for all boards."""
    found = access.desk(t)
    found.register.revoke(t, board)
    for seat in [seat for seat in found.tablets if board in (None, seat[0])]:
        del found.tablets[seat]


def device_of_tournament(t: str, id: int) -> Tablet:
    """Return the device with number *id* at a board of the tournament *t*. Refuse an unknown device."""
    found = next((one for one in access.desks().register.devices.at(t) if one.id == id), None)
    if found is None:
        raise Refused("no_device", number=id)
    return found


def device_in_reach(t: str, id: int) -> Tablet:
    """Return the device with number *id*, for the asker to admit or turn away.

    Refuse an unknown device, and a device at a board that the asker may not manage.
    """
    found = device_of_tournament(t, id)
    access.allowed(ToWrite(right=RULE, boards=(found.board,)), t)
    return found


def tablets(t: str) -> TabletsTold:
    """Return the state of each tablet of tournament *t*: never bound, not seen since the start, in touch, or lost."""
    found = access.desk(t)
    devices = access.links.devices(t)
    bound = {
        (device.board, Side(device.side) if device.side else None): 1_000 * device.made
        for device in devices
        if device.bound
    }
    waiting = [device.id for device in devices if not device.bound]
    return tablets_shape(boards_of(found.state), found.tablets, bound, found.now(), access.desks().clock.speed, waiting)


def ready(t: str, boards: Iterable[int]) -> tuple[int, ...]:
    """Return those of *boards* at which a game can begin on the tablets.

    The tablets of both sides must be connected, and no earlier game may be in progress at the board. If the players of
    the tournament use no tablets, the result is empty.
    """
    state = access.desk(t).state
    if state.setting("tables") == "results":
        return ()
    in_touch = {tablet["board"] for tablet in tablets(t)["tablets"] if tablet["state"] == "touch"}
    taken = {game.board for game in state.games() if game.going}
    return tuple(board for board in boards if board in in_touch - taken)
