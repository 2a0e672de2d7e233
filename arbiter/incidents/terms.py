"""The changes of tie-breaks and of the number of rounds after the first result, in words."""

from __future__ import annotations

from collections.abc import Iterator

from arbiter.tournament.terms import LateTerms
from arbiter.view import View


def late_terms(given: View) -> list[str]:
    """Return a line for each later change of the number of rounds or of tie-breaks: when, what, why and by whom."""
    return [
        " ".join((told, f"[{given.who(one.by)}]")) for one in given.state.late_terms for told in terms_told(given, one)
    ]


def terms_told(given: View, one: LateTerms) -> Iterator[str]:
    """Yield a text for each term that was changed: from what to what, with the reason."""
    codes = given.term
    for what, before, now in (
        (
            given.text("tie-breaks"),
            ", ".join(map(codes, one.tiebreaks_before)),
            one.tiebreaks and ", ".join(map(codes, one.tiebreaks)),
        ),
        (
            given.text("number of rounds"),
            str(one.rounds_before or "-"),
            None if one.rounds is None else str(one.rounds or "-"),
        ),
    ):
        if now is not None:
            told = given.text(
                "After round {round}: {what} changed from {before} to {now}.",
                round=one.after,
                what=what,
                before=before or "-",
                now=now or "-",
            )
            yield " ".join(filter(None, (told, given.reason(one.reason))))
