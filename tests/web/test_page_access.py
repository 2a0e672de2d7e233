"""Every page has its door: what is open to everybody is listed here, and all the rest is the office's."""

from __future__ import annotations

import re
import time
from html import unescape

import pytest

from arbiter.hall.accounts import account_token
from arbiter.journal.accounts import Account
from arbiter.rulings.bounds.rights import DIRECT, LOOK, OWN, REPORT, RULE, may
from tests.web.conftest import Door

OPEN = {
    *(
        f"public.{page}"
        for page in ("index", "help.show", "language", "tournament", "round", "game", "standings", "working", "wall")
    ),
    *("office.sign_in", "office.sign_in_with_password", "office.first_sign_in", "office.use_first_link"),
    *("public.where", "public.player", "public.picture", "public.prizes", "readyz", "metrics"),
    *(f"practice.{page}" for page in ("show", "board", "games", "sit_down", "take_back", "hint", "play_on", "leave")),
    *("public.public_why.read", "public.ratings.show", "public.ratings.line", "office.sign_out"),
    *(f"public.analyses.{page}" for page in ("show", "begin", "of_round")),
    *("public.secure.show", "public.secure.authority", "public.secure.worker", "public.secure.out_of_touch"),
    *("tablet.card", "tablet.bind", "tablet.board", "tablet.by_hand", "tablet.bind_by_hand", "healthz", "static"),
    *("public.captain.show", "public.captain.hand_in", "public.printing.begin", "public.printing.show"),
    *("public.embed.tournament", "public.embed.board"),
    *("public.first.show", "public.first.end", "public.manual.contents", "public.manual.one", "public.manual.whole"),
}
PLACES = {
    "<t>": "club-open",
    "<int:n>": "1",
    "<int:b>": "1",
    "<int:entry>": "1",
    "<int:number>": "1",
    "<path:code>": "wins",
    "<int:a>": "1",
    "<int:id>": "1",
    "<int:team>": "1",
    "<int:announcement>": "1",
}


def pages(door: Door, method: str) -> dict[str, str]:
    """The address of every page that takes the method, by its endpoint."""
    found = {}
    for rule in door.client.application.url_map.iter_rules():
        if method in (rule.methods or ()) and not rule.rule.startswith("/api/"):
            path = rule.rule
            for part, value in PLACES.items():
                path = path.replace(part, value)
            found[rule.endpoint] = path
    return found


@pytest.fixture
def club(door: Door) -> Door:
    door.tournament()
    return door


def test_what_is_open_to_everybody_is_there(club: Door) -> None:
    assert set(pages(club, "GET")) | set(pages(club, "POST")) >= OPEN


def test_every_page_of_the_office_asks_to_sign_in_first(club: Door) -> None:
    closed = {endpoint: path for endpoint, path in pages(club, "GET").items() if endpoint not in OPEN}

    assert len(closed) >= 6
    for endpoint, path in closed.items():
        answer = club.client.get(path)
        assert answer.location, endpoint
        assert (answer.status_code, answer.location.partition("?")[0]) == (303, "/sign-in"), endpoint


def test_no_form_of_the_office_does_anything_for_somebody_who_has_not_signed_in(club: Door) -> None:
    club.client.get("/sign-in")
    with club.client.session_transaction() as session:
        csrf = session["csrf"]
    before = club.desks.desk("club-open").state
    for endpoint, path in pages(club, "POST").items():
        if endpoint not in OPEN:
            answer = club.client.post(path, data={"csrf": csrf, "name": "x", "reason": "x"})
            assert (answer.status_code, answer.location.partition("?")[0]) == (303, "/sign-in"), endpoint

    assert club.desks.desk("club-open").state is before
    assert len(list(club.desks)) == 1


def right_of(door: Door, endpoint: str, method: str) -> str:
    """The right that a page of the office takes."""
    said = str(vars(door.client.application.view_functions[endpoint])["right"])
    return said or (LOOK if method == "GET" else DIRECT)


@pytest.mark.parametrize(("role", "rights"), [("helper", {REPORT, OWN}), ("arbiter", {LOOK, RULE, REPORT, OWN})])
def test_a_page_of_the_office_is_for_those_who_have_its_right(club: Door, role: str, rights: set[str]) -> None:
    """What a form does to somebody without its right is told on the page that they come back to."""
    kept = club.desks.register.accounts
    account = kept.put(Account(role, role))
    token, _ = account_token(kept, club.service.keys, account, int(time.time()), int(time.time()) + 3_600)
    for method in ("GET", "POST"):
        for endpoint, path in pages(club, method).items():
            if endpoint not in OPEN and right_of(club, endpoint, method) not in rights:
                answer = club.client.open(path, method=method, headers={"Authorization": f"Bearer {token}"})
                assert answer.status_code == 403, endpoint
            elif endpoint not in OPEN and method == "GET" and endpoint != "office.accounts.one":
                answer = club.client.get(path, headers={"Authorization": f"Bearer {token}"})
                assert answer.status_code not in (401, 403, 500), endpoint


def test_what_an_arbiter_may_do_in_the_office(club: Door) -> None:
    changing = {endpoint for endpoint in pages(club, "POST") if endpoint not in OPEN}

    assert {endpoint for endpoint in changing if right_of(club, endpoint, "POST") in {RULE, REPORT, OWN}} == {
        "office.accounts.change",
        "office.accounts.end",
        "office.answer",
        "office.ballots.draw",
        "office.boards.ask_house",
        "office.boards.rule",
        "office.seats.play_the_bye",
        "office.clocks.rule",
        "office.decide",
        "office.decide_several",
        "office.field.take_check_in",
        "office.closing.package",
        "office.closing.report",
        "office.closing.sign",
        "office.fees.take",
        "office.hand.forfeit",
        "office.referee.record",
        "office.resume",
        "office.rounds.change_over",
        "office.rounds.start",
        "office.service.enter",
        "office.slips.compare",
        "office.slips.take",
        "office.tablets.open_or_close",
        "office.tablets.decide",
        "office.tablets.revoke",
        "public.analyses.begin_round",
    }


def test_no_form_is_taken_without_the_session_s_token(club: Door) -> None:
    club.sign_in()
    before = club.desks.desk("club-open").state
    for endpoint, path in pages(club, "POST").items():
        answer = club.client.post(path, data={"name": "x", "reason": "x", "csrf": "guessed"})
        assert answer.status_code == 403, endpoint

    assert club.desks.desk("club-open").state is before
    assert club.client.get("/office").status_code == 200


def test_a_bearer_token_of_a_spectator_opens_no_page_of_the_office(club: Door) -> None:
    headers = {"Authorization": f"Bearer {club.service.keys.bearer('spectator')}"}
    for endpoint, path in pages(club, "GET").items():
        if endpoint not in OPEN:
            assert club.client.get(path, headers=headers).status_code == 403, endpoint


NAMES = ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "{{ 71*71 }}", "'; DROP TABLE line; --"]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_from_outside_is_shown_as_it_is_and_nothing_more(door: Door, name: str) -> None:
    id = str(door.post("/tournaments", {"name": name}).get_json()["id"])
    for player in (name, f"{name} II"):
        assert door.post(f"/tournaments/{id}/entries", {"name": player}).status_code == 201
    door.post(f"/tournaments/{id}/rounds")
    door.sign_in()
    public, office = f"/tournaments/{id}", f"/office/{id}"
    for path in ("/", f"{public}/rounds/1", f"{public}/standings", office, f"{office}/entries"):
        page = door.client.get(path, follow_redirects=True).get_data(as_text=True)

        assert "<script>alert" not in page
        assert "<img src=x" not in page
        assert "5041" not in page


@pytest.fixture
def evening(club: Door) -> Door:
    """A round with a call, a fallen flag and an appeal, one that is drafted, and a tournament without a round."""
    at = "/tournaments/club-open/rounds/1/boards/1"
    for path, body in (
        (f"{at}/calls", {"reason": "noise", "side": "white"}),
        (f"{at}/claims", {"ground": "repetition", "side": "white"}),
        (f"{at}/rulings", {"kind": "result", "result": "2-0", "reason": "agreed", "against": True}),
        (f"{at}/appeals", {"side": "black", "grounds": "it was not agreed"}),
        ("/tournaments/club-open/rounds/1/boards/2/rulings", {"kind": "result", "result": "1-1", "reported": True}),
        ("/tournaments/club-open/rounds", {"draft": True}),
        ("/tournaments", {"name": "Club open"}),
        ("/tournaments/club-open-2/entries", {"name": "Anna"}),
        ("/tournaments/club-open-2/entries", {"name": "Piet"}),
    ):
        assert club.post(path, body).status_code in (200, 201), path
    return club


def forms_on(page: str) -> set[str]:
    """Where the forms of a page are sent that change something."""
    found = set[str]()
    for form in re.findall(r"<form\b.*?</form>", page, re.DOTALL):
        if 'method="post"' in form.partition(">")[0]:
            found |= {unescape(one) for one in re.findall(r'\s(?:form)?action="([^"?#]+)', form)}
    return found


@pytest.mark.parametrize("role", ["helper", "arbiter", "director"])
def test_a_page_of_the_office_offers_nothing_that_would_be_refused(evening: Door, role: str) -> None:
    kept, now = evening.desks.register.accounts, int(time.time())
    token, _ = account_token(kept, evening.service.keys, kept.put(Account(role, role)), now, now + 3_600)
    routes = evening.client.application.url_map.bind("localhost")
    offered, refused = set[tuple[str, str]](), set[tuple[str, str]]()
    for t in ("club-open", "club-open-2"):
        for endpoint, path in pages(evening, "GET").items():
            if not endpoint.startswith("office."):
                continue
            answer = evening.client.get(path.replace("club-open", t), headers={"Authorization": f"Bearer {token}"})
            page = answer.get_data(as_text=True) if answer.status_code == 200 and answer.mimetype == "text/html" else ""
            links = {unescape(one) for one in re.findall(r'\shref="(/office[^"?#]*)', page)}
            for method, addresses in (("POST", forms_on(page)), ("GET", links)):
                for address in addresses:
                    to = str(routes.match(address, method=method)[0])
                    offered.add((method, to))
                    if to not in OPEN and not may(role, right_of(evening, to, method)):
                        refused.add((endpoint, to))

    assert refused == set()
    assert len(offered) > (3 if role == "helper" else 25)
