"""The pairing rules that a pairing made by hand breaks: shown to the director, and recorded with the pairing.

No function here refuses a pairing. A director may pair as no system would, but only knowingly.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from arbiter.pairing.system import Forbidden, Reason, System
from arbiter.pairing.table.byes import ByeKind
from arbiter.pairing.table.crosstable import Crosstable
from arbiter.sides import Side

MOST_IN_A_ROW = 3
"""So many games in a row with one colour are too many (FIDE C.04.3, C3)."""
MOST_COLOUR_DIFFERENCE = 2
"""The most by which the numbers of a player's white and black games may differ (FIDE C.04.3)."""


def rematch(history: Crosstable, system: System, pair: tuple[int, int]) -> int | None:
    """Return the last round in which the two met, if they may not meet again; otherwise None."""
    met = [meeting for meeting in history.between(*pair) if meeting.played]
    return met[-1].round if system.meets and len(met) >= system.meets else None


def bends_of(
    history: Crosstable,
    system: System,
    forbidden: Iterable[Forbidden],
    round: int,
    pairs: Iterable[tuple[int, int]],
    byes: Mapping[int, ByeKind],
) -> tuple[Reason, ...]:
    """Return every pairing rule that these pairs and byes break."""
    banned = tuple(forbidden)
    found: list[Reason] = []
    for pair in pairs:
        met = rematch(history, system, pair)
        if met is not None:
            found.append(Reason("bends_rematch", pair, facts=(("round", met),)))
        if any(ban.parts(*pair, round) for ban in banned):
            found.append(Reason("bends_forbidden", pair))
        if not system.cycles and not system.by_hand:
            found += _colours(history, pair)
    found += _byes(history, byes)
    return tuple(found)


def _colours(history: Crosstable, pair: tuple[int, int]) -> Iterator[Reason]:
    for entry, side in zip(pair, Side, strict=True):
        had = [meeting.side(entry) for meeting in history.of(entry) if meeting.played]
        balance = sum(1 if colour is side else -1 for colour in [*had, side])
        if len(had) >= MOST_IN_A_ROW - 1 and all(colour is side for colour in had[1 - MOST_IN_A_ROW :]):
            yield Reason("bends_third_colour", (entry,), facts=(("colour", side.value),))
        elif balance > MOST_COLOUR_DIFFERENCE:
            yield Reason("bends_balance", (entry,), facts=(("colour", side.value), ("more", balance)))
    due = {entry: _due(history, entry) for entry in pair}
    if due[pair[0]] is Side.BLACK and due[pair[1]] is Side.WHITE:
        yield Reason("bends_due_colours", pair)


def _due(history: Crosstable, entry: int) -> Side | None:
    """Return the colour due to the entry; None if either colour is fine.

    It is the colour that the entry had less often. If it had both equally often, it is the one that it did not have
    last.
    """
    had = [meeting.side(entry) for meeting in history.of(entry) if meeting.played]
    balance = sum(1 if colour is Side.WHITE else -1 for colour in had)
    if balance:
        return Side.BLACK if balance > 0 else Side.WHITE
    return had[-1].other if had else None


def _byes(history: Crosstable, byes: Mapping[int, ByeKind]) -> Iterator[Reason]:
    for entry, kind in byes.items():
        if kind is not ByeKind.ALLOCATED:
            continue
        before = next((bye.round for bye in history.byes_of(entry) if bye.kind is ByeKind.ALLOCATED), None)
        if before is not None:
            yield Reason("bends_bye_twice", (entry,), facts=(("round", before),))
