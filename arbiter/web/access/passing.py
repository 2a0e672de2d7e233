"""Forward a request to the node that leads its tournament, at most once.

The sender's own cookies and tokens go along unchanged, because the nodes share the keys and the register. The sender's
address and other facts that only the first node knows are in a stamp, which is signed together with the request. A
request without a valid stamp is not believed to come from a node. The time at which the leader received the request
counts.
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
FRESH_MS = 30 * SECOND
"""The greatest age of a stamp: all nodes tell the time by one clock."""
HEARTBEAT = "/api/v1/time"
"""The path that a tablet requests to stay in touch; the leader must know, because it decides on the board's flags."""


def pass_on() -> Response | None:
    """Before every request, forward it if another node leads its tournament, and return that node's answer.

    Return None if this node must answer the request itself.
    """
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
            return None  # an answer from this node's copy is better than none
        raise


def passed_on() -> bool:
    """Return whether another node has answered the current request."""
    return bool(g.get("passed_on"))


def _of_leader() -> bool:
    """Return whether the request reads what only the leading node knows, such as which tablets are connected."""
    return request.path == HEARTBEAT or request.blueprint == "tablets" or request.path.startswith("/office/")


def _followed() -> Desk | None:
    """Return the desk of the request's tournament if another node leads the tournament, otherwise None."""
    t = (request.view_args or {}).get("t") or _bound_to()
    with suppress(Refused):  # there is no such tournament: the view says so
        desk = access.desks().desk(str(t)) if t else None
        return desk if desk is not None and desk.stands.follows else None
    return None


def _bound_to() -> str | None:
    """Return the tournament of the tablet or practice game that sends this request, or None if it is neither."""
    if request.path.startswith("/practice"):
        return str(session.get("practice", ("",))[0])
    if request.path != HEARTBEAT:
        return None
    link = bound_by()
    found = access.links.tablet(link) if link else access.whoever()
    return found.tournament if found is not None and found.role == "tablet" else None


def _answered(following: Following, desk: Desk) -> Response | None:
    """Return the leader's answer, or None if this node has become the leader and must answer itself.

    Raise CannotWrite or Refused if no leader can be reached.
    """
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
    """Forward the request to the node at that address and return its answer. Raise NodeAway if it does not answer."""
    body = request.get_data()
    stamp = _stamp(access.service.keys, access.service.desks.clock.now(), body)
    asked = (request.method, _target(), {**dict(request.headers.items()), STAMP: stamp}, request.host, body)
    status, told, answer = sent_on(address, *asked, lambda: following.leader(desk) == address)
    g.passed_on = True
    with suppress(CannotWrite):
        following.catch_up(desk)  # the sender's next request reads from this node what was just written
    return Response(answer, status, told)


def _target() -> str:
    query = request.query_string.decode("latin-1")
    return quote(request.path) + (f"?{query}" if query else "")


def _signed(body: bytes) -> list[str]:
    """Return what the stamp signs of the request: its method, its path, and hashes of its body and its credentials."""
    proofs = f"{request.headers.get('Authorization', '')}\n{request.headers.get('Cookie', '')}".encode()
    return [request.method, _target(), *(hashlib.sha256(part).hexdigest() for part in (body, proofs))]


def _stamp(keys: Keys, at: Instant, body: bytes) -> str:
    return keys.sign(PURPOSE, [at, request.remote_addr or "", request.scheme, *_signed(body)])


def _believe(keys: Keys, now: Instant) -> None:
    """Take the sender's address from the stamp. Refuse the request unless a node made the stamp just now for it."""
    told = keys.opened(PURPOSE, request.headers[STAMP])
    if told is None or told[3:] != _signed(request.get_data()) or abs(now - told[0]) > FRESH_MS:
        raise Refused("no_node")
    g.stamped = True
    request.environ["REMOTE_ADDR"] = request.remote_addr = told[1]
    request.environ["wsgi.url_scheme"] = request.scheme = told[2]
