"""What a tablet says of itself with everything that it asks: that it is there, what it has seen, and what it knows."""

from __future__ import annotations

from flask import request

from arbiter.desk.recorded import Head
from arbiter.refused import Refused
from arbiter.web import doors
from arbiter.web.doors.sessions import bound_by

LONGEST_NUMBER = 16


def hear_tablet() -> None:
    """Before every request: a tablet that asks anything is in touch, and its board's flag is not provisional."""
    bound = bound_by()
    if bound is None and "Authorization" not in request.headers:
        return
    link = doors.the_doors().links.tablet(bound) if bound else None
    if link is None and request.path.startswith("/api/"):
        asking = doors.reader()
        link = asking if asking.role == "tablet" else None
    if link is not None and link.tournament is not None and link.board is not None:
        try:
            seen, waiting = (request.args.get(name, type=int) for name in ("seen", "waiting"))
            heard, seat = doors.desks().desk(link.tournament), (link.board, link.side)
            heard.touch(*seat, seen=seen or 0, waiting=waiting)
            line, _, hash_ = request.args.get("head", "").partition("-")
            if line.isascii() and line.isdigit() and len(line) < LONGEST_NUMBER:
                heard.vouched.vouch(seat, Head(int(line), hash_[:64]))
        except Refused:
            return  # its tournament cannot be opened; the view says so
