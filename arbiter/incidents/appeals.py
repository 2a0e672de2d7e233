"""Decisions on appeals in words: the decision, every vote, and who decided."""

from __future__ import annotations

from arbiter.tournament.officials import Appeal
from arbiter.view import View


def decision(given: View, appeal: Appeal) -> str:
    """Return the decision on an appeal in words, with its reason."""
    how = given.text("Decided: {how}.", how=given.term(appeal.decided or ""))
    return f"{how} {appeal.reason}"


def votes(given: View, appeal: Appeal) -> list[str]:
    """Return the vote of each panel member with its reason; none until the appeal has been decided."""
    told: list[str] = []
    points = given.state.points
    for vote in appeal.votes if appeal.decided is not None else ():
        how = given.term("overturned" if vote.overturned else "stands")
        result = vote.written or (points.pair_text(vote.outcome.map(points.of)) if vote.outcome else "")
        how = f"{how}, {result}" if result else how
        who, why = given.who(vote.member), vote.reason
        told.append(given.text("Vote of {who}: {how}. {reason}", who=who, how=how, reason=why))
    return told


def deciders(given: View, appeal: Appeal) -> str:
    """Return the names of all who decided an appeal, and who entered the decision if it was made on paper."""
    names = ", ".join(map(given.who, appeal.decided_by))
    if not appeal.entered_by:
        return names
    entered = given.text("entered from paper by {name}", name=", ".join(map(given.who, appeal.entered_by)))
    return f"{names}; {entered}"
