"""Moves confirmed on an offline tablet that arrive after the flag fell: recorded as evidence beside the flag.

Only the service's time of receipt moves a clock. The tablet's own record of the press (the time by its clock, and the
last hash of the tablet's own journal) is written down. If the move could have been played in time, an arbiter is asked
to accept or refuse it.
"""

from __future__ import annotations

from typing import Annotated

from arbiter.fields import HIGHEST, Sent, fitting
from arbiter.refused import Refused
from arbiter.rules.moves import moves_in_play
from arbiter.rules.notation import move_text, parse_move, path_text
from arbiter.rules.verdict import judge
from arbiter.rulings.request import article, plain_text
from arbiter.sides import Instant, Side, Span
from arbiter.tournament.events.late_moves import MoveCameLate
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass

MOST_LATE_MOVES = 4
"""The most different late moves recorded after one flag: more than two tablets and an arbiter's device can hold."""
LONGEST_CHAIN = 128


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """A tablet's own record of a press of the clock.

    `pressed` is the instant of the press by the tablet's clock. `offset_ms` is how many milliseconds that clock is
    behind the service's, as the tablet measured it. `chain` is the last hash of the tablet's own journal, with this
    press included.
    """

    pressed: Annotated[Instant, Sent("when it was pressed, by the clock of the device", unit="ms")]
    offset_ms: Annotated[Span, Sent("by how much that clock is behind that of the service")] = 0
    chain: Annotated[str, Sent("the head of the journal that the device keeps", longest=LONGEST_CHAIN)] = ""

    @property
    def instant(self) -> Instant:
        """The instant of the press in the service's time, as far as the tablet knows it."""
        return self.pressed + self.offset_ms


@dataclass(frozen=True, slots=True, kw_only=True)
class SentMove:
    """A move as received from a tablet, with the tablet's own record of when the clock was pressed."""

    ply: int
    move: str
    by: str
    side: Side | None
    device: Device


def came_late(state: Tournament, game: Game, press: SentMove, at: Instant) -> MoveCameLate:
    """Return the event that records a late move.

    *game* is the game after its flag has fallen. Raise Refused if the move is not legal in that position, or if the
    same move has been recorded already.
    """
    flag, device = game.flag, press.device
    assert flag is not None
    pending = Refused("flag_pending", board=game.board, side=flag.side.value, article=article(state, "flag"))
    if press.ply != game.ply:
        raise Refused("stale_ply", board=game.board, ply=press.ply, played=game.ply)
    fitting(device)
    turn = game.position.turn
    if press.side not in (None, turn):
        raise Refused("not_your_turn", board=game.board, turn=turn.value)
    chain = plain_text(device.chain, "chain", needed=False)
    if not -HIGHEST <= device.instant <= HIGHEST:
        raise Refused("number_out_of_range", field="pressed", number=device.instant, least=-HIGHEST, most=HIGHEST)
    entered = parse_move(press.move, state.variant)
    verdict = judge(game.position, entered, state.variant, game.bound)
    if verdict.code == "ambiguous":
        raise Refused("ambiguous", article=verdict.article, **verdict.facts)
    playable = verdict.move is not None and game.uncrowned is None
    text = path_text(entered, "-", state.variant)
    if verdict.move is not None:
        text = move_text(verdict.move, moves_in_play(game.position, state.variant), state.variant)
    before = [late for late in state.game(game.round, game.board).late if late.ply == game.ply]
    if len(before) >= MOST_LATE_MOVES or any(late.move == text for late in before):
        raise pending
    return MoveCameLate(
        at=at,
        round=game.round,
        board=game.board,
        ply=game.ply,
        side=turn,
        move=text,
        pressed=device.instant,
        offset=device.offset_ms,
        chain=chain,
        fell=flag.at,
        offered=playable and device.instant < flag.at,
        by=press.by,
    )
