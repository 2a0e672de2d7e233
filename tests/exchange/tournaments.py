"""Random tournaments for files that come and go: absences, byes, forfeits, late entries, games put off, hands."""

from __future__ import annotations

import random
from typing import Any

from arbiter.journal.people import Person
from arbiter.pairing.all_systems import SYSTEMS as EVERY
from arbiter.pairing.table.points import Outcome
from arbiter.refused import Refused
from arbiter.rulings.entries import EnterPlayer, WithdrawPlayer
from arbiter.rulings.referee.corrections import RuleResult
from arbiter.rulings.rounds.arrangements import ForbidPairs, SetBye, SetGroup
from arbiter.rulings.rounds.hand import ChangeRound, Swap
from arbiter.rulings.rounds.pairing import PairRound, PostponeGame, PublishRound
from arbiter.rulings.terms import GiveNumbers
from arbiter.sides import Both
from arbiter.view import View
from tests.hall import BY, Hall

SYSTEMS = ("swiss", "round-robin", "double-round-robin", "keizer", "manual")
OWN_ROUNDS = frozenset({"knockout", "groups", "simultaneous"})
"""The systems that find the number of rounds themselves."""
IN_GROUPS = frozenset({"scheveningen", "groups"})
OUTCOMES = (
    Both(Outcome.WON, Outcome.LOST),
    Both(Outcome.DRAWN, Outcome.DRAWN),
    Both(Outcome.LOST, Outcome.WON),
)


def random_tournament(seed: int, *, system: str | None = None, rounds: int = 4) -> View:
    """A tournament that was played for some rounds, and who its entries are. Teams have two boards."""
    chance = random.Random(seed)
    system = system or chance.choice(SYSTEMS)
    teams = EVERY[system].teams
    players = 2 * chance.randint(3, 6) if teams else chance.randint(4, 11)
    points = chance.choice(("2-1-0", "1-½-0", "3-1-0"))
    planned = 0 if system in OWN_ROUNDS else rounds
    terms: dict[str, Any] = {"settings": {"boards": 2}} if teams else {}
    hall = Hall(players=players, started=False, system=system, rounds=planned, points=points, **terms)
    if teams or system in IN_GROUPS:
        for entry in hall.state.entries:
            group = f"Team {(entry + 1) // 2}" if teams else "AB"[entry % 2]
            hall.submit(SetGroup(entry=entry, group=group, by=BY))
    if chance.random() < 0.5:
        order = list(hall.state.entries)
        chance.shuffle(order)
        hall.submit(GiveNumbers(order=tuple(order), how="lot", by=BY))
    for _ in range(rounds):
        if not played(hall, chance):
            break
    people = {entry: Person(f"Player {entry}", 1_000 + chance.randrange(900)) for entry in hall.state.entries}
    lines = tuple(hall.desk.journal.read())
    return View(tournament="club-open", state=hall.state, people=people, lines=lines)


def played(hall: Hall, chance: random.Random) -> bool:
    """One round with everything that may happen around it; whether there was one."""
    state = hall.state
    for request in (
        SetBye(entry=chance.choice(state.entries), round=len(state.rounds) + 1, kind="half", by=BY),
        ForbidPairs(entries=tuple(chance.sample(state.entries, 2)), by=BY, weak=chance.random() < 0.5),
        EnterPlayer(by=BY),
        WithdrawPlayer(entry=chance.choice(state.entries), by=BY, reason="ill"),
    ):
        if chance.random() < 0.15:
            tried(hall, request)
    pairs = None
    if state.system == "manual":
        here = [entry for entry in hall.state.entries if entry not in hall.state.withdrawn]
        chance.shuffle(here)
        pairs = tuple(zip(here[::2], here[1::2], strict=False))
    lots = 1 + chance.randrange(1_000)
    if not tried(hall, PairRound(by=BY, draft=True, pairs=pairs, rematches=True, lots=lots)):
        return False
    number = len(hall.state.rounds)
    if chance.random() < 0.2:
        one, other = chance.sample(hall.state.entries, 2)
        tried(hall, ChangeRound(round=number, deed=Swap(one, other), by=BY, reason="asked for", accepted=True))
    hall.submit(PublishRound(round=number, by=BY, as_it_is=True))  # whatever has changed since it was drawn
    for game in hall.state.round(number).games:
        if chance.random() < 0.05:
            hall.submit(PostponeGame(round=number, board=game.board, by=BY, until="Monday"))
            continue
        because = "forfeit" if chance.random() < 0.08 else "ruling"
        hall.submit(
            RuleResult(
                round=number,
                board=game.board,
                outcome=chance.choice(OUTCOMES if because == "ruling" else OUTCOMES[::2]),
                because=because,
                by=BY,
                reason="as played",
            )
        )
    return True


def tried(hall: Hall, request: object) -> bool:
    """Whether the request was granted."""
    try:
        hall.submit(request)  # type: ignore[arg-type]  # any request
    except Refused:
        return False
    return True


def swiss_by_the_rules(seed: int) -> View:
    """A Swiss tournament that no hand has touched: byes and forfeits, four rounds."""
    chance = random.Random(seed)
    players = chance.randint(5, 20)
    hall = Hall(players=players, started=False, system="swiss", rounds=5, points=chance.choice(("2-1-0", "1-½-0")))
    for number in range(1, 5):
        if chance.random() < 0.4:
            kind = chance.choice(("half", "zero"))
            tried(hall, SetBye(entry=chance.choice(hall.state.entries), round=number, kind=kind, by=BY))
        if not tried(hall, PairRound(by=BY, lots=1 + chance.randrange(99))):
            break
        for game in hall.state.round(number).games:
            outcome = chance.choice(OUTCOMES)
            because = "forfeit" if outcome is not OUTCOMES[1] and chance.random() < 0.15 else "ruling"
            hall.submit(
                RuleResult(round=number, board=game.board, outcome=outcome, because=because, by=BY, reason="as played")
            )
    people = {entry: Person(f"Player {entry}", 2_000 - entry) for entry in hall.state.entries}
    return View(tournament="club-open", state=hall.state, people=people)
