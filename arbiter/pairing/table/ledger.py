"""The rounds of each entry in order, one row each, for computing tie-breaks.

By FIDE C.07 art. 16.2 an unplayed round is one of five kinds: (1) an allocated bye, (2) a forfeit win, (3) a requested
bye that is followed by a round for which the entry was present, (4) a forfeit loss, (5) a requested bye or an absence
that is not followed by such a round. Kinds 3, 4 and 5 are called voluntary. A requested bye that counts as a win is not
voluntary: FIDE's own program reads the article so. Several games of the same two entries in one round are one row, with
the points of all games.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property

from arbiter.pairing.table.byes import BYES, ByeKind
from arbiter.pairing.table.crosstable import Crosstable, Meeting
from arbiter.pairing.table.points import Outcome
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerRow:
    """One round of one entry, with its points.

    `opponent` is 0 if there was none. `open` is True if a result is missing. `voluntary` is True if the entry did not
    play by its own choice (FIDE C.07 16.2).
    """

    round: int
    opponent: int
    points: int | Fraction
    played: bool
    voluntary: bool
    open: bool = False
    kind: ByeKind | None = None
    games: tuple[Meeting, ...] = ()

    @property
    def how(self) -> str:
        """The code for how the round passed: "played", "forfeit", "absent", or "bye_" with the kind of bye."""
        if self.opponent:
            return "played" if self.played else "forfeit"
        return f"bye_{self.kind.value}" if self.kind else "absent"


class Ledger:
    """The rounds of every entry up to the last round, and cached sums for the tie-breaks."""

    def __init__(self, table: Crosstable) -> None:
        self.table = table
        self.rounds = table.last
        self.win, self.draw = table.points.value(table.points.win), table.points.value(table.points.draw)
        self._rows: dict[int, tuple[LedgerRow, ...]] = {}
        self._scores: dict[int, int | Fraction] = {}

    def rows(self, entry: int) -> tuple[LedgerRow, ...]:
        """Return the rounds of *entry* from round 1 on. A round without a meeting or a bye is an absence."""
        if entry not in self._rows:
            self._rows[entry] = tuple(self._row(entry, number) for number in range(1, self.rounds + 1))
        return self._rows[entry]

    def score(self, entry: int) -> int | Fraction:
        if entry not in self._scores:
            self._scores[entry] = self.table.points.value(self.table.score(entry))
        return self._scores[entry]

    def met(self, entry: int) -> tuple[LedgerRow, ...]:
        """Return the rounds of an entry in which it had an opponent and the game has a result."""
        return tuple(row for row in self.rows(entry) if row.opponent and not row.open)

    def played(self, entry: int) -> tuple[LedgerRow, ...]:
        """Return the rounds of an entry in which it had an opponent and the game was decided at the board."""
        return tuple(row for row in self.met(entry) if row.played)

    @cached_property
    def all_rated(self) -> bool:
        return all(entry in self.table.ratings for entry in self.table.entries)

    @cached_property
    def adjusted(self) -> Mapping[int, int | Fraction]:
        """For each entry, the adjusted score with which it counts in its opponents' tie-breaks (FIDE C.07 16.3.2).

        A requested bye or an absence counts as a draw if the entry was not present for any later round.
        """
        return {entry: self._adjusted(entry, fore=False) for entry in self.table.entries}

    @cached_property
    def fore(self) -> Mapping[int, int | Fraction]:
        """For each entry, the adjusted score with every game of the last round counted as a draw (FIDE C.07 8.3)."""
        return {entry: self._adjusted(entry, fore=True) for entry in self.table.entries}

    def last_round(self, row: LedgerRow) -> bool:
        """Return whether *row* is the last round of the tournament and has an opponent."""
        return bool(row.opponent) and row.round == max(self.table.rounds, self.rounds)

    def own(self, entry: int, *, fore: bool) -> int | Fraction:
        """Return the score of the virtual opponent of *entry* in an unplayed round, which is the entry's own score.

        With *fore* the last round is counted as a draw (FIDE C.07 8.3).
        """
        last = self.rows(entry)[-1:] if fore else ()
        return self.score(entry) + sum((self.draw - row.points for row in last if self.last_round(row)), 0)

    def _adjusted(self, entry: int, *, fore: bool) -> int | Fraction:
        rows = self.rows(entry)
        there = max((row.round for row in rows if not row.voluntary), default=0)
        if fore and rows and (self.last_round(rows[-1]) or rows[-1].kind is ByeKind.ALLOCATED):
            there = self.rounds
        unplayed = 0 if self.table.everybody else self.draw
        return sum(
            (
                self.draw
                if fore and self.last_round(row)
                else row.points
                if row.opponent or row.round <= there
                else unplayed
                for row in rows
            ),
            0,
        )

    def _row(self, entry: int, number: int) -> LedgerRow:
        table = self.table
        games = self._games.get((entry, number), ())
        if games:
            outcomes = [game.of(entry) for game in games]
            played = any(game.played for game in games)
            return LedgerRow(
                round=number,
                opponent=games[0].opponent(entry),
                points=table.points.value(sum([game.points_of(entry, table.points) for game in games])),
                played=played,
                voluntary=not played and Outcome.WON not in outcomes,
                open=None in outcomes,
                games=games,
            )
        bye = next((bye for bye in table.byes_of(entry) if bye.round == number), None)
        if bye is None:
            return LedgerRow(round=number, opponent=0, points=0, played=False, voluntary=True)
        points = table.points.value(bye.points_of(table.points))
        asked = BYES[bye.kind].asked and bye.outcome is not Outcome.WON
        return LedgerRow(round=number, opponent=0, points=points, played=False, voluntary=asked, kind=bye.kind)

    @cached_property
    def _games(self) -> Mapping[tuple[int, int], tuple[Meeting, ...]]:
        found: dict[tuple[int, int], list[Meeting]] = {}
        for meeting in sorted(self.table.meetings, key=lambda met: (met.round, met.game, met.board)):
            for entry in (meeting.white, meeting.black):
                found.setdefault((entry, meeting.round), []).append(meeting)
        return {key: tuple(games) for key, games in found.items()}
