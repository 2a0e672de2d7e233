"""The crosstable of a tournament report file, for computing standings.

The file counts in tenths of a point. The point scheme uses the largest unit in which all points are whole numbers:
1-½-0 is counted in halves, and 2-1-0 in points. Points that do not fit the scheme (other points for a win with Black,
record 299) are stored with the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd

from arbiter.pairing.table.byes import ByeKind
from arbiter.pairing.table.crosstable import Bye, Crosstable, Meeting
from arbiter.pairing.table.points import PointScheme
from arbiter.pairing.trf import ABSENT, Trf, TrfCell, TrfPlayer
from arbiter.sides import Both

KINDS = {"U": ByeKind.ALLOCATED, "F": ByeKind.FULL, "H": ByeKind.HALF, "Z": ByeKind.ZERO}
NEW_RULES = "2026/03/01"
"""The date from which on new tournaments use the tie-breaks of the 2026 edition of FIDE C.07."""


def table_of(trf: Trf, rounds: int | None = None) -> Crosstable:
    """Return the crosstable after *rounds* rounds, by default after the last round in which anybody has an opponent."""
    last = trf.next_round() - 1 if rounds is None else rounds
    unit = gcd(10, *trf.worths.values(), *(row.points or 0 for row in trf.abnormal))
    win, draw, loss = (trf.worths[worth] // unit for worth in ("WW", "WD", "WL"))
    points = PointScheme(win, draw, loss, parts=10 // unit)
    here = [player.number for player in trf.players]
    return Crosstable(
        entries=tuple(here),
        meetings=tuple(_meetings(trf, last, points, unit)),
        byes=tuple(_byes(trf, last, points, unit)),
        points=points,
        rounds=trf.rounds or 0,
        everybody=everybody(trf),
        ratings={player.number: player.rating for player in trf.players if player.rating},
        numbers={number: number for number in here},
        extra=_extra(trf, last, unit),
    )


def everybody(trf: Trf) -> bool:
    """Return whether the file says that the tournament is a round robin, in which everybody meets everybody."""
    told = f"{trf.head.get('092', '')} {trf.head.get('192', '')}".casefold()
    return any(word in told for word in ("round-robin", "round robin", "roundrobin", "berger"))


def edition(trf: Trf) -> int:
    """Return the edition of FIDE C.07 by the first day of the tournament; the newest if the file has no date."""
    began = trf.head.get("042", "").strip().replace("-", "/")
    return 2024 if began[:1] == "2" and began[4:5] == "/" and began < NEW_RULES else 2026


def _meetings(trf: Trf, last: int, points: PointScheme, unit: int) -> Iterator[Meeting]:
    by_number = {player.number: player for player in trf.players}
    for round in range(1, last + 1):
        for board, (white, black) in enumerate(trf.pairs(round), start=1):
            if black not in by_number:
                continue
            cells = Both(_cell(by_number[white], round), _cell(by_number[black], round))
            marks = cells.map(lambda cell: cell.mark)
            open_game = marks.white.outcome is None or marks.black.outcome is None
            outcome = None if open_game else Both(*(mark.outcome for mark in marks if mark.outcome is not None))
            worth = Both(_worth(trf, white, round, unit), _worth(trf, black, round, unit))
            usual = outcome is None or worth == outcome.map(points.of)
            yield Meeting(
                round=round,
                board=board,
                white=white,
                black=black,
                outcome=outcome,
                played=marks.white.played and marks.black.played,
                scored=None if usual else worth,
            )


def _byes(trf: Trf, last: int, points: PointScheme, unit: int) -> Iterator[Bye]:
    for player in trf.players:
        for round in range(1, last + 1):
            cell = player.cell(round)
            if cell is None or cell.opponent:
                continue
            kind = KINDS.get(cell.result, ByeKind.ZERO)
            outcome = cell.mark.outcome
            worth = _worth(trf, player.number, round, unit)
            usual = worth == (0 if outcome is None else points.of(outcome))
            yield Bye(round=round, entry=player.number, outcome=outcome, kind=kind, scored=None if usual else worth)


def _cell(player: TrfPlayer, round: int) -> TrfCell:
    return player.cell(round) or ABSENT


def _worth(trf: Trf, number: int, round: int, unit: int) -> int:
    """Return the points of a player from *round*, in units of *unit* tenths, without penalties and bonuses."""
    player = trf.player(number)
    before, after = trf.score(player, round - 1), trf.score(player, round)
    penalties = sum(
        row.points or 0 for row in trf.abnormal if not row.kind and row.round == round and number in row.numbers
    )
    return (after - before - penalties) // unit


def _extra(trf: Trf, last: int, unit: int) -> dict[int, int]:
    """Return the points given or taken without a game (record 299), by player, in units of *unit* tenths."""
    extra: dict[int, int] = {}
    for row in trf.abnormal:
        if not row.kind and row.round <= last:
            for number in row.numbers:
                extra[number] = extra.get(number, 0) + (row.points or 0) // unit
    return extra
