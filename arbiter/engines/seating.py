"""The computer as a player: entered in a tournament, or as the opponent of a player who has the bye."""

from __future__ import annotations

import secrets

from arbiter.clock.control import controls_text
from arbiter.desk.desk import Desk
from arbiter.desk.recorded import Recorded
from arbiter.engines.engines import Engines
from arbiter.engines.practice import PracticeSittings, SitDown, computer_name
from arbiter.journal.people import Person
from arbiter.journal.register import Register
from arbiter.refused import Refused
from arbiter.rulings.computer import SeatHouse, may_sit
from arbiter.sides import Side
from arbiter.tournament.events.entries import next_entry
from arbiter.values import dataclass
from arbiter.view import View


@dataclass(frozen=True, slots=True)
class ByeGame:
    """The practice game of a player who has the bye: the id of its practice sitting, and the player's colour."""

    sitting: str
    side: Side


def enter_computer(
    desk: Desk, engines: Engines, level: int, engine: str, by: str, *, key: str | None = None
) -> Recorded:
    """Enter the computer as a player of a tournament, under a name that says that it is a computer.

    It plays at the level *level*, or by the engine called *engine* if this is not empty. If a request with the same
    *key* was recorded before, return the recorded answer. Raise Refused if the computer may not play in the tournament.
    """
    may_sit(desk.state)
    if engine:
        engines.named(engine)
    entry = next_entry(desk.state)
    if key is not None and desk.line_of(key) is not None:
        return desk.submit(SeatHouse(entry=entry, by=by), key=key)  # returns the recorded answer
    desk.enter(Person(computer_name(level, engine)), by)
    return desk.submit(SeatHouse(entry=entry, level=level, engine=engine, chance=drawn(), by=by), key=key)


def drawn() -> int:
    """Return a random number that decides which errors the computer player makes."""
    return secrets.randbelow(10**9)


def play_bye(sittings: PracticeSittings, view: View, round: int, entry: int, level: int, engine: str) -> ByeGame:
    """Return the practice game of the player *entry*, who has the bye in *round*. Start it if there is none yet.

    The tournament does not know of the game: the bye stays a bye in points, tie-breaks, ratings and reports. Raise
    Refused if the player has no bye in *round*.
    """
    state, register = view.state, sittings.desks.register
    if entry not in state.round(round).byes:
        raise Refused("no_bye", entry=entry, round=round)
    kept = bye_game(register, view.tournament, round, entry)
    if kept is not None:
        return kept
    wanted = SitDown(variant=state.variant.key, level=level, engine=engine, control=controls_text(state.controls))
    desk, side = sittings.sit_down(wanted, view.name(entry), of_bye=True)
    register.set_setting(f"bye {view.tournament} {round} {entry}", f"{desk.id} {side.value}")
    return ByeGame(desk.id, side)


def bye_game(register: Register, tournament: str, round: int, entry: int) -> ByeGame | None:
    """Return the practice game of the player *entry*, who has the bye in *round*; None if there is none."""
    sitting, _, side = (register.setting(f"bye {tournament} {round} {entry}") or "").partition(" ")
    return ByeGame(sitting, Side(side)) if sitting else None
