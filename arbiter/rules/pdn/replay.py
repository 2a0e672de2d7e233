"""Replay of a written game by the rules, up to the first move that may not be played."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from arbiter.refused import Fact, Refused
from arbiter.rules.board import squares_in
from arbiter.rules.captures_of_a_piece import fitting
from arbiter.rules.moves import hunt, legal_moves
from arbiter.rules.notation import Move, move_text, parse_move
from arbiter.rules.pdn.records import Item, Record, Setup, Variation, Written
from arbiter.rules.position import LETTERS, SIDES, Position, Rank, crownhead, parse_fen, start
from arbiter.rules.variants import Variant
from arbiter.rules.verdict import judge
from arbiter.sides import Side
from arbiter.values import dataclass, replace

FARTHEST_MOVES = 60
"""The most written moves that are tried after an ambiguous capture, to decide which capture was meant."""
_TURN_ALONE = re.compile(r"([WB]):*")


@dataclass(frozen=True, slots=True)
class Stopped:
    """The fault at which a replay stopped: a move that may not be played, or a position that is impossible.

    `ply` is the number of the move in plies, counted from 1. It is 0 if the starting position is impossible.
    """

    ply: int
    move: str
    code: str
    article: str | None
    facts: Mapping[str, Fact]
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move that was played, the position `before` it, and its notation `text`.

    `first` and `last` are the indices of its items in the record. They differ if a capture was written as several
    jumps.
    """

    first: int
    last: int
    before: Position
    move: Move
    text: str

    @property
    def after(self) -> Position:
        return self.before.played(self.move.path, self.move.taken, self.move.crowned)


@dataclass(frozen=True, slots=True)
class Replayed:
    """A game as played: its moves, its last position, and the fault that stopped the replay, if any.

    `guessed` lists the plies whose text could mean several captures; the moves after them decided which was meant.
    `lost` is the number of written moves from the fault on, which were not played.
    """

    variant: Variant
    start: Position
    position: Position
    made: tuple[PlayedMove, ...] = ()
    fault: Stopped | None = None
    guessed: tuple[int, ...] = ()
    lost: int = 0

    @property
    def uncrowned(self) -> bool:
        """Whether the game begins with a man on its last row, as some printed problems do."""
        return any(self.start.pieces(side).get(square) is Rank.MAN for side in Side for square in _last_row(self, side))


def _last_row(game: Replayed, side: Side) -> Iterable[int]:
    return squares_in(crownhead(game.variant, side))


def replay(record: Record, variant: Variant) -> Replayed:
    """Replay *record* from the starting position, or from the position that its FEN tag names."""
    fen = record.tag("FEN", "Fen")
    try:
        begin = fen_position(fen, variant) if fen else start(variant)
    except Refused as refused:
        fault = Stopped(0, str(fen)[:80], refused.code, refused.article, refused.facts, *record.fen_at)
        return Replayed(variant, start(variant), start(variant), fault=fault, lost=len(record.moves))
    return replay_line(record.items, _turned(begin, record, fen, variant), variant)


def fen_position(fen: str, variant: Variant) -> Position:
    """Parse a FEN. If it has "?" for the side to move, that side is the one that begins in *variant*.

    Men on their last row are allowed. Raise Refused if the text is unreadable or the position impossible.
    """
    plain = re.sub(r",+(?=[:.]|$)", "", re.sub(r"\s+", "", fen))
    return parse_fen(re.sub(r"^\?", LETTERS[variant.first], plain), variant, uncrowned=True)


def _turned(begin: Position, record: Record, fen: str | None, variant: Variant) -> Position:
    """Return the start position *begin*, with the other side to move if the first written move is a move of that side.

    The side is changed only if the FEN leaves it open ("?"), or if three dots stand before the move, which mean that
    the second player moves.
    """
    opening = next((item for item in record.items if not isinstance(item, Variation)), None)
    moves = record.moves
    if not moves or isinstance(opening, Setup):
        return begin
    open_turn = fen is not None and fen.strip().startswith("?")
    try:
        piece = begin.piece_at(written_squares(moves[0].text, variant)[0])
    except Refused:
        return begin
    wrong = piece is not None and piece[0] is not begin.turn
    return begin.turned_to(begin.turn.other) if wrong and (open_turn or moves[0].dots) else begin


def replay_line(items: Sequence[Item], begin: Position, variant: Variant) -> Replayed:
    """Replay the moves of a game or of a variation from the position *begin*."""
    position, made, guessed, ply = begin, list[PlayedMove](), list[int](), 0
    place = 0
    while place < len(items):
        item = items[place]
        place += 1
        if isinstance(item, Setup):
            try:
                position = set_up(item, position, variant)
            except Refused as refused:
                fault = Stopped(
                    ply, item.fen[:80], refused.code, refused.article, refused.facts, item.line, item.column
                )
                return Replayed(variant, begin, position, tuple(made), fault, tuple(guessed), _moves(items[place:]))
        if not isinstance(item, Written):
            continue
        ply += 1
        played = _played(items, place - 1, position, variant)
        if isinstance(played, Stopped):
            fault = replace(played, ply=ply)
            lost = 1 + _moves(items[place:])
            return Replayed(variant, begin, position, tuple(made), fault, tuple(guessed), lost)
        if played[1]:
            guessed.append(ply)
        made.append(played[0])
        position, place = played[0].after, played[0].last + 1
    return Replayed(variant, begin, position, tuple(made), None, tuple(guessed))


def set_up(item: Setup, position: Position, variant: Variant) -> Position:
    """Return the position that *item* sets up in the middle of a game.

    A set-up without pieces ("W:") only changes the side to move. Raise Refused if the position is unreadable.
    """
    if passed := _TURN_ALONE.fullmatch(item.fen.strip()):
        return position.turned_to(SIDES[passed[1]])
    return fen_position(item.fen, variant)


def written_squares(text: str, variant: Variant) -> tuple[int, ...]:
    """Return the squares of a written move. Any sign may separate them. Four digits without a sign are two squares.

    Raise Refused if the text is no move.
    """
    plain = re.sub(r"[\u00d7*\u2013]", "x", text)
    return parse_move(re.sub(r"^(\d\d)(\d\d)$", r"\1x\2", plain, flags=re.ASCII), variant)


def _played(
    items: Sequence[Item], place: int, position: Position, variant: Variant
) -> tuple[PlayedMove, bool] | Stopped:
    """Return the move written at the index *place* of *items*, and whether it was guessed.

    If the move cannot be played, return the fault instead. Single jumps that are written as several moves are joined to
    one capture.
    """
    written = items[place]
    assert isinstance(written, Written)
    fault = Stopped(0, written.text, "move_unreadable", None, {"text": written.text}, written.line, written.column)
    try:
        squares = written_squares(written.text, variant)
    except Refused as refused:
        return replace(fault, code=refused.code, facts=refused.facts)
    legal = legal_moves(position, variant)
    plain = [move for move in legal if (move.origin, move.destination) == squares]
    if len(plain) == 1:
        return PlayedMove(place, place, position, plain[0], move_text(plain[0], plain, variant)), False
    last = place
    while True:
        verdict = judge(position, squares, variant)
        if verdict.move is not None:
            return PlayedMove(place, last, position, verdict.move, move_text(verdict.move, legal, variant)), False
        if verdict.code == "ambiguous":
            meant = fitting(hunt(position, squares[0], variant), squares, legal)
            move = max(meant, key=lambda move: _goes_on(items[last + 1 :], position, move, variant))
            return PlayedMove(place, last, position, move, move_text(move, legal, variant)), True
        if last == place:
            code = str(verdict.code)
            fault = replace(fault, code=code, article=verdict.article, facts=verdict.facts)
        following = _next_jump(items, last, squares[-1], variant)
        if following is None or not any(move.taken for move in legal):
            return fault
        last, more = following
        squares = (*squares, *more[1:])


def _next_jump(items: Sequence[Item], last: int, square: int, variant: Variant) -> tuple[int, tuple[int, ...]] | None:
    """Return the index and the squares of the item after *last* if it is a move from *square*, otherwise None."""
    following = last + 1
    if following < len(items) and isinstance(written := items[following], Written):
        try:
            squares = written_squares(written.text, variant)
        except Refused:
            return None
        return (following, squares) if squares[0] == square else None
    return None


def _goes_on(items: Sequence[Item], position: Position, move: Move, variant: Variant) -> int:
    """Return how many of the written moves *items* can be played after *move*, to guess which move was meant."""
    ahead = [item for item in items if isinstance(item, Written | Setup)][:FARTHEST_MOVES]
    moves = next((at for at, item in enumerate(ahead) if isinstance(item, Setup)), len(ahead))
    position = position.played(move.path, move.taken, move.crowned)
    for done, item in enumerate(ahead[:moves]):
        assert isinstance(item, Written)
        try:
            verdict = judge(position, written_squares(item.text, variant), variant)
        except Refused:
            return done
        if verdict.move is None:
            return done
        position = position.played(verdict.move.path, verdict.move.taken, verdict.move.crowned)
    return moves


def _moves(items: Sequence[Item]) -> int:
    return sum(isinstance(item, Written) for item in items)
