"""Rows of the table of rulings that no acceptance case has, over HTTP; `docs/officiating.md` says which is which."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter.desk.recorded import events_of
from arbiter.rules.position import parse_fen
from arbiter.rulings.referee.penalties import CATEGORIES
from arbiter.rulings.time.flags import RingFlag
from arbiter.rulings.time.inactivity import RingInactivity
from arbiter.sides import HOUR, SECOND
from arbiter.tournament.replay import replay
from tests.web.conftest import Door
from tests.web.officiating import BOARD, PAPER, T, kinds, move, play, proposals, put, see

DRAWN = {"kind": "result", "result": "1-1", "reason": "agreed at the board"}
FOUR = "W:WK45,K50,K49:BK4"


def test_a09_the_historical_laws_propose_the_game_for_a_false_move(door: Door) -> None:
    """A09: Standard Law 17; the opponent objects, the umpire looks and signs."""
    door.tournament(variant="american", regulations="standard_laws_historical")
    put(door, "B:W14,32:B10,3")
    move(door, "3-8")
    waits = door.post(f"{BOARD}/objections", {"side": "white"}).get_json()
    assert (waits["objection"], waits["objection_waits"], waits["may_object"]) == (None, True, None)
    assert door.post(f"{BOARD}/objections", {"side": "white"}).get_json()["code"] == "objection_waits"
    (asked,) = proposals(door, "objection")
    door.post(f"{T}/proposals/{asked['proposal']}/sign")
    told = see(door, None)["objection"]
    assert (told["code"], "Red must capture" in told["sentence"]) == ("capture_missed", True)
    door.post(f"{BOARD}/objections", {"side": "white", "choice": "rectify"})

    assert [one["step"] for one in proposals(door, "penalty")] == ["loss"]
    assert see(door)["result"] is None


def test_a29_time_for_the_opponent_is_proposed_after_a_warning(door: Door) -> None:
    door.tournament(regulations="fmjd_rapid_blitz", switches={"irregular_policy": "block"})
    put(door, "W:W28,37,44,49:B9,13,22,23,31")
    move(door, "28x17")
    move(door, "28x17")
    steps = [one["step"] for one in proposals(door, "penalty")]
    door.post(f"{T}/proposals/{proposals(door, 'penalty')[-1]['proposal']}/sign")

    assert steps == ["warning", "time 60"]
    assert see(door)["clock"]["black"]["left_ms"] == 2 * HOUR + 60 * SECOND


def test_t02_stopping_in_the_middle_is_sealed_too(door: Door) -> None:
    """B08: whoever lets go in the middle of a capture has moved, and the opponent chooses."""
    door.tournament(regulations="fmjd_classic")
    put(door, "W:W32,49:B27,17,8,36")
    stopped = move(door, "32x21").get_json()
    asked = door.post(f"{BOARD}/objections", {"side": "black"}).get_json()

    assert stopped["fen"] == "B:W21,49:B8,17,36"
    assert asked["objection"]["code"] == "capture_stopped_early"


def test_a_piece_is_jumped_once(door: Door) -> None:
    """B09: 000 VIII; it may be passed over by no second jump."""
    door.tournament()
    put(door, "W:WK46,50:B41,1")
    answer = move(door, "46x37x46").get_json()

    assert (answer["code"], answer["article"]) == ("jumped_same_piece_twice", "000 VIII")


def test_e16_where_board_and_tablet_differ_the_position_is_set_up(door: Door) -> None:
    """E13, E16: no offence, the clocks as the arbiter says, a second official where one asks for that."""
    door.tournament(control="50/7200:25/3600")
    play(door, "32-28", "19-23")
    asked = {"kind": "position", "fen": "W:W28,33:B23,4", "reason": "the board had been knocked over"}
    told = {"white_left_ms": 600_000, "white_moves": 41, "second": True}
    door.post(f"{BOARD}/rulings", {**asked, **told})
    (waits,) = proposals(door, "position")

    assert (waits["details"]["fen"], waits["signed_by"]) == ("W:W28,33:B23,4", "director")
    assert door.post(f"{T}/proposals/{waits['proposal']}/sign").get_json()["code"] == "second_signature"
    answer = door.post(f"{T}/proposals/{waits['proposal']}/sign", role="arbiter")
    board = see(door)
    assert (answer.status_code, board["fen"], board["irregular"]["white"]) == (200, "W:W28,33:B4,23", 0)
    assert board["clock"]["running"] is None
    assert (board["clock"]["white"]["left_ms"], board["clock"]["white"]["moves_to_go"]) == (600_000, 9)
    door.post(f"{BOARD}/rulings", {"kind": "start"})
    assert move(door, "28x19").get_json()["fen"] == "B:W19,33:B4"
    assert "/FEN" not in door.get(f"{T}/export.pdn-plain").get_data(as_text=True)


def test_c04_adjusting_without_notice_goes_up_the_ladder(door: Door) -> None:
    """C04: warning, then the game; H32 has a ladder of its own."""
    door.tournament(variant="american", regulations="english_wcdf")
    for category in ("adjusting", "clock_struck", "adjusting"):
        door.post(f"{BOARD}/rulings", {"kind": "conduct", "side": "white", "category": category, "reason": "seen"})

    assert [one["step"] for one in proposals(door, "penalty")] == ["warning", "warning", "loss"]


def test_j02_a_distraction_is_warned_of_and_then_costs_the_game(door: Door) -> None:
    """J02: Standard Law 20; proposed, and nothing is given before it is signed."""
    door.tournament(variant="american")
    for _ in range(2):
        seen = {"kind": "conduct", "side": "black", "category": "sounds", "reason": "hums"}
        door.post(f"{BOARD}/rulings", seen)
    steps = proposals(door, "penalty")

    assert [one["step"] for one in steps] == ["warning", "loss"]
    assert see(door)["result"] is None
    door.post(f"{T}/proposals/{steps[-1]['proposal']}/sign")
    assert see(door)["winner"] == "white"


@pytest.mark.parametrize("category", CATEGORIES)
def test_j01_every_distraction_of_001_can_be_written_down(door: Door, category: str) -> None:
    """J01: and only an official writes it down (J02, J03, J04, J05, J11)."""
    door.tournament(variant="american")
    asked = {"kind": "conduct", "side": "black", "category": category, "reason": "seen"}

    assert door.post(f"{BOARD}/rulings", asked, role="spectator").status_code == 403
    assert door.post(f"{BOARD}/rulings", asked).status_code == 200
    assert door.get(f"{T}/conduct").get_json()["conduct"][0]["category"] == category


def test_d09_crowning_ends_the_move_in_rulebook_001(door: Door) -> None:
    door.tournament(variant="american")
    put(door, "W:W11,32:B7,6,20")
    wrong = move(door, "11x2x9").get_json()
    board = move(door, "11x2").get_json()

    assert wrong["code"] == "jumped_on_after_crowning"
    assert "K2" in board["fen"]


def test_d10_the_turkish_man_goes_on_as_a_king(door: Door) -> None:
    """D10: a8 is the last row; from there only a king reaches the piece on d8."""
    door.tournament(variant="turkish")
    put(door, "W:Wa6,h2:Ba7,d8,h6")

    assert min(len(one["taken"]) for one in see(door)["legal"]) > 1


def test_d11_under_the_federation_it_goes_on_as_a_man(door: Door) -> None:
    """D11: the piece on d8 is out of its reach."""
    door.tournament(variant="turkish-federation")
    put(door, "W:Wa6,h2:Ba7,d8,h6")

    assert {len(one["taken"]) for one in see(door)["legal"]} == {1}


def test_e01_a_board_that_was_turned_begins_anew(door: Door) -> None:
    """E01, E02, E03, E05: the game is taken back to its beginning, with both clocks as they were."""
    door.tournament()
    play(door, "32-28", "19-23")
    board = door.post(
        f"{BOARD}/rulings", {"kind": "position", "ply": 0, "reason": "the board was turned", "article": "FMJD 5.1"}
    ).get_json()

    assert (board["ply"], board["clock"]["white"]["left_ms"]) == (0, 2 * HOUR)


@pytest.mark.parametrize(
    ("regulations", "moves", "answer"),
    [
        ("fmjd_classic", ("32-28", "19-23"), 200),
        ("kndb_club_tablet", ("32-28",), 200),
        ("kndb_club_tablet", ("32-28", "19-23"), 409),
    ],
)
def test_e01_what_a_turned_board_comes_to_is_the_regulations(
    door: Door, regulations: str, moves: tuple[str, ...], answer: int
) -> None:
    """E01: annulled at any time; E02: before Black's first move alone (E03)."""
    door.tournament(regulations=regulations)
    play(door, *moves)
    ruled = door.post(f"{BOARD}/rulings", {"kind": "board_turned", "reason": "the double corner lay left"})

    assert ruled.status_code == answer
    assert see(door)["ply"] == (0 if answer == 200 else len(moves))
    if answer == 200:
        assert see(door)["clock"]["black"]["left_ms"] == 2 * HOUR
    else:
        assert ruled.get_json()["code"] == "turned_goes_on"


def test_h21_who_forfeits_twice_is_proposed_to_be_out(door: Door) -> None:
    """H21: Turkey 2021; the second forfeit proposes it, the signature withdraws them."""
    door.tournament(variant="turkish-federation", regulations="turkish_club")
    for round in (1, 2):
        boards = door.get(f"{T}/rounds/{round}").get_json()["boards"]
        for game in boards:
            loser = next((s for s in ("white", "black") if game["players"][s]["entry"] == 1), "")
            ruled = {"kind": "forfeit", "loser": loser, "reason": "did not come"} if loser else DRAWN
            assert door.post(f"{T}/rounds/{round}/boards/{game['board']}/rulings", ruled).status_code == 200
        if round == 1:
            assert proposals(door, "penalty") == []
            door.post(f"{T}/rounds")
            door.post(f"{T}/rounds/2/start")
    (out,) = proposals(door, "penalty")
    assert (out["step"], out["ground"], out["article"]) == ("expulsion", "forfeits", "Turkey 2021, 1e")
    door.post(f"{T}/proposals/{out['proposal']}/sign")

    assert kinds(door)[-1] == "PlayerWithdrew"


def test_both_late_share_the_time_where_the_regulations_split_it(door: Door) -> None:
    """Ruling H24."""
    door.tournament(control="7200", switches={"both_late": "split"})
    for side in ("white", "black"):
        door.post(f"{BOARD}/rulings", {"kind": "attendance", "side": side, "here": False})
    door.clock.wait(minutes=20)
    board = door.post(f"{BOARD}/rulings", {"kind": "attendance", "side": "white", "here": True}).get_json()

    assert [board["clock"][side]["left_ms"] for side in ("white", "black")] == [2 * HOUR - 600 * SECOND] * 2
    assert kinds(door)[-3:] == ["AttendanceNoted", "TimeCorrected", "TimeCorrected"]


def test_f02_there_is_no_huff_by_the_rulebook(door: Door) -> None:
    """F02, F04."""
    door.tournament(regulations="fmjd_classic")
    put(door, "W:W28,37,49:B23,9")
    move(door, "37-31")

    assert door.post(f"{BOARD}/objections", {"side": "black", "choice": "huff"}).get_json()["code"] == "unknown_key"


def test_g05_no_offer_in_the_first_twenty_moves(door: Door) -> None:
    door.tournament(variant="turkish-federation", regulations="turkish_club")
    answer = door.post(f"{BOARD}/offers").get_json()

    assert (answer["code"], answer["article"], answer["facts"]["least"]) == ("draw_too_early", "TURFED 3", 20)


def test_t11_one_king_against_three_draws_after_sixteen_moves_each(door: Door) -> None:
    """T11 (G19): FMJD; it is proposed, and nothing ends by itself."""
    door.tournament(regulations="fmjd_classic")
    put(door, FOUR)
    shuffle(door, 15)
    before = [one["ground"] for one in proposals(door, "ending")]
    shuffle(door, 1)
    after = [one["ground"] for one in proposals(door, "ending")]

    assert len(after) == len(before) + 1
    assert see(door)["result"] is None


def test_t11_by_rulebook_002_after_the_fifteenth_move_of_the_stronger_side(door: Door) -> None:
    """T11 (G21): fifteen of the stronger side alone."""
    door.tournament()
    put(door, FOUR)
    shuffle(door, 14)
    before = [one["ground"] for one in proposals(door, "ending")]
    shuffle(door, 1)
    after = [one["ground"] for one in proposals(door, "ending")]

    assert len(after) == len(before) + 1


def shuffle(door: Door, times: int) -> None:
    """So many moves of each side, there and back, none of which takes anything."""
    for _ in range(times):
        there = see(door)["ply"] % 4 == 0
        play(door, *(("50-44", "4-10") if there else ("44-50", "10-4")))


def test_g29_notice_is_given_before_a_game_without_progress_is_ruled(door: Door) -> None:
    """G29: written down with its time, for both; the count from there is in the record."""
    door.tournament()
    door.post(f"{BOARD}/rulings", {"kind": "notice", "matter": "slow"})
    again = door.post(f"{BOARD}/rulings", {"kind": "notice", "matter": "slow"})

    assert again.get_json()["code"] == "notice_given"
    assert kinds(door)[-1] == "NoticeGiven"


@pytest.mark.parametrize(
    ("fen", "result"), [("B:WK32:BK1", "1-1"), ("B:WK32:BK1,K4", "1-1"), ("B:WK32,K31:BK1", "2-0")]
)
def test_h10_bare_endings_go_by_the_table(door: Door, fen: str, result: str) -> None:
    """H10: a king each draws, whoever has more pieces and no time draws against a lone king, a lone king loses."""
    door.tournament(variant="american", switches={"cannot_win": "table"})
    put(door, fen)
    door.clock.wait(hours=3)
    door.post(f"{BOARD}/moves", {"move": "1-6", "ply": 0})
    (flag,) = proposals(door, "flag")
    door.post(f"{T}/proposals/{flag['proposal']}/sign")

    assert see(door)["result"] == result


def test_h26_a_player_may_not_stop_the_clocks(door: Door) -> None:
    """H26, CF12: not in classic play; in rapid and blitz they may."""
    door.tournament(regulations="fmjd_classic")
    classic = door.post(f"{BOARD}/calls", {"stop": True})
    id = door.tournament(regulations="fmjd_rapid_blitz")
    rapid = door.post(f"/tournaments/{id}/rounds/1/boards/1/calls", {"stop": True})

    assert (classic.get_json()["code"], classic.get_json()["article"]) == ("may_not_stop", "FMJD Annex 3, 4.4")
    assert rapid.get_json()["clock"]["running"] is None


def test_h34_inactivity_is_warned_of_and_then_proposed(door: Door) -> None:
    """H34, H35, H36: where no clock runs; five minutes, and one more after the warning; off by default."""
    door.tournament(variant="american", control="-", switches={"inactivity_warning": 5, "inactivity_loss": 1})
    ask = {"kind": "inactivity"}
    assert door.post(f"{BOARD}/rulings", ask).get_json()["code"] == "still_active"
    door.clock.wait(minutes=5)
    assert door.post(f"{BOARD}/rulings", ask).status_code == 200
    assert proposals(door, "inactivity") == []
    door.clock.wait(minutes=1)
    door.post(f"{BOARD}/rulings", ask)
    (proposed,) = proposals(door, "inactivity")
    assert (proposed["side"], proposed["article"]) == ("black", "house rule, instead of 001 Nasty rules")
    play(door, "11-15")

    assert proposals(door, "inactivity") == []


def test_h34_what_the_alarm_proposes_is_shown_to_the_players_once_it_is_signed(door: Door) -> None:
    door.tournament(variant="american", control="-", switches={"inactivity_warning": 5, "inactivity_loss": 1})
    desk = door.desks.desk("club-open")
    door.clock.wait(minutes=5)
    desk.ask(RingInactivity(round=1, board=1))
    (warning,) = proposals(door, "inactivity")
    assert (warning["step"], warning["result"], see(door)["slow"]) == ("warning", None, False)
    door.post(f"{T}/proposals/{warning['proposal']}/sign")
    assert see(door, role=None)["slow"] is True
    door.clock.wait(minutes=1)
    desk.ask(RingInactivity(round=1, board=1))
    (loss,) = proposals(door, "inactivity")
    door.post(f"{T}/proposals/{loss['proposal']}/sign")

    assert (see(door)["result"], see(door)["because"], see(door)["slow"]) == ("2-0", "ruling", False)


def test_h34_nobody_is_warned_by_default(door: Door) -> None:
    door.tournament(variant="american", control="-")
    door.clock.wait(minutes=10)

    assert door.post(f"{BOARD}/rulings", {"kind": "inactivity"}).get_json()["code"] == "no_inactivity"


def test_t14_a_flag_that_falls_while_the_tablets_are_out_of_touch_is_provisional(door: Door) -> None:
    """T14 (H41, H18): the arbiter decides, with the chain of lines and what the tablet sends once it is back."""
    door.tournament(control="60")
    desk = door.desks.desk("club-open")
    desk.touch(1)
    door.clock.wait(seconds=52)
    play(door, "32-28")
    door.clock.wait(seconds=70)
    desk.ask(RingFlag(round=1, board=1))
    (flag,) = proposals(door, "flag")
    late = move(door, "19-23")

    assert (flag["side"], flag["evidence"]["provisional"]) == ("black", "tablet")
    assert late.get_json()["code"] == "flag_pending"
    record = door.get(f"{BOARD}/record").get_json()["lines"]
    assert [line["kind"] for line in record][-2:] == ["MovePlayed", "FlagFell"]
    assert all(line["hash"] for line in record)
    dismissed = door.post(f"{T}/proposals/{flag['proposal']}/dismiss", {"reason": "the network was down"})
    assert dismissed.get_json()["decided"] == "dismissed"


def test_the_record_tells_of_the_hall_and_of_the_appeal_too(door: Door) -> None:
    door.tournament()
    play(door, "32-28")
    door.post(f"{T}/pause", {"reason": "fire alarm"})
    door.post(f"{T}/resume")
    door.post(f"{BOARD}/rulings", {"kind": "penalty", "side": "black", "step": "note", "reason": "talking"})
    door.post(f"{BOARD}/appeals", {"side": "black", "grounds": "it was not me"})
    (appeal,) = door.get(f"{T}/appeals").get_json()["appeals"]
    decided = {"overturned": False, **PAPER}
    assert door.post(f"{T}/appeals/{appeal['appeal']}/decision", decided, role="chief").status_code == 200
    told = [line["kind"] for line in door.get(f"{BOARD}/record").get_json()["lines"]]

    assert told[-8:] == [
        "MovePlayed",
        "HallStopped",
        "ClocksResumed",
        "PenaltyGiven",
        "AppealFiled",
        "AppealVoted",
        "AppealVoted",
        "AppealDecided",
    ]


@pytest.mark.parametrize(("level", "pieces", "moves"), [(1, [], []), (2, [28], []), (3, [28], ["28x8"])])
def test_a_hint_goes_as_far_as_the_regulations_let_it(
    door: Door, level: int, pieces: list[int], moves: list[str]
) -> None:
    """1 the rule alone, 2 the pieces that may move, 3 the whole routes; no fact tells more."""
    door.tournament(switches={"hint_level": level})
    put(door, "W:W28,37,44,49:B9,13,22,23,31")
    told = move(door, "28x17").get_json()

    assert (told["owed"]["pieces"], [one["move"] for one in told["corrections"]]) == (pieces, moves)
    assert ("corrections" in told["facts"]) is (level == 3)
    assert ("28x8" in str(see(door))) is (level == 3)


@pytest.mark.parametrize(
    ("fen", "text"), [("W:W47,49:B36", "49-41"), ("W:W47,46:B36", "46-41")], ids=["irregular", "regular"]
)
@pytest.mark.parametrize("choice", ["stand", "rectify"])
def test_a_move_that_leaves_no_move_has_won_and_may_be_objected_to_all_the_same(
    door: Door, fen: str, text: str, choice: str
) -> None:
    """A13: the man on 36 is shut in, by a regular move or not. What is shown is the same until the objection."""
    door.tournament(regulations="fmjd_classic")
    put(door, fen)
    board = move(door, text).get_json()
    assert (board["result"], board["because"], board["may_object"]) == ("2-0", "no_move", "black")
    answer = door.post(f"{BOARD}/objections", {"side": "black", "choice": choice})

    if text == "46-41":
        assert (answer.status_code, answer.get_json()["code"]) == (409, "nothing_irregular")
    assert see(door)["result"] == (None if (text, choice) == ("49-41", "rectify") else "2-0")
    assert see(door)["may_object"] is None


def test_a_move_that_ended_the_game_may_be_claimed_as_irregular_where_an_arbiter_decides(door: Door) -> None:
    """The neighbour: under the policy silent the claim is made after the end, and signed."""
    door.tournament(switches={"irregular_policy": "silent"})
    put(door, "W:W47,49:B36")
    assert move(door, "49-41").get_json()["because"] == "no_move"
    door.clock.wait(seconds=5)
    assert door.post(f"{BOARD}/claims", {"ground": "irregular", "side": "black"}).status_code == 200
    door.post(f"{BOARD}/calls", {"side": "black"})
    (claim,) = proposals(door, "irregular")
    answer = door.post(f"{T}/proposals/{claim['proposal']}/sign")

    assert answer.status_code == 200, answer.get_json()
    assert (see(door)["result"], see(door)["ply"], see(door)["owed"]["move"]) == (None, 0, "49-41")


PARTON = "W:W22,G30,G31:B18,G11,G3"


@pytest.mark.parametrize("choice", ["", "stand", "rectify"])
def test_taking_the_last_regular_piece_wins_however_it_came_about(door: Door, choice: str) -> None:
    """004 Good-for-Nothings 1: 22x15 stops early, and takes the last regular piece all the same."""
    door.tournament(variant="good-for-nothings", switches={"irregular_policy": "opponent"})
    put(door, PARTON)
    board = move(door, "22x15").get_json()
    assert (board["result"], board["because"]) == ("2-0", "regulars_taken")
    if choice:
        door.post(f"{BOARD}/objections", {"side": "black", "choice": choice})

    assert see(door)["result"] == (None if choice == "rectify" else "2-0")
    if choice == "rectify":
        door.post(f"{BOARD}/rulings", {"kind": "start"})
        play(door, "22x8")
        assert see(door)["because"] == "regulars_taken"


def test_a_game_that_an_older_release_let_go_on_ends_with_the_next_move(door: Door) -> None:
    """The neighbour: what stands on the board is looked at after every move, and nothing else."""
    door.tournament(variant="good-for-nothings", switches={"irregular_policy": "opponent"})
    put(door, PARTON)
    desk = door.desks.desk("club-open")
    game = desk.state.game(1, 1)
    desk.state = desk.state.put(replace(game, position=parse_fen("W:W15,G30,G31:BG11,G3", desk.state.variant)))
    play(door, "30-26")

    assert (see(door)["result"], see(door)["because"]) == ("2-0", "regulars_taken")


def test_a_draw_agreed_too_early_is_forgotten_once_they_play_on(door: Door) -> None:
    door.tournament(regulations="fmjd_classic")
    door.post(f"{BOARD}/offers", {"side": "white"})
    door.post(f"{BOARD}/answers", {"side": "black", "accept": True})
    play(door, "32-28")

    assert proposals(door, "early_draw") == []


def test_a_penalty_outlives_its_game(door: Door) -> None:
    """J08: what was noted in the game is signed after it as well."""
    door.tournament()
    door.post(f"{BOARD}/rulings", {"kind": "conduct", "side": "white", "category": "telephone", "reason": "it rang"})
    door.post(f"{BOARD}/resignations", {"side": "black"})
    (penalty,) = proposals(door, "penalty")

    assert door.post(f"{T}/proposals/{penalty['proposal']}/sign").get_json()["decided"] == "signed"
    assert see(door)["result"] == "2-0"


def test_what_is_owed_is_told_after_going_back_by_ruling_and_nothing_is_counted_before(door: Door) -> None:
    """000 VII: the duty of the piece that was moved wrongly binds again, and the tablet says so."""
    door.tournament()
    door.post(f"{BOARD}/rulings", {"kind": "position", "ply": 0, "fen": "W:W32,38,48:B28,33,6", "reason": "exercise"})
    door.post(f"{BOARD}/rulings", {"kind": "start"})
    assert move(door, "32-27").status_code == 422
    owed = see(door)["owed"]
    assert owed["piece"] == 32
    play(door, owed["corrections"][0]["move"])
    door.post(f"{BOARD}/rulings", {"kind": "position", "ply": 0, "reason": "a wrong clock"})
    door.post(f"{BOARD}/rulings", {"kind": "start"})
    board, desk = see(door), door.desks.desk("club-open")
    assert replay(events_of(desk.journal.read())) == desk.state  # after a kill it is told as well

    assert (board["owed"]["piece"], board["owed"]["corrections"]) == (32, owed["corrections"])
    assert board["irregular"]["white"] == 1
    assert move(door, "38x29").status_code == 422  # told, and so it counts
    assert see(door)["irregular"]["white"] == 2


def test_nothing_is_owed_after_going_back_where_the_attempt_was_overruled(door: Door) -> None:
    door.tournament()
    door.post(f"{BOARD}/rulings", {"kind": "position", "ply": 0, "fen": "W:W32,38,48:B28,33,6", "reason": "exercise"})
    door.post(f"{BOARD}/rulings", {"kind": "start"})
    move(door, "32-27")
    play(door, see(door)["owed"]["corrections"][0]["move"])
    door.post(f"{BOARD}/rulings", {"kind": "overrule", "reason": "a slip of the finger"})
    door.post(f"{BOARD}/rulings", {"kind": "position", "ply": 0, "reason": "a wrong clock"})
    door.post(f"{BOARD}/rulings", {"kind": "start"})

    assert see(door)["owed"] is None
    assert move(door, "38x29").status_code == 200
