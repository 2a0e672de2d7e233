"""An operation of the API: a view together with the fields it takes, who may use it, and what it returns.

A view gets one argument, `Asked`, with the desk of the tournament in the URL, the reader, and the fields that were
sent. Its return value becomes JSON here. `openapi.py` makes the API's document from the operations.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import field
from functools import cached_property
from typing import Any, TypedDict, TypeVar

from flask import Blueprint, Response, jsonify, request

from arbiter.desk.desk import Desk
from arbiter.desk.recorded import Recorded
from arbiter.fields import sent
from arbiter.rulings.bounds.rights import DIRECT, LOOK, REPORT, RIGHTS, RULE
from arbiter.rulings.request import BySide, Request
from arbiter.sides import Instant
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace
from arbiter.view import View
from arbiter.web import access
from arbiter.web.access.sign_in import Reader
from arbiter.web.request_parsing import (
    LARGEST_JSON_BYTES,
    Body,
    WithWitness,
    body,
    key,
    names_of,
    one_of,
    only_known,
    read,
    takes_files,
)

T = TypeVar("T")

ROOT = "/api/v1"
FILE = "application/octet-stream"
ANYBODY, TABLET = "anybody", "the board's tablet or an arbiter"
OF_HANDS = (RULE, REPORT, TABLET)
"""The rights whose operations also take the name of a witness, because they may concern a game of the asker's own."""
ROAD: Mapping[str, str] = {
    "n": "round",
    "b": "board",
    "entry": "entry",
    "a": "appeal",
    "p": "proposal",
    "ban": "ban",
}
"""The variables in a URL's path, each with the name of the request field that it fills."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Speaker:
    """Request field: the side in whose name the request is made.

    It is needed if an official sends the request, or a tablet that lies between the players.
    """

    side: BySide = None


@dataclass(frozen=True, kw_only=True)
class Operation:
    """The description of a view, from which the API checks requests and makes its document.

    `takes`: the dataclasses whose fields the body has. `kinds`: further dataclasses, of which the field `kind` chooses
    one. `former`: earlier names of kinds. `query`: the dataclass of the query parameters. `answers`: the type of the
    response. `others`: the types of responses with another status. `keyed`: whether an idempotency key is accepted.
    """

    id: str
    does: str
    who: str = ""
    """The right that the sender needs (`rulings/bounds/rights.py`), or `ANYBODY`, or `TABLET`.

    If it is empty, officials may read and the director may change.
    """
    takes: tuple[Any, ...] = ()
    kinds: Mapping[str, Any] = field(default_factory=dict)
    former: Mapping[str, str] = field(default_factory=dict)
    query: Any = None
    answers: Any = None
    status: int = 200
    others: Mapping[int, Any] = field(default_factory=dict)
    raw: str = ""
    """The media type of a body that is not JSON and that the view parses itself; empty if there is none."""
    most: int = LARGEST_JSON_BYTES
    """The largest JSON body, in bytes."""
    files: bool = False
    """Whether the body may be an uploaded file, so that it may be larger than other bodies."""
    media: str = "application/json"
    keyed: bool = True
    spoken: bool = False
    """Whether the request is made in the name of a side."""

    @cached_property
    def known(self) -> tuple[frozenset[str], frozenset[str]]:
        """The names of the fields that the operation takes, and the names of its query parameters."""
        return frozenset(names_of(*self.takes)), frozenset({"lang", *names_of(*filter(None, (self.query,)))})

    @property
    def in_body(self) -> bool:
        """Whether the fields are read from the body. If not, they are query parameters."""
        return bool(self.takes) and request.method != "DELETE"

    @property
    def whose(self) -> str:
        """The people who may use the operation, in the words of the API's document."""
        return RIGHTS.get(self.who, self.who)


class Asked:
    """One request to a view: the reader, the fields that were sent, and the tournament that it is about.

    *address*: the variables in the URL's path and their values.
    """

    def __init__(self, operation: Operation, address: Mapping[str, Any]) -> None:
        self.operation = operation
        self.t = str(address.get("t", ""))
        self.address = {ROAD.get(name, name): part for name, part in address.items()}
        self.reader: Reader = access.reader()
        if operation.who == TABLET:
            side = read(Speaker, self.given).side if operation.spoken else None
            self.reader = access.acting(self.t, self.address["board"], side)
            between = self.reader.role == "tablet" and self.reader.side is None
            if between and "round" in self.address and self.desk.state.house:
                # if the computer has the other side, a tablet between the players belongs to the person's side
                person = self.desk.state.person_at(self.desk.state.game(*self.place))
                self.reader = replace(self.reader, side=person)
        elif operation.who != ANYBODY:
            self.reader = access.admitted(operation.who, self.t or None)
        self._check_fields()

    def _check_fields(self) -> None:
        """Refuse a field that the operation does not take, in the body, in a form or in the query.

        Every request that writes may have an idempotency key, even if sending the request twice would record nothing
        new.
        """
        operation = self.operation
        reads, of_form = request.method in access.READING, ("csrf",) if not request.is_json and request.form else ()
        takes, query = operation.known
        if operation.in_body:
            only_known(request.args, query)
            chosen = one_of(operation.kinds, self.given, operation.former) if operation.kinds else None
            of_kind = () if chosen is None else ("kind", *names_of(chosen))
            only_known(self.given, takes.union(of_kind, ("key",), of_form))
            return
        query = query.union(takes, () if reads else ("key",))
        only_known(request.args, query)
        if operation.raw:
            only_known(request.form, of_form)
            only_known(request.files, ("file",))
        elif not reads:
            only_known(self.given, query | {*of_form})

    @property
    def official(self) -> bool:
        """Whether the reader may look at the office of the tournament."""
        return self.reader.may_at(LOOK, self.t)

    @property
    def place(self) -> tuple[int, int]:
        """The numbers of the round and the board that the URL names."""
        return self.address["round"], self.address["board"]

    @cached_property
    def desk(self) -> Desk:
        """The desk of the tournament that the URL names. Raise Refused if there is no such tournament."""
        return access.desk(self.t)

    @cached_property
    def given(self) -> Body:
        """The fields that were sent: from the body or from the query, as the operation declares."""
        if self.operation.in_body:
            return body(self.operation.most)
        if self.operation.raw or request.method in access.READING:
            return request.args
        return {**body(), **request.args}

    @property
    def key(self) -> str | None:
        return key(self.given)

    def read(self, kind: type[T]) -> T:
        """Parse the fields that were sent into a value of that *kind*. Refuse fields that cannot be parsed."""
        return read(kind, self.given)

    def request(self, kind: Any = None, **road: Any) -> Any:
        """Parse the fields that were sent into a request of *kind*, or of the operation's type if *kind* is None.

        Fields that are known from the URL, such as the board, or from the sign-in are filled from there. *road*: the
        values of further fields.
        """
        said = {**self.address, "by": self.reader.by, "side": self.reader.side, **road}
        return read(kind or self.operation.takes[0], self.given, **said)

    def submit(self, made: Request | None = None) -> Recorded:
        """Submit a request to the desk, and return what was recorded.

        *made*: the request; None for the one that was sent.
        """
        return self.desk.submit(self.request() if made is None else made, key=self.key)

    def view(self, state: Tournament | None = None, at: Instant | None = None) -> View:
        """Return the tournament as the reader may see it.

        It is shown in *state* and at the instant *at*; if they are None, as it is now.
        """
        return access.view(self.desk.id, state, at)


class LineTold(TypedDict):
    """Response: the number of the journal line that records the request."""

    seq: int


View_ = Callable[[Asked], Any]


class Api(Blueprint):
    """A Flask blueprint for one part of the API. Its views are registered with an `Operation` each."""

    def ask(self, method: str, path: str, *takes: Any, **said: Any) -> Callable[[View_], View_]:
        """Return a decorator that makes a function the view of an operation. *said*: the fields of its `Operation`.

        *takes*: the dataclasses whose fields the body has.
        """

        def made(view: View_) -> View_:
            words = {"id": view.__name__.strip("_"), "does": view.__doc__, "takes": takes, **said}
            words["who"] = words.get("who") or (LOOK if method == "GET" else DIRECT)
            if takes and words["who"] in OF_HANDS and words.get("keyed", True):
                words["takes"] = (*words["takes"], WithWitness)
            words["does"] = " ".join((words["does"] or "").split())
            spoken = any(slot.name == "side" for kind in takes for slot in sent(kind))
            operation = Operation(**words, spoken=spoken)

            def answered(**address: Any) -> Any:
                told = view(Asked(operation, address))
                return told if isinstance(told, Response) else (jsonify(told), operation.status)

            if operation.files:
                takes_files(answered)
            answered.operation = operation  # type: ignore[attr-defined]  # read by `openapi.py`
            self.add_url_rule(path, operation.id, answered, methods=[method])
            return view

        return made

    def plain(self, view: View_, path: str, kind: Any, method: str = "POST", **said: Any) -> None:
        """Register *view* for requests of the class *kind*.

        The name and the docstring of the class become the operation's id and description.
        """
        name = re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()
        self.ask(method, path, kind, **{"id": name, "does": kind.__doc__, **said})(view)
