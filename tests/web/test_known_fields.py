"""A field that an operation or a form does not take is refused, before anything is ruled or written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from werkzeug.test import TestResponse

from arbiter.federation.hub import halls
from arbiter.rulings.bounds.rights import FEED
from arbiter.web.api.openapi import LIVE, operations
from arbiter.web.api.operation import ANYBODY, Operation
from tests.web.conftest import Door
from tests.web.test_page_access import PLACES, pages

BOARD = "/tournaments/club-open/rounds/1/boards/1"
PARTS = {name.partition(":")[2].rstrip(">"): value for name, value in PLACES.items() if ":" in name} | {
    "p": "1",
    "ban": "1",
}
READ = "“stray” is unknown here"


@pytest.fixture
def evening(door: Door) -> Door:
    """A round with a call, a claim and an appeal, one that is drafted, and a tournament without a round."""
    door.tournament()
    for path, body in (
        (f"{BOARD}/calls", {"reason": "noise", "side": "white"}),
        (f"{BOARD}/claims", {"ground": "repetition", "side": "white"}),
        (f"{BOARD}/rulings", {"kind": "result", "result": "2-0", "reason": "agreed", "against": True}),
        (f"{BOARD}/appeals", {"side": "black", "grounds": "it was not agreed"}),
        ("/tournaments/club-open/announcements", {"text": "Coffee is ready"}),
        ("/tournaments/club-open/rounds/1/boards/2/rulings", {"kind": "result", "result": "1-1", "reported": True}),
        ("/tournaments/club-open/rounds", {"draft": True}),
        ("/tournaments/club-open/forbidden", {"entries": [1, 2], "reason": "brothers"}),
        ("/tournaments", {"name": "Club open"}),
        ("/tournaments/club-open-2/entries", {"name": "Anna"}),
        ("/tournaments/club-open-2/entries", {"name": "Piet"}),
        ("/tournaments", {"name": "Club open"}),
        ("/tournaments/club-open-3/entries", {"name": "Anna"}),
        ("/tournaments/club-open-3/entries", {"name": "Piet"}),
        ("/tournaments/club-open-3/rounds", {}),
        ("/tournaments/club-open-3/rounds/1/start", {}),
    ):
        assert door.post(path, body).status_code in (200, 201), path
    return door


def versions(door: Door) -> list[int]:
    """How many lines each journal has."""
    return [desk.state.version for desk in door.desks]


def asked(door: Door) -> Iterator[tuple[str, str, Operation]]:
    """Each operation with its method and an address of it."""
    for method, path, operation in operations(door.client.application):
        if operation is not LIVE:
            yield method.upper(), re.sub(r"{(\w+)}", lambda part: PARTS.get(part[1], "club-open"), path), operation


def sent(door: Door, method: str, path: str, operation: Operation, body: object = None) -> TestResponse:
    """The answer to somebody who has every right."""
    token = door.service.keys.bearer("chief")
    if operation.who == FEED:
        token, _ = halls.make_key(door.access.accounts.kept, "Gouda", int(door.service.now()))
    return door.client.open(f"/api/v1{path}", method=method, json=body, headers={"Authorization": f"Bearer {token}"})


def told(answer: TestResponse) -> tuple[int, str, str]:
    """The status, the code and the field of a refusal."""
    problem = answer.get_json(silent=True) or {}
    return answer.status_code, str(problem.get("code")), str((problem.get("facts") or {}).get("field"))


def test_no_operation_takes_a_field_that_it_does_not_know(evening: Door) -> None:
    before, bodies = versions(evening), 0
    for method, path, operation in asked(evening):
        assert told(sent(evening, method, f"{path}?stray=1", operation)) == (400, "unknown_field", "stray"), (
            operation.id
        )
        if method != "GET" and not operation.raw:
            bodies += 1
            body = {"stray": 1, **({"kind": next(iter(operation.kinds))} if operation.kinds else {})}
            answer = sent(evening, method, path, operation, body)
            assert told(answer) == (400, "unknown_field", "stray"), operation.id
            assert "key" in answer.get_json()["facts"]["known"]

    assert bodies > 70
    assert versions(evening) == before


def test_whoever_may_not_ask_learns_nothing_of_the_fields(evening: Door) -> None:
    for method, path, operation in asked(evening):
        if operation.who != ANYBODY:
            answer = evening.client.open(f"/api/v1{path}?stray=1", method=method, json={"stray": 1})
            assert answer.status_code in (401, 403), operation.id


def test_the_document_says_that_a_body_has_no_other_fields(door: Door) -> None:
    described = door.get("/openapi.json", role=None).get_json()
    schemas = described["components"]["schemas"]
    for path, methods in described["paths"].items():
        for operation in methods.values():
            for said in operation.get("requestBody", {}).get("content", {}).values():
                every = said["schema"].get("oneOf", [said["schema"]])
                names = [one["$ref"].rpartition("/")[2] for one in every if "$ref" in one]
                assert [name for name in names if schemas[name]["additionalProperties"]] == [], path
    assert schemas["Device"]["additionalProperties"] is False


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        (f"{BOARD}/rulings", {"kind": "stop", "step": "loss", "reason": "x"}, "step"),
        (f"{BOARD}/rulings", {"kind": "forfeit", "because": "agreed", "result": "2-0", "reason": "x"}, "because"),
        (f"{BOARD}/moves?key=tap-1", {"move": "32-28", "ply": 0}, "key"),
        (f"{BOARD}/moves", {"move": "32-28", "ply": 0, "device": {"pressed": 1, "board": 2}}, "board"),
        ("/tournaments/club-open/rounds", {"pairs": [{"white": 1, "black": 2, "board": 7}]}, "board"),
        ("/tournaments/club-open/pause", {"board": 1, "reason": "x"}, "board"),
    ],
)
def test_a_field_of_another_kind_or_place_is_refused(door: Door, path: str, body: object, field: str) -> None:
    door.tournament()
    before = versions(door)

    assert told(door.post(path, body)) == (400, "unknown_field", field)
    assert versions(door) == before


TABLETS: list[tuple[str, dict[str, object]]] = [
    ("moves", {"move": "32-28", "ply": 0, "pressed": 1, "round_trip_ms": 4, "device_ms": 3, "touched": "32"}),
    ("moves", {"move": "19-23", "ply": 1, "device": {"pressed": 1, "offset_ms": 2, "chain": "0" * 64}}),
    ("offers", {"side": "white"}),
    ("answers", {"accept": False, "side": "black"}),
    ("claims", {"ground": "repetition", "side": "white"}),
    ("claims", {"ground": "irregular", "side": "black"}),
    ("claims", {"ground": "flag", "side": "white"}),
    ("objections", {"choice": "stands", "side": "white"}),
    ("objections", {"side": "white"}),
    ("crowns", {"side": "white"}),
    ("touches", {"side": "white", "ply": 0}),
    ("undos", {"side": "white"}),
    ("calls", {"reason": "noise", "side": "white"}),
    ("results", {"result": "draw", "side": "white"}),
    ("results/objections", {"side": "black"}),
    ("appeals", {"side": "black", "grounds": "noise", "asks": "a draw"}),
    ("resignations", {"side": "white"}),
]


def test_what_tablets_have_sent_since_the_first_is_known(door: Door) -> None:
    """A page that was loaded before an update sends on what it sent before, with a key each."""
    door.tournament()
    codes = {
        what: told(door.post(f"{BOARD}/{what}", {**body, "key": f"tap-{at}"}))[1]
        for at, (what, body) in enumerate(TABLETS)
    }

    assert "unknown_field" not in codes.values()
    assert door.get("/time?seen=1&waiting=0&head=3-abc", role=None).status_code == 200


def test_former_names_of_fields_are_known(door: Door) -> None:
    door.tournament()
    given = door.post(f"{BOARD}/rulings", {"kind": "time", "side": "white", "add_s": 60, "reason": "noise"})
    back = door.send("DELETE", "/tournaments/club-open/rounds/1", {"confirmed": True, "reason": "wrong list"})

    assert (given.status_code, back.status_code) == (200, 200)


class Forms(HTMLParser):
    """The forms of a page: where each is sent, and the names of what it sends; a file's in another set."""

    def __init__(self, page: str, here: str) -> None:
        super().__init__()
        self.here = here
        self.found: list[tuple[set[str], set[str], set[str]]] = []
        self.ids: dict[str, tuple[set[str], set[str], set[str]]] = {}
        self.outside: list[tuple[str, str]] = []
        self.form: tuple[set[str], set[str], set[str]] | None = None
        self.feed(page)
        for id, name in self.outside:
            if id in self.ids:
                self.ids[id][1].add(name)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.form = ({said.get("action") or self.here}, set(), set()) if said.get("method") == "post" else None
            if self.form is not None:
                self.found.append(self.form)
                self.ids[said.get("id", "")] = self.form
        elif tag in ("input", "select", "textarea", "button"):
            if "form" in said and said.get("name"):
                self.outside.append((said["form"], said["name"]))
            elif self.form is not None:
                self.form[0].update(filter(None, [said.get("formaction")]))
                if said.get("name"):
                    self.form[2 if said.get("type") == "file" else 1].add(said["name"])

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.form = None


def test_every_form_of_every_page_sends_what_its_view_takes(evening: Door) -> None:
    evening.sign_in()
    client, own = evening.client, evening.desks.register.accounts.named("chief")
    assert own is not None
    routes, seen, unknown = client.application.url_map.bind("localhost"), set(), set()
    addresses = {
        path.replace("club-open", t).replace("/rounds/1", f"/rounds/{n}")
        for endpoint, path in pages(evening, "GET").items()
        for t, n in (("club-open", 1), ("club-open", 2), ("club-open-2", 1), ("club-open-3", 1))
        if "<" not in path and endpoint.startswith(("office.", "practice.", "public.analyses."))
    }
    for path in sorted({*addresses, f"/office/accounts/{own.number}"}):
        answer = client.get(path)
        page = answer.get_data(as_text=True) if (answer.status_code, answer.mimetype) == (200, "text/html") else ""
        answer.close()
        for actions, names, files in Forms(page, path).found:
            for action in actions:
                endpoint = str(routes.match(action.partition("?")[0], method="POST")[0])
                known, made, of_files = vars(client.application.view_functions[endpoint])["fields"]
                seen.add(endpoint)
                unknown |= {(endpoint, one) for one in names if one not in known and not one.startswith(made)}
                unknown |= {(endpoint, one) for one in files if one not in of_files}

    assert sorted(unknown) == []
    assert len(seen) > 35, sorted(seen)


def test_no_form_takes_a_field_that_its_view_does_not_know(evening: Door) -> None:
    """Of every address that takes a form, so that a view which does not say what it takes fails here."""
    csrf, before = evening.sign_in(), versions(evening)
    for endpoint, path in pages(evening, "POST").items():
        answer = evening.client.post(re.sub(r"<[^>]+>", "x", path), data={"csrf": csrf, "stray": "1"})
        assert (answer.status_code, READ in answer.get_data(as_text=True)) == (400, True), endpoint

    assert versions(evening) == before
    assert evening.client.get("/office").status_code == 200


def test_a_form_with_a_stray_field_comes_back_without_it(evening: Door) -> None:
    csrf = evening.sign_in()
    page = evening.client.post(
        "/office/club-open-2/entries/1/withdrawal",
        data={"csrf": csrf, "reason": "is ill", "stray": "1", "back": "/office/club-open-2/entries/1"},
        follow_redirects=True,
    ).get_data(as_text=True)

    assert READ in page
    assert 'value="is ill"' in page
    assert 'name="stray"' not in page
