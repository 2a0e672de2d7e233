"""The clocks over HTTP: the hall stopped and resumed, previews, who is short of time, adjournment, the report."""

from __future__ import annotations

from typing import Any

import pytest

from arbiter.rulings.time.flags import RingFlag
from arbiter.rulings.time.provisional_flags import Heard
from arbiter.sides import HOUR, MINUTE, SECOND
from arbiter.tournament.sealed_data import digest
from tests.hall import MORNING
from tests.web.conftest import Door

T = "/tournaments/club-open"
BOARD = f"{T}/rounds/1/boards/1"


def rule(door: Door, kind: str, *, preview: bool = False, status: int = 200, **fields: object) -> Any:
    answer = door.post(f"{BOARD}/rulings{'/preview' if preview else ''}", {"kind": kind, "reason": "seen", **fields})
    assert answer.status_code == status, answer.get_json()
    return answer.get_json()


def play(door: Door, ply: int, move: str, **fields: object) -> Any:
    answer = door.post(f"{BOARD}/moves", {"ply": ply, "move": move, **fields})
    assert answer.status_code == 200, answer.get_json()
    return answer.get_json()


# the hall


def test_the_hall_is_stopped_and_goes_on(door: Door) -> None:
    door.tournament(8)
    stopped = door.post(f"{T}/pause", {"reason": "fire alarm"})
    door.clock.wait(hours=1)

    assert stopped.get_json()["boards"] == [[1, 1], [1, 2], [1, 3], [1, 4]]
    assert door.get(BOARD).get_json()["halted"] == "hall"
    assert door.post(f"{BOARD}/moves", {"ply": 0, "move": "32-28"}).get_json()["code"] == "clock_stopped_hall"
    some = door.post(f"{T}/resume", {"boards": [1, 2]}).get_json()
    assert some["boards"] == [[1, 1], [1, 2]]
    assert door.post(f"{T}/resume").get_json()["boards"] == [[1, 3], [1, 4]]
    assert door.get(BOARD).get_json()["clock"]["white"]["left_ms"] == 2 * HOUR


def test_a_stop_of_the_hall_is_previewed_and_its_reason_may_follow(door: Door) -> None:
    door.tournament(4)
    preview = door.post(f"{T}/pause/preview", {"reason": "fire alarm", "boards": [2]}).get_json()

    assert preview == {"boards": [[1, 2]], "events": ["HallStopped"]}
    assert door.get(BOARD).get_json()["halted"] is None
    assert door.post(f"{T}/resume/preview").get_json()["code"] == "nothing_to_start"
    assert door.post(f"{T}/pause").status_code == 200
    assert door.post(f"{T}/pause/reason", {"reason": ""}).get_json()["code"] == "text_needed"
    assert door.post(f"{T}/pause/reason", {"reason": "fire alarm"}).status_code == 200


def test_a_key_stops_the_hall_once(door: Door) -> None:
    door.tournament(4)
    first = door.post(f"{T}/pause", {"reason": "fire", "key": "k"}).get_json()
    door.post(f"{T}/resume")
    again = door.post(f"{T}/pause", {"reason": "fire", "key": "k"}).get_json()

    assert again["seq"] == first["seq"]
    assert door.get(BOARD).get_json()["halted"] is None


# previews


def test_a_preview_shows_both_clocks_before_and_after_and_records_nothing(door: Door) -> None:
    door.tournament()
    door.clock.wait(minutes=10)
    version = door.get(BOARD).get_json()["version"]
    shown = rule(door, "time", preview=True, side="black", add_ms=-30 * MINUTE)

    assert shown["before"]["black"]["left_ms"] == 2 * HOUR
    assert (shown["after"]["white"]["left_ms"], shown["after"]["black"]["left_ms"]) == (110 * MINUTE, 90 * MINUTE)
    assert (shown["flags"], shown["warning"]) == ([], None)
    assert door.get(BOARD).get_json()["version"] == version


def test_a_preview_announces_the_flag_that_a_deduction_would_drop(door: Door) -> None:
    door.tournament()
    shown = rule(door, "time", preview=True, side="black", add_ms=-3 * HOUR)

    assert shown["flags"] == ["black"]
    assert shown["warning"] == "That leaves Black no time at board 1: the flag would fall."
    done = rule(door, "time", side="black", add_ms=-3 * HOUR)
    assert done["flag"]["side"] == "black"


@pytest.mark.parametrize(
    ("kind", "fields", "side", "shown"),
    [
        ("counter", {"side": "white", "to_go": 40}, "white", {"moves_to_go": 40}),
        ("swap", {"what": "times"}, "white", {"left_ms": 2 * HOUR}),
        ("time", {"side": "white", "left_ms": 5 * MINUTE}, "white", {"left_ms": 5 * MINUTE}),
        ("position", {"ply": 0}, "white", {"left_ms": 2 * HOUR, "moves_to_go": 50}),
    ],
)
def test_what_is_previewed_is_what_comes_of_it(
    door: Door, kind: str, fields: dict[str, Any], side: str, shown: dict[str, int]
) -> None:
    door.tournament()
    door.clock.wait(minutes=10)
    play(door, 0, "32-28")
    preview = rule(door, kind, preview=True, **fields)["after"]
    done = rule(door, kind, **fields)["clock"]

    assert preview == done
    assert {name: done[side][name] for name in shown} == shown


def test_a_preview_of_what_cannot_be_is_refused(door: Door) -> None:
    door.tournament()

    assert rule(door, "counter", preview=True, status=422, side="white", to_go=99)["code"] == "number_out_of_range"


# attendance, controls


def test_who_is_not_there_is_noted_and_shown(door: Door) -> None:
    door.tournament()
    noted = door.post(f"{BOARD}/rulings", {"kind": "attendance", "side": "black", "here": False}).get_json()

    assert noted["here"] == {"white": None, "black": False}


def test_a_handicap_of_an_entry_and_of_a_board(door: Door) -> None:
    door.tournament(4, started=False)
    door.post(f"{T}/rounds")
    assert door.post(f"{T}/entries/1/control", {"control": "900"}).get_json()["control"] == "900"
    rule(door, "control", control="60|30")
    door.post(f"{T}/rounds/1/start")
    clocks = [board["clock"] for board in door.get(f"{T}/rounds/1").get_json()["boards"]]

    assert [clocks[0][side]["left_ms"] for side in ("white", "black")] == [60 * SECOND, 30 * SECOND]
    assert door.post(f"{T}/entries/9/control", {"control": "900"}).status_code == 422
    assert door.get(T).get_json()["control"] == "50/7200:25/3600"


def test_the_controls_that_have_a_name_are_told_in_the_reader_s_language(door: Door) -> None:
    rows = door.get("/controls?lang=nl").get_json()["controls"]

    assert rows[0]["words"] == "2 uur voor 50 zetten, daarna 1 uur per 25, ongebruikte tijd blijft"


# short of time


def test_whoever_has_the_least_for_each_move_stands_on_top(door: Door) -> None:
    door.tournament(6)
    rule(door, "time", side="black", left_ms=25 * MINUTE)
    door.post(f"{T}/rounds/1/boards/2/rulings", {"kind": "time", "side": "white", "left_ms": 60_000, "reason": "x"})
    told = door.get(f"{T}/trouble?most=2", role=None).get_json()["trouble"]

    assert [(one["board"], one["side"], one["a_move_ms"], one["mover"]) for one in told] == [
        (2, "white", 1_200, True),
        (1, "black", 30_000, False),
    ]
    assert door.get(f"{T}/trouble?most=0").status_code == 422


def test_a_board_on_paper_is_short_of_no_time(door: Door) -> None:
    door.tournament(6)
    door.post(f"{T}/rounds/1/paper", {"boards": [2, 3], "paper": True})
    told = door.get(f"{T}/trouble", role=None).get_json()["trouble"]

    assert {one["board"] for one in told} == {1}


# adjournment


def test_a_sealed_move_is_nobody_s_to_read_until_the_game_goes_on(door: Door) -> None:
    door.tournament()
    key = rule(door, "adjourn", envelope="7", sealed="34-29", until="Tuesday, 14:00")["envelope_key"]
    shown = door.get(BOARD, role=None)

    assert shown.get_json()["adjourned"] == {
        "at": door.clock.at,
        "side": "white",
        "envelope": "7",
        "until": "Tuesday, 14:00",
        "digest": digest("34-29", key),
    }
    for path in (BOARD, f"{T}/rounds/1", f"{T}/rounds/1/boards/1/clock"):
        assert "34-29" not in door.get(path).get_data(as_text=True).split('"legal"')[0]
    assert rule(door, "resume", envelope_key=key)["moves"] == ["34-29"]


def test_an_envelope_without_its_move_is_opened_by_the_arbiter(door: Door) -> None:
    door.tournament()
    rule(door, "adjourn", envelope="7")

    assert rule(door, "resume", status=409)["code"] == "envelope_unopened"
    assert rule(door, "resume", status=422, move="1-26")["code"] == "sealed_irregular"
    assert rule(door, "resume", move="32-28")["moves"] == ["32-28"]


# the report


def test_the_report_has_every_press_pause_correction_gap_and_flag(door: Door) -> None:
    door.tournament(4, control="1/60:1/60")
    door.clock.wait(seconds=20)
    play(door, 0, "32-28", pressed=MORNING + 19_900, round_trip_ms=300, device_ms=4_321)
    rule(door, "stop")
    rule(door, "time", side="white", add_s=5)
    rule(door, "start")
    door.clock.wait(seconds=60)
    desk = door.desks.desk("club-open")
    desk.ask(RingFlag(round=1, board=1))
    report = door.get(f"{BOARD}/clock").get_json()
    pressed = report["lines"][1]

    assert [line["what"] for line in report["lines"]] == [
        "started", "pressed", "stopped", "time", "resumed", "flag_fell"
    ]  # fmt: skip
    assert (pressed["at"], pressed["charged_ms"], pressed["move"]) == (MORNING + 20_000, 20_000, "32-28")
    assert pressed["device"] == {"pressed": MORNING + 19_900, "round_trip_ms": 300, "monotonic_ms": 4_321}
    assert (pressed["white"], pressed["running"]) == ({"left_ms": 100_000, "period": 2, "moves_to_go": 1}, "black")
    assert [line["reason"] for line in report["lines"][2:4]] == ["seen", "seen"]
    assert report["lines"][-1]["black"]["left_ms"] == 0
    assert [line["line"] for line in report["lines"]] == sorted(line["line"] for line in report["lines"])


def test_the_report_of_one_board_knows_nothing_of_another(door: Door) -> None:
    door.tournament(4)
    door.post(f"{T}/rounds/1/boards/2/moves", {"ply": 0, "move": "32-28"})
    door.post(f"{T}/rounds/1/boards/2/rulings", {"kind": "stop", "reason": "x"})

    assert [line["what"] for line in door.get(f"{BOARD}/clock").get_json()["lines"]] == ["started"]
    assert door.get(f"{T}/rounds/1/boards/9/clock").status_code == 404


# tablets


def test_a_tablet_that_asks_anything_is_in_touch(door: Door) -> None:
    door.tournament()
    desk = door.desks.desk("club-open")
    token, pin = door.access.links.make("club-open", 1, None)
    bound = door.post("/tablets/bind", {"link": token, "pin": pin}, role=None).get_json()["token"]
    assert desk.tablets == {}
    door.clock.wait(seconds=7)
    told = door.get("/time?seen=9&waiting=0", role=None, headers={"Authorization": f"Bearer {bound}"}).get_json()

    assert told["now_ms"] == door.clock.at
    assert desk.tablets == {(1, None): Heard(at=MORNING + 7_000, seen=9, waiting=0)}


def test_a_flag_whose_tablet_was_out_of_touch_says_so(door: Door) -> None:
    """Ruling H41."""
    door.tournament(2, control="60")
    desk = door.desks.desk("club-open")
    desk.touch(1)
    door.clock.wait(minutes=2)
    desk.ask(RingFlag(round=1, board=1))

    assert door.get(BOARD).get_json()["flag"]["provisional"] == "tablet"
    assert door.get(f"{T}/proposals").get_json()["proposals"][0]["provisional"] == "tablet"
