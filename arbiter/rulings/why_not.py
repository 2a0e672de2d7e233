"""Why two do not meet in a round: what keeps them apart, or that nothing does."""

from __future__ import annotations

from collections.abc import Iterator

from arbiter.pairing import round_robin
from arbiter.pairing.system import Reason
from arbiter.rulings.bends import bends_of, rematch
from arbiter.rulings.drawing import Wish, options_of, system_of
from arbiter.rulings.hand import history_before
from arbiter.rulings.wishes import there
from arbiter.tournament.round import Round
from arbiter.tournament.state import Tournament


def why_not(state: Tournament, number: int, one: int, other: int, wish: Wish) -> tuple[Reason, ...]:
    """What the rules say of a game between these two in that round; always something."""
    for entry in (one, other):
        there(state, entry)
    round = state.round(number)
    return tuple(_reasons(state, round, one, other, wish)) or (Reason("apart_by_the_draw", (one, other)),)


def _reasons(state: Tournament, round: Round, one: int, other: int, wish: Wish) -> Iterator[Reason]:
    game = round.of(one)
    if game is not None and other in tuple(game.entries):
        yield Reason("together", (one, other), facts=(("board", game.board),))
        return
    for entry in (one, other):
        if entry in round.byes:
            yield Reason("apart_sits_out", (entry,), facts=(("bye", f"bye {round.kind(entry).value}"),))
        elif round.of(entry) is None:
            yield Reason("apart_not_there", (entry,))
    history, system = history_before(state, round.number, wish), system_of(state)
    met = rematch(history, system, (one, other))
    if met is not None:
        yield Reason("apart_met", (one, other), facts=(("round", met),))
    if system.cycles:
        yield from _by_the_table(state, round.number, one, other, system.cycles)
        return
    for ban in options_of(state, round.number, wish).forbidden:
        if {one, other} <= ban.entries and ban.first <= round.number <= ban.last:
            yield Reason("apart_forbidden", (one, other))
            break
    scores = history.score(one), history.score(other)
    if scores[0] != scores[1]:
        yield Reason("apart_scores", (one, other), facts=(("one", scores[0]), ("other", scores[1])))
    ways = [bends_of(history, system, (), round.number, [pair], {}) for pair in ((one, other), (other, one))]
    if all(any(bend.code in ("bends_third_colour", "bends_balance") for bend in way) for way in ways):
        yield Reason("apart_colours", (one, other))


def _by_the_table(state: Tournament, number: int, one: int, other: int, cycles: int) -> Iterator[Reason]:
    seats = {entry: seat for seat, entry in enumerate(state.order, start=1)}
    wanted = {seats[one], seats[other]}
    for round in range(1, round_robin.rounds(len(seats), cycles) + 1):
        if round != number and any(
            set(pair) == wanted for pair in round_robin.drawing(len(seats), round, cycles).pairs
        ):
            yield Reason("apart_by_the_table", (one, other), facts=(("round", round),))
            return
