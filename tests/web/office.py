"""The office in a test: the chief arbiter at its pages, who sends forms as they do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from werkzeug.test import TestResponse

from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament

if TYPE_CHECKING:
    from tests.web.conftest import Door


@dataclass
class Office:
    """The chief arbiter at the office's pages."""

    door: Door
    csrf: str

    def page(self, address: str, status: int = 200) -> str:
        answer = self.door.client.get(f"/office{address}")
        assert answer.status_code == status, answer.get_data(as_text=True)
        return answer.get_data(as_text=True)

    def send(self, address: str, **fields: object) -> TestResponse:
        """A form as a page sends it."""
        data = {name: str(value) for name, value in fields.items()} | {"csrf": self.csrf}
        return self.door.client.post(f"/office{address}", data=data, headers={"Referer": "http://localhost/office"})

    def rule(self, t: str, kind: str, board: int = 1, **fields: object) -> TestResponse:
        """A ruling from the page of a board."""
        return self.send(f"/{t}/rounds/1/boards/{board}", kind=kind, **fields)

    def state(self, t: str) -> Tournament:
        return self.door.desks.desk(t).state

    def game(self, t: str, board: int = 1) -> Game:
        return self.state(t).game(1, board)

    def play(self, t: str, *moves: str, board: int = 1) -> None:
        """Moves at a board, one after the other, from where it stands."""
        for move in moves:
            ply = self.game(t, board).ply
            self.door.post(f"/tournaments/{t}/rounds/1/boards/{board}/moves", {"move": move, "ply": ply})
