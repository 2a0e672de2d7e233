"""Lists over the API: entries from CSV, a workbook or a TRF, and ratings from a rating list."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from typing import Annotated

from flask import Blueprint, Response, jsonify, request

from arbiter.desk.desk import Desk
from arbiter.exchange.lists.columns import columns_text, parse_columns
from arbiter.fields import Sent
from arbiter.hall.imports import LARGEST_LIST, Look, look, remember
from arbiter.refused import Refused
from arbiter.tournament.events import parse_event
from arbiter.tournament.events.entries import PlayerEntered
from arbiter.web import doors, page
from arbiter.web.problems import problem_body
from arbiter.web.reading.body import key, read
from arbiter.words import refusal, text

lists = Blueprint("lists", __name__, url_prefix="/api/v1/tournaments/<t>/entries")


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """How a list is taken."""

    partial: Annotated[bool, Sent("whoever can be entered is, though lines are refused")] = False
    preview: Annotated[bool, Sent("nothing is recorded")] = False
    columns: Annotated[str | None, Sent("what stands in which column", "0:name,1:rating")] = None
    heading: Annotated[bool | None, Sent("whether the first line is a heading")] = None


@lists.post("/import")
@doors.officials_only
def import_entries(t: str) -> tuple[Response, int]:
    """Enters everybody on a list; nobody where a line is refused, unless `?partial=1`. `?preview=1` records nothing."""
    asked, desk = read(Listed, request.args), doors.desk(t)
    once = key(request.args)
    done = entered_with(desk, once)
    columns = parse_columns(asked.columns) if asked.columns else None
    seen = look(desk, _data(), columns, headed=asked.heading, without=done)
    if seen.listing and not seen.columns:
        raise Refused("no_name_column")
    if asked.preview:
        return jsonify(
            entered=0, columns=columns_text(seen.columns), people=len(seen.people), refused=_refused(seen)
        ), 200
    if seen.refused and not done and not asked.partial:
        return _none_of_them(seen)
    recorded = desk.enter_all(seen.people, doors.reader().by, key=once)
    if not done:
        remember(desk, seen)
    last = recorded.state.entries[-1]
    entries = done or tuple(range(last - len(seen.people) + 1, last + 1))
    return jsonify(seq=recorded.seq, entered=len(entries), entries=entries, refused=_refused(seen)), 201


def entered_with(desk: Desk, key: str | None) -> tuple[int, ...]:
    """The entries that a list has brought under that key before: their lines were written at one instant."""
    line = desk.journal.by_key(key) if key is not None else None
    if line is None:
        return ()
    before = reversed(desk.journal.read(limit=line.seq - 1))
    together = takewhile(lambda one: (one.kind, one.at, one.key) == (line.kind, line.at, None), before)
    last = parse_event(line.kind, line.at, line.body)
    assert isinstance(last, PlayerEntered)
    return tuple(range(last.entry - len(tuple(together)), last.entry + 1))


def _data() -> bytes:
    """The list: the body of the request, or the file of a form."""
    sent = request.files.get("file")
    return sent.read(LARGEST_LIST + 1) if sent is not None else request.get_data()


def _refused(seen: Look) -> list[dict[str, object]]:
    return [
        {"line": line.line, "wrote": line.wrote, "sentence": page.sentence(line.refused)}
        for line in seen.refused
        if line.refused is not None
    ]


def _none_of_them(seen: Look) -> tuple[Response, int]:
    """All or nothing: nothing, and which lines keep the others from being entered."""
    language = doors.language()
    first = seen.refused[0]
    assert first.refused is not None
    facts: dict[str, object] = {"lines": len(seen.refused), "line": first.line}
    said = refusal(first.refused, language)
    detail = text("Nobody has been entered. Line {line}: {sentence}", language, line=first.line, sentence=said)
    body = problem_body(422, "lines_refused", detail, article=None, facts=facts, entered=0, refused=_refused(seen))
    answer = jsonify(body)
    answer.mimetype = "application/problem+json"
    return answer, 422
