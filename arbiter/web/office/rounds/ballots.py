"""The office form of prescribed openings: drawn by lot for a round or for each board, or named from a card."""

from __future__ import annotations

from flask import Blueprint, flash, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from arbiter.rulings.board.ballots import DrawBallot
from arbiter.rulings.bounds.rights import RULE
from arbiter.web import access, page
from arbiter.web.api.board.endings import with_lots
from arbiter.web.request_parsing import form, key, read, takes

ballots = Blueprint("ballots", __name__)


@ballots.post("/office/<t>/rounds/<int:n>/ballots")
@access.only(RULE)
@takes(DrawBallot, also=("how", "board"))
def draw(t: str, n: int) -> ResponseReturnValue:
    """Draw the prescribed opening of each board of a round by lot, or only of the board that was chosen."""
    desk, given = access.desk(t), form()
    how = given.get("how")
    sent = {
        "ballot": given.get("ballot") if how == "named" else None,
        "boards": given.get("board"),
        "each": how == "each",
    }
    asked = with_lots(read(DrawBallot, sent, round=n, by=access.reader().by), desk.state)
    desk.submit(asked, key=key(given))
    flash(_("Round %(round)s: the openings have been drawn.", round=n), "done")
    return page.see(url_for("office.rounds.show", t=t, n=n))
