"""FIDE's Tournament Report File (TRF) as a value: TRF16, TRF-2026 and the records of pairing programs in one form.

A record is a line of the file that begins with a code of three characters. Records that the editions write differently
(XXP and 260, XXC and 152, XXS and 162) have the same form in the value. The module `read` parses the text, and `write`
makes it. Points are whole **tenths**, because the file has one decimal. Players are given by their pairing numbers in
the file; 0 is nobody. The callers open and save files.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Literal, TypeAlias

from arbiter.pairing.table.points import Outcome
from arbiter.values import dataclass

Tenths: TypeAlias = int
Colour: TypeAlias = Literal["w", "b", "-"]

WORTHS: Mapping[str, Tenths] = {
    "WW": 10, "BW": 10, "WD": 5, "BD": 5, "WL": 0, "BL": 0,  # at the board, with White and with Black
    "FW": 10, "FL": 0,  # won and lost without play
    "PAB": 10, "FPB": 10, "HPB": 5, "ZPB": 0,  # the allocated bye; full, half and zero points requested
    "X": 5,  # not known yet
}  # fmt: skip
"""The default points of every kind of result, in tenths of a point, by the words of record XXS (TRF-2026, 162).

They apply if the file does not define other points.
"""

FIRST = ("012", "022", "032", "042", "052", "062", "072", "082", "092", "102")
NEXT = ("122",)
LAST = ("172", "182", "192", "202", "212", "222", "352")
"""The codes of the records that are one line of text.

`FIRST`: those before record 112. `NEXT`: those before record 132. `LAST`: those after record 132.
"""

ALWAYS = 999


@dataclass(frozen=True, slots=True)
class ResultLetter:
    """The meaning of a letter in the result column. `outcome` is None if the letter means that there is no result."""

    outcome: Outcome | None
    played: bool
    """Whether a game was played at the board, so that it counts for colours and as a meeting."""

    worth: tuple[str, str]
    """The keys of `WORTHS` for the points of the letter: for White and for Black."""

    bye: bool = False


MARKS: Mapping[str, ResultLetter] = {
    "1": ResultLetter(Outcome.WON, True, ("WW", "BW")),
    "=": ResultLetter(Outcome.DRAWN, True, ("WD", "BD")),
    "0": ResultLetter(Outcome.LOST, True, ("WL", "BL")),
    "W": ResultLetter(Outcome.WON, True, ("WW", "BW")),  # W D L: less than a move was played
    "D": ResultLetter(Outcome.DRAWN, True, ("WD", "BD")),
    "L": ResultLetter(Outcome.LOST, True, ("WL", "BL")),
    "+": ResultLetter(Outcome.WON, False, ("FW", "FW")),
    "-": ResultLetter(Outcome.LOST, False, ("FL", "FL")),
    "U": ResultLetter(Outcome.WON, False, ("PAB", "PAB"), bye=True),
    "F": ResultLetter(Outcome.WON, False, ("FPB", "FPB"), bye=True),
    "H": ResultLetter(Outcome.DRAWN, False, ("HPB", "HPB"), bye=True),
    "Z": ResultLetter(None, False, ("ZPB", "ZPB"), bye=True),
    "*": ResultLetter(None, True, ("X", "X")),  # no result yet
}
"""The meaning of every letter of the result column. A blank means "Z" without an opponent and "*" with an opponent."""


@dataclass(frozen=True, slots=True)
class TrfCell:
    """One round of one player, in a record 001.

    `opponent` is 0 if there was none. `result` is the letter in the result column.
    """

    opponent: int
    colour: Colour
    result: str

    @property
    def mark(self) -> ResultLetter:
        return MARKS[self.result]

    @property
    def played(self) -> bool:
        return self.opponent != 0 and self.mark.played


ABSENT = TrfCell(0, "-", "Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class TrfPlayer:
    """A player: one record 001. `cells` are the rounds from round 1 on; missing rounds at the end are blank."""

    number: int
    name: str
    rating: int | None = None
    sex: str = ""
    title: str = ""
    federation: str = ""
    id: str = ""
    born: str = ""
    points: Tenths | None = None
    """The points as the file states them, in tenths. They need not be the sum of the cells."""

    rank: int | None = None
    cells: tuple[TrfCell | None, ...] = ()

    def cell(self, round: int) -> TrfCell | None:
        """Return the cell of *round*, counted from 1; None if the file has no such cell."""
        return self.cells[round - 1] if round <= len(self.cells) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class National:
    """A national rating record: the data of a player that differ in the lists of a national federation.

    `federation` is the code of the record: three letters.
    """

    federation: str
    number: int
    sex: str = ""
    classification: str = ""
    name: str = ""
    rating: int | None = None
    origin: str = ""
    id: str = ""
    born: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrfTeam:
    """A team: a record 310, or the older record 013. The records 013 are numbered in their order in the file."""

    number: int
    name: str
    nickname: str = ""
    strength: int | None = None
    match_points: Tenths | None = None
    game_points: Tenths | None = None
    rank: int | None = None
    players: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Byes:
    """A record 240: a requested bye of the kind F, H or Z in a round, for the players `numbers`."""

    kind: str
    round: int
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Acceleration:
    """A record 250: points that count only for the pairing, in rounds `first` to `last` of players `low` to `high`."""

    points: Tenths
    match_points: Tenths = 0
    first: int
    last: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class TrfForbidden:
    """A record 260: players of whom no two may meet in the rounds `first` to `last`."""

    first: int
    last: int
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Abnormal:
    """A record 299: one kind of result gives the players `numbers` other points than usual. Round 0 means all rounds.

    An empty `kind` means a penalty or a bonus without a game.
    """

    kind: str
    points: Tenths | None
    match_points: Tenths | None
    round: int
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LineUp:
    """A record 300: the players of a team at its boards in one round, if they did not sit in the team's order.

    0 stands for an empty board.
    """

    round: int
    team: int
    opponent: int
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TeamByes:
    """A record 320: for each round, the team with the allocated bye, or 0 if no team had it."""

    match_points: Tenths | None
    game_points: Tenths | None
    teams: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TeamForfeit:
    """A record 330: a team match that was decided without play. `kind` is "+-", "-+" or "--" (White's result first)."""

    kind: str
    round: int
    white: int
    black: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Trf:
    """The content of a whole file.

    `head` holds the texts of the records that are one line of text (012 to 122, 172 to 222, 352), by code.
    """

    head: Mapping[str, str] = field(default_factory=dict)
    deputies: tuple[str, ...] = ()  # 112
    dates: tuple[str, ...] = ()  # 132, round by round
    rounds: int | None = None  # 142, XXR
    initial: Literal["w", "b"] | None = None  # 152, XXC
    worths: Mapping[str, Tenths] = field(default_factory=lambda: dict(WORTHS))  # 162, XXS
    match_worths: Mapping[str, Tenths] = field(default_factory=dict)  # 362
    players: tuple[TrfPlayer, ...] = ()
    nationals: tuple[National, ...] = ()
    teams: tuple[TrfTeam, ...] = ()
    byes: tuple[Byes, ...] = ()
    absent: tuple[int, ...] = ()  # XXZ: of the round to be paired
    accelerations: tuple[Acceleration, ...] = ()
    virtual: Mapping[int, tuple[Tenths, ...]] = field(default_factory=dict)  # XXA: a player's points, round by round
    forbidden: tuple[TrfForbidden, ...] = ()
    abnormal: tuple[Abnormal, ...] = ()
    line_ups: tuple[LineUp, ...] = ()
    team_byes: tuple[TeamByes, ...] = ()
    team_forfeits: tuple[TeamForfeit, ...] = ()
    comments: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    """Lines that are written again unchanged: records 801, 802, and unknown records."""

    by_rank: bool = False
    """Whether players are paired in the order of the field `rank` instead of pairing numbers (record XXC rank)."""

    @property
    def name(self) -> str:
        return self.head.get("012", "")

    def player(self, number: int) -> TrfPlayer:
        return next(player for player in self.players if player.number == number)

    def worth(self, cell: TrfCell | None) -> Tenths:
        """Return the points that one round brings, in tenths. A blank cell counts as a bye without points."""
        cell = cell or ABSENT
        return self.worths[cell.mark.worth[cell.colour == "b"]]

    def score(self, player: TrfPlayer, rounds: int | None = None) -> Tenths:
        """Return the score of *player* in tenths of a point after the first *rounds* rounds, by default after all.

        Points given or taken by records 299 are included.
        """
        upto = len(player.cells) if rounds is None else rounds
        return sum(
            self._abnormal(player.number, round, cell) if cell else self.worths["ZPB"]
            for round, cell in enumerate(player.cells[:upto], start=1)
        ) + self._penalties(player.number, upto)

    def next_round(self) -> int:
        """Return the first round in which nobody has an opponent."""
        paired = {
            round
            for player in self.players
            for round, cell in enumerate(player.cells, start=1)
            if cell is not None and cell.opponent
        }
        return next(round for round in range(1, len(paired) + 2) if round not in paired)

    def pairs(self, round: int) -> Iterator[tuple[int, int]]:
        """Yield the pairs (White, Black) of a round, forfeits included, in the order in which the file lists White."""
        for player in self.players:
            cell = player.cell(round)
            if cell is not None and cell.opponent and cell.colour == "w":
                yield player.number, cell.opponent

    def acceleration(self, number: int, round: int) -> Tenths:
        """Return the points that a player has in *round* only for the pairing, in tenths."""
        given = self.virtual.get(number, ())
        return (given[round - 1] if round <= len(given) else 0) + sum(
            row.points for row in self.accelerations if row.first <= round <= row.last and row.low <= number <= row.high
        )

    def _abnormal(self, number: int, round: int, cell: TrfCell) -> Tenths:
        kind = {"1": "W", "W": "W", "=": "D", "D": "D", "0": "L", "L": "L"}.get(cell.result, cell.result)
        for row in self.abnormal:
            if row.kind == kind and row.round in {0, round} and number in row.numbers and row.points is not None:
                return row.points
        return self.worth(cell)

    def _penalties(self, number: int, upto: int) -> Tenths:
        return sum(
            row.points or 0 for row in self.abnormal if not row.kind and row.round <= upto and number in row.numbers
        )
