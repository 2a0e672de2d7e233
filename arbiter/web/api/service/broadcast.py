"""API of broadcasting: games as PDN for programs that follow a round, static copies, and messages on publication."""

from __future__ import annotations

import time
from typing import Annotated, TypedDict
from urllib.parse import urlsplit

from flask import Response

from arbiter.broadcast.orders import Receiver, WaitingMessage, name_receiver, put_receiver, receiver_of
from arbiter.broadcast.static_copy import archive_of_copy
from arbiter.broadcast.webhooks import send_test
from arbiter.exchange.games_as_pdn import games_text
from arbiter.fields import Sent
from arbiter.rulings.bounds.rights import INSTALL, LOOK
from arbiter.tournament.game import Game
from arbiter.values import dataclass
from arbiter.web import access
from arbiter.web.api.operation import ANYBODY, ROOT, Api, Asked

broadcast = Api("broadcast", __name__, url_prefix=f"{ROOT}/tournaments/<t>")
PDN = "application/vnd.pdn"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plainly:
    """Query parameter of a feed: whether it has only moves, for programs that cannot read comments and variations."""

    plain: Annotated[bool, Sent("only moves, without comments, clocks and variations")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NameReceiver:
    """Request: from now on, send a message to an address whenever pairings or results are published."""

    to: Annotated[str, Sent("the URL to which messages are sent", "https://club.example.org/hook", longest=500)]


class WaitingTold(TypedDict):
    """A message that the receiver has not accepted yet. `why` and `fact`: the reason why the last attempt failed."""

    id: str
    round: int | None
    what: str
    since_ms: int
    tries: int
    next_ms: int
    why: str | None
    fact: str | None


class ReceiverTold(TypedDict):
    """Response: the receiver of messages, and the messages that it has not accepted yet.

    `to` is null if there is no receiver.
    """

    to: str | None
    accepted_ms: int | None
    given_up: int
    waiting: list[WaitingTold]


class ReceiverNamed(ReceiverTold):
    """Response: the receiver with its new secret. The secret is returned only in this response."""

    secret: str


@broadcast.ask("GET", "/rounds/<int:n>/games.pdn", who=ANYBODY, query=Plainly, media=PDN, answers=bytes)
def round_pdn(asked: Asked) -> Response:
    """Show every game of a round that has begun, as PDN. Running games have the tournament's delay."""
    return _pdn(asked, asked.view().state.round(asked.address["round"]).games)


@broadcast.ask("GET", "/rounds/<int:n>/boards/<int:b>/game.pdn", who=ANYBODY, query=Plainly, media=PDN, answers=bytes)
def board_pdn(asked: Asked) -> Response:
    """Show the game at a board as PDN. A running game has the tournament's delay."""
    return _pdn(asked, (asked.view().state.game(*asked.place),))


def _pdn(asked: Asked, games: tuple[Game, ...]) -> Response:
    text = games_text(asked.view().in_public, games, plain=asked.read(Plainly).plain)
    return Response(text, content_type=f"{PDN}; charset=utf-8")


@broadcast.ask("GET", "/static-copy.zip", who=LOOK, media="application/zip", answers=bytes)
def static_copy(asked: Asked) -> Response:
    """Make a static copy of the tournament: plain HTML files in which every game can be replayed without a service.

    The copy contains only what the public pages show.
    """
    answer = Response(archive_of_copy(asked.view()), content_type="application/zip")
    answer.headers["Content-Disposition"] = f'attachment; filename="{asked.t}-pages.zip"'
    return answer


@broadcast.ask("GET", "/webhook", who=INSTALL, answers=ReceiverTold)
def show_receiver(asked: Asked) -> ReceiverTold:
    """Show the receiver of messages about publications, and the messages that it has not accepted yet."""
    return told_of(receiver_of(access.desks().register, asked.desk.id))


@broadcast.ask("PUT", "/webhook", NameReceiver, who=INSTALL, answers=ReceiverNamed, keyed=False)
def put_webhook(asked: Asked) -> ReceiverNamed:
    """Send a message to an address whenever pairings or results of the tournament are published.

    The service makes a secret, with which it signs each message by the Standard Webhooks specification. The address
    must not be that of this machine or a link-local address. A new request replaces the earlier receiver and its
    secret.
    """
    made = named(asked.desk.id, asked.read(NameReceiver).to)
    return {**told_of(made), "secret": made.secret}


@broadcast.ask("DELETE", "/webhook", who=INSTALL, answers=ReceiverTold)
def delete_webhook(asked: Asked) -> ReceiverTold:
    """Send no more messages about publications. Messages that wait are dropped."""
    put_receiver(access.desks().register, asked.desk.id, None)
    return told_of(None)


@broadcast.ask("POST", "/webhook/test", who=INSTALL, answers=ReceiverTold, keyed=False)
def test_webhook(asked: Asked) -> ReceiverTold:
    """Send the receiver a test message, within some seconds."""
    return told_of(send_test(access.desks(), asked.desk.id, int(time.time())))


def named(tournament: str, to: str) -> Receiver:
    """Store the receiver *to* of a tournament's messages. Refuse an address to which nothing may be sent."""
    here = access.service.settings.hub_here == "yes"
    state = access.desk(tournament).state
    return name_receiver(access.desks().register, tournament, to, state, here=here)


def told_of(receiver: Receiver | None) -> ReceiverTold:
    """Return a receiver as JSON, without its secret. None means that there is no receiver."""
    if receiver is None:
        return {"to": None, "accepted_ms": None, "given_up": 0, "waiting": []}
    return {
        "to": receiver.to,
        "accepted_ms": 1_000 * receiver.accepted or None,
        "given_up": receiver.given_up,
        "waiting": [_waiting(one) for one in receiver.waiting],
    }


def _waiting(one: WaitingMessage) -> WaitingTold:
    return {
        "id": one.id,
        "round": one.round or None,
        "what": one.what,
        "since_ms": 1_000 * one.since,
        "tries": one.tries,
        "next_ms": 1_000 * one.next,
        "why": one.why or None,
        "fact": one.fact or None,
    }


def host_of(receiver: Receiver) -> str:
    """Return the host of a receiver's address, for officials who may not see the rest of the address."""
    return urlsplit(receiver.to).netloc
