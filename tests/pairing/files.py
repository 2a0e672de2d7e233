"""The crosstables of TRF files in tests/data, read column by column."""

from __future__ import annotations

import csv
from pathlib import Path

from arbiter.pairing.byes import BYES, ByeKind
from arbiter.pairing.crosstable import Bye, Crosstable, Meeting
from arbiter.pairing.points import Outcome, Points
from arbiter.sides import Both

DATA = Path(__file__).parent.parent / "data" / "pairing"
CHESS = Points(2, 1, 0, parts=2)
OUTCOMES = {"1": Outcome.WON, "+": Outcome.WON, "=": Outcome.DRAWN, "0": Outcome.LOST, "-": Outcome.LOST}
KINDS = {effect.letter: kind for kind, effect in BYES.items()} | {"Z": ByeKind.ZERO, "H": ByeKind.HALF}


def crosstable(name: str, *, everybody: bool = False, points: Points = CHESS) -> Crosstable:
    """The crosstable of a file, with its ratings."""
    ratings: dict[int, int] = {}
    byes: list[Bye] = []
    sides: dict[tuple[int, int], dict[str, tuple[int, str]]] = {}
    for line in (DATA / "tiebreaks" / name).read_text().splitlines():
        if not line.startswith("001"):
            continue
        entry = int(line[4:8])
        ratings[entry] = int(line[48:52])
        for round, at in enumerate(range(91, len(line), 10), start=1):
            opponent, colour, result = int(line[at : at + 4] or 0), line[at + 5], line[at + 7]
            if opponent:
                first = min(entry, opponent)
                sides.setdefault((round, first), {})[colour] = (entry, result)
            else:
                kind = KINDS[result]
                byes.append(Bye(round=round, entry=entry, outcome=BYES[kind].outcome, kind=kind))
    meetings = tuple(
        Meeting(
            round=round,
            board=board,
            white=both["w"][0],
            black=both["b"][0],
            outcome=Both(OUTCOMES[both["w"][1]], OUTCOMES[both["b"][1]]),
            played=both["w"][1] not in "+-" and both["b"][1] not in "+-",
        )
        for board, ((round, _), both) in enumerate(sorted(sides.items()), start=1)
    )
    return Crosstable(
        entries=tuple(ratings), meetings=meetings, byes=tuple(byes), points=points, ratings=ratings, everybody=everybody
    )


def expected(name: str) -> list[dict[str, str]]:
    """The published values, a row an entry."""
    with (DATA / "tiebreaks" / name).open() as file:
        return list(csv.DictReader(file, delimiter="\t"))
