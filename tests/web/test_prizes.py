"""Categories, prizes, fees and the end of a tournament, over the API and on the pages."""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from typing import Any

import openpyxl
import pytest

from arbiter.hall.entering import correct
from arbiter.journal.people import Person
from arbiter.prizes.awards import prizes_shape
from arbiter.view import View
from tests.analyst import tables_in
from tests.web.conftest import Door
from tests.web.office import Office

T = "/tournaments/club-open"
"""The tournament of `door.tournament()`."""
CATEGORIES = [
    {"name": "Under 18", "mark": "U18", "born_from": 2009},
    {"name": "Women", "sex": "f"},
    {"name": "First-timers", "entries": [2]},
]
PRIZES = [
    {"name": "1st prize", "amount": 10_000, "place": 1},
    {"name": "Cup", "place": 1},
    {"name": "2nd prize", "amount": 5_001, "place": 2},
    {"name": "Best woman", "amount": 2_000, "category": "Women"},
    {"name": "Best junior", "amount": 1_000, "category": "Under 18"},
    {"name": "Best game", "amount": 500, "entry": 4},
]


def put(door: Door, what: str, status: int = 200, **body: Any) -> Any:
    answer = door.send("PUT", f"{T}/{what}", body)
    assert answer.status_code == status, answer.text
    return answer.get_json()


def result(door: Door, board: int, result: str, round: int = 1) -> None:
    sent = {"kind": "result", "result": result, "reason": "slip"}
    assert door.post(f"{T}/rounds/{round}/boards/{board}/rulings", sent).status_code == 200


@pytest.fixture
def club(door: Door) -> Door:
    """Two boards of one round, with a girl of fourteen, a woman and two men; 1 and 3 have won or drawn."""
    door.tournament(rounds=1, system="swiss")
    people = (
        Person("Anna", born="2012-03-04", sex="f", club="DC Utrecht", shown="withheld"),
        Person("Bea", born="1990", sex="w", club="DC Utrecht"),
        Person("Carl", born="1980", sex="m"),
        Person("Dirk", rating=1500),
    )
    for entry, person in enumerate(people, start=1):
        correct(
            door.desks.desk("club-open"), entry, person, frozenset({"name", "born", "sex", "club", "shown", "rating"})
        )
    return door


def test_a_category_is_open_to_those_within_its_limits_and_those_named_by_hand(club: Door) -> None:
    told = put(club, "categories", categories=[*CATEGORIES, {"name": "Club", "club": "dc utrecht", "rating_to": 1400}])
    public = club.get(f"{T}/categories", role=None)

    assert [one["members"] for one in told["categories"]] == [[1], [1, 2], [2], []]
    assert [one["mark"] for one in told["categories"]] == ["U18", "W", "F", "C"]
    assert (
        public.get_json()["categories"] == told["categories"]
    )  # a minor is found though nobody is told her date of birth
    assert "2012" not in public.text
    put(
        club, "categories", categories=[{"name": "Born on one day", "born_from": "2012-03-04", "born_to": "2012-03-04"}]
    )
    (alone,) = club.get(f"{T}/categories", role=None).get_json()["categories"]
    assert (alone["members"], alone["born_from"], alone["born_to"]) == ([1], "2012", "2012")


def test_a_category_has_standings_of_its_own_and_a_mark_in_lists(club: Door) -> None:
    put(club, "categories", categories=CATEGORIES)
    result(club, 1, "white")
    women = club.get(f"{T}/standings?category=Women", role=None).get_json()["standings"]
    page = club.client.get(f"{T}/standings?category=Women", follow_redirects=True).get_data(as_text=True)
    everybody = club.client.get(f"{T}/standings").get_data(as_text=True)

    assert [row["rank"] for row in women] == [1, 2]
    assert {row["entry"] for row in women} == {1, 2}
    assert "Carl" not in page
    assert ">U18<" in everybody
    assert "2012" not in everybody
    assert club.get(f"{T}/standings?category=Men").status_code == 422


def test_a_shared_prize_is_named_to_a_player_without_the_prizes_of_categories_of_others(club: Door) -> None:
    put(club, "categories", categories=CATEGORIES[1:2])
    put(club, "prizes", prizes=[PRIZES[0], PRIZES[3]])
    result(club, 1, "draw")
    result(club, 2, "draw")
    told = {one["entry"]: one["prize"] for one in club.get(f"{T}/prizes").get_json()["awards"]}

    assert told == {1: "1st prize, Best woman", 2: "1st prize, Best woman", 3: "1st prize", 4: "1st prize"}


def test_the_wall_shows_the_standings_of_each_category_and_marks_in_those_of_all(club: Door) -> None:
    put(club, "categories", categories=CATEGORIES)
    result(club, 1, "white")
    club.post(f"{T}/screens", {"screen": 1, "shows": ["standings", "categories"]})
    every, *each = club.client.get(f"{T}/wall").get_data(as_text=True).split('data-shows="categories"')

    assert '<span class="muted">U18 W</span>' in every
    assert [page.partition('class="heading">')[2].partition("<")[0] for page in each] == [
        "Under 18",
        "Women",
        "First-timers",
    ]
    assert ["Bea" in page for page in each] == [False, True, True]


def test_first_timers_are_those_whom_no_other_tournament_has_and_can_be_changed_by_hand(club: Door) -> None:
    here = club.desks.desk("club-open")
    made = club.post("/tournaments", {"name": "Second open"}).get_json()["id"]
    there = f"/tournaments/{made}"
    for name, born in (("BEA  ", None), ("Anna", "1970"), ("Erik", None), ("Dirk", None)):
        club.post(f"{there}/entries", {"name": name, **({"born": born} if born else {})})
    asked = [{"name": "First-timers", "first_timers": True, "entries": [4], "without": [3]}]
    told = club.send("PUT", f"{there}/categories", {"categories": asked}).get_json()["categories"]
    club.send("POST", f"{there}/entries/2/erasure")

    assert here.state.first_timers == {1, 2, 3, 4}
    assert told[0]["members"] == [2, 4]  # another Anna, born in another year; Dirk and Erik are changed by hand
    assert told[0]["without"] == [3]
    assert club.get(f"{there}/categories").get_json()["categories"][0]["members"] == [2, 4]
    office = Office(club, club.sign_in())
    page = office.page(f"/{made}/prizes")
    assert 'name="c-1-first_timers" aria-label="First time here" checked' in page
    row = {"c-1-name": "First-timers", "c-1-first_timers": "on", "c-1-without": "2, 4"}
    assert office.send(f"/{made}/categories", **row).status_code == 303
    assert club.get(f"{there}/categories").get_json()["categories"][0]["members"] == [3]


def test_once_two_have_signed_the_public_standings_and_the_wall_say_that_they_are_final(club: Door) -> None:
    result(club, 1, "white")
    result(club, 2, "draw")
    club.post(f"{T}/screens", {"screen": 1, "shows": ["standings"]})

    def told() -> list[bool]:
        pages = [club.client.get(f"{T}/{page}").get_data(as_text=True) for page in ("standings", "wall")]
        return ["Final standings" in page for page in pages]

    assert club.post(f"{T}/final/signature").status_code == 200
    assert told() == [False, False]
    assert club.post(f"{T}/final/signature", role="arbiter").status_code == 200
    assert told() == [True, True]
    assert "they are final" in club.client.get(f"{T}/standings").get_data(as_text=True)
    result(club, 2, "black")  # after a correction the places are others than those that were signed
    assert told() == [False, False]


def test_the_wall_shows_one_award_after_the_other_by_a_press_in_the_office(club: Door) -> None:
    office = Office(club, club.sign_in())
    put(club, "prizes", prizes=[PRIZES[0], PRIZES[2]], sharing="equal")
    result(club, 1, "white")
    result(club, 2, "draw")  # two share the second place
    sent = {"screen": 1, "shows": "prizes", "seconds": 10}
    assert office.send("/club-open/screens", **sent).status_code == 303
    assert "Prizes are shown once two officials have signed" in office.page("/club-open/screens")
    for role in ("director", "arbiter"):
        assert club.post(f"{T}/final/signature", role=role).status_code == 200

    def wall() -> int:
        page = club.client.get(f"{T}/wall").get_data(as_text=True).partition('data-shows="prizes"')[2]
        return page.partition("</section>")[0].count("<li ")

    assert wall() == 0
    seen = []
    for count in (1, 2, 3):
        button = f'name="called" value="{count}">Show the next one'
        assert button in office.page("/club-open/screens")
        office.send("/club-open/screens", **sent, called=count)
        seen.append(wall())
    page = office.page("/club-open/screens")
    assert seen == [1, 2, 3]
    assert "Prizes: 3 of 3 called up." in page
    assert "Show the next one" not in page
    assert "shared: 2nd prize" in club.client.get(f"{T}/wall").get_data(as_text=True)

    result(club, 1, "black")  # other awards: two sign again, and nobody has been called up yet
    for role in ("director", "arbiter"):
        assert club.post(f"{T}/final/signature", role=role).status_code == 200
    assert wall() == 0


def test_an_empty_form_asks_before_it_removes_what_is_saved(club: Door) -> None:
    office = Office(club, club.sign_in())
    put(club, "categories", categories=CATEGORIES[:1])
    put(club, "fees", amount=2_500, categories={"Under 18": 1_000})
    for what, stored in (
        ("fees", lambda state: (state.fees.amount, state.fees.of_categories)),
        ("categories", lambda state: state.categories),
    ):
        before = stored(office.state("club-open"))
        asked = office.send(f"/club-open/{what}")
        assert (asked.status_code, "Remove all" in asked.text) == (422, True), what
        assert stored(office.state("club-open")) == before
        clear = "clear" if what == "fees" else "c-clear"
        assert office.send(f"/club-open/{what}", **{clear: "on"}).status_code == 303
        assert not any(stored(office.state("club-open")))
    put(club, "prizes", prizes=PRIZES[:1])
    assert "Remove all" in office.send("/club-open/prizes", sharing="equal", currency="EUR").text
    assert len(office.state("club-open").fund.prizes) == 1
    assert office.send("/club-open/prizes", sharing="equal", currency="EUR", **{"p-clear": "on"}).status_code == 303
    assert not office.state("club-open").fund.prizes


def test_a_second_official_does_not_replace_unseen_what_the_first_one_has_saved(club: Door) -> None:
    office = Office(club, club.sign_in())
    for what, seen, row in (
        ("categories", "c-seen", {"c-1-name": "Women", "c-1-sex": "f"}),
        ("prizes", "p-seen", {"p-1-name": "1st", "p-1-amount": 10, "p-1-place": 1, "sharing": "equal"}),
        ("fees", "seen", {"amount": "12"}),
    ):
        page = office.page(f"/club-open/{'fees' if what == 'fees' else 'prizes'}")
        stamp = page.partition(f'name="{seen}" value="')[2].partition('"')[0]
        assert office.send(f"/club-open/{what}", **row, **{seen: stamp}).status_code == 303
        other = {name: value if name.endswith(("sex", "sharing", "place")) else 3 for name, value in row.items()}
        late = office.send(f"/club-open/{what}", **other, **{seen: stamp})
        assert (late.status_code, "Somebody has saved this meanwhile" in late.text) == (422, True)
        again = late.text.partition(f'name="{seen}" value="')[2].partition('"')[0]
        assert again != stamp
        assert office.send(f"/club-open/{what}", **other, **{seen: again}).status_code == 303


def test_saving_the_one_table_keeps_what_was_typed_in_the_other(club: Door) -> None:
    office = Office(club, club.sign_in())
    page = office.page("/club-open/prizes")
    stamps = {seen: page.partition(f'name="{seen}" value="')[2].partition('"')[0] for seen in ("c-seen", "p-seen")}
    typed = {"p-1-name": "Large cup", "p-1-amount": "12.50", "p-1-place": 1, "sharing": "none", "currency": "EUR"}
    row = {"c-1-name": "Women", "c-1-sex": "f"}
    told = office.send("/club-open/categories", **row, **typed, **stamps)

    assert "The categories have been saved. The prizes below are not saved yet." in told.text
    assert 'value="Large cup"' in told.text
    assert '<option value="none" selected>' in told.text
    assert (len(office.state("club-open").categories), office.state("club-open").fund.prizes) == (1, ())
    stamps["c-seen"] = told.text.partition('name="c-seen" value="')[2].partition('"')[0]
    assert office.send("/club-open/prizes", **row, **typed, **stamps).status_code == 303  # nothing is left to save
    assert office.state("club-open").fund.total == 1_250
    stamps["p-seen"] = office.page("/club-open/prizes").partition('name="p-seen" value="')[2].partition('"')[0]
    told = office.send("/club-open/prizes", **row | {"c-2-name": "Juniors"}, **typed | {"p-1-amount": 13}, **stamps)
    assert "The prizes have been saved. The categories above are not saved yet." in told.text
    assert 'value="Juniors"' in told.text


@pytest.mark.parametrize("row", ["²", "٣", "9" * 5_000])
def test_a_field_of_no_row_is_no_fault(club: Door, row: str) -> None:
    office = Office(club, club.sign_in())
    sent = {"p-1-name": "First", "p-1-amount": "10", "p-1-place": 1, "sharing": "equal", "currency": "EUR"}

    assert office.send("/club-open/prizes", **sent, **{f"p-{row}-name": "x"}).status_code in {303, 400}
    assert [prize.name for prize in office.state("club-open").fund.prizes] in ([], ["First"])


def test_a_new_row_without_a_name_is_refused_and_not_lost(club: Door) -> None:
    office = Office(club, club.sign_in())
    sent = {"p-1-name": "First", "p-1-amount": "10", "p-1-place": 1, "sharing": "equal", "currency": "EUR"}
    told = office.send("/club-open/prizes", **sent, **{"p-2-amount": "5", "p-2-place": 2})

    assert (told.status_code, 'value="5"' in told.text) == (422, True)
    assert not office.state("club-open").fund.prizes


def test_the_currency_stays_once_a_fee_is_paid_and_amounts_have_its_decimals(club: Door) -> None:
    office = Office(club, club.sign_in())
    sent = {"sharing": "equal", "p-1-name": "First", "p-1-place": 1}
    for currency, amount, minor in (("JPY", "5000", 5_000), ("KWD", "12.345", 12_345)):
        saved = office.send("/club-open/prizes", **sent, **{"p-1-amount": amount}, currency=currency)
        assert (saved.status_code, office.state("club-open").fund.total) == (303, minor)
        assert f'value="{amount}"' in office.page("/club-open/prizes")
    assert office.send("/club-open/prizes", **sent, **{"p-1-amount": "1.5"}, currency="JPY").status_code == 422
    put(club, "fees", amount=1_500)
    club.post(f"{T}/entries/1/payments", {"amount": 1_500})
    changed = club.send("PUT", f"{T}/prizes", {"prizes": [], "currency": "EUR"})
    assert changed.get_json()["code"] == "currency_in_use"
    club.post(f"{T}/entries/1/payments", {"amount": -1_500})
    put(club, "prizes", prizes=[], currency="EUR")


IMPOSSIBLE: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("prizes", "number_out_of_range", {"prizes": [{"name": "x", "amount": -1, "place": 1}]}),
    ("prizes", "number_out_of_range", {"prizes": [{"name": "x", "amount": 1, "place": 0}]}),
    ("prizes", "prize_gap", {"prizes": [{"name": "x", "amount": 1, "place": 2}]}),
    ("prizes", "unknown_key", {"prizes": [{"name": "x", "amount": 1, "category": "Men"}]}),
    ("prizes", "no_entry", {"prizes": [{"name": "x", "amount": 1, "entry": 9}]}),
    ("prizes", "text_needed", {"prizes": [{"name": " ", "amount": 1, "place": 1}]}),
    ("prizes", "unknown_key", {"prizes": [], "sharing": "half"}),
    ("prizes", "currency_unknown", {"prizes": [], "currency": "eu"}),
    ("prizes", "currency_unknown", {"prizes": [], "currency": "XYZ"}),
    ("prizes", "unknown_field", {"prizes": [{"name": "x", "amounts": 1}]}),
    ("prizes", "field_unreadable", {"prizes": [{"name": "x", "amount": 1.5}]}),
    ("categories", "range_reversed", {"categories": [{"name": "x", "rating_from": 2000, "rating_to": 1800}]}),
    ("categories", "range_reversed", {"categories": [{"name": "x", "born_from": "2010", "born_to": "2009"}]}),
    ("categories", "field_unreadable", {"categories": [{"name": "x", "born_from": "young"}]}),
    ("categories", "category_twice", {"categories": [{"name": "W", "sex": "f"}, {"name": "w", "sex": "m"}]}),
    ("categories", "no_entry", {"categories": [{"name": "x", "entries": [9]}]}),
    ("fees", "number_out_of_range", {"amount": -5}),
)


def test_what_cannot_be_is_refused_with_its_sentence(door: Door) -> None:
    door.tournament(started=False)
    before = door.desks.desk("club-open").state.version
    for what, code, body in IMPOSSIBLE:
        answer = door.send("PUT", f"{T}/{what}", body)
        assert (answer.get_json()["code"], answer.status_code >= 400) == (code, True), body

    assert door.desks.desk("club-open").state.version == before


def test_a_category_that_nobody_is_in_is_told_and_its_prize_is_nobodys(club: Door) -> None:
    put(club, "categories", categories=[{"name": "Veterans", "born_to": "1950"}])
    told = put(club, "prizes", prizes=[{"name": "Best veteran", "amount": 700, "category": "Veterans"}])

    assert told["told"] == ["Nobody is in the category Veterans."]
    assert [(one["entry"], one["amount"]) for one in told["awards"]] == [(None, 700)]
    assert club.send("PUT", f"{T}/categories", {"categories": []}).get_json()["code"] == "category_in_use"


def test_the_awards_say_how_each_amount_came_about_and_are_the_whole_fund(club: Door) -> None:
    put(club, "categories", categories=CATEGORIES)
    told = put(club, "prizes", prizes=PRIZES, sharing="equal")
    hidden = club.get(f"{T}/prizes", role=None).get_json()["awards"]
    result(club, 1, "white")
    result(club, 2, "white")
    shown = club.get(f"{T}/prizes", role=None).get_json()

    assert told["fund"] == 18_501
    assert hidden == []
    assert shown["final"]
    assert sum(one["amount"] for one in shown["awards"]) == 18_501
    (first, *_) = shown["awards"]
    assert first["working"].startswith("2 equal players share €150.01 (1st prize, 2nd prize): €75.0")
    assert [one["working"] for one in shown["awards"] if one["prize"] == "Best game"] == ["Given by hand."]
    assert first["working"] in club.client.get(f"{T}/prizes").get_data(as_text=True)


def test_nothing_is_awarded_or_signed_while_a_round_is_to_come(door: Door) -> None:
    door.tournament(rounds=2, system="swiss")
    put(door, "prizes", prizes=PRIZES[:1])
    result(door, 1, "white")
    result(door, 2, "draw")

    assert door.get(f"{T}/prizes", role=None).get_json()["awards"] == []
    assert door.post(f"{T}/final/signature").get_json()["code"] == "final_not_yet"


def test_a_correction_says_what_it_would_do_to_the_prizes_before_it_is_signed(club: Door) -> None:
    office = Office(club, club.sign_in())
    put(club, "prizes", prizes=PRIZES[:2], sharing="none")
    result(club, 1, "white")
    result(club, 2, "draw")
    winner = club.desks.desk("club-open").state.game(1, 1).entries.white
    loser = club.desks.desk("club-open").state.game(1, 1).entries.black
    told = club.get(f"{T}/rounds/1/boards/1/consequences?result=black").get_json()["prizes"]
    page = office.send("/club-open/rounds/1/boards/1", kind="result", result="black", reason="misread").text

    assert {one["entry"]: one["amount"] for one in told} == {winner: [10_000, 0], loser: [0, 10_000]}
    assert {one["entry"]: one["things"] for one in told} == {winner: [["Cup"], []], loser: [[], ["Cup"]]}
    assert "Changes in the prizes" in page
    assert club.desks.desk("club-open").state.game(1, 1).result.outcome.white.name == "WON"  # type: ignore[union-attr]


def test_fees_are_owed_by_category_and_told_by_club(club: Door) -> None:
    put(club, "categories", categories=CATEGORIES)
    put(club, "fees", amount=2_500, categories={"Under 18": 1_000})
    club.post(f"{T}/entries/1/payments", {"amount": 1_000, "how": "cash"})
    club.post(f"{T}/entries/2/payments", {"amount": 3_000, "how": "card"})
    assert club.post(f"{T}/entries/2/payments", {"amount": -4_000}).get_json()["code"] == "more_than_paid"
    club.post(f"{T}/entries/2/payments", {"amount": -500, "how": "cash"})
    club.send("PUT", f"{T}/entries/4/fee", {"amount": 0, "reason": "helps in the kitchen"})
    told = club.get(f"{T}/fees").get_json()

    assert [(one["owed"], one["paid"], one["due"]) for one in told["entries"]] == [
        (1_000, 1_000, 0),
        (2_500, 2_500, 0),
        (2_500, 0, 2_500),
        (0, 0, 0),
    ]
    assert [(one["club"], one["paid"]) for one in told["clubs"]] == [("DC Utrecht", 3_500), ("", 0)]
    assert told["paid_by"] == {"card": 3_000, "cash": 500}
    assert club.get(f"{T}/fees", role=None).status_code == 401
    office = Office(club, club.sign_in())
    assert "owes €25.00" in office.page("/club-open/check-in")
    assert office.send("/club-open/fees/3", what="pay", amount="25,00", how="transfer").status_code == 303
    assert "owes €25.00" not in office.page("/club-open/entries")


def test_the_end_leads_from_the_last_result_to_two_signatures(club: Door) -> None:
    office = Office(club, club.sign_in())
    put(club, "categories", categories=CATEGORIES)
    put(club, "prizes", prizes=PRIZES, sharing="hort")
    early = club.post(f"{T}/final/signature")
    result(club, 1, "white")
    result(club, 2, "draw")
    desk = club.desks.desk("club-open")
    on_a_hub = View(tournament="club-open", state=desk.state, people=desk.people, relayed=True)
    page = office.page("/club-open/end")
    seen = page.partition('name="seen" value="')[2].partition('"')[0]
    signed = office.send("/club-open/end/signature", seen=seen)
    again = office.send("/club-open/end/signature", seen=seen)
    second = club.post(f"{T}/final/signature", role="arbiter")
    awards = club.get(f"{T}/prizes").get_json()["awards"]

    assert early.get_json()["code"] == "final_not_yet"
    assert prizes_shape(on_a_hub, official=False)["awards"] == []  # who is a junior is not known there
    assert prizes_shape(replace(on_a_hub, state=desk.state), official=False)["awards"] == awards
    assert (signed.status_code, again.status_code) == (303, 422)
    assert (second.get_json()["signed"], len(second.get_json()["signed_by"])) == (True, 2)
    club.send("POST", f"{T}/entries/1/erasure")  # the girl's data go; her prizes stay as they were signed
    after = club.get(f"{T}/prizes").get_json()["awards"]
    assert [(a["entry"], a["amount"], a["prize"]) for a in after] == [
        (a["entry"], a["amount"], a["prize"]) for a in awards
    ]
    fewer = [{**one, "category": one["category"] or ""} for one in club.get(f"{T}/prizes").get_json()["prizes"][:2]]
    result(club, 2, "black")
    assert not club.get(f"{T}/prizes", role=None).get_json()["signed"]  # nobody has signed these places
    assert "signed before a change" in office.page("/club-open/end")
    assert office.send("/club-open/end/signature", seen=seen).status_code == 422  # other standings than were seen
    put(club, "prizes", prizes=fewer)
    assert not desk.state.signatures  # other prizes are signed anew
    assert len(club.get(f"{T}/prizes").get_json()["awards"]) >= 2


def test_what_goes_out_has_the_categories_and_the_prizes(club: Door) -> None:
    put(club, "categories", categories=CATEGORIES)
    put(club, "prizes", prizes=PRIZES)
    result(club, 1, "white")
    result(club, 2, "draw")
    document = json.loads(club.get(f"{T}/export.json").get_data())
    book = openpyxl.load_workbook(io.BytesIO(club.get(f"{T}/export.xlsx").get_data()))

    assert [one["name"] for one in document["categories"]] == ["Under 18", "Women", "First-timers"]
    assert sum(one["amount"] for one in document["prizes"]["awards"]) == 18_501
    assert book.sheetnames[-2:] == ["Categories", "Prizes"]
    assert sum(float(str(row[5])) for row in book["Prizes"].iter_rows(min_row=2, values_only=True)) == pytest.approx(
        185.01
    )


def test_a_decision_on_an_appeal_says_what_it_would_do_to_the_prizes_before_it_is_recorded(club: Door) -> None:
    office = Office(club, club.sign_in())
    put(club, "prizes", prizes=PRIZES[:2], sharing="none")
    result(club, 1, "white")
    result(club, 2, "draw")
    office.send("/club-open/referee", what="appeal", round=1, board=1, side="black", grounds="the clock", asks="black")
    state = club.desks.desk("club-open").state
    (a,), (winner, loser) = [one.number for one in state.appeals], state.game(1, 1).entries
    told = club.get(f"{T}/appeals/{a}/branches").get_json()
    page = office.page(f"/club-open/appeals/{a}")
    end = office.page("/club-open/end").partition('data-step="prizes"')[2].partition("</h2>")[0]
    assert "after the last decision" in end
    sent = {"what": "paper", "member-0": "Ineke Smit", "member-1": "Wouter Bos", "decision": "overturned"}
    untold = office.send(f"/club-open/appeals/{a}", **sent)
    first = office.send(f"/club-open/appeals/{a}", **sent, reason="heard both")

    assert told["stands"]["prizes"] == []
    assert {one["entry"]: one["amount"] for one in told["overturned"]["prizes"]} == {
        winner: [10_000, 0],
        loser: [0, 10_000],
    }
    assert "€100.00 → <strong>€0.00</strong>" in page
    assert untold.status_code == 422  # a decision that cannot be recorded is refused at once
    assert "€100.00 → <strong>€0.00</strong>" in first.text
    assert club.desks.desk("club-open").state.appeals[0].decided is None
    assert not [one.name for one in club.desks.register.accounts.all() if one.name == "Ineke Smit"]
    assert office.send(f"/club-open/appeals/{a}", **sent, reason="heard both", known=1).status_code == 303
    assert office.state("club-open").result_text(office.game("club-open")) == "0-2"


def test_a_second_signature_that_takes_a_result_away_says_what_it_would_do_to_the_prizes(club: Door) -> None:
    put(club, "prizes", prizes=PRIZES[:2], sharing="none")
    result(club, 1, "white")
    result(club, 2, "draw")
    desk = club.desks.desk("club-open")
    winner = desk.state.game(1, 1).entries.white
    back = {"kind": "position", "fen": "W:W28,33:B23,4", "reason": "knocked over", "second": True}
    assert club.post(f"{T}/rounds/1/boards/1/rulings", back).status_code == 200
    (number,) = [one.number for one in desk.state.waiting]
    office = Office(club, club.sign_in())
    told = club.get(f"{T}/proposals/{number}/consequences").get_json()["prizes"]
    page = office.send(f"/club-open/proposals/{number}", decision="sign").text

    assert {one["entry"]: one["amount"] for one in told}[winner] == [10_000, 0]
    assert "€100.00 → <strong>€0.00</strong>" in page
    assert "no result" in page
    assert desk.state.proposal(number).decided is None
    assert office.send(f"/club-open/proposals/{number}", decision="sign", known=1).status_code == 303
    assert (desk.state.proposal(number).decided, desk.state.game(1, 1).result) == ("signed", None)


def test_a_ruling_that_takes_a_result_away_says_what_it_would_do_to_the_prizes(club: Door) -> None:
    office = Office(club, club.sign_in())
    put(club, "prizes", prizes=PRIZES[:2], sharing="none")
    result(club, 1, "white")
    result(club, 2, "draw")
    sent = {"kind": "position", "fen": "W:W28,33:B23,4", "reason": "knocked over"}
    page = office.send("/club-open/rounds/1/boards/1", **sent).text

    assert "€100.00 → <strong>€0.00</strong>" in page
    assert office.game("club-open").result is not None
    assert office.send("/club-open/rounds/1/boards/1", **sent, known=1).status_code == 303
    assert office.game("club-open").result is None


def test_the_analysts_file_has_categories_prizes_and_awards_by_their_keys(club: Door) -> None:
    put(club, "categories", categories=CATEGORIES)
    put(club, "prizes", prizes=PRIZES)
    result(club, 1, "white")
    whole = tables_in(club.get(f"{T}/export.sqlite").get_data())
    early = tables_in(club.get(f"{T}/export.sqlite", role=None).get_data())
    result(club, 2, "white")
    public = tables_in(club.get(f"{T}/export.sqlite", role=None).get_data())

    there = [(row["category"], row["player"]) for row in whole["categories"]]
    assert there[:3] == [("Under 18", "club-open/p1"), ("Women", "club-open/p1"), ("Women", "club-open/p2")]
    assert [(row["name"], row["amount"]) for row in early["prizes"]] == [
        (one["name"], one.get("amount", 0)) for one in PRIZES
    ]
    assert whole["awards"]
    assert (early["awards"], early["awarded_prizes"]) == ([], [])
    assert sum(row["amount"] for row in public["awards"]) == 18_501
    named = {row["id"]: row["name"] for row in public["prizes"]}
    (by_hand,) = [row["award"] for row in public["awarded_prizes"] if named[row["prize"]] == "Best game"]
    assert next(row["player"] for row in public["awards"] if row["id"] == by_hand) == "club-open/p4"
    assert {row["award"] for row in public["awarded_prizes"]} == {row["id"] for row in public["awards"]}
    assert public["players"][0]["born"] is None
    assert "2012" not in repr(public)


def steps(office: Office) -> dict[str, str]:
    """The text of the tag of each step on the page of the end."""
    found = re.findall(r'data-step="(\w+)".*?<span class="tag[^>]*>([^<]*)<', office.page("/club-open/end"), re.DOTALL)
    return {code: said.strip() for code, said in found}


def test_the_end_calls_done_only_what_has_been_done(club: Door) -> None:
    office = Office(club, club.sign_in())
    assert [steps(office)[code] for code in ("ties", "prizes", "fees")] == ["after the last result", "none", "none"]
    result(club, 1, "draw")
    result(club, 2, "draw")
    page = office.page("/club-open/end")
    assert steps(office)["ties"] == "equal: no prize depends on it"
    assert "The order of these players does not matter: there are no prizes." in page
    assert "There are no prizes." in page
    assert page.index("Equal after all tie-breaks:") < page.index("Anna") < page.index("The order of these players")

    money = [{"name": "1st prize", "amount": 10_000, "place": 1}]
    put(club, "prizes", prizes=money, sharing="equal")
    assert (steps(office)["ties"], steps(office)["prizes"]) == ("equal: no prize depends on it", "✓ complete")
    put(club, "prizes", prizes=money, sharing="none")
    assert steps(office)["ties"] == "open: 1"
    office.send("/club-open/terms", **{"tiebreak-0": "lots", "reason": "all are equal"})
    told = office.page("/club-open/terms")
    assert "Places that change: " in told
    assert "Prizes that change: " in told
    assert "The lots were drawn by the computer" in told
    office.send("/club-open/terms", **{"tiebreak-0": "wins", "reason": "no lots"})
    put(club, "prizes", prizes=[*money, {"name": "Cup", "place": 1}], sharing="equal")
    assert (steps(office)["ties"], steps(office)["prizes"]) == ("open: 1", "open: 1")
