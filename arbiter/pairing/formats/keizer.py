"""The Keizer system: a win earns the value of the opponent, and the values follow from the ranking.

The first player of the ranking has a value of `top` points, each next player one point less. A win brings the value of
the opponent, and a draw half of it. A round without an opponent brings a fraction of the player's own value, which
depends on the reason. A setting says whether the player's own value is added to the total. After every round the totals
are computed anew for all rounds. New totals give a new ranking, which gives new values. Therefore the calculation is
repeated in passes until a pass does not change the ranking. The result may depend on the ranking with which the first
pass begins. It begins with the ranking after the round before, in round 1 with the pairing numbers. If the rankings
repeat without end, the pass with the number `passes` is the last. (J.H. Keizer; the settings of the clubs Borne and
Krimpen.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from arbiter.pairing.formats.list_pairing import down_the_list, met, with_colours
from arbiter.pairing.system_interface import Bounds, Drawn, Field, Options, Reason, System, SystemSettings, sitting
from arbiter.pairing.table.byes import ByeKind
from arbiter.pairing.table.crosstable import Bye, Crosstable
from arbiter.pairing.table.points import Outcome
from arbiter.pairing.table.standings_calculation import Part, Working, total
from arbiter.refused import Refused
from arbiter.values import replace

PARTS = ("0", "1/6", "1/4", "1/3", "1/2", "2/3", "3/4", "1")
SETTINGS: Mapping[str, Bounds] = {
    "top": Bounds(default=0, most=1000),
    "own_value": Bounds(default="yes", choices=("yes", "no")),
    "bye": Bounds(default="2/3", choices=PARTS),
    "asked": Bounds(default="1/3", choices=PARTS),
    "asked_most": Bounds(default=8, most=99),
    "club": Bounds(default="1", choices=PARTS),
    "duty": Bounds(default="2/3", choices=PARTS),
    "apart": Bounds(default=3, least=1, most=99),
    "meets": Bounds(default=0, most=99),
    "passes": Bounds(default=20, least=1, most=100),
}
"""The settings of the Keizer system. `top`: the value of the first player; 0 means 1.5 times the number of players.

`own_value`: whether a player's own value is added to the total. `bye`, `asked`, `club` and `duty`: the fraction of the
own value that a bye brings, by its kind (see `KINDS`). A requested bye counts at most `asked_most` times. `apart`: the
number of rounds after which two players may meet again. `meets`: how often two players may meet (0: without limit).
`passes`: the most passes of the calculation after a round.
"""
KINDS: Mapping[ByeKind, str] = {
    ByeKind.FREE: "bye",
    ByeKind.ALLOCATED: "bye",
    ByeKind.FULL: "asked",
    ByeKind.HALF: "asked",
    ByeKind.ZERO: "asked",
    ByeKind.CLUB: "club",
    ByeKind.DUTY: "duty",
}
"""For each kind of bye, the name of the setting that holds its fraction."""
WORTH: Mapping[Outcome, Fraction] = {
    Outcome.WON: Fraction(1),
    Outcome.DRAWN: Fraction(1, 2),
    Outcome.LOST: Fraction(0),
}


def keizer_list(field: Field, history: Crosstable, settings: SystemSettings) -> tuple[int, ...]:
    """Return the ranking after all rounds. It is computed round by round, from the ranking after the round before."""
    order = tuple(player.entry for player in field)
    for round in range(1, history.last + 1):
        order = settled(order, _until(history, round), settings)
    return order


def settled(order: Sequence[int], history: Crosstable, settings: SystemSettings) -> tuple[int, ...]:
    """Return the ranking after repeating `one_pass` from *order* until nothing changes, at most `passes` times."""
    last = tuple(order)
    for _ in range(int(settings["passes"])):
        after = one_pass(last, history, settings)
        if after == last:
            break
        last = after
    return last


def one_pass(order: Sequence[int], history: Crosstable, settings: SystemSettings) -> tuple[int, ...]:
    """Return the ranking that results if each entry has the value of its place in the ranking *order*.

    Entries with equal totals stay in that order.
    """
    worth = values(order, settings)
    totals = {entry: reckoned(entry, history, worth, settings).value or 0 for entry in order}
    return tuple(sorted(order, key=lambda entry: -totals[entry]))


def values(order: Sequence[int], settings: SystemSettings) -> Mapping[int, int]:
    """Return the value of each entry by its place in *order*: `top` for the first, one less for each next place."""
    top = int(settings["top"]) or -(-3 * len(order) // 2)
    return {entry: top - place for place, entry in enumerate(order)}


def reckoned(entry: int, history: Crosstable, worth: Mapping[int, int], settings: SystemSettings) -> Working:
    """Return the Keizer total of one entry, with the part from each round. *worth* are the values of all entries."""
    parts = [Part(0, None, worth[entry], "own_value")] if settings["own_value"] == "yes" else []
    for meeting in history.of(entry):
        outcome, other = meeting.of(entry), meeting.opponent(entry)
        if outcome is not None and other in worth:
            value = WORTH[outcome] * worth[other]
            parts.append(Part(meeting.round, other, value, "played" if meeting.played else "forfeit", worth[other]))
    asked = 0
    for bye in sorted(history.byes_of(entry), key=lambda bye: bye.round):
        kind = KINDS[bye.kind]
        asked += kind == "asked"
        often = kind == "asked" and asked > int(settings["asked_most"])
        value = Fraction(str(settings[kind])) * worth[entry]
        parts.append(Part(bye.round, None, value, "too_often" if often else f"bye_{bye.kind.value}", cut=often))
    return Working(total(parts), tuple(sorted(parts, key=lambda part: part.round)))


def score(field: Field, history: Crosstable, settings: SystemSettings) -> Mapping[int, Working]:
    order = keizer_list(field, history, settings)
    worth = values(order, settings)
    # if the rankings repeated without end, the last one counts, although the totals may order the players otherwise
    return {entry: reckoned(entry, history, worth, settings) for entry in order}


def pair(field: Field, history: Crosstable, options: Options) -> Drawn:
    """Pair the players who are present in the order of the ranking: the first with the second, and so on.

    Players who met too recently are not paired. Raise Refused if a game has no result, if fewer than two players are
    present, or if no pairing is allowed.
    """
    waiting = [meeting for meeting in history.meetings if meeting.outcome is None]
    if waiting:
        boards = tuple(meeting.board for meeting in waiting)
        raise Refused("games_running", round=options.round, boards=boards, running=waiting[0].round)
    here = {player.entry for player in field if player.plays}
    if len(here) < 2:
        raise Refused("too_few_entries", entries=len(here))
    order = [entry for entry in keizer_list(field, history, options.settings) if entry in here]
    byes: list[tuple[int, ByeKind]] = []
    why: list[Reason] = []
    if len(order) % 2:
        left_over = _left_over(order, history)
        order.remove(left_over)
        byes.append((left_over, ByeKind.ALLOCATED))
        why.append(Reason("left_over", (left_over,)))
    pairs = _pairs(order, history, options, why)
    seated = tuple(with_colours(history, pair, options.lots) for pair in pairs)
    places = {entry: place for place, entry in enumerate(order, start=1)}
    why += [
        Reason("by_the_list", pair, facts=(("white", places[pair[0]]), ("black", places[pair[1]]))) for pair in seated
    ]
    return Drawn(seated, tuple(sorted([*byes, *sitting(field)], key=lambda bye: bye[0])), tuple(why))


def _pairs(order: list[int], history: Crosstable, options: Options, why: list[Reason]) -> tuple[tuple[int, int], ...]:
    """Return the pairs in the order of the ranking.

    Two players meet again only after the number of rounds in the setting `apart`. If that is impossible, they meet
    again after as many rounds as possible, and a reason is added to *why*.
    """
    apart, most = int(options.settings["apart"]), int(options.settings["meets"])
    for between in range(apart, -1, -1):

        def may_meet(first: int, second: int, between: int = between) -> bool:
            rounds = met(history, first, second)
            return (
                not any(
                    ban.parts(first, second, options.round) and (between or not ban.weak) for ban in options.forbidden
                )
                and (not between or all(options.round - round > between - 1 for round in rounds))
                and (not most or not between or len(rounds) < most)
            )

        found = down_the_list(order, may_meet)
        if found is not None:
            if between < apart and history.meetings:
                why.append(Reason("met_sooner", facts=(("apart", between), ("wanted", apart))))
            return found
    raise Refused("no_pairs_left", round=options.round)


def _left_over(order: Sequence[int], history: Crosstable) -> int:
    """Return the player who sits out: of those who sat out least often, the lowest in the ranking *order*."""
    sat = Counter(bye.entry for bye in history.byes if bye.kind is ByeKind.ALLOCATED)
    return min(reversed(order), key=lambda entry: sat[entry])


def _until(history: Crosstable, round: int) -> Crosstable:
    byes: tuple[Bye, ...] = tuple(bye for bye in history.byes if bye.round <= round)
    return replace(history, meetings=tuple(met for met in history.meetings if met.round <= round), byes=byes)


KEIZER = System(
    pair=pair,
    rounds=lambda _field, _settings: 0,
    tiebreaks=("wins",),
    meets=0,
    score=score,
    order=lambda field, history, settings: tuple((entry,) for entry in keizer_list(field, history, settings)),
    settings=SETTINGS,
)
