"""What is checked of every round before it is written, whoever drew it: a journal keeps a mistake for ever.

Everybody who takes part has one place, in a pair or with a bye; nobody meets themselves; nobody meets whom they are not
to meet. Who has withdrawn has no place. Of teams that holds for the teams, and a player sits at one board at most.
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
    """The entries with a wrong number of places: none though they are *due*, two, or one though they are not *here*."""
    places = Counter(chain(byes, *pairs))
    return tuple(sorted(one for one in {*here, *places} if not (one in due) <= places[one] <= (one in here)))


def away(basis: Basis) -> Collection[int]:
    """Those who need no place in that round: out of a knock-out, or still at a board of an evening."""
    found = SYSTEMS[basis.system].away
    return found(basis.field, basis.history, basis.options.settings) if found is not None else ()


def check(basis: Basis, pairs: Pairs, byes: Collection[int]) -> None:
    """Refused unless the round may be written: everybody has one place, and no two meet who are not to."""
    check_places(basis, pairs, byes)
    for white, black in pairs:
        if any(ban.parts(white, black, basis.options.round) and not ban.weak for ban in basis.options.forbidden):
            raise Refused("pair_forbidden", round=basis.options.round, system=basis.system, white=white, black=black)


def check_places(basis: Basis, pairs: Pairs, byes: Collection[int]) -> None:
    """Refused unless everybody has exactly one place. A hand may put back whoever is out of a knock-out."""
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
    """The same of the boards of teams: a player sits at one of them at most."""
    wrong = amiss(pairs, (), (), set(state.entries) - state.withdrawn)
    if wrong:
        raise Refused("drawn_amiss", round=round, system=state.system, entries=wrong)
