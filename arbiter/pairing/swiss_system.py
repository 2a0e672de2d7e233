"""The Swiss system as a way of pairing: the row of `SYSTEMS`."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.pairing import swiss
from arbiter.pairing.byes import ByeKind
from arbiter.pairing.crosstable import Crosstable
from arbiter.pairing.swiss_field import situation
from arbiter.pairing.swiss_why import reasons
from arbiter.pairing.system import Drawn, Field, Options, Setting, System, sitting
from arbiter.refused import Refused

SETTINGS: Mapping[str, Setting] = {
    "order": Setting(default="rating", choices=("rating", "standings")),
    "acceleration": Setting(default="none", choices=("none", "baku")),
}
"""`order`: who is ranked higher among equal scores, by pairing number or by Solkoff as draughts federations do."""


def pair(field: Field, history: Crosstable, options: Options) -> Drawn:
    """The round by the Dutch rules; whoever has a board of his own sits there."""
    playing = sum(player.plays for player in field)
    if playing < 2:
        raise Refused("too_few_entries", entries=playing)
    made = swiss.pair(situation(field, history, options))
    own = {player.entry: player.board for player in field if player.board is not None}
    byes = [*sitting(field), *([(made.bye, ByeKind.ALLOCATED)] if made.bye is not None else [])]
    return Drawn(
        seated(made.numbers(), own),
        tuple(sorted(byes, key=lambda bye: bye[0])),
        reasons(made, history.points.text),
    )


def seated(pairs: tuple[tuple[int, int], ...], own: Mapping[int, int]) -> tuple[tuple[int, int], ...]:
    """The pairs with those at their board who always sit there; the others keep their order around them.

    Of two who have a board of their own the lower number counts; a board beyond the last is the last.
    """
    placed: dict[int, tuple[int, int]] = {}
    rest = []
    for pair in pairs:
        boards = [min(own[entry], len(pairs)) for entry in pair if entry in own]
        free = [board for board in sorted(boards) if board not in placed]
        if free:
            placed[free[0]] = pair
        else:
            rest.append(pair)
    left = iter(rest)
    return tuple(placed[board] if board in placed else next(left) for board in range(1, len(pairs) + 1))


SWISS = System(
    pair=pair,
    rounds=lambda _field, _settings: 0,
    tiebreaks=("solkoff", "sonneborn-berger"),
    settings=SETTINGS,
)
"""As many rounds as are announced; nobody meets twice."""
