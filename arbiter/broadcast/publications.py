"""The publications of a tournament: the pairings of each round, and its results once all of them are known.

They follow from the state of the tournament alone. So none is forgotten if the service ends, and a corrected result is
a new publication.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from arbiter.tournament.state import Tournament

PAIRINGS, RESULTS = "pairings", "results"


class Publication(NamedTuple):
    """A publication: the pairings or the results of a round."""

    round: int
    what: str

    @property
    def name(self) -> str:
        """The name under which the register stores the publication."""
        return f"{self.round} {self.what}"


def publications(state: Tournament) -> Mapping[Publication, str]:
    """Return everything that is published now, each with a hash that changes if its content changes."""
    return {one: hashlib.sha256(repr(content).encode()).hexdigest()[:16] for one, content in _published(state)}


def _published(state: Tournament) -> Iterator[tuple[Publication, object]]:
    for round in state.published:
        yield Publication(round.number, PAIRINGS), (round.pairs, round.byes)
        results = [state.result_text(game) for game in round.games]
        if all(game.result is not None for game in round.games):
            yield Publication(round.number, RESULTS), (round.pairs, results)
