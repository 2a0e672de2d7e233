"""Answers about the computer player: its evaluation of a position, and faults of external engines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypedDict

from arbiter.shapes.game.endgame_result import ExactTold, exact_shape
from arbiter.shapes.json_answers import told
from arbiter.sides import Side
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament
from arbiter.view import View


class Advised(Protocol):
    """A move that the computer player suggests, with its evaluation for the side to move."""

    @property
    def move(self) -> str: ...
    @property
    def score(self) -> int: ...
    @property
    def depth(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def line(self) -> tuple[str, ...]: ...


class OpinionTold(TypedDict):
    """The computer's evaluation of a position in hundredths of a man for White, with its best line.

    `tables`: the exact result if the endgame tables have the position, otherwise null.
    """

    score: int
    best: str
    line: list[str]
    depth: int
    nodes: int
    tables: ExactTold | None


def opinion_shape(view: View, game: Game, found: Advised) -> OpinionTold:
    score = found.score if game.position.turn is Side.WHITE else -found.score
    return told(OpinionTold, found, score=score, best=found.move, tables=exact_shape(view, game))


class FaultTold(TypedDict):
    """A fault of an external engine at a board, named by `code`. After it the built-in computer player plays on."""

    at: int
    engine: str
    code: str
    tournament: str
    name: str
    round: int
    board: int


def engine_faults(tournaments: Iterable[tuple[str, Tournament]], most: int = 20) -> list[FaultTold]:
    """Return at most *most* faults of external engines in these tournaments, the newest first.

    *tournaments*: each tournament with its id.
    """
    found: list[FaultTold] = [
        {
            "at": note.at,
            "engine": note.reason,
            "code": str(note.step),
            "tournament": id,
            "name": state.name,
            "round": game.round,
            "board": game.board,
        }
        for id, state in tournaments
        if state.house
        for game in state.games()
        for note in game.notes
        if note.what == "engine"
    ]
    return sorted(found, key=lambda one: -one["at"])[:most]
