"""Play-offs: if a match is tied, further games with less time are played to find a winner."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.values import dataclass


@dataclass(frozen=True, slots=True)
class Series:
    """One stage of a play-off: `games` games with the time control `control`.

    If `on` is True, games are played one by one until somebody wins, whatever `games` is.
    """

    key: str
    control: str
    games: int = 1
    on: bool = False


RAPID = Series("rapid", "1200+5")  # 20 minutes and 5 seconds a move
BLITZ = Series("blitz", "300+3")
LEHMANN_GEORGIEV = Series("lehmann_georgiev", "300+2", on=True)
"""The Lehmann-Georgiev tie-break: games of 5 minutes and 2 seconds a move until somebody wins.

The time left after a game is not carried over to the next game.
"""

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
"""The series of games that follow a tied match, in order, by the key of the play-off."""


@dataclass(frozen=True, slots=True)
class MatchStand:
    """The state of a match: `ahead` is 1 if the first player has won it, -1 if the second has, 0 if it is undecided.

    `step` is the series to be played next, and `game` the number of the next game in it, counted from 1. `step` is None
    if the match is decided, or if it is still tied after the last series.
    """

    ahead: int
    step: Series | None = None
    game: int = 1


def stand(balances: tuple[int, ...], games: int, ladder: tuple[Series, ...]) -> MatchStand:
    """Return the state of a match. *balances* are, for each game, the first player's points minus the second's.

    The first *games* games are the match itself and count together. *ladder* are the series that follow. The games of a
    series count together too. In a series that goes on until somebody wins, the first game with a winner decides.
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
