#!/usr/bin/env python3
"""Verifies the journal of a tournament without Arbiter: for a committee that wants to see for itself.

    python3 verify_journal.py spring-open.sqlite        the journal's file, or a copy of it
    python3 verify_journal.py spring-open.json          an export of everything
    python3 verify_journal.py spring-open.zip           a backup

One file, the standard library alone. It says the number of lines and the hash of the last one, which is printed on the
sheets, or the first line that is not what was written. Exit 0: it holds together; 1: it does not; 2: no journal.
What is checked is told in docs/journal.md.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

FIELDS = ("seq", "at", "kind", "body", "key", "before", "hash")
BEGINNING = "0" * 64


def lines_of(path: Path) -> list[dict[str, Any]]:
    """The lines of a journal's file, of an export, or of a backup, in their order."""
    start = path.read_bytes()[:16]
    if start.startswith(b"SQLite format 3"):
        uri = f"{path.absolute().as_uri()}?mode=ro"
        with sqlite3.connect(uri, uri=True) as conn:
            rows = conn.execute("SELECT seq, at, kind, body, key, before, hash FROM line ORDER BY seq").fetchall()
        return [dict(zip(FIELDS, row, strict=True)) for row in rows]
    if start.startswith(b"PK"):
        with zipfile.ZipFile(path) as archive, tempfile.TemporaryDirectory() as folder:
            return lines_of(Path(archive.extract("journal.sqlite", folder)))
    told = json.loads(path.read_text("utf-8"))
    lines: list[dict[str, Any]] = told["journal"]
    return lines


def line_hash(line: dict[str, Any]) -> str:
    """SHA-256, in hexadecimal, of six fields as a JSON array without spaces, in ASCII."""
    fields = [line["before"], line["seq"], line["at"], line["kind"], line["key"], line["body"]]
    return hashlib.sha256(json.dumps(fields, separators=(",", ":")).encode("ascii")).hexdigest()


def first_bad(lines: list[dict[str, Any]]) -> tuple[int, str] | None:
    """The first line that is missing, out of its chain, or changed, and why; None where all hold together."""
    before = BEGINNING
    for number, line in enumerate(lines, start=1):
        if line["seq"] != number:
            return number, "missing"
        if line["before"] != before:
            return number, "chain"
        if line["hash"] != line_hash(line):
            return number, "changed"
        before = line["hash"]
    return None


def main(arguments: list[str]) -> int:
    """Verifies the file that is named."""
    if len(arguments) != 1:
        print("Name one file: a journal (.sqlite), an export (.json) or a backup (.zip).", file=sys.stderr)
        return 2
    try:
        lines = lines_of(Path(arguments[0]))
    except (OSError, ValueError, KeyError, sqlite3.Error, zipfile.BadZipFile) as cause:
        print(f"{arguments[0]} holds no journal: {cause}", file=sys.stderr)
        return 2
    bad = first_bad(lines)
    if bad is not None:
        print(f"Line {bad[0]} is not what was written: {bad[1]}.", file=sys.stderr)
        return 1
    print(f"{len(lines)} lines hold together; the last one has the hash {lines[-1]['hash'] if lines else BEGINNING}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
