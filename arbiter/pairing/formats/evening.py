"""The club evening without fixed rounds: all free players are paired at once, each with somebody they have met least.

A round here is a set of pairs made at one moment; games of earlier rounds may still be running. The player who has
waited longest chooses first, and among these the one who has played least. The opponent chosen is one met seldom, then
one who has played as little, then one of nearly equal strength.
"""

from __future__ import annotations

from arbiter.pairing.formats.list_pairing import down_the_list, with_colours
from arbiter.pairing.system import Bounds, Drawn, Field, Options, Reason, System, SystemSettings, sitting
from arbiter.pairing.table.byes import ByeKind
from arbiter.pairing.table.crosstable import Crosstable
from arbiter.refused import Refused


def at_the_board(field: Field, history: Crosstable, settings: SystemSettings) -> frozenset[int]:
    """The entries whose game of an earlier round has no result yet."""
    del field, settings
    return frozenset(entry for met in history.meetings if met.outcome is None for entry in (met.white, met.black))


def pair(field: Field, history: Crosstable, options: Options) -> Drawn:
    """Pair all players who are present and whose earlier games are over. Raise Refused if they are fewer than two."""
    playing = at_the_board(field, history, options.settings)
    numbers = {player.entry: number for number, player in enumerate(field)}
    games = {player.entry: sum(1 for _ in history.of(player.entry)) for player in field}
    last = {player.entry: max((met.round for met in history.of(player.entry)), default=0) for player in field}
    free = [player.entry for player in field if player.plays and player.entry not in playing]
    free.sort(key=lambda entry: (last[entry], games[entry], numbers[entry]))
    if len(free) < 2:
        raise Refused("nobody_free", free=len(free))
    waits = free.pop() if len(free) % 2 else None
    most = int(options.settings["meets"])

    def times(first: int, second: int) -> int:
        return len(history.between(first, second))

    def may_meet(first: int, second: int) -> bool:
        return (not most or times(first, second) < most) and not any(
            ban.parts(first, second, options.round) for ban in options.forbidden
        )

    def nearer(first: int, second: int) -> tuple[int, int, int]:
        return times(first, second), games[second], abs(numbers[first] - numbers[second])

    pairs = down_the_list(free, may_meet, nearer)
    if pairs is None:
        raise Refused("no_pairs_left", round=options.round)
    seated = tuple(with_colours(history, pair, options.lots) for pair in pairs)
    why = tuple(Reason("both_free", pair, facts=(("times", times(*pair)),)) for pair in seated)
    left = [(waits, ByeKind.FREE)] if waits is not None else []
    return Drawn(seated, tuple(sorted([*left, *sitting(field)], key=lambda bye: bye[0])), why)


EVENING = System(
    pair=pair,
    rounds=lambda _field, _settings: 0,
    tiebreaks=("wins", "solkoff"),
    meets=0,
    running=True,
    away=at_the_board,
    settings={"meets": Bounds(default=0, most=99)},
)
"""The setting `meets` is how often two players may meet in one evening; 0 means without limit."""
