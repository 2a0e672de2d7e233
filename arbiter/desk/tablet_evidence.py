"""Evidence from tablets that a journal has lost lines: the last line that each tablet knows, and its stored moves.

Damage can remove lines from a journal without any trace in the files. If a tablet knows a line that is no longer in the
journal, the service asks that tablet for the game of its board. From that game an arbiter enters the missing moves
(`EnterLostMoves`).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import Literal

from arbiter.desk.recorded import Head
from arbiter.desk.snapshots import line_of
from arbiter.journal.journal import Journal
from arbiter.refused import Refused
from arbiter.rulings.referee.lost_moves import KeptGame
from arbiter.rulings.time.provisional_flags import Seat
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TabletAhead:
    """A tablet that knows the line `head`, which the journal lacks; with the tablet's stored game if it has been sent.

    `stands` is the result of comparing that game with the journal. "asked": the game has not been sent yet. "missing":
    the journal lacks the moves from `ply` on. "here": the journal has all moves. "differs": the two games differ after
    `ply` plies, or the game is not in progress in the journal.
    """

    seat: Seat
    head: Head
    stands: Literal["asked", "missing", "here", "differs"]
    kept: KeptGame | None = None
    ply: int = 0
    signed: bool = False
    """Whether this instance's key has signed the line."""


class Vouched:
    """The evidence of lost lines in one tournament: the last line that each tablet knows, and its stored game."""

    def __init__(self, id: str, journal: Journal) -> None:
        self.id = id
        self.journal = journal
        self._said: dict[Seat, Head] = {}
        self._ahead: dict[Seat, Head] = {}
        self.kept: dict[Seat, KeptGame] = {}
        """The game that the tablets at each seat (board and side) have sent."""
        self._signed: set[Seat] = set()

    def vouch(self, seat: Seat, head: Head, signed: Callable[[], bool] = lambda: False) -> None:
        """Note the last line that a tablet knows.

        If the journal lacks that line, the tablet is asked for its stored game.
        *signed*: a function that checks whether this instance's key has signed that line, which takes some time.
        """
        if self._said.get(seat) == head:
            return
        self._said[seat] = head
        line = line_of(self.journal, head.seq)
        if line is None or line.hash != head.hash:
            log.error("the tablet of board %d knows line %d of %s, which is not there", seat[0], head.seq, self.id)
            self._ahead[seat] = head
            if signed():
                log.error("this hall has signed that line: the journal of %s has lost lines or is another", self.id)
                self._signed.add(seat)

    def ahead(self, seat: Seat) -> bool:
        """Return whether the tablet at *seat* knows a line that the journal lacks, and so has to keep its moves."""
        return seat in self._ahead

    def wanted(self, seat: Seat) -> bool:
        """Return whether the tablet at *seat* should send its stored game and has not sent it yet."""
        return seat in self._ahead and seat not in self.kept

    def keep(self, seat: Seat, kept: KeptGame) -> None:
        """Store the game that a tablet has sent. If the game was not asked for, ignore it."""
        if seat in self._ahead:
            self.kept[seat] = kept

    def settle(self, board: int | None = None) -> None:
        """Forget the evidence of the tablets at *board* (None: at all boards), because the office has dealt with it."""
        for seat in [seat for seat in self._ahead if board in (None, seat[0])]:
            del self._ahead[seat]
            self.kept.pop(seat, None)
            self._signed.discard(seat)

    def all_ahead(self, state: Tournament) -> Iterator[TabletAhead]:
        """Yield the tablets that know a line which the journal lacks, in the order of the boards."""
        for seat, head in sorted(self._ahead.items(), key=lambda one: (one[0][0], str(one[0][1]))):
            kept = self.kept.get(seat)
            told = TabletAhead(seat, head, "asked") if kept is None else _held(state, seat, head, kept)
            yield replace(told, signed=seat in self._signed)


def _held(state: Tournament, seat: Seat, head: Head, kept: KeptGame) -> TabletAhead:
    """Return the result of comparing a tablet's stored game with the journal's game."""
    try:
        game = state.game(kept.round, seat[0])
    except Refused:
        return TabletAhead(seat, head, "differs", kept)
    here = tuple(play.move for play in game.plays)
    same = next((ply for ply, (ours, theirs) in enumerate(zip(here, kept.moves, strict=False)) if ours != theirs), None)
    if same is not None:
        return TabletAhead(seat, head, "differs", kept, same)
    if len(kept.moves) <= len(here):
        return TabletAhead(seat, head, "here", kept, len(here))
    return TabletAhead(seat, head, "missing" if game.running else "differs", kept, len(here))
