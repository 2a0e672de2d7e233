"""The explanation why two players do not meet in a round."""

from __future__ import annotations

from collections.abc import Iterator

from arbiter.pairing.formats import round_robin
from arbiter.pairing.formats.matches import games_of
from arbiter.pairing.system_interface import Reason
from arbiter.pairing.table.byes import ByeKind
from arbiter.refused import Refused
from arbiter.rulings.rounds.arrangements import there
from arbiter.rulings.rounds.hand import history_before
from arbiter.rulings.rounds.pairing_input import Inputs, field_of, options_of, seatless
from arbiter.rulings.rounds.soundness import bends_of, rematch
from arbiter.tournament.round import Round
from arbiter.tournament.state import Tournament
from arbiter.values import replace

MOST_ENTRIES = 200
"""Only a round with at most this many entries is paired again to tell why two players do not meet.

Pairing a larger round takes too long for a page.
"""


def why_not(state: Tournament, number: int, one: int, other: int, inputs: Inputs) -> tuple[Reason, ...]:
    """Return the reasons why the entries *one* and *other* do not meet in round *number*; never empty."""
    for entry in (one, other):
        there(state, entry)
    round = state.round(number)
    return tuple(_reasons(state, round, one, other, inputs)) or (Reason("apart_by_the_draw", (one, other)),)


def _reasons(state: Tournament, round: Round, one: int, other: int, inputs: Inputs) -> Iterator[Reason]:
    game = round.of(one)
    if game is not None and other in tuple(game.entries):
        yield Reason("together", (one, other), facts=(("board", game.board),))
        return
    for entry in (one, other):
        if entry in round.byes:
            yield Reason("apart_sits_out", (entry,), facts=(("bye", f"bye {round.kind(entry).value}"),))
        elif round.of(entry) is None:
            yield Reason("apart_not_there", (entry,))
    history, system = history_before(state, round.number, inputs), state.pairing
    met = rematch(history, system, (one, other))
    if met is not None:
        yield Reason("apart_met", (one, other), facts=(("round", met),))
    if system.cycles:
        yield from _by_the_table(state, round.number, one, other, system.cycles)
        return
    judged = _by_the_system(state, round, one, other, inputs) if met is None else None
    if judged is not None:
        yield judged
        return
    for ban in options_of(state, round.number, inputs).forbidden:
        if ban.parts(one, other, round.number):
            yield Reason("apart_forbidden", (one, other))
            break
    scores = history.score(one), history.score(other)
    if scores[0] != scores[1]:
        yield Reason("apart_scores", (one, other), facts=(("one", scores[0]), ("other", scores[1])))
    ways = [bends_of(history, system, (), round.number, [pair], {}) for pair in ((one, other), (other, one))]
    if all(any(bend.code in ("bends_third_colour", "bends_balance") for bend in way) for way in ways):
        yield Reason("apart_colours", (one, other))


def _by_the_system(state: Tournament, round: Round, one: int, other: int, inputs: Inputs) -> Reason | None:
    """Return the pairing system's reason why *one* and *other* do not meet.

    Return None if the system has no reason for such a pair, or if the field is too large to be paired twice.
    """
    system, options = state.pairing, options_of(state, round.number, inputs)
    paired = {entry for game in round.games for entry in game.entries}
    here = paired | {entry for entry in round.byes if round.kind(entry) is ByeKind.ALLOCATED}
    if system.why_not is None or not {one, other} <= here or len(here) > MOST_ENTRIES or games_of(options.settings) > 1:
        return None
    field = tuple(
        replace(player, withdrawn=player.entry not in here and player.withdrawn, sits=_sat(round, player.entry, here))
        for player in field_of(state, round.number, inputs)
    )
    try:
        judged = system.why_not(field, history_before(state, round.number, inputs), options, one, other)
    except Refused:
        return None  # with results corrected since, that round cannot be paired
    return None if judged.code == "they_do_meet" else judged


def _sat(round: Round, entry: int, here: set[int]) -> ByeKind | None:
    """Return the kind of bye with which an entry sat out the round; None for the entries *here*.

    *here*: the entries that the pairing system had to place, with an opponent or with the allocated bye. Any other
    entry without a bye counts as having the bye without points.
    """
    if entry in here:
        return None
    return round.kind(entry) if entry in round.byes else ByeKind.ZERO


def _by_the_table(state: Tournament, number: int, one: int, other: int, cycles: int) -> Iterator[Reason]:
    gone = seatless(state)
    seats = {entry: seat for seat, entry in enumerate((one for one in state.order if one not in gone), start=1)}
    wanted = {seats[one], seats[other]}
    for round in range(1, round_robin.rounds(len(seats), cycles) + 1):
        if round != number and any(
            set(pair) == wanted for pair in round_robin.drawing(len(seats), round, cycles).pairs
        ):
            yield Reason("apart_by_the_table", (one, other), facts=(("round", round),))
            return
