"""Tie-breaks computed from an entry's own games and rounds, without looking at the opponents' scores."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from arbiter.pairing.standings.tiebreaks.modifiers import Modifiers
from arbiter.pairing.table.byes import ByeKind
from arbiter.pairing.table.ledger import Ledger, LedgerRow
from arbiter.pairing.table.points import Outcome
from arbiter.pairing.table.standings_calculation import Part, Working, total, whole
from arbiter.sides import Side


def points(ledger: Ledger, entry: int, _: Modifiers) -> Working:
    parts = tuple(Part(row.round, row.opponent or None, whole(row.points), row.how) for row in ledger.rows(entry))
    return Working(whole(ledger.score(entry)), parts)


def standard(ledger: Ledger, entry: int, _: Modifiers) -> Working:
    """Standard points (FIDE C.07 7.9, 2026), which do not depend on the point scheme of the tournament.

    A round counts 1 if the entry got more points than the opponent, ½ if both got the same points, otherwise 0.
    """
    parts = tuple(Part(row.round, row.opponent or None, whole(_standard(ledger, entry, row)), row.how)
                  for row in ledger.rows(entry) if not row.open)  # fmt: skip
    return Working(total(parts), parts)


def progressive(ledger: Ledger, entry: int, modifiers: Modifiers) -> Working:
    """Progressive score (FIDE C.07 7.5): the sum of the scores after each round. A cut leaves out the first rounds."""
    parts: list[Part] = []
    score: int | Fraction = 0
    for row in ledger.rows(entry):
        score += row.points
        out = row.round <= modifiers.low
        parts.append(Part(row.round, row.opponent or None, whole(score), "cut_first" if out else row.how, cut=out))
    return Working(total(parts), tuple(parts))


def games_won(ledger: Ledger, entry: int, _: Modifiers) -> Working:
    """The number of games won, forfeit wins included. A bye does not count as a game."""
    parts = tuple(
        Part(row.round, row.opponent, 1, row.how)
        for row in ledger.rows(entry)
        for game in row.games
        if game.of(entry) is Outcome.WON
    )
    return Working(len(parts), parts)


def plus_draws(ledger: Ledger, entry: int, _: Modifiers) -> Working:
    """The draws in which the entry had the better position, minus those in which the opponent had it."""
    parts = tuple(
        Part(row.round, row.opponent, 1 if game.side(entry) is game.plus else -1, "plus")
        for row in ledger.rows(entry)
        for game in row.games
        if game.plus is not None
    )
    return Working(total(parts), parts)


def number(ledger: Ledger, entry: int, modifiers: Modifiers) -> Working:
    """The pairing number: the lower number comes first (FIDE C.07 7.10, 2026).

    With the modifier /R the higher number comes first.
    """
    found = ledger.table.numbers.get(entry, entry)
    return Working(found, order=(found if modifiers.reverse else -found,))


def lot(ledger: Ledger, entry: int, _: Modifiers) -> Working:
    """The lot drawn: the lower lot comes first."""
    found = ledger.table.lots.get(entry)
    return Working(found, order=(0, 0) if found is None else (1, -found))


def rounds(test: Callable[[Ledger, int, LedgerRow], bool]) -> Callable[[Ledger, int, Modifiers], Working]:
    """Make a tie-break that counts the rounds of an entry for which the function *test* returns True."""

    def count(ledger: Ledger, entry: int, _: Modifiers) -> Working:
        parts = tuple(
            Part(row.round, row.opponent or None, 1, row.how) for row in ledger.rows(entry) if test(ledger, entry, row)
        )
        return Working(len(parts), parts)

    return count


def won(ledger: Ledger, entry: int, row: LedgerRow) -> bool:
    """Return whether the round brought the points of a win, with or without a game (FIDE C.07 7.1)."""
    return not row.open and _standard(ledger, entry, row) == 1


def won_at_the_board(ledger: Ledger, entry: int, row: LedgerRow) -> bool:
    """Return whether the round brought the points of a win in a game played at the board (FIDE C.07 7.2)."""
    return row.played and won(ledger, entry, row)


def black(ledger: Ledger, entry: int, row: LedgerRow) -> bool:
    """Return whether the round was played with Black (FIDE C.07 7.3).

    If the round had several games, the first one decides.
    """
    del ledger
    return row.played and not row.open and row.games[0].side(entry) is Side.BLACK


def won_with_black(ledger: Ledger, entry: int, row: LedgerRow) -> bool:
    """Return whether the round brought the points of a win in a game played at the board with Black (FIDE C.07 7.4)."""
    return black(ledger, entry, row) and won(ledger, entry, row)


def elected(ledger: Ledger, entry: int, row: LedgerRow) -> bool:
    """Return whether the entry was ready to play in the round (FIDE C.07 7.6).

    Allocated byes and forfeit wins are included.
    """
    del ledger, entry
    return not row.voluntary


def given_up(ledger: Ledger, entry: int, row: LedgerRow) -> bool:
    """Return whether the entry chose not to play the round (FIDE C.07, 16.2)."""
    del ledger, entry
    return row.voluntary


def played(ledger: Ledger, entry: int, row: LedgerRow) -> bool:
    """Return whether a game was played in the round and has a result."""
    del ledger, entry
    return row.played and not row.open


def _standard(ledger: Ledger, entry: int, row: LedgerRow) -> int | Fraction:
    """Return the standard points of one round: 1, ½ or 0.

    For a game, the points of both sides are compared. For a bye, its points are compared with those of a draw.
    """
    scheme = ledger.table.points
    if row.games:
        own: int | Fraction = sum(game.points_of(entry, scheme) for game in row.games)
        other = sum(game.points_of(row.opponent, scheme) for game in row.games)
        if own == other and row.points < ledger.draw:  # both sides have lost
            return 0
    else:
        own, other = row.points * scheme.parts, scheme.draw
        if row.kind is ByeKind.FREE or row.kind is None:
            return 0
    return 1 if own > other else Fraction(1, 2) if own == other else 0
