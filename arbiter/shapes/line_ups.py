"""The line-ups of a round of a team tournament as plain values. A line-up that is still secret is left out."""

from __future__ import annotations

from typing import TypedDict

from arbiter.rulings.rounds.line_ups import shown_line_ups
from arbiter.shapes.json_answers import SideTold, told
from arbiter.sides import Instant
from arbiter.tournament.round import Round
from arbiter.view import View


class LineUpTold(TypedDict):
    """The line-up of a team for its match: whether it was handed in, and the players from board 1 on (0: nobody).

    `players` and `substitutes` are null while they are secret. `colours`: the colours of the team from board 1 on.
    """

    team: int
    name: str
    against: str
    home: bool
    colours: list[SideTold]
    handed_in: bool
    opened: bool
    players: list[int] | None
    substitutes: list[int] | None


class LineUpsTold(TypedDict):
    """Response: the line-ups of a round, and the instant until which they are awaited (null: not asked for)."""

    round: int
    until: Instant | None
    line_ups: list[LineUpTold]


def line_ups_shape(view: View, round: Round, own: int = 0) -> LineUpsTold:
    """Return the line-ups of a round.

    *own*: the number of the team whose captain asks; only the line-ups of that team's match are returned. 0: an
    official or a spectator asks.
    """
    return {
        "round": round.number,
        "until": round.line_ups_until or None,
        "line_ups": [
            told(LineUpTold, one, colours=[side.value for side in one.colours])
            for one in shown_line_ups(view.state, round, view.at, own)
        ],
    }
