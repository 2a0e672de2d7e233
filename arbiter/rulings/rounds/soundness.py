"""Checks of every round before it is recorded, whoever paired it, because a journal keeps a mistake for ever.

Everybody who takes part has exactly one place: in a pair or with a bye. Nobody meets themselves, or somebody whom they
may not meet. A withdrawn entry has no place. In a team tournament this holds for the teams, and a player sits at one
board at most.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from itertools import chain

from arbiter.pairing.system import Pairs, settings_of
from arbiter.pairing.systems import SYSTEMS
from arbiter.refused import Refused
from arbiter.rulings.rounds.pairing_input import Basis
from arbiter.tournament.state import Tournament


def amiss(pairs: Pairs, byes: Iterable[int], due: Collection[int], here: Collection[int]) -> tuple[int, ...]:
    """Return the entries that occur too rarely or too often in a round.

    Each entry in *due* must occur once in the pairs or byes. Any other entry in *here* may occur once. No other entry
    may occur.
    """
    places = Counter(chain(byes, *pairs))
    return tuple(sorted(one for one in {*here, *places} if not (one in due) <= places[one] <= (one in here)))


def away(basis: Basis) -> Collection[int]:
    """Return the entries that need no place in the next round: out of a knock-out, or still playing."""
    found = SYSTEMS[basis.system].away
    return found(basis.field, basis.history, basis.options.settings) if found is not None else ()


def check(basis: Basis, pairs: Pairs, byes: Collection[int]) -> None:
    """Raise Refused unless everybody has exactly one place and all pairs are allowed to meet."""
    check_places(basis, pairs, byes)
    for white, black in pairs:
        if any(ban.parts(white, black, basis.options.round) and not ban.weak for ban in basis.options.forbidden):
            raise Refused("pair_forbidden", round=basis.options.round, system=basis.system, white=white, black=black)


def check_places(basis: Basis, pairs: Pairs, byes: Collection[int]) -> None:
    """Raise Refused unless everybody has exactly one place.

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
