"""The consequences of changing the result of a finished game, shown to an official before the change is recorded.

A correction, a decision on an appeal or the signature under a proposal can change a result.
"""

from __future__ import annotations

from collections.abc import Sequence

from arbiter.pairing.table.points import Outcome
from arbiter.refused import Refused
from arbiter.rulings.referee.proposals import SignProposal, waiting
from arbiter.rulings.rounds.awarding import awards_of
from arbiter.rulings.rounds.pairing_input import Inputs, field_of, options_of, system_settings
from arbiter.rulings.rounds.placing import Knows, Placed, by_groups, placing, table_of
from arbiter.sides import Both, Instant
from arbiter.tournament.game import Result
from arbiter.tournament.replay import replay
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class Moved:
    """An entry whose points or rank change if the result is corrected: `points` and `rank`, each as (before, after)."""

    entry: int
    points: tuple[int, int]
    rank: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Won:
    """An entry whose prizes change if the result is corrected.

    `amount` is money in minor units, `things` are the numbers of its other prizes. Each is given as (before, after).
    """

    entry: int
    amount: tuple[int, int]
    things: tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Qualified:
    """An entry that would belong to another final by its place in its group. Both finals are given by their letters."""

    entry: int
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Consequences:
    """The consequences of a corrected result, shown before it is recorded.

    `moved`: the entries whose points or rank change, in the order of the standings as they are shown. `prizes`: the
    entries whose prizes change. `paired_since`: the rounds that were paired on the old result and stay as they are.
    `draft`: the number of an unpublished round, which may be paired again, or None. `qualified`: the entries that would
    belong to another final, if the finals have been paired. `again`: the first round of the finals, if it has not been
    started and can be paired again, otherwise None.
    """

    moved: tuple[Moved, ...]
    prizes: tuple[Won, ...]
    paired_since: tuple[int, ...]
    draft: int | None = None
    qualified: tuple[Qualified, ...] = ()
    again: int | None = None


def with_result(state: Tournament, round: int, board: int, outcome: Both[Outcome], written: str = "") -> Tournament:
    """Return the tournament as if the game at *board* had ended with *outcome*.

    Raise Refused while it has no result.
    """
    game = state.game(round, board)
    if game.result is None:
        raise Refused("no_result_yet", round=round, board=board)
    other: Result = replace(game.result, outcome=outcome, written=written)
    return state.put(replace(game, result=other))


def after_signing(state: Tournament, number: int, by: str, at: Instant) -> Tournament:
    """Return the tournament as if that proposal were signed, by both officials if it needs two signatures.

    Raise Refused if it cannot be signed.
    """
    return replay(SignProposal(proposal=number, by=by).signed(state, waiting(state, number), at), state)


def differences(state: Tournament, after: Tournament, round: int, known: Knows | None = None) -> Consequences:
    """Return the differences in standings and prizes between two states, and the rounds paired after *round*.

    *state*: the tournament as it is. *after*: the tournament as it would be after the change.
    """
    placed = [placing(each, known) for each in (state, after)]
    old, new = ({row.entry: row for row in by_groups(rows)} for rows in placed)
    moved = tuple(
        Moved(entry, (old[entry].points, row.points), (old[entry].rank, row.rank))
        for entry, row in new.items()
        if (old[entry].points, old[entry].rank) != (row.points, row.rank)
    )
    since = tuple(later.number for later in state.published if later.number > round)
    draft = state.rounds[-1].number if state.rounds[-1].draft else None
    before, then = (_won(each, known or {}, rows) for each, rows in zip((state, after), placed, strict=True))
    nothing: tuple[int, tuple[int, ...]] = (0, ())
    prizes = tuple(
        Won(entry, (had[0], has[0]), (had[1], has[1]))
        for entry in new
        if (had := before.get(entry, nothing)) != (has := then.get(entry, nothing))
    )
    (first, were), (_, are) = (_finals(each, known or {}) for each in (state, after))
    qualified = tuple(Qualified(one, were[one], are[one]) for one in were if one in are and were[one] != are[one])
    again = first if qualified and first == len(state.rounds) and not state.rounds[-1].started else None
    return Consequences(moved=moved, prizes=prizes, paired_since=since, draft=draft, qualified=qualified, again=again)


def _finals(state: Tournament, known: Knows) -> tuple[int, dict[int, str]]:
    """Return the first round of the finals; and, by entry, the final to which it belongs by its place in its group.

    Without finals the round is 0 and no entry has a final.
    """
    system, number = state.pairing, len(state.rounds)
    if system.parts is None or system.table is None:
        return 0, {}
    field, settings = field_of(state, number, Inputs(known=known)), system_settings(state)
    stage = system.table(field, settings)
    options = options_of(state, stage + 1, Inputs(known=known))
    found = system.parts(field, table_of(state, known, upto=stage), options) if number > stage else ()
    return stage + 1, {entry: str(dict(reason.facts)["group"]) for reason in found for entry in reason.entries}


def _won(state: Tournament, known: Knows, placed: Sequence[Placed]) -> dict[int, tuple[int, tuple[int, ...]]]:
    """Return the award of each entry: the money in minor units, and the numbers of its other prizes."""
    found: dict[int, tuple[int, tuple[int, ...]]] = {}
    for award in awards_of(state, known, placed):
        money, things = found.get(award.entry, (0, ()))
        found[award.entry] = (money + award.amount, things if award.amount else (*things, *award.prizes))
    return found
