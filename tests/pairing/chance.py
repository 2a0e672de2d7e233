"""Random Swiss tournaments as files: paired here round by round, with byes, forfeits, late entries and bans by lot."""

from __future__ import annotations

import random

from arbiter.pairing import swiss
from arbiter.pairing.swiss.situation_from_trf import situation
from arbiter.pairing.trf import Trf, TrfCell, TrfForbidden, TrfPlayer
from arbiter.refused import Refused

RESULTS = ("10", "01", "10", "01", "==", "==", "==", "==", "+-", "-+", "--")
"""As draughts is played: many draws; and now and then somebody does not come."""


def tournament(players: int, rounds: int, lot: random.Random, *, absences: bool = True) -> Trf:
    """The file after the last round that could be paired; numbers are in the order of the ratings."""
    bans = tuple(
        TrfForbidden(1, rounds, tuple(sorted(lot.sample(range(1, players + 1), 2))))
        for _ in range(players // 8 if absences else 0)
    )
    late = {number for number in range(1, players + 1) if absences and lot.random() < 0.06}
    trf = Trf(
        head={"012": f"Chance {players}"},
        rounds=rounds,
        initial=lot.choice(("w", "b")),
        players=tuple(
            TrfPlayer(number=number, name=f"Player {number}", rating=2400 - 5 * number)
            for number in range(1, players + 1)
        ),
        forbidden=bans,
    )
    for round in range(1, rounds + 1):
        cells: dict[int, TrfCell] = {}
        for number in range(1, players + 1):
            if round == 1 and number in late:
                cells[number] = TrfCell(0, "-", "Z")
            elif absences and lot.random() < 0.04:
                cells[number] = TrfCell(0, "-", lot.choice("HHZ"))
        try:
            made = swiss.pair(situation(_after(trf, cells), round))
        except Refused:
            return trf
        for white, black in made.numbers():
            results = lot.choice(RESULTS if absences else RESULTS[:8])
            cells[white], cells[black] = TrfCell(black, "w", results[0]), TrfCell(white, "b", results[1])
        if made.bye is not None:
            cells[made.bye] = TrfCell(0, "-", "U")
        trf = _after(trf, cells)
    return trf


def _after(trf: Trf, cells: dict[int, TrfCell]) -> Trf:
    """The file with one round more, and the points of all rounds."""
    players = []
    for player in trf.players:
        row = (*player.cells, cells[player.number]) if player.number in cells else player.cells
        players.append(
            TrfPlayer(
                number=player.number,
                name=player.name,
                rating=player.rating,
                cells=row,
                points=sum(trf.worth(cell) for cell in row),
            )
        )
    return Trf(head=trf.head, rounds=trf.rounds, initial=trf.initial, players=tuple(players), forbidden=trf.forbidden)
