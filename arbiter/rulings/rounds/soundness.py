"""Checks of every round before it is recorded, whoever paired it, because a journal keeps a mistake for ever.

Every entry that takes part has exactly one place: in a pair or with a bye. No entry meets itself, or one that it may
not meet. A withdrawn entry has no place. In a team tournament this holds for the teams, and a player sits at one board
at most. A pairing made by hand may break pairing rules and is not refused for that. The broken rules are shown to the
director and recorded with the pairing, so that the director breaks them knowingly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain

from arbiter.pairing.all_systems import SYSTEMS
from arbiter.pairing.system_interface import Forbidden, Pairs, Reason, System, settings_of
from arbiter.pairing.table.byes import ByeKind
from arbiter.pairing.table.crosstable import Crosstable
from arbiter.refused import Refused
from arbiter.rulings.rounds.pairing_input import Basis
from arbiter.sides import Side
from arbiter.tournament.state import Tournament


def amiss(pairs: Pairs, byes: Iterable[int], due: Collection[int], here: Collection[int]) -> tuple[int, ...]:
    """Return the entries that occur too rarely or too often in a round.

    *due*: the entries that must occur exactly once in the pairs or byes. *here*: the entries that may occur at most
    once. No other entry may occur.
    """
    places = Counter(chain(byes, *pairs))
    return tuple(sorted(one for one in {*here, *places} if not (one in due) <= places[one] <= (one in here)))


def away(basis: Basis) -> Collection[int]:
    """Return the entries that need no place in the next round: they are out of a knock-out, or still playing."""
    found = SYSTEMS[basis.system].away
    return found(basis.field, basis.history, basis.options.settings) if found is not None else ()


def check(basis: Basis, pairs: Pairs, byes: Collection[int]) -> None:
    """Raise Refused unless every entry has exactly one place and all pairs are allowed to meet."""
    check_places(basis, pairs, byes)
    for white, black in pairs:
        if any(ban.parts(white, black, basis.options.round) and not ban.weak for ban in basis.options.forbidden):
            raise Refused("pair_forbidden", round=basis.options.round, system=basis.system, white=white, black=black)


def check_places(basis: Basis, pairs: Pairs, byes: Collection[int]) -> None:
    """Raise Refused unless every entry has exactly one place.

    A pairing by hand may include an entry that is out of a knock-out.
    """
    system, gone = SYSTEMS[basis.system], away(basis)
    if system.running:
        for met in basis.history.meetings:
            playing = {met.white, met.black}.intersection(gone, chain(byes, *pairs)) if met.outcome is None else ()
            if playing:
                raise Refused("still_playing", entry=min(playing), round=met.round, board=met.board)
    here = {player.entry for player in basis.field if not player.withdrawn}
    wrong = amiss(pairs, byes, here.difference(gone), here)
    if system.everywhere is not None:
        one = system.everywhere(basis.field, settings_of(system, basis.options.settings))
        elsewhere = {entry for pair in pairs if pair.count(one) != 1 for entry in pair}
        wrong = tuple(sorted({*wrong, *elsewhere} - ({one} if pairs and one not in byes else set())))
    if wrong:
        raise Refused("drawn_amiss", round=basis.options.round, system=basis.system, entries=wrong)


def check_seats(state: Tournament, round: int, pairs: Pairs) -> None:
    """Raise Refused unless each player of the teams sits at one board at most."""
    wrong = amiss(pairs, (), (), set(state.entries) - state.withdrawn)
    if wrong:
        raise Refused("drawn_amiss", round=round, system=state.system, entries=wrong)


MOST_IN_A_ROW = 3
"""If an entry has the same colour in this many games in a row, that is too many (FIDE C.04.3, C3)."""
MOST_COLOUR_DIFFERENCE = 2
"""The most by which the numbers of a player's white and black games may differ (FIDE C.04.3)."""


def rematch(history: Crosstable, system: System, pair: tuple[int, int]) -> int | None:
    """Return the last round in which the pair met, if the two may not meet again; otherwise None."""
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

    It is the colour that the entry had less often. If the entry had both colours equally often, it is the colour that
    it did not have in its last game.
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
