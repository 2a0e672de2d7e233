"""API of entries: enter players one by one or from a list, correct, withdraw, delete, check in, and erase them."""

from __future__ import annotations

from itertools import takewhile
from typing import Annotated, Any, NotRequired, TypedDict

from flask import Response, jsonify, request

from arbiter.desk.desk import Desk
from arbiter.exchange.lists.columns import columns_text, parse_columns
from arbiter.exchange.lists.name_completion import completions
from arbiter.fields import Sent
from arbiter.hall.entering import correct
from arbiter.hall.lists import LARGEST_LIST_BYTES, Look, look, remember
from arbiter.journal.people import MOST_CHARS, Person
from arbiter.refused import Refused
from arbiter.rulings.bounds.rights import DIRECT, RULE
from arbiter.rulings.entries import CheckIn, DeleteEntry, WithdrawPlayer
from arbiter.shapes.json_answers import told
from arbiter.shapes.refusal_json import LinesRefused, Problem, RefusedLine
from arbiter.shapes.tournament import FurtherFacts, PersonTold, PublicFacts, person_shape
from arbiter.tournament.events import parse_event
from arbiter.tournament.events.entries import PlayerEntered
from arbiter.values import dataclass
from arbiter.web import access, page
from arbiter.web.api.operation import FILE, ROOT, Api, Asked, LineTold
from arbiter.web.problems import problem_body
from arbiter.words import refusal, text

entries = Api("entries", __name__, url_prefix=f"{ROOT}/tournaments/<t>/entries")


class EnteredTold(LineTold):
    """Response: the number of the entry. `alike`: entries with similar names, which may be the same person."""

    entry: int
    alike: list[int]


class CheckedInTold(LineTold):
    """Response: `here` has the entries that have checked in so far."""

    here: list[int]


class PeopleTold(TypedDict):
    """Response: everybody who is entered, with the data that only officials see."""

    entries: list[PersonTold]


@entries.ask("GET", "", answers=PeopleTold)
def every_entry(asked: Asked) -> PeopleTold:
    """List everybody who is entered, with birth years and federation numbers."""
    view = asked.view()
    return {"entries": [person_shape(view, entry) for entry in view.state.entries]}


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """Query parameter: the text typed so far of a name: the beginning of each word."""

    q: Annotated[str, Sent("the beginning of each word of a name", "boom roe", longest=MOST_CHARS)] = ""


class RememberedPerson(PublicFacts, FurtherFacts):
    """A person whom the service remembers. `listed` is the name as in an alphabetical list ("Bakker, Anna")."""

    listed: str


class RememberedTold(TypedDict):
    """Response: the remembered people whose names match the typed text."""

    people: list[RememberedPerson]


@entries.ask("GET", "/remembered", query=Typed, who=DIRECT, answers=RememberedTold)
def remembered(asked: Asked) -> RememberedTold:
    """Complete a name from the service's other tournaments and from the imported rating list.

    People who are entered in this tournament already are left out. At least two letters are needed.
    """
    own = (one for one in access.desks().tournaments if one.id != asked.t and not one.stands.fed)
    others = [one for one in own if access.may(DIRECT, one.id)]
    return {"people": [told(RememberedPerson, one) for one in completions(asked.desk, others, asked.read(Typed).q)]}


class ErasedTold(TypedDict):
    """Response: the personal data of an entry have been erased."""

    erased: bool


@entries.ask("POST", "", Person, answers=EnteredTold, status=201)
def enter(asked: Asked) -> EnteredTold:
    """Enter a player, with the whole name or with family name and given name."""
    person = asked.read(Person)
    alike = asked.desk.roll.alike(person)
    recorded = asked.desk.enter(person, asked.reader.by, key=asked.key)
    entry = recorded.state.entries[-1]
    return {"seq": recorded.seq, "entry": entry, "alike": [one for one in alike if one != entry]}


@entries.ask("PATCH", "/<int:entry>", Person, answers=PersonTold, keyed=False)
def correct_entry(asked: Asked) -> PersonTold:
    """Correct the name or other data of an entry. An empty string clears a field.

    A field that is not sent stays as it is.
    """
    entry = asked.address["entry"]
    correct(asked.desk, entry, asked.read(Person), frozenset(asked.given))
    return person_shape(asked.view(), entry)


def deleted(asked: Asked) -> EnteredTold:
    """Delete an entry and its personal data. Its number is never given to another entry."""
    recorded = asked.submit()
    asked.desk.register.erase(asked.t, asked.address["entry"])
    return {"seq": recorded.seq, "entry": asked.address["entry"], "alike": []}


@entries.ask("POST", "/<int:entry>/erasure", answers=ErasedTold, keyed=False)
def erase_entry(asked: Asked) -> ErasedTold:
    """Erase the personal data of an entry for good.

    The games, the results and the hashes of the journal stay. They refer to the person by the entry number.
    """
    entry = asked.address["entry"]
    if entry not in asked.desk.state.entries:
        raise Refused("no_entry", entry=entry)
    asked.desk.register.erase(asked.t, entry)
    return {"erased": True}


def checked_in(asked: Asked) -> CheckedInTold:
    """Check entries in, and return all entries that have checked in so far."""
    recorded = asked.submit()
    return {"seq": recorded.seq, "here": sorted(recorded.state.here)}


class LeftTold(LineTold):
    """Response: the number of an entry that has withdrawn."""

    entry: int


@entries.ask("POST", "/<int:entry>/withdrawal", WithdrawPlayer, answers=LeftTold)
def withdraw_player(asked: Asked) -> LeftTold:
    """Withdraw an entry from the tournament."""
    return {"seq": asked.submit().seq, "entry": asked.address["entry"]}


entries.plain(deleted, "/<int:entry>", DeleteEntry, method="DELETE", answers=EnteredTold, keyed=False)

entries.plain(checked_in, "/check-in", CheckIn, who=RULE, answers=CheckedInTold)


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """Query parameters of an import of players.

    `partial`: whether to enter the players of correct lines even if other lines are refused. `preview`: whether to
    record nothing. `columns`: what each column contains. `heading`: whether the first line is a heading.
    """

    partial: Annotated[bool, Sent("enter the correct lines even if others are refused")] = False
    preview: Annotated[bool, Sent("only a preview; nothing is recorded")] = False
    columns: Annotated[str | None, Sent("the content of each column, by its number", "0:name,1:rating")] = None
    heading: Annotated[bool | None, Sent("whether the first line is a heading")] = None


class ListTold(TypedDict):
    """Response: what an import of a list has done or, in a preview, would do.

    `people`: in a preview, the number of players that would be entered. `refused`: the lines that cannot be entered.
    """

    seq: NotRequired[int]
    entered: int
    entries: NotRequired[list[int]]
    columns: NotRequired[str]
    people: NotRequired[int]
    refused: list[RefusedLine]


@entries.ask(
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
    """Enter all players of a list. If one line is refused, nobody is entered, unless `?partial=1` is given.

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
    """Return the entries of the list that was sent earlier with the same idempotency key; empty if there is none.

    They are recognised in the journal as the neighbouring lines with the same instant.
    """
    line = desk.line_of(key) if key is not None else None
    if line is None:
        return ()
    before = reversed(desk.journal.read(limit=line.seq - 1))
    together = takewhile(lambda one: (one.kind, one.at, one.key) == (line.kind, line.at, None), before)
    last = parse_event(line.kind, line.at, line.body)
    assert isinstance(last, PlayerEntered)
    return tuple(range(last.entry - len(tuple(together)), last.entry + 1))


def _data() -> bytes:
    """Return the bytes of the list, from the form's file or, if there is none, from the body of the request."""
    sent = request.files.get("file")
    return sent.read(LARGEST_LIST_BYTES + 1) if sent is not None else request.get_data()


def _refused(seen: Look) -> list[RefusedLine]:
    return [
        {"line": line.line, "column": line.column or None, "wrote": line.wrote, "sentence": page.sentence(line.refused)}
        for line in seen.refused
        if line.refused is not None
    ]


def _none_of_them(seen: Look) -> Response:
    """Return the response (status 422) to a list with refused lines, of which nobody was entered."""
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
