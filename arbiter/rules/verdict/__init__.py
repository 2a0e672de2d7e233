"""The verdict on a move: whether it is legal, otherwise the rule that it breaks, the article, and the correcting moves.

`judge` checks in the order of a referee. Are the squares in play? Whose piece is moved? Can that piece reach the
squares at all? Does the move meet the duty to capture? The verdict is a code with facts, not a sentence. Facts are
numbers, codes, and squares and moves in notation.

`made` returns a move as it was made at the board, legal or not: which piece moved where, and which pieces were removed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from itertools import pairwise

from arbiter.refused import Fact, Refused
from arbiter.rules.board import squares_in, squares_set
from arbiter.rules.captures_of_a_piece import along, fitting, route, tapped
from arbiter.rules.generator.geometry import turned
from arbiter.rules.moves import hunt, moves_in_play, quiet_moves, walked_out
from arbiter.rules.notation import Move, move_text, path_text, square_text
from arbiter.rules.position import Position, Rank, crownhead
from arbiter.rules.variants.variant import Variant
from arbiter.rules.verdict.faults import Fault, fault, shortfall
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The verdict on a move.

    `move` is the legal move that was meant. If it is None, `code` names the rule that was broken, and `facts` are what
    a message about it needs.
    """

    move: Move | None = None
    code: str | None = None
    article: str | None = None
    facts: dict[str, Fact] = field(default_factory=dict)
    corrections: tuple[Move, ...] = ()
    """The legal moves that correct the fault.

    They are the legal moves of the piece that must be moved. If that piece has none, they are all legal moves.
    """
    same_piece: bool = False
    """Whether the corrections are moves of the one piece that must be moved; otherwise any piece may be moved."""


def judge(
    position: Position,
    entered: Sequence[int],
    variant: Variant,
    same_piece: int | None = None,
    *,
    alike: bool = False,
) -> Verdict:
    """Judge the move that the squares *entered* describe. Raise Refused if there are fewer than two squares.

    If *same_piece* is a square, the piece on it must make the correcting move, as long as it has a legal move. If
    *alike* is True, a legal move takes as long to judge as an irregular one, so that the time of the answer does not
    reveal whether the move is legal: the fault that the move would have if it were not legal is found and dropped.

    >>> from arbiter.rules.position import parse_fen
    >>> from arbiter.rules.variants import VARIANTS
    >>> international = VARIANTS["international"]
    >>> verdict = judge(parse_fen("W:W32,48:B28", international), (48, 42), international)
    >>> verdict.code, verdict.facts["corrections"]
    ('capture_missed', ('32x23',))
    """
    if len(entered) < 2:
        raise Refused("move_unreadable", text=path_text(entered, "", variant))
    legal = moves_in_play(position, variant)
    own = position.pieces(position.turn)
    bound = tuple(move for move in legal if move.origin == same_piece)
    meant = _plain(entered, legal)
    if len(meant) != 1 and entered[0] in own:
        meant = fitting(hunt(position, entered[0], variant), entered, legal)
    right = meant[0] if len(meant) == 1 and (not bound or entered[0] == same_piece) else None
    if right is not None and not alike:
        return Verdict(move=right)
    if right is not None:
        found = _broken(position, entered, tuple(move for move in legal if move is not right) or legal, variant)
    elif len(meant) == 1:
        found = Fault("touched_other_piece", {"square": square_text(bound[0].origin, variant)})
    elif meant:
        found = _ambiguous(position, entered, meant, variant)
    else:
        found = _broken(position, entered, legal, variant)
    corrections = bound or tuple(move for move in legal if move.origin == entered[0])
    capture = len(entered) > 2 or "got" in found.facts or any(move.taken for move in meant)
    facts: dict[str, Fact] = {
        "move": path_text(entered, variant.capture_sign if capture else "-", variant),
        "side": position.turn.value,
        **found.facts,
        "corrections": tuple(move_text(move, legal, variant) for move in corrections or legal),
    }
    king = own.get(entered[0]) is Rank.KING or found.facts.get("rank") == "king"  # crowned within the capture
    article = variant.article("may_turn_back" if found.facts.get("how") == "turned_back" else found.code, king)
    if right is not None:
        return Verdict(move=right)
    return Verdict(
        code=found.code,
        article=article,
        facts=facts,
        corrections=corrections or legal,
        same_piece=bool(corrections),
    )


def _plain(entered: Sequence[int], legal: Sequence[Move]) -> tuple[Move, ...]:
    """Return the legal moves from the first to the second square; empty if the entry has more than two squares.

    If there is only one such move, the entry means this move.
    """
    ends = tuple(entered)
    return tuple(move for move in legal if (move.path[0], move.path[-1]) == ends)


def _broken(position: Position, entered: Sequence[int], legal: Sequence[Move], variant: Variant) -> Fault:
    """Return, for a move that is not legal, the rule that it breaks."""
    for square in entered:
        if not 1 <= square <= variant.board.last:
            return Fault("square_not_in_play", {"square": square_text(square, variant)})
    origin = entered[0]
    piece = position.piece_at(origin)
    if not legal and walked_out(position, variant) != origin:
        return _over(position, variant)
    if piece is None:
        return Fault("no_piece", {"square": square_text(origin, variant)})
    if piece[0] is not position.turn:
        return Fault("moved_opponents_piece", {"square": square_text(origin, variant), "owner": piece[0].value})
    hunter = hunt(position, origin, variant)
    # a possible step is read as that step, even if a capture leads round to the same square
    if len(entered) == 2 and any(
        (move.origin, move.destination) == tuple(entered) for move in quiet_moves(position, variant)
    ):
        if walked_out(position, variant) == origin and not any(move.taken for move in legal):
            return Fault("king_move_limit", {"square": square_text(origin, variant), "limit": variant.king_move_limit})
        hunters = tuple(dict.fromkeys(square_text(move.origin, variant) for move in legal))
        most = max(len(move.taken) for move in legal)
        return Fault("capture_missed", {"captures": len(legal), "max": most, "squares": hunters})
    if along(hunter, entered[1:], variant.board.all):
        return shortfall(position, hunter, entered, legal, variant)
    return fault(position, hunter, entered, variant)


def _over(position: Position, variant: Variant) -> Fault:
    won = position.turn.other is variant.points_of
    return Fault("game_over", {"result": variant.points.win if won else variant.points.loss, "because": "no_move"})


def _ambiguous(position: Position, entered: Sequence[int], meant: Sequence[Move], variant: Variant) -> Fault:
    """Return the fault of an entry that can mean several moves, namely *meant*.

    The fault names the squares that would make the entry clear: if one of them is entered too, only one move fits.
    """
    hunter = hunt(position, entered[0], variant)
    telling: list[int] = []
    for move in meant:
        for square in move.path[1:-1]:
            longer = [(*entered[:place], square, *entered[place:]) for place in range(1, len(entered))]
            if square not in telling and any(fitting(hunter, text, meant) == (move,) for text in longer):
                telling.append(square)
    return Fault(
        "ambiguous",
        {
            "squares": tuple(square_text(square, variant) for square in telling),
            "moves": tuple(path_text(move.path, variant.capture_sign, variant) for move in meant),
        },
    )


def made(position: Position, entered: Sequence[int], variant: Variant) -> Move | None:
    """Return the move that the squares *entered* describe, legal or not; None if it cannot be made on a board at all.

    It cannot be made if a square is not in play, if no piece of the side to move is on the first square, or if the last
    square is occupied.

    The pieces taken are found in this order:

    * If the squares fit a legal capture, its pieces are taken; of several the capture that takes most pieces.
    * Otherwise each square is read as the landing of one jump, if that is possible.
    * Otherwise the opponent's pieces on the lines between the squares are taken.

    A man that ends on its last row becomes a king, even if the move is irregular. The path of the result depends only
    on the first square, the last square and the pieces taken (`plain_route`).
    """
    board, origin, end = variant.board, entered[0], entered[-1]
    if any(not 1 <= square <= board.last for square in entered):
        return None
    piece = position.piece_at(origin)
    if piece is None or piece[0] is not position.turn or (end != origin and position.piece_at(end)) or len(entered) < 2:
        return None
    if len(entered) == 2:
        step = next((m for m in quiet_moves(position, variant) if (m.origin, m.destination) == (origin, end)), None)
        if step is not None:
            return step
    hunter = hunt(position, origin, variant)
    fits = any((move.origin, move.destination) == (origin, end) for move in moves_in_play(position, variant))
    stands = (along if fits else tapped)(hunter, entered[1:], board.all)
    bits = max((stand.taken for stand in stands), key=int.bit_count, default=None)
    taken = tuple(squares_in(bits)) if bits is not None else _lifted(position, entered, variant)
    if end == origin and not taken:
        return None
    at_the_end = bool(crownhead(variant, position.turn) >> end & 1)
    crowned = piece[1] is Rank.MAN and (at_the_end or any(stand.king for stand in stands))
    path = tuple(entered) if taken else (origin, end)
    return plain_route(position, Move(path, taken, crowned), variant)


def plain_route(position: Position, move: Move, variant: Variant) -> Move:
    """Return the move with a path that depends only on its origin, its destination and the pieces taken.

    Then the path does not reveal whether the move was legal. A move without capture keeps its path, and so does a
    capture that the piece cannot make jump by jump.
    """
    way = route(hunt(position, move.origin, variant), move.destination, squares_set(move.taken)) if move.taken else None
    return move if way is None else Move(*way, move.crowned)


def _lifted(position: Position, entered: Sequence[int], variant: Variant) -> tuple[int, ...]:
    """Return the squares of the opponent's pieces between each two entered squares, as if each pair were a jump."""
    theirs = position.pieces(position.turn.other)
    ways = turned((*variant.men_step, *variant.men_take, *variant.kings_step, *variant.kings_take), position.turn)
    lifted: list[int] = []
    for here, there in pairwise(entered):
        between = variant.board.between(here, there, ways) or ()
        lifted.extend(square for square in between if square in theirs and square not in lifted)
    return tuple(lifted)
