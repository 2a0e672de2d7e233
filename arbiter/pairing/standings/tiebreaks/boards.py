"""Tie-breaks of team tournaments: match points, board points, and the points board by board (FIDE C.07 12 and 13)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate

from arbiter.pairing.standings.tiebreaks.cuts import cut
from arbiter.pairing.standings.tiebreaks.modifiers import Modifiers
from arbiter.pairing.table.ledger import Ledger, LedgerRow
from arbiter.pairing.table.points import PointScheme
from arbiter.pairing.table.standings_calculation import Part, Working, total, whole


def board_points(ledger: Ledger, entry: int, _: Modifiers) -> Working:
    parts = tuple(
        Part(row.round, row.opponent or None, whole(_boards(ledger, entry, row)), row.how) for row in ledger.rows(entry)
    )
    return Working(total(parts), parts)


def board_count(ledger: Ledger, entry: int, _: Modifiers) -> Working:
    """Board count (BC): the sum of the points at each board, multiplied by the number of the board.

    Less is better: points at the first boards are worth more.
    """
    boards = _by_board(ledger, entry)
    parts = tuple(Part(0, None, whole(board * won), "board", board) for board, won in enumerate(boards, start=1))
    return Working(total(parts), parts, order=(-total(parts),))


def top_boards(ledger: Ledger, entry: int, _: Modifiers) -> Working:
    """Top board results (TBR): the points at board 1. If two teams are equal, board 2 is compared, and so on."""
    boards = _by_board(ledger, entry)
    parts = tuple(Part(0, None, whole(won), "board", board) for board, won in enumerate(boards, start=1))
    return Working(whole(boards[0]) if boards else 0, parts, order=boards)


def without_the_last_board(ledger: Ledger, entry: int, _: Modifiers) -> Working:
    """Bottom board elimination (BBE): the points at all boards except the last.

    If two teams are equal, the points at all boards except the last two are compared, and so on.
    """
    boards = _by_board(ledger, entry)
    sums = tuple(accumulate(boards))
    parts = tuple(Part(0, None, whole(won), "board", board) for board, won in enumerate(boards, start=1))
    return Working(whole(sums[-2]) if len(sums) > 1 else 0, parts, order=tuple(reversed(sums[:-1])))


def extended(theirs: str, own: str) -> Callable[[Ledger, int, Modifiers], Working]:
    """Make a Sonneborn-Berger tie-break for teams: each opponent's points times the points won from that opponent.

    *theirs* and *own* say which points are used for the opponent and for the team: "match" or "board". EMGSB is
    ("match", "board").
    """

    def count(ledger: Ledger, entry: int, modifiers: Modifiers) -> Working:
        parts = []
        for row in ledger.met(entry):
            other = ledger.score(row.opponent) if theirs == "match" else _all_boards(ledger, row.opponent)
            won = row.points if own == "match" else _boards(ledger, entry, row)
            parts.append(Part(row.round, row.opponent, whole(other * won), row.how, whole(other)))
        done = cut(parts, frozenset(), modifiers.low, modifiers.high)
        return Working(total(done), done)

    return count


def _scheme(ledger: Ledger) -> PointScheme:
    return ledger.table.boards or ledger.table.points


def _boards(ledger: Ledger, entry: int, row: LedgerRow) -> int | Fraction:
    points = sum(board[game.side(entry)] for game in row.games for board in game.boards)
    return _scheme(ledger).value(points)


def _all_boards(ledger: Ledger, entry: int) -> int | Fraction:
    return sum((_boards(ledger, entry, row) for row in ledger.rows(entry)), 0)


def _by_board(ledger: Ledger, entry: int) -> tuple[int | Fraction, ...]:
    games = [game for row in ledger.rows(entry) for game in row.games]
    most = max((len(meeting.boards) for meeting in ledger.table.meetings), default=0)
    return tuple(
        _scheme(ledger).value(sum(game.boards[at][game.side(entry)] for game in games if at < len(game.boards)))
        for at in range(most)
    )
