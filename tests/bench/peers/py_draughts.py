"""py-draughts, by its public board: legal moves listed at every node, played and taken back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import draughts

from tests.bench.peers import pace

BOARDS = {
    "international": "StandardBoard",
    "frisian": "FrisianBoard",
    "russian": "RussianBoard",
    "brazilian": "BrazilianBoard",
    "american": "AmericanBoard",
}


class Met:
    """A board that is the same as another with the same position."""

    def __init__(self, board: Any) -> None:
        self.board = board
        self.state = board._pdn_state()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Met) and self.state == other.state

    def __hash__(self) -> int:
        return hash(self.state)


def perft(board: Any, depth: int) -> int:
    moves = board.legal_moves
    if depth == 1:
        return len(moves)
    nodes = 0
    for move in moves:
        board.push(move)
        nodes += perft(board, depth - 1)
        board.pop()
    return nodes


def run(wanted: dict[str, Any]) -> dict[str, Any]:
    name = BOARDS.get(wanted["variant"])
    if name is None:
        return {}
    told: dict[str, Any] = {"plies": None}

    def begun() -> Any:
        board = getattr(draughts, name)()
        if wanted["variant"] == "american":
            board.turn = draughts.Color.BLACK
        return board

    def play(game: Sequence[str]) -> int:
        board, done = begun(), 0
        for text in game:
            squares = text.replace("x", "-").split("-")
            origin, destination = int(squares[0]) - 1, int(squares[-1]) - 1
            for move in board.legal_moves:
                if move.square_list[0] == origin and move.square_list[-1] == destination:
                    break
            else:
                break
            board.push(move)
            done += 1
        return done

    def walk(game: Sequence[str]) -> Iterator[Met]:
        board = begun()
        for text in game:
            yield Met(board.copy())
            squares = text.replace("x", "-").split("-")
            ends = int(squares[0]) - 1, int(squares[-1]) - 1
            move = next((m for m in board.legal_moves if (m.square_list[0], m.square_list[-1]) == ends), None)
            if move is None:
                break
            board.push(move)

    if wanted["games"]:
        positions = [one.board for one in pace.met(wanted["games"], walk)]
        told["each"] = pace.each(lambda board: board.push(board.legal_moves[0]), positions)
        told["plies"] = pace.plies(play, wanted["games"], wanted["seconds"])
    told["nodes"] = perft(begun(), wanted["depth"])
    told["leaves"] = pace.leaves(lambda: perft(begun(), wanted["depth"]), wanted["seconds"])
    return told


if __name__ == "__main__":
    pace.answer(run)
