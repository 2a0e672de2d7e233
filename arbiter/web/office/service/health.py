"""The office page of the service's state: disk, journals, copies, repairs, and moves that only a tablet has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from flask import Blueprint, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from arbiter.desk.desk import Desk
from arbiter.desk.tablet_evidence import TabletAhead
from arbiter.federation.relay.status import relays
from arbiter.fields import Sent
from arbiter.machine import health
from arbiter.machine.signed_heads import parse_head
from arbiter.refused import Refused
from arbiter.rulings.bounds.rights import DIRECT, LOOK, RULE
from arbiter.rulings.referee.lost_moves import EnterLostMoves
from arbiter.rulings.request import BySide, Why
from arbiter.rulings.signing import Ruling
from arbiter.values import dataclass
from arbiter.web import access, page
from arbiter.web.api.service.heads import checked
from arbiter.web.api.service.service import behind, nodes, notices
from arbiter.web.request_parsing import form, key, read, takes

service = Blueprint("service", __name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class OfTablet:
    """Request fields to enter a tablet's moves: its side, the number of plies played before them, and the reason."""

    side: BySide = None
    ply: Annotated[int, Sent("the number of plies (single moves) already played, as the page shows it", 0)]
    reason: Why


@service.get("/office/service")
@access.officials_only
def show() -> ResponseReturnValue:
    """Show the present problems, and how every journal is stored.

    If a signed head (the number and hash of a journal line) was typed, show whether a journal has that line.
    """
    text = request.args.get("head", "")
    return render_template(
        "office/service.html",
        notices=notices(),
        kept=[journal for journal in health.kept(access.desks()) if access.may(LOOK, journal.tournament)],
        lost=[lost for desk in access.desks() if access.may(RULE, desk.id) for lost in _lost(desk)],
        relays=list(relays(access.desks().instance)),
        nodes=nodes(),
        behind=behind(),
        medium=access.service.settings.second_medium,
        backups=access.service.backups if _copies() else None,
        minutes=access.service.settings.backup_minutes,
        public_key=access.service.machine.heads.public if access.service.machine.heads is not None else "",
        head=text,
        found=_found(text) if text else "",
    )


def _copies() -> bool:
    """Return whether this process makes backups. It does not if it only shows tournaments or only reads an instance."""
    return not access.service.settings.only_shows and access.desks().reading is None


@service.post("/office/service/backup")
@access.only(DIRECT)
@takes()
def back_up() -> ResponseReturnValue:
    """Make a backup now of everything that has changed since the last one.

    The page names files that could not be copied.
    """
    if _copies():
        access.service.backups.make()
        if not access.desks().uncopied:
            flash(gettext("The backup has been made and verified."), "done")
    return page.see(url_for("office.service.show"))


def _found(text: str) -> str:
    """Return the sentence that says whether a journal has the line of the signed head *text*."""
    try:
        kept = parse_head(text)
        return checked(kept.tournament, kept)["sentence"]
    except Refused as refused:
        return page.sentence(refused)


@service.post("/office/service/seen")
@access.officials_only
@takes()
def seen() -> ResponseReturnValue:
    """Mark the notices about problems as seen by the office."""
    health.seen(access.desks())
    return page.see(url_for("office.service.show"))


@dataclass(frozen=True, slots=True)
class Lost:
    """The moves of a board that its tablet has and the journal lacks.

    `moves`: for each, its number as text, the move, and the milliseconds left on the clock.
    """

    desk: Desk
    told: TabletAhead
    moves: list[tuple[str, str, int]]

    @property
    def board(self) -> int:
        return self.told.seat[0]


def _lost(desk: Desk) -> Iterator[Lost]:
    for one in desk.vouched.all_ahead(desk.state):
        if one.stands == "missing" and one.kept is not None:
            plies = enumerate(zip(one.kept.moves, one.kept.left, strict=True))
            yield Lost(
                desk,
                one,
                [(f"{ply // 2 + 1}{'...' if ply % 2 else '.'}", move, left) for ply, (move, left) in plies][one.ply :],
            )


@service.post("/office/<t>/boards/<int:b>/lost")
@access.only(RULE)
@takes(OfTablet)
def enter(t: str, b: int) -> ResponseReturnValue:
    """Enter the moves that a board's tablet has and the journal lacks, as a ruling of the asker."""
    desk, given, by = access.desk(t), form(), access.reader().by
    asked = read(OfTablet, given)
    told = next((one.told for one in _lost(desk) if one.told.seat == (b, asked.side)), None)
    if told is None or told.kept is None:
        raise Refused("nothing_changed")
    moves, left = told.kept.moves[told.ply :], told.kept.left[told.ply :]
    made = EnterLostMoves(
        round=told.kept.round, board=b, by=by, ply=asked.ply, moves=moves, left=left, reason=asked.reason
    )
    desk.submit(Ruling(round=made.round, board=b, by=by, request=made), key=key(given))
    flash(
        gettext("Board %(board)s: the moves have been entered. The clocks stay stopped until you start them.", board=b),
        "done",
    )
    return page.see(url_for("office.boards.show", t=t, n=made.round, b=b))
