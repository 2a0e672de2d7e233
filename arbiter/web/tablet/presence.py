"""The report that a tablet sends with each request: that it is connected, and the last journal line that it knows."""

from __future__ import annotations

from contextlib import suppress

from flask import request

from arbiter.desk.recorded import Head
from arbiter.desk.tablet_evidence import Vouched
from arbiter.machine.signed_heads import parse_head
from arbiter.refused import Refused
from arbiter.rulings.time.provisional_flags import Seat
from arbiter.web import access
from arbiter.web.access.sign_in import Reader
from arbiter.web.api.service.heads import keys

LONGEST_NUMBER = 16


def hear(tablet: Reader) -> None:
    """Store that *tablet*, which sends this request, is connected.

    A flag fall at a board counts as certain only if the board's tablet is connected.
    """
    if tablet.tournament is None or tablet.board is None:
        return
    with suppress(Refused):  # the tournament cannot be opened; the view reports it
        seen, waiting = (request.args.get(name, type=int) for name in ("seen", "waiting"))
        heard, seat = access.desks().desk(tablet.tournament), (tablet.board, tablet.side)
        heard.touch(*seat, seen=seen or 0, waiting=waiting)
        _vouch(heard.vouched, seat, request.args.get("head", ""), tablet.tournament)


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
