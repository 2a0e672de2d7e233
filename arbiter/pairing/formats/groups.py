"""Round-robin groups, followed by finals among the players who finished at the same places of their groups.

The director may name the group of each player (`group`). Otherwise the pairing numbers are dealt to groups A, B, C and
back (C, B, A), so that all groups are equally strong. The first `advance` players of each group play final A, the next
ones final B, and so on. Each final is a round robin, so two players of the same group meet again. Nobody is eliminated.
A player who leaves before the finals has no seat in them. If players are equal after all tie-breaks, the lower pairing
number is first. If a player takes the seat of somebody in another final for its first round, the player belongs to that
final from then on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from arbiter.pairing.formats import round_robin
from arbiter.pairing.standings import standings
from arbiter.pairing.system_interface import Bounds, Drawn, Field, Options, Reason, System, SystemSettings
from arbiter.pairing.table.byes import ByeKind
from arbiter.pairing.table.crosstable import Crosstable, Meeting
from arbiter.refused import Refused
from arbiter.values import replace


def groups(field: Field, settings: SystemSettings) -> dict[str, tuple[int, ...]]:
    """Return the entries of each group by its letter, in the order of their pairing numbers."""
    found: dict[str, list[int]] = {}
    wide = int(settings["groups"])
    for at, player in enumerate(field):
        turn, place = divmod(at, wide)
        letter = player.group or chr(ord("A") + (wide - 1 - place if turn % 2 else place))
        found.setdefault(letter, []).append(player.entry)
    return {letter: tuple(found[letter]) for letter in sorted(found)}


def first_stage(field: Field, settings: SystemSettings) -> int:
    """Return the number of rounds after which every group has completed its round robin."""
    return max((_rounds(entries) for entries in groups(field, settings).values()), default=0)


def rounds(field: Field, settings: SystemSettings) -> int:
    """Return the number of rounds of the groups and the finals together."""
    stage = first_stage(field, settings)
    made = _finals(_staying(field, groups(field, settings).values(), stage), int(settings["advance"]))
    return stage + max((_rounds(entries) for entries in made.values()), default=0)


def finals(field: Field, history: Crosstable, settings: SystemSettings) -> dict[str, tuple[int, ...]]:
    """Return the entries of each final by its letter, the best of all groups before the second-best of all groups.

    After the first round of the finals, they are the entries that played it.
    """
    stage = first_stage(field, settings)
    orders = [_ordered(history, entries, stage) for entries in groups(field, settings).values()]
    made = _finals(_staying(field, orders, stage), int(settings["advance"]))
    return _as_begun(made, [met for met in history.meetings if met.round == stage + 1])


def _as_begun(made: dict[str, tuple[int, ...]], met: Sequence[Meeting]) -> dict[str, tuple[int, ...]]:
    """Return the finals, changed so that each player belongs to the final in which they played the first round.

    *made*: the finals as calculated from the preliminary groups. *met*: the games of the first round. If these do not
    fit the finals, the finals are returned unchanged.
    """
    before = {entry: letter for letter, entries in made.items() for entry in entries}
    inside = [(before.get(one.white, ""), before.get(one.black, ""), one) for one in sorted(met, key=_board)]
    room = Counter({letter: len(entries) // 2 for letter, entries in made.items()})
    room.subtract(one for one, other, _ in inside if one == other)
    now = dict(before)
    for one, other, pair in inside:
        letter = next((free for free in made if free in (one, other) and room[free] > 0), "")
        if one != other and letter:
            now[pair.white] = now[pair.black] = letter
            room[letter] -= 1
    playing, wanted = {entry for one in met for entry in (one.white, one.black)}, Counter(before.values())
    for entry in before:
        more = wanted - Counter(now.values())
        if more and entry not in playing and Counter(now.values())[now[entry]] > wanted[now[entry]]:
            now[entry] = min(more)
    if Counter(now.values()) != wanted or now.keys() != before.keys():
        return made
    coming = {letter: iter([one for one in now if now[one] == letter != before[one]]) for letter in made}
    return {
        letter: tuple(entry if now[entry] == letter else next(coming[letter]) for entry in entries)
        for letter, entries in made.items()
    }


def _board(met: Meeting) -> int:
    return met.board


def equal_at_border(field: Field, history: Crosstable, settings: SystemSettings) -> Iterator[Reason]:
    """Yield a reason for each border between two finals that separates players who are equal after all tie-breaks.

    Nothing is yielded while a game of the groups has no result.
    """
    for equal, upper, lower in equals(field, history, settings):
        yield Reason("equal_at_border", facts=(("players", equal), ("upper", upper), ("lower", lower)))


def equals(field: Field, history: Crosstable, settings: SystemSettings) -> Iterator[tuple[tuple[int, ...], str, str]]:
    """Yield, for each border between two finals that separates equal players, all these players.

    The letters of the finals above and below the border are yielded with them.
    """
    stage, advance = first_stage(field, settings), int(settings["advance"])
    if any(met.outcome is None for met in history.meetings if met.round <= stage):
        return
    for entries in groups(field, settings).values():
        ranks = _ranks(history, entries, stage)
        (order,) = _staying(field, [_ordered(history, entries, stage)], stage)
        for number, first in enumerate(range(advance, len(order), advance)):
            rank = ranks[order[first]]
            if ranks[order[first - 1]] == rank:
                equal = tuple(entry for entry in order if ranks[entry] == rank)
                yield equal, chr(ord("A") + number), chr(ord("B") + number)


def _staying(field: Field, orders: Iterable[Sequence[int]], stage: int) -> list[list[int]]:
    """Return *orders* without the players who left before the finals, which begin after round *stage*."""
    gone = {player.entry for player in field if 0 < player.left <= stage + 1}
    return [[entry for entry in order if entry not in gone] for order in orders]


def last_final(field: Field, history: Crosstable, settings: SystemSettings) -> tuple[str, int]:
    """Return the letter of the last final, and the number of its players."""
    letter, entries = next(reversed(finals(field, history, settings).items()), ("", ()))
    return letter, len(entries)


def _finals(orders: Sequence[Sequence[int]], advance: int) -> dict[str, tuple[int, ...]]:
    longest = max((len(order) for order in orders), default=0)
    made: dict[str, tuple[int, ...]] = {}
    for number, first in enumerate(range(0, longest, advance)):
        places = range(first, first + advance)
        letter = chr(ord("A") + number)
        made[letter] = tuple(order[place] for place in places for order in orders if place < len(order))
    return made


def of_group(history: Crosstable, entries: tuple[int, ...], last: int) -> Crosstable:
    """Return the crosstable of a group: only the games between its entries, up to and including round *last*."""
    inside = set(entries)
    meetings = tuple(
        met for met in history.meetings if met.round <= last and met.white in inside and met.black in inside
    )
    return replace(history, entries=entries, meetings=meetings, byes=(), everybody=True)


def pair(field: Field, history: Crosstable, options: Options) -> Drawn:
    """Pair one round of every group or, after the groups, of every final. A player without a game sits out.

    Raise Refused if all rounds are paired, or if the finals begin and a game of the groups has no result.
    """
    settings = options.settings
    stage, total = first_stage(field, settings), rounds(field, settings)
    if options.round > total:
        raise Refused("all_rounds_paired", rounds=total)
    waiting = [met for met in history.meetings if met.outcome is None and met.round <= stage]
    if options.round > stage and waiting:
        raise Refused(
            "games_running",
            round=options.round,
            boards=tuple(met.board for met in waiting),
            running=waiting[0].round,
        )
    made = _made(field, history, options)
    number = options.round if options.round <= stage else options.round - stage
    gone = {player.entry for player in field if player.withdrawn}
    pairs: list[tuple[int, int]] = []
    why = list(equal_at_border(field, history, settings)) if options.round == stage + 1 else []
    for letter, entries in made.items():
        if number > _rounds(entries):
            continue
        table = round_robin.drawing(len(entries), number).pairs
        drawn = [(entries[white - 1], entries[black - 1]) for white, black in table]
        left = [pair for pair in drawn if not gone.intersection(pair)]
        pairs += left
        code = "in_the_group" if options.round <= stage else "in_the_final"
        why += [Reason(code, pair, facts=(("group", letter),)) for pair in left]
    paired = {entry for pair in pairs for entry in pair}
    byes = sorted(player.entry for player in field if player.entry not in paired and not player.withdrawn)
    return Drawn(tuple(pairs), tuple((entry, ByeKind.FREE) for entry in byes), tuple(why))


def _made(field: Field, history: Crosstable, options: Options) -> dict[str, tuple[int, ...]]:
    """Return the players of each group, by its name; in the rounds of the finals, those of each final."""
    settings = options.settings
    before = options.round <= first_stage(field, settings)
    return groups(field, settings) if before else finals(field, history, settings)


def parts(field: Field, history: Crosstable, options: Options) -> tuple[Reason, ...]:
    """Return a reason for each player, which names the player's group or final in the round to be paired."""
    code = "in_the_group" if options.round <= first_stage(field, options.settings) else "in_the_final"
    made = _made(field, history, options).items()
    return tuple(Reason(code, (entry,), facts=(("group", letter),)) for letter, entries in made for entry in entries)


def order(field: Field, history: Crosstable, settings: SystemSettings) -> tuple[tuple[int, ...], ...]:
    """Return the final order as tuples of players who share a place.

    Final A comes before final B. The players of a final are ordered by its points. The order is empty while the groups
    are playing.
    """
    stage = first_stage(field, settings)
    if history.last <= stage:
        return ()
    second = _of_finals(history, stage)
    places: list[tuple[int, ...]] = []
    for entries in finals(field, history, settings).values():
        rows = standings(of_group(second, entries, second.last), _tiebreaks())
        places += [
            tuple(row.entry for row in rows if row.rank == rank) for rank in dict.fromkeys(row.rank for row in rows)
        ]
    return tuple(places)


def stages(field: Field, history: Crosstable, settings: SystemSettings) -> dict[int, tuple[str, str, int, int]]:
    """Return for each entry the part of the tournament in which it is ranked, and its place and points in that part.

    The part is given as the word "group" or "final" and a letter. It is the final once a round of the finals has been
    paired.
    """
    over = history.last > first_stage(field, settings)
    word, made = ("final", finals(field, history, settings)) if over else ("group", groups(field, settings))
    played = _of_finals(history, first_stage(field, settings)) if over else history
    return {
        row.entry: (word, letter, row.rank, row.points)
        for letter, entries in made.items()
        for row in standings(of_group(played, entries, played.last), _tiebreaks())
    }


def _of_finals(history: Crosstable, stage: int) -> Crosstable:
    """Return the crosstable with only the games of the finals, which begin after round *stage*."""
    return replace(history, meetings=tuple(met for met in history.meetings if met.round > stage))


def _ordered(history: Crosstable, entries: tuple[int, ...], last: int) -> list[int]:
    """Return the order of the players of one group. If all tie-breaks are equal, the lower pairing number is first."""
    ranks = _ranks(history, entries, last)
    return sorted(entries, key=lambda entry: ranks[entry])


def _ranks(history: Crosstable, entries: tuple[int, ...], last: int) -> Mapping[int, int]:
    return {row.entry: row.rank for row in standings(of_group(history, entries, last), _tiebreaks())}


def _rounds(entries: tuple[int, ...]) -> int:
    return round_robin.rounds(len(entries)) if len(entries) > 1 else 0


def _tiebreaks() -> tuple[str, ...]:
    return ("direct-encounter", "wins", "sonneborn-berger")


GROUPS = System(
    pair=pair,
    rounds=rounds,
    table=first_stage,
    tiebreaks=_tiebreaks(),
    fixed_field=True,
    meets=2,
    order=order,
    parts=parts,
    stages=stages,
    settings={
        "groups": Bounds(default=2, least=2, most=26),
        "advance": Bounds(default=2, least=1, most=50),
    },
)
