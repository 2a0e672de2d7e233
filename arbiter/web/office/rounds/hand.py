"""Office forms with which the director changes a round: publish a draft, change pairs, postpone, forfeit."""

from __future__ import annotations

from itertools import count

from flask import Blueprint, flash, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from arbiter.hall.pairing import refuse_outdated
from arbiter.pairing.table.byes import ByeKind
from arbiter.refused import Refused
from arbiter.rulings.bounds.rights import RULE
from arbiter.rulings.official_rulings import RULINGS
from arbiter.rulings.rounds.hand import Changed, ChangeRound, Deed, changed_by
from arbiter.rulings.rounds.pairing import PostponeGame, PublishRound
from arbiter.rulings.signing import Ruling
from arbiter.web import access, page
from arbiter.web.api.rounds import DEEDS
from arbiter.web.request_parsing import Kind, form, one_of, read, takes

hand = Blueprint("hand", __name__)
BYES = (ByeKind.HALF, ByeKind.ZERO, ByeKind.FULL, ByeKind.ALLOCATED)
"""The kinds of bye that can be given by hand in a paired round."""


@hand.post("/office/<t>/rounds/<int:n>/publish")
@access.officials_only
@takes(PublishRound)
def publish(t: str, n: int) -> ResponseReturnValue:
    desk, asked = access.desk(t), read(PublishRound, form(), round=n, by=access.reader().by)
    refuse_outdated(desk, n, as_it_is=asked.as_it_is)
    desk.submit(asked)
    flash(_("Round %(round)s has been published.", round=n), "done")
    return page.see(url_for("office.rounds.show", t=t, n=n))


@hand.post("/office/<t>/rounds/<int:n>/change")
@access.officials_only
@takes(Kind, *DEEDS.values(), ChangeRound, also=("accepted",))
def change(t: str, n: int) -> ResponseReturnValue:
    """Change the pairing of a round. If the change breaks a pairing rule, show the rule and ask for confirmation."""
    desk, given = access.desk(t), form()
    state = desk.state
    deed, people = read(one_of(DEEDS, given), given), page.view(t).known
    seen = changed_by(state, n, deed, people)
    accepted = "accepted" in given
    if seen.bends and not accepted:
        return _confirm(t, n, deed, seen)
    asked = read(ChangeRound, given, round=n, deed=deed, by=access.reader().by, accepted=accepted, known=people)
    try:
        desk.submit(asked)
    except Refused as refused:
        if not accepted:
            raise
        return _confirm(t, n, deed, seen, page.sentence(refused)), 422
    names, drawn = access.desk(t).people, {*state.round(n).pairs}
    fresh = [pair for pair in seen.pairs if pair not in drawn]
    pairs = ", ".join(" - ".join(names[one].name for one in pair) for pair in fresh)
    changed = _("Round %(round)s has been changed.", round=n)
    new = _("New: %(pairs)s.", pairs=pairs) if pairs else ""
    flash(f"{changed} {new}".strip(), "done")
    return page.see(url_for("office.rounds.show", t=t, n=n))


def _confirm(t: str, n: int, deed: Deed, seen: Changed, refused: str | None = None) -> str:
    view = page.view(t)
    round = view.state.round(n)
    fresh = [
        (board, pair)
        for board, pair in zip(seen.boards or count(1), seen.pairs, strict=False)
        if pair not in round.pairs
    ]
    byes = {entry: kind for entry, kind in seen.byes.items() if entry not in round.byes}
    return page.render(
        "office/pairing_change.html", view, round=round, deed=deed, seen=seen, fresh=fresh, byes=byes, refused=refused
    )


@hand.post("/office/<t>/rounds/<int:n>/postpone")
@access.officials_only
@takes(PostponeGame, also=("board",))
def postpone(t: str, n: int) -> ResponseReturnValue:
    """Postpone a game. The next round can be paired before the game is played."""
    asked = read(PostponeGame, form(), round=n, by=access.reader().by)
    access.desk(t).submit(asked)
    flash(
        _("The game at board %(board)s has been postponed. The next round does not wait for it.", board=asked.board),
        "done",
    )
    return page.see(url_for("office.rounds.show", t=t, n=n))


@hand.post("/office/<t>/rounds/<int:n>/forfeit")
@access.only(RULE)
@takes(RULINGS["forfeit"], also=("absent", "board"))
def forfeit(t: str, n: int) -> ResponseReturnValue:
    """Record a forfeit of a game whose player has not come."""
    given, by = form(), access.reader().by
    asked = read(RULINGS["forfeit"], {**given, "loser": given.get("absent")}, round=n, by=by)
    access.desk(t).submit(Ruling(round=n, board=asked.board, by=by, request=asked))
    flash(_("Board %(board)s: forfeit recorded.", board=asked.board), "done")
    return page.see(url_for("office.rounds.show", t=t, n=n))
