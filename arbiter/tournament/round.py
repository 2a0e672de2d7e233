"""One round: its games, its byes, the reasons for its pairing, and the director's changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field

from arbiter.pairing.system_interface import Reason
from arbiter.pairing.table.byes import ByeKind
from arbiter.refused import Refused
from arbiter.sides import Instant
from arbiter.tournament.game import Game
from arbiter.values import dataclass, replace

PARTS: Mapping[str, str] = {"in_the_group": "group", "in_the_final": "final"}
"""Whether a pairing reason names a "group" or a "final" in which a pair plays, by the code of the reason."""
BETWEEN = ("group", "")
"""The kind ("group") and the letter of the part for a game between players of different groups or finals.

The letter is empty.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A change of a pairing by the director: the entries, the reason, and the pairing rules that it breaks."""

    at: Instant
    what: str
    entries: tuple[int, ...]
    bends: tuple[Reason, ...]
    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match of two teams, given by their numbers; guest 0 is a bye.

    A team that leaves a board empty loses that board.
    """

    home: int
    guest: int
    empty_home: int = 0
    empty_guest: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondPass:
    """A second reading of result slips by an official, which agreed with the recorded results."""

    at: Instant
    boards: tuple[int, ...]
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamLineUp:
    """The line-up that a team has handed in for its match: its players from board 1 on, 0 for an empty board.

    `lines` are the journal lines of this line-up and of earlier ones that it replaces. Until it is `opened`, only the
    captain who handed it in may read it.
    """

    team: int
    lines: tuple[int, ...]
    players: tuple[int, ...]
    substitutes: tuple[int, ...] = ()
    opened: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """The games of a round in the order of their boards, and the entries that sat out.

    The boards count from 1 on, except in a continuous club evening.
    """

    number: int
    games: tuple[Game, ...]
    byes: tuple[int, ...]
    kinds: Mapping[int, ByeKind] = field(default_factory=dict)
    """The kinds of the byes by entry. Rounds of older journals have none, and their byes bring no points."""
    why: tuple[Reason, ...] = ()
    lots: int = 0
    """The random number that was drawn for the lots of this round; 0 if none was."""
    draft: bool = False
    """Whether the round is not published yet, so that only the office sees it."""
    changes: tuple[Change, ...] = ()
    fixtures: tuple[Fixture, ...] = ()
    """The team matches that the boards belong to."""
    control: str = ""
    """The time control of a play-off; empty in other rounds, which have the tournament's time control."""
    paired_at: Instant = 0
    """The instant at which the round was paired."""
    line_ups_until: Instant = 0
    """The instant until which the captains hand in their line-ups; 0 if they were not asked."""
    line_ups: tuple[TeamLineUp, ...] = ()
    """The line-ups that were handed in, the latest one of each team."""
    withdrawn: tuple[int, ...] = ()
    """The entries that had left the tournament when the round was paired. Rounds of older journals name none."""
    passes: tuple[SecondPass, ...] = ()
    """All second readings of slips, including those of results that were corrected later: see `second_pass`."""

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        return tuple((game.entries.white, game.entries.black) for game in self.games)

    @property
    def boards(self) -> tuple[int, ...]:
        return tuple(game.board for game in self.games)

    @property
    def started(self) -> bool:
        """Whether any board has been started or has a result."""
        return any(game.started is not None or game.result is not None for game in self.games)

    @property
    def closed(self) -> bool:
        """Whether every game has a result or was postponed, so that the next round need not wait."""
        return not self.draft and all(game.result is not None or game.postponed is not None for game in self.games)

    @property
    def second_pass(self) -> tuple[SecondPass, ...]:
        """The second readings of slips, without the boards whose result has changed since their reading."""
        stands = {game.board: game.result.at for game in self.games if game.result is not None}
        left = [
            replace(one, boards=tuple(b for b in one.boards if stands.get(b, one.at + 1) <= one.at))
            for one in self.passes
        ]
        return tuple(one for one in left if one.boards)

    def kind(self, entry: int) -> ByeKind:
        return self.kinds.get(entry, ByeKind.FREE)

    def about(self, *entries: int) -> tuple[Reason, ...]:
        """Return the pairing reasons that name exactly these *entries*.

        Without entries: reasons about the whole round.
        """
        return self._in_force(reason for reason in self.why if set(reason.entries) == set(entries))

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """The reasons for the whole pairing, as it is now."""
        return self._in_force(self.why)

    def _in_force(self, why: Iterable[Reason]) -> tuple[Reason, ...]:
        """Return the reasons *why*, adapted to pairs whose colours were swapped by hand.

        For such a pair, the swap replaces the colour rule as the reason.
        """
        pairs = {*self.pairs} if self.changes else set[tuple[int, int]]()
        return tuple(
            Reason("swapped_by_hand", one.entries[::-1])
            if one.code.startswith("colour_") and one.entries[::-1] in pairs
            else one
            for one in why
        )

    @property
    def parts(self) -> Mapping[int, tuple[str, str]]:
        """The group or final of the game at each board, by board number: the word "group" or "final", and its letter.

        The letter is "" if the two players are of different groups or finals. Empty in a round without groups and
        finals.
        """
        inside = {
            entry: (PARTS[reason.code], str(dict(reason.facts)["group"]))
            for reason in self.why
            if reason.code in PARTS
            for entry in reason.entries
        }
        for change in self.changes if inside else ():
            if change.what == "swap":
                one, other = change.entries
                inside[one], inside[other] = inside.get(other, BETWEEN), inside.get(one, BETWEEN)
        found = {game.board: {inside.get(entry, BETWEEN) for entry in game.entries} for game in self.games}
        return {board: min(both) if len(both) == 1 else BETWEEN for board, both in found.items()} if inside else {}

    def of(self, entry: int) -> Game | None:
        return next((game for game in self.games if entry in tuple(game.entries)), None)

    def line_up(self, team: int) -> TeamLineUp | None:
        """Return the line-up that the team has handed in; None if it has not."""
        return next((one for one in self.line_ups if one.team == team), None)

    def match_of(self, team: int) -> Fixture | None:
        """Return the match of *team* against another team; None if it has a bye or does not play."""
        return next((one for one in self.fixtures if one.guest and team in (one.home, one.guest)), None)

    def put(self, game: Game) -> Round:
        """Return the round with *game* in place of the game at the same board."""
        at = self.at(game.board)
        return replace(self, games=(*self.games[:at], game, *self.games[at + 1 :]))

    def at(self, board: int) -> int:
        """Return the index of the game at *board*. Raise Refused if there is none."""
        if 1 <= board <= len(self.games) and self.games[board - 1].board == board:
            return board - 1
        found = next((at for at, game in enumerate(self.games) if game.board == board), None)
        if found is None:
            raise Refused("no_board", round=self.number, board=board, boards=len(self.games))
        return found

    def game(self, board: int) -> Game:
        """Return the game at *board*. Raise Refused if there is none."""
        return self.games[self.at(board)]
