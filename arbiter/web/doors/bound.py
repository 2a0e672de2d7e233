"""Which tablets have been bound to which boards: remembered beside the links, so that a restart forgets none."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping

from arbiter.journal.register import Register
from arbiter.rulings.time.doubt import Seat
from arbiter.sides import Instant, Side

WRITING = threading.Lock()


def note_bound(register: Register, tournament: str, seat: Seat, at: Instant) -> None:
    """A tablet has been bound to that seat, with the links that open it now."""
    board, side = seat
    with WRITING:
        told = _told(register, tournament)
        told[f"{board} {side.value if side else ''}"] = (register.epoch(tournament, board), at)
        register.set_setting(_name(tournament), json.dumps(told))


def bound(register: Register, tournament: str) -> Mapping[Seat, Instant | None]:
    """When a tablet was bound to each seat that ever had one; None where its link has been revoked since."""
    found: dict[Seat, Instant | None] = {}
    for name, (epoch, at) in _told(register, tournament).items():
        number, _, side = name.partition(" ")
        board = int(number)
        found[board, Side(side) if side else None] = at if register.epoch(tournament, board) == epoch else None
    return found


def _told(register: Register, tournament: str) -> dict[str, tuple[int, Instant]]:
    return dict(json.loads(register.setting(_name(tournament)) or "{}"))


def _name(tournament: str) -> str:
    return f"tablets of {tournament}"
