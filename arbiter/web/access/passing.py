"""What is to be written about a tournament that another node leads is passed on to that node, once and no further.

The person's own proofs go along as they are: the nodes share the keys and the register. What only the first node can
know, where the request came from and how, stands in a stamp that is signed together with the request; without it
nobody is believed to be a node. The leader takes the time of receipt.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from urllib.parse import quote

from flask import Response, g, request, session

from arbiter.desk.desk import Desk
from arbiter.desk.following import Following
from arbiter.journal.journal import CannotWrite
from arbiter.machine.keys import Keys
from arbiter.machine.onward import NodeAway, sent_on
from arbiter.refused import Refused
from arbiter.sides import SECOND, Instant
from arbiter.web import access
from arbiter.web.access.sessions import bound_by

STAMP = "X-Arbiter-Passed-On"
PURPOSE = "passed on"
FRESH = 30 * SECOND
"""So old may a stamp be: the nodes tell the time by one clock."""
HEARTBEAT = "/api/v1/time"
"""What a tablet asks to be in touch: its board's flags are the leader's."""


def pass_on() -> Response | None:
    """Before every request: the answer of the node that leads, where that is another one."""
    following = access.service.following
    if STAMP in request.headers:
        _believe(access.service.keys, access.desks().clock.now())
    reads = request.method in access.READING
    if following is None or not following.leads or (reads and not _of_leader()):
        return None
    desk = _followed()
    if desk is None:
        return None
    try:
        return _answered(following, desk)
    except Refused:
        if reads:
            return None  # what is known here is better than nothing
        raise


def passed_on() -> bool:
    """Whether another node has answered the request at hand."""
    return bool(g.get("passed_on"))


def _of_leader() -> bool:
    """Whether it reads what the leader alone knows: which tablets are in touch, and that one is."""
    return request.path == HEARTBEAT or request.blueprint == "tablets" or request.path.startswith("/office/")


def _followed() -> Desk | None:
    """The desk that the request is about, if it only follows."""
    t = (request.view_args or {}).get("t") or _bound_to()
    with suppress(Refused):  # there is no such tournament: the door says so
        desk = access.desks().desk(str(t)) if t else None
        return desk if desk is not None and desk.stands.follows else None
    return None


def _bound_to() -> str | None:
    """The tournament of the tablet, or of the sitting, from which the request comes."""
    if request.path.startswith("/practice"):
        return str(session.get("practice", ("",))[0])
    if request.path != HEARTBEAT:
        return None
    link = bound_by()
    found = access.links.tablet(link) if link else access.whoever()
    return found.tournament if found is not None and found.role == "tablet" else None


def _answered(following: Following, desk: Desk) -> Response | None:
    """What the leader answers; None where this node leads by now, and answers itself."""
    if g.get("stamped"):
        if following.lead(desk):
            return None
        raise CannotWrite("followed")
    asked = ""
    while (address := following.leader(desk)) != asked or not asked:
        if address:
            asked = address
            try:
                return _passed(following, desk, address)
            except NodeAway as away:
                if away.sent:
                    raise Refused("leader_unreachable") from away
        if following.lead(desk):
            return None
        if not following.leader(desk):
            raise CannotWrite("followed")
    raise Refused("leader_unreachable")


def _passed(following: Following, desk: Desk, address: str) -> Response:
    """What the node at that address answers; NodeAway where it does not."""
    body = request.get_data()
    stamp = _stamp(access.service.keys, access.service.desks.clock.now(), body)
    asked = (request.method, _target(), {**dict(request.headers.items()), STAMP: stamp}, request.host, body)
    status, told, answer = sent_on(address, *asked, lambda: following.leader(desk) == address)
    g.passed_on = True
    with suppress(CannotWrite):
        following.catch_up(desk)  # whoever has written reads next, and here
    return Response(answer, status, told)


def _target() -> str:
    query = request.query_string.decode("latin-1")
    return quote(request.path) + (f"?{query}" if query else "")


def _signed(body: bytes) -> list[str]:
    """What the stamp is of, besides itself: what is asked, with what, and by whom."""
    proofs = f"{request.headers.get('Authorization', '')}\n{request.headers.get('Cookie', '')}".encode()
    return [request.method, _target(), *(hashlib.sha256(part).hexdigest() for part in (body, proofs))]


def _stamp(keys: Keys, at: Instant, body: bytes) -> str:
    return keys.sign(PURPOSE, [at, request.remote_addr or "", request.scheme, *_signed(body)])


def _believe(keys: Keys, now: Instant) -> None:
    """Takes from the stamp where the request came from; refused where no node has made it, just now, for this one."""
    told = keys.opened(PURPOSE, request.headers[STAMP])
    if told is None or told[3:] != _signed(request.get_data()) or abs(now - told[0]) > FRESH:
        raise Refused("no_node")
    g.stamped = True
    request.environ["REMOTE_ADDR"] = request.remote_addr = told[1]
    request.environ["wsgi.url_scheme"] = request.scheme = told[2]
