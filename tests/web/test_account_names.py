"""Names of accounts that nobody mistakes for another's, and the chief arbiter whom a hall always has."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter.hall.accounts import invite
from arbiter.journal.accounts import Account
from arbiter.web.access.account_names import mixed, skeleton
from tests.web.conftest import PASSWORD, Door
from tests.web.office import Office
from tests.web.test_accounts import asked

MIXED = ("\u0441hief", "\u0410nna", "\u039fscar", "\u0421\u043e\u0440 Bakker", "\u0430\u03bf")
"""Latin with a Cyrillic or a Greek letter or word; and Cyrillic with Greek."""
PLAIN = (
    "Кубок",
    "Анна",
    "Ἀθηνᾶ",
    "Jérôme Müller",
    "Łukasz",
    "田中 Anna",
    "Мар\u02bcяна",
    "Anna 2",
    "12345",
    "Zoë O'Brien",
)


@pytest.mark.parametrize("name", MIXED)
def test_a_name_of_two_scripts_that_look_alike_is_refused(door: Door, name: str) -> None:  # issue 21, 5
    refused = door.post("/accounts", {"name": name, "role": "arbiter"})

    assert mixed(name)
    assert (refused.status_code, refused.get_json()["code"]) == (422, "name_mixed")


def test_a_name_of_one_script_is_taken(door: Door) -> None:
    told = [door.post("/accounts", {"name": name, "role": "arbiter"}).status_code for name in PLAIN]

    assert told == [201] * len(PLAIN)


def test_names_that_differ_to_the_eye_are_told_apart() -> None:
    names = ("Anna 2", "Anna 4", "Jan", "Jans", "Piet", "Pieter", "Smit", "Smid", "Visser", "Vissers", "12346", "田中")

    assert len({skeleton(name) for name in (*names, *PLAIN)}) == len({*names, *PLAIN})
    assert skeleton("...") == skeleton(". . .".replace(" ", "")) != ""


@pytest.mark.parametrize("name", ["481516", " 481516 ", "\uff14\uff18\uff11\uff15\uff11\uff16", "48\u200b1516"])
def test_a_name_that_is_read_as_a_number_of_an_account_is_refused(door: Door, name: str) -> None:
    refused = door.post("/accounts", {"name": name, "role": "arbiter"})

    assert (refused.status_code, refused.get_json()["code"]) == (422, "name_number")


@pytest.mark.parametrize(
    ("there", "name"),
    [
        ("Cop", "\u0421\u043e\u0440"),
        ("\u0412\u0415\u0420\u0410", "bepa"),
        ("\u039f\u03bf", "oo"),
        ("Anna", "\uff21nna"),
        ("Bob", "B0b"),
        ("Bob", "B\u00f3b"),
        ("Bob", "80B."),
        ("Bob Smit", "BobSmit"),
        ("Visser", "Vlsser"),
        ("Visser", "V1sser"),
        ("Visser", "V|sser"),
        ("O'Brien", "O\u2019Brien"),
        ("Jan-Willem", "Jan Willem."),
        ("Hermans", "Herrnans"),
        ("De Wit", "De VVit"),
        ("S\u00f8ren", "S0ren"),
        ("Lukasz", "\u0141ukasz"),
        ("Anna S", "Anna 5"),
    ],
)
def test_a_name_that_looks_like_another_account_s_is_refused(door: Door, there: str, name: str) -> None:
    assert door.post("/accounts", {"name": there, "role": "arbiter"}).status_code == 201
    other = door.post("/accounts", {"name": "Piet", "role": "arbiter"}).get_json()["account"]
    made = door.post("/accounts", {"name": name, "role": "arbiter"})
    renamed = door.send("PATCH", "/accounts", {"account": other, "name": name})

    assert skeleton(there) == skeleton(name)
    assert [(one.status_code, one.get_json()["code"]) for one in (made, renamed)] == [(409, "name_alike")] * 2


def test_an_account_of_before_with_such_a_name_works_and_is_renamed(door: Door) -> None:
    kept = door.access.accounts.kept
    odd, like = kept.put(Account("\u0441hief 1", "arbiter")), kept.put(Account("\u0421\u043e\u0440", "arbiter"))
    kept.put(Account("Cop", "arbiter"))
    for account, name in ((odd, "Anna"), (like, "Piet")):
        bound = door.send("PATCH", "/accounts", {"account": account.number, "boards": [1]})
        same = door.send("PATCH", "/accounts", {"account": account.number, "name": account.name, "boards": []})
        renamed = door.send("PATCH", "/accounts", {"account": account.number, "name": name})

        assert [one.status_code for one in (bound, same, renamed)] == [200] * 3
        assert kept.named(name) == replace(account, name=name)


def test_an_account_comes_back_only_under_a_name_that_is_its_own(door: Door) -> None:
    kept = door.access.accounts.kept
    gone = kept.put(Account("\u0421\u043e\u0440", "arbiter", ended=True))
    door.post("/accounts", {"name": "Cop", "role": "arbiter"})
    back = door.send("PATCH", "/accounts", {"account": gone.number, "ended": False})

    assert back.get_json()["code"] == "name_alike"


WAYS = (
    {"ended": True},
    {"role": "director"},
    {"until": "2001-01-01"},
    {"until": "2999-12-31"},
    {"tournaments": ["club-open"]},
    {"boards": [1]},
)
"""What takes something from an account over the API."""


def own_number(office: Office) -> int:
    return int(asked(office, "GET", "/me").get_json()["account"]["account"])


def test_the_last_chief_arbiter_cannot_go_in_any_way(office: Office) -> None:  # issue 21, 5
    number, kept = own_number(office), office.door.access.accounts.kept
    before = kept.numbered(number)
    told = [asked(office, "PATCH", "/accounts", {"account": number, **way}) for way in WAYS]
    forms = [office.send(f"/accounts/{number}", what=what).status_code for what in ("erase", "end")]
    emptied = office.send(f"/accounts/{number}", what="change", name="chief", role="chief", until="2999-12-31")

    assert [(one.status_code, one.get_json()["code"]) for one in told] == [(409, "last_chief")] * len(WAYS)
    assert (forms, emptied.status_code) == ([422, 422], 422)
    assert kept.numbered(number) == before
    assert office.page("")
    assert asked(office, "PATCH", "/accounts", {"account": number, "name": "Anna Bakker"}).status_code == 200


@pytest.mark.parametrize(
    "other",
    [
        Account("Ben", "chief"),
        Account("Ben", "chief", "hash", until="2999-12-31"),
        Account("Ben", "chief", "hash", tournaments=("club-open",)),
        Account("Ben", "chief", "hash", boards=(1,)),
        Account("Ben", "chief", "hash", ended=True),
        Account("Ben", "director", "hash"),
    ],
    ids=["no password yet", "a last day", "of one tournament", "of one board", "ended", "a director"],
)
def test_a_chief_arbiter_who_may_not_everything_for_good_takes_no_one_s_place(office: Office, other: Account) -> None:
    number = own_number(office)
    office.door.access.accounts.kept.put(other)

    assert office.send(f"/accounts/{number}", what="erase").status_code == 422
    assert asked(office, "PATCH", "/accounts", {"account": number, "ended": True}).status_code == 409


def test_a_chief_arbiter_goes_once_another_has_come(office: Office) -> None:
    number = own_number(office)
    office.door.access.accounts.kept.put(Account("Ben", "chief", "hash"))

    assert office.send(f"/accounts/{number}", what="erase").status_code == 303
    assert office.door.access.accounts.kept.named("chief") is None


def test_a_chief_arbiter_with_a_last_day_cannot_go_either_while_there_is_no_other(office: Office) -> None:
    number, kept = own_number(office), office.door.access.accounts.kept
    chief = kept.numbered(number)
    assert chief is not None
    kept.put(replace(chief, until="2999-12-31"))
    ended = asked(office, "PATCH", "/accounts", {"account": number, "ended": True})
    renamed = asked(office, "PATCH", "/accounts", {"account": number, "name": "Anna"})
    for_good = asked(office, "PATCH", "/accounts", {"account": number, "until": "never"})

    assert [one.status_code for one in (ended, renamed, for_good)] == [409, 200, 403]  # nobody lengthens their own days


@pytest.mark.parametrize("gone", [{"until": "2001-01-01"}, {"ended": True}], ids=["the last day is over", "ended"])
def test_a_hall_whose_chief_arbiter_is_gone_is_opened_by_a_first_link_again(door: Door, gone: dict[str, str]) -> None:
    """What an earlier release has let happen is put right at the machine."""
    accounts = door.access.accounts
    accounts.kept.put(Account("chief", "chief", "hash", **gone))  # type: ignore[arg-type]  # a case of the table
    link = accounts.make_first_link()
    assert link is not None
    accounts.use_link(link, PASSWORD)
    chief = accounts.kept.named("chief")

    assert chief is not None
    assert (chief.role, chief.until, chief.ended) == ("chief", "", False)
    assert accounts.make_first_link() is None
    assert invite(accounts.kept, chief, accounts.now(), 60)
