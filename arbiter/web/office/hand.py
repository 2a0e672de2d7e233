"""The director's hand in the office: a draft is looked at, changed knowingly, published; games are put off; and why."""

from __future__ import annotations

from flask import Blueprint, flash, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext

from arbiter.pairing.table.byes import ByeKind
from arbiter.refused import Refused
from arbiter.rulings.kinds import RULINGS
from arbiter.rulings.referee.corrections import RuleResult
from arbiter.rulings.rounds.hand import Changed, ChangeRound, Deed, changed_by
from arbiter.rulings.rounds.pairing import PostponeGame, PublishRound
from arbiter.rulings.signing import Ruling
from arbiter.web import doors, page
from arbiter.web.api.rounds import DEEDS
from arbiter.web.reading.body import form, one_of, read

hand = Blueprint("hand", __name__)
BYES = (ByeKind.HALF, ByeKind.ZERO, ByeKind.FULL, ByeKind.ALLOCATED)
"""The byes that a hand can give in a round that is paired."""


@hand.post("/office/<t>/rounds/<int:n>/publish")
@doors.officials_only
def publish(t: str, n: int) -> ResponseReturnValue:
    doors.desk(t).submit(PublishRound(round=n, by=doors.reader().by))
    flash(_("Round %(round)s is published.", round=n), "done")
    return page.see(url_for("office.rounds.show", t=t, n=n))


@hand.post("/office/<t>/rounds/<int:n>/change")
@doors.officials_only
def change(t: str, n: int) -> ResponseReturnValue:
    """A change by hand: recorded at once where it bends no rule, and shown first with what it bends where it does."""
    desk, given = doors.desk(t), form()
    deed, people = read(one_of(DEEDS, given), given), page.view(t).known
    seen = changed_by(desk.state, n, deed, people)
    accepted = "accepted" in given
    if seen.bends and not accepted:
        return _confirm(t, n, deed, seen)
    asked = read(ChangeRound, given, round=n, deed=deed, by=doors.reader().by, accepted=accepted, known=people)
    try:
        desk.submit(asked)
    except Refused as refused:
        if not accepted:
            raise
        return _confirm(t, n, deed, seen, page.sentence(refused)), 422
    flash(_("Round %(round)s is changed.", round=n), "done")
    return page.see(url_for("office.rounds.show", t=t, n=n))


def _confirm(t: str, n: int, deed: Deed, seen: Changed, refused: str | None = None) -> str:
    view = page.view(t)
    round = view.state.round(n)
    fresh = [(board, pair) for board, pair in enumerate(seen.pairs, start=1) if pair not in round.pairs]
    byes = {entry: kind for entry, kind in seen.byes.items() if entry not in round.byes}
    return page.render(
        "office/change.html", view, round=round, deed=deed, seen=seen, fresh=fresh, byes=byes, refused=refused
    )


@hand.get("/office/<t>/rounds/<int:n>/results")
@doors.officials_only
def results(t: str, n: int) -> ResponseReturnValue:
    """The form for a round that is played without tablets: a result a board, from the slips."""
    view = page.view(t)
    return page.render("office/results.html", view, round=view.state.round(n))


@hand.post("/office/<t>/rounds/<int:n>/results")
@doors.officials_only
def take_results(t: str, n: int) -> ResponseReturnValue:
    """Every result that was chosen for a game without one; a line that was left empty changes nothing."""
    desk, taken = doors.desk(t), 0
    for game in desk.state.round(n).games:
        if game.result is None and request.form.get(f"result-{game.board}"):
            asked = RuleResult(
                round=n,
                board=game.board,
                result=request.form[f"result-{game.board}"],
                by=doors.reader().by,
                reason=_("as the slip says"),
            )
            try:
                desk.submit(Ruling(round=n, board=game.board, by=asked.by, request=asked))
            except Refused as refused:  # one's own board, another sector: the other slips are taken all the same
                flash(page.sentence(refused), "refused")
                continue
            taken += 1
    flash(ngettext("%(num)s result is recorded.", "%(num)s results are recorded.", taken), "done")
    left = any(game.result is None for game in desk.state.round(n).games)
    return page.see(url_for("office.hand.results" if left else "office.rounds.show", t=t, n=n))


@hand.post("/office/<t>/rounds/<int:n>/postpone")
@doors.officials_only
def postpone(t: str, n: int) -> ResponseReturnValue:
    """A game is put off; the next round does not wait for it."""
    asked = read(PostponeGame, form(), round=n, by=doors.reader().by)
    doors.desk(t).submit(asked)
    flash(_("Board %(board)s is put off. The next round does not wait for it.", board=asked.board), "done")
    return page.see(url_for("office.rounds.show", t=t, n=n))


@hand.post("/office/<t>/rounds/<int:n>/forfeit")
@doors.officials_only
def forfeit(t: str, n: int) -> ResponseReturnValue:
    """Somebody has not come: the game is lost without play."""
    given, by = form(), doors.reader().by
    asked = read(RULINGS["forfeit"], {**given, "loser": given.get("absent")}, round=n, by=by)
    doors.desk(t).submit(Ruling(round=n, board=asked.board, by=by, request=asked))
    flash(_("Board %(board)s: forfeit recorded.", board=asked.board), "done")
    return page.see(url_for("office.rounds.show", t=t, n=n))
