"""Officials' accounts: invited by a link, bound to what is theirs, ended at once; the journal has their numbers."""

from __future__ import annotations

import re
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from arbiter.cli import main
from arbiter.journal.sqlite import folder
from arbiter.journal.sqlite.archive import pack, unpack
from arbiter.journal.sqlite.read_only import FilesBeside
from arbiter.machine.keys import Keys
from arbiter.web.access.sign_in import LEAST_PASSWORD_CHARACTERS
from tests.web.conftest import PASSWORD, Door, door_to
from tests.web.office import Office

T = "/tournaments/club-open"
BOARD = f"{T}/rounds/1/boards/1"
NEW = "een ander wachtwoord"


def csrf_of(client: FlaskClient) -> str:
    with client.session_transaction() as session:
        return str(session["csrf"])


def invite(door: Door, name: str, role: str, **bounds: object) -> dict[str, Any]:
    made = door.post("/accounts", {"name": name, "role": role, **bounds})
    assert made.status_code == 201, made.get_json()
    told: dict[str, Any] = made.get_json()
    return told


def by_link(door: Door, link: str, password: str = PASSWORD) -> Office:
    """The office of somebody who has set a password by a link."""
    client = door.client.application.test_client()
    path = link.removeprefix("http://hall.test:8000")
    assert client.get(path).status_code == 200
    done = client.post(path, data={"password": password, "csrf": csrf_of(client)})
    assert done.status_code == 303, done.get_data(as_text=True)
    client.get("/office")
    return Office(Door(door.desks, door.access, door.clock, client), csrf_of(client))


def in_office(door: Door, name: str, role: str, **bounds: object) -> Office:
    return by_link(door, invite(door, name, role, **bounds)["link"])


def asked(office: Office, method: str, path: str, body: object = None) -> Any:
    """A request of a page's script, in the session of that official."""
    return office.door.send(method, path, body, role=None, headers={"X-CSRF-Token": office.csrf})


def last_line(door: Door) -> str:
    return door.desks.desk("club-open").journal.read()[-1].body


def test_an_invited_arbiter_rules_under_a_number_and_is_read_by_name(door: Door) -> None:
    door.tournament()
    anna = invite(door, "Anna Bakker", "arbiter")
    office = by_link(door, anna["link"])
    office.rule("club-open", "stop", reason="noise")

    assert f'"by":"arbiter {anna["account"]}"' in last_line(door)
    assert "Anna" not in last_line(door)
    assert "Anna Bakker (arbiter)" in office.page("/club-open/rounds/1/boards/1")


def test_a_link_sets_a_password_once_and_a_short_one_does_not_use_it_up(door: Door) -> None:
    link = invite(door, "Anna", "arbiter")["link"].removeprefix("http://hall.test:8000")
    client = door.client.application.test_client()
    client.get(link)
    short = client.post(link, data={"password": "x" * (LEAST_PASSWORD_CHARACTERS - 1), "csrf": csrf_of(client)})
    right = client.post(link, data={"password": PASSWORD, "csrf": csrf_of(client)})

    assert (short.status_code, right.status_code) == (422, 303)
    assert client.get(link).status_code == 403


@pytest.mark.parametrize("password", ["password1", "12345678", "welkom01", "qwertyuiop", "Anna Bakker", "anna1234"])
def test_a_password_that_is_tried_first_is_refused(door: Door, password: str) -> None:
    link = invite(door, "Anna Bakker", "arbiter")["link"].removeprefix("http://hall.test:8000")
    client = door.client.application.test_client()
    client.get(link)
    first = client.post(link, data={"password": password, "csrf": csrf_of(client)})
    assert first.status_code == 422
    assert "That password is easy to guess" in first.get_data(as_text=True)
    office = by_link(door, invite(door, "Piet", "arbiter")["link"])
    refused = asked(office, "POST", "/me/password", {"current": PASSWORD, "password": "baseball"})

    assert refused.get_json()["code"] == "password_common"


def test_words_that_nobody_tries_first_are_taken(door: Door) -> None:
    link = invite(door, "Anna Bakker", "arbiter")["link"]

    assert by_link(door, link, "vier witte stenen" + " en nog wat" * 90).page("")


def test_a_new_link_ends_the_one_before_and_whoever_is_in(door: Door) -> None:
    anna = invite(door, "Anna", "arbiter")
    office = by_link(door, anna["link"])
    reset = door.send("PATCH", "/accounts", {"account": anna["account"], "reset": True}).get_json()
    again = door.send("PATCH", "/accounts", {"account": anna["account"], "reset": True}).get_json()

    assert asked(office, "GET", f"{T}/journal").status_code in (401, 404)
    assert office.door.client.get("/office").status_code == 303
    assert office.door.client.get(reset["link"].removeprefix("http://hall.test:8000")).status_code == 403
    assert by_link(door, again["link"], NEW).page("")


def test_a_copy_of_the_cookie_opens_nothing_after_signing_out(door: Door) -> None:
    csrf = door.sign_in()
    copied = door.client.get_cookie("arbiter")
    assert copied is not None
    door.client.post("/sign-out", data={"csrf": csrf})
    thief = door.client.application.test_client()
    thief.set_cookie("arbiter", copied.value)

    assert thief.get("/office").status_code == 303


def test_another_password_ends_every_other_session(office: Office) -> None:
    door = office.door
    other = door.client.application.test_client()
    other.get("/sign-in")
    other.post("/sign-in", data={"name": "chief", "password": PASSWORD, "csrf": csrf_of(other)})
    wrong = asked(office, "POST", "/me/password", {"current": "wrong", "password": NEW})
    assert other.get("/office").status_code == 200
    right = asked(office, "POST", "/me/password", {"current": PASSWORD, "password": NEW})

    assert (wrong.status_code, right.status_code) == (403, 200)
    assert other.get("/office").status_code == 303
    assert office.page("")


def test_a_session_that_is_ended_is_over_at_once(office: Office) -> None:
    anna = in_office(office.door, "Anna", "arbiter")
    number = asked(anna, "GET", "/me").get_json()["account"]["account"]
    page = office.page(f"/accounts/{number}")
    (session,) = re.findall(r"/office/credentials/(\d+)/end", page)
    assert office.send(f"/credentials/{session}/end").status_code == 303

    assert anna.door.client.get("/office").status_code == 303


def test_nobody_ends_what_lets_others_in(door: Door) -> None:
    door.sign_in()
    chief = next(one for one in door.desks.register.accounts.all() if one.role == "chief")
    (session,) = door.desks.register.accounts.credentials(chief.number)
    anna = in_office(door, "Anna", "arbiter")

    assert asked(anna, "DELETE", f"/tokens/{session.id}").status_code == 403
    assert door.client.get("/office").status_code == 200


def test_an_arbiter_rules_and_pairs_nobody(door: Door) -> None:
    door.tournament()
    anna = in_office(door, "Anna", "arbiter")
    ruled = asked(anna, "POST", f"{BOARD}/rulings", {"kind": "stop", "reason": "noise"})
    others = [
        asked(anna, "POST", path, body).status_code
        for path, body in (
            ("/tournaments", {"name": "Another"}),
            (f"{T}/entries", {"name": "X"}),
            (f"{T}/rounds", {}),
            (f"{T}/terms", {"rounds": 3}),
            (f"{T}/officials", {"official": "chief"}),
            ("/accounts", {"name": "X", "role": "helper"}),
        )
    ]

    assert (ruled.status_code, set(others)) == (200, {403})
    assert anna.send("/club-open/rounds").status_code == 303  # back to the page, with the sentence on top
    assert "Your account may not do that" in anna.page("/club-open")
    assert len(door.desks.desk("club-open").state.rounds) == 1


def test_an_arbiter_of_a_sector_rules_at_its_boards_only(door: Door) -> None:
    """L12: the table referee."""
    door.tournament()
    anna = in_office(door, "Anna", "arbiter", boards=[2])
    stop = {"kind": "stop", "reason": "noise"}
    answers = {
        "elsewhere": asked(anna, "POST", f"{BOARD}/rulings", stop),
        "own": asked(anna, "POST", f"{T}/rounds/1/boards/2/rulings", stop),
        "the hall": asked(anna, "POST", f"{T}/pause", {"reason": "fire"}),
        "a part": asked(anna, "POST", f"{T}/pause", {"reason": "fire", "boards": [1, 2]}),
    }

    assert {name: (a.status_code, a.get_json().get("code")) for name, a in answers.items()} == {
        "elsewhere": (403, "another_sector"),
        "own": (200, None),
        "the hall": (403, "sector_only"),
        "a part": (403, "another_sector"),
    }


def test_a_helper_takes_results_of_its_boards_and_does_nothing_else(door: Door) -> None:
    door.tournament()
    helper = in_office(door, "Piet", "helper", boards=[1])
    page = helper.page("/club-open/rounds/1/results")
    both = helper.send("/club-open/rounds/1/results", **{"result-1": "", "result-2": "black"})
    assert all(game.result is None for game in helper.state("club-open").games())
    done = helper.send("/club-open/rounds/1/results", **{"result-1": "white"})

    assert ('name="result-1"' in page, 'name="result-2"' in page) == (True, False)
    assert (both.status_code, done.status_code) == (303, 303)
    assert [game.result is None for game in helper.state("club-open").games()] == [False, True]
    assert '"by":"helper ' in last_line(door)
    for path in ("/club-open", "/club-open/entries", "/club-open/rounds/1", "/accounts"):
        helper.page(path, 403)


def test_who_is_in_already_goes_to_the_office(door: Door) -> None:
    helper = in_office(door, "Piet", "helper")

    assert helper.door.client.get("/sign-in").location == "/office"


def test_a_helper_corrects_no_result_that_stands(door: Door) -> None:
    door.tournament()
    helper = in_office(door, "Piet", "helper")
    first = asked(
        helper, "POST", f"{BOARD}/rulings", {"kind": "result", "result": "white", "reported": True, "reason": "slip"}
    )
    again = asked(helper, "POST", f"{BOARD}/rulings", {"kind": "result", "result": "black", "reason": "slip"})
    other = asked(helper, "POST", f"{T}/rounds/1/boards/2/rulings", {"kind": "stop", "reason": "noise"})

    assert [answer.status_code for answer in (first, again, other)] == [200, 403, 403]


def test_a_helper_takes_slips_and_rules_nothing(door: Door) -> None:
    """A result is no slip while a game is played at its tablets, or while a flag or a claim waits for an arbiter."""
    door.tournament()
    helper = in_office(door, "Piet", "helper")
    slip = {"kind": "result", "result": "white", "reported": True, "reason": "x"}

    def enter(**more: object) -> int:
        status: int = asked(helper, "POST", f"{BOARD}/rulings", {**slip, **more}).status_code
        return status

    assert enter(reported=False) == 403
    door.post(f"{BOARD}/moves", {"ply": 0, "move": "32-28"})
    assert enter() == 403
    door.post(f"{BOARD}/rulings", {"kind": "stop", "reason": "noise"})
    door.post(f"{BOARD}/claims", {"side": "black", "ground": "repetition"})
    assert enter() == 403
    (claim,) = [one["proposal"] for one in door.get(f"{T}/proposals").get_json()["proposals"]]
    door.post(f"{T}/proposals/{claim}/dismiss", {"reason": "no"})
    assert enter() == 200


def test_a_helper_finds_the_way_to_the_results_and_sees_no_draft(door: Door) -> None:
    door.tournament()
    door.post(f"{T}/rounds/1/boards/1/rulings", {"kind": "result", "result": "white", "reason": "x"})
    door.post(f"{T}/rounds/1/boards/2/rulings", {"kind": "result", "result": "white", "reason": "x"})
    door.post(f"{T}/rounds", {"draft": True})
    helper = in_office(door, "Piet", "helper")
    page = helper.page("")

    assert "/office/club-open/rounds/1/results" in page
    assert "/office/club-open/rounds/2/results" not in page
    helper.page("/club-open/rounds/2/results", 404)


def test_an_account_of_one_tournament_does_not_see_into_another(door: Door) -> None:
    door.tournament()
    door.post("/tournaments", {"name": "Spring"})
    anna = in_office(door, "Anna", "director", tournaments=["spring"])
    entered = [asked(anna, "POST", f"/tournaments/{t}/entries", {"name": "X"}) for t in ("spring", "club-open")]

    assert [answer.status_code for answer in entered] == [201, 403]
    assert asked(anna, "GET", f"{T}/journal").status_code == 403
    assert asked(anna, "POST", "/tournaments", {"name": "Third"}).status_code == 403
    assert "Club open" not in anna.page("")
    anna.page("/club-open", 403)


def test_an_account_is_over_after_its_last_day(door: Door) -> None:
    today = datetime.now(door.service.zone).date()
    shift = [0.0]
    door.set_wall_time(lambda: time.time() + shift[0])
    anna = in_office(door, "Anna", "arbiter", until=today.isoformat())
    assert anna.page("")
    shift[0] = 86_400.0

    assert anna.door.client.get("/office").status_code == 303


def test_a_session_is_over_when_nobody_has_used_it_for_long(door: Door) -> None:
    shift = [0.0]
    door.set_wall_time(lambda: time.time() + shift[0])
    anna = in_office(door, "Anna", "arbiter")
    shift[0] = 11 * 3_600.0
    assert anna.page("")
    shift[0] = 22 * 3_600.0
    assert anna.page("")  # used in between
    shift[0] = 25 * 3_600.0

    assert anna.door.client.get("/office").status_code == 303  # a day and no longer, however it was used


def test_an_idle_session_is_over(door: Door) -> None:
    shift = [0.0]
    door.set_wall_time(lambda: time.time() + shift[0])
    anna = in_office(door, "Anna", "arbiter")
    shift[0] = 12 * 3_600.0 + 400

    assert anna.door.client.get("/office").status_code == 303


def test_a_token_of_an_account_acts_for_it_until_it_expires_or_is_ended(door: Door) -> None:
    door.tournament()
    shift = [0.0]
    door.set_wall_time(lambda: time.time() + shift[0])
    anna = invite(door, "Anna", "arbiter")
    soon = (datetime.now(UTC) + timedelta(hours=1)).isoformat()
    made = [door.post("/tokens", {"account": anna["account"], "expires": soon}).get_json() for _ in range(2)]

    def tried(token: str) -> int:
        return door.get(f"{T}/journal", role=None, headers={"Authorization": f"Bearer {token}"}).status_code

    me = door.get("/me", role=None, headers={"Authorization": f"Bearer {made[0]['token']}"}).get_json()
    assert (me["role"], me["by"]) == ("arbiter", f"arbiter {anna['account']}")
    assert [tried(one["token"]) for one in made] == [200, 200]
    assert door.send("DELETE", f"/tokens/{made[0]['id']}").status_code == 200
    assert [tried(one["token"]) for one in made] == [401, 200]
    shift[0] = 3_600.0
    assert [tried(one["token"]) for one in made] == [401, 401]


@pytest.mark.parametrize("expires", ["2020-01-01", "2999-01-01", "tomorrow", "2026-13-01"])
def test_a_token_is_good_for_some_time_to_come_and_not_for_ever(door: Door, expires: str) -> None:
    anna = invite(door, "Anna", "arbiter")

    assert door.post("/tokens", {"account": anna["account"], "expires": expires}).status_code in (400, 422)


def test_the_chief_who_plays_signs_with_a_second_account(office: Office) -> None:
    door = office.door
    door.tournament()
    assert office.send("/club-open/referee", what="official", official="chief", entry=1).status_code == 303
    door.post(f"{BOARD}/claims", {"ground": "the same position again", "side": "white"})
    (proposal,) = door.desks.desk("club-open").state.waiting
    first = asked(office, "POST", f"{T}/proposals/{proposal.number}/sign", {"reason": "so it is"})
    again = asked(office, "POST", f"{T}/proposals/{proposal.number}/sign", {"reason": "so it is"})
    anna = in_office(door, "Anna", "arbiter")
    second = asked(anna, "POST", f"{T}/proposals/{proposal.number}/sign")

    assert [a.get_json().get("code") for a in (first, again)] == ["second_signature"] * 2
    assert second.status_code == 200, second.get_json()


def test_a_role_changes_and_the_hand_stays_the_same(office: Office) -> None:
    """Somebody who signed as arbiter does not sign a second time as director."""
    door = office.door
    door.tournament()
    anna = invite(door, "Anna", "arbiter")
    at = by_link(door, anna["link"])
    door.post(f"{T}/officials", {"official": "Anna", "entry": 1})
    door.post(f"{BOARD}/claims", {"ground": "the same position again", "side": "white"})
    (proposal,) = door.desks.desk("club-open").state.waiting
    asked(at, "POST", f"{T}/proposals/{proposal.number}/sign", {"reason": "so it is"})
    door.send("PATCH", "/accounts", {"account": anna["account"], "role": "director"})

    assert (
        asked(at, "POST", f"{T}/proposals/{proposal.number}/sign", {"reason": "so it is"}).get_json()["code"]
        == "second_signature"
    )


def test_a_director_gives_no_more_than_they_have(door: Door) -> None:
    door.sign_in()
    chief = door.desks.register.accounts.named("chief")
    assert chief is not None
    anna = in_office(door, "Anna", "director")
    tried = [
        asked(anna, "POST", "/accounts", {"name": "X", "role": "chief"}),
        asked(anna, "PATCH", "/accounts", {"account": chief.number, "reset": True}),
        asked(anna, "POST", "/tokens", {"account": chief.number}),
    ]
    me = asked(anna, "GET", "/me").get_json()["account"]["account"]
    tried.append(asked(anna, "PATCH", "/accounts", {"account": me, "role": "chief"}))

    assert [answer.get_json()["code"] for answer in tried] == ["role_not_yours"] * 4


def test_a_helper_does_not_change_its_own_bounds(door: Door) -> None:
    piet = in_office(door, "Piet", "helper", boards=[1])
    number = asked(piet, "GET", "/me").get_json()["account"]["account"]
    wider: list[dict[str, object]] = [{"boards": []}, {"role": "arbiter"}, {"until": "never"}, {"ended": False}]

    assert {asked(piet, "PATCH", "/accounts", {"account": number, **more}).get_json()["code"] for more in wider} == {
        "role_not_yours"
    }
    piet.send(f"/accounts/{number}", what="change", name="Piet Roozenburg", boards="", role="chief")
    account = door.desks.register.accounts.numbered(number)
    assert account is not None
    assert (account.name, account.role, account.boards) == ("Piet Roozenburg", "helper", (1,))


def test_a_hall_keeps_a_chief_arbiter(office: Office) -> None:
    kept = office.door.desks.register.accounts
    chief = kept.named("chief")
    assert chief is not None
    refused = asked(office, "PATCH", "/accounts", {"account": chief.number, "ended": True})
    assert (refused.status_code, refused.get_json()["code"]) == (409, "last_chief")
    second = asked(office, "POST", "/accounts", {"name": "Second", "role": "chief"})
    assert second.status_code == 201
    by_link(office.door, second.get_json()["link"])

    assert asked(office, "PATCH", "/accounts", {"account": chief.number, "ended": True}).status_code == 200
    assert office.door.client.get("/office").status_code == 303


def test_wrong_passwords_are_in_the_log_and_passwords_are_not(office: Office, caplog: pytest.LogCaptureFixture) -> None:
    office.door.client.post("/sign-in", data={"name": "chief\nx", "password": "geheim1", "csrf": office.csrf})

    assert "a wrong password for 'chief\\nx' from 127.0.0.1" in caplog.text
    assert "geheim1" not in caplog.text


def test_two_accounts_have_two_names(door: Door) -> None:
    invite(door, "Anna Bakker", "arbiter")

    assert door.post("/accounts", {"name": "  anna  BAKKER", "role": "helper"}).get_json()["code"] == "account_twice"


def test_a_name_is_erased_and_the_journal_keeps_its_number(office: Office) -> None:
    door = office.door
    door.tournament()
    anna = invite(door, "Anna Bakker", "arbiter")
    at = by_link(door, anna["link"])
    at.rule("club-open", "stop", reason="noise")
    office.send(f"/accounts/{anna['account']}", what="end")
    office.send(f"/accounts/{anna['account']}", what="erase")
    page = office.page("/club-open/rounds/1/boards/1")

    assert "Anna Bakker" not in page
    assert f"{anna['account']} (arbiter)" in page
    assert f'"by":"arbiter {anna["account"]}"' in last_line(door)


def test_a_backup_brings_the_names_of_those_who_acted_and_lets_none_of_them_in(door: Door, tmp_path: Path) -> None:
    door.tournament()
    anna = invite(door, "Anna Bakker", "arbiter")
    by_link(door, anna["link"]).rule("club-open", "stop", reason="noise")
    invite(door, "Nobody Here", "arbiter")
    pack(FilesBeside(door.desks.instance), "club-open", tmp_path / "club.zip")
    with folder.opened(tmp_path / "elsewhere") as archive:
        unpack(archive, tmp_path / "club.zip")
    with door_to(tmp_path / "elsewhere") as other:
        names = other.desks.register.accounts.names()
        account = other.desks.register.accounts.numbered(anna["account"])

        assert names == {anna["account"]: "Anna Bakker"}
        assert account is not None
        assert (account.ended, account.password) == (True, "")
        assert other.access.accounts.make_first_link()


def test_a_display_is_let_in_by_its_link_and_only_reads(door: Door) -> None:
    door.tournament()
    screen = by_link(door, invite(door, "Wall", "display")["link"], "")

    assert asked(screen, "GET", f"{T}/rounds/1").status_code == 200
    assert asked(screen, "GET", f"{T}/journal").status_code == 403
    assert asked(screen, "GET", "/me").get_json()["rights"] == []


def test_the_machine_resets_a_forgotten_password_while_the_service_runs(
    door: Door, capsys: pytest.CaptureFixture[str]
) -> None:
    csrf = door.sign_in()
    assert main(["account", "reset", "--instance", str(door.desks.instance)]) == 0
    link = re.search(r"/sign-in/\S+", capsys.readouterr().out)
    assert link
    own = by_link(door, link[0], NEW)

    assert door.client.post("/office/accounts", data={"csrf": csrf}).status_code == 303
    assert door.client.get("/office").status_code == 303
    number = next(one.number for one in door.access.accounts.kept.all() if one.name == "chief")
    assert "the service created the link with which its password was set" in own.page(f"/accounts/{number}")
    assert main(["account", "reset", "Nobody", "--instance", str(door.desks.instance)]) == 1


def test_a_token_of_the_machine_is_listed_and_can_be_ended(office: Office, capsys: pytest.CaptureFixture[str]) -> None:
    door = office.door
    main(["token", "--role", "director", "--instance", str(door.desks.instance)])
    token = capsys.readouterr().out.strip()
    headers = {"Authorization": f"Bearer {token}"}
    before = door.send("GET", "/accounts", role=None, headers=headers)
    (made,) = before.get_json()["machine"]
    office.send(f"/credentials/{made['id']}/end")

    assert (before.status_code, made["role"]) == (200, "director")
    assert door.send("GET", "/accounts", role=None, headers=headers).status_code == 401


def test_a_token_of_a_release_that_kept_no_list_still_opens(door: Door) -> None:
    token = Keys(door.service.keys.secret).bearer("director")

    assert door.send("GET", "/accounts", role=None, headers={"Authorization": f"Bearer {token}"}).status_code == 200


def test_everybody_is_told_who_they_are(door: Door) -> None:
    assert door.get("/me", role=None).get_json()["role"] == "spectator"
    assert door.get("/me", role="director").get_json()["by"] == "director"


def test_a_secret_stands_in_no_file(office: Office) -> None:
    door = office.door
    cookie = door.client.get_cookie("arbiter")
    link = invite(door, "Anna", "arbiter")["link"].rsplit("/", 1)[-1]
    with door.client.session_transaction() as session:
        secret = session["account"]
    files = b"".join(path.read_bytes() for path in door.desks.instance.rglob("*.sqlite*"))

    assert cookie
    assert secret.encode() not in files
    assert link.encode() not in files
