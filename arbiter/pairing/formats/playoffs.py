"""How a match that stands level is decided: game after game of less time, until somebody is ahead."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Step:
    """So many games by that time control; `on`: one after the other until somebody wins."""

    key: str
    control: str
    games: int = 1
    on: bool = False


RAPID = Step("rapid", "1200+5")  # 20 minutes and 5 s a move
BLITZ = Step("blitz", "300+3")
LEHMANN_GEORGIEV = Step("lehmann_georgiev", "300+2", on=True)
"""5 minutes and 2 s a move; what is left of the time is not carried over to the next game here."""

PLAY_OFFS: Mapping[str, tuple[Step, ...]] = {
    "none": (),
    "micro-match": (RAPID, BLITZ, LEHMANN_GEORGIEV),  # world title matches of 2013 and 2015
    "blitz": (Step("blitz", "300+3", games=2), Step("superblitz", "180+2", on=True)),  # European Championship 2022
    "youth": (Step("blitz", "300+5", on=True),),  # Dutch youth: 5 minutes and 5 s
    "lehmann-georgiev": (LEHMANN_GEORGIEV,),
}
"""By its key, the ladder of steps."""


@dataclass(frozen=True, slots=True)
class Stand:
    """How a match stands: `ahead` 1 or -1 where it is decided, else the step that comes next and its game."""

    ahead: int
    step: Step | None = None
    game: int = 1


def stand(balances: tuple[int, ...], games: int, ladder: tuple[Step, ...]) -> Stand:
    """How it stands after games that brought one of the two so much more than the other (negative: less).

    The first `games` are the match itself, and count together; so do those of a step that has several. A game of a
    step that goes on decides alone. With the ladder at its end the match stands level: `ahead` 0 and no step.
    """
    if len(balances) < games:
        return Stand(0, Step("match", ""), len(balances) + 1)
    if sum(balances[:games]):
        return Stand(_sign(sum(balances[:games])))
    left = balances[games:]
    for step in ladder:
        if step.on:
            won = next((balance for balance in left if balance), 0)
            return Stand(_sign(won)) if won else Stand(0, step, len(left) + 1)
        if len(left) < step.games:
            return Stand(0, step, len(left) + 1)
        if sum(left[: step.games]):
            return Stand(_sign(sum(left[: step.games])))
        left = left[step.games :]
    return Stand(0)


def _sign(balance: int) -> int:
    return (balance > 0) - (balance < 0)
