"""One line of a tournament's journal, and the chain of hashes that holds the lines together.

A line is written once. Its hash covers the hash of the line before it, so that nobody can change, take out or
move a line without every later hash telling so.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from json.encoder import encode_basestring_ascii as quoted
from typing import Literal, NamedTuple

from arbiter.sides import Instant

BEGINNING = "0" * 64
"""What stands before the first line, where later lines have the hash of their predecessor."""


@dataclass(frozen=True, slots=True)
class Unwritten:
    """What is to be written down: an event's *kind*, its *body* as canonical JSON, and the *key* of its request."""

    at: Instant
    kind: str
    body: str
    key: str | None = None


class Line(NamedTuple):
    """What has been written down. *seq* counts from 1 without a gap."""

    seq: int
    at: Instant
    kind: str
    body: str
    key: str | None
    before: str
    hash: str


@dataclass(frozen=True, slots=True)
class BadLine:
    """The first line at which a journal is not what was written."""

    seq: int
    why: Literal["missing", "chain", "changed", "unreadable"]


def hashed(before: str, seq: int, at: Instant, kind: str, key: str | None, body: str) -> bytes:
    """What a line's hash is of: the six as a JSON array; no two different lines have the same text."""
    said = "null" if key is None else quoted(key)  # what json.dumps would write, in a third of the time
    return f"[{quoted(before)},{seq},{at},{quoted(kind)},{said},{quoted(body)}]".encode("ascii")


def line_hash(before: str, seq: int, at: Instant, kind: str, key: str | None, body: str) -> str:
    """SHA-256, in hexadecimal, of `hashed`."""
    return sha256(hashed(before, seq, at, kind, key, body)).hexdigest()


def line_text(line: Line) -> bytes:
    """A line as a witness has it: its hash, and what that is of."""
    return line.hash.encode("ascii") + b" " + hashed(line.before, line.seq, line.at, line.kind, line.key, line.body)


def parse_line(text: bytes) -> Line | None:
    """The line that a witness has written so; None where its hash is not that of the rest, or the rest is no line."""
    hash_, _, told = text.partition(b" ")
    if sha256(told).hexdigest().encode("ascii") != hash_:
        return None
    try:
        before, seq, at, kind, key, body = json.loads(told)
    except (ValueError, TypeError):
        return None
    return Line(seq, at, kind, body, key, before, hash_.decode("ascii")) if isinstance(seq, int) else None


def sound(line: Line) -> bool:
    """Whether a line has the hash of what it says; what a damaged file gives for a text may be none."""
    try:
        return line.hash == line_hash(line.before, line.seq, line.at, line.kind, line.key, line.body)
    except TypeError:
        return False


def chained(unwritten: Sequence[Unwritten], seq: int, before: str) -> tuple[Line, ...]:
    """The lines that *unwritten* becomes behind line *seq*, whose hash is *before*."""
    lines = []
    for one in unwritten:
        seq += 1
        hash_ = line_hash(before, seq, one.at, one.kind, one.key, one.body)
        lines.append(Line(seq, one.at, one.kind, one.body, one.key, before, hash_))
        before = hash_
    return tuple(lines)


def first_bad(lines: Iterable[Line]) -> BadLine | None:
    """The first of *lines* (all of a journal, in order) that is missing, out of its chain, or changed."""
    before = BEGINNING
    for seq, line in enumerate(lines, start=1):
        if line.seq != seq:
            return BadLine(seq, "missing")
        if line.before != before:
            return BadLine(seq, "chain")
        if not sound(line):
            return BadLine(seq, "changed")
        before = line.hash
    return None
