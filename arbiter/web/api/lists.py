"""API of player lists: import entries from CSV, a workbook or a TRF, and ratings from a rating list."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from typing import Annotated, Any, NotRequired, TypedDict

from flask import Response, jsonify, request

from arbiter.desk.desk import Desk
from arbiter.exchange.lists.columns import columns_text, parse_columns
from arbiter.fields import Sent
from arbiter.hall.lists import LARGEST_LIST_BYTES, Look, look, remember
from arbiter.shapes.problems import LinesRefused, Problem, RefusedLine
from arbiter.tournament.events import parse_event
from arbiter.tournament.events.entries import PlayerEntered
from arbiter.web import access, page
from arbiter.web.api.operation import FILE, ROOT, Api, Asked
from arbiter.web.problems import problem_body
from arbiter.words import refusal, text

lists = Api("lists", __name__, url_prefix=f"{ROOT}/tournaments/<t>/entries")


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """Query parameters of an import of players: preview, the content of each column, and skipping faulty lines."""

    partial: Annotated[bool, Sent("whoever can be entered is, though lines are refused")] = False
    preview: Annotated[bool, Sent("nothing is recorded")] = False
    columns: Annotated[str | None, Sent("what stands in which column", "0:name,1:rating")] = None
    heading: Annotated[bool | None, Sent("whether the first line is a heading")] = None


class ListTold(TypedDict):
    """Response: what an import of a list has done or, in a preview, would do."""

    seq: NotRequired[int]
    entered: int
    entries: NotRequired[list[int]]
    columns: NotRequired[str]
    people: NotRequired[int]
    refused: list[RefusedLine]


@lists.ask(
    "POST",
    "/import",
    query=Listed,
    answers=ListTold,
    status=201,
    others={200: ListTold, 422: (LinesRefused, Problem)},
    raw=FILE,
    files=True,
)
def import_entries(asked: Asked) -> Any:
    """Enter all players of a list. If a line is refused, nobody is entered, unless `?partial=1`.

    With `?preview=1` nothing is recorded.
    """
    how, desk = asked.read(Listed), asked.desk
    done = entered_with(desk, asked.key)
    columns = parse_columns(how.columns) if how.columns else None
    seen = look(desk, _data(), columns, headed=how.heading, without=done)
    if seen.fault:
        raise seen.fault
    if how.preview:
        return jsonify(entered=0, columns=columns_text(seen.columns), people=len(seen.people), refused=_refused(seen))
    if seen.refused and not done and not how.partial:
        return _none_of_them(seen)
    recorded = desk.enter_all(seen.people, asked.reader.by, key=asked.key)
    if not done:
        remember(desk, seen)
    last = recorded.state.entries[-1]
    entries = done or tuple(range(last - len(seen.people) + 1, last + 1))
    return {"seq": recorded.seq, "entered": len(entries), "entries": list(entries), "refused": _refused(seen)}


def entered_with(desk: Desk, key: str | None) -> tuple[int, ...]:
    """Return the entries of a list that was sent earlier with the same idempotency key; empty if there are none.

    They are found as the neighbouring journal lines that have the same instant.
    """
    line = desk.journal.by_key(key) if key is not None else None
    if line is None:
        return ()
    before = reversed(desk.journal.read(limit=line.seq - 1))
    together = takewhile(lambda one: (one.kind, one.at, one.key) == (line.kind, line.at, None), before)
    last = parse_event(line.kind, line.at, line.body)
    assert isinstance(last, PlayerEntered)
    return tuple(range(last.entry - len(tuple(together)), last.entry + 1))


def _data() -> bytes:
    """Return the bytes of the list: the file of a form, or the body of the request."""
    sent = request.files.get("file")
    return sent.read(LARGEST_LIST_BYTES + 1) if sent is not None else request.get_data()


def _refused(seen: Look) -> list[RefusedLine]:
    return [
        {"line": line.line, "wrote": line.wrote, "sentence": page.sentence(line.refused)}
        for line in seen.refused
        if line.refused is not None
    ]


def _none_of_them(seen: Look) -> Response:
    """Return the answer (422) to a list in which lines were refused and of which nobody was entered."""
    language = access.language()
    first = seen.refused[0]
    assert first.refused is not None
    facts: dict[str, object] = {"lines": len(seen.refused), "line": first.line}
    said = refusal(first.refused, language)
    detail = text("No player was entered. Line {line}: {sentence}", language, line=first.line, sentence=said)
    body = problem_body(422, "lines_refused", detail, article=None, facts=facts, entered=0, refused=_refused(seen))
    answer = jsonify(body)
    answer.mimetype, answer.status_code = "application/problem+json", 422
    return answer
