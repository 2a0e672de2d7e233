"""A time control that differs from the tournament's: a handicap for an entry, a board, or one side of a board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from arbiter.clock.control import controls_text, parse_controls
from arbiter.clock.parsing import control_spoken
from arbiter.fields import Road, Sent
from arbiter.refused import Refused
from arbiter.rulings.request import By, Why, plain_text
from arbiter.sides import Instant, Side
from arbiter.tournament.events.clocks import ControlSet
from arbiter.tournament.events.event import Event
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class SetControl:
    """Set the time control of one entry in all its games not started yet, or of one board of a round.

    For a board, one `side` can be named; otherwise the control is for both sides. Different controls for White and
    Black are written with a bar between them.
    """

    control: Annotated[str, Sent("the time control", "3600+30")]
    by: By
    reason: Why = ""
    entry: Annotated[int | None, Road("the entry that plays under it", about="player")] = None
    round: Annotated[int | None, Road("the round", about="round")] = None
    board: Annotated[int | None, Road("the board", about="board")] = None
    side: Annotated[Side | None, Sent("on a board one side; without it both")] = None

    def rule(self, state: Tournament, at: Instant) -> Sequence[Event]:
        controls = parse_controls(control_spoken(self.control))
        if (self.entry is None) == (self.round is None or self.board is None):
            raise Refused("control_of_whom")
        if self.entry is not None:
            if self.entry not in state.entries:
                raise Refused("no_entry", entry=self.entry)
            if controls.white != controls.black:
                raise Refused("control_of_one", text=self.control[:40])
            glasses = {controls.white.sand, state.controls.white.sand}
        else:
            game = state.game(self.round or 0, self.board or 0)
            if game.started is not None or game.result is not None:
                raise Refused("already_started", board=game.board)
            kept = game.clock.control if self.side is None else game.clock.control.put(self.side, controls[self.side])
            glasses = {control.sand for control in (controls if self.side is None else kept)}
        if len(glasses) > 1:
            raise Refused("control_one_glass", text=self.control[:40])
        return [
            ControlSet(
                at=at,
                control=controls_text(controls),
                by=self.by,
                reason=plain_text(self.reason, "reason", needed=False),
                entry=self.entry or 0,
                round=(self.round or 0) if self.entry is None else 0,
                board=(self.board or 0) if self.entry is None else 0,
                side=self.side if self.side is not None and self.entry is None else None,
            )
        ]
