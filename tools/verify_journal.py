#!/usr/bin/env python3
"""Verifies the journal of a tournament without Arbiter: for a committee that wants to see for itself.

    python3 verify_journal.py spring-open.sqlite        the journal's file, or a copy of it
    python3 verify_journal.py spring-open.json          an export of everything
    python3 verify_journal.py spring-open.zip           a backup

    python3 verify_journal.py spring-open.sqlite --line 812 --hash 3f9a0c21d4e5b6a7
                                                        whether it has the line that a sheet names
    python3 verify_journal.py spring-open.sqlite --head ah1... --key PUBLIC
                                                        whether it has the line of a signed head: a sheet's QR code

One file, the standard library alone; only the signature of a head takes the package `cryptography`. It says the number
of lines and the hash of the last one, which is printed on the sheets, or the first line that is not what was written.
Exit 0: it holds together, and has the line; 1: it does not; 2: no journal, or misused.
What is checked is told in docs/journal.md.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import re
import sqlite3
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

FIELDS = ("seq", "at", "kind", "body", "key", "before", "hash")
BEGINNING = "0" * 64
HASH = re.compile("[0-9a-fA-F]{8,64}")
HEAD = re.compile(r"ah1\.([a-z0-9-]+)\.([1-9][0-9]*)\.([0-9a-f]{64})\.([0-9]+)\.([A-Za-z0-9_-]{86})")
"""A signed head: tournament, line, hash, instant of signing (milliseconds since 1970), signature."""


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


def broken_seal(lines: list[dict[str, Any]]) -> int | None:
    """The first line that opens a finding about a move which is not the one sealed in the move's line; None without.

    The seal is the SHA-256 of a JSON array: the salt, and the code, article, square and facts of an irregular move.
    """
    seals: dict[int, str] = {}
    for line in lines:
        if line["kind"] == "MovePlayed":
            seals[line["seq"]] = json.loads(line["body"]).get("seal", "")
        elif line["kind"] == "FindingsOpened":
            for move, salt, *told in json.loads(line["body"])["findings"]:
                sealed = json.dumps([salt, *(told[:4] if told[0] else ())], separators=(",", ":"))
                if salt and hashlib.sha256(sealed.encode("ascii")).hexdigest() != seals.get(move):
                    return int(line["seq"])
    return None


def signed(head: re.Match[str], key: str) -> bool:
    """Whether the Ed25519 key, in hexadecimal, signed the head."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    tournament, line, hash_, at, signature = head.groups()
    told = f"arbiter head 1\n{tournament}\n{line}\n{hash_}\n{at}\n".encode("ascii")
    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
        public.verify(base64.urlsafe_b64decode(signature + "=="), told)
    except (InvalidSignature, ValueError):
        return False
    return True


def lacking(lines: list[dict[str, Any]], number: int, hash_: str) -> str:
    """Why the journal does not have line *number* with that hash; empty where it has."""
    if not 1 <= number <= len(lines):
        return f"It ends with line {len(lines)}: there is no line {number}."
    found = lines[number - 1]["hash"]
    return "" if found.startswith(hash_.lower()) else f"Line {number} is another one: it has the hash {found}."


def main(arguments: list[str]) -> int:
    """Verifies the file that is named."""
    reader = argparse.ArgumentParser(prog="verify_journal.py", description="Verify a journal without Arbiter.")
    reader.add_argument("file", type=Path, help="a journal (.sqlite), an export (.json) or a backup (.zip)")
    reader.add_argument("--line", type=int, metavar="N", help="a line that a sheet names, with its --hash")
    reader.add_argument("--hash", metavar="H", help="the hash, or its first 8 digits or more")
    reader.add_argument("--head", metavar="TEXT", help="a signed head: the text of a sheet's QR code, or of a tablet")
    reader.add_argument("--key", metavar="PUBLIC", help="the public key of the hall that signed the head")
    asked = reader.parse_args(arguments)
    head = HEAD.search(asked.head) if asked.head else None
    if (asked.line is None) != (asked.hash is None) or (asked.hash and HASH.fullmatch(asked.hash) is None):
        reader.error("--line and --hash belong together; a hash has 8 to 64 hexadecimal digits")
    if (asked.head and head is None) or (asked.key and head is None):
        reader.error("that is no signed head: it begins with ah1.")
    try:
        lines = lines_of(asked.file)
    except (OSError, ValueError, KeyError, sqlite3.Error, zipfile.BadZipFile) as cause:
        print(f"{asked.file} holds no journal: {cause}", file=sys.stderr)
        return 2
    bad = first_bad(lines)
    if bad is not None:
        print(f"Line {bad[0]} has been altered or damaged: {bad[1]}.", file=sys.stderr)
        return 1
    opens = broken_seal(lines)
    if opens is not None:
        print(f"Line {opens} opens a finding that is not the one that was sealed with the move.", file=sys.stderr)
        return 1
    wanted = [(asked.line, asked.hash)] if asked.hash else []
    if head is not None:
        if asked.key and not signed(head, asked.key):
            print("The signature is not of that key: nothing follows from this head.", file=sys.stderr)
            return 1
        wanted.append((int(head[2]), head[3]))
    for number, hash_ in wanted:
        why = lacking(lines, number, hash_)
        if why:
            print(why, file=sys.stderr)
            return 1
        after = len(lines) - number
        print(f"Line {number} has that hash; {after} {'line has' if after == 1 else 'lines have'} followed.")
    if head is not None:
        print("The signature is right." if asked.key else "Without --key the signature was not looked at.")
    print(f"{len(lines)} lines hold together; the last one has the hash {lines[-1]['hash'] if lines else BEGINNING}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
