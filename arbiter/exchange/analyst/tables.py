"""The tables of the analyst's file: their columns with types and meanings, their keys, the columns to search.

The file, its metadata for Datasette, and the page of the reference are made from these rows.
"""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.values import dataclass


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column: its type, an English sentence about it, and the table whose key it holds (empty if none)."""

    type: type
    help: str
    references: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DataTable:
    """A table: an English sentence about its rows, its columns, its primary key, and the columns that are searched."""

    help: str
    columns: Mapping[str, TableColumn]
    key: str = "id"
    searched: tuple[str, ...] = ()
    label: str = ""
    """The column whose value Datasette shows in another table instead of the key."""

    @property
    def foreign_keys(self) -> tuple[tuple[str, str, str], ...]:
        """The foreign keys: the column, the table that it refers to, and that table's key."""
        return tuple(
            (name, column.references, TABLES[column.references].key)
            for name, column in self.columns.items()
            if column.references
        )


TOURNAMENT = TableColumn(str, "The tournament.", "tournaments")
ROUND = TableColumn(int, "The number of the round.")
BOARD = TableColumn(int, "The number of the board.")
SIDE = TableColumn(str, "`white` or `black`; empty if it is about neither or both.")
AT = TableColumn(str, "When it happened, as an ISO time in UTC.")
ARTICLE = TableColumn(str, "The article of the rules or regulations, as it was cited.")
FEN = TableColumn(str, "The position as a FEN of the PDN standard.")
AMOUNT = TableColumn(int, "The amount in the smallest unit of the currency; 0 for a thing.")
CURRENCY = TableColumn(str, "The currency as a code of ISO 4217.")

TABLES: Mapping[str, DataTable] = {
    "tournaments": DataTable(
        help="The tournaments in the file.",
        label="name",
        columns={
            "id": TableColumn(str, "The id of the tournament in the service."),
            "name": TableColumn(str, "The name as it was announced."),
            "game": TableColumn(str, "The game that is played, such as `international` or `frisian`."),
            "system": TableColumn(str, "The pairing system."),
            "control": TableColumn(str, "The time control in the notation of PDN; White's and Black's if they differ."),
            "points": TableColumn(str, "The points for a win, a draw and a loss."),
            "tiebreaks": TableColumn(str, "The tie-breaks in their order, separated by commas."),
            "regulations": TableColumn(str, "The regulations about irregular moves."),
            "irregular_policy": TableColumn(
                str, "Who notices an irregular move: the service, the opponent, or nobody."
            ),
            "rounds_planned": TableColumn(int, "The number of rounds that were announced; 0 if none."),
            "place": TableColumn(str, "The place; empty if it was not told."),
            "federation": TableColumn(str, "The federation; empty if it was not told."),
            "begins": TableColumn(str, "The first day, as an ISO date."),
            "ends": TableColumn(str, "The last day, as an ISO date."),
            "journal_line": TableColumn(int, "The number of the last journal line that the rows are made from."),
            "journal_hash": TableColumn(str, "The hash of that line, if the journal was read."),
        },
    ),
    "players": DataTable(
        help="The entries of each tournament. What the reader may not know is empty.",
        label="name",
        columns={
            "id": TableColumn(str, "The tournament and the entry number: `club-open/p7`."),
            "tournament": TOURNAMENT,
            "entry": TableColumn(int, "The entry number, which never changes."),
            "name": TableColumn(str, "The name, in the form that the reader may see."),
            "rating": TableColumn(int, "The rating that was entered."),
            "title": TableColumn(str, "The title."),
            "club": TableColumn(str, "The club."),
            "federation": TableColumn(str, "The federation."),
            "born": TableColumn(str, "The year or the ISO date of birth."),
            "sex": TableColumn(str, "The sex as it was entered."),
            "federation_id": TableColumn(str, "The number at the federation."),
            "computer": TableColumn(int, "1 if the computer plays this entry."),
            "withdrawn": TableColumn(int, "1 if the player has left the tournament."),
        },
    ),
    "rounds": DataTable(
        help="The published rounds.",
        columns={
            "id": TableColumn(str, "The tournament and the round: `club-open/r2`."),
            "tournament": TOURNAMENT,
            "round": ROUND,
            "begins": TableColumn(str, "The announced local time; empty if none was announced."),
            "games": TableColumn(int, "The number of boards."),
        },
    ),
    "byes": DataTable(
        help="The players without an opponent in a round.",
        columns={
            "id": TableColumn(str, "The round and the entry: `club-open/r2/p7`."),
            "round": TableColumn(str, "The round.", "rounds"),
            "player": TableColumn(str, "The player.", "players"),
            "kind": TableColumn(str, "Why the player sat out: allocated, half, zero and so on."),
        },
    ),
    "games": DataTable(
        help="The games, with results and their reasons.",
        columns={
            "id": TableColumn(str, "The round and the board: `club-open/r2/b1`."),
            "tournament": TOURNAMENT,
            "round": TableColumn(str, "The round.", "rounds"),
            "board": BOARD,
            "white": TableColumn(str, "The player of White.", "players"),
            "black": TableColumn(str, "The player of Black.", "players"),
            "result": TableColumn(str, "The points of White and Black: `2-0`; empty if there is no result."),
            "white_outcome": TableColumn(str, "`won`, `drawn` or `lost`, for White."),
            "black_outcome": TableColumn(str, "`won`, `drawn` or `lost`, for Black. Both may have lost."),
            "because": TableColumn(str, "The reason of the result: `resigned`, `flag`, `ruling` and so on."),
            "started": TableColumn(str, "When the clocks were started, as an ISO time in UTC."),
            "ended": TableColumn(str, "When the result was recorded, as an ISO time in UTC."),
            "plies": TableColumn(int, "The number of plies."),
            "sealed": TableColumn(
                int, "The number of moves whose findings are not opened: irregular moves may be missing among them."
            ),
            "opening": TableColumn(str, "The opening that was drawn by lot; empty if none was."),
            "start": TableColumn(str, "The position in which the game began, as a FEN."),
            "white_ms": TableColumn(int, "The time that White's moves took, in milliseconds; empty without a clock."),
            "black_ms": TableColumn(int, "The time that Black's moves took, in milliseconds; empty without a clock."),
        },
    ),
    "plies": DataTable(
        help="The moves of the games with their clocks. Moves that were taken back are not among them.",
        columns={
            "id": TableColumn(str, "The game and the ply: `club-open/r2/b1/23`."),
            "game": TableColumn(str, "The game.", "games"),
            "ply": TableColumn(int, "The number of the ply, from 1."),
            "side": SIDE,
            "move": TableColumn(str, "The move in the notation of the game."),
            "pieces_taken": TableColumn(int, "The number of pieces that the move took."),
            "crowned": TableColumn(int, "1 if a man became a king."),
            "at": TableColumn(str, "When the clock was pressed, as an ISO time in UTC."),
            "used_ms": TableColumn(int, "The time that the move took, in milliseconds; empty without a clock."),
            "left_ms": TableColumn(
                int, "The time that the side had left after it, in milliseconds; empty without a clock."
            ),
            "position": TableColumn(str, "The position after the move, as a FEN."),
        },
    ),
    "irregular_moves": DataTable(
        help="The irregular moves. Those that are still sealed are not among them: `sealed` of the game counts them.",
        columns={
            "id": TableColumn(str, "The game and the number of the irregular move in it: `club-open/r2/b1/i1`."),
            "game": TableColumn(str, "The game.", "games"),
            "ply": TableColumn(int, "The number of plies that had been played."),
            "side": SIDE,
            "move": TableColumn(str, "The move that was made."),
            "code": TableColumn(str, "The rule that it breaks, as a code of the reference."),
            "article": ARTICLE,
            "sentence": TableColumn(str, "The rule that it breaks, in words."),
            "corrections": TableColumn(str, "The correct moves, separated by spaces."),
            "at": AT,
            "counts": TableColumn(int, "0 if it was ruled to be no offence, or found after the game."),
            "position": FEN,
        },
    ),
    "rulings": DataTable(
        help="What happened at the boards besides moves, in the order of the journal: irregular moves, claims, flags, "
        "penalties, corrections, results by a ruling, decided appeals. For officials only.",
        searched=("text", "article", "kind"),
        columns={
            "id": TableColumn(
                str, "The tournament, the journal line, and a number if one line has several: `club-open/31`."
            ),
            "tournament": TOURNAMENT,
            "game": TableColumn(str, "The game.", "games"),
            "line": TableColumn(int, "The number of the journal line in which it was recorded."),
            "at": AT,
            "ply": TableColumn(int, "The number of plies that had been played; empty after the game."),
            "side": SIDE,
            "kind": TableColumn(
                str, "What it is, as a code: `irregular`, `penalty`, `time`, `claim`, `flag`, `result` ..."
            ),
            "detail": TableColumn(str, "The rule, the penalty or the decision, as a code; empty if there is none."),
            "move": TableColumn(str, "The move that it is about."),
            "article": ARTICLE,
            "text": TableColumn(str, "The whole in words, with the reason that was given."),
            "reason": TableColumn(str, "The reason alone."),
            "decided_by": TableColumn(str, "Who decided it; empty if no decision was needed."),
            "position": TableColumn(str, "The position on the board just before, as a FEN."),
            "white_left_ms": TableColumn(
                int, "What White's clock showed just before, in milliseconds; empty without one."
            ),
            "black_left_ms": TableColumn(
                int, "What Black's clock showed just before, in milliseconds; empty without one."
            ),
        },
    ),
    "standings": DataTable(
        help="The standings after the last published round. In a team tournament a row is a team.",
        columns={
            "id": TableColumn(str, "The tournament and the number: `club-open/7`."),
            "tournament": TOURNAMENT,
            "rank": TableColumn(int, "The place; players who are still equal share one."),
            "player": TableColumn(str, "The player; empty for a team.", "players"),
            "name": TableColumn(str, "The name of the player or the team."),
            "points": TableColumn(float, "The points."),
        },
    ),
    "tiebreaks": DataTable(
        help="The tie-breaks of the standings, in their order.",
        columns={
            "id": TableColumn(str, "The row of the standings and the order of the tie-break: `club-open/7/1`."),
            "standing": TableColumn(str, "The row of the standings.", "standings"),
            "tiebreak": TableColumn(str, "The tie-break, as a code of the reference."),
            "value": TableColumn(float, "Its value."),
        },
    ),
    "categories": DataTable(
        help="The members of the categories.",
        columns={
            "id": TableColumn(str, "The player and the category: `club-open/p7/Youth`."),
            "tournament": TOURNAMENT,
            "category": TableColumn(str, "The name of the category."),
            "player": TableColumn(str, "The player.", "players"),
        },
    ),
    "prizes": DataTable(
        help="The prizes of the fund.",
        label="name",
        columns={
            "id": TableColumn(str, "The tournament and the number of the prize: `club-open/prize1`."),
            "tournament": TOURNAMENT,
            "name": TableColumn(str, "The name of the prize."),
            "category": TableColumn(str, "The category; empty if it is a prize of all."),
            "place": TableColumn(int, "The place that earns it; empty if it is given by hand."),
            "amount": AMOUNT,
            "currency": CURRENCY,
        },
    ),
    "awards": DataTable(
        help="Who is awarded what; for officials from the first round on, for everybody once all results stand.",
        columns={
            "id": TableColumn(str, "The tournament and the number of the award: `club-open/a1`."),
            "tournament": TOURNAMENT,
            "player": TableColumn(str, "The player; empty if nobody takes the prize, and for a team.", "players"),
            "amount": AMOUNT,
            "currency": CURRENCY,
            "working": TableColumn(str, "How the award came about, in words."),
        },
    ),
    "awarded_prizes": DataTable(
        help="The prizes that each award comes from. If equal players share, each of their awards has all of them.",
        columns={
            "id": TableColumn(str, "The award and the number of the prize: `club-open/a1/1`."),
            "award": TableColumn(str, "The award.", "awards"),
            "prize": TableColumn(str, "The prize.", "prizes"),
        },
    ),
}
"""The tables of the file for analysts, by name. A table comes later than the tables that it refers to."""
