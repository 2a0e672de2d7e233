"""Decisions on appeals in words: the decision, every vote, and who decided."""

from __future__ import annotations

from arbiter.incidents.incident import ended
from arbiter.tournament.officials import Appeal, Vote
from arbiter.view import View


def decision(given: View, appeal: Appeal) -> str:
    """Return the decision on an appeal in words, with each vote of the panel or, without a panel, with its reason."""
    how = given.text("Decided: {how}.", how=given.term(appeal.decided or ""))
    if appeal.nothing:
        how = " ".join((how, given.text("The decision has no consequences.")))
    said: dict[str, list[str]] = {}
    for vote in appeal.votes:
        said.setdefault(_voted(given, vote), []).append(given.who(vote.member))
    votes = [given.text("Vote of {who}: {how}", who=", ".join(names), how=how) for how, names in said.items()]
    return " ".join((how, *(votes or [given.reason(appeal.reason)]))).strip()


def _voted(given: View, vote: Vote) -> str:
    """Return what a member voted, with the reason: "overturned, 1-1. Nobody had seen it."."""
    points = given.state.points
    how = given.term("overturned" if vote.overturned else "stands")
    result = vote.written or (points.pair_text(vote.outcome.map(points.of)) if vote.outcome else "")
    how = f"{how}, {result}." if result else f"{how}."
    return f"{how} {ended(given.reason(vote.reason))}".strip()


def deciders(given: View, appeal: Appeal) -> str:
    """Return the names of all who decided an appeal, and who entered the decision if it was made on paper."""
    names = ", ".join(map(given.who, appeal.decided_by))
    if not appeal.entered_by:
        return names
    entered = given.text("entered from paper by {name}", name=", ".join(map(given.who, appeal.entered_by)))
    return f"{names}; {entered}"
