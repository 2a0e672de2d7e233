"""The acceptance cases of officiating over HTTP: draws, claims, adjudication, and what a flag comes to."""

from __future__ import annotations

import pytest

from arbiter.rulings.cited_articles import MATTERS, proposal_article
from arbiter.rulings.time.flags import RingFlag
from arbiter.sides import HOUR, MINUTE, SECOND, Side
from arbiter.tournament.regulations.profiles import REGULATIONS
from arbiter.tournament.state import Proposal
from tests.web.conftest import Door
from tests.web.officiating import BOARD, T, kinds, move, play, proposals, put, see

THERE_AND_BACK = ("5-10", "46-41", "10-5", "41-46")
UNTIL_THE_FIFTEENTH = """44-17 5-19 17-6 19-13 6-39 13-2 50-45 2-35 39-11 35-13 11-7 13-19 7-2 19-35 2-7 35-8 7-40 8-13
45-50 13-9 40-44 9-14 49-43 14-46 44-39 46-37 39-25 37-19 50-28"""
AMERICAN = ("32-27", "1-6", "27-32", "6-1")


def test_t07_a_man_that_captures_through_the_last_row(door: Door) -> None:
    """T07 (D08, D13): in Russian it goes on as a king; under rulebook 0 the same route keeps it a man."""
    door.tournament(variant="russian")
    put(door, "W:Wf6,h2:Be7,b6,h8")
    board = move(door, "f6xd8xa5").get_json()

    assert board["fen"] == "B:WKa5,h2:Bh8"


def test_t07_under_rulebook_0_it_stays_a_man(door: Door) -> None:
    """Ruling D08."""
    door.tournament()
    put(door, "W:W13,50:B9,10,36")
    board = move(door, "13x4x15").get_json()

    assert board["fen"].startswith("B:W15,50")
    assert board["crown"] is None


def test_t08_nobody_is_told_of_a_third_occurrence_but_the_arbiter(door: Door) -> None:
    """T08 (G09, G40): the game goes on, and no tablet hints at it; an arbiter sees it where they may act."""
    door.tournament(regulations="fmjd_classic")
    put(door, "W:WK5,50:BK46,1")
    play(door, *THERE_AND_BACK, *THERE_AND_BACK)
    board = see(door, None)

    assert (board["result"], board["claims"]) == (None, [])
    assert [one["ground"] for one in proposals(door, "ending")] == ["repetition-fmjd"]
    play(door, "5-10")


def test_t08_automatic_regulations_end_the_game(door: Door) -> None:
    door.tournament(regulations="fmjd_classic", switches={"draw_found": "auto"})
    put(door, "W:WK5,50:BK46,1")
    play(door, *THERE_AND_BACK, *THERE_AND_BACK)

    assert see(door)["result"] == "1-1"


def test_t09_a_claim_before_the_move_is_proved_with_the_announced_move(door: Door) -> None:
    """T09 (G12, G11): the proof counts the move that is not played yet; who plays first has passed the claim on.

    Rulings G14, G15.
    """
    door.tournament(variant="american", regulations="english_wcdf")
    put(door, "W:WK32:BK1,K4")
    play(door, *AMERICAN, *AMERICAN[:3])
    door.post(f"{BOARD}/claims", {"side": "black", "ground": "repetition", "move": "6-1"})
    (claim,) = proposals(door, "claim")
    (count,) = [row for row in claim["proof"]["counts"] if row["counts"] == "times"]

    assert claim["move"] == "6-1"
    assert (count["number"], count["limit"], count["reached"]) == (3, 3, True)
    assert len(count["plies"]) == 3
    signed = door.post(f"{T}/proposals/{claim['proposal']}/sign").get_json()
    assert signed["decided"] == "signed"
    assert see(door)["result"] == "1-1"


def test_t09_who_plays_and_presses_first_has_passed_the_claim_on(door: Door) -> None:
    """Rulings G11, G12."""
    door.tournament(variant="american", regulations="english_wcdf")
    put(door, "W:WK32:BK1,K4")
    play(door, *AMERICAN, *AMERICAN)
    late = door.post(f"{BOARD}/claims", {"side": "black", "ground": "repetition"})
    passed = door.post(f"{BOARD}/claims", {"side": "white", "ground": "repetition"})

    assert (late.get_json()["code"], passed.status_code) == ("claim_passed", 200)


def test_t10_a_man_s_move_begins_the_count_anew(door: Door) -> None:
    """T10 (G09): and a position with the other side to move is another one."""
    door.tournament(regulations="fmjd_classic")
    put(door, "W:WK5,50:BK46,1")
    play(door, *THERE_AND_BACK, "50-45", "46-41", "5-10", "41-46", "10-5", "46-41")

    assert proposals(door, "ending") == []


def test_t12_the_oracle_of_a_fallen_flag(door: Door) -> None:
    """T12 (H11): with short kings exactly one side can still win, with flying kings mostly both."""
    door.tournament(variant="american")
    put(door, "W:WK32:BK1")
    short = door.get(f"{BOARD}/oracle").get_json()["can_win"]
    door.tournament()
    flying = "/tournaments/club-open-2/rounds/1/boards/1/oracle"

    assert sorted(short.values()) == [False, True]
    assert door.get(flying).get_json()["can_win"] == {"white": True, "black": True}


def test_t12_a_flag_draws_where_the_regulations_say_so_of_who_cannot_win(door: Door) -> None:
    """Ruling H11."""
    door.tournament(variant="american", switches={"cannot_win": "draw"})
    put(door, "B:WK32:BK1")
    assert door.get(f"{BOARD}/oracle").get_json()["can_win"] == {"white": False, "black": True}
    door.clock.wait(hours=3)
    door.post(f"{BOARD}/moves", {"move": "1-6", "ply": 0})
    (flag,) = proposals(door, "flag")
    assert flag["evidence"]["cannot_win"] == "draw"
    door.post(f"{T}/proposals/{flag['proposal']}/sign")

    assert (see(door)["result"], see(door)["because"]) == ("1-1", "flag")


def test_the_oracle_looks_the_ending_up_in_tables_and_says_which_count_leaves_too_few_moves(door: Door) -> None:
    """Three kings against one off the main road: won in 9, and FMJD-64 7.2.4 counts 15 moves of the stronger side."""
    door.tournament(variant="russian")
    put(door, "W:WKc7,Kg3,Ka1:BKe7")
    fresh = door.get(f"{BOARD}/oracle").get_json()["tables"]
    won = "By the endgame tables: White wins, number of moves needed: 9."
    assert fresh == {"winner": "white", "moves": 9, "allowed": 29, "sentence": won}
    play(door, *("c7-b8", "e7-g5", "b8-c7", "g5-e7") * 4)
    late = door.get(f"{BOARD}/oracle").get_json()["tables"]

    assert (late["moves"], late["allowed"]) == (9, 13)
    assert late["sentence"] == f"{won} But a draw count may end the game earlier, 13 plies from now."


def test_t13_the_referee_names_the_stronger_position_after_notice(door: Door) -> None:
    """T13 (G30): 20 plies, kings only; nothing happens without a signature, and notice to both comes first."""
    door.tournament(variant="american")
    put(door, "B:WK32,21:BK1,K4,12")
    play(door, *(move for _ in range(5) for move in ("1-6", "32-27", "6-1", "27-32")))
    (due,) = proposals(door, "ending")

    assert due["ground"] == "strength"
    assert due["strength"]["sums"] == {"white": 26, "black": 42}
    assert (due["strength"]["winner"], due["strength"]["notice"]) == ("black", False)
    assert door.post(f"{T}/proposals/{due['proposal']}/sign").get_json()["code"] == "notice_first"
    assert see(door)["result"] is None
    door.post(f"{BOARD}/rulings", {"kind": "notice"})
    door.post(f"{T}/proposals/{due['proposal']}/sign")
    board = see(door)
    assert (board["result"], board["because"], board["winner"]) == ("0-2", "adjudicated", "black")


def test_t13_equal_is_a_draw_and_other_profiles_have_no_such_thing(door: Door) -> None:
    """Ruling G30. The endgame tables are evidence beside the sums, and change nothing."""
    door.tournament(variant="american")
    put(door, "B:WK32:BK1")
    play(door, *(move for _ in range(5) for move in ("1-6", "32-27", "6-1", "27-32")))
    door.post(f"{BOARD}/rulings", {"kind": "notice"})
    (due,) = proposals(door, "ending")
    tables = {"winner": None, "moves": 0, "allowed": None, "sentence": "By the endgame tables: drawn."}
    assert due["strength"]["tables"] == door.get(f"{BOARD}/strength").get_json()["tables"] == tables
    assert tables["sentence"] in due["rests_on"]
    door.post(f"{T}/proposals/{due['proposal']}/sign")
    assert see(door)["result"] == "1-1"
    id = door.tournament()
    other = f"/tournaments/{id}/rounds/1/boards/1"

    assert door.get(f"{other}/strength").get_json()["code"] == "no_strength"
    assert door.post(f"{other}/rulings", {"kind": "notice"}).get_json()["code"] == "no_strength"


def test_t17_a_draw_agreed_too_early_does_not_close_the_game(door: Door) -> None:
    """T17 (G02): the rule is shown, and the arbiter may rule that both have lost."""
    door.tournament(regulations="fmjd_classic")
    door.post(f"{BOARD}/offers", {"side": "white"})
    answer = door.post(f"{BOARD}/answers", {"side": "black", "accept": True})

    assert (answer.status_code, answer.get_json()["code"]) == (409, "draw_too_early")
    assert answer.get_json()["facts"]["least"] == 40
    assert see(door)["result"] is None
    (early,) = proposals(door, "early_draw")
    door.post(f"{T}/proposals/{early['proposal']}/sign", {"reason": "agreed at move 0"})
    assert see(door)["result"] == "0-0"


def test_g03_where_an_early_draw_is_void_it_cannot_be_offered(door: Door) -> None:
    door.tournament(switches={"plies_before_a_draw": 80})

    assert door.post(f"{BOARD}/offers", {"side": "white"}).get_json()["code"] == "draw_too_early"


def test_g04_unrecorded_games_are_drawn_with_ten_pieces_or_fewer(door: Door) -> None:
    door.tournament(regulations="fmjd_rapid_blitz")

    assert door.post(f"{BOARD}/offers").get_json()["code"] == "too_many_pieces"


def test_g39_a_wrong_claim_costs_what_the_regulations_say(door: Door) -> None:
    door.tournament(switches={"wrong_claim_seconds": 120})
    door.post(f"{BOARD}/claims", {"side": "white", "ground": "repetition"})
    (claim,) = proposals(door, "claim")
    door.post(f"{T}/proposals/{claim['proposal']}/dismiss", {"reason": "only once"})

    assert see(door)["clock"]["black"]["left_ms"] == 2 * HOUR + 120 * SECOND
    assert kinds(door)[-2:] == ["ProposalDismissed", "TimeCorrected"]
    last = door.get(f"{T}/journal").get_json()["lines"][-1]
    assert '"article":"house rule"' in last["body"]  # no book gives a time for it: issue 23, finding 47
    assert '"reason":"wrong claim"' in last["body"]


def test_a31_going_back_is_previewed_with_three_proposals_for_the_times(door: Door) -> None:
    """A31, E14, H39: at the irregularity, as they are, or halfway; what is struck is not erased (A20, A22)."""
    door.tournament()
    door.clock.wait(minutes=10)
    play(door, "32-28")
    door.clock.wait(minutes=4)
    play(door, "19-23")
    told = door.get(f"{BOARD}/preview?ply=0").get_json()

    assert told["struck"] == ["32-28", "19-23"]
    assert told["times"]["irregularity"] == {"white": 110 * MINUTE, "black": 120 * MINUTE}
    assert told["times"]["present"] == {"white": 110 * MINUTE, "black": 116 * MINUTE}
    assert told["times"]["split"] == {"white": 110 * MINUTE, "black": 118 * MINUTE}
    board = door.post(
        f"{BOARD}/rulings", {"kind": "position", "ply": 0, "times": "split", "reason": "a piece stood wrongly"}
    ).get_json()
    assert (board["ply"], board["clock"]["black"]["left_ms"]) == (0, 118 * MINUTE)


def test_silent_findings_are_opened_to_the_arbiter_on_a_claim(door: Door) -> None:
    """A30: sealed; on a claim the arbiter sees it, and decides whether the move is taken back."""
    door.tournament(switches={"irregular_policy": "silent"})
    put(door, "W:W28,37,44,49:B9,13,22,23,31")
    move(door, "28x17")
    assert see(door)["sealed"] == []
    assert door.post(f"{BOARD}/objections", {"side": "black"}).get_json()["code"] == "objections_to_arbiter"
    door.post(f"{BOARD}/claims", {"side": "black", "ground": "irregular"})
    (found,) = proposals(door, "irregular")
    assert [one["code"] for one in see(door)["sealed"]] == ["capture_not_maximum"]
    door.post(f"{T}/proposals/{found['proposal']}/sign")

    assert (see(door)["ply"], see(door)["owed"]["piece"]) == (0, 28)


def test_f01_the_opponent_may_huff_where_there_is_a_huff(door: Door) -> None:
    """F01, F03 (CF11): off by default; it takes the piece that moved, or the one that should have taken."""
    door.tournament(regulations="fmjd_classic", switches={"huff": "should_have_taken"})
    put(door, "W:W28,37,49:B23,9")
    move(door, "37-31")
    board = door.post(f"{BOARD}/objections", {"side": "black", "choice": "huff"}).get_json()

    assert board["fen"] == "B:W31,49:B9,23"
    assert board["turn"] == "black"
    assert door.post(f"{BOARD}/objections", {"side": "black", "choice": "huff"}).status_code == 409


def test_g30_the_strength_card_names_both_sums_the_winner_the_notice_and_what_recurred(door: Door) -> None:
    """001 Referee: "there appear to be repeating movements"; a table of the positions that recurred."""
    door.tournament(variant="american")
    put(door, "B:WK32,21:BK1,K4,12")
    play(door, *(move for _ in range(5) for move in ("1-6", "32-27", "6-1", "27-32")))
    (due,) = proposals(door, "ending")
    door.sign_in()
    page = door.client.get("/office/club-open/rounds/1/boards/1").get_data(as_text=True)

    assert due["strength"]["tables"] is None
    assert due["strength"]["repeated"][0] == {"fen": "B:W21,K32:BK1,K4,12", "plies": [0, 4, 8, 12, 16, 20], "times": 6}
    assert "White 26, Red 42. Proposed: Red wins." in page
    assert "Notify both players first." in page
    assert "0, 4, 8, 12, 16, 20" in page


def test_g30_a_man_that_moves_after_the_notice_lets_the_proposal_and_the_notice_lapse(door: Door) -> None:
    door.tournament(variant="american")
    put(door, "B:WK32,21:BK1,K4,12")
    around = ("1-6", "32-27", "6-1", "27-32")
    play(door, *(move for _ in range(5) for move in around))
    (due,) = proposals(door, "ending")
    door.post(f"{BOARD}/rulings", {"kind": "notice"})
    play(door, "12-16")
    lapsed = next(one for one in door.get(f"{T}/proposals").get_json()["proposals"] if one["kind"] == "ending")

    assert proposals(door, "ending") == []
    assert (lapsed["decided"], lapsed["why"]) == ("lapsed", "a man's move")
    assert door.post(f"{T}/proposals/{due['proposal']}/sign").get_json()["code"] == "proposal_decided"
    assert not door.get(f"{BOARD}/strength").get_json()["notice"]
    assert kinds(door)[-1] == "ProposalLapsed"


def test_a_repetition_that_is_a_fact_waits_for_a_signature_whatever_is_played_after_it(door: Door) -> None:
    """FMJD 6.1 is no claim: a man's advance lets the count begin anew, and the draw stay."""
    door.tournament(regulations="fmjd_classic")
    put(door, "W:WK46,49:BK5,1")
    play(door, *("46-41", "5-10", "41-46", "10-5") * 2, "46-41", "1-6")
    (due,) = proposals(door, "ending")

    assert (due["ground"], due["proof"]["ply"]) == ("repetition-fmjd", 8)
    assert door.post(f"{T}/proposals/{due['proposal']}/sign").status_code == 200
    assert see(door)["result"] == "1-1"


def test_a_repetition_that_an_arbiter_decides_on_lapses_with_a_man_s_advance(door: Door) -> None:
    """The neighbour: five occurrences, as in chess, are no fact of these regulations."""
    door.tournament(regulations="fmjd_classic", endings=["repetition-five"])
    put(door, "W:WK46,49:BK5,1")
    play(door, *("46-41", "5-10", "41-46", "10-5") * 4)
    assert [one["ground"] for one in proposals(door, "ending")] == ["repetition-five"]
    play(door, "46-41", "1-6")

    assert proposals(door, "ending") == []
    told = [one["why"] for one in door.get(f"{T}/proposals").get_json()["proposals"]]
    assert told == ["a move after which the position cannot recur"]


@pytest.mark.parametrize(
    ("regulations", "fen", "moves", "ground"),
    [
        ("international_book", "W:WK49,K44,K50:BK5", UNTIL_THE_FIFTEENTH, "three-kings-002"),
        ("fmjd_classic", "W:WK5,50:BK46,1", " ".join(THERE_AND_BACK * 2), "repetition-fmjd"),
    ],
)
def test_a_draw_that_the_book_has_given_is_signed_after_a_resignation(
    door: Door, regulations: str, fen: str, moves: str, ground: str
) -> None:
    door.tournament(regulations=regulations)
    put(door, fen)
    play(door, *moves.split())
    assert door.post(f"{BOARD}/resignations", {"side": "black"}).status_code == 200
    assert see(door)["result"] == "2-0"
    (due,) = proposals(door, "ending")
    assert door.post(f"{T}/proposals/{due['proposal']}/sign").status_code == 200

    assert (due["ground"], see(door)["result"], see(door)["because"]) == (ground, "1-1", ground)


def test_every_proposal_has_its_article_in_every_profile(door: Door) -> None:
    for key, row in REGULATIONS.items():
        id = door.tournament(variant=row.variants[0], regulations=key, players=2)
        state = door.desks.desk(id).state
        for kind in MATTERS:
            ground = {"ending": "repetition-claimed", "penalty": "capture_missed"}.get(kind, "")
            asked = Proposal(number=1, kind=kind, at=0, round=1, board=1, side=Side.WHITE, ground=ground)

            assert proposal_article(state, asked).strip("- ")


def test_the_article_of_a_flag_is_the_one_of_its_book(door: Door) -> None:
    door.tournament(variant="turkish-federation")
    door.clock.wait(hours=2)
    door.desks.desk("club-open").submit(RingFlag(round=1, board=1))

    assert [one["article"] for one in proposals(door, "flag")] == ["TURFED 2"]
