"""What the acceptance tests of officiating share: positions that are put on a board, and what is said to it."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import Any

from pypdf import PdfReader

from arbiter.rules.endings.draws import begin
from arbiter.rules.position import parse_fen
from tests.web.conftest import Door

T = "/tournaments/club-open"
BOARD = f"{T}/rounds/1/boards/1"
PAPER = {"members": ["Ineke Smit", "Wouter Bos"], "reason": "heard"}
"""Who has decided an appeal on paper; a chief arbiter enters it."""


def put(door: Door, fen: str, board: int = 1) -> None:
    """Sets a position up, as if the game had begun with it: a shortcut of tests, not a line of the journal."""
    desk = door.desks.desk("club-open")
    game = desk.state.game(1, board)
    position = parse_fen(fen, desk.state.variant)
    clock = game.clock.start(position.turn, door.clock.at)
    tally = begin(position, desk.state.rows, desk.state.variant.board)
    desk.state = desk.state.put(
        replace(game, position=position, start=position, clock=clock, tally=tally, shown=(clock,))
    )


def play(door: Door, *moves: str, board: int = 1) -> None:
    """Moves one after the other, kings crowned where the regulations want it."""
    at = f"{T}/rounds/1/boards/{board}"
    for move in moves:
        shown = door.get(at).get_json()
        if shown["crown"]:
            assert door.post(f"{at}/crowns").status_code == 200
        answer = door.post(f"{at}/moves", {"move": move, "ply": shown["ply"]})
        assert answer.status_code == 200, answer.get_json()


def move(door: Door, text: str, **more: object) -> Any:
    """One move as the board stands, whatever comes of it."""
    return door.post(f"{BOARD}/moves", {"move": text, "ply": see(door)["ply"], **more})


def see(door: Door, role: str | None = "director") -> Any:
    """The board as somebody sees it."""
    return door.get(BOARD, role=role).get_json()


def kinds(door: Door) -> list[str]:
    """The kinds of the journal's lines."""
    return [line["kind"] for line in door.get(f"{T}/journal").get_json()["lines"]]


def proposals(door: Door, kind: str) -> list[Any]:
    """The proposals of that kind that wait."""
    found = door.get(f"{T}/proposals").get_json()["proposals"]
    return [one for one in found if one["kind"] == kind and one["decided"] is None]


def sheet(door: Door, name: str, **query: object) -> str:
    """The words of a sheet, on one line, as a chief arbiter prints it."""
    asked = "&".join(f"{key}={value}" for key, value in query.items())
    answer = door.get(f"{T}/sheets/{name}.pdf?{asked}", role="chief")
    assert answer.status_code == 200, answer.get_json()
    return " ".join(" ".join(page.extract_text() for page in PdfReader(BytesIO(answer.data)).pages).split())
