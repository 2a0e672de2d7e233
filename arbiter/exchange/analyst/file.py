"""The analyst's file itself: an SQLite file made by sqlite-utils, and its metadata for Datasette."""

from __future__ import annotations

import io
import json
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, TypeAlias

from arbiter.exchange.analyst.rows import rows_of
from arbiter.exchange.analyst.tables import TABLES
from arbiter.journal.lines import Line
from arbiter.journal.sqlite.database import database, sqlite3
from arbiter.view import View

METADATA = "metadata.json"
EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The date of all files in the archive: the earliest that ZIP allows, so that the time of packing changes no byte."""
ROWS_A_TIME = 2_000
"""The number of rows that are inserted at a time, so that a large tournament takes no more memory than these."""
TOKENIZE = "unicode61 remove_diacritics 2"
Exported: TypeAlias = tuple[View, Iterable[Line]]
"""A tournament as one reader may see it, with the lines of its journal."""


def write_file(sources: Iterable[Exported], to: Path) -> None:
    """Write an SQLite file with the tables of these tournaments to *to*, a file that does not exist yet."""
    with closing(sqlite3.connect(to, isolation_level=None)) as conn:
        made = database(conn)
        conn.execute("PRAGMA page_size=4096")
        conn.execute("BEGIN")
        for name, table in TABLES.items():
            made.create_table(
                name,
                {column: row.type for column, row in table.columns.items()},
                pk=table.key,
                foreign_keys=[(column, other, key) for column, other, key in table.foreign_keys],
                strict=True,
            )
        for view, lines in sources:
            for name, rows in rows_of(view, lines):
                made.table(name).insert_all(rows, batch_size=ROWS_A_TIME)
        for name, table in TABLES.items():
            if table.searched:
                made.table(name).enable_fts(table.searched, tokenize=TOKENIZE)
        made.index_foreign_keys()
        conn.execute("COMMIT")
        broken = conn.execute("PRAGMA foreign_key_check").fetchall()
        if broken:
            raise RuntimeError(f"rows of the analyst's file refer to nothing: {broken[:3]}")


def file_pieces(view: View, lines: Iterable[Line]) -> Iterator[bytes]:
    """Yield the SQLite file of one tournament in pieces."""
    yield file_bytes([(view, lines)])


def file_bytes(sources: Iterable[Exported]) -> bytes:
    """Return the SQLite file with all these tournaments."""
    with tempfile.TemporaryDirectory(prefix="arbiter-analyst-") as folder:
        made = Path(folder) / "made.db"
        write_file(sources, made)
        return made.read_bytes()


def archive_pieces(view: View, lines: Iterable[Line]) -> Iterator[bytes]:
    """Yield a ZIP archive with the file of one tournament and its metadata for Datasette."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as pack:
        for name, data in (
            (f"{view.tournament}.db", file_bytes([(view, lines)])),
            (METADATA, metadata_text(view.tournament).encode()),
        ):
            pack.writestr(zipfile.ZipInfo(name, EARLIEST), data, zipfile.ZIP_DEFLATED)
    yield made.getvalue()


def metadata_text(database: str) -> str:
    """Return the metadata for Datasette about a file with the name *database* (without its suffix)."""
    tables: dict[str, Any] = {}
    for name, table in TABLES.items():
        tables[name] = {
            "description": table.help,
            "columns": {column: row.help for column, row in table.columns.items()},
        }
        if table.label:
            tables[name]["label_column"] = table.label
        if table.searched:
            tables[name] |= {"fts_table": f"{name}_fts", "fts_pk": "rowid"}
    told = {
        "title": "Draughts tournaments",
        "description": "Written by Arbiter. docs/reference/analyst.md explains the tables.",
        "databases": {database: {"tables": tables}},
    }
    return json.dumps(told, indent=2, ensure_ascii=False) + "\n"


def metadata_beside(file: Path) -> Path:
    """Return the path of the metadata beside the file: `open.db` has `open-metadata.json`."""
    return file.with_name(f"{file.stem}-{METADATA}")
