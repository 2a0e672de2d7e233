"""The endgame tables: what they say of a position follows from what they say of the positions after it."""

from __future__ import annotations

import random

import pytest

from arbiter import thinking
from arbiter.endgames import Endgames, Exact, endgames
from arbiter.endgames.making import materials
from arbiter.rules.board import squares_set
from arbiter.rules.endings import OF_VARIANT, endings_of
from arbiter.rules.endings.draws import begin
from arbiter.rules.endings.specials import OnTheBoard, won
from arbiter.rules.moves import legal_moves
from arbiter.rules.position import Position, crownhead, parse_fen
from arbiter.rules.variants import VARIANTS, Variant
from arbiter.sides import Side
from tests.rules.drawn import framed

GAMES = [variant for variant in VARIANTS.values() if materials(variant)]
DRAWN_BY_LOT = 4
"""Positions of each class of material and each side to move."""


def reckoned(position: Position, variant: Variant, tables: Endgames) -> Exact:
    """The result of a position by the rules and by the results after each of its moves."""
    turn, moves = position.turn, legal_moves(position, variant)
    capturing = any(move.taken for move in moves)
    if decided := won(OnTheBoard(position, position, capturing), variant):
        return Exact(decided[1], 1 if decided[1] is turn else 0)
    counts = begin(position, endings_of(OF_VARIANT[variant.key]), variant.board).due(capturing=capturing)
    if any(not count.row.limit for count in counts):
        return Exact(None, 0)
    after = [tables.exact(position.played(*move)) or Exact(turn, 0) for move in moves]
    wins = [one.plies for one in after if one.winner is turn]
    if wins:
        return Exact(turn, min(wins) + 1)
    if any(one.winner is None for one in after):
        return Exact(None, 0)
    return Exact(turn.other, max((one.plies for one in after), default=-1) + 1)


def placed(variant: Variant, turn: Side, material: tuple[int, ...], chance: random.Random) -> Position:
    """A position with so many men and kings of the mover and of the waiter, no man on its last row."""
    while True:
        squares = chance.sample(range(1, variant.board.last + 1), sum(material))
        men, kings, their_men, their_kings = (squares_set(squares.pop() for _ in range(count)) for count in material)
        position = Position(turn, men, kings, their_men, their_kings)
        if not any(position.men[side] & crownhead(variant, side) for side in Side):
            return position


@pytest.mark.parametrize("variant", GAMES, ids=str)
def test_a_table_agrees_with_the_rules_one_move_further(variant: Variant) -> None:
    """Positions of every class of material, drawn by lot, in each game on 64 squares."""
    tables, chance = endgames(variant), random.Random(30)
    assert tables is not None
    for material in materials(variant):
        for turn in (*Side,) * DRAWN_BY_LOT:
            position = placed(variant, turn, material, chance)
            assert tables.exact(position) == reckoned(position, variant, tables), position


@pytest.mark.parametrize(
    ("variant", "fen", "moves"),
    [
        ("russian", "W:WK5,K11,K3:BK20", 8),
        ("russian", "W:WK28,K26,K29:BK9", 10),
        ("russian", "W:WK5,K27,K10:BK2", 5),
        ("russian", "W:WK9,K25,K30:BK7", 8),
        ("brazilian", "W:WK5,K11,K3:BK20", 8),
        ("turkish", "W:WK20,K30:BK50", 7),
    ],
)
def test_the_computer_wins_an_ending_against_the_best_defence_before_a_count_draws_it(
    variant: str, fen: str, moves: int
) -> None:
    """The endings that were drawn by walking to and fro; the loser holds out as long as the tables allow."""
    row = VARIANTS[variant]
    position, tables = parse_fen(fen, framed(row)), endgames(row)
    assert tables is not None
    exact = tables.exact(position)
    assert exact is not None
    assert (exact.winner, exact.moves) == (Side.WHITE, moves)
    tally, begun, plies = begin(position, endings_of(OF_VARIANT[variant]), row.board), position, 0
    while legal := legal_moves(position, row):
        if position.turn is Side.WHITE:
            found = thinking.search(position, row, tally=tally, nodes=2_000, table=tables.byte)
            assert found is not None
            move = found.move
        else:
            move = next(tables.line(position))
        assert move in legal
        position = position.played(*move)
        tally, plies = tally.after(move, position), plies + 1
        capturing = any(one.taken for one in legal_moves(position, row))
        if decided := won(OnTheBoard(begun, position, capturing), row):
            assert decided[1] is Side.WHITE
            break
        assert not tally.due(capturing=capturing) or not legal_moves(position, row)
    else:
        assert position.turn is Side.BLACK
    assert plies == exact.plies
