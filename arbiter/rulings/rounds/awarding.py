"""The standings of each category, and the awards of the prizes, by the present results."""

from __future__ import annotations

from collections.abc import Sequence

from arbiter.pairing.prizes import Award, Runner, awards
from arbiter.refused import Refused
from arbiter.rulings.rounds.placing import Knows, Placed, placing
from arbiter.tournament.categories import categories_of
from arbiter.tournament.state import Tournament
from arbiter.values import replace


def members_of(state: Tournament, known: Knows) -> dict[str, frozenset[int]]:
    """Return the entries of each category, by the category's name. In a team tournament all are empty."""
    entries = () if state.pairing.teams else state.entries
    erased = {
        one: categories_of(state.categories, one, None, first_time=one in state.first_timers)
        for one in entries
        if one not in known
    }
    found = {one: erased[one] if one in erased else known[one].categories for one in entries}
    return {one.name: frozenset(entry for entry in entries if one.name in found[entry]) for one in state.categories}


def placing_in(
    state: Tournament, known: Knows, category: str, upto: int | None = None, placed: Sequence[Placed] | None = None
) -> tuple[Placed, ...]:
    """Return the ranking among the members of a category, by its own tie-breaks if it has any.

    *upto*: the round after which the ranking is wanted, None for the present one. *placed*: the ranking of the
    tournament, if the caller has already calculated it.
    """
    own = in_category(state, category)
    if own is not state or placed is None:
        placed = placing(own, known, upto)
    there = members_of(state, known)[category]
    inside = [row for row in placed if row.entry in there]
    ranks = {row.rank: 1 + sum(other.rank < row.rank for other in inside) for row in inside}
    return tuple(replace(row, rank=ranks[row.rank]) for row in inside)


def in_category(state: Tournament, category: str) -> Tournament:
    """Return the state with the category's own tie-breaks, if it has any.

    Raise Refused if the category does not exist.
    """
    found = next((one for one in state.categories if one.name == category), None)
    if found is None:
        names = tuple(one.name for one in state.categories)
        raise Refused("unknown_key", field="category", key=category[:80], known=names)
    return replace(state, tiebreaks=found.tiebreaks) if found.tiebreaks else state


def awards_of(state: Tournament, known: Knows, placed: Sequence[Placed] | None = None) -> tuple[Award, ...]:
    """Return the awards of the prizes by the present ranking.

    Computer players and players who have withdrawn take no prize. *placed*: the ranking, if the caller has already
    calculated it.
    """
    if not state.fund.prizes:
        return ()
    placed = placing(state, known) if placed is None else placed
    orders = {"": _runners(state, placed)}
    for category in dict.fromkeys(prize.category for prize in state.fund.prizes if prize.category):
        orders[category] = _runners(state, placing_in(state, known, category, placed=placed))
    return awards(
        state.fund.prizes,
        orders,
        members_of(state, known),
        sharing=state.fund.sharing,
        one_each=state.fund.one_each,
    )


def _runners(state: Tournament, placed: Sequence[Placed]) -> list[Runner]:
    out = frozenset() if state.pairing.teams else state.withdrawn | state.house.keys()
    rows = [row for row in placed if row.entry not in out]
    if state.pairing.order:  # such a system gives places directly, so equal points are no tie
        return [Runner(row.entry, row.rank, row.rank) for row in rows]
    return [Runner(row.entry, row.points if row.value is None else row.value, row.rank) for row in rows]
