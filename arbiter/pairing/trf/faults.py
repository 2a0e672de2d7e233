"""Contradictions in a TRF: lines of two players that disagree on their game, points that are not the sum of the rounds.

A fault names the column in which the round stands by the standard, even if the columns of the line are shifted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from arbiter.pairing.table.points import Outcome
from arbiter.pairing.trf import Trf, TrfCell, TrfPlayer
from arbiter.pairing.trf.line import TrfFault, tenths_text


def contradictions(trf: Trf, lines: Mapping[int, int]) -> Iterator[TrfFault]:
    """Yield every fault that shows only when the whole file is known. *lines* gives the line number of each player."""
    players = {player.number: player for player in trf.players}
    for player in trf.players:
        line = lines[player.number]
        for round, cell in enumerate(player.cells, start=1):
            if cell is not None and cell.opponent:
                column = 82 + 10 * round
                found = _of_two(player, cell, players.get(cell.opponent), round)
                if found:
                    yield TrfFault(line, column, found, f"{cell.opponent} {cell.colour} {cell.result}", grave=True)
        if trf.rounds is not None and len(player.cells) > trf.rounds:
            yield TrfFault(line, 92 + 10 * trf.rounds, "trf_more_rounds_than_said", str(len(player.cells)))
        if player.points is not None and player.points != trf.score(player):
            yield TrfFault(
                line, 81, "trf_points_differ", f"{tenths_text(player.points)}, {tenths_text(trf.score(player))}"
            )


def _of_two(player: TrfPlayer, cell: TrfCell, opponent: TrfPlayer | None, round: int) -> str | None:
    """Return the code of the contradiction between the lines of two players on their game; None if they agree."""
    if opponent is player:
        return "trf_meets_himself"
    if opponent is None:
        return "trf_no_opponent"
    other = opponent.cell(round)
    if other is None or other.opponent != player.number:
        return "trf_opponents_differ"
    if cell.colour != "-" and cell.colour == other.colour:
        return "trf_colours_differ"
    outcomes = {cell.mark.outcome, other.mark.outcome}
    if Outcome.WON in outcomes and (cell.mark.outcome is other.mark.outcome or Outcome.DRAWN in outcomes):
        return "trf_results_differ"
    if cell.mark.played != other.mark.played:
        return "trf_results_differ"
    return None
