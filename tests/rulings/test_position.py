"""A position that an arbiter sets up: pieces knocked over, board and tablet differ, a game begun on wood."""

from __future__ import annotations

import pytest

from arbiter.desk.current_asker import asking
from arbiter.exchange.games_as_pdn import games_text
from arbiter.refused import Refused
from arbiter.rules.pdn.reader import parse_pdn
from arbiter.rules.pdn.replay import replay
from arbiter.rules.position import fen_text
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.bounds.rights import Asker
from arbiter.rulings.referee.corrections import StartClock
from arbiter.rulings.referee.position import RestorePosition
from arbiter.rulings.referee.proposals import SignProposal
from arbiter.rulings.signing import NameOfficial, Ruling
from arbiter.sides import MINUTE, Side
from arbiter.tournament.past.struck_moves import position_of
from tests.hall import BY, Hall
from tests.sheets.printed import given, printed

OPENED = ("32-28", "19-23", "28x19", "14x23")
STOOD = "W:W28,33,38:B19,24,4"
WHY = "the board had been knocked over"


def set_up(hall: Hall, fen: str = STOOD, **more: object) -> None:
    hall.submit(RestorePosition(round=1, board=1, by=BY, fen=fen, reason=WHY, **more))  # type: ignore[arg-type]


def go(hall: Hall) -> None:
    hall.submit(StartClock(round=1, board=1, by=BY))


def fen(hall: Hall) -> str:
    return fen_text(hall.game().position, hall.state.variant)


def test_e13_a_position_is_set_up_in_the_middle_and_play_goes_on_from_it(hall: Hall) -> None:
    hall.play(*OPENED)
    hall.wait(minutes=3)
    left = hall.game().clock.left(Side.WHITE, hall.clock.at)
    set_up(hall)
    game = hall.game()

    assert (fen(hall), game.ply, game.halted) == ("W:W28,33,38:B4,19,24", 4, "arbiter")
    assert game.clock.had.white == left
    with pytest.raises(Refused):
        hall.play("33-29")
    go(hall)
    assert fen(hall.again()) == fen(hall)
    assert hall.play("33-29").owed is None
    assert hall.play("24x22").ply == 6


def test_e16_the_checker_judges_by_what_was_set_up(hall: Hall) -> None:
    hall.play(*OPENED)
    set_up(hall, "W:W28,33:B22,4")
    go(hall)

    assert hall.play("33-29").attempts[-1].code == "capture_missed"
    assert hall.play("28x17").ply == 5


def test_what_was_tried_before_and_after_a_set_up_keeps_its_position(hall: Hall) -> None:
    hall.play(*OPENED)
    hall.play("33-24")
    hall.play("33-28", "23x32")
    hall.submit(RestorePosition(round=1, board=1, by=BY, ply=4, fen="W:W28,33:B22,4", reason=WHY))
    go(hall)
    hall.play("33-29")
    before, after = hall.game().attempts

    assert position_of(hall.game(), before).men.white.bit_count() == 19
    assert position_of(hall.game(), after).men.white.bit_count() == 2
    assert hall.game().position_after(4) == hall.game().position


def test_going_back_beyond_a_set_up_restores_what_stood_there(hall: Hall) -> None:
    hall.play(*OPENED)
    set_up(hall)
    go(hall)
    hall.play("28-22")
    hall.submit(RestorePosition(round=1, board=1, by=BY, ply=4, reason=WHY))
    assert fen(hall) == "W:W28,33,38:B4,19,24"
    hall.submit(RestorePosition(round=1, board=1, by=BY, ply=2, reason=WHY))
    go(hall)

    assert hall.game().position == hall.game().position_after(2)
    hall.play("28x19", "14x23")
    assert hall.game().position.men.white.bit_count() == 19


def test_a_game_that_was_begun_on_wood_begins_with_its_position_times_and_moves() -> None:
    hall = Hall(control="50/7200:25/3600")
    set_up(
        hall,
        "B:W28,33,38:B19,24,4",
        white_left=50 * MINUTE,
        black_left=42 * MINUTE,
        white_moves=31,
        black_moves=30,
    )
    game = hall.game()

    assert (game.start, game.position.turn) == (game.position, Side.BLACK)
    assert (game.clock.had.white, game.clock.had.black) == (50 * MINUTE, 42 * MINUTE)
    assert (game.clock.moves_to_go(Side.WHITE), game.clock.moves_to_go(Side.BLACK)) == (19, 20)
    go(hall)
    assert hall.play("24-29").ply == 1
    assert "Set up: B:W28,33,38:B4,19,24." in printed("scoresheet", hall, round=1, board=1).text()


def test_what_is_counted_towards_a_draw_begins_anew_at_a_set_up() -> None:
    hall = Hall(regulations="fmjd_classic")
    set_up(hall, "W:WK46,49:BK5,1")
    go(hall)
    hall.play(*("46-41", "5-10", "41-46", "10-5"))
    set_up(hall, "W:WK46,48:BK5,1")
    go(hall)
    hall.play(*("46-41", "5-10", "41-46", "10-5"))
    (times,) = [count for count in hall.game().tally.counts() if count.row.key == "repetition-fmjd"]

    assert times.plies == (4, 8)
    assert hall.game().tally == hall.game().tally_after(8)


def test_the_score_sheet_and_the_list_of_rulings_tell_what_was_set_up(hall: Hall) -> None:
    hall.play(*OPENED)
    set_up(hall, ply=2)
    told = f"Position set up: W:W28,33,38:B4,19,24. Struck through: 2. 28x19 14x23. {WHY}"

    assert told in printed("scoresheet", hall, round=1, board=1).text()
    assert told in printed("rulings", hall, round=1).text()


def test_a_game_with_a_set_up_is_read_again_from_its_pdn_whole_and_plain(hall: Hall) -> None:
    hall.play(*OPENED)
    set_up(hall)
    go(hall)
    hall.play("33-29", "24x22")
    whole, plain = (parse_pdn(games_text(given(hall), plain=plain))[0] for plain in (False, True))

    assert replay(whole, hall.state.variant).position == hall.game().position
    assert replay(plain, hall.state.variant).position == hall.game().position
    assert dict(plain.tags)["FEN"] == "W:W28,33,38:B4,19,24"


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"fen": "B:W28:B19"}, "set_up_turn"),
        ({"fen": "W:W28:B22,17,50,49,48,47,46,45,44,43"}, "fen_impossible"),
        ({"fen": "W:W46:B41,37"}, "set_up_over"),
        ({"fen": "nonsense"}, "fen_unreadable"),
        ({"fen": STOOD, "ply": 5}, "no_such_ply"),
        ({"fen": STOOD, "white_left": 0}, "time_out_of_range"),
        ({}, "field_missing"),
    ],
)
def test_a_position_that_cannot_be_played_on_is_not_set_up(hall: Hall, asked: dict[str, object], code: str) -> None:
    hall.play(*OPENED)

    assert hall.refused(RestorePosition(round=1, board=1, by=BY, reason=WHY, **asked)).code == code  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("variant", "fen", "over"),
    [
        ("good-for-nothings", "W:WG22,30:BG18,G3", "regulars_taken"),
        ("good-for-nothings", "W:W22,30:B18,G3", "good_for_nothings_lost"),
        ("good-for-nothings", "W:W22,G3:B18,G1", "good_for_nothing_home"),
        ("turkish", "W:WKa1:Bh7", "king_against_man"),
        ("turkish", "W:WKa1:BKh7", "one-king-each"),
        ("turkish-federation", "W:Wa2:Bh7", "one-piece-each"),
        ("frisian", "W:WK46:BK4", "one-king-each-frisian"),
    ],
)
def test_a_position_that_is_decided_already_is_not_set_up(variant: str, fen: str, over: str) -> None:
    hall = Hall(variant=variant, players=2)
    refused = hall.refused(RestorePosition(round=1, board=1, by=BY, reason=WHY, fen=fen))

    assert (refused.code, refused.facts["because"]) == ("set_up_decided", over)


@pytest.mark.parametrize(("variant", "fen"), [("turkish", "W:WKa1:Ba7"), ("good-for-nothings", "W:W22,G30:B18,G3")])
def test_a_position_that_is_not_decided_yet_is_set_up(variant: str, fen: str) -> None:
    hall = Hall(variant=variant, players=2)
    set_up(hall, fen)

    assert hall.game().result is None


def test_a_set_up_that_takes_two_signatures_waits_for_the_second(hall: Hall) -> None:
    hall.play(*OPENED)
    set_up(hall, second=True)
    (waits,) = hall.state.waiting

    assert (waits.kind, waits.signed_by, hall.game().ply) == ("position", BY, 4)
    assert hall.refused(SignProposal(proposal=waits.number, by=BY)).code == "second_signature"
    hall.submit(SignProposal(proposal=waits.number, by="chief"))
    assert fen(hall) == "W:W28,33,38:B4,19,24"
    assert (hall.game().notes[-1].by, hall.game().notes[-1].first) == ("chief", BY)
    assert "arbiter, chief arbiter" in printed("rulings", hall, round=1).text()


def test_l14_an_official_sets_up_no_position_of_their_own_game_alone(hall: Hall) -> None:
    hall.submit(NameOfficial(official="director", entry=hall.game().entries.white, by=BY))
    hall.play(*OPENED)
    asked = RestorePosition(round=1, board=1, by="director", fen=STOOD, reason=WHY)
    with asking(Asker(role="director", by="director")):
        hall.submit(Ruling(round=1, board=1, by="director", request=asked))
    (waits,) = hall.state.waiting

    assert hall.game().position.men.white.bit_count() == 19
    hall.submit(SignProposal(proposal=waits.number, by=BY))
    assert fen(hall) == "W:W28,33,38:B4,19,24"


def test_a_set_up_that_waits_lapses_with_the_next_move(hall: Hall) -> None:
    hall.play(*OPENED)
    set_up(hall, second=True)
    hall.play("33-28")

    assert hall.state.waiting == ()
    assert hall.refused(PlayMove(round=1, board=1, ply=4, move="38-33", by="tablet 1")).code == "stale_ply"
