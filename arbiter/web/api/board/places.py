"""API of a board by its number in the hall, without naming a round: its present game, and the state of its tablet."""

from __future__ import annotations

from typing import TypedDict

from arbiter.refused import Refused
from arbiter.rulings.referee.lost_moves import KeptGame
from arbiter.shapes.places.place import HereTold, here_shape
from arbiter.shapes.places.tablets import TabletsTold
from arbiter.web.access import tablet_binding
from arbiter.web.api.operation import ANYBODY, ROOT, TABLET, Api, Asked

places = Api("places", __name__, url_prefix=f"{ROOT}/tournaments/<t>")


@places.ask("GET", "/boards/<int:b>", who=ANYBODY, answers=HereTold)
def here(asked: Asked) -> HereTold:
    """Show the game at a board: the game that is being played. If there is none, show that of the last round."""
    board = asked.address["board"]
    return here_shape(asked.view(), board, bound=asked.reader.at(asked.t, board))


class GameTaken(TypedDict):
    """Response: whether the tablet's record was accepted. A record that the service has not asked for is ignored."""

    taken: bool


@places.ask("POST", "/boards/<int:b>/kept", KeptGame, who=TABLET, answers=GameTaken, keyed=False)
def keep(asked: Asked) -> GameTaken:
    """Accept a tablet's own record of the game at its board, for the office to enter moves that the journal lacks.

    A record that the service has not asked for (`wanted` in `GET /time`) is ignored.
    """
    given, seat = asked.read(KeptGame), (asked.address["board"], asked.reader.side)
    if len(given.left) != len(given.moves):
        raise Refused("kept_without_times", moves=len(given.moves), times=len(given.left))
    asked.desk.vouched.keep(seat, given)
    return {"taken": asked.desk.vouched.ahead(seat)}


@places.ask("GET", "/tablets", answers=TabletsTold)
def states(asked: Asked) -> TabletsTold:
    """List the tablets of all boards, each with its connection.

    A tablet was never bound, is bound but was not seen since the service started, is in touch, or is lost.
    """
    return tablet_binding.tablets(asked.desk.id)
