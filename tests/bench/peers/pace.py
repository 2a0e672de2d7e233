"""How much gets done in a CPU second, asked of every library in the same words. Nothing but the standard library.

A runner is started with the interpreter of its own environment, is told on standard input what to do, and says on
standard output how fast it was.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

T = TypeVar("T")


def rate(deed: Callable[[], int], seconds: float) -> float:
    """What *deed* gets done in a CPU second, over so many of them."""
    done, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds or not done:
        done += deed()
    return done / spent


def leaves(count: Callable[[], int], seconds: float) -> float:
    """Leaves a CPU second; the first count builds what tables there are, and is not measured."""
    count()
    return rate(count, seconds)


def plies(play: Callable[[Sequence[str]], int], games: Sequence[Sequence[str]], seconds: float) -> dict[str, float]:
    """Plies a CPU second, of games never read before and of the same games again; *play* tells how many a game had."""
    began, done = time.process_time(), 0
    for game in games:
        done += play(game)
        if time.process_time() - began > seconds:
            break
    first = done / (time.process_time() - began)
    waiting: list[Sequence[str]] = []

    def next_game() -> int:
        if not waiting:
            waiting.extend(games)
        return play(waiting.pop())

    return {"first": first, "again": rate(next_game, seconds)}


DIFFERENT = 10_000
"""Positions that are met for the first time."""


def met(games: Sequence[Sequence[str]], play: Callable[[Sequence[str]], Iterable[T]]) -> list[T]:
    """So many different positions of these games, in the order of play; *play* tells those of one game."""
    found: dict[T, None] = {}
    for game in games:
        found.update(dict.fromkeys(play(game)))
        if len(found) >= DIFFERENT:
            break
    return list(found)[:DIFFERENT]


def each(deed: Callable[[T], object], positions: Sequence[T]) -> float:
    """Positions a CPU second, each done once."""
    began = time.process_time()
    for position in positions:
        deed(position)
    return len(positions) / (time.process_time() - began)


def answer(run: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Reads what is wanted, does it, and says how fast."""
    json.dump(run(json.load(sys.stdin)), sys.stdout)
