"""Decisions on appeals in words: the decision, every vote, and who decided."""

from __future__ import annotations

from arbiter.incidents.incident import ended
from arbiter.tournament.officials import Appeal, Vote
from arbiter.view import View


def decision(given: View, appeal: Appeal) -> str:
    """Return the decision on an appeal in words, with the vote of each member of the panel or with its reason."""
    how = given.text("Decided: {how}.", how=given.term(appeal.decided or ""))
    if appeal.nothing:
        how = " ".join((how, given.text("Nothing follows from it.")))
    said = [_vote(given, vote) for vote in appeal.votes] or [given.reason(appeal.reason)]
    return " ".join((how, *said)).strip()


def _vote(given: View, vote: Vote) -> str:
    points = given.state.points
    how = given.term("overturned" if vote.overturned else "stands")
    result = vote.written or (points.pair_text(vote.outcome.map(points.of)) if vote.outcome else "")
    how = f"{how}, {result}" if result else how
    reason = ended(given.reason(vote.reason))
    return given.text("Vote of {who}: {how}. {reason}", who=given.who(vote.member), how=how, reason=reason).strip()


def deciders(given: View, appeal: Appeal) -> str:
    """Return the names of all who decided an appeal, and who entered the decision if it was made on paper."""
    names = ", ".join(map(given.who, appeal.decided_by))
    if not appeal.entered_by:
        return names
    entered = given.text("entered from paper by {name}", name=", ".join(map(given.who, appeal.entered_by)))
    return f"{names}; {entered}"
