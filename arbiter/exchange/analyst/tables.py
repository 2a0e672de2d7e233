"""The tables of the analyst's file, a row each: their columns with types and meanings, their keys, their searches.

The file, its metadata for Datasette, and the page of the reference are made from these rows.
"""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.values import dataclass


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its type, an English sentence about it, and the table whose key it holds, if it holds one."""

    type: type
    help: str
    references: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table: an English sentence about its rows, its columns, its primary key, and the columns that are searched."""

    help: str
    columns: Mapping[str, Column]
    key: str = "id"
    searched: tuple[str, ...] = ()
    label: str = ""
    """The column that Datasette shows where another table refers to a row."""

    @property
    def foreign_keys(self) -> tuple[tuple[str, str, str], ...]:
        """The foreign keys: the column, the table that it refers to, and that table's key."""
        return tuple(
            (name, column.references, TABLES[column.references].key)
            for name, column in self.columns.items()
            if column.references
        )


TOURNAMENT = Column(str, "The tournament.", "tournaments")
ROUND = Column(int, "The number of the round.")
BOARD = Column(int, "The number of the board.")
SIDE = Column(str, "`white` or `black`; empty if it is about neither or both.")
AT = Column(str, "When it happened, as an ISO time in UTC.")
ARTICLE = Column(str, "The article of the rules or regulations, as it was cited.")
FEN = Column(str, "The position as a FEN of the PDN standard.")

TABLES: Mapping[str, Table] = {
    "tournaments": Table(
        help="The tournaments in the file.",
        label="name",
        columns={
            "id": Column(str, "The id of the tournament in the service."),
            "name": Column(str, "The name as it was announced."),
            "game": Column(str, "The game that is played, such as `international` or `frisian`."),
            "system": Column(str, "The pairing system."),
            "control": Column(str, "The time control in the notation of PDN; White's and Black's if they differ."),
            "points": Column(str, "The points for a win, a draw and a loss."),
            "tiebreaks": Column(str, "The tie-breaks in their order, separated by commas."),
            "regulations": Column(str, "The regulations about irregular moves."),
            "irregular_policy": Column(str, "Who notices an irregular move: the service, the opponent, or nobody."),
            "rounds_planned": Column(int, "The number of rounds that were announced; 0 if none."),
            "place": Column(str, "The place; empty if it was not told."),
            "federation": Column(str, "The federation; empty if it was not told."),
            "begins": Column(str, "The first day, as an ISO date."),
            "ends": Column(str, "The last day, as an ISO date."),
            "journal_line": Column(int, "The number of the last journal line that the rows are made from."),
            "journal_hash": Column(str, "The hash of that line, if the journal was read."),
        },
    ),
    "players": Table(
        help="The entries of each tournament. What the reader may not know is empty.",
        label="name",
        columns={
            "id": Column(str, "The tournament and the entry number: `club-open/p7`."),
            "tournament": TOURNAMENT,
            "entry": Column(int, "The entry number, which never changes."),
            "name": Column(str, "The name, in the form that the reader may see."),
            "rating": Column(int, "The rating that was entered."),
            "title": Column(str, "The title."),
            "club": Column(str, "The club."),
            "federation": Column(str, "The federation."),
            "born": Column(str, "The year or the ISO date of birth."),
            "sex": Column(str, "The sex as it was entered."),
            "federation_id": Column(str, "The number at the federation."),
            "computer": Column(int, "1 if the computer plays this entry."),
            "withdrawn": Column(int, "1 if the player has left the tournament."),
        },
    ),
    "rounds": Table(
        help="The published rounds.",
        columns={
            "id": Column(str, "The tournament and the round: `club-open/r2`."),
            "tournament": TOURNAMENT,
            "round": ROUND,
            "begins": Column(str, "The announced local time; empty if none was announced."),
            "games": Column(int, "The number of boards."),
        },
    ),
    "byes": Table(
        help="The players without an opponent in a round.",
        columns={
            "id": Column(str, "The round and the entry: `club-open/r2/p7`."),
            "round": Column(str, "The round.", "rounds"),
            "player": Column(str, "The player.", "players"),
            "kind": Column(str, "Why the player sat out: allocated, half, zero and so on."),
        },
    ),
    "games": Table(
        help="The games, with results and their reasons.",
        columns={
            "id": Column(str, "The round and the board: `club-open/r2/b1`."),
            "tournament": TOURNAMENT,
            "round": Column(str, "The round.", "rounds"),
            "board": BOARD,
            "white": Column(str, "The player of White.", "players"),
            "black": Column(str, "The player of Black.", "players"),
            "result": Column(str, "The points of White and Black: `2-0`; empty if there is no result."),
            "white_outcome": Column(str, "`won`, `drawn` or `lost`, for White."),
            "black_outcome": Column(str, "`won`, `drawn` or `lost`, for Black. Both may have lost."),
            "because": Column(str, "The reason of the result: `resigned`, `flag`, `ruling` and so on."),
            "started": Column(str, "When the clocks were started, as an ISO time in UTC."),
            "ended": Column(str, "When the result was recorded, as an ISO time in UTC."),
            "plies": Column(int, "The number of plies."),
            "opening": Column(str, "The opening that was drawn by lot; empty if none was."),
            "start": Column(str, "The position in which the game began, as a FEN."),
            "white_ms": Column(int, "The time that White's moves took, in milliseconds; empty without a clock."),
            "black_ms": Column(int, "The time that Black's moves took, in milliseconds; empty without a clock."),
        },
    ),
    "plies": Table(
        help="The moves of the games with their clocks. Moves that were taken back are not among them.",
        columns={
            "id": Column(str, "The game and the ply: `club-open/r2/b1/23`."),
            "game": Column(str, "The game.", "games"),
            "ply": Column(int, "The number of the ply, from 1."),
            "side": SIDE,
            "move": Column(str, "The move in the notation of the game."),
            "pieces_taken": Column(int, "The number of pieces that the move took."),
            "crowned": Column(int, "1 if a man became a king."),
            "at": Column(str, "When the clock was pressed, as an ISO time in UTC."),
            "used_ms": Column(int, "The time that the move took, in milliseconds; empty without a clock."),
            "left_ms": Column(int, "The time that the side had left after it, in milliseconds; empty without a clock."),
            "position": Column(str, "The position after the move, as a FEN."),
        },
    ),
    "irregular_moves": Table(
        help="The irregular moves. Those that are still sealed are not among them.",
        columns={
            "id": Column(str, "The game and the number of the irregular move in it: `club-open/r2/b1/i1`."),
            "game": Column(str, "The game.", "games"),
            "ply": Column(int, "The number of plies that had been played."),
            "side": SIDE,
            "move": Column(str, "The move that was made."),
            "code": Column(str, "The rule that it breaks, as a code of the reference."),
            "article": ARTICLE,
            "sentence": Column(str, "The rule that it breaks, in words."),
            "corrections": Column(str, "The correct moves, separated by spaces."),
            "at": AT,
            "counts": Column(int, "0 if an arbiter ruled that it was no offence."),
            "position": FEN,
        },
    ),
    "rulings": Table(
        help="What happened at the boards besides moves, in the order of the journal: irregular moves, claims, flags, "
        "penalties, corrections, results by a ruling, decided appeals. For officials only.",
        searched=("text", "article", "kind"),
        columns={
            "id": Column(
                str, "The tournament, the journal line, and a number if one line has several: `club-open/31`."
            ),
            "tournament": TOURNAMENT,
            "game": Column(str, "The game.", "games"),
            "line": Column(int, "The number of the journal line in which it was recorded."),
            "at": AT,
            "ply": Column(int, "The number of plies that had been played; empty after the game."),
            "side": SIDE,
            "kind": Column(str, "What it is, as a code: `irregular`, `penalty`, `time`, `claim`, `flag`, `result` ..."),
            "detail": Column(str, "The rule, the penalty or the decision, as a code; empty if there is none."),
            "move": Column(str, "The move that it is about."),
            "article": ARTICLE,
            "text": Column(str, "The whole in words, with the reason that was given."),
            "reason": Column(str, "The reason alone."),
            "decided_by": Column(str, "Who decided it; empty if no decision was needed."),
            "position": Column(str, "The position on the board just before, as a FEN."),
            "white_left_ms": Column(int, "What White's clock showed just before, in milliseconds; empty without one."),
            "black_left_ms": Column(int, "What Black's clock showed just before, in milliseconds; empty without one."),
        },
    ),
    "standings": Table(
        help="The standings after the last published round. In a team tournament a row is a team.",
        columns={
            "id": Column(str, "The tournament and the number: `club-open/7`."),
            "tournament": TOURNAMENT,
            "rank": Column(int, "The place; players who are still equal share one."),
            "player": Column(str, "The player; empty for a team.", "players"),
            "name": Column(str, "The name of the player or the team."),
            "points": Column(float, "The points."),
        },
    ),
    "tiebreaks": Table(
        help="The tie-breaks of the standings, in their order.",
        columns={
            "id": Column(str, "The row of the standings and the order of the tie-break: `club-open/7/1`."),
            "standing": Column(str, "The row of the standings.", "standings"),
            "tiebreak": Column(str, "The tie-break, as a code of the reference."),
            "value": Column(float, "Its value."),
        },
    ),
    "categories": Table(
        help="The members of the categories.",
        columns={
            "id": Column(str, "The player and the category: `club-open/p7/Youth`."),
            "tournament": TOURNAMENT,
            "category": Column(str, "The name of the category."),
            "player": Column(str, "The player.", "players"),
        },
    ),
    "prizes": Table(
        help="The awards; for officials from the first round on, for everybody once all results stand.",
        columns={
            "id": Column(str, "The tournament and the number of the award: `club-open/a1`."),
            "tournament": TOURNAMENT,
            "prize": Column(str, "The name of the prize."),
            "category": Column(str, "The category; empty if it is a prize of all."),
            "place": Column(int, "The place that earns it."),
            "player": Column(str, "The player who is awarded it; empty if nobody is.", "players"),
            "amount": Column(int, "The amount in the smallest unit of the currency; 0 for a thing."),
            "currency": Column(str, "The currency."),
            "working": Column(str, "How the award came about, in words."),
        },
    ),
}
"""The tables by name. A table stands behind those that it refers to."""
