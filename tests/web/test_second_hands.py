"""Second hands that somebody made for themselves: accounts, links, tokens, colleagues put out, and rivals."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest

from arbiter.hall.account_acts import Act, made_by, makers
from arbiter.journal.accounts import Account
from tests.web.conftest import PASSWORD, Door
from tests.web.office import Office
from tests.web.test_accounts import asked, by_link, csrf_of, in_office, invite
from tests.web.test_api_access import BOARD, T, tablet, with_token
from tests.web.test_bounds import account, code, flag, player

RULING = {"kind": "result", "result": "2-0", "reason": "both say so"}


@pytest.fixture
def winding(door: Door) -> list[float]:
    """The door's time of day, which the test moves on by writing the seconds here."""
    shift = [0.0]
    door.set_wall_time(lambda: time.time() + shift[0])
    return shift


def test_nobody_gets_a_token_or_a_link_of_a_colleague_but_the_chief(door: Door) -> None:  # issue 21, A
    _, token = account(door, "director")
    colleague, _ = account(door, "arbiter")
    door.desks.register.accounts.put(Account(colleague.name, "arbiter", "hash", colleague.number))
    _, chief = account(door, "chief")
    given = {"account": colleague.number}
    tried = [
        with_token(door, token, *one)
        for one in (("POST", "/tokens", given), ("PATCH", "/accounts", given | {"reset": True}))
    ]
    allowed = [
        with_token(door, chief, *one)
        for one in (("POST", "/tokens", given), ("PATCH", "/accounts", given | {"reset": True}))
    ]
    fresh = with_token(door, token, "POST", "/accounts", {"name": "New", "role": "arbiter"}).get_json()["account"]

    assert [code(one) for one in tried] == [(403, "in_their_name")] * 2
    assert [one.status_code for one in allowed] == [201, 200]
    assert (
        with_token(door, token, "PATCH", "/accounts", {"account": fresh, "reset": True}).status_code == 200
    )  # unused still
    assert code(with_token(door, token, "POST", "/tokens", {"account": fresh})) == (403, "in_their_name")


def test_an_account_that_the_player_made_is_no_second_hand_for_a_day(door: Door, winding: list[float]) -> None:
    door.tournament()
    _, token = player(door, "director")
    made = with_token(door, token, "POST", "/accounts", {"name": "Second Self", "role": "arbiter"}).get_json()
    other = by_link(door, made["link"])
    number = flag(door)
    sign = f"{T}/proposals/{number}/sign"
    with_token(door, token, "POST", sign)
    alone = asked(other, "POST", f"{BOARD}/rulings", RULING)
    second = asked(other, "POST", sign)
    by_a_witness = with_token(door, token, "POST", sign, {"witness": "Jan Jansen"})

    assert (code(alone), code(second)) == ((403, "maker_interested"), (403, "maker_interested"))
    assert by_a_witness.status_code == 200, by_a_witness.get_json()  # the second self is nobody who would be there


def test_an_account_in_between_makes_no_second_hand_either(door: Door, winding: list[float]) -> None:
    door.tournament()
    _, token = player(door, "chief")
    made = with_token(door, token, "POST", "/accounts", {"name": "Ria", "role": "director"}).get_json()
    ria = by_link(door, made["link"])
    made = asked(ria, "POST", "/accounts", {"name": "Sanne", "role": "arbiter"}).get_json()
    sanne = by_link(door, made["link"])
    number = flag(door)
    sign = f"{T}/proposals/{number}/sign"
    with_token(door, token, "POST", sign)

    assert code(asked(sanne, "POST", sign)) == (403, "maker_interested")
    assert with_token(door, token, "POST", sign, {"witness": "Jan Jansen"}).status_code == 200  # nobody else is there


def test_the_final_standings_take_two_hands_and_no_third_one(door: Door, winding: list[float]) -> None:
    door.tournament(rounds=1)
    for board in (1, 2):
        sent = RULING | {"reported": True}
        assert door.post(f"{T}/rounds/1/boards/{board}/rulings", sent).status_code == 200
    final = f"{T}/final/signature"
    _, token = account(door, "chief")
    made = with_token(door, token, "POST", "/accounts", {"name": "Ria", "role": "director"}).get_json()
    ria = by_link(door, made["link"])
    assert with_token(door, token, "POST", final).status_code == 200
    refused = asked(ria, "POST", final)
    others = [account(door, "arbiter")[1] for _ in range(2)]
    signed = [with_token(door, one, "POST", final) for one in others]

    assert code(refused) == (403, "made_by_hand")
    assert [code(one) for one in signed] == [(200, None), (409, "signed_by_two")]
    assert "Sign the final standings" not in Office(door, door.sign_in()).page("/club-open/end")


def test_two_who_made_links_for_each_other_are_each_other_s_hand() -> None:
    now = 1_700_000_000
    acts = {111111: (Act(now, "chief 222222", "made"),), 222222: (Act(now, "director 111111", "link"),)}

    assert makers(acts, 111111, now) == {"chief 222222"}
    assert made_by("chief 222222", acts, now) == {"account 111111"}
    assert makers(acts, 111111, now + 24 * 3_600) == set()


def test_whoever_comes_to_a_call_needs_no_second_hand_for_who_made_the_account(
    door: Door, winding: list[float]
) -> None:
    door.tournament()
    board = tablet(door, 1, None)
    _, token = player(door, "director")
    made = with_token(door, token, "POST", "/accounts", {"name": "New", "role": "arbiter"}).get_json()
    other = by_link(door, made["link"])
    called = with_token(door, board, "POST", f"{BOARD}/calls", {"reason": "he hums"})
    assert called.status_code == 200, called.get_json()
    by_player = with_token(door, token, "POST", f"{BOARD}/rulings", {"kind": "call"})
    came = asked(other, "POST", f"{BOARD}/rulings", {"kind": "call"})

    assert by_player.status_code == 403
    assert came.status_code == 200, came.get_json()


def test_the_day_after_it_is_an_official_like_any_other(door: Door, winding: list[float]) -> None:
    door.tournament()
    _, token = player(door, "director")
    made = with_token(door, token, "POST", "/accounts", {"name": "Anna", "role": "arbiter"}).get_json()
    winding[0] = 20 * 3_600.0
    anna = by_link(door, made["link"])
    winding[0] = 25 * 3_600.0  # a day after the account, and not after the link was used
    early = asked(anna, "POST", f"{BOARD}/rulings", RULING)
    winding[0] = 36 * 3_600.0
    asked(anna, "GET", "/me")  # a session that nobody uses is over
    winding[0] = 43 * 3_600.0
    still = asked(anna, "POST", f"{BOARD}/rulings", RULING)
    winding[0] = 44.5 * 3_600.0
    again = Office(Door(door.desks, door.access, door.clock, door.client.application.test_client()), "")
    csrf = again.door.sign_in("Anna")

    assert [one.status_code for one in (early, still)] == [403, 403]
    assert asked(Office(again.door, csrf), "POST", f"{BOARD}/rulings", RULING).status_code == 200


def test_a_token_that_the_chief_has_made_is_the_chief_s_hand_however_old(door: Door, winding: list[float]) -> None:
    door.tournament()
    _, chief = player(door, "chief")
    anna = invite(door, "Anna", "arbiter")
    token = with_token(door, chief, "POST", "/tokens", {"account": anna["account"]}).get_json()["token"]
    winding[0] = 72 * 3_600.0

    assert code(with_token(door, token, "POST", f"{BOARD}/rulings", RULING)) == (403, "maker_interested")
    own = Office(Door(door.desks, door.access, door.clock, door.client.application.test_client()), "")
    own.csrf = own.door.sign_in("Anna")
    assert asked(own, "POST", f"{BOARD}/rulings", RULING).status_code == 200


def test_a_colleague_whom_the_player_has_put_out_still_counts_as_there(door: Door, winding: list[float]) -> None:
    door.tournament()
    _, token = player(door, "director")
    colleague, _ = account(door, "arbiter")
    ended = with_token(door, token, "PATCH", "/accounts", {"account": colleague.number, "ended": True})
    with_witness = RULING | {"witness": "Jan Jansen"}
    at_once = with_token(door, token, "POST", f"{BOARD}/rulings", with_witness)
    assert ended.status_code == 200
    assert code(at_once) == (403, "own_board")
    assert not [one for one in door.desks.register.accounts.all() if one.role == "witness"]


@pytest.mark.parametrize("how", ["its token and a link", "its role", "its boards"])
def test_a_colleague_is_put_out_in_other_ways_too(door: Door, how: str) -> None:
    door.tournament()
    _, token = player(door, "director")
    colleague, _ = account(door, "arbiter")
    kept = door.desks.register.accounts
    if how == "its role":
        with_token(door, token, "PATCH", "/accounts", {"account": colleague.number, "role": "helper"})
    elif how == "its boards":
        with_token(door, token, "PATCH", "/accounts", {"account": colleague.number, "boards": [2]})
    else:
        with_token(door, token, "PATCH", "/accounts", {"account": colleague.number, "reset": True})
        for one in reversed(kept.credentials(colleague.number)):  # the token, and then what nobody is in by
            with_token(door, token, "DELETE", f"/tokens/{one.id}")
    ruled = with_token(door, token, "POST", f"{BOARD}/rulings", RULING | {"witness": "Jan Jansen"})

    assert code(ruled) == (403, "own_board")


def test_whoever_has_gone_home_is_not_there_whatever_was_changed(door: Door) -> None:
    door.tournament()
    _, token = player(door, "director")
    colleague, _ = account(door, "arbiter")
    with_token(door, token, "PATCH", "/accounts", {"account": colleague.number, "club": "DC Utrecht"})
    door.desks.register.accounts.end_all(colleague.number, "token")
    with_token(door, token, "PATCH", "/accounts", {"account": colleague.number, "boards": [2]})
    ruled = with_token(door, token, "POST", f"{BOARD}/rulings", RULING | {"witness": "Jan Jansen"})

    assert ruled.status_code == 200, ruled.get_json()


def test_what_others_do_to_an_account_is_logged_and_its_owner_is_told(
    door: Door, caplog: pytest.LogCaptureFixture
) -> None:
    anna = in_office(door, "Anna", "arbiter")
    number = int(asked(anna, "GET", "/me").get_json()["account"]["account"])
    chief = Office(Door(door.desks, door.access, door.clock, door.client.application.test_client()), "")
    chief.csrf = chief.door.sign_in()
    (session,) = re.findall(r"/office/credentials/(\d+)/end", chief.page(f"/accounts/{number}"))
    with caplog.at_level("INFO"):
        chief.send(f"/accounts/{number}", what="token")
        chief.send(f"/credentials/{session}/end")
    client = door.client.application.test_client()
    client.get("/sign-in")
    client.post("/sign-in", data={"name": "Anna", "password": PASSWORD, "csrf": csrf_of(client)})
    told = client.get("/office", follow_redirects=True).get_data(as_text=True)
    page = client.get(f"/office/accounts/{number}").get_data(as_text=True)
    client.post("/sign-out", data={"csrf": csrf_of(client)})
    client.get("/sign-in")
    client.post("/sign-in", data={"name": "Anna", "password": PASSWORD, "csrf": csrf_of(client)})

    assert f"has acted on the account of arbiter {number}: token" in caplog.text
    assert f"has acted on the account of arbiter {number}: session" in caplog.text
    assert "acts of others on your account" in told
    assert "chief arbiter created a token for it" in page
    assert "chief arbiter ended a session or a token of the account" in page
    assert "on your account" not in client.get("/office").get_data(as_text=True)  # told once


def witnesses(door: Door) -> list[str]:
    return [one.name for one in door.desks.register.accounts.all() if one.role == "witness"]


def test_a_refused_request_keeps_no_witness(door: Door) -> None:  # issue 21, A
    door.tournament()
    _, token = player(door, "director")
    refused = {
        "of a result that is none": RULING | {"result": "7-5"},
        "without a reason": RULING | {"reason": ""},
        "of another board": RULING | {"kind": "counter", "side": "white"},
    }
    for given in refused.values():
        assert with_token(door, token, "POST", f"{BOARD}/rulings", given | {"witness": "Jan Jansen"}).status_code >= 400
    elsewhere = f"{T}/rounds/1/boards/2/rulings"
    stopped = {"kind": "stop", "reason": "noise", "witness": "Jan Jansen"}
    assert with_token(door, token, "POST", elsewhere, stopped).status_code == 200  # nobody's own game needs none
    assert witnesses(door) == []

    told: Any = with_token(door, token, "POST", f"{BOARD}/rulings", RULING | {"witness": "Jan Jansen", "key": "once"})
    again = with_token(door, token, "POST", f"{BOARD}/rulings", RULING | {"witness": "Jan Jansen", "key": "once"})

    assert (told.status_code, again.get_json()["seq"]) == (200, told.get_json()["seq"])
    assert witnesses(door) == ["Jan Jansen"]
    assert "000000" not in "".join(line.body for line in door.desks.desk("club-open").journal.read())


def test_a_witness_of_what_no_journal_holds_is_kept_too(office: Office) -> None:
    t = office.door.tournament()
    office.send(f"/{t}/referee", what="official", official="chief", entry=office.game(t).entries.white)
    sent = office.send(f"/{t}/tablets/revocation", board=1, witness="Jan Jansen")

    assert sent.status_code == 303
    assert witnesses(office.door) == ["Jan Jansen"]
    assert "000000" not in "".join(line.body for line in office.door.desks.desk(t).journal.read())


def test_rivals_are_no_second_hands_of_each_other_through_a_witness(door: Door) -> None:  # issue 21, A
    door.tournament()
    white = door.desks.desk("club-open").state.game(1, 1).entries.white
    _, token = player(door, "director")
    rival, rivals = account(door, "director")
    door.post(f"{T}/officials", {"official": str(rival.number), "entry": white})
    number = flag(door)
    with_token(door, token, "POST", f"{T}/proposals/{number}/sign")
    second = with_token(door, rivals, "POST", f"{T}/proposals/{number}/sign", {"witness": "Jan Jansen"})
    as_witness = with_token(door, token, "POST", f"{T}/proposals/{number}/sign", {"witness": f"Player {white}"})

    assert code(second) == (403, "own_board")
    assert code(as_witness) == (422, "witness_self")
    assert witnesses(door) == []
    assert with_token(door, token, "POST", f"{T}/proposals/{number}/sign", {"witness": "Jan"}).status_code == 200


# who hears an appeal


def appealed(door: Door, token: str) -> str:
    """The address of an appeal against a ruling that was made with this token."""
    door.tournament()
    with_token(door, token, "POST", f"{BOARD}/rulings", RULING)
    door.post(f"{BOARD}/appeals", {"side": "black", "grounds": "the clock rang"}, role="arbiter")
    return f"{T}/appeals/{door.desks.desk('club-open').state.appeals[-1].number}/panel"


def test_the_director_who_ruled_names_no_panel_while_another_could(door: Door) -> None:  # issue 21, A
    _, token = account(door, "director")
    members = [account(door, "arbiter")[0].number for _ in range(2)]
    address, given = appealed(door, token), {"members": [str(number) for number in members]}
    alone = with_token(door, token, "POST", address, given)
    _, other = account(door, "director")
    beside = with_token(door, token, "POST", address, given | {"witness": "Jan Jansen"})

    assert (code(alone), code(beside)) == ((403, "own_panel_alone"), (403, "own_panel"))
    assert with_token(door, other, "POST", address, given).status_code == 200


def test_the_director_who_ruled_and_is_alone_names_the_panel_with_a_witness(door: Door) -> None:
    own, token = account(door, "director")
    members = [account(door, "arbiter")[0].number for _ in range(2)]
    address, given = appealed(door, token), {"members": [str(number) for number in members]}
    named = with_token(door, token, "POST", address, given | {"witness": "Jan Jansen"})
    notes = door.desks.desk("club-open").state.game(1, 1).notes

    assert named.status_code == 200, named.get_json()
    assert [note.by for note in notes if note.what == "second_hand"] == [f"director {own.number}"]
    assert witnesses(door) == ["Jan Jansen"]


def test_whom_the_ruler_made_cannot_vote_and_is_not_named(door: Door, winding: list[float]) -> None:
    _, token = account(door, "director")
    new = with_token(door, token, "POST", "/accounts", {"name": "New", "role": "arbiter"}).get_json()["account"]
    address, other = appealed(door, token), account(door, "arbiter")[0].number
    named = with_token(door, token, "POST", address, {"members": [str(new), str(other)], "witness": "Jan Jansen"})

    assert code(named) == (403, "panel_made")
    assert "New" in named.get_json()["detail"]


def test_a_form_that_needs_a_witness_is_offered_again_with_the_field(office: Office) -> None:
    t = office.door.tournament()
    office.send(f"/{t}/referee", what="official", official="chief", entry=office.game(t).entries.white)
    sent = office.send(f"/{t}/rounds/1/undo", confirm="true", reason="too early")
    page = office.page(f"/{t}")

    assert sent.status_code == 303
    assert 'name="witness"' in page
    assert "no other official is signed in: name a witness." in page
    assert "at a tablet of their own" not in page  # nobody is asked whether a round is cancelled
    office.send(f"/{t}/rounds/1/undo", confirm="true", reason="too early", witness="Jan Jansen")
    assert office.state(t).rounds == ()


# names that were typed


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("Anna Baker", "Similar names: Anna Bakker."),
        ("Zz", "There is no account Zz."),
        ("director 999999", "There is no"),
    ],
)
def test_a_name_that_nobody_has_is_refused_with_those_that_are_much_like_it(
    door: Door, typed: str, sentence: str
) -> None:  # issue 21, A
    door.tournament()
    door.desks.register.accounts.put(Account("Anna Bakker", "arbiter"))
    refused = door.post(f"{T}/officials", {"official": typed, "boards": [1]})

    assert refused.status_code == 404
    assert sentence in refused.get_json()["detail"]
    assert door.desks.desk("club-open").state.officials == ()


def test_an_official_is_named_by_office_name_or_number(door: Door) -> None:
    door.tournament()
    anna = door.desks.register.accounts.put(Account("Anna Bakker", "arbiter"))
    typed = ("director", "anna bakker", str(anna.number), f"director {anna.number}")
    for one in typed:
        assert door.post(f"{T}/officials", {"official": one, "boards": [1]}).status_code == 200

    assert [one.name for one in door.desks.desk("club-open").state.officials] == ["director", f"arbiter {anna.number}"]


def test_the_referee_page_offers_the_accounts_and_refuses_a_name_that_nobody_has(office: Office) -> None:
    t = office.door.tournament()
    office.door.desks.register.accounts.put(Account("Anna Bakker", "arbiter"))
    refused = office.send(f"/{t}/referee", what="official", official="Anna Baker", boards="1")

    assert '<option value="Anna Bakker">' in office.page(f"/{t}/referee")
    assert refused.status_code == 422
    assert "Similar names: Anna Bakker." in refused.get_data(as_text=True)
    assert office.state(t).officials == ()


def test_a_member_who_is_named_twice_on_paper_is_told_by_the_name_that_was_typed(office: Office) -> None:
    from tests.web.test_office_referee import appealed as appealed_in_office

    t, a = appealed_in_office(office)
    twice = {"member-0": "Jan Jansen", "member-1": " jan  JANSEN"}
    sent = office.send(f"/{t}/appeals/{a}", what="paper", decision="stands", reason="heard", **twice)

    assert sent.status_code == 422
    assert "000000" not in sent.get_data(as_text=True)
    assert "JANSEN is named twice." in sent.get_data(as_text=True)


def test_a_first_signature_of_two_is_not_told_as_a_signed_ruling(office: Office) -> None:
    t = office.door.tournament()
    office.send(f"/{t}/referee", what="official", official="chief", entry=office.game(t).entries.white)
    number = flag(office.door)
    office.send(f"/{t}/proposals/{number}", decision="sign")
    page = office.page(f"/{t}")

    assert "Board 1: your signature is recorded. A second one is needed." in page
    assert "Board 1: signed." not in page
    assert '<p class="message note">' in page


def test_the_page_of_an_appeal_marks_who_plays_as_who_has_ruled(office: Office) -> None:
    from tests.web.test_office_referee import appealed as appealed_in_office

    t, a = appealed_in_office(office)
    name = office.door.desks.desk(t).people[office.game(t).entries.white].name
    office.door.desks.register.accounts.put(Account(name, "arbiter"))

    assert f"{name} (has an interest)" in office.page(f"/{t}/appeals/{a}")


def test_clocks_of_the_hall_are_offered_to_whoever_may_stop_them(door: Door) -> None:
    t = door.tournament()
    bound = in_office(door, "Anna", "arbiter", boards=[2])
    free = in_office(door, "Piet", "arbiter")

    assert "Stop all clocks" not in bound.page(f"/{t}")
    assert "Stop all clocks" in free.page(f"/{t}")
