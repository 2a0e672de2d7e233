"""The end of a tournament, step by step: what still has to be done between the last result and the ceremony."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from arbiter.pairing.prizes import Prize
from arbiter.prizes.awards import awards_shown, signed_now, stands, to_sign
from arbiter.prizes.fees import fees_shape
from arbiter.rulings.rounds.awarding import awards_of, members_of
from arbiter.rulings.rounds.pairing_input import rounds_planned
from arbiter.rulings.rounds.placing import placing
from arbiter.values import dataclass
from arbiter.view import View


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosingStep:
    """One step at the end of a tournament: its code, its state, and what is still open.

    `open` are boards as (round, board), entries, or numbers, depending on the code. A step that is not `needed` can be
    left out. `equal` are the players with equal places on whom no prize depends, in one tuple for each tie.
    """

    code: str
    state: str
    """The state of the step: "open", "later", "none", "equal" or "done".

    "later": it comes after the last result. "none": there are no prizes, or no fees. "equal": there are ties, but no
    prize depends on them.
    """
    needed: bool = True
    open: tuple[tuple[int, ...], ...] = ()
    equal: tuple[tuple[int, ...], ...] = ()


def closing_steps(view: View) -> list[ClosingStep]:
    """Return every step at the end of the tournament, in order."""
    found = {code: tuple(step(view)) for code, step in STEPS.items()}
    equal = tuple(tie for tie in _tied(view) if not any(set(tie) & set(one) for one in found["ties"]))
    return [
        ClosingStep(
            code=code,
            state="open" if open else _state(view, code, bool(equal)),
            needed=code not in OPTIONAL,
            open=open,
            equal=equal if code == "ties" else (),
        )
        for code, open in found.items()
    ]


def _state(view: View, code: str, equal: bool) -> str:
    """Return the state of the step *code*, in which nothing is open (see `ClosingStep.state`).

    *equal*: whether there are ties on which no prize depends.
    """
    fees = view.state.fees
    nothing = {
        "prizes": not view.state.fund.prizes,
        "fees": not (fees.amount or any(fee for _, fee in fees.of_categories) or any(fees.agreed.values())),
    }
    if nothing.get(code):
        return "none"
    if code in ("ties", "prizes", "signatures") and not stands(view.state):
        return "later"
    return "equal" if equal and code == "ties" else "done"


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
    """Return the ties on which a prize depends.

    Players who share a prize by their points need no order. An order is needed for a thing that is given by lot, and
    for any prize if the way of sharing depends on the places.
    """
    state, members = view.state, members_of(view.state, view.known)
    given = awards_of(state, view.known)
    lots = [tuple(sorted(award.among)) for award in given if award.how == "lots"]
    taken = [(award.entry, state.fund.prizes[number]) for award in given for number in award.prizes]
    by_place = [(entry, prize) for entry, prize in taken if prize.place and not prize.entry]
    ties = [
        tie
        for tie in (_tied(view) if state.fund.sharing != "equal" else ())
        if any(entry in tie and _several(tie, prize, members) for entry, prize in by_place)
    ]
    return [*ties, *(lot for lot in dict.fromkeys(lots) if not any(set(lot) <= set(tie) for tie in ties))]


def _several(tie: tuple[int, ...], prize: Prize, members: Mapping[str, frozenset[int]]) -> bool:
    """Return whether more than one player of *tie* (players whom all tie-breaks leave equal) may take *prize*."""
    return not prize.category or len(members[prize.category].intersection(tie)) > 1


def _tied(view: View) -> list[tuple[int, ...]]:
    """Return the entries that all tie-breaks leave equal, in one tuple for each tie."""
    ranks: dict[int, list[int]] = {}
    for row in placing(view.state, view.known) if view.state.rounds else ():
        ranks.setdefault(row.rank, []).append(row.entry)
    return [tuple(entries) for entries in ranks.values() if len(entries) > 1]


def _prizes(view: View) -> list[tuple[int, ...]]:
    """Return the prizes that have to be given by hand, each as a tuple of its number in the fund, counted from 1."""
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
"""The steps to close a tournament, by code, in their order. Each has a function that returns the items still open."""
OPTIONAL = frozenset({"ties", "prizes", "fees"})
"""The codes of the steps that need not be completed to close a tournament.

A place may stay shared, a prize may go to nobody, and a fee may be paid later.
"""
