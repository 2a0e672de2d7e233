"""What the house would play: legal, the same for the same chance, within its limit, and no worse than it must be."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter import thinking
from arbiter.rules.endings import ENDINGS, OF_VARIANT, endings_of
from arbiter.rules.endings.draws import begin
from arbiter.rules.moves import legal_moves
from arbiter.rules.notation import move_text
from arbiter.rules.position import Position, parse_fen, start
from arbiter.rules.variants import VARIANTS, Variant
from tests.rules.drawn import framed, games


def best(variant: str, fen: str, nodes: int = 3_000) -> tuple[str, int]:
    """The move and its score, from a position by number."""
    row = framed(VARIANTS[variant])
    position = parse_fen(fen, row)
    found = thinking.search(position, row, nodes=nodes)
    assert found is not None
    return move_text(found.move, legal_moves(position, row), row), found.score


@given(games(), st.sampled_from(list(thinking.LEVELS)), st.integers(0, 1000))
@settings(max_examples=60)
def test_the_move_is_legal_and_so_is_the_line_behind_it(
    drawn: tuple[Variant, Position], level: int, chance: int
) -> None:
    """In every game, from any position, at every level, by any chance."""
    variant, position = drawn
    found = thinking.search(position, variant, nodes=300, level=level, chance=chance)

    assert (found is None) == (not legal_moves(position, variant))
    if found is not None:
        assert found.line[0] == found.move
        for move in found.line:
            assert move in legal_moves(position, variant)
            position = position.played(*move)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_a_game_is_played_to_its_end_by_legal_moves(variant: Variant) -> None:
    """Two levels against each other, from the opening, until the game is over or has gone on for long."""
    position, ply = start(variant), 0
    tally = begin(position, endings_of(OF_VARIANT[variant.key]), variant.board)
    while (legal := legal_moves(position, variant)) and ply < 150 and not tally.due(capturing=bool(legal[0].taken)):
        found = thinking.search(position, variant, tally=tally, nodes=50, level=9 - ply % 2 * 6, chance=ply)
        assert found is not None
        assert found.move in legal
        position = position.played(*found.move)
        tally, ply = tally.after(found.move, position), ply + 1

    assert ply > 20


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_the_same_chance_gives_the_same_answer(variant: Variant) -> None:
    answers = [thinking.search(start(variant), variant, nodes=500, level=4, chance=7) for _ in range(2)]

    assert answers[0] == answers[1]


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_it_stops_within_few_nodes_of_being_told_to(variant: Variant) -> None:
    asked = 0

    def enough() -> bool:
        nonlocal asked
        asked += 1
        return asked > 2

    found = thinking.search(start(variant), variant, enough=enough)

    assert found is not None
    assert found.nodes <= 3 * 128


def test_the_turkish_king_goes_for_the_lone_man() -> None:
    """It wins as soon as nothing else is left (004 Turkish 9)."""
    assert best("turkish", "W:WK57:B41,24") == ("57x33", thinking.WON - 1)
    assert best("turkish-federation", "W:WK57:B41,24")[1] == 0


def test_a_good_for_nothing_keeps_off_the_last_row() -> None:
    """It would lose the game there (004 Good-for-Nothings 3)."""
    assert best("good-for-nothings", "B:W12,G32:BG25,10")[0] != "25-30"
    assert best("good-for-nothings", "B:W12,G32:BG25") == ("25-30", 1 - thinking.WON)


def test_the_last_good_for_nothing_is_given_away() -> None:
    """Whoever has lost them all has won (004 Good-for-Nothings 2)."""
    assert best("good-for-nothings", "B:W22,G31:B1,G14")[1] == thinking.WON - 2


def test_a_lower_level_errs_by_chance_and_full_strength_never() -> None:
    game = VARIANTS["international"]

    def chosen(level: int | None) -> set[object]:
        found = (thinking.search(start(game), game, nodes=400, level=level, chance=chance) for chance in range(12))
        return {one.move for one in found if one}

    assert len(chosen(1)) > 3
    assert len(chosen(None)) == 1


def test_a_level_searches_so_many_positions_and_looks_farther_ahead_as_pieces_leave() -> None:
    game = VARIANTS["international"]
    ending = parse_fen("W:W42,43:B9,10", game)
    found = [thinking.search(at, game, level=5) for at in (start(game), ending)]

    assert all(one and 0 <= one.nodes - thinking.LEVELS[5].nodes < 32 for one in found)
    assert found[0] is not None
    assert found[1] is not None
    assert found[0].depth < found[1].depth


def test_an_advantage_that_does_not_win_is_worth_little() -> None:
    """A flying king holds against three on ten squares by ten."""
    assert best("international", "W:WK46,K47,K48:BK16", 2_000)[1] < 100


def test_the_referee_of_001_is_reckoned_with() -> None:
    """After twenty plies in which nothing happens the stronger position has won."""
    american = VARIANTS["american"]
    position = parse_fen("W:WK1,5:BK32", american)
    tally = replace(begin(position, (ENDINGS["strength"],), american.board), ply=14)
    found = thinking.search(position, american, tally=tally, nodes=4_000)

    assert found is not None
    assert thinking.WON - 7 <= found.score <= thinking.WON - 6  # a piece given away puts it off by a ply
