"""The ladder system: a player who beats somebody higher on the ladder moves up.

The ladder begins in the order of the pairing numbers. Challenges are `options.pairs`, with the challenger first.
Without challenges, neighbours on the ladder are paired from the top down, except players who met in the last round. How
far a win or a draw moves the lower player, and how many rungs up a challenge may go, are settings (after the rules of
the Dundee club and others).
"""

from __future__ import annotations

from collections.abc import Sequence

from arbiter.pairing.formats.list_pairing import down_the_list, met, with_colours
from arbiter.pairing.system_interface import Bounds, Drawn, Field, Options, Reason, System, SystemSettings, sitting
from arbiter.pairing.table.byes import ByeKind
from arbiter.pairing.table.crosstable import Crosstable
from arbiter.pairing.table.points import Outcome
from arbiter.refused import Refused


def rungs(field: Field, history: Crosstable, settings: SystemSettings) -> tuple[int, ...]:
    """Return the entries on the ladder after all results, from the top down. A newcomer begins at the bottom."""
    order = [player.entry for player in field]
    for meeting in sorted(history.meetings, key=lambda one: (one.round, one.board)):
        if meeting.outcome is None or meeting.white not in order or meeting.black not in order:
            continue
        upper, lower = sorted((meeting.white, meeting.black), key=order.index)
        outcome = meeting.of(lower)
        if outcome is Outcome.WON:
            _moved(order, lower, upper, str(settings["win"]))
        elif outcome is Outcome.DRAWN and settings["draw"] == "one_up":
            _moved(order, lower, order[order.index(lower) - 1], "above")
    return tuple(order)


def pair(field: Field, history: Crosstable, options: Options) -> Drawn:
    """Pair the challenges or, without challenges, neighbours on the ladder. Only players who are present are paired.

    Raise Refused if a challenge is not allowed, or if fewer than two players are present.
    """
    order = rungs(field, history, options.settings)
    here = [entry for entry in order if any(player.entry == entry and player.plays for player in field)]
    if len(here) < 2:
        raise Refused("too_few_entries", entries=len(here))
    if options.pairs:
        pairs, code = _challenges(here, options), "challenge"
    else:
        pairs, code = _neighbours(here, history, options), "neighbours"
    seated = tuple(with_colours(history, pair, options.lots) for pair in pairs)
    rung = {entry: at for at, entry in enumerate(order, start=1)}
    why = [Reason(code, pair, facts=(("white", rung[pair[0]]), ("black", rung[pair[1]]))) for pair in seated]
    paired = {entry for pair in pairs for entry in pair}
    left = [(entry, ByeKind.FREE) for entry in here if entry not in paired]
    return Drawn(seated, tuple(sorted([*left, *sitting(field)], key=lambda bye: bye[0])), tuple(why))


def _challenges(here: Sequence[int], options: Options) -> tuple[tuple[int, int], ...]:
    seen: set[int] = set()
    span = int(options.settings["span"])
    for challenger, challenged in options.pairs:
        for entry in (challenger, challenged):
            if entry not in here:
                raise Refused("no_entry", entry=entry)
            if entry in seen:
                raise Refused("paired_twice", entry=entry)
            seen.add(entry)
        up = here.index(challenger) - here.index(challenged)
        if not 1 <= up <= span:
            raise Refused("challenge_too_far", entry=challenger, opponent=challenged, span=span)
    return options.pairs


def _neighbours(here: Sequence[int], history: Crosstable, options: Options) -> tuple[tuple[int, int], ...]:
    """Pair neighbours on the ladder from the top down.

    *here*: the players who are present, in the order of the ladder. If their number is odd, the lowest player who did
    not sit out in the last round sits out.
    """
    order = list(here)
    if len(order) % 2:
        sat = {bye.entry for bye in history.byes if bye.round == options.round - 1 and bye.kind is ByeKind.FREE}
        order.remove(next((entry for entry in reversed(order) if entry not in sat), order[-1]))
    last = options.round - 1
    rematch = options.settings["rematch"] == "yes"
    for choosy in (True, False):

        def may_meet(one: int, other: int, choosy: bool = choosy) -> bool:
            bans = (ban for ban in options.forbidden if choosy or not ban.weak)
            again = choosy and not rematch and last in met(history, one, other)
            return not again and not any(ban.parts(one, other, options.round) for ban in bans)

        found = down_the_list(order, may_meet)
        if found is not None:
            return found
    raise Refused("no_pairs_left", round=options.round)


def _moved(order: list[int], lower: int, upper: int, how: str) -> None:
    if how == "swap":
        at, to = order.index(lower), order.index(upper)
        order[at], order[to] = order[to], order[at]
    else:
        order.remove(lower)
        order.insert(order.index(upper), lower)


LADDER = System(
    pair=pair,
    rounds=lambda _field, _settings: 0,
    tiebreaks=("wins",),
    meets=0,
    order=lambda field, history, settings: tuple((entry,) for entry in rungs(field, history, settings)),
    settings={
        "span": Bounds(default=3, least=1, most=99),
        "win": Bounds(default="above", choices=("above", "swap")),
        "draw": Bounds(default="one_up", choices=("one_up", "stay")),
        "rematch": Bounds(default="no", choices=("no", "yes")),
    },
)
"""The ladder. Setting `span`: how many rungs up a challenge may go.

`rematch`: whether players who met in the last round may meet again if there are no challenges.
`win`: the effect of a win by the lower player, who moves directly above the other ("above") or changes places with the
other ("swap"). `draw`: the lower player moves up one rung ("one_up") or stays ("stay").
"""
