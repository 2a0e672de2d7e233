"""Reads the analyst's file in a test."""

from __future__ import annotations

import io
import sqlite3
import tempfile
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any

from arbiter.exchange.analyst.tables import TABLES

Rows = list[dict[str, Any]]


def tables_in(data: bytes) -> dict[str, Rows]:
    """Every table of the file with its rows; of an archive the tables of the database in it."""
    if data[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(data)) as pack:
            data = next(pack.read(name) for name in pack.namelist() if name.endswith(".db"))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "read.db"
        path.write_bytes(data)
        return tables_of(path)


def tables_of(path: Path) -> dict[str, Rows]:
    """Every table of the file at that path with its rows."""
    with closing(sqlite3.connect(path)) as conn:
        conn.row_factory = sqlite3.Row
        return {name: [dict(row) for row in conn.execute(f"SELECT * FROM {name}")] for name in TABLES}
