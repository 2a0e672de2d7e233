"""Twins: one move text from two positions of the same game, irregular in one of them and legal in the other."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import NamedTuple

from arbiter.rules.board import squares_set
from arbiter.rules.endings import OF_VARIANT, endings_of
from arbiter.rules.endings.draws import begin
from arbiter.rules.endings.specials import OnTheBoard, won
from arbiter.rules.moves import hunt, legal_moves, quiet_moves
from arbiter.rules.notation import Move, move_text, path_text
from arbiter.rules.position import Position, Rank, crownhead, fen_text, start
from arbiter.rules.variants import Variant
from arbiter.rules.verdict import judge, made
from arbiter.rulings.board.endings import decided_on_sight
from arbiter.sides import Both, Side
from arbiter.tournament.state import Tournament
from tests.hall import Hall

LONGEST_OPENING_PLIES = 60
TRIES = 60


class Twin(NamedTuple):
    """The position in which the squares are irregular, the one in which they are legal, and the squares as entered."""

    irregular: str
    legal: str
    entered: str


def played_out(random: Random, variant: Variant) -> Position:
    """A position of a game that was played by chance."""
    position = start(variant)
    for _ in range(random.randint(4, LONGEST_OPENING_PLIES)):
        legal = legal_moves(position, variant)
        if not legal:
            return played_out(random, variant)
        move = random.choice(legal)
        position = position.played(move.path, move.taken, move.crowned)
    return position


def entries(position: Position, variant: Variant) -> Iterator[tuple[int, ...]]:
    """Draw a mistake at the tablet: a step while a capture is due, a shorter capture, or one that stops early."""
    yield from (move.path for move in quiet_moves(position, variant))
    for origin in position.pieces(position.turn):
        for chain in hunt(position, origin, variant).all_chains():
            yield from (chain.path[:stops] for stops in range(2, len(chain.path) + 1))
            yield (chain.path[0], chain.path[-1])


def goes_on(position: Position, move: Move, variant: Variant) -> bool:
    """Return whether the game goes on after the move: both sides can move, and nobody has won in a special way."""
    now = position.played(move.path, move.taken, move.crowned)
    replies = legal_moves(now, variant)
    ended = won(OnTheBoard(position, now, bool(replies and replies[0].taken)), variant)
    return ended is None and bool(replies) and bool(legal_moves(now._replace(turn=now.turn.other), variant))


def counted(position: Position, move: Move, variant: Variant) -> list[tuple[object, ...]]:
    """Return the counts towards draws after the move, which depend on the pieces on the board."""
    now = position.played(move.path, move.taken, move.crowned)
    rows = endings_of(OF_VARIANT.get(variant.key, ()))
    tally = begin(position, rows, variant.board).after(move, now)
    return [(count.row.key, count.number, count.began, count.cause) for count in tally.counts()]


def shuffled(
    random: Random, position: Position, keep: frozenset[int], free: frozenset[int], variant: Variant
) -> Position:
    """The position with its other pieces on other squares, or without some of them; *free* squares stay empty."""
    last = variant.board.last
    standing = {side: dict(position.pieces(side)) for side in Side}
    placed = {side: {square: rank for square, rank in standing[side].items() if square in keep} for side in Side}
    room = [square for square in range(1, last + 1) if square not in keep | free]
    random.shuffle(room)
    for side in Side:
        own_rows = crownhead(variant, side)
        for square, rank in standing[side].items():
            if square in keep or random.random() < 0.3:
                continue
            there = next((one for one in room if rank is Rank.KING or not own_rows >> one & 1), None)
            if there is not None:
                room.remove(there)
                placed[side][there] = rank

    def of(*ranks: Rank) -> Both[int]:
        return Both(*(squares_set(s for s, rank in placed[side].items() if rank in ranks) for side in Side))

    men, idle = of(Rank.MAN, Rank.GOOD_FOR_NOTHING), of(Rank.GOOD_FOR_NOTHING)
    return Position.of(position.turn, men, of(Rank.KING), idle)


def twin(random: Random, variant: Variant) -> Twin:
    """A twin of that game."""
    while True:
        position = played_out(random, variant)
        position = Position.of(position.turn, position.men, position.kings, position.good_for_nothings)
        if _decided(position, variant):
            continue
        wrong = [
            path for path in dict.fromkeys(entries(position, variant)) if judge(position, path, variant).move is None
        ]
        random.shuffle(wrong)
        for entered in wrong[:4]:
            move = made(position, entered, variant)
            found = (
                None
                if move is None or not goes_on(position, move, variant)
                else _legal(random, position, entered, move, variant)
            )
            if found is not None and not _decided(found, variant):
                texts = (fen_text(position, variant), fen_text(found, variant))
                return Twin(*texts, path_text(entered, variant.capture_sign, variant))


@cache
def _tournament(variant: Variant) -> Tournament:
    return Hall(players=2, started=False, variant=variant.key).state


def _decided(position: Position, variant: Variant) -> bool:
    """Return whether the position is decided as it stands: nobody can set it up."""
    return decided_on_sight(_tournament(variant), position) is not None


def _legal(
    random: Random, position: Position, entered: tuple[int, ...], move: Move, variant: Variant
) -> Position | None:
    text = move_text(move, legal_moves(position, variant), variant)
    keep = frozenset((move.origin, *move.taken))
    for _ in range(TRIES):
        other = shuffled(random, position, keep, frozenset((*move.path, *entered)) - keep, variant)
        meant = judge(other, entered, variant).move
        same = meant is not None and (set(meant.taken), meant.crowned) == (set(move.taken), move.crowned)
        same = same and meant is not None and counted(other, meant, variant) == counted(position, move, variant)
        if (
            same
            and meant
            and move_text(meant, legal_moves(other, variant), variant) == text
            and goes_on(other, meant, variant)
        ):
            return other
    return None
