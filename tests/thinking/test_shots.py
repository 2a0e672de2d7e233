"""Shots are found: those of the first level by people who look, the others by the house."""

from __future__ import annotations

import pytest

from arbiter import thinking
from tests.thinking.shots import Shot, proved, shots

GAMES = ("international", "american", "russian", "turkish", "frisian")


def solved(of: list[Shot], nodes: int | None = None, level: int | None = None) -> int:
    """How many of them."""
    return sum(shot.solved(thinking.search(shot.position, shot.variant, nodes=nodes, level=level)) for shot in of)


@pytest.mark.parametrize("game", GAMES)
def test_the_house_finds_the_shots_of_every_game(game: str) -> None:
    of = shots(game)

    assert len(of) == (30 if game == "international" else 10)
    assert solved(of, nodes=4_000) >= len(of) - 2


@pytest.mark.slow  # ten seconds of looking ahead
@pytest.mark.parametrize("game", GAMES)
def test_with_the_nodes_of_a_third_of_a_second_no_shot_is_missed(game: str) -> None:
    of = shots(game)

    assert solved(of, nodes=60_000) >= len(of) - (game != "international")
    assert solved(of, nodes=20_000) >= len(of) - 2


def test_the_first_level_misses_half_of_the_shots() -> None:
    of = [shot for game in GAMES for shot in shots(game)]

    assert solved(of, level=1) <= len(of) // 2


@pytest.mark.slow  # every line is followed to its end
@pytest.mark.parametrize("game", GAMES[1:])
def test_a_shot_is_proved_by_looking_at_every_line(game: str) -> None:
    for shot in shots(game):
        move = proved(shot.position, shot.variant, 5 if game != "turkish" else 3)
        assert move is not None
        assert shot.move == f"{move.origin}-{move.destination}"
