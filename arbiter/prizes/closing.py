"""The end of a tournament, step by step: what is still open between the last result and the ceremony."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from arbiter.prizes.awards import awards_shown, signed_now, to_sign
from arbiter.prizes.fees import fees_shape
from arbiter.rulings.rounds.pairing_input import rounds_planned
from arbiter.rulings.rounds.placing import placing
from arbiter.values import dataclass
from arbiter.view import View


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosingStep:
    """One step at the end of a tournament: its code, whether it is done, and what is open.

    `open` are boards as (round, board), entries, or numbers, as the code says. A step that is not `needed` can be left
    out.
    """

    code: str
    done: bool
    needed: bool = True
    open: tuple[tuple[int, ...], ...] = ()


def closing_steps(view: View) -> list[ClosingStep]:
    """Return every step of the end in its order."""
    return [
        ClosingStep(code=code, done=not found, needed=code not in OPTIONAL, open=tuple(found))
        for code, found in ((code, step(view)) for code, step in STEPS.items())
    ]


def _results(view: View) -> list[tuple[int, ...]]:
    """Return the games without a result, and the rounds that are not paired yet, as (round, 0)."""
    state = view.state
    planned = max(1, rounds_planned(state))
    missing: list[tuple[int, ...]] = [(number, 0) for number in range(len(state.published) + 1, planned + 1)]
    return [(game.round, game.board) for game in state.games() if game.result is None] + missing


def _proposals(view: View) -> list[tuple[int, ...]]:
    return [(one.round, one.board) for one in view.state.waiting]


def _appeals(view: View) -> list[tuple[int, ...]]:
    return [(one.round, one.board) for one in view.state.appeals if one.decided is None]


def _calls(view: View) -> list[tuple[int, ...]]:
    return [(game.round, game.board) for game in view.state.games() if game.calling]


def _ties(view: View) -> list[tuple[int, ...]]:
    """Return the entries that share one of the places for which there is a prize, tie by tie."""
    last = max((prize.place or 1 for prize in view.state.fund.prizes if not prize.category), default=1)
    ranks: dict[int, list[int]] = {}
    for row in placing(view.state, view.known):
        if row.rank <= last:
            ranks.setdefault(row.rank, []).append(row.entry)
    return [tuple(entries) for entries in ranks.values() if len(entries) > 1] if view.state.rounds else []


def _prizes(view: View) -> list[tuple[int, ...]]:
    """Return the numbers of the prizes that have to be given by hand, counted from 1."""
    if not view.state.rounds:
        return []
    return [
        tuple(number + 1 for number in award.prizes)
        for award, _ in awards_shown(view)
        if award.how in ("waits", "lots", "nobody")
    ]


def _signatures(view: View) -> list[tuple[int, ...]]:
    """Return one item for each signature that is missing. A signature under other standings does not count."""
    if signed_now(view):
        return []
    now = to_sign(view)
    return [(0,)] * (2 - any((one.places, one.awards) == now for one in view.state.signatures))


def _fees(view: View) -> list[tuple[int, ...]]:
    return [(one["entry"],) for one in fees_shape(view)["entries"] if one["due"] > 0]


STEPS: Mapping[str, Callable[[View], list[tuple[int, ...]]]] = {
    "results": _results,
    "proposals": _proposals,
    "appeals": _appeals,
    "calls": _calls,
    "ties": _ties,
    "prizes": _prizes,
    "signatures": _signatures,
    "fees": _fees,
}
"""The steps of the end in their order, each with a function that returns what is still open."""
OPTIONAL = frozenset({"ties", "prizes", "fees"})
"""The steps that can be left out: a shared place, a prize that nobody took, a fee that is paid later."""
