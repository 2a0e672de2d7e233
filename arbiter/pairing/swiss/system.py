"""The Swiss system as a row of `SYSTEMS`, the table of pairing systems."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.pairing import swiss
from arbiter.pairing.swiss import compare as swiss_compare
from arbiter.pairing.swiss.situation_from_entries import situation
from arbiter.pairing.swiss.why import reasons
from arbiter.pairing.system_interface import Bounds, Drawn, Field, Options, Reason, System, sitting
from arbiter.pairing.table.byes import ByeKind
from arbiter.pairing.table.crosstable import Crosstable
from arbiter.refused import Refused

SETTINGS: Mapping[str, Bounds] = {
    "order": Bounds(default="rating", choices=("rating", "standings")),
    "acceleration": Bounds(default="none", choices=("none", "baku")),
}
"""The settings of the Swiss system. `order`: how players with equal scores are ranked.

"rating" ranks them by pairing number, "standings" by Solkoff.
`acceleration`: the extra points in the first rounds: "none", or those of the "baku" method.
"""


def pair(field: Field, history: Crosstable, options: Options) -> Drawn:
    playing = sum(player.plays for player in field)
    if playing < 2:
        raise Refused("too_few_entries", entries=playing)
    made = swiss.pair(situation(field, history, options))
    byes = [*sitting(field), *([(made.bye, ByeKind.ALLOCATED)] if made.bye is not None else [])]
    return Drawn(
        made.numbers(),
        tuple(sorted(byes, key=lambda bye: bye[0])),
        reasons(made, history.points.text),
    )


def why_not(field: Field, history: Crosstable, options: Options, one: int, other: int) -> Reason:
    """Return the reason why two entries, *one* and *other*, do not meet.

    It is a ban, or the first criterion that would have a worse value if they met.
    """
    made = swiss.pair(situation(field, history, options))
    return swiss_compare.why_not(made, one, other, history.points.text)


SWISS = System(
    pair=pair,
    rounds=lambda _field, _settings: 0,
    tiebreaks=("solkoff", "sonneborn-berger"),
    settings=SETTINGS,
    why_not=why_not,
    by_score=True,
)
"""The Swiss system. The director announces the number of rounds. Nobody meets the same opponent twice."""
