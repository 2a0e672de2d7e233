"""The regulations over HTTP and in the office."""

from __future__ import annotations

import re

from arbiter.sentences.terms.sources import SOURCES
from arbiter.tournament.regulations.profiles import REGULATIONS
from arbiter.tournament.regulations.switches import SWITCHES
from tests.web.conftest import Door

AT = "/tournaments/club-open/regulations"


def test_every_profile_tells_its_switches_with_their_sources(door: Door) -> None:
    told = door.get("/regulations", role=None).get_json()["regulations"]
    by_key = {row["key"]: row for row in told}

    assert len(told) >= 16
    policy = {switch["key"]: switch for switch in by_key["fmjd_classic"]["switches"]}["irregular_policy"]
    assert (policy["value"], policy["source"], policy["basis"]) == ("opponent", "FMJD Annex 1, 5.4", "full")
    assert "irregular_policy" in by_key["english_wcdf"]["unverified"]


def test_a_tournament_tells_what_it_is_played_under(door: Door) -> None:
    id = door.tournament(started=False)
    told = door.get(f"/tournaments/{id}/regulations", role=None).get_json()

    assert (told["key"], told["edition"], told["turned"]) == ("international_book", "rulebooks 000 and 002", [])
    assert door.get(f"/tournaments/{id}").get_json()["regulations_hash"] == told["hash"]


def test_the_director_turns_a_switch_before_the_first_round(door: Door) -> None:
    door.tournament(started=False)
    before = door.get(AT).get_json()["hash"]
    answer = door.post(AT, {"switches": {"irregular_policy": "opponent", "hint_level": 1}, "reason": "club night"})
    told = answer.get_json()

    assert answer.status_code == 200
    assert told["turned"] == ["hint_level", "irregular_policy"]
    assert told["hash"] != before
    assert door.get(AT).get_json()["hash"] == told["hash"]


def test_once_the_first_round_is_started_the_regulations_stand(door: Door) -> None:
    door.tournament()
    answer = door.post(AT, {"switches": {"hint_level": 1}})

    assert (answer.status_code, answer.get_json()["code"]) == (409, "regulations_settled")


def test_what_stands_already_is_not_written_down(door: Door) -> None:
    door.tournament(started=False)

    assert door.post(AT, {"switches": {"hint_level": 3}}).get_json()["code"] == "nothing_changed"


def test_a_switch_that_there_is_not_is_refused(door: Door) -> None:
    door.tournament(started=False)

    assert door.post(AT, {"switches": {"weather": "rain"}}).status_code == 422
    assert door.post(AT, {"switches": ["late"]}).status_code == 400
    assert door.post(AT, {"switches": {"late": 10_000}}).status_code == 422
    assert door.post(AT, {"switches": {"late": 1}}, role="spectator").status_code == 403


def test_a_tournament_is_announced_with_switches_turned(door: Door) -> None:
    id = door.tournament(started=False, switches={"late": 15}, regulations="fmjd_classic")
    told = door.get(f"/tournaments/{id}/regulations").get_json()

    assert told["turned"] == ["late"]
    assert {row["key"]: row["value"] for row in told["switches"]}["late"] == 15


def test_the_office_shows_every_switch_with_its_source_and_turns_it(door: Door) -> None:
    door.tournament(started=False, regulations="fmjd_classic")
    csrf = door.sign_in()
    page = door.client.get("/office/club-open/regulations").get_data(as_text=True)

    assert 'data-switch="irregular_policy"' in page
    assert "FMJD Annex 1, 5.4" in page
    assert "not verified" in page
    told = door.get(AT).get_json()["switches"]
    form = {row["key"]: row["value"] for row in told if row["kind"] in ("choice", "number")}
    form |= {row["key"]: ", ".join(row["value"]) for row in told if row["kind"] == "ladder"}
    form |= {row["key"]: "on" for row in told if row["kind"] == "yes" and row["value"]}
    done = door.client.post("/office/club-open/regulations", data={**form, "late": "15", "csrf": csrf})

    assert done.status_code == 303
    assert door.get(AT).get_json()["turned"] == ["late"]


def test_sources_that_are_told_in_words_are_told_in_the_reader_s_language(door: Door) -> None:
    door.tournament(started=False)
    told = door.client.get("/api/v1/tournaments/club-open/regulations?lang=nl").get_json()

    assert told["edition"] == "reglementen 000 en 002"
    assert not [row["source"] for row in told["switches"] if "is silent" in row["source"]]
    every = {book.source(key).text for book in REGULATIONS.values() for key in SWITCHES}
    worded = {text for text in every if re.search(r": [a-z]| is | are | was | not ", text)}
    assert worded - SOURCES == set()
    assert SOURCES - every - {book.edition for book in REGULATIONS.values()} == set()


def test_what_was_typed_stays_in_the_form_of_the_regulations_when_it_is_refused(door: Door) -> None:
    door.tournament(started=False, regulations="fmjd_classic")
    csrf = door.sign_in()
    told = door.get(AT).get_json()["switches"]
    form = {row["key"]: row["value"] for row in told if row["kind"] in ("choice", "number")}
    form |= {"late": "soon", "flags": "auto", "reason": "as in every year", "csrf": csrf}
    refused = door.client.post("/office/club-open/regulations", data=form)

    text = refused.get_data(as_text=True)
    assert refused.status_code == 422
    assert 'name="late" inputmode="numeric" maxlength="6" value="soon"' in text
    assert '<option value="auto" selected>' in text
    assert 'value="as in every year"' in text
