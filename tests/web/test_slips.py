"""Results from the slips at the office's page: reported, one choice a board, and no game ended that a tablet plays."""

from __future__ import annotations

from io import BytesIO

from pypdf import PdfReader

from arbiter.pairing.table.points import parse_points
from arbiter.web.office.rounds.slips import typed
from tests.web.conftest import Door
from tests.web.office import Office


def paired(door: Door, players: int = 4, **terms: object) -> str:
    t = door.tournament(players, started=False, system="swiss", rounds=3, **terms)
    door.post(f"/tournaments/{t}/rounds")
    return t


def test_a_slip_is_reported_and_no_ruling(office: Office) -> None:
    t = paired(office.door)
    office.send(f"/{t}/rounds/1/results", **{"result-1": "white"})
    result = office.game(t).result

    assert result is not None
    assert (result.because, result.reason, office.state(t).result_text(office.game(t))) == ("reported", "", "2-0")
    assert "reported" in office.page(f"/{t}/rounds/1/results")
    assert office.game(t, 2).result is None


def test_a_page_that_follows_leaves_what_is_told_to_the_person_to_the_page_that_is_opened(office: Office) -> None:
    t = paired(office.door)
    office.send(f"/{t}/rounds/1/results", **{"result-1": "white"})
    address = f"/office/{t}/rounds/1/results"
    followed = office.door.client.get(address, headers={"X-Follows": "1"}).get_data(as_text=True)
    opened = office.door.client.get(address).get_data(as_text=True)

    assert "1 result has been recorded." not in followed
    assert "1 result has been recorded." in opened


def test_the_signs_of_the_score_sheet_and_whites_points_are_the_keys() -> None:
    assert typed(parse_points("2-1-0")) == {
        "+": "white", "=": "draw", "-": "black", "2": "white", "1": "draw", "0": "black",
    }  # fmt: skip
    assert typed(parse_points("1-½-0")) == {
        "+": "white", "=": "draw", "-": "black", "1": "white", "½": "draw", "0": "black",
    }  # fmt: skip
    assert typed(parse_points("12-0")) == {"+": "white", "-": "black", "0": "black"}


def test_a_game_that_a_tablet_plays_is_ended_only_where_that_is_said(office: Office) -> None:
    t = office.door.tournament(4)
    office.play(t, "32-28")
    answer = office.send(f"/{t}/rounds/1/results", **{"result-1": "black", "result-2": "draw"})
    page = answer.get_data(as_text=True)

    assert answer.status_code == 422
    assert "Board 1 was not recorded: it is being played on its tablet." in page
    assert '<input type="radio" name="result-1" value="black" checked>' in page
    assert office.game(t).result is None
    assert office.state(t).result_text(office.game(t, 2)) == "1-1"
    done = office.send(f"/{t}/rounds/1/results", **{"result-1": "black", "end-1": "1"})
    assert (done.status_code, office.state(t).result_text(office.game(t))) == (303, "0-2")


def test_a_board_whose_tablet_is_in_touch_is_played_there(office: Office) -> None:
    t = office.door.tournament(2)
    office.door.desks.desk(t).touch(1)
    office.send(f"/{t}/rounds/1/results", **{"result-1": "black"})
    assert office.game(t).result is None

    office.door.clock.wait(minutes=2)
    office.send(f"/{t}/rounds/1/results", **{"result-1": "black"})
    assert office.game(t).result is not None


def test_who_enters_a_board_second_is_told_what_stands(office: Office) -> None:
    t = paired(office.door)
    office.send(f"/{t}/rounds/1/results", **{"result-1": "white"})
    office.send(f"/{t}/rounds/1/results", **{"result-1": "white", "result-2": "draw"})
    told = office.send(f"/{t}/rounds/1/results", **{"result-1": "black"})

    assert told.status_code == 303
    page = office.page(f"/{t}/rounds/1")
    assert "Board 1 was not recorded: another official has recorded 2-0 meanwhile." in page
    assert page.count("another official has recorded") == 1
    assert office.state(t).result_text(office.game(t)) == "2-0"


def test_a_postponed_game_is_marked_and_has_no_slip_that_a_key_fills(office: Office) -> None:
    t = paired(office.door, 6)
    office.send(f"/{t}/rounds/1/postpone", board=2, until="both are present", reason="ill")
    page = office.page(f"/{t}/rounds/1/results")

    assert (page.count(" data-slip>"), page.count(' data-slip="later">')) == (2, 1)
    assert "The keys of the results skip postponed games" in page
    assert page.index(' data-slip="later">') < page.index("Postponed</span>") < page.index('name="result-2"')
    told = office.send(f"/{t}/rounds/1/results", **{"result-1": "white", "result-3": "draw"})
    assert (office.game(t, 2).result, told.location) == (None, f"/office/{t}/rounds/1")
    office.send(f"/{t}/rounds/1/results", **{"result-2": "black"})
    assert office.state(t).result_text(office.game(t, 2)) == "0-2"
    assert ' data-slip="later">' not in office.page(f"/{t}/rounds/1/results/second")


def test_the_api_takes_a_result_as_reported(door: Door) -> None:
    t = paired(door)
    rulings = f"/tournaments/{t}/rounds/1/boards/1/rulings"
    told = door.post(rulings, {"kind": "result", "result": "0-2", "reported": True}).get_json()
    again = door.post(rulings, {"kind": "result", "result": "2-0", "reported": True})

    assert (told["result"], told["because"]) == ("0-2", "reported")
    assert (again.status_code, again.get_json()["code"]) == (422, "text_needed")
    pdn = door.get(f"/tournaments/{t}/export.pdn").get_data(as_text=True)
    assert '[Termination "normal"]' in pdn
    assert "adjudication" not in pdn


def test_the_report_of_rulings_has_no_slips(door: Door) -> None:
    t = paired(door)
    for board, more in ((1, {"reported": True}), (2, {"reason": "seen by the arbiter"})):
        door.post(f"/tournaments/{t}/rounds/1/boards/{board}/rulings", {"kind": "result", "result": "2-0", **more})
    pdf = PdfReader(BytesIO(door.get(f"/tournaments/{t}/sheets/rulings.pdf").data))
    report = " ".join(" ".join(page.extract_text() for page in pdf.pages).split())
    assert "seen by the arbiter" in report
    assert "reported" not in report


def test_a_second_pass_of_the_slips_tells_which_differ_and_corrects_by_one_press(office: Office) -> None:
    t = paired(office.door, 6)
    assert "second time" not in office.page(f"/{t}/rounds/1/results")
    office.send(f"/{t}/rounds/1/results", **{"result-1": "white", "result-2": "draw"})
    assert "Read the slips a second time" in office.page(f"/{t}/rounds/1/results")
    blind = office.page(f"/{t}/rounds/1/results/second")
    assert ('name="result-2"' in blind, 'name="result-3"' in blind, "2-0</strong>" in blind) == (True, False, False)
    seen = office.send(f"/{t}/rounds/1/results/second", **{"result-1": "white", "result-2": "black"})
    told = seen.get_data(as_text=True)

    assert "1 slip agrees with its recorded result." in told
    assert "Board 2: recorded 1-1, the slip now read as 0-2." in told
    assert office.state(t).result_text(office.game(t, 2)) == "1-1"
    office.rule(t, "result", board=2, result="black", reason="the slip was misread")
    result = office.game(t, 2).result
    assert result is not None
    assert (office.state(t).result_text(office.game(t, 2)), result.corrected) == ("0-2", True)


def test_a_result_is_corrected_on_the_page_of_the_slips(office: Office) -> None:
    t = paired(office.door)
    office.send(f"/{t}/rounds/1/results", **{"result-1": "white", "result-2": "draw"})
    assert 'form="correct-2" name="result" value="white"' in office.page(f"/{t}/rounds/1")
    page = office.page(f"/{t}/rounds/1/results")
    assert (
        'form="correct-1" name="result" value="black"' in page,
        'form="correct-1" name="result" value="white"' in page,
    ) == (
        True,
        False,
    )
    address = f"/office/{t}/rounds/1/results"
    told = office.rule(t, "result", result="black", because="reported", reason="the slip was misread", next=address)

    assert (told.location, office.state(t).result_text(office.game(t))) == (address, "0-2")
