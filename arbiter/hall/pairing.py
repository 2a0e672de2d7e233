"""Pairing a round: compute the pairs while moves go on, then record them."""

from __future__ import annotations

import random
import secrets
from collections.abc import Mapping

from arbiter.desk.desk import Desk
from arbiter.desk.recorded import Recorded
from arbiter.hall.worker import RunElsewhere, draw
from arbiter.journal.people import Person, folded
from arbiter.pairing.numbers import restricted
from arbiter.pairing.system_interface import Pairs, Player, Reason
from arbiter.refused import Refused
from arbiter.rulings.rounds.drafts import renumbered
from arbiter.rulings.rounds.pairing import PairRound
from arbiter.rulings.rounds.pairing_input import Prepared, seatless
from arbiter.tournament.state import Tournament
from arbiter.values import replace
from arbiter.view import known

TRIES = 5
"""The pairs of a round are computed at most this many times, if changes meanwhile make them outdated."""
FROZEN_AFTER_ROUNDS = 3
"""The round after which pairing numbers no longer change, and latecomers get the next number (FIDE C.04.2, 2.4).

If nobody may enter after round 1, the numbers stay from round 1 on: a pairing table with new numbers would repeat
games.
"""


def pair(
    desk: Desk,
    run: RunElsewhere,
    by: str,
    *,
    draft: bool = False,
    again: bool = False,
    pairs: tuple[tuple[int, int], ...] | None = None,
    rematches: bool = False,
    key: str | None = None,
) -> Recorded:
    """Pair and record the next round. If *again*, it replaces the draft of the last round.

    *run*: computes a large round in another process. *draft*: whether the round stays a draft, which only the office
    sees. *pairs*: the pairs chosen by hand, otherwise None. *rematches*: whether second meetings among them are
    intended. If the same *key* was used before, return what was recorded then.

    The pairs are computed without holding the desk's lock, so that moves go on meanwhile. If a change then makes them
    outdated, they are computed again.
    """
    lots = drawn_lot()
    for left in range(TRIES, 0, -1):
        state = desk.state
        people = desk.people
        order, how = numbering(state.announced if again else state, people, lots)
        request = PairRound(
            by=by,
            pairs=pairs,
            rematches=rematches,
            draft=draft,
            again=again,
            known=known(people),
            order=order,
            how=how,
            lots=lots,
        )
        if pairs is None and not (key is not None and desk.line_of(key) is not None):
            basis = request.basis(state)
            request = replace(request, prepared=Prepared(basis, draw(basis, run)))
        try:
            return desk.submit(request, key=key)
        except Refused as refused:
            if refused.code != "pairing_outdated" or left == 1:
                raise
    raise AssertionError("the last try answers or refuses")


def proposal(desk: Desk, run: RunElsewhere, by: str) -> Pairs:
    """Return the pairs that the system would draw for the next round now, from board 1 on. Nothing is recorded.

    The result is empty if no round can be drawn, and in a tournament of teams.
    """
    state, people, lots = desk.state, desk.people, drawn_lot()
    order, how = numbering(state, people, lots)
    request = PairRound(by=by, known=known(people), order=order, how=how, lots=lots)
    try:
        return () if state.pairing.teams else draw(request.basis(state), run).pairs
    except Refused:
        return ()


def outdated_by_register(desk: Desk) -> tuple[Reason, ...]:
    """Return why a rating or name corrected in the register outdates the draft of the last round; empty if it does not.

    The register matters only for pairing numbers by rating.
    """
    state = desk.state
    if not state.rounds or not state.rounds[-1].draft or state.pairing.teams:
        return ()
    order, how = numbering(state.announced, desk.people, 0)
    return renumbered(state, order) if how == "rating" else ()


def refuse_outdated(desk: Desk, round: int, *, as_it_is: bool = False) -> None:
    """Raise Refused if the register has outdated the draft of *round*.

    *as_it_is*: whether an outdated draft is accepted all the same.
    """
    if not as_it_is and outdated_by_register(desk) and round == len(desk.state.rounds):
        raise Refused("draft_outdated", round=round)


def drawn_lot() -> int:
    """Return an unpredictable random number. All lots of a round are derived from it."""
    return 1 + secrets.randbelow(10**9)


def numbering(state: Tournament, people: Mapping[int, Person], lots: int) -> tuple[tuple[int, ...], str]:
    """Return the order of entries that gives the pairing numbers of the next round, and how that order was made.

    *lots*: the random number for numbers by lot. An empty order means that the numbers stay as they are. Numbers by
    rating follow the ratings until they are frozen. Numbers by lot or by hand are given only once.
    """
    how = numbers_by(state)
    frozen = len(state.rounds) >= (1 if state.pairing.fixed_field else FROZEN_AFTER_ROUNDS)
    if state.numbered in ("lot", "restricted", "hand") or frozen or how == "hand":
        return (
            state.order if len(state.numbers) != len(state.entries) and state.numbers else (),
            state.numbered or how,
        )
    if how == "rating":
        return by_rating(state, people), how
    if how == "lot":
        return by_lot(state, lots), how
    if how == "restricted":
        return by_restricted_lot(state, people, lots), how
    return (), how


def numbers_by(state: Tournament) -> str:
    """Return how pairing numbers are given: by the tournament's setting or, without one, as is usual for its system."""
    system = state.pairing
    as_entered = system.cycles or system.by_hand or system.everywhere
    return str(state.setting("numbers")) or ("entered" if as_entered else "rating")


def by_rating(state: Tournament, people: Mapping[int, Person]) -> tuple[int, ...]:
    """Return the entries by rating, the highest first, those without one last. Equal ones are in alphabetical order."""
    nobody = Person("")

    def place(entry: int) -> tuple[int, str, int]:
        person = people.get(entry, nobody)
        return (-(person.rating or 0), folded(person.name), entry)

    return tuple(sorted(state.entries, key=place))


def by_lot(state: Tournament, lots: int) -> tuple[int, ...]:
    """Return the entries in an order drawn by lot. The same *lots* gives the same order."""
    order = list(state.entries)
    random.Random(lots).shuffle(order)  # noqa: S311  # the number is drawn as a secret, and written down
    return tuple(order)


def by_restricted_lot(state: Tournament, people: Mapping[int, Person], lots: int) -> tuple[int, ...]:
    """Return the entries of a round robin in an order drawn by lot that keeps clubmates apart in the last rounds.

    The rule is FIDE C.05 annex 2. The same *lots* gives the same order.
    """
    clubs = {entry: person.club or "" for entry, person in people.items()}
    gone = seatless(state)
    field = tuple(Player(entry=entry, club=clubs.get(entry, "")) for entry in state.entries if entry not in gone)
    return (*(player.entry for player in restricted(field, lots)), *sorted(gone))
