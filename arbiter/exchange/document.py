"""A whole tournament as one JSON document: its journal with hashes, the people behind its entries, and tables.

The import of a document gives the same tournament, line by line and hash by hash. The tables (standings and others) are
for programs that do not read the journal. The import compares the rounds, the number of lines and the last hash with
the journal, so that a document whose last lines were cut off is refused.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import islice
from typing import Any

import msgspec

from arbiter.desk.recorded import UnreplayableLine, replayed
from arbiter.journal.lines import Line, first_bad
from arbiter.journal.people import Person, Post, Staff, readable, readable_staff
from arbiter.pairing.table.standings_calculation import value_number
from arbiter.prizes.awards import categories_shape, prizes_shape
from arbiter.progress import counted
from arbiter.refused import Refused
from arbiter.rulings.rounds.placing import placing
from arbiter.tournament.state import Tournament
from arbiter.tournament.stored.packed import moves_of
from arbiter.view import View

FORMAT = "arbiter-tournament"
EDITION = 1
PIECE_LINES = 400
"""The number of journal lines in one piece of the document, some 300 kB."""


def document_pieces(view: View, lines: Iterable[Line]) -> Iterator[bytes]:
    """Yield the document in pieces, so that a long journal takes no more memory than one piece.

    *lines*: all lines of the journal.
    """
    state = view.state
    told: dict[str, Any] = {
        "format": FORMAT,
        "edition": EDITION,
        "tournament": view.tournament,
        "name": state.name,
        "lines": state.version,
        "head": view.head,
        "staff": asdict(view.staff),
        "people": {str(entry): asdict(person) for entry, person in view.people.items()},
    }
    tables = {
        "standings": _standings(view),
        "categories": categories_shape(view)["categories"],
        "prizes": prizes_shape(view, official=True),
    }
    yield _encode(told)[:-1] + b",\n" + _encode(tables)[1:-1]
    yield from _listed("rounds", (_encode(_round(state, number)) for number in range(1, len(state.rounds) + 1)))
    lines = iter(lines)
    pieces = iter(lambda: b",\n".join(_encode(line._asdict()) for line in islice(lines, PIECE_LINES)), b"")
    yield from _listed("journal", pieces)
    yield b"}\n"


_encode = msgspec.json.encode


def _listed(name: str, items: Iterable[bytes]) -> Iterator[bytes]:
    """Yield a list as a further field of a JSON object, in pieces of one item each."""
    between = f',\n"{name}":[\n'.encode()
    for item in items:
        yield between + item
        between = b",\n"
    yield b"\n]" if between == b",\n" else between + b"]"


def _round(state: Tournament, number: int) -> dict[str, Any]:
    round = state.round(number)
    boards = [
        {
            "board": game.board,
            "white": game.entries.white,
            "black": game.entries.black,
            "result": state.result_text(game),
            "because": game.result.because if game.result else None,
            "moves": moves_of(game),
        }
        for game in round.games
    ]
    byes = {str(entry): round.kind(entry).value for entry in round.byes}
    return {"round": number, "draft": round.draft, "boards": boards, "byes": byes}


def _standings(view: View) -> list[dict[str, Any]]:
    view = view.of_tables
    return [
        {
            "rank": row.rank,
            "entry": row.entry,
            "name": view.name(row.entry),
            "points": view.state.points.number(row.points),
            "tiebreaks": dict(zip(view.state.tiebreaks, map(value_number, row.tiebreaks), strict=True)),
        }
        for row in placing(view.state, view.known)
    ]


def _decoded(data: bytes) -> Any:
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeEncodeError):  # half a character, which the standard library reads
        return json.loads(data)


def read_document(data: bytes) -> tuple[str, Sequence[Line], dict[int, Person], Staff]:
    """Read the id, the journal lines, the people and the officials of a document.

    Raise Refused if the data is not a tournament document, or if a line does not match its hash.
    """
    try:
        told = _decoded(data)
        if not isinstance(told, Mapping) or told.get("format") != FORMAT:
            raise Refused("document_unreadable")
        lines = [
            Line(
                seq=int(line["seq"]),
                at=int(line["at"]),
                kind=str(line["kind"]),
                body=str(line["body"]),
                key=None if line["key"] is None else str(line["key"]),
                before=str(line["before"]),
                hash=str(line["hash"]),
            )
            for line in told["journal"]
        ]
        people = {int(entry): readable(Person(**person)) for entry, person in told["people"].items()}
        id = str(told["tournament"])
        named = told.get("staff") or {}
        posts = tuple(
            Post(str(post["role"]), str(post["name"]), str(post.get("number", ""))) for post in named.get("posts", ())
        )
        staff = readable_staff(Staff(str(named.get("organiser", "")), posts))
    except json.JSONDecodeError as cause:
        there = "".join(cause.doc.split("\n")[cause.lineno - 1 : cause.lineno])[cause.colno - 1 :][:20]
        raise Refused("document_broken", line=cause.lineno, column=cause.colno, text=there) from cause
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, OverflowError) as cause:
        raise Refused("document_unreadable") from cause
    bad = first_bad(counted(lines))
    if bad is not None or not lines:
        raise Refused("document_altered", line=bad.seq if bad else 1)
    try:
        state = replayed(lines)
    except UnreplayableLine as no:
        if isinstance(no.cause, Refused) and no.cause.code == "event_of_a_later_release":
            raise no.cause from no
        raise Refused("document_altered", line=no.seq) from no
    if not state.name:  # a journal begins with the announcement of the tournament
        raise Refused("document_altered", line=1)
    _refuse_cut(told, lines, state)
    return id, lines, people, staff


def _refuse_cut(told: Mapping[str, Any], lines: Sequence[Line], state: Tournament) -> None:
    """Raise Refused if the document and its journal disagree: the last lines were cut off, or something was changed.

    Documents of older releases have neither the number of lines nor the last hash; only their rounds are compared.
    """
    written = (told.get("lines", len(lines)), told.get("head") or lines[-1].hash)
    if written != (len(lines), lines[-1].hash):
        raise Refused("document_cut", lines=len(lines))
    rounds = [_round(state, number) for number in range(1, len(state.rounds) + 1)]
    stored = told.get("rounds", rounds)
    if json.loads(json.dumps(rounds)) != stored:
        raise Refused("document_cut", lines=len(lines))
