"""Lists over the API and in the office: looked at, then recorded, all of it or nothing."""

from __future__ import annotations

import io
import re

from werkzeug.test import TestResponse

from arbiter.exchange.import_formats import ACCEPTED
from tests.exchange.test_lists import workbook
from tests.web.conftest import Door
from tests.web.office import Office

LIST = "Naam;Rating;Club\nAnna de Boer;1893;Het Oosten\nMark Jansen;1755;Zuid\n"
FAULTY = "Naam;Rating\nAnna de Boer;1893\nMark Jansen;many\n"


def imported(door: Door, t: str, data: bytes | str, *, query: str = "", kind: str = "text/csv") -> TestResponse:
    sent = data.encode() if isinstance(data, str) else data
    headers = {"Authorization": f"Bearer {door.service.keys.bearer('director')}"}
    return door.client.post(
        f"/api/v1/tournaments/{t}/entries/import{query}", data=sent, headers=headers, content_type=kind
    )


def names(door: Door, t: str) -> list[str]:
    return [entry["name"] for entry in door.get(f"/tournaments/{t}").get_json()["entries"]]


def test_everybody_on_a_list_is_entered_at_once(door: Door) -> None:
    t = door.tournament(2, started=False)
    answer = imported(door, t, LIST)

    assert answer.status_code == 201
    assert (answer.get_json()["entered"], answer.get_json()["refused"]) == (2, [])
    assert names(door, t) == ["Player 1", "Player 2", "Anna de Boer", "Mark Jansen"]


def test_a_workbook_is_a_list_too(door: Door) -> None:
    t = door.tournament(0, started=False)
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

    assert imported(door, t, workbook(("Name", "Rating"), ("Anna", 1893)), kind=kind).get_json()["entered"] == 1


def test_one_line_that_is_refused_keeps_everybody_out(door: Door) -> None:
    t = door.tournament(0, started=False)
    answer = imported(door, t, FAULTY)

    assert answer.status_code == 422
    assert answer.mimetype == "application/problem+json"
    assert [line["line"] for line in answer.get_json()["refused"]] == [3]
    assert "whole number" in answer.get_json()["refused"][0]["sentence"]
    assert names(door, t) == []


def test_the_others_are_entered_where_that_is_asked_for(door: Door) -> None:
    t = door.tournament(0, started=False)
    answer = imported(door, t, FAULTY, query="?partial=1")

    assert (answer.status_code, answer.get_json()["entered"], len(answer.get_json()["refused"])) == (201, 1, 1)


def test_a_preview_records_nothing(door: Door) -> None:
    t = door.tournament(0, started=False)
    answer = imported(door, t, LIST, query="?preview=1")

    assert (answer.status_code, answer.get_json()["people"]) == (200, 2)
    assert answer.get_json()["columns"] == "0=name 1=rating 2=club"
    assert names(door, t) == []


def test_the_same_key_enters_nobody_twice(door: Door) -> None:
    t = door.tournament(0, started=False)
    first = imported(door, t, LIST, query="?key=list-1")
    door.clock.wait(seconds=1)
    door.post(f"/tournaments/{t}/entries", {"name": "Wim"})
    again = imported(door, t, LIST, query="?key=list-1")

    assert first.get_json()["entries"] == [1, 2]
    assert (again.status_code, again.get_json()) == (first.status_code, first.get_json())
    assert names(door, t) == ["Anna de Boer", "Mark Jansen", "Wim"]


def test_the_same_key_tells_again_who_was_kept_out(door: Door) -> None:
    t = door.tournament(0, started=False)
    first, again = (imported(door, t, FAULTY, query="?key=list-1&partial=1") for _ in range(2))

    assert (first.get_json()["entered"], len(first.get_json()["refused"])) == (1, 1)
    assert again.get_json() == first.get_json()


def test_columns_that_were_told_are_remembered(door: Door) -> None:
    t = door.tournament(0, started=False)
    one, other = "Wie;Waar\nAnna;Zuid\n", "Wie;Waar\nWim;Noord\n"
    assert imported(door, t, one, query="?columns=0=club,1=name&heading=yes").status_code == 201
    assert imported(door, t, other, query="?heading=yes").status_code == 201
    assert names(door, t) == ["Zuid", "Noord"]


def test_nobody_enters_a_round_robin_from_a_list_once_it_is_drawn(door: Door) -> None:
    assert imported(door, door.tournament(4), LIST).get_json()["code"] == "entries_closed"


def test_what_a_page_did_not_keep_is_no_list(door: Door) -> None:
    t = door.tournament(0, started=False)
    csrf = door.sign_in()
    answer = door.client.post(f"/office/{t}/entries/import", data={"csrf": csrf, "kept": "é"})

    assert answer.status_code == 422


def kept(page: str) -> str:
    found = re.search(r'name="kept" value="([^"]*)"', page)
    assert found
    return found[1]


def test_the_office_shows_a_list_before_it_enters_anybody(door: Door) -> None:
    t = door.tournament(0, started=False)
    csrf = door.sign_in()
    form = {"csrf": csrf, "file": (io.BytesIO(FAULTY.encode()), "list.csv")}
    page = door.client.post(f"/office/{t}/entries/import", data=form).get_data(as_text=True)
    assert "Anna de Boer" in page
    assert "1 line cannot be entered" in page
    assert names(door, t) == []

    chosen = {"csrf": csrf, "kept": kept(page), "columns": "2", "column-0": "name", "column-1": "rating"}
    refused = door.client.post(f"/office/{t}/entries/import/enter", data=chosen)
    assert refused.status_code == 422
    done = door.client.post(f"/office/{t}/entries/import/enter", data={**chosen, "partial": "1"})
    assert done.status_code == 303
    assert names(door, t) == ["Anna de Boer"]


def test_the_office_takes_ratings_from_a_list(door: Door) -> None:
    t = door.tournament(2, started=False)
    csrf = door.sign_in()
    form = {"csrf": csrf, "pasted": "Naam;Rating\n1, Player;1444\nSomebody;1200\n"}
    page = door.client.post(f"/office/{t}/ratings", data=form).get_data(as_text=True)
    assert "1444" in page
    chosen = {"csrf": csrf, "kept": kept(page), "columns": "2", "column-0": "name", "column-1": "rating"}
    assert door.client.post(f"/office/{t}/ratings/take", data=chosen).status_code == 303
    ratings = [entry["rating"] for entry in door.get(f"/tournaments/{t}").get_json()["entries"]]

    assert ratings == [1444, None]


def test_each_form_for_a_file_takes_what_its_formats_end_in(office: Office) -> None:
    t = office.door.tournament(2, started=False)
    forms = {"list": f"/{t}/entries/import", "ratings": f"/{t}/ratings", "tournament": ""}

    assert {what: f'accept="{ACCEPTED[what]}"' in office.page(form) for what, form in forms.items()} == dict.fromkeys(
        ACCEPTED, True
    )


def test_a_refused_line_is_edited_in_place_names_are_split_and_minors_are_asked_about_once(office: Office) -> None:
    t = office.door.tournament(0, started=False)
    pasted = "Naam;Rating;Geb.jaar\nNoor de Wit;12oo;2018\nSem Bos;900;2017\n"
    page = office.send(f"/{t}/entries/import", pasted=pasted).get_data(as_text=True)
    assert 'name="line-2" maxlength="1000" autocomplete="off" value="Noor de Wit; 12oo; 2018"' in page

    edited = {"line-2": "Noor de Wit; 1200; 2018"}
    page = office.send(f"/{t}/entries/import", pasted=pasted, split=1, **edited).get_data(as_text=True)
    assert "2 of these players are under 18, or may be." in page
    assert "<bdi>Wit, Noor de</bdi>" in page
    assert office.send(f"/{t}/entries/import/enter", pasted=pasted, split=1, **edited).status_code == 422
    office.send(f"/{t}/entries/import/enter", pasted=pasted, split=1, minors="short", **edited)
    told = office.door.desks.register.people(t)
    assert [(one.listed, one.rating, one.shown) for one in told.values()] == [
        ("Wit, Noor de", 1200, "short"),
        ("Bos, Sem", 900, "short"),
    ]
    office.send(f"/{t}/entries", family="Kim", given="Jan", born="2016", shown="whole")
    assert office.door.desks.register.people(t)[3].shown == "short"


def test_the_director_says_how_a_childs_name_is_shown_when_the_first_is_entered(office: Office) -> None:
    t = office.door.tournament(0, started=False)
    asked = office.send(f"/{t}/entries", family="Kim", born="2016", shown="whole")
    assert (asked.status_code, office.state(t).entries) == (422, ())
    assert "How are the names of players under 18 shown in public?" in asked.get_data(as_text=True)

    office.send(f"/{t}/entries", family="Kim", born="2016", shown="whole", minors="whole")
    office.send(f"/{t}/entries", family="Lee", born="2015", shown="whole")
    office.send(f"/{t}/entries", family="Grown", born="1980", shown="whole")
    assert [one.shown for one in office.door.desks.register.people(t).values()] == [None, None, None]


NATIONAL = """Relatienr.;Naam;RtgN;Club;Titel
101;Boomstra, Roel;2438;DC Utrecht;GMI
102;Boonstra, Jan;1204;Zuid;
x;Bo;many;;
"""


def completed(door: Door, t: str, typed: str) -> list[tuple[object, ...]]:
    found = door.get(f"/tournaments/{t}/entries/remembered?q={typed}").get_json()["people"]
    return [(one["listed"], one["rating"], one["club"], one["number"]) for one in found]


def test_a_typed_name_is_completed_from_a_rating_list_and_from_the_clubs_own_tournaments(office: Office) -> None:
    door = office.door
    t, other = door.tournament(2, started=False), door.tournament(0, started=False, name="Last year")
    door.post(f"/tournaments/{other}/entries", {"family": "Boomstra", "given": "Roel", "club": "Excelsior"})
    door.post(f"/tournaments/{other}/entries", {"name": "Anna Boon"})
    assert completed(door, t, "boo") == [
        ("Anna Boon", None, None, None),
        ("Boomstra, Roel", None, "Excelsior", None),
    ]
    seen = office.send(f"/{t}/ratings", pasted=NATIONAL).get_data(as_text=True)
    assert "Remember this list" in seen
    office.send(f"/{t}/ratings/list", pasted=NATIONAL)

    assert completed(door, t, "boo") == [
        ("Anna Boon", None, None, None),
        ("Boomstra, Roel", 2438, "Excelsior", "101"),
        ("Boonstra, Jan", 1204, "Zuid", "102"),
    ]
    assert [one[0] for one in completed(door, t, "jan bo")] == ["Boonstra, Jan"]
    assert completed(door, t, "b") == completed(door, t, "oom") == []
    door.post(f"/tournaments/{t}/entries", {"family": "Boonstra", "given": "Jan"})
    assert completed(door, t, "boons") == []
    assert "2 players of a rating list are remembered." in office.page(f"/{t}/ratings")
    office.send(f"/{t}/ratings/list", forget=1)
    assert [one[1] for one in completed(door, t, "boo")] == [None, None]


def test_only_directors_are_told_whom_the_service_remembers(door: Door) -> None:
    t = door.tournament(2, started=False)
    headers = {"Authorization": f"Bearer {door.service.keys.bearer('arbiter')}"}

    assert door.client.get(f"/api/v1/tournaments/{t}/entries/remembered?q=boo").status_code == 401
    assert door.client.get(f"/api/v1/tournaments/{t}/entries/remembered?q=boo", headers=headers).status_code == 403
