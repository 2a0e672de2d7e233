"""The club evening without fixed rounds: all players who are free now are paired, if possible with new opponents.

In this system a round is the set of pairs made at one moment. Games of earlier rounds may still be running. The players
are served in order: first those who have waited longest, and of these first those who have played least. Each gets the
opponent whom the player has met least often; of these the one who has played least; of these the one nearest in
strength. Nobody meets the opponent of the last game again if that can be avoided.
"""

from __future__ import annotations

from arbiter.pairing.formats.list_pairing import down_the_list, with_colours
from arbiter.pairing.system_interface import Bounds, Drawn, Field, Options, Reason, System, SystemSettings, sitting
from arbiter.pairing.table.byes import ByeKind
from arbiter.pairing.table.crosstable import Crosstable
from arbiter.refused import Refused

MOST_WAITERS = 3
"""If the number of free players is odd, the one who waits is chosen among this many at the end of their list.

With more than one candidate, nobody need meet the opponent of the last game again.
"""


def not_free(field: Field, history: Crosstable, settings: SystemSettings) -> frozenset[int]:
    """Return the entries that are not checked in, and those whose game of an earlier round has no result yet."""
    del settings
    playing = (entry for met in history.meetings if met.outcome is None for entry in (met.white, met.black))
    return frozenset(playing).union(player.entry for player in field if player.absent)


def pair(field: Field, history: Crosstable, options: Options) -> Drawn:
    """Pair all players who are present and whose earlier games are over.

    Raise Refused if there are fewer than two such players, or if no pairing is allowed.
    """
    busy = not_free(field, history, options.settings)
    numbers = {player.entry: number for number, player in enumerate(field)}
    games = {player.entry: sum(1 for _ in history.of(player.entry)) for player in field}
    before = {player.entry: max(history.of(player.entry), key=lambda met: met.round, default=None) for player in field}
    last = {entry: met.round if met is not None else 0 for entry, met in before.items()}
    free = [player.entry for player in field if player.plays and player.entry not in busy]
    free.sort(key=lambda entry: (last[entry], games[entry], numbers[entry]))
    if len(free) < 2:
        raise Refused("nobody_free", free=len(free))
    most = int(options.settings["meets"])

    def times(first: int, second: int) -> int:
        return len(history.between(first, second))

    def may_meet(first: int, second: int) -> bool:
        return (not most or times(first, second) < most) and not any(
            ban.parts(first, second, options.round) for ban in options.forbidden
        )

    def nearer(first: int, second: int) -> tuple[int, int, int]:
        return times(first, second), games[second], abs(numbers[first] - numbers[second])

    def not_again(first: int, second: int) -> bool:
        just = (met for met in (before[first], before[second]) if met is not None)
        return may_meet(first, second) and not any({met.white, met.black} == {first, second} for met in just)

    waiters = [*free[: -MOST_WAITERS - 1 : -1]] if len(free) % 2 else [None]
    for waits, allowed in (*((one, not_again) for one in waiters), (waiters[0], may_meet)):
        pairs = down_the_list([entry for entry in free if entry != waits], allowed, nearer)
        if pairs is not None:
            break
    else:
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
    away=not_free,
    settings={"meets": Bounds(default=0, most=99)},
)
"""The system of a club evening. The setting `meets` is how often two players may meet; 0 means without limit."""
