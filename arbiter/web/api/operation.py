"""An operation of the API: a view with what it takes, who may ask and what it answers; `openapi.py` describes it.

A view is given what it would otherwise fetch: the desk of the tournament in its address, who asks, and what was sent.
What it answers with becomes JSON here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
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
from arbiter.view import View
from arbiter.web import access, page
from arbiter.web.access.readers import Reader
from arbiter.web.reading.body import LARGEST_BODY, Body, WithWitness, body, key, one_of, read
from arbiter.web.reading.known import names_of, only_known
from arbiter.web.reading.sizes import takes_files

T = TypeVar("T")

ROOT = "/api/v1"
FILE = "application/octet-stream"
ANYBODY, TABLET = "anybody", "the board's tablet or an arbiter"
OF_HANDS = (RULE, REPORT, TABLET)
"""Of whom something is recorded that takes a second hand, where it is done in a game of their own."""
ROAD: Mapping[str, str] = {
    "n": "round",
    "b": "board",
    "entry": "entry",
    "a": "appeal",
    "p": "proposal",
    "ban": "ban",
}
"""What the parts of an address are called in the requests."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Speaker:
    """For which side somebody speaks: an official says it, and a tablet that lies between the players."""

    side: BySide = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """What is said of a view.

    `takes`: the dataclasses whose fields the body has; `kinds`: more of them by the field `kind`, `former`: names that
    kinds had; `query`: what stands behind the question mark; `others`: answers of another status.
    """

    id: str
    does: str
    who: str = ""
    """A right (`rulings/bounds/rights.py`), `ANYBODY`, or `TABLET`.

    Without a word what is read is for officials, and what is changed for the director.
    """
    takes: tuple[Any, ...] = ()
    kinds: Mapping[str, Any] = field(default_factory=dict)
    former: Mapping[str, str] = field(default_factory=dict)
    query: Any = None
    answers: Any = None
    status: int = 200
    others: Mapping[int, Any] = field(default_factory=dict)
    raw: str = ""
    """The type of a body that is no JSON, and is read by the view."""
    most: int = LARGEST_BODY
    """Bytes of a JSON body."""
    files: bool = False
    """Whether the body may be a file, which is longer than other bodies."""
    media: str = "application/json"
    keyed: bool = True
    spoken: bool = False
    """Whether it is said for a side."""

    @property
    def in_body(self) -> bool:
        """Whether what it takes stands in the body; otherwise it stands behind the question mark."""
        return bool(self.takes) and request.method != "DELETE"

    @property
    def whose(self) -> str:
        """Who may ask, as the documents say it."""
        return RIGHTS.get(self.who, self.who)


class Asked:
    """One request to a view: who asks, what was sent, and the tournament that it is about."""

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
                # a tablet between the players is the one person's where the house is the other
                person = self.desk.state.person_at(self.desk.state.game(*self.place))
                self.reader = replace(self.reader, side=person)
        elif operation.who != ANYBODY:
            self.reader = access.admitted(operation.who, self.t or None)
        self._check_fields()

    def _check_fields(self) -> None:
        """Refuse a field that the operation does not take: of the body, of a form, or behind the question mark.

        A key is taken wherever something may be recorded, also where nothing would be recorded twice without it.
        """
        operation = self.operation
        reads, of_form = request.method in access.READING, ("csrf",) if request.form else ()
        query = {"lang", *names_of(*filter(None, (operation.query,)))}
        if operation.in_body:
            only_known(request.args, query)
            kinds = [*operation.takes]
            if operation.kinds:
                kinds.append(one_of(operation.kinds, self.given, operation.former))
            only_known(self.given, {*names_of(*kinds), *(("kind",) if operation.kinds else ()), "key", *of_form})
            return
        query |= {*names_of(*operation.takes), *(() if reads else ("key",))}
        only_known(request.args, query)
        if operation.raw:
            only_known(request.form, of_form)
            only_known(request.files, ("file",))
        elif not reads:
            only_known(self.given, query | {*of_form})

    @property
    def official(self) -> bool:
        """Whether whoever asks sees the office of the tournament as it stands."""
        return self.reader.may_at(LOOK, self.t)

    @property
    def place(self) -> tuple[int, int]:
        """The round and the board."""
        return self.address["round"], self.address["board"]

    @cached_property
    def desk(self) -> Desk:
        """The desk of the tournament; refused when there is none."""
        return access.desk(self.t)

    @cached_property
    def given(self) -> Body:
        """The fields that were sent: of the body, or if the operation takes none, behind the question mark as well."""
        if self.operation.in_body:
            return body(self.operation.most)
        if self.operation.raw or request.method in access.READING:
            return request.args
        return {**body(), **request.args}

    @property
    def key(self) -> str | None:
        return key(self.given)

    def read(self, kind: type[T]) -> T:
        """What was sent, as a value of that *kind*; refused where it cannot be read as one."""
        return read(kind, self.given)

    def request(self, kind: Any = None, **road: Any) -> Any:
        """The request that was sent, with what the address and the door say of it."""
        said = {**self.address, "by": self.reader.by, "side": self.reader.side, **road}
        return read(kind or self.operation.takes[0], self.given, **said)

    def submit(self, made: Request | None = None) -> Recorded:
        """What comes of the request that was sent, or of that one."""
        return self.desk.submit(self.request() if made is None else made, key=self.key)

    def view(self, state: Tournament | None = None, at: Instant | None = None) -> View:
        """The tournament as whoever asks may see it."""
        return page.view(self.desk.id, state, at)


class LineTold(TypedDict):
    """The journal line that a request became."""

    seq: int


View_ = Callable[[Asked], Any]


class Api(Blueprint):
    """A part of the API: views with their operations."""

    def ask(self, method: str, path: str, *takes: Any, **said: Any) -> Callable[[View_], View_]:
        """Makes a function a view; without a word of its own it is described by the words of what it takes."""

        def made(view: View_) -> View_:
            words = {"id": view.__name__.strip("_"), "does": view.__doc__, "takes": takes, **said}
            words["who"] = words.get("who") or (LOOK if method == "GET" else DIRECT)
            if takes and words["who"] in OF_HANDS and words.get("keyed", True):
                words["takes"] = (*takes, WithWitness)
            words["does"] = " ".join((words["does"] or "").split())
            spoken = any(slot.name == "side" for kind in takes for slot in sent(kind))
            operation = Operation(**words, spoken=spoken)

            def answered(**address: Any) -> Any:
                told = view(Asked(operation, address))
                return told if isinstance(told, Response) else (jsonify(told), operation.status)

            if operation.files:
                takes_files(answered)
            answered.operation = operation  # type: ignore[attr-defined]  # for the document
            self.add_url_rule(path, operation.id, answered, methods=[method])
            return view

        return made

    def plain(self, view: View_, path: str, kind: Any, method: str = "POST", **said: Any) -> None:
        """A view of a request of that kind, named and described by the kind's own words."""
        name = re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()
        self.ask(method, path, kind, **{"id": name, "does": kind.__doc__, **said})(view)
