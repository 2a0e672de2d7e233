"""The report that a tablet sends with each request: that it is connected, and the last journal line that it knows."""

from __future__ import annotations

from contextlib import suppress

from flask import request

from arbiter.desk.recorded import Head
from arbiter.desk.tablet_evidence import Vouched
from arbiter.machine.heads import parse_head
from arbiter.refused import Refused
from arbiter.rulings.time.provisional_flags import Seat
from arbiter.web import access
from arbiter.web.access.sessions import bound_by
from arbiter.web.api.service.heads import keys

LONGEST_NUMBER = 16


def hear_tablet() -> None:
    """Store that the tablet that sends the request is connected. Called before every request.

    A flag fall at a board counts as certain only if the board's tablet is connected.
    """
    bound = bound_by()
    if bound is None and "Authorization" not in request.headers:
        return
    link = access.links.tablet(bound) if bound else None
    if link is None and request.path.startswith("/api/"):
        asking = access.reader()
        link = asking if asking.role == "tablet" else None
    if link is not None and link.tournament is not None and link.board is not None:
        try:
            seen, waiting = (request.args.get(name, type=int) for name in ("seen", "waiting"))
            heard, seat = access.desks().desk(link.tournament), (link.board, link.side)
            heard.touch(*seat, seen=seen or 0, waiting=waiting)
            _vouch(heard.vouched, seat, request.args.get("head", ""), link.tournament)
        except Refused:
            return  # the tournament cannot be opened; the view reports it


def _vouch(vouched: Vouched, seat: Seat, text: str, tournament: str) -> None:
    """Compare the last journal line that a tablet knows with the journal.

    *text*: a signed head, or the number and the hash of the line as "number-hash".
    """
    if text.startswith("ah1."):
        with suppress(Refused):
            head = parse_head(text)
            if head.tournament == tournament:
                vouched.vouch(seat, Head(head.line, head.hash), lambda: head.signed_by(keys()))
        return
    line, _, hash_ = text.partition("-")
    if line.isascii() and line.isdigit() and len(line) < LONGEST_NUMBER:
        vouched.vouch(seat, Head(int(line), hash_[:64]))
