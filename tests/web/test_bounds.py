"""Bounds over HTTP: accounts, boards that a request touches, games of one's own, and the second hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from arbiter.journal.accounts import Account
from arbiter.rulings.bounds.rights import DIRECT, LOOK, REPORT, RULE
from arbiter.web.api.openapi import LIVE, operations
from arbiter.web.api.operation import TABLET
from tests.web.conftest import Door, door_to
from tests.web.office import Office
from tests.web.test_api_access import BOARD, T, address, of_account, tablet, with_token

OTHER = f"{T}/rounds/1/boards/2"


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    """Two tournaments, of which the refusals below change neither."""
    with door_to(tmp_path_factory.mktemp("hall")) as opened:
        opened.tournament()
        opened.tournament()
        yield opened


def account(door: Door, role: str, name: str = "", **bounds: Any) -> tuple[Account, str]:
    """A new account with its token."""
    token = of_account(door, role, **bounds)
    kept = door.desks.register.accounts
    return max(
        (one for one in kept.all() if one.role == role), key=lambda one: kept.credentials(one.number)[0].id
    ), token


def code(answer: Any) -> tuple[int, str | None]:
    return answer.status_code, (answer.get_json() or {}).get("code")


# accounts


def test_a_bound_director_does_not_get_out(hall: Door) -> None:
    """By no account, token, link or name that may more than they do."""
    own, token = account(hall, "director", tournaments=("club-open",))
    free, _ = account(hall, "director")
    arbiter, _ = account(hall, "arbiter", tournaments=("club-open",))
    asked = {
        "the own bounds": ("PATCH", "/accounts", {"account": own.number, "tournaments": []}),
        "another tournament too": (
            "PATCH",
            "/accounts",
            {"account": own.number, "tournaments": ["club-open", "club-open-2"]},
        ),
        "a token of one who is free": ("POST", "/tokens", {"account": free.number}),
        "a link of one who is free": ("PATCH", "/accounts", {"account": free.number, "reset": True}),
        "the end of one who is free": ("PATCH", "/accounts", {"account": free.number, "ended": True}),
        "an arbiter as a free director": (
            "PATCH",
            "/accounts",
            {"account": arbiter.number, "role": "director", "tournaments": []},
        ),
        "a free director": ("POST", "/accounts", {"name": "Free", "role": "director"}),
        "another tournament": ("POST", "/tournaments", {"name": "Mine"}),
    }
    answers = {name: with_token(hall, token, *one).status_code for name, one in asked.items()}

    assert answers == dict.fromkeys(asked, 403)
    assert hall.desks.register.accounts.numbered(own.number) == own
    assert with_token(hall, token, "GET", "/tournaments/club-open-2/journal").status_code == 403


def test_a_bound_director_keeps_the_accounts_of_their_tournament(hall: Door) -> None:
    _, token = account(hall, "director", tournaments=("club-open",))
    made = with_token(
        hall, token, "POST", "/accounts", {"name": "Piet", "role": "arbiter", "tournaments": ["club-open"]}
    )
    told = with_token(hall, token, "GET", "/accounts").get_json()
    changed = with_token(hall, token, "PATCH", "/accounts", {"account": made.get_json()["account"], "boards": [1]})

    assert (made.status_code, changed.status_code) == (201, 200)
    assert {tuple(one["tournaments"]) for one in told["accounts"]} == {("club-open",)}
    assert told["machine"] == []


def test_nobody_moves_to_another_club_by_themselves(hall: Door) -> None:
    own, token = account(hall, "director", club="DC Utrecht")

    assert with_token(hall, token, "PATCH", "/accounts", {"account": own.number, "club": "x"}).status_code == 403


# tournaments and boards


@pytest.mark.parametrize("role", ["arbiter", "director"])
def test_who_is_bound_to_another_tournament_is_let_in_nowhere_here(hall: Door, role: str) -> None:
    token = of_account(hall, role, tournaments=("club-open-2",))
    for method, path, operation in operations(hall.client.application):
        if operation is LIVE or operation.who not in (LOOK, RULE, REPORT, DIRECT, TABLET) or "{t}" not in path:
            continue
        assert with_token(hall, token, method.upper(), address(path), {}).status_code == 403, (method, path)


@pytest.mark.parametrize("bound", [{"boards": (2,)}, {}], ids=["of the account", "of the journal"])
def test_an_arbiter_touches_no_board_beyond_their_own(door: Door, bound: dict[str, Any]) -> None:
    """Also where a field is sent that the request does not take: the boards are those that it says itself."""
    door.tournament()
    own, token = account(door, "arbiter", **bound)
    if not bound:
        door.post(f"{T}/officials", {"official": str(own.number), "boards": [2]})
    asked = {
        "pause": ("POST", f"{T}/pause", {"board": 2}),
        "resume": ("POST", f"{T}/resume", {"board": 2}),
        "cards": ("POST", f"{T}/tablets", {"board": 2}),
        "binding": ("POST", f"{T}/binding", {"board": 2}),
        "the whole hall": ("POST", f"{T}/pause", {"reason": "fire"}),
        "all cards": ("POST", f"{T}/tablets", {}),
        "all letters": ("POST", f"{T}/binding", {}),
        "all links": ("DELETE", f"{T}/tablets", None),
        "the sheet of all cards": ("GET", f"{T}/sheets/cards.pdf", None),
        "paper": ("POST", f"{T}/rounds/1/paper", {"boards": [1]}),
        "a start with another on paper": ("POST", f"{T}/rounds/1/start", {"boards": [2], "paper": [1]}),
        "a move": ("POST", f"{BOARD}/moves", {"move": "32-28", "ply": 0}),
        "a ruling": ("POST", f"{BOARD}/rulings", {"kind": "stop", "reason": "noise"}),
    }
    if not bound:  # cards and letters are bound by the account
        asked = {name: one for name, one in asked.items() if "cards" not in name and "l" not in name.split()[-1][:1]}
    answers = {name: with_token(door, token, *one).status_code for name, one in asked.items()}

    assert set(answers.values()) <= {400, 403}, answers
    assert door.desks.desk("club-open").state.game(1, 2).halted is None
    assert with_token(door, token, "POST", f"{OTHER}/rulings", {"kind": "stop", "reason": "noise"}).status_code == 200
    if bound:
        cards = with_token(door, token, "POST", f"{T}/tablets", {"boards": [2]})
        assert [one["board"] for one in cards.get_json()["links"]] == [2]


# games of one's own


def player(door: Door, role: str = "arbiter", **bounds: Any) -> tuple[Account, str]:
    """An official who plays Black at board 1."""
    own, token = account(door, role, **bounds)
    entry = door.desks.desk("club-open").state.game(1, 1).entries.black
    assert door.post(f"{T}/officials", {"official": str(own.number), "entry": entry}).status_code == 200
    return own, token


ACTS: dict[str, tuple[str, dict[str, Any]]] = {
    "resigns for White": ("resignations", {"side": "white"}),
    "moves for White": ("moves", {"move": "32-28", "ply": 0}),
    "offers a draw": ("offers", {"side": "white"}),
    "rules": ("rulings", {"kind": "result", "result": "0-2", "reason": "x"}),
    "reports": ("rulings", {"kind": "result", "result": "0-2", "reported": True}),
    "asks the computer": ("opinions", {}),
}


@pytest.mark.parametrize("act", ACTS)
def test_an_official_does_nothing_in_a_game_of_their_own(door: Door, act: str) -> None:
    door.tournament()
    _, token = player(door)
    path, given = ACTS[act]
    version = door.desks.desk("club-open").state.version

    alone = "own_act_alone" if path == "opinions" else "own_board_alone"
    assert code(with_token(door, token, "POST", f"{BOARD}/{path}", given)) == (403, alone)
    assert door.desks.desk("club-open").state.version == version


def test_an_official_is_told_nothing_of_a_running_game_of_their_own_that_the_opponent_is_not_told(door: Door) -> None:
    """G40: counts are for officials; who plays uses their own tablet like anybody else."""
    door.tournament()
    _, token = player(door)
    reads = [f"{BOARD}/counts", f"{BOARD}/oracle"]
    assert [code(with_token(door, token, "GET", path)) for path in reads] == [(403, "own_board")] * 2
    assert door.get(f"{BOARD}/counts").status_code == 200
    assert with_token(door, token, "GET", f"{T}/rounds/1/boards/2/counts").status_code == 200
    door.post(f"{BOARD}/resignations", {"side": "white"})

    assert with_token(door, token, "GET", f"{BOARD}/counts").status_code == 200


def test_an_official_who_plays_neither_stops_the_own_board_nor_puts_it_on_paper(door: Door) -> None:
    door.tournament()
    _, token = player(door)
    answers = [
        with_token(door, token, "POST", f"{T}/pause", {"boards": [1]}),
        with_token(door, token, "POST", f"{T}/rounds/1/paper", {"boards": [1, 2]}),
        with_token(door, token, "GET", f"{BOARD}/oracle"),
    ]

    assert [answer.status_code for answer in answers] == [403] * 3
    assert with_token(door, token, "POST", f"{T}/pause", {"boards": [2]}).status_code == 200


def test_their_family_s_game_is_their_own(door: Door) -> None:
    door.tournament()
    own, token = account(door, "arbiter")
    family = list(door.desks.desk("club-open").state.game(1, 1).entries)[:1]
    door.post(f"{T}/officials", {"official": str(own.number), "family": family})

    assert code(with_token(door, token, "POST", f"{BOARD}/resignations", {"side": "white"})) == (403, "own_board_alone")
    assert with_token(door, token, "POST", f"{OTHER}/rulings", {"kind": "stop", "reason": "x"}).status_code == 200


def test_their_name_among_the_entries_is_an_interest_too(door: Door) -> None:
    door.tournament()
    own, token = account(door, "arbiter")
    entry = door.desks.desk("club-open").state.game(1, 1).entries.white
    door.send("PATCH", f"{T}/entries/{entry}", {"name": own.name.upper()})

    assert code(with_token(door, token, "POST", f"{BOARD}/resignations", {"side": "white"})) == (403, "own_board_alone")


def test_their_club_s_game_is_their_own_where_the_tournament_says_so(door: Door) -> None:
    for id, interest in (("club-open", "family"), ("club-open-2", "club")):
        door.tournament(settings={"interest": interest})
        _, token = account(door, "arbiter", club="DC Utrecht")
        entry = door.desks.desk(id).state.game(1, 1).entries.white
        door.send("PATCH", f"/tournaments/{id}/entries/{entry}", {"club": "dc utrecht"})
        stopped = with_token(
            door, token, "POST", f"/tournaments/{id}/rounds/1/boards/1/rulings", {"kind": "stop", "reason": "x"}
        )
        assert stopped.status_code == (403 if interest == "club" else 200)


def test_the_tablet_of_a_playing_official_is_a_player_s(door: Door) -> None:
    door.tournament()
    player(door)

    assert with_token(door, tablet(door), "POST", f"{BOARD}/resignations", {"side": "black"}).status_code == 200


# the second hand


def flag(door: Door) -> int:
    """White's flag at board 1 has fallen; the number of its proposal."""
    from arbiter.rulings.time.flags import RingFlag

    door.clock.wait(hours=3)
    door.desks.desk("club-open").submit(RingFlag(round=1, board=1))
    return next(p.number for p in door.desks.desk("club-open").state.waiting if p.board == 1)


def both_names(door: Door) -> str:
    """The note that says whose the second hand was."""
    notes = door.desks.desk("club-open").state.game(1, 1).notes
    return next(f"{note.by} | {note.first}" for note in notes if note.what == "second_hand")


def test_a_second_signature_is_by_somebody_without_an_interest(door: Door) -> None:
    door.tournament()
    own, token = player(door)
    rival, rivals = account(door, "arbiter")
    door.post(
        f"{T}/officials",
        {"official": str(rival.number), "entry": door.desks.desk("club-open").state.game(1, 1).entries.white},
    )
    other, others = account(door, "arbiter")
    proposal = f"{T}/proposals/{flag(door)}/sign"

    assert code(with_token(door, token, "POST", proposal)) == (409, "second_signature")
    assert code(with_token(door, rivals, "POST", proposal)) == (403, "own_board")  # the opponent is no second official
    assert with_token(door, others, "POST", proposal).status_code == 200
    assert both_names(door) == f"arbiter {own.number} | arbiter {other.number}"


def test_a_lone_director_who_plays_names_a_witness(door: Door) -> None:
    door.tournament()
    own, token = player(door, "director")
    ruling = {"kind": "result", "result": "2-0", "reason": "both say so"}

    assert code(with_token(door, token, "POST", f"{BOARD}/rulings", ruling)) == (403, "own_board_alone")
    assert code(with_token(door, token, "POST", f"{BOARD}/rulings", ruling | {"witness": own.name})) == (
        422,
        "witness_self",
    )
    told = with_token(door, token, "POST", f"{BOARD}/rulings", ruling | {"witness": "Jan Jansen"})

    assert (told.status_code, told.get_json()["result"]) == (200, "2-0")
    (witness,) = (one for one in door.desks.register.accounts.all() if one.role == "witness")
    assert both_names(door) == f"director {own.number} | witness {witness.number}"
    assert "Jan Jansen" not in door.desks.desk("club-open").journal.read()[-1].body


@pytest.mark.parametrize("act", ["resigns for White", "moves for White", "offers a draw"])
def test_no_witness_stands_for_what_only_the_opponent_can_say(door: Door, act: str) -> None:
    """L14: a typed name does not resign, move or offer for the opponent."""
    door.tournament()
    _, token = player(door)
    path, given = ACTS[act]
    answer = with_token(door, token, "POST", f"{BOARD}/{path}", {**given, "witness": "Piet Puk"})

    assert code(answer) == (403, "own_board_alone")
    assert see_result(door) is None


def see_result(door: Door) -> object:
    return door.get(BOARD).get_json()["result"]


def test_a_witness_does_not_count_where_another_official_is_signed_in(door: Door) -> None:
    door.tournament()
    _, token = player(door, "director")
    account(door, "arbiter")
    ruling = {"kind": "result", "result": "2-0", "reason": "both say so", "witness": "Jan Jansen"}

    assert code(with_token(door, token, "POST", f"{BOARD}/rulings", ruling)) == (403, "own_board")


def test_the_opponent_consents_at_the_tablet(door: Door) -> None:
    from arbiter.sides import Side

    door.tournament()
    white, black = tablet(door, 1, Side.WHITE), tablet(door, 1, Side.BLACK)
    own, token = player(door, "director")
    number = flag(door)
    consent = {"proposal": number}
    assert with_token(door, white, "POST", f"{BOARD}/consents", consent).status_code == 404  # nobody has signed
    with_token(door, token, "POST", f"{T}/proposals/{number}/sign")
    asked = with_token(door, white, "GET", BOARD).get_json()["consent"]

    assert (asked["proposal"], asked["side"]) == (number, "white")
    assert with_token(door, black, "POST", f"{BOARD}/consents", consent).status_code == 403  # their own tablet
    assert with_token(door, white, "POST", f"{BOARD}/consents", consent).status_code == 200
    assert both_names(door) == f"director {own.number} | tablet 1 white"
    assert door.desks.desk("club-open").state.game(1, 1).result is not None


def test_the_sheet_says_whose_the_second_hand_was(door: Door) -> None:
    from io import BytesIO

    from pypdf import PdfReader

    door.tournament()
    own, token = player(door, "director")
    ruling = {"kind": "result", "result": "2-0", "reason": "both say so", "witness": "Jan Jansen"}
    with_token(door, token, "POST", f"{BOARD}/rulings", ruling)
    for sheet in ("rulings", "scoresheet", "record", "packet"):
        pdf = door.get(f"{T}/sheets/{sheet}.pdf?round=1&board=1")
        text = " ".join(" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(pdf.data)).pages)
        assert "Jan Jansen" in text, sheet
        assert own.name in text, sheet


def test_the_sheet_of_rulings_has_the_second_hand_of_a_slip_with_its_result(door: Door) -> None:
    from io import BytesIO

    from pypdf import PdfReader

    door.tournament()
    _, token = player(door, "director")
    slip = {"kind": "result", "result": "2-0", "reported": True, "witness": "Jan Jansen"}
    assert with_token(door, token, "POST", f"{BOARD}/rulings", slip).status_code == 200
    pdf = door.get(f"{T}/sheets/rulings.pdf?round=1")
    text = " ".join(" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(pdf.data)).pages)

    assert "confirmed by Jan Jansen" in text
    assert "Result: 2-0, White has won" in text


# keys


def test_a_key_that_somebody_else_has_sent_is_another_key(door: Door) -> None:
    door.tournament()
    _, one = account(door, "arbiter")
    _, other = account(door, "arbiter")
    call = {"kind": "stop", "reason": "noise", "key": "once"}
    first = with_token(door, one, "POST", f"{BOARD}/rulings", call)
    again = with_token(door, one, "POST", f"{BOARD}/rulings", call)
    others = with_token(door, other, "POST", f"{BOARD}/rulings", call)

    assert (first.status_code, again.get_json()["seq"]) == (200, first.get_json()["seq"])
    assert others.status_code == 409  # ruled on anew: the board stands already


# what somebody tried who wanted to get round it


def test_a_witness_is_no_official(door: Door) -> None:
    door.tournament()
    _, token = player(door, "director")
    door.desks.register.accounts.put(Account("Real Arbiter", "arbiter"))
    ruling = {"kind": "stop", "reason": "noise"}
    answers = {
        name: code(with_token(door, token, "POST", f"{BOARD}/rulings", ruling | {"witness": name}))
        for name in ("Real Arbiter", "arbiter 123456", "tablet 1 white")
    }

    assert answers == {
        "Real Arbiter": (422, "witness_official"),
        "arbiter 123456": (422, "name_number"),
        "tablet 1 white": (422, "name_number"),
    }


def test_an_official_who_plays_lets_no_device_in_at_the_own_board(door: Door) -> None:
    door.tournament()
    bound = tablet(door)
    _, token = player(door)
    id = door.desks.register.devices.at("club-open")[0].id
    asked = {
        "a card": ("POST", f"{T}/tablets", {"boards": [1], "side": "white"}),
        "a device": ("POST", f"{T}/devices/{id}", {}),
        "no device": ("DELETE", f"{T}/devices/{id}", None),
        "no cards": ("DELETE", f"{T}/tablets?board=1", None),
    }

    assert {name: with_token(door, token, *one).status_code for name, one in asked.items()} == dict.fromkeys(asked, 403)
    assert with_token(door, bound, "GET", BOARD).status_code == 200
    assert with_token(door, token, "POST", f"{T}/tablets", {"boards": [2]}).status_code == 201


def test_an_interest_by_name_stays_when_the_name_goes(door: Door) -> None:
    door.tournament()
    own, token = account(door, "director")
    entry = door.desks.desk("club-open").state.game(1, 1).entries.white
    door.send("PATCH", f"{T}/entries/{entry}", {"name": own.name}, role="chief")
    renamed = with_token(door, token, "PATCH", "/accounts", {"account": own.number, "name": "Somebody"})
    other = with_token(door, token, "PATCH", f"{T}/entries/{entry}", {"name": "Somebody"})
    with_token(door, token, "POST", f"{BOARD}/rulings", {"kind": "stop", "reason": "noise", "witness": "Jan Jansen"})

    assert [code(renamed), code(other)] == [(409, "name_plays"), (403, "own_act_alone")]
    (bound,) = door.desks.desk("club-open").state.officials
    assert (bound.name, bound.entry) == (f"director {own.number}", entry)


def test_a_club_s_interest_is_not_lifted_once_a_round_is_paired(door: Door) -> None:
    door.tournament(settings={"interest": "club"})

    assert code(door.post(f"{T}/terms", {"settings": {"interest": "family"}, "reason": "x"})) == (
        409,
        "interest_settled",
    )


def test_a_sector_is_not_lifted_by_who_has_it(door: Door) -> None:
    door.tournament()
    own, token = account(door, "director")
    door.post(f"{T}/officials", {"official": str(own.number), "boards": [2]})

    assert with_token(door, token, "POST", f"{T}/officials", {"official": str(own.number)}).status_code == 403
    assert door.post(f"{T}/officials", {"official": str(own.number)}, role="chief").status_code == 200


def test_the_page_of_a_board_shows_whose_the_second_hand_was(office: Office) -> None:
    t = office.door.tournament(4)
    office.send(f"/{t}/referee", what="official", official="chief", entry=office.game(t).entries.white)
    office.rule(t, "result", result="white", because="ruling", reason="he left", witness="Jan Jansen")

    assert office.game(t).result is not None
    assert "confirmed by Jan Jansen (witness)" in office.page(f"/{t}/rounds/1/boards/1")


def test_a_bound_director_is_told_of_no_other_journal(hall: Door) -> None:
    token = of_account(hall, "director", tournaments=("club-open",))

    assert {one["tournament"] for one in with_token(hall, token, "GET", "/service").get_json()["journals"]} == {
        "club-open"
    }
