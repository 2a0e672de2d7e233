"""The consequences of correcting the result of a finished game, shown to an official before it is recorded."""

from __future__ import annotations

from arbiter.pairing.table.points import Outcome
from arbiter.refused import Refused
from arbiter.rulings.rounds.placing import Knows, placing
from arbiter.sides import Both
from arbiter.tournament.game import Result
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class Moved:
    """An entry whose points or rank change by a corrected result, each as (before, after)."""

    entry: int
    points: tuple[int, int]
    rank: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Consequences:
    """The consequences of a corrected result, shown before it is recorded.

    `moved`: the entries whose points or rank change, in the order of the new ranks. `paired_since`: the rounds that
    were paired on the old result and stay as they are. `draft`: the number of an unpublished round, which may be paired
    again, or None.
    """

    moved: tuple[Moved, ...]
    paired_since: tuple[int, ...]
    draft: int | None = None


def consequences(
    state: Tournament,
    round: int,
    board: int,
    outcome: Both[Outcome],
    known: Knows | None = None,
    *,
    written: str = "",
) -> Consequences:
    """Return the consequences if the game at that board had ended otherwise.

    Raise Refused while the game has no result. `written`: the result in the tournament's points, if their scheme has
    more than three results.
    """
    game = state.game(round, board)
    if game.result is None:
        raise Refused("no_result_yet", round=round, board=board)
    other: Result = replace(game.result, outcome=outcome, written=written)
    after = state.put(replace(game, result=other))
    old, new = ({row.entry: row for row in placing(each, known)} for each in (state, after))
    moved = tuple(
        Moved(entry, (old[entry].points, row.points), (old[entry].rank, row.rank))
        for entry, row in new.items()
        if (old[entry].points, old[entry].rank) != (row.points, row.rank)
    )
    since = tuple(later.number for later in state.published if later.number > round)
    draft = state.rounds[-1].number if state.rounds[-1].draft else None
    return Consequences(moved=moved, paired_since=since, draft=draft)
