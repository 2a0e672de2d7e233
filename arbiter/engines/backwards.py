"""The order in which the positions of a finished game are searched: from the last one back to the first.

The score of a position is known before the position that led to it is searched. So the search of that position
compares the other moves with the score of the move that was played. If no other move is better, the score is handed
back unchanged. If another move is better by `JUMP`, the position is searched again with more effort, and what the
second search says counts.
"""

from __future__ import annotations

from collections.abc import Generator
from secrets import token_hex
from typing import TypeAlias

from arbiter.engines.task import Advice, Task, task_of
from arbiter.engines.thinkers import Effort
from arbiter.rules.moves import legal_moves
from arbiter.rules.notation import Move, move_text
from arbiter.rules.position import Position
from arbiter.rules.variants.variant import Variant
from arbiter.sides import Side
from arbiter.tournament.game import Game
from arbiter.tournament.past.analysis import LOST, MOST, Weighed, loser, positions, within
from arbiter.values import replace

JUMP = 40
"""The least gain over the move that was played, in hundredths of a man, for which a position is searched again.

A smaller gain may come from the depth of the search, odd or even, and leaves the score as it is.
"""
FIRST = 3
"""The divisor of the effort for a position, when it is searched for the first time."""
AGAIN = 4
"""The factor of the effort for a position, when it is searched again: less if the effort for the game runs short."""
MOST_LOOKS = 2
"""The most searches of one position. A gain over the move that was played counts only if the second confirms it."""
FEW_PIECES = 7
"""The most pieces with which the limits on moves may decide; the table of other positions is not used then."""
LONGEST_LINE = 12
"""The most moves of the expected play that are stored."""

Looks: TypeAlias = Generator[tuple[Task, Effort], Advice | None, None]


def backwards(game: Game, variant: Variant, effort: Effort, done: list[Weighed]) -> Looks:
    """Yield the searches of the game one by one, and be sent the answer to each; None means that no move is left.

    The evaluations are added to *done*, that of the last position first. All searches together take at most
    *effort* for each position of the game.
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
    """Return the move that was played after *ply* plies.

    It is empty after the last move, if the move was irregular, or if the position was changed after it.
    """
    move = moves.get(game.plays[ply].move) if ply < game.ply else None
    return game.plays[ply].move if move and stood[ply].played(*move) == stood[ply + 1] else ""


def _table(name: str, ply: int, position: Position) -> str:
    """Return the name of the table for the search of a position: *name* for all positions with many pieces."""
    pieces = sum((position.men[side] | position.kings[side]).bit_count() for side in Side)
    return name if pieces > FEW_PIECES else f"{name}.{ply}"


def _doubtful(
    found: Advice, played: str, known: tuple[Move, int] | None, beaten: Side | None, position: Position
) -> bool:
    """Return whether a position should be searched again.

    That is so if another move seems better than the one played, or if the loser's last position does not seem lost.
    """
    if beaten is not None:
        return (found.score if position.turn is beaten else -found.score) > -LOST
    return known is not None and found.move != played and within(found.score) - within(known[1]) >= JUMP


def _weighed(found: Advice | None, played: str, reached: Weighed | None) -> Weighed:
    """Return the evaluation of a position from its own search and from that of the position *reached* by the play."""
    gain = within(found.score) + within(reached.score) if found and reached and found.move != played else 0
    if played and reached and gain < JUMP:
        return Weighed(-reached.score, played, (played, *reached.line)[:LONGEST_LINE])
    return Weighed(found.score, found.move, found.line[:LONGEST_LINE]) if found else Weighed(-MOST)
