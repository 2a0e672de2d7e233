"""How a match that stands level is decided: game after game of less time, until somebody is ahead."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Series:
    """So many games by that time control; `on`: one after the other until somebody wins."""

    key: str
    control: str
    games: int = 1
    on: bool = False


RAPID = Series("rapid", "1200+5")  # 20 minutes and 5 s a move
BLITZ = Series("blitz", "300+3")
LEHMANN_GEORGIEV = Series("lehmann_georgiev", "300+2", on=True)
"""5 minutes and 2 s a move; what is left of the time is not carried over to the next game here."""

PLAY_OFFS: Mapping[str, tuple[Series, ...]] = {
    "none": (),
    "micro-match": (RAPID, BLITZ, LEHMANN_GEORGIEV),  # world title matches of 2013 and 2015
    "blitz": (
        Series("blitz", "300+3", games=2),
        Series("superblitz", "180+2", on=True),
    ),  # European Championship 2022
    "youth": (Series("blitz", "300+5", on=True),),  # Dutch youth: 5 minutes and 5 s
    "lehmann-georgiev": (LEHMANN_GEORGIEV,),
}
"""What follows a level match, series after series, by the key of the ladder."""


@dataclass(frozen=True, slots=True)
class MatchStand:
    """How a match stands: `ahead` 1 or -1 where it is decided, else the step that comes next and its game."""

    ahead: int
    step: Series | None = None
    game: int = 1


def stand(balances: tuple[int, ...], games: int, ladder: tuple[Series, ...]) -> MatchStand:
    """How it stands after games that brought one of the two so much more than the other (negative: less).

    The first `games` are the match itself, and count together; so do those of a step that has several. A game of a
    step that goes on decides alone. With the ladder at its end the match stands level: `ahead` 0 and no step.
    """
    if len(balances) < games:
        return MatchStand(0, Series("match", ""), len(balances) + 1)
    if sum(balances[:games]):
        return MatchStand(_sign(sum(balances[:games])))
    left = balances[games:]
    for step in ladder:
        if step.on:
            won = next((balance for balance in left if balance), 0)
            return MatchStand(_sign(won)) if won else MatchStand(0, step, len(left) + 1)
        if len(left) < step.games:
            return MatchStand(0, step, len(left) + 1)
        if sum(left[: step.games]):
            return MatchStand(_sign(sum(left[: step.games])))
        left = left[step.games :]
    return MatchStand(0)


def _sign(balance: int) -> int:
    return (balance > 0) - (balance < 0)
