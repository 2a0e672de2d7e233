"""The API of one board: moves, what players say, and what comes of a flag."""

from __future__ import annotations

import pytest

from arbiter.rulings.time.flags import RingFlag
from arbiter.sides import HOUR, MINUTE
from tests.web.conftest import Door

BOARD = "/tournaments/club-open/rounds/1/boards/1"
MUST_TAKE = ("32-28", "19-23")
"""After these White must capture: 28x19."""


@pytest.fixture(autouse=True)
def _club_open(door: Door) -> None:
    door.tournament()


def play(door: Door, *moves: str) -> None:
    ply = door.get(BOARD).get_json()["ply"]
    for number, move in enumerate(moves):
        assert door.post(f"{BOARD}/moves", {"move": move, "ply": ply + number}).status_code == 200


def lines(door: Door) -> int:
    return door.desks.desk("club-open").journal.version


def test_a_board_says_all_that_there_is_to_see(door: Door) -> None:
    board = door.get(BOARD, role=None).get_json()

    assert board["variant"] == "international"
    assert board["fen"].startswith("W:W31")
    assert (board["ply"], board["turn"], board["moves"]) == (0, "white", [])
    assert (board["owed"], board["offers"], board["result"], board["because"]) == (None, [], None, None)
    assert board["version"] == lines(door)


def test_a_clock_says_what_is_left_as_of_now(door: Door) -> None:
    door.clock.wait(minutes=10)
    clock = door.get(BOARD).get_json()["clock"]

    assert (clock["running"], clock["now_ms"]) == ("white", door.clock.at)
    for side, left in (("white", 110 * MINUTE), ("black", 2 * HOUR)):
        told = clock[side]
        assert (told["left_ms"], told["period"], told["moves_to_go"]) == (left, 1, 50)
    assert clock["flag_at"] == door.clock.at + 110 * MINUTE


def test_a_move_is_answered_with_its_line_and_the_board_after_it(door: Door) -> None:
    door.clock.wait(minutes=1)
    answer = door.post(f"{BOARD}/moves", {"move": "32-28", "ply": 0})
    board = answer.get_json()

    assert answer.status_code == 200
    assert (board["seq"], board["version"]) == (lines(door), lines(door))
    assert (board["ply"], board["turn"], board["moves"]) == (1, "black", ["32-28"])
    assert board["clock"]["white"]["moves_to_go"] == 49


def test_the_same_key_gives_the_same_answer_and_records_nothing(door: Door) -> None:
    asked = {"move": "32-28", "ply": 0, "key": "tap 1"}
    first = door.post(f"{BOARD}/moves", asked)
    play(door, "19-23")
    before = lines(door)
    door.clock.wait(minutes=5)
    again = door.post(f"{BOARD}/moves", asked)

    assert again.status_code == 200
    assert again.get_json() == first.get_json()
    assert lines(door) == before


def test_a_key_that_was_used_for_another_content_is_refused(door: Door) -> None:  # issue 23, finding 13
    door.post(f"{BOARD}/moves", {"move": "32-28", "ply": 0, "key": "tap 1", "device": {"pressed": 1}})
    before = lines(door)
    other = door.post(f"{BOARD}/moves", {"move": "33-28", "ply": 0, "key": "tap 1"})
    again = door.post(f"{BOARD}/moves", {"ply": 0, "move": "32-28", "key": "tap 1", "device": {"pressed": 2}})

    assert (other.status_code, other.get_json()["code"]) == (409, "key_used")
    assert (again.status_code, again.get_json()["moves"]) == (200, ["32-28"])
    assert lines(door) == before


def test_a_ruling_with_a_used_key_changes_no_result(door: Door) -> None:
    rule = {"kind": "result", "reason": "first", "key": "R1"}
    door.post(f"{BOARD}/rulings", rule | {"result": "2-0"})
    other = door.post(f"{BOARD}/rulings", rule | {"result": "0-2"})

    assert (other.status_code, other.get_json()["code"]) == (409, "key_used")
    assert door.get(BOARD).get_json()["result"] == "2-0"


def test_a_key_counts_for_the_address_that_it_was_sent_to(door: Door) -> None:
    door.post(f"{BOARD}/moves", {"move": "32-28", "ply": 0, "key": "1"})
    other = door.post(f"{BOARD.replace('boards/1', 'boards/2')}/moves", {"move": "33-28", "ply": 0, "key": "1"})

    assert other.get_json()["moves"] == ["33-28"]


@pytest.mark.parametrize("ply", [1, 7, -1])
def test_a_move_for_another_position_is_stale(door: Door, ply: int) -> None:
    answer = door.post(f"{BOARD}/moves", {"move": "32-28", "ply": ply})

    assert (answer.status_code, answer.get_json()["code"]) == (409, "stale_ply")
    assert answer.get_json()["facts"]["played"] == 0


def test_an_irregular_move_is_answered_with_the_verdict_and_counted(door: Door) -> None:
    play(door, *MUST_TAKE)
    before = lines(door)
    answer = door.post(f"{BOARD}/moves", {"move": "37-32", "ply": 2})
    verdict = answer.get_json()
    board = door.get(BOARD).get_json()

    assert (answer.status_code, answer.mimetype) == (422, "application/problem+json")
    assert (verdict["legal"], verdict["code"], verdict["same_piece"]) == (False, "capture_missed", False)
    assert verdict["sentence"] == verdict["detail"]
    assert verdict["corrections"] == [{"move": "28x19", "path": [28, 19], "taken": [23], "promotes": False}]
    assert verdict["seq"] == lines(door) == before + 1
    assert board["ply"] == 2
    assert board["irregular"] == {"white": 1, "black": 0}
    assert board["clock"]["running"] == "white"
    assert board["owed"]["corrections"] == verdict["corrections"]


def test_a_second_wrong_attempt_counts_again_and_the_same_key_does_not(door: Door) -> None:
    play(door, *MUST_TAKE)
    asked = {"move": "37-32", "ply": 2, "key": "a"}
    first = door.post(f"{BOARD}/moves", asked)
    again = door.post(f"{BOARD}/moves", asked)
    door.post(f"{BOARD}/moves", {"move": "37-27", "ply": 2, "key": "b"})
    once_more = door.post(f"{BOARD}/moves", asked)

    assert (again.status_code, again.get_json()) == (422, first.get_json())
    assert once_more.get_json() == first.get_json()
    assert door.get(BOARD).get_json()["irregular"]["white"] == 2


def test_the_piece_moved_wrongly_first_has_to_put_it_right(door: Door) -> None:
    play(door, "32-28", "19-23", "28x19", "14x23", "33-28", "23x32")
    wrong = door.post(f"{BOARD}/moves", {"move": "37-27", "ply": 6}).get_json()
    owed = door.get(BOARD).get_json()["owed"]
    other = door.post(f"{BOARD}/moves", {"move": "38x27", "ply": 6})

    assert (wrong["same_piece"], [move["move"] for move in wrong["corrections"]]) == (True, ["37x28"])
    assert (owed["side"], owed["piece"], owed["count"]) == ("white", 37, 1)
    assert other.get_json()["code"] == "touched_other_piece"
    assert door.post(f"{BOARD}/moves", {"move": "37x28", "ply": 6}).get_json()["owed"] is None


def test_a_verdict_is_said_in_the_reader_s_language_and_its_code_is_not_translated(door: Door) -> None:
    play(door, *MUST_TAKE)
    answer = door.post(f"{BOARD}/moves?lang=nl", {"move": "37-32", "ply": 2}).get_json()

    assert answer["code"] == "capture_missed"


def test_between_a_flag_and_its_ruling_nothing_is_played(door: Door) -> None:
    door.clock.wait(hours=2)
    late = door.post(f"{BOARD}/moves", {"move": "32-28", "ply": 0, "key": "late"})
    again = door.post(f"{BOARD}/moves", {"move": "32-28", "ply": 0, "key": "late"})
    other = door.post(f"{BOARD}/moves", {"move": "32-28", "ply": 0})

    for answer in (late, again, other):
        assert (answer.status_code, answer.get_json()["code"]) == (409, "flag_pending")
        assert answer.get_json()["facts"]["side"] == "white"
    assert door.get(BOARD).get_json()["flag"]["side"] == "white"


@pytest.mark.parametrize("say", ["offers", "resignations"])
def test_between_a_flag_and_its_ruling_nothing_is_said(door: Door, say: str) -> None:
    door.clock.wait(hours=2)
    door.desks.desk("club-open").submit(RingFlag(round=1, board=1))

    assert door.post(f"{BOARD}/{say}").get_json()["code"] == "flag_pending"


def test_a_draw_is_offered_and_agreed(door: Door) -> None:
    offered = door.post(f"{BOARD}/offers", {"side": "white"}).get_json()
    ended = door.post(f"{BOARD}/answers", {"side": "black", "accept": True}).get_json()

    assert offered["offers"] == [{"side": "white"}]
    assert (ended["result"], ended["because"], ended["winner"]) == ("1-1", "agreed", None)


def test_a_draw_is_offered_and_declined(door: Door) -> None:
    door.post(f"{BOARD}/offers", {"side": "white"})
    board = door.post(f"{BOARD}/answers", {"accept": False}).get_json()

    assert (board["offers"], board["result"], board["declined"]) == ([], None, "white")


def test_a_declined_draw_is_told_until_the_offerer_moves_again(door: Door) -> None:
    """White offers before a move; Black answers by a move. Then Black offers after a move, and White declines."""
    assert door.post(f"{BOARD}/offers", {"side": "white"}).get_json()["declined"] is None
    told = [door.post(f"{BOARD}/moves", {"move": "32-28", "ply": 0}).get_json()["declined"]]
    for ply, move in enumerate(("18-23", "33-29"), start=1):
        told.append(door.post(f"{BOARD}/moves", {"move": move, "ply": ply}).get_json()["declined"])
    assert told == [None, "white", None]

    door.post(f"{BOARD}/moves", {"move": "23x32", "ply": 3})
    assert door.post(f"{BOARD}/offers", {"side": "black"}).get_json()["declined"] is None
    assert door.post(f"{BOARD}/answers", {"accept": False}).get_json()["declined"] == "black"
    told = [
        door.post(f"{BOARD}/moves", {"move": move, "ply": ply}).get_json()["declined"]
        for ply, move in enumerate(("37x28", "17-22"), start=4)
    ]
    assert told == ["black", None]
    door.post(f"{BOARD}/offers", {"side": "black"})
    assert door.post(f"{BOARD}/answers", {"accept": True}).get_json()["declined"] is None


def test_who_resigns_has_lost(door: Door) -> None:
    board = door.post(f"{BOARD}/resignations", {"side": "white"}).get_json()

    assert (board["result"], board["because"], board["winner"]) == ("0-2", "resigned", "black")
    assert board["clock"]["running"] is None


def test_a_claim_waits_for_the_arbiter(door: Door) -> None:
    seq = door.post(f"{BOARD}/claims", {"side": "black", "ground": "kings_only"}).get_json()["seq"]
    (proposal,) = door.get("/tournaments/club-open/proposals").get_json()["proposals"]

    assert (proposal["proposal"], proposal["kind"], proposal["ground"]) == (seq, "claim", "kings_only")
    assert proposal["decided"] is None


def test_a_call_shows_until_it_is_answered(door: Door) -> None:
    called = door.post(f"{BOARD}/calls", {"side": "white", "reason": "the clock"}).get_json()
    answered = door.post(f"{BOARD}/rulings", {"kind": "call"}).get_json()

    assert [(call["side"], call["reason"]) for call in called["calls"]] == [("white", "the clock")]
    assert answered["calls"] == []


@pytest.mark.parametrize(("say", "code"), [("objections", "no_objections"), ("crowns", "nothing_to_crown")])
def test_what_there_is_no_ground_for_is_refused_with_its_article(door: Door, say: str, code: str) -> None:
    answer = door.post(f"{BOARD}/{say}", {"side": "white"})

    assert (answer.status_code, answer.get_json()["code"]) == (409, code)
    assert answer.get_json()["article"].startswith("000 ")


def test_a_game_that_is_over_takes_no_move(door: Door) -> None:
    door.post(f"{BOARD}/resignations", {"side": "white"})
    answer = door.post(f"{BOARD}/moves", {"move": "32-28", "ply": 0})

    assert (answer.status_code, answer.get_json()["code"]) == (409, "game_over")


def test_a_board_that_has_not_been_started_takes_no_move(door: Door) -> None:
    id = door.tournament(started=False)
    door.post(f"/tournaments/{id}/rounds")
    answer = door.post(f"/tournaments/{id}/rounds/1/boards/1/moves", {"move": "32-28", "ply": 0})

    assert (answer.status_code, answer.get_json()["code"]) == (409, "not_started")


def test_a_ruling_is_still_read_by_the_name_that_it_had_in_the_office(door: Door) -> None:
    door.tournament()
    door.post(f"{BOARD}/moves", {"move": "32-28", "ply": 0})
    door.post(f"{BOARD}/calls", {"reason": "the clock"})

    answered = door.post(f"{BOARD}/rulings", {"kind": "answer"})
    restored = door.post(f"{BOARD}/rulings", {"kind": "take_back", "ply": 0, "reason": "both agree"})

    assert (answered.status_code, answered.get_json()["calls"]) == (200, [])
    assert (restored.status_code, restored.get_json()["ply"]) == (200, 0)


def test_where_moves_are_not_confirmed_one_is_undone_until_the_opponent_has_touched(door: Door) -> None:
    board = f"/tournaments/{door.tournament(switches={'confirm_moves': False})}/rounds/1/boards/1"
    door.post(f"{board}/moves", {"move": "32-28", "ply": 0})
    assert door.get(board).get_json()["may_undo"] == "white"
    undone = door.post(f"{board}/undos", {"side": "white"}).get_json()
    assert (undone["ply"], undone["may_undo"], undone["clock"]["running"]) == (0, None, "white")

    door.post(f"{board}/moves", {"move": "32-27", "ply": 0})
    assert door.post(f"{board}/touches", {"side": "black", "ply": 1}).get_json()["may_undo"] is None
    assert door.post(f"{board}/undos").get_json()["code"] == "undo_over"


def test_a_replay_has_every_position_and_the_squares_of_every_move(door: Door) -> None:
    for ply, move in enumerate(("32-28", "19-23", "28x19")):
        door.post(f"{BOARD}/moves", {"move": move, "ply": ply})
    told = door.get(f"{BOARD}/replay", role=None).get_json()

    assert told["paths"] == [["32", "28"], ["19", "23"], ["28", "19"]]
    assert len(told["positions"]) == 4
    assert told["positions"][-1] == door.get(BOARD).get_json()["fen"]
