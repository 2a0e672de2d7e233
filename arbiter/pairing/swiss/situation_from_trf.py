"""The conversion of a FIDE tournament report file to a `Situation`: the players before one of the file's rounds."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.pairing.swiss.brackets_and_floaters import Situation
from arbiter.pairing.swiss.pairing_card import Past, card
from arbiter.pairing.trf import ALWAYS, Trf, TrfCell, TrfPlayer
from arbiter.sides import Side

SIDES: Mapping[str, Side | None] = {"w": Side.WHITE, "b": Side.BLACK, "-": None}


def situation(trf: Trf, round: int, rounds: int | None = None) -> Situation:
    """Make the `Situation` of *round* from the earlier rounds in the file. Of *round* only the absences are read.

    A player who has never been paired and is absent now gets no pairing number yet (FIDE C.04.2), so that nobody's
    colour changes.
    """
    rounds = rounds or trf.rounds or 0
    absent = _absent(trf, round)
    players = sorted(trf.players, key=_by_rank if trf.by_rank else _by_number)
    scores = _scores(trf, round)
    past = {player.number: _past(trf, player, round, scores) for player in players}
    rank = 0
    cards = []
    for player in players:
        if player.number in absent and not any(each.paired for each in past[player.number]):
            continue
        rank += 1
        if player.number in absent:
            continue
        cards.append(
            card(
                number=player.number,
                rank=rank,
                points=scores[player.number][round - 1] - trf.acceleration(player.number, round),
                extra=trf.acceleration(player.number, round),
                past=past[player.number],
                win=trf.worths["WW"],
                loss=trf.worths["WL"],
                last_round=bool(rounds) and round >= rounds,
            )
        )
    cards.sort(key=lambda each: (-each.score, each.rank))
    return Situation(
        round=round, rounds=rounds, initial=_initial(trf), cards=tuple(cards), forbidden=_forbidden(trf, round)
    )


def _absent(trf: Trf, round: int) -> frozenset[int]:
    """Return the players who asked not to be paired in *round*.

    The file says so by Z, H or F in the column of the round, by a record 240, or by a record XXZ.
    """
    absent = {number for byes in trf.byes if byes.round == round for number in byes.numbers}
    if round == trf.next_round():
        absent.update(trf.absent)
    for player in trf.players:
        cell = player.cell(round)
        if (cell is not None and not cell.opponent and cell.result in {"Z", "H", "F"}) or (
            cell is None and any(player.cells[round:])
        ):
            absent.add(player.number)
    return frozenset(absent)


def _by_number(player: TrfPlayer) -> tuple[int, int]:
    return 0, player.number


def _by_rank(player: TrfPlayer) -> tuple[int, int]:
    return player.rank or 10 * ALWAYS, player.number


def _scores(trf: Trf, round: int) -> Mapping[int, tuple[int, ...]]:
    """Return the scores of every player before each round up to *round*, acceleration included."""
    return {
        player.number: tuple(
            trf.score(player, before - 1) + trf.acceleration(player.number, before) for before in range(1, round + 1)
        )
        for player in trf.players
    }


def _past(trf: Trf, player: TrfPlayer, round: int, scores: Mapping[int, tuple[int, ...]]) -> tuple[Past, ...]:
    found = []
    for before in range(1, round):
        cell = player.cell(before) or TrfCell(0, "-", "Z")
        found.append(
            Past(
                opponent=cell.opponent,
                side=SIDES[cell.colour],
                played=cell.played,
                paired=bool(cell.opponent) or cell.result == "U",
                allocated=cell.result == "U",
                points=trf.worth(cell),
                score=scores[player.number][before - 1],
                against=scores[cell.opponent][before - 1] if cell.opponent else 0,
            )
        )
    return tuple(found)


def _forbidden(trf: Trf, round: int) -> Mapping[int, frozenset[int]]:
    found: dict[int, frozenset[int]] = {}
    for row in trf.forbidden:
        if row.first <= round <= row.last:
            for number in row.numbers:
                found[number] = found.get(number, frozenset()) | (frozenset(row.numbers) - {number})
    return found


def _initial(trf: Trf) -> Side:
    """Return the initial colour that the file names; otherwise the one that round 1 shows; otherwise White."""
    if trf.initial is not None:
        return Side.WHITE if trf.initial == "w" else Side.BLACK
    first = sorted(trf.players, key=lambda player: player.number)
    paired = [player for player in first if player.cells and player.cells[0] and player.cells[0].opponent]
    for place, player in enumerate(paired):
        side = SIDES[player.cells[0].colour] if player.cells[0] else None
        if side is not None:
            return side if place % 2 == 0 else side.other
    return Side.WHITE
