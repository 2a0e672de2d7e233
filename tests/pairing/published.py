"""The rounds of `tests/data/pairing/dutch`, on whose pairs two engines agree, and how to say them."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from arbiter.pairing import swiss
from arbiter.pairing.swiss.situation_from_trf import situation
from arbiter.pairing.trf import Trf, TrfCell
from arbiter.pairing.trf.read import parse_trf

DATA = Path(__file__).parents[1] / "data/pairing"
Pairs: TypeAlias = list[tuple[int, int]]
"""White and Black, board by board; 0 for the allocated bye."""


@dataclass(frozen=True, slots=True)
class Published:
    """One tournament: the file, the pairs of its rounds, and the round that cannot be paired with who is away in it."""

    name: str
    players: int
    rounds: tuple[Pairs, ...]
    impossible: int | None
    away: dict[int, str]

    @property
    def trf(self) -> Trf:
        return parse_trf((DATA / "dutch" / self.name).read_text("utf-8"))

    def before(self, round: int, away: dict[int, str]) -> Trf:
        """The file as it was when that round was to be paired."""
        trf = self.trf
        return replace(
            trf,
            players=tuple(
                replace(
                    player,
                    cells=player.cells[: round - 1]
                    + ((TrfCell(0, "-", away[player.number]),) if player.number in away else ()),
                )
                for player in trf.players
            ),
        )


@cache
def tournaments() -> tuple[Published, ...]:
    """All of them."""
    index: list[dict[str, Any]] = json.loads((DATA / "dutch/index.json").read_text("utf-8"))
    return tuple(
        Published(
            row["file"],
            row["players"],
            tuple([(white, black) for white, black in pairs] for pairs in row["pairings_2026"]),
            row.get("unpairable_round"),
            {int(number): letter for number, letter in row.get("absent_in_unpairable", {}).items()},
        )
        for row in index
    )


def paired(trf: Trf, round: int) -> Pairs:
    """What is paired here."""
    return told(swiss.pair(situation(trf, round)))


def told(made: swiss.SwissRound) -> Pairs:
    """A round as the data tell it."""
    return [*made.numbers(), *([(made.bye, 0)] if made.bye else [])]
