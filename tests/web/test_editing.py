"""The tournament's own page and its addresses in the API: mended, cloned, put away, deleted."""

from __future__ import annotations

import pytest

from tests.web.conftest import Door
from tests.web.office import Office


def test_the_announcement_is_mended_over_the_api(door: Door) -> None:
    t = door.tournament(2, started=False, system="swiss")
    told = door.send(
        "PATCH",
        f"/tournaments/{t}",
        {
            "place": "Utrecht",
            "begins": "2026-12-05",
            "organiser": "DC Utrecht",
            "rounds": 5,
            "times": {"1": "2026-12-05T10:00"},
            "officials": [{"role": "chief", "name": "Piet Jansen"}],
            "control": "80 min + 1 min",
        },
    ).get_json()

    assert (told["place"], told["begins"], told["rounds"]) == ("Utrecht", "2026-12-05", 5)
    assert told["organiser"] == "DC Utrecht"
    assert (told["times"], told["control"]) == ({"1": "2026-12-05T10:00"}, "4800+60")
    assert told["officials"] == [{"role": "chief", "name": "Piet Jansen"}]
    emptied = door.send("PATCH", f"/tournaments/{t}", {"place": "", "organiser": "", "officials": []}).get_json()
    assert (emptied["place"], emptied["organiser"], emptied["officials"]) == ("", "", [])
    assert emptied["begins"] == "2026-12-05"


def test_the_names_of_officials_are_not_in_the_journal(door: Door) -> None:
    t = door.tournament(2, started=False)
    door.send(
        "PATCH", f"/tournaments/{t}", {"place": "Utrecht", "officials": [{"role": "chief", "name": "Piet Jansen"}]}
    )

    assert not [line for line in door.desks.desk(t).journal.read() if "Jansen" in line.body]


def test_what_is_played_cannot_be_another_once_a_game_has_been_started(door: Door) -> None:
    t = door.tournament(2)
    refused = door.send("PATCH", f"/tournaments/{t}", {"variant": "russian"})

    assert (refused.status_code, refused.get_json()["code"]) == (409, "tournament_settled")
    assert "Game can no longer be changed" in refused.get_json()["detail"]


def test_a_tournament_without_a_game_is_deleted_with_its_people(door: Door) -> None:
    t, other = door.tournament(2, started=False), door.tournament(2)
    door.send("PATCH", f"/tournaments/{t}", {"organiser": "DC Utrecht"})
    door.post(f"/tournaments/{t}/rounds")
    answer = door.send("DELETE", f"/tournaments/{t}")

    assert (answer.status_code, door.get(f"/tournaments/{t}").status_code) == (200, 404)
    assert door.desks.register.people(t) == {}
    assert door.desks.register.staff(t).organiser == ""
    assert not list((door.desks.instance / "tournaments").glob(f"{t}.sqlite*"))
    assert door.tournament(2, started=False) == t  # its id is free again
    kept = door.send("DELETE", f"/tournaments/{other}")
    assert (kept.status_code, kept.get_json()["code"]) == (409, "tournament_begun")


def test_only_officials_mend_and_delete(door: Door) -> None:
    t = door.tournament(2, started=False)

    assert door.send("PATCH", f"/tournaments/{t}", {"place": "x"}, role=None).status_code == 401
    assert door.send("DELETE", f"/tournaments/{t}", role="spectator").status_code == 403


def test_a_clone_has_the_terms_and_with_a_word_the_players(door: Door) -> None:
    t = door.tournament(4, system="swiss", rounds=5, control="300+3", variant="russian", points="1-½-0")
    door.send("PATCH", f"/tournaments/{t}", {"place": "Utrecht", "organiser": "DC Utrecht", "begins": "2026-12-05"})
    door.post(f"/tournaments/{t}/entries/3/withdrawal", {"reason": "ill"})
    told = door.post(f"/tournaments/{t}/clone", {"name": "Next year", "people": True, "key": "k"}).get_json()

    same = (
        "variant",
        "system",
        "rounds",
        "control",
        "points",
        "regulations",
        "regulations_hash",
        "tiebreaks",
        "place",
        "organiser",
    )
    before = door.get(f"/tournaments/{t}").get_json()
    assert {name: told[name] for name in same} == {name: before[name] for name in same}
    assert (told["id"], told["paired"], told["begins"], len(told["entries"])) == ("next-year", 0, None, 4)
    again = door.post(f"/tournaments/{t}/clone", {"name": "Next year", "people": True, "key": "k"}).get_json()
    assert (again["id"], len(again["entries"])) == ("next-year", 4)


def test_the_page_mends_and_keeps_what_was_typed_where_it_cannot(office: Office) -> None:
    t = office.door.tournament(2, started=False, system="swiss", rounds=3)
    form = {"name": "Open", "rounds": "5", "points": "2-1-0", "control": "5 min", "variant": "international"}
    done = office.send(
        f"/{t}/tournament",
        **form,
        organiser="DC Utrecht",
        **{"time-1": "2026-12-05T10:00", "role-0": "chief", "official-0": "Piet"},
    )
    assert done.status_code == 303
    page = office.page(f"/{t}/tournament")
    assert 'value="2026-12-05T10:00"' in page
    assert 'value="DC Utrecht"' in page
    assert 'name="official-0" maxlength="200" autocomplete="off" value="Piet"' in page

    wrong = office.send(
        f"/{t}/tournament", **{**form, "control": "soon", "rounds": "0", "points": "lots", "place": "Ede"}
    )
    told = wrong.get_data(as_text=True)
    assert wrong.status_code == 422
    assert "“soon” is not a time control" in told
    assert "“lots”" in told
    assert "Rounds must be from 1 to 99, not 0." in told
    assert 'value="Ede"' in told
    assert office.state(t).name == "Open"
    emptied = office.send(f"/{t}/tournament", **form, organiser="")
    assert (emptied.status_code, office.door.desks.register.staff(t).organiser) == (303, "")


def test_every_wrong_field_of_an_announcement_is_named_at_once(office: Office) -> None:
    answer = office.send("", name="Open <b>x</b>", control="soon", points="lots", rounds="many", place="Ede")
    told = answer.get_data(as_text=True)

    assert answer.status_code == 422
    assert "Rounds cannot be read: give a whole number." in told
    assert "“soon” is not a time control." in told
    assert "“lots” is not a scoring system." in told
    assert "Open &lt;b&gt;x&lt;/b&gt;" in told
    assert 'value="Ede"' in told


def test_an_announcement_says_its_regulations_its_place_and_its_tie_breaks(office: Office) -> None:
    page = office.page("")
    assert page.index('<option value="swiss"') < page.index('<option value="round-robin"')
    office.send(
        "", name="Open", preset="50/7200:25/3600", control="1:30 h", regulations="fmjd_classic", place="Ede",
        organiser="DC Ede", tiebreaks="solkoff, wins", points="2-1-0",
    )  # fmt: skip
    told = office.door.get("/tournaments/open").get_json()

    assert (told["regulations"], told["place"], told["organiser"]) == ("fmjd_classic", "Ede", "DC Ede")
    assert (told["tiebreaks"], told["control"]) == (["solkoff", "wins"], "5400")


def test_an_archived_tournament_stands_apart(office: Office) -> None:
    t = office.door.tournament(2)
    office.send(f"/{t}/tournament/away", what="archive")

    assert [one["archived"] for one in office.door.get("/tournaments").get_json()["tournaments"]] == [True]
    assert "Archived tournaments" in office.page("")
    office.send(f"/{t}/tournament/away", what="take_out")
    assert "Archived tournaments" not in office.page("")


def test_a_tournament_is_deleted_on_its_page_where_its_name_is_repeated(office: Office) -> None:
    t = office.door.tournament(2, started=False)
    kept = office.send(f"/{t}/tournament/delete", name="Club")
    assert (kept.status_code, office.state(t).name) == (422, "Club open")
    office.send(f"/{t}/tournament/delete", name="Club open")

    assert office.door.get(f"/tournaments/{t}").status_code == 404


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "פתוח", "\u202eopen", "x" * 201])
def test_a_strange_name_answers_with_a_sentence_or_is_a_name(office: Office, name: str) -> None:
    answer = office.send("", name=name)

    assert answer.status_code in (303, 422)
    assert "<script>alert" not in office.page("")


def test_place_days_and_officials_go_out_and_come_back(door: Door) -> None:
    t = door.tournament(2, system="swiss", rounds=3)
    posts = [{"role": "chief", "name": "Piet Jansen", "number": "98765"}]
    told = {"place": "Utrecht", "begins": "2026-12-05", "federation": "KNDB", "organiser": "DC", "officials": posts}
    door.send("PATCH", f"/tournaments/{t}", told)
    trf = door.get(f"/tournaments/{t}/export.trf").get_data(as_text=True)
    pdn = door.get(f"/tournaments/{t}/export.pdn").get_data(as_text=True)
    document = door.get(f"/tournaments/{t}/export.json").data

    for line in ("022 Utrecht", "032 KNDB", "042 2026/12/05", "102 Piet Jansen (98765)"):
        assert line in trf
    assert '[Site "Utrecht"]' in pdn
    assert door.get(f"/tournaments/{t}", role=None).get_json()["officials"] == [
        {"role": "chief", "name": "Piet Jansen"}
    ]
    back = door.send("POST", "/tournaments/import", data=document, headers={"Content-Type": "application/json"})
    assert back.status_code == 201, back.get_data(as_text=True)
    again = door.get(f"/tournaments/{back.get_json()['id']}").get_json()
    assert (again["place"], again["organiser"], again["officials"]) == ("Utrecht", "DC", posts)
