"""The API of the office: announcing, entering, pairing, ruling, signing, and what everybody may read of it."""

from __future__ import annotations

from typing import Any

import pytest

from arbiter.journal.lines import Line, Unwritten, first_bad
from arbiter.pairing.numbers import GROUPS
from arbiter.rulings.time.flags import RingFlag
from arbiter.sides import HOUR, MINUTE
from tests.web.conftest import Door

T = "/tournaments/club-open"
BOARD = f"{T}/rounds/1/boards/1"


def rule(door: Door, **ruling: object) -> Any:
    answer = door.post(f"{BOARD}/rulings", {"reason": "seen", **ruling})
    assert answer.status_code == 200, answer.get_json()
    return answer.get_json()


def test_a_tournament_is_announced_with_defaults_for_all_but_its_name(door: Door) -> None:
    answer = door.post("/tournaments", {"name": "Club open"})
    told = answer.get_json()

    assert answer.status_code == 201
    assert (told["id"], told["name"], told["variant"]) == ("club-open", "Club open", "international")
    assert (told["system"], told["control"], told["points"]) == ("round-robin", "50/7200:25/3600", "2-1-0")
    assert (told["regulations"], told["version"], told["entries"]) == ("international_book", 1, [])


def test_a_tournament_is_announced_as_it_was_asked(door: Door) -> None:
    asked = {
        "name": "Blitz",
        "variant": "american",
        "system": "double-round-robin",
        "rounds": 2,
        "control": "300+2",
        "points": "3-1-0",
        "tiebreaks": ["solkoff"],
        "flags": "auto",
    }
    told = door.post("/tournaments", asked).get_json()

    assert {name: told[name] for name in asked if name != "rounds"} == {k: v for k, v in asked.items() if k != "rounds"}


def test_the_same_key_announces_one_tournament(door: Door) -> None:
    first = door.post("/tournaments", {"name": "Club open", "key": "k"})
    door.post(f"{T}/entries", {"name": "Anna"})
    again = door.post("/tournaments", {"name": "Club open", "key": "k"})

    assert (again.status_code, again.get_json()) == (201, first.get_json())
    assert len(door.get("/tournaments").get_json()["tournaments"]) == 1


@pytest.mark.parametrize("born", ["1949", 1949], ids=["text", "number"])
def test_a_year_of_birth_is_a_text_or_a_number(door: Door, born: object) -> None:
    door.post("/tournaments", {"name": "Club open"})

    assert door.post(f"{T}/entries", {"name": "Ton", "born": born}).status_code == 201
    assert door.desks.register.people("club-open")[1].born == "1949"


def test_players_are_entered_with_what_is_known_of_them(door: Door) -> None:
    door.post("/tournaments", {"name": "Club open"})
    asked = {"name": "Anna de Boer", "rating": 1893, "club": "Het Oosten", "federation": "NED", "title": "MF"}
    answer = door.post(f"{T}/entries", asked)
    (entry,) = door.get(T, role=None).get_json()["entries"]

    assert (answer.status_code, answer.get_json()["entry"]) == (201, 1)
    assert entry == {"entry": 1, **asked, "family": None, "given": None, "withdrawn": False, "here": False}


def test_nobody_is_entered_twice(door: Door) -> None:
    door.tournament(started=False)
    answer = door.post(f"{T}/entries", {"name": "  player   2"})

    assert (answer.status_code, answer.get_json()["code"]) == (409, "entered_twice")
    assert answer.get_json()["facts"] == {"entry": 2}


def test_a_round_is_paired_with_boards_and_byes(door: Door) -> None:
    door.tournament(5, started=False)
    answer = door.post(f"{T}/rounds")
    told = answer.get_json()

    assert (answer.status_code, told["round"]) == (201, 1)
    assert [board["board"] for board in told["boards"]] == [1, 2]
    assert sorted([*told["byes"], *(b[side] for b in told["boards"] for side in ("white", "black"))]) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("pairs", [[[4, 1], [2, 3]], [{"white": 4, "black": 1}, {"white": 2, "black": 3}]])
def test_a_round_is_paired_by_hand(door: Door, pairs: list[object]) -> None:
    door.tournament(started=False, system="manual")
    told = door.post(f"{T}/rounds", {"pairs": pairs}).get_json()

    assert [(board["white"], board["black"]) for board in told["boards"]] == [(4, 1), (2, 3)]


@pytest.mark.parametrize(
    ("pairs", "status", "code"),
    [
        ([[1, 9]], 422, "no_entry"),
        ([[1, 1]], 422, "paired_twice"),
        ([], 409, "pairs_needed"),
        ([[1]], 400, "field_unreadable"),
    ],
)
def test_a_round_by_hand_is_checked(door: Door, pairs: list[object], status: int, code: str) -> None:
    """Ruling L03."""
    door.tournament(started=False, system="manual")
    answer = door.post(f"{T}/rounds", {"pairs": pairs})

    assert (answer.status_code, answer.get_json()["code"]) == (status, code)


def test_a_round_is_not_paired_while_games_run(door: Door) -> None:
    door.tournament()
    answer = door.post(f"{T}/rounds")

    assert (answer.status_code, answer.get_json()["code"]) == (409, "games_running")
    assert answer.get_json()["facts"]["boards"] == [1, 2]


def test_a_pairing_is_taken_back_before_it_is_started(door: Door) -> None:
    door.tournament(started=False)
    door.post(f"{T}/rounds")

    assert door.send("DELETE", f"{T}/rounds/1?confirm=true&reason=wrong").status_code == 200
    assert door.get(f"{T}/rounds/1").status_code == 404


def test_some_boards_are_started_and_then_the_rest(door: Door) -> None:
    door.tournament(started=False)
    door.post(f"{T}/rounds")
    some = door.post(f"{T}/rounds/1/start", {"boards": [2]}).get_json()
    door.clock.wait(seconds=9)
    rest = door.post(f"{T}/rounds/1/start").get_json()

    assert [board["started"] is not None for board in some["boards"]] == [False, True]
    assert [board["started"] for board in rest["boards"]] == [door.clock.at, door.clock.at - 9_000]


def test_an_entry_withdraws(door: Door) -> None:
    """Ruling L04."""
    door.tournament(started=False)
    done = door.post(f"{T}/entries/3/withdrawal", {"reason": "ill"})

    assert (done.status_code, done.get_json()["entry"]) == (200, 3)
    assert [entry["withdrawn"] for entry in door.get(T).get_json()["entries"]] == [False, False, True, False]


# rulings


@pytest.mark.parametrize(
    ("ruling", "result", "because"),
    [
        ({"kind": "result", "result": "2-0"}, "2-0", "ruling"),
        ({"kind": "result", "result": " 1 : 1 "}, "1-1", "ruling"),
        ({"kind": "adjudication", "result": "0-2"}, "0-2", "adjudicated"),
        ({"kind": "forfeit", "loser": "white"}, "0-2", "forfeit"),
        ({"kind": "forfeit", "loser": "both"}, "0-0", "forfeit"),
    ],
)
def test_an_arbiter_rules_on_a_result(door: Door, ruling: dict[str, object], result: str, because: str) -> None:
    """Rulings G23, G37, G38, L15."""
    door.tournament()
    board = rule(door, **ruling)

    assert (board["result"], board["because"]) == (result, because)


def test_a_result_is_corrected(door: Door) -> None:
    door.tournament()
    rule(door, kind="result", result="2-0")
    rule(door, kind="result", result="1-1")

    assert [row["points"] for row in door.get(f"{T}/standings").get_json()["standings"]] == [1, 1, 0, 0]


def test_a_long_table_is_read_in_parts(door: Door) -> None:
    door.tournament()
    rule(door, kind="result", result="2-0")

    for table, rows in (("standings", "standings"), ("crosstable", "rows")):
        whole = door.get(f"{T}/{table}").get_json()[rows]
        parts = [door.get(f"{T}/{table}?first={first}&rows=3").get_json()[rows] for first in (1, 4, 7)]
        assert parts == [whole[:3], whole[3:], []]
        assert door.get(f"{T}/{table}?first=0").status_code == 422


def test_an_arbiter_gives_and_takes_time_and_stops_and_starts_clocks(door: Door) -> None:
    """Rulings H29, H30."""
    door.tournament()
    rule(door, kind="time", side="white", add_s=-600)
    rule(door, kind="time", side="black", left_ms=HOUR)
    stopped = rule(door, kind="stop")
    door.clock.wait(minutes=9)
    going = rule(door, kind="start")

    assert stopped["halted"] == "arbiter"
    assert going["clock"]["running"] == "white"
    assert [going["clock"][side]["left_ms"] for side in ("white", "black")] == [110 * MINUTE, HOUR]


def test_an_arbiter_takes_a_game_back(door: Door) -> None:
    door.tournament()
    for ply, move in enumerate(("32-28", "19-23")):
        door.post(f"{BOARD}/moves", {"move": move, "ply": ply})
    board = rule(door, kind="position", ply=1)

    assert (board["ply"], board["moves"], board["halted"]) == (1, ["32-28"], "arbiter")


@pytest.mark.parametrize(
    ("ruling", "status", "code"),
    [
        ({}, 400, "field_missing"),
        ({"kind": "prison"}, 422, "unknown_key"),
        ({"kind": "result", "result": "7-7"}, 422, "result_unreadable"),
        ({"kind": "result"}, 400, "field_missing"),
        ({"kind": "forfeit", "loser": "nobody"}, 422, "unknown_key"),
        ({"kind": "result", "result": "2-0", "reason": ""}, 422, "text_needed"),
        ({"kind": "result", "result": "2-0", "article": "\ud800"}, 422, "text_unreadable"),
        ({"kind": "time", "side": "white"}, 422, "time_needed"),
        ({"kind": "time", "side": "green", "add_s": 1}, 400, "field_unreadable"),
        ({"kind": "time", "side": "white", "add_s": 10**15}, 422, "time_out_of_range"),
        ({"kind": "start"}, 409, "clock_going"),
        ({"kind": "position", "ply": 3}, 409, "no_such_ply"),
        ({"kind": "penalty", "side": "white", "step": "fine"}, 422, "unknown_key"),
    ],
)
def test_a_ruling_that_cannot_be_is_refused(door: Door, ruling: dict[str, object], status: int, code: str) -> None:
    door.tournament()
    answer = door.post(f"{BOARD}/rulings", {"reason": "seen", **ruling})

    assert (answer.status_code, answer.get_json()["code"]) == (status, code)


def test_a_call_that_nobody_made_is_not_answered(door: Door) -> None:
    door.tournament()
    answer = door.post(f"{BOARD}/rulings", {"kind": "call"})

    assert (answer.status_code, answer.get_json()["code"]) == (409, "no_call")


def test_a_penalty_is_recorded(door: Door) -> None:
    door.tournament()

    assert rule(door, kind="penalty", side="white", step="caution")["seq"] == door.get(T).get_json()["version"]


# proposals


def fallen(door: Door) -> int:
    door.tournament()
    door.clock.wait(hours=2)
    return door.desks.desk("club-open").submit(RingFlag(round=1, board=1)).seq


def test_a_flag_is_signed(door: Door) -> None:
    number = fallen(door)
    signed = door.post(f"{T}/proposals/{number}/sign")

    assert (signed.status_code, signed.get_json()["decided"]) == (200, "signed")
    assert door.get(BOARD).get_json()["result"] == "0-2"
    assert door.post(f"{T}/proposals/{number}/sign").get_json()["code"] == "proposal_decided"


def test_a_flag_is_dismissed_with_a_reason(door: Door) -> None:
    number = fallen(door)

    assert door.post(f"{T}/proposals/{number}/dismiss").get_json()["code"] == "text_needed"

    dismissed = door.post(f"{T}/proposals/{number}/dismiss", {"reason": "a fault of the clock"})
    assert dismissed.get_json()["decided"] == "dismissed"
    assert door.get(BOARD).get_json()["halted"] == "arbiter"


def test_a_line_that_proposed_nothing_cannot_be_signed(door: Door) -> None:
    door.tournament()
    answer = door.post(f"{T}/proposals/1/sign")

    assert (answer.status_code, answer.get_json()["code"]) == (404, "no_proposal")


# reading


def test_a_result_can_be_given_on_points_where_the_scheme_has_that(door: Door) -> None:
    door.post("/tournaments", {"name": "Club open", "points": "12-0"})
    for number in (1, 2):
        door.post(f"{T}/entries", {"name": f"Player {number}"})
    door.post(f"{T}/rounds")

    answer = door.post(f"{BOARD}/rulings", {"kind": "result", "result": "9-1", "reason": "four men more"})
    assert (answer.status_code, answer.get_json()["result"]) == (200, "9-1")
    assert [row["points"] for row in door.get(f"{T}/standings").get_json()["standings"]] == [9, 1]


def test_numbers_can_be_drawn_so_that_clubmates_do_not_meet_last(door: Door) -> None:
    door.post("/tournaments", {"name": "Club open"})
    for number in range(1, 11):
        door.post(f"{T}/entries", {"name": f"Player {number}", "club": "DOS" if number < 4 else ""})

    given = door.post(f"{T}/numbers", {"how": "restricted", "lots": 5})
    assert given.status_code == 200
    order = door.desks.desk("club-open").state.order
    numbers = {order.index(entry) + 1 for entry in (1, 2, 3)}
    assert any(numbers <= set(group) for group in GROUPS[10])


def test_everybody_reads_standings_and_crosstable(door: Door) -> None:
    door.tournament()
    rule(door, kind="result", result="2-0")
    standings = door.get(f"{T}/standings", role=None).get_json()
    table = door.get(f"{T}/crosstable", role=None).get_json()

    first = standings["standings"][0]
    assert (first["rank"], first["entry"], first["points"]) == (1, 1, 2)
    assert set(first["tiebreaks"]) == {"wins", "sonneborn-berger"}
    assert table["order"][0] == 1
    assert table["rows"][0]["points"] == 2


def test_the_journal_can_be_checked_by_whoever_reads_it(door: Door) -> None:
    door.tournament()
    told = door.get(f"{T}/journal").get_json()["lines"]
    lines = [Line(**line) for line in told]

    assert first_bad(lines) is None
    assert len(lines) == door.get(T).get_json()["version"]
    assert [line["seq"] for line in door.get(f"{T}/journal?after=3").get_json()["lines"]][:1] == [4]


def test_the_journal_is_told_to_its_end(door: Door) -> None:
    journal = door.desks.desk(door.tournament()).journal
    last = journal.read()[-1]
    journal.append([Unwritten(last.at, last.kind, last.body, None)] * 1_000, last.seq)

    assert len(door.get(f"{T}/journal").get_json()["lines"]) == last.seq + 1_000


def test_the_service_says_that_it_is_there(door: Door) -> None:
    answer = door.client.get("/healthz")

    assert (answer.status_code, answer.get_json()["status"]) == (200, "ok")


def test_everything_that_a_director_settles_is_settled_over_the_api(door: Door) -> None:
    t = f"/tournaments/{door.tournament(6, started=False, system='swiss', rounds=5)}"

    def done(path: str, method: str = "POST", **body: object) -> Any:
        answer = door.send(method, f"{t}{path}", body or None)
        assert answer.status_code < 300, answer.get_json()
        return answer.get_json()

    done("/forbidden", entries=[1, 2], last=3, weak=True, reason="one family")
    (ban,) = done("/forbidden", "GET")["forbidden"]
    assert (ban["entries"], ban["first"], ban["last"], ban["weak"]) == ([1, 2], 1, 3, True)
    done(f"/forbidden/{ban['ban']}", "DELETE")
    assert done("/forbidden", "GET")["forbidden"] == []
    done("/entries/3/byes", round=1, kind="zero", reason="on holiday")
    done("/entries/3/byes", round=1, kind="none")
    done("/entries/1/board", board=2, reason="cannot climb the stairs")
    done("/terms", rounds=6)
    done("/regulations", switches={"touch_move": True}, reason="as agreed")
    assert done("/officials", official="chief", entry=4, boards="2-3")["officials"][0]["boards"] == [2, 3]
    assert done("/entries/5/computer")["computers"] == [5]
    assert done("/home", entries=[1, 4])["home"] == [1, 4]
    assert done("/officials", "GET")["computers"] == [5]
    done("/entries/6/withdrawal", reason="ill")
    done("/entries/6/return", reason="well again")
    assert done("/rounds", draft=True)["draft"]
    done("/rounds/1/publish")
    done("/rounds/1/boards/1/postponements", until="Tuesday 19:30")
    assert done("/standings/1/solkoff", "GET")["entry"] == 1
    assert done("/calls", "GET")["calls"] == []
    assert door.send("DELETE", f"{t}/tablets?board=1").get_json() == {"revoked": True}
    assert door.get("/controls").get_json()["controls"][0]["key"] == "book"
    assert len(door.get("/regulations").get_json()["regulations"]) > 10


def test_a_long_journal_is_told_in_parts(door: Door) -> None:
    door.tournament()
    whole = door.get(f"{T}/journal").get_json()
    told: list[object] = []
    after: int | None = 0
    while after is not None:
        part = door.get(f"{T}/journal?after={after}&limit=3").get_json()
        told += part["lines"]
        assert len(part["lines"]) <= 3
        after = part["next"]

    assert (told, whole["next"]) == (whole["lines"], None)
    assert door.get(f"{T}/journal?limit=0").status_code == 422
