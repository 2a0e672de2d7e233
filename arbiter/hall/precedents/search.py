"""The search of the library: by words, article, kind and game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Any

from arbiter.fields import Sent
from arbiter.journal.sqlite.database import sqlite3
from arbiter.values import dataclass

MOST_ROWS = 200
LONGEST = 200
WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingsWanted:
    """Query parameters of a search among the rulings of all tournaments. An empty parameter excludes nothing."""

    words: Annotated[
        str, Sent("words of the ruling or its reason, or their beginnings", "touched", longest=LONGEST)
    ] = ""
    article: Annotated[str, Sent("the article, or its beginning", "000 VII", longest=LONGEST)] = ""
    kind: Annotated[str, Sent("irregular, penalty, flag and so on", "irregular", longest=LONGEST)] = ""
    game: Annotated[str, Sent("the game that was played", "international", longest=LONGEST)] = ""
    first: Annotated[int, Sent("from this ruling on, counted from 1", least=1, most=1_000_000)] = 1
    rows: Annotated[int, Sent("so many rulings at the most", least=1, most=MOST_ROWS)] = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundRulings:
    """The rulings that a search has found, the newest first, and the values that can be searched for.

    `count`: the number of all rulings found. `behind`: the number of tournaments with new lines that are not read yet.
    `shut`: the number of games with findings that are still sealed, if irregular moves are searched for.
    """

    rulings: Sequence[dict[str, Any]]
    count: int
    behind: int
    shut: int
    articles: Sequence[str]
    kinds: Sequence[str]
    games: Sequence[str]


def search(conn: sqlite3.Connection, wanted: RulingsWanted, behind: int = 0) -> FoundRulings:
    """Return the rulings that fit the search terms *wanted*.

    *behind*: the number of tournaments that are not read to the end.
    """
    clauses, values = ["1"], list[Any]()
    if matched := match_text(wanted.words):
        clauses.append("rulings.rowid IN (SELECT rowid FROM rulings_fts WHERE rulings_fts MATCH ?)")
        values.append(matched)
    if wanted.article:
        clauses.append("substr(rulings.article, 1, ?) = ?")
        values += [len(wanted.article), wanted.article]
    for column in ("kind", "game"):
        if value := getattr(wanted, column):
            clauses.append(f"rulings.{column} = ?")
            values.append(value)
    where = " AND ".join(clauses)
    (count,) = conn.execute(f"SELECT count(*) FROM rulings WHERE {where}", values).fetchone()
    found = conn.execute(
        "SELECT rulings.*, made.name AS name FROM rulings JOIN made ON made.tournament = rulings.tournament "
        f"WHERE {where} ORDER BY rulings.at DESC, rulings.line DESC LIMIT ? OFFSET ?",
        [*values, wanted.rows, wanted.first - 1],
    )
    columns = [column[0] for column in found.description]
    rows = [dict(zip(columns, row, strict=True)) for row in found]
    return FoundRulings(
        rulings=rows,
        count=count,
        behind=behind,
        shut=_shut(conn, wanted),
        articles=_values(conn, "article"),
        kinds=_values(conn, "kind"),
        games=_values(conn, "game"),
    )


def match_text(words: str) -> str:
    """Return the words as a full-text query: each word must occur, as a whole word or as the beginning of one.

    >>> match_text('touched "piece" OR')
    '"touched"* "piece"* "OR"*'
    """
    return " ".join(f'"{word}"*' for word in WORD.findall(words))


def _shut(conn: sqlite3.Connection, wanted: RulingsWanted) -> int:
    """Return the number of games in which irregular moves may be missing; 0 if another kind of ruling is wanted."""
    if wanted.kind not in ("", "irregular"):
        return 0
    (count,) = conn.execute("SELECT coalesce(sum(shut), 0) FROM made").fetchone()
    return int(count)


def _values(conn: sqlite3.Connection, column: str) -> list[str]:
    rows = conn.execute(f"SELECT DISTINCT {column} FROM rulings WHERE {column} IS NOT NULL ORDER BY {column}")
    return [value for (value,) in rows]
