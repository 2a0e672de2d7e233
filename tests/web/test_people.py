"""People in the office and in the API: names apart, corrected, deleted, looked up, checked in."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from pypdf import PdfReader

from tests.web.conftest import Door
from tests.web.office import Office


def named(door: Door, t: str) -> dict[int, str]:
    return {one["entry"]: one["name"] for one in door.get(f"/tournaments/{t}").get_json()["entries"]}


def test_a_player_is_entered_by_family_and_given_name_and_by_the_whole_name(door: Door) -> None:
    t = door.tournament(0, started=False)
    told = [
        door.post(f"/tournaments/{t}/entries", {"family": "de Boer", "given": "Anna", "number": 12345, "born": 1990}),
        door.post(f"/tournaments/{t}/entries", {"name": "Boer, Anna de"}),
        door.post(f"/tournaments/{t}/entries", {"name": "Jan van der Wiel"}),
        door.post(f"/tournaments/{t}/entries", {}),
        door.post(f"/tournaments/{t}/entries", {"family": "Boer", "given": "A.", "number": "12345"}),
    ]

    assert [answer.status_code for answer in told] == [201, 201, 201, 422, 409]
    assert told[1].get_json()["alike"] == [1]
    assert named(door, t) == {1: "Anna de Boer", 2: "Boer, Anna de", 3: "Jan van der Wiel"}


def test_birth_years_and_federation_numbers_are_for_officials(door: Door) -> None:
    t = door.tournament(0, started=False)
    door.post(f"/tournaments/{t}/entries", {"family": "Boer", "given": "Anna", "number": "12345", "born": "1990"})

    (one,) = door.get(f"/tournaments/{t}/entries").get_json()["entries"]
    assert (one["number"], one["born"], one["family"]) == ("12345", "1990", "Boer")
    assert door.get(f"/tournaments/{t}/entries", role=None).status_code == 401
    assert "12345" not in door.get(f"/tournaments/{t}", role=None).get_data(as_text=True)
    assert "12345" not in door.client.get(f"/tournaments/{t}").get_data(as_text=True)


def test_an_entry_is_corrected_field_by_field(door: Door) -> None:
    t = door.tournament(2, started=False)
    path = f"/tournaments/{t}/entries/1"
    door.send("PATCH", path, {"rating": 1850, "club": "DC Ede"})
    apart = door.send("PATCH", path, {"family": "Boer", "given": "Anna", "club": ""}).get_json()
    whole = door.send("PATCH", path, {"name": "Anna van Ede"}).get_json()
    twice = door.send("PATCH", path, {"name": "player 2"})

    assert (apart["name"], apart["rating"], apart["club"]) == ("Anna Boer", 1850, None)
    assert (whole["name"], whole["family"], whole["rating"]) == ("Anna van Ede", None, 1850)
    assert (twice.status_code, twice.get_json()["code"]) == (409, "entered_twice")
    assert door.send("PATCH", f"/tournaments/{t}/entries/9", {"name": "x"}).status_code == 422


def test_an_entry_that_was_never_paired_is_deleted_and_its_number_is_nobodys(door: Door) -> None:
    t = door.tournament(4, started=False)
    assert door.send("DELETE", f"/tournaments/{t}/entries/4").status_code == 200
    door.post(f"/tournaments/{t}/entries", {"name": "Player 4"})
    assert sorted(named(door, t)) == [1, 2, 3, 5]
    door.post(f"/tournaments/{t}/rounds")
    kept = door.send("DELETE", f"/tournaments/{t}/entries/1")

    assert (kept.status_code, kept.get_json()["code"]) == (409, "entry_paired")
    assert 4 not in door.desks.register.people(t)


def test_who_looks_like_somebody_is_asked_about_and_may_be_entered_all_the_same(office: Office) -> None:
    t = office.door.tournament(0, started=False)
    office.send(f"/{t}/entries", family="Świercz", given="Łukasz")
    asked = office.send(f"/{t}/entries", family="Lukasz", given="Swiercz", club="DC Ede")
    page = asked.get_data(as_text=True)

    assert asked.status_code == 422
    assert "Swiercz Lukasz looks like entry 1 (Łukasz Świercz): -." in page
    assert 'value="DC Ede"' in page
    again = re.search(r'name="again" value="([^"]+)"', page)
    assert again is not None
    other = office.send(f"/{t}/entries", family="Swiercz", given="Lukas", again=again[1])
    sure = office.send(f"/{t}/entries", family="Lukasz", given="Swiercz", again=again[1])
    assert (other.status_code, sure.status_code) == (303, 303)
    assert len(office.state(t).entries) == 3


def test_hand_and_list_agree_on_a_name_with_a_comma(office: Office) -> None:
    t, other = office.door.tournament(0, started=False), office.door.tournament(0, started=False)
    office.send(f"/{t}/entries", family="Wiel, Jan van der")
    office.door.send(
        "POST", f"/tournaments/{other}/entries/import", data=b"Naam;Rating\nWiel, Jan van der;1800\n",
        headers={"Content-Type": "text/csv"},
    )  # fmt: skip

    for one in (t, other):
        person = office.door.desks.register.people(one)[1]
        assert (person.name, person.family, person.given) == ("Jan van der Wiel", "van der Wiel", "Jan")


def test_a_list_with_family_name_infix_and_number_is_taken_apart(door: Door) -> None:
    t = door.tournament(0, started=False)
    data = "Voornaam;Tussenvoegsel;Achternaam;KNDB nr;Geboortejaar\nJan;van der;Wiel;12345;1961\n;;Ronaldo;;\n"
    door.send("POST", f"/tournaments/{t}/entries/import", data=data.encode(), headers={"Content-Type": "text/csv"})
    one, other = door.desks.register.people(t).values()

    assert (one.family, one.given, one.number, one.born) == ("van der Wiel", "Jan", "12345", "1961")
    assert (other.name, other.family) == ("Ronaldo", "Ronaldo")


def test_those_who_look_themselves_up_are_sorted_by_family_name(office: Office) -> None:
    t = office.door.tournament(0, started=False, system="swiss")
    for family, given in (("van der Aa", "Zeger"), ("Boer", "Anna"), ("Ćosić", "Bob"), ("Ronaldo", "")):
        office.send(f"/{t}/entries", family=family, given=given)
    page = office.page(f"/{t}/check-in").split("ticks")[1]

    order = [page.index(name) for name in ("Aa, Zeger van der", "Boer, Anna", "Ćosić, Bob", "Ronaldo")]
    assert order == sorted(order)


def test_the_list_is_looked_through_filtered_and_sorted(office: Office) -> None:
    t = office.door.tournament(0, started=False)
    for family, rating, club in (("Boer", "1500", "Ede"), ("Čech", "1900", "Praha"), ("Aa", "", "Ede")):
        office.send(f"/{t}/entries", family=family, rating=rating, club=club)
    office.send(f"/{t}/entries/1/withdrawal", reason="ill")

    def rows(query: str) -> list[str]:
        return re.findall(r"<bdi>([^<]+)</bdi>", office.page(f"/{t}/entries?{query}").split('data-part="field"')[1])

    assert rows("q=cech") == ["Čech"]
    assert rows("q=ede&sort=name") == ["Aa", "Boer"]
    assert rows("sort=rating") == ["Čech", "Boer", "Aa"]
    assert rows("show=withdrawn") == ["Boer"]
    assert rows("sort=nonsense&show=nonsense") == ["Aa", "Čech", "Boer"]


def test_names_of_before_stay_whole_and_a_parting_is_offered(office: Office) -> None:
    t = office.door.tournament(3, started=False)
    page = office.page(f"/{t}/entries/names")
    assert 'name="family-1" maxlength="200" autocomplete="off" value="1"' in page
    assert office.door.desks.register.people(t)[1].family is None
    office.send(f"/{t}/entries/names", **{"take-2": "1", "family-2": "de Boer", "given-2": "Anna", "family-3": "3"})

    people = office.door.desks.register.people(t)
    assert [people[entry].name for entry in (1, 2, 3)] == ["Player 1", "Anna de Boer", "Player 3"]
    assert people[3].family is None


def test_whoever_is_checked_in_is_seen_by_everybody_and_the_others_are_left_out(office: Office) -> None:
    t = office.door.tournament(4, started=False, system="swiss", rounds=3)
    office.send(f"/{t}/check-in", what="come", entries=1)
    told = office.door.post(f"/tournaments/{t}/entries/check-in", {"entries": [2, 3]}).get_json()
    office.send(f"/{t}/check-in", what="gone", entries=3)

    assert told["here"] == [1, 2, 3]
    assert office.state(t).here == {1, 2}
    assert "2 of 4 are present." in office.page(f"/{t}/check-in")
    assert "2 of these players are not present." in office.page(f"/{t}/entries")
    office.send(f"/{t}/check-in", what="leave_out")
    assert "of them" not in office.page(f"/{t}/entries")
    assert {(sit.entry, sit.round, sit.kind.value) for sit in office.state(t).sits} == {(3, 1, "zero"), (4, 1, "zero")}


def test_an_entry_is_corrected_and_deleted_on_its_page(office: Office) -> None:
    t = office.door.tournament(2, started=False)
    wrong = office.send(f"/{t}/entries/1", family="Boer", given="Anna", rating="many", club="DC <b>Ede</b>")
    page = wrong.get_data(as_text=True)
    assert wrong.status_code == 422
    assert "Rating cannot be read" in page
    assert "DC &lt;b&gt;Ede&lt;/b&gt;" in page

    office.send(f"/{t}/entries/1", family="Boer", given="Anna", rating="1800")
    assert office.door.desks.register.people(t)[1].rating == 1800
    assert "Boer, Anna" in office.page(f"/{t}/entries")
    office.send(f"/{t}/entries/1/deletion")
    assert office.state(t).entries == (2,)
    office.page(f"/{t}/entries/1", status=422)


@pytest.mark.parametrize(
    "family", ["<script>alert(1)</script>", "אבגד", "\u202eevil", "x" * 300, "\ud800", "", "  ", "a\u0000b"]
)
def test_a_strange_name_is_a_name_or_answers_with_a_sentence(office: Office, family: str) -> None:
    t = office.door.tournament(0, started=False)
    answer = office.send(
        f"/{t}/entries", family=family.encode("utf-8", "replace").decode(), given="Anna", club="DC Ede"
    )

    assert answer.status_code in (303, 422)
    if answer.status_code == 422:
        assert 'value="DC Ede"' in answer.get_data(as_text=True)
        assert 'role="alert"' in answer.get_data(as_text=True)
    assert "<script>alert" not in office.page(f"/{t}/entries")


def test_the_list_at_the_door_has_everybody_by_family_name(office: Office) -> None:
    t = office.door.tournament(0, started=False)
    for family, given in (("Zee", "Anna"), ("van der Aa", "Bob"), ("Boer", "Cees")):
        office.send(f"/{t}/entries", family=family, given=given)
    office.send(f"/{t}/check-in", what="come", entries=3)
    office.send(f"/{t}/entries/1/withdrawal", reason="ill")
    pdf = PdfReader(BytesIO(office.door.get(f"/tournaments/{t}/sheets/checkin.pdf").data))
    text = " ".join(" ".join(page.extract_text() for page in pdf.pages).split())

    assert text.index("[ ] Aa, Bob van der") < text.index("[x] Boer, Cees")
    assert "Zee" not in text
    assert "1 of 2 are present." in text
    stranger = office.door.client.application.test_client()
    assert stranger.get(f"/api/v1/tournaments/{t}/sheets/checkin.pdf").status_code == 401


def test_whoever_has_played_here_before_is_offered_with_what_is_known(office: Office) -> None:
    before = office.door.tournament(0, started=False)
    office.send(f"/{before}/entries", family="Boer, Anna de", rating="1893", club="Het Oosten")
    office.send(f"/{before}/entries", family="Bos", given="Bram")
    t = office.door.tournament(0, started=False, name="Next")
    office.send(f"/{t}/entries", family="Bos", given="Bram")
    found = office.door.get(f"/tournaments/{t}/entries/remembered?q=bo").get_json()["people"]

    assert [(one["listed"], one["family"], one["rating"]) for one in found] == [("Boer, Anna de", "de Boer", 1893)]
