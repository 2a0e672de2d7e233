"""A line of a tournament's journal, and the chain of hashes over all lines.

A line is never changed once it is written. Its hash covers the hash of the line before it. Therefore a line that is
changed, removed or moved gives every later line a wrong hash.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from hashlib import sha256
from json.encoder import encode_basestring_ascii as quoted
from typing import Literal, NamedTuple

import msgspec

from arbiter.sides import Instant
from arbiter.values import dataclass

BEGINNING = "0" * 64
"""The value that stands for the hash of the previous line in the first line."""


DIGEST = "\x1f"
"""The control character between a key and the digest of its request's content. No key contains it."""
AFTER_DIGEST = "\x20"
"""The character after DIGEST.

In sorted order, all stored forms of a key stand between key + DIGEST and key + AFTER_DIGEST.
"""


def bare(key: str) -> str:
    """Return the *key* of a request without the digest of its content."""
    return key.partition(DIGEST)[0]


def with_digest(key: str, digest: str) -> str:
    """Return the *key* of a request with the *digest* of its content, as a line stores it."""
    return f"{key.replace(DIGEST, chr(0))}{DIGEST}{digest}"  # refused later, as any control sign is


@dataclass(frozen=True, slots=True)
class Unwritten:
    """An event not yet written: its *kind*, its *body* as canonical JSON, and the *key* of its request."""

    at: Instant
    kind: str
    body: str
    key: str | None = None


class Line(NamedTuple):
    """A written line of a journal. *seq* counts from 1 without a gap."""

    seq: int
    at: Instant
    kind: str
    body: str
    key: str | None
    before: str
    hash: str


@dataclass(frozen=True, slots=True)
class BadLine:
    """The first line at which a journal is damaged or altered, and what is wrong with it."""

    seq: int
    why: Literal["missing", "chain", "changed", "unreadable"]


def hashed(before: str, seq: int, at: Instant, kind: str, key: str | None, body: str) -> bytes:
    """Return the bytes from which a line's hash is computed: the six arguments as a JSON array.

    *before*: the hash of the line before. No two different lines have the same bytes.
    """
    said = "null" if key is None else quoted(key)  # the result of json.dumps in a third of the time
    return f"[{quoted(before)},{seq},{at},{quoted(kind)},{said},{quoted(body)}]".encode("ascii")


def line_hash(before: str, seq: int, at: Instant, kind: str, key: str | None, body: str) -> str:
    """Return the SHA-256 in hexadecimal of a line's bytes, as `hashed` returns them."""
    return sha256(hashed(before, seq, at, kind, key, body)).hexdigest()


def line_text(line: Line) -> bytes:
    """Return a line as written in the journal's text copy (witness): its hash, then the text that is hashed."""
    return line.hash.encode("ascii") + b" " + hashed(line.before, line.seq, line.at, line.kind, line.key, line.body)


def parse_line(text: bytes) -> Line | None:
    """Parse a line of a journal's text copy. Return None if its hash is wrong or its text is no line."""
    hash_, _, told = text.partition(b" ")
    if sha256(told).hexdigest().encode("ascii") != hash_:
        return None
    try:
        before, seq, at, kind, key, body = json.loads(told)
    except (ValueError, TypeError):
        return None
    return Line(seq, at, kind, body, key, before, hash_.decode("ascii")) if isinstance(seq, int) else None


def end_of_chain(texts: bytes, seq: int, before: str) -> tuple[int, str] | None:
    """Return the number and the hash of the last of these lines; None if a line is damaged or does not follow.

    *texts*: lines of a text copy, each with its newline. *seq*, *before*: the number and the hash of the line that they
    have to follow.
    """
    for text in texts.split(b"\n")[:-1]:
        seq += 1
        hash_ = sha256(text[65:]).hexdigest()
        if not text.startswith(f'{hash_} ["{before}",{seq},'.encode("ascii")):
            return None
        before = hash_
    return seq, before


def same(line: Line, text: bytes) -> bool:
    """Return whether *text* of the journal's text copy is exactly this line, and has the right hash.

    The text is hashed and parsed as it is, which takes half as long as writing the line again and comparing the two.
    """
    seq, at, kind, body, key, before, hash_ = line
    told = text[65:]
    try:
        return (
            text[:65] == f"{hash_} ".encode()
            and sha256(told).hexdigest() == hash_
            and told.startswith(f'["{before}",{seq},{at},'.encode())
            and _decode(told)[3:] == [kind, key, body]
        )
    except (msgspec.DecodeError, UnicodeEncodeError):  # half a character, which is no valid text
        return text == line_text(line) and sound(line)


_decode = msgspec.json.Decoder().decode


def sound(line: Line) -> bool:
    """Return whether a line's hash is right for its content. In a damaged file the content may not even be text."""
    try:
        return line.hash == line_hash(line.before, line.seq, line.at, line.kind, line.key, line.body)
    except TypeError:
        return False


def chained(unwritten: Sequence[Unwritten], seq: int, before: str) -> tuple[Line, ...]:
    """Return *unwritten* as lines. The first of them follows the line with the number *seq* and the hash *before*."""
    lines = []
    for one in unwritten:
        seq += 1
        hash_ = line_hash(before, seq, one.at, one.kind, one.key, one.body)
        lines.append(Line(seq, one.at, one.kind, one.body, one.key, before, hash_))
        before = hash_
    return tuple(lines)


def first_bad(lines: Iterable[Line]) -> BadLine | None:
    """Return the first line that is missing, altered, or breaks the chain of hashes; None if all lines are right.

    *lines*: a whole journal, in order.
    """
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
