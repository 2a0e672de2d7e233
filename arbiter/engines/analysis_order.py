"""The order in which the positions of a finished game are searched: from the last one back to the first.

When a position is searched, the position after the move that was played has been searched before. Therefore the score
of this move is known, and the search compares the other moves with it. If no other move is better, the position gets
the score of the move that was played. If another move is better by `JUMP`, the position is searched again with more
nodes, and the second search decides.
"""

from __future__ import annotations

from collections.abc import Generator
from secrets import token_hex
from typing import TypeAlias

from arbiter.engines.search_processes import Effort
from arbiter.engines.search_request import Advice, Task, task_of
from arbiter.rules.moves import legal_moves
from arbiter.rules.notation import Move, move_text
from arbiter.rules.position import Position
from arbiter.rules.variants.variant import Variant
from arbiter.sides import Side
from arbiter.tournament.game import Game
from arbiter.tournament.past.analysis import LOST, MOST, Weighed, loser, positions, within
from arbiter.values import replace

JUMP = 40
"""A position is searched again if another move scores better than the move played by at least this difference.

The difference is in hundredths of a man. A smaller one can come from an odd or even search depth. The position then
keeps the score of the move that was played.
"""
FIRST = 3
"""The first search of a position gets the average number of nodes for a position, divided by this number."""
AGAIN = 4
"""The second search of a position gets this many times the average number of nodes for a position.

It gets fewer nodes if those for the whole game run short.
"""
MOST_LOOKS = 2
"""The most searches of one position. A gain over the move that was played counts only if the second search finds it."""
FEW_PIECES = 7
"""The most pieces with which draws by counts of moves may matter.

A position with so few pieces is searched without the transposition table of the game's other positions.
"""
LONGEST_LINE = 12
"""Of the expected play at most this many moves are stored."""

Looks: TypeAlias = Generator[tuple[Task, Effort], Advice | None, None]


def backwards(game: Game, variant: Variant, effort: Effort, done: list[Weighed]) -> Looks:
    """Yield the searches of the game one by one. The caller sends back the result of each; None means no legal move.

    *done*: the list to which the evaluations are added, beginning with the last position. *effort*: the limit of nodes
    for one position. All searches together take at most that many nodes times the number of positions in the game.
    """
    stood = list(positions(game))
    nodes = effort.nodes * len(stood)
    first = replace(effort, nodes=max(1, effort.nodes // FIRST))
    again = replace(effort, nodes=effort.nodes * AGAIN)
    beaten, name = loser(game), token_hex(8)
    for ply in range(game.ply, -1, -1):
        position = stood[ply]
        legal = legal_moves(position, variant)
        moves = {move_text(move, legal, variant): move for move in legal}
        if not moves:
            done.append(Weighed(-MOST))
            continue
        played, reached = _played(game, ply, stood, moves), done[-1] if done else None
        if played and reached and len(moves) == 1:
            done.append(Weighed(-reached.score, played, (played, *reached.line)[:LONGEST_LINE]))
            continue
        known = (moves[played], -reached.score) if played and reached else None
        task = replace(task_of(game, variant, ply), table=_table(name, ply, position), after=known)
        found: Advice | None = None
        for look in range(MOST_LOOKS):
            spare = (nodes - first.nodes * ply) // 2
            if look and spare < first.nodes:
                found = None if known else found
                break
            close = replace(again, nodes=max(first.nodes, min(again.nodes, spare)))
            found = yield (task, close if look or ply == game.ply else first)
            if found is None:
                break
            nodes -= found.nodes
            if not _doubtful(found, played, known, beaten if ply == game.ply else None, position):
                break
        done.append(_weighed(found, played, reached))


def _played(game: Game, ply: int, stood: list[Position], moves: dict[str, Move]) -> str:
    """Return, in notation, the move that was played after *ply* plies.

    The text is empty if no move followed, if the move was irregular, or if a ruling changed the position after it.
    """
    move = moves.get(game.plays[ply].move) if ply < game.ply else None
    return game.plays[ply].move if move and stood[ply].played(*move) == stood[ply + 1] else ""


def _table(name: str, ply: int, position: Position) -> str:
    """Return the name of the transposition table for the search of a position.

    It is *name* for all positions with more than `FEW_PIECES` pieces. Each other position has a table of its own.
    """
    pieces = sum((position.men[side] | position.kings[side]).bit_count() for side in Side)
    return name if pieces > FEW_PIECES else f"{name}.{ply}"


def _doubtful(
    found: Advice, played: str, known: tuple[Move, int] | None, beaten: Side | None, position: Position
) -> bool:
    """Return whether a position should be searched again, because the result of the first search may be wrong.

    It should if another move seems better than the move that was played, or if the last position of the loser does not
    seem lost. *found*: the result of the first search. *played*: the move that was played, as text. *known*: that move
    with its score, None if it was not searched. *beaten*: the side that lost the game.
    """
    if beaten is not None:
        return (found.score if position.turn is beaten else -found.score) > -LOST
    return known is not None and found.move != played and within(found.score) - within(known[1]) >= JUMP


def _weighed(found: Advice | None, played: str, reached: Weighed | None) -> Weighed:
    """Return the evaluation of a position.

    *found* is the result of its own search, and *reached* the evaluation of the position after the move *played*.
    """
    gain = within(found.score) + within(reached.score) if found and reached and found.move != played else 0
    if played and reached and gain < JUMP:
        return Weighed(-reached.score, played, (played, *reached.line)[:LONGEST_LINE])
    return Weighed(found.score, found.move, found.line[:LONGEST_LINE]) if found else Weighed(-MOST)
