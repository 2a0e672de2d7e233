"""API of the relay, which sends a tournament's journal to a hub, so that spectators can follow the games there."""

from __future__ import annotations

from typing import Annotated, TypedDict

from arbiter.federation.relay.processes import ShownOn, ordered, put_order
from arbiter.federation.relay.status import RelayTold, relays
from arbiter.fields import Sent
from arbiter.rulings.bounds.rights import DIRECT
from arbiter.values import dataclass
from arbiter.view import INITIALS, MINORS
from arbiter.web import access
from arbiter.web.api.operation import ROOT, Api, Asked

relay = Api("relay", __name__, url_prefix=f"{ROOT}/tournaments/<t>/relay")


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowOnHub:
    """Request: show a tournament on a hub from now on. While the service runs, it sends the journal to the hub."""

    to: Annotated[str, Sent("the address of the hub", "https://hub.example.org", longest=200)]
    key: Annotated[str, Sent("the key of the hall, made by the hub", "0" * 32, longest=80)]
    minors: Annotated[str, Sent("how the names of minors are sent to the hub", INITIALS, known=MINORS)] = INITIALS


class RelayStands(TypedDict):
    """Response: the hub of a tournament, and how much of the journal it has received.

    `to` is null if the office has named no hub. `fed` of `lines` journal lines have been sent. `held`: the number of
    lines that may not be known outside the hall yet. `ended`: the reason why sending has ended; null while it goes on.
    """

    to: str | None
    minors: str | None
    page: str | None
    running: bool
    lines: int
    fed: int
    held: int
    silent_since_ms: int | None
    ended: str | None


@relay.ask("GET", "", who=DIRECT, answers=RelayStands)
def show_relay(asked: Asked) -> RelayStands:
    """Show the hub of the tournament, and how many of its journal lines the hub has received."""
    return stands(asked)


@relay.ask("POST", "", ShowOnHub, who=DIRECT, answers=RelayStands, keyed=False)
def show_on_hub(asked: Asked) -> RelayStands:
    """Send the tournament's journal to a hub from now on. The hub's key is never returned."""
    order = asked.read(ShowOnHub)
    shown = ShownOn(order.to, order.key, order.minors)
    put_order(access.desks().register, asked.desk.id, shown, here=here())
    return stands(asked)


@relay.ask("DELETE", "", who=DIRECT, answers=RelayStands)
def show_no_more(asked: Asked) -> RelayStands:
    """Stop sending the tournament's journal to the hub.

    The hub's director can delete the lines that the hub has. Until then the hub shows them.
    """
    put_order(access.desks().register, asked.desk.id, None)
    return stands(asked)


def stands(asked: Asked) -> RelayStands:
    order, told = ordered(access.desks().register, asked.desk.id), told_of(asked.desk.id)
    return {
        "to": order.to if order else None,
        "minors": order.minors if order else None,
        "page": (told.page or None) if told else None,
        "running": bool(told and told.running),
        "lines": told.lines if told else 0,
        "fed": told.fed if told else 0,
        "held": told.held if told else 0,
        "silent_since_ms": (1_000 * told.since or None) if told else None,
        "ended": (told.ended or None) if told else None,
    }


def here() -> bool:
    """Return whether the settings of this machine allow the office to name a hub."""
    return access.service.settings.hub_here == "yes"


def told_of(tournament: str) -> RelayTold | None:
    """Return the last known status of the tournament's relay, or None if nothing is sent to a hub."""
    return next((one for one in relays(access.desks().instance) if one.tournament == tournament), None)
