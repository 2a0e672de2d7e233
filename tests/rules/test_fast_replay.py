"""Games played through from their scores."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.rules.fast_replay import follow
from arbiter.rules.moves import legal_moves
from arbiter.rules.notation import parse_move, path_text
from arbiter.rules.position import Position, parse_fen, start
from arbiter.rules.variants import INTERNATIONAL, VARIANTS
from arbiter.rules.variants.variant import Variant
from arbiter.rules.verdict import judge
from tests.games import real_games
from tests.rules.drawn import games


@pytest.mark.parametrize("key", ["international", "russian", "american", "czech", "italian"])
def test_a_real_game_is_followed_as_it_is_judged_move_by_move(key: str) -> None:
    variant = VARIANTS[key]
    for game in real_games(key)[:25]:
        position, moves = start(variant), []
        for text in game.moves:
            move = judge(position, parse_move(text, variant), variant).move
            if move is None:
                break
            moves.append(move)
            position = position.played(*move)
        course = follow(game.moves, start(variant), variant)

        assert course.moves == tuple(moves)
        assert course.position == position


@settings(max_examples=150, deadline=None)
@given(games(most=12), st.data())
def test_whatever_is_played_can_be_followed(drawn: tuple[Variant, Position], data: st.DataObject) -> None:
    """In every game, with every kind of piece, short or in full, and up to the move that may not be played."""
    variant, position = drawn
    texts, played, now = [], [], position
    for _ in range(8):
        legal = legal_moves(now, variant)
        if not legal:
            break
        move = data.draw(st.sampled_from(legal))
        texts.append(written(now, move.path, legal, variant, short=data.draw(st.booleans())))
        played.append((move.origin, move.destination, frozenset(move.taken), move.crowned))
        now = now.played(*move)
    course = follow([*texts, "1-1", "2-2"], position, variant)

    assert [(m.origin, m.destination, frozenset(m.taken), m.crowned) for m in course.moves] == played
    assert course.position == now
    assert course.position.walks == now.walks or variant.king_move_limit is None


def written(
    position: Position, path: Sequence[int], legal: Sequence[tuple[object, ...]], variant: Variant, *, short: bool
) -> str:
    ends = (path[0], path[-1])
    if short and judge(position, ends, variant).move is not None:
        return path_text(ends, "-", variant)
    return path_text(path, "x", variant)


def test_a_score_is_followed_as_far_as_it_goes() -> None:
    begun = start(INTERNATIONAL)

    assert len(follow(["32-28", "19-23", "28x19", "14x23", "33-29"], begun, INTERNATIONAL).moves) == 5
    assert len(follow(["32-28", "19-23", "33-29"], begun, INTERNATIONAL).moves) == 2  # a capture was due
    assert len(follow(["32-28", "32-28"], begun, INTERNATIONAL).moves) == 1
    assert len(follow(["32-28", "resigns", "19-23"], begun, INTERNATIONAL).moves) == 1


def test_a_text_that_may_mean_two_captures_is_not_followed() -> None:
    """Ruling B11."""
    position = parse_fen("B:W14,19,29,31,42:BK47", INTERNATIONAL)

    assert follow(["47x36"], position, INTERNATIONAL).moves == ()


def test_the_limit_on_the_moves_of_a_king_is_kept() -> None:
    frisian = VARIANTS["frisian"]
    position = parse_fen("W:WK46,50:B3", frisian)
    texts = ["46-41", "3-8", "41-46", "8-12", "46-41", "12-17", "41-46"]

    assert len(follow(texts, position, frisian).moves) == 6
    assert len(follow(texts, parse_fen("W:WK46:B3", frisian), frisian).moves) == 7  # no man is left: no limit
