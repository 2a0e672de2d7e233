"""The API of a board as a place in the hall, whatever the round: what is played at it, and for whose tablet."""

from __future__ import annotations

from arbiter.shapes.board import HereTold, here_shape
from arbiter.web.api.operation import ANYBODY, ROOT, Api, Asked

places = Api("places", __name__, url_prefix=f"{ROOT}/tournaments/<t>/boards/<int:b>")


@places.ask("GET", "", who=ANYBODY, answers=HereTold)
def here(asked: Asked) -> HereTold:
    """What is played at a board, whatever the round: the game that is going there, else that of the last round."""
    board = asked.address["board"]
    return here_shape(asked.view(), board, bound=asked.reader.at(asked.t, board))
