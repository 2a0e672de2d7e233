"""The score sheet: empty for a pen, or filled with every move, its time, and what happened besides."""

from __future__ import annotations

import pytest

from arbiter import words
from arbiter.clock.control import parse_control
from arbiter.pairing.table.points import Outcome
from arbiter.rulings.board.claims import OfferDraw, Resign
from arbiter.rulings.referee.corrections import CorrectTime, RuleResult, StartClock
from arbiter.rulings.referee.position import RestorePosition
from arbiter.rulings.time.flags import RingFlag
from arbiter.sheets.score.cells import BLOCK, ON_A_PAGE, ends_period, record, runs
from arbiter.sides import MINUTE, SECOND, Both, Side
from arbiter.tournament.regulations.switches import SWITCHES
from arbiter.words import clock_text
from tests.games import real_games
from tests.hall import BY, Hall
from tests.sheets.printed import given, printed, start, waiting_hall

LONGEST = max(real_games(), key=lambda game: len(game.moves)).moves


def played(*moves: str, think: int = 31, **terms: object) -> Hall:
    """Two players, and the moves of their game, each after so many seconds."""
    hall = waiting_hall(2, **terms)
    start(hall, 1)
    for move in moves:
        hall.wait(seconds=think)
        hall.play(move)
    return hall


def test_the_filled_sheet_has_every_move_with_its_number_and_the_time_left_after_it() -> None:
    """Ruling K14."""
    hall = played(*LONGEST)
    plays = hall.game().plays

    words = printed("scoresheet", hall, round=1).words()

    for white, black in zip(plays[::2], plays[1::2], strict=False):
        row = [str(white.ply // 2 + 1), white.move, clock_text(white.left), black.move, clock_text(black.left)]
        assert any(words[at : at + 5] == row for at in range(len(words))), row
    assert len(plays) == len(LONGEST)


def test_a_game_of_more_than_seventy_five_moves_goes_on_on_a_further_page() -> None:
    assert len(LONGEST) > 2 * ON_A_PAGE
    made = printed("scoresheet", played(*LONGEST), round=1)

    assert len(made.pages) == 2
    assert "Score sheet, continued" in made.text(1)
    assert "76" in made.words(1)
    assert "76" not in made.words(0)


def test_the_empty_sheet_has_the_players_the_control_and_the_rules_and_seventy_five_numbers() -> None:
    text = printed("scoresheet", waiting_hall(2), round=1).text()

    assert "Georgijew, Aleksander 1" in text
    assert "MF · 1501 · DIOS & Co · NED" in text
    assert "2 h for 50 moves, then 1 h for every 25, unused time is kept" in text
    assert "Rulebook 000, international. An irregular move is not played, and is corrected at once (000 VII)." in text
    assert "Notes: move, what was irregular, ruling, time corrected" in text
    assert {str(number) for number in range(1, 76)} <= set(text.split())


def test_the_controls_at_fifty_and_seventy_five_fall_on_the_end_of_a_block() -> None:
    control = parse_control("50/7200:25/3600")

    assert [move for move in range(1, 151) if ends_period(control, move)] == [50, 75, 100, 125, 150]
    assert 50 % BLOCK == 75 % BLOCK == 0
    assert [move for move in range(1, 76) if ends_period(parse_control("40/7200:20/3600:900"), move)] == [40, 60]
    assert not any(ends_period(parse_control(text), 50) for text in ("3600", "-"))


def test_all_boards_of_the_round_begin_a_page_each_and_one_can_be_asked_for() -> None:
    hall = waiting_hall(8)

    assert len(printed("scoresheet", hall, round=1).pages) == 4
    (page,) = printed("scoresheet", hall, round=1, board=3).pages
    assert given(hall).name(hall.game(3).entries.black) in " ".join(page.extract_text().split())


def test_forty_boards_are_forty_pages() -> None:
    assert len(printed("scoresheet", waiting_hall(80), round=1).pages) == 40


@pytest.mark.parametrize("policy", SWITCHES["irregular_policy"].values)
@pytest.mark.parametrize("language", ["en", "nl"])
def test_a_score_sheet_states_the_rule_that_is_in_force(policy: str, language: str) -> None:
    hall = waiting_hall(2, regulations="fmjd_classic", switches=(("irregular_policy", policy),))
    rules = {one: words.term(f"irregular_policy {one}", language) for one in SWITCHES["irregular_policy"].values}

    text = printed("scoresheet", hall, round=1, language=language).text()

    assert [one for one, said in rules.items() if said in text] == [policy]
    assert "FMJD Annex 1, 5.4" in text


def test_an_irregular_move_is_marked_at_its_move_and_told_below_with_its_article_and_count() -> None:
    hall = played("32-28", "19-23")
    line = hall.state.version + 1
    hall.play("31-26")
    hall.play("37-32")
    hall.play("28x19")

    assert record(given(hall), hall.game()).cells[2, Side.WHITE].remarks == (1, 2)
    text = printed("scoresheet", hall, round=1).text()
    assert "*1-2 28x19" in text
    assert "*1 Move 2, White, 16:14. Irregular: 31-26 (White, no. 1 in this game)." in text
    assert "must capture" in text
    assert "(000 VII)" in text
    assert f"Correct: 28x19. Journal line {line}." in text
    assert "Irregular: 37-32 (White, no. 2 in this game)." in text


@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_sheet_tells_a_due_correction_only_where_the_tablet_does(level: int) -> None:
    """The sheet is public, and the hint level is the director's: the moves are told once one of them was played."""
    hall = played("32-28", "19-23", switches=(("hint_level", level),))
    hall.play("37-32")
    before = printed("scoresheet", hall, round=1).text()
    hall.play("28x19")

    assert ("Correct: 28x19." in before) is (level == 3)
    assert "Correct: 28x19." in printed("scoresheet", hall, round=1).text()


def test_plays_that_were_taken_back_are_struck_in_their_cells_and_listed() -> None:
    hall = played("32-28", "19-23", "28x19", "14x23", "37-32")
    hall.submit(RestorePosition(round=1, board=1, ply=3, by="chief", reason="Wrong piece removed.", article="000 IX"))
    hall.submit(StartClock(round=1, board=1, by="chief"))
    hall.play("13x24")

    cells = record(given(hall), hall.game()).cells
    assert (cells[2, Side.BLACK].move, cells[2, Side.BLACK].struck) == ("13x24", ("14x23",))
    assert (cells[3, Side.WHITE].move, cells[3, Side.WHITE].struck) == ("", ("37-32",))
    text = printed("scoresheet", hall, round=1).text()
    assert "Position restored; struck through: 2… 14x23 3. 37-32. Wrong piece removed. (000 IX) [chief arbiter]" in text
    assert "struck through: taken back by the arbiter" in text


def test_what_two_rulings_took_back_is_told_by_each_for_itself() -> None:
    hall = played("32-28", "19-23", "28x19")
    hall.submit(RestorePosition(round=1, board=1, ply=2, by="chief", reason="First."))
    hall.submit(StartClock(round=1, board=1, by="chief"))
    hall.play("28x19", "14x23")
    hall.submit(RestorePosition(round=1, board=1, ply=3, by="chief", reason="Second."))

    text = printed("scoresheet", hall, round=1).text()
    assert "struck through: 2. 28x19. First." in text
    assert "struck through: 2… 14x23. Second." in text


def test_rulings_are_told_with_their_grounds_and_who_signed() -> None:
    hall = played("32-28", "19-23")
    hall.submit(
        CorrectTime(
            round=1, board=1, side=Side.BLACK, by="chief", left=90 * MINUTE, reason="Clock defect.", article="000 X"
        )
    )

    text = printed("scoresheet", hall, round=1).text()
    assert (
        "*1 Move 2, Black, 16:14. Time corrected: Black has 1:30:00 left. Clock defect. (000 X) [chief arbiter]" in text
    )


def test_a_draw_offer_is_a_mark_at_the_move_it_came_with() -> None:
    hall = played("32-28", "19-23")
    hall.submit(OfferDraw(round=1, board=1, by=BY, side=Side.BLACK))
    assert record(given(hall), hall.game()).cells[1, Side.BLACK].offered

    hall = played("32-28", "19-23")
    hall.submit(OfferDraw(round=1, board=1, by=BY, side=Side.WHITE))
    assert record(given(hall), hall.game()).cells[2, Side.WHITE].offered
    assert "(=)" in printed("scoresheet", hall, round=1).words()


def test_the_result_stands_with_its_reason_both_clocks_and_the_hash_of_the_journal() -> None:
    hall = played("32-28", "19-23", "28x19")
    hall.wait(seconds=9)
    hall.submit(Resign(round=1, board=1, by="tablet 1 black"))

    text = printed("scoresheet", hall, round=1).text()
    assert "resigned" in text
    assert clock_text(hall.game().clock.had.white) in text
    assert clock_text(120 * MINUTE - (31 + 9) * SECOND) in text
    assert f"From journal line {hall.state.version}, hash {hall.journal.lines[-1].hash[:16]}" in text


def test_a_corrected_result_says_so() -> None:
    hall = played("32-28")
    hall.submit(Resign(round=1, board=1, by="tablet 1"))
    drawn = Both(Outcome.DRAWN, Outcome.DRAWN)
    hall.submit(RuleResult(round=1, board=1, outcome=drawn, by="chief", was="2-0", reason="He had not meant it."))

    text = printed("scoresheet", hall, round=1).text()
    assert "Result: 1-1, drawn, ruling, corrected. He had not meant it. [chief arbiter]" in text


def test_a_corrected_result_does_not_move_the_end_and_clocks_without_a_move_are_told() -> None:
    hall = played()
    hall.wait(minutes=10)
    hall.submit(Resign(round=1, board=1, side=Side.WHITE, by="tablet 1"))
    ended = given(hall).time(hall.state.at)
    hall.wait(minutes=25)
    drawn = Both(Outcome.DRAWN, Outcome.DRAWN)
    hall.submit(RuleResult(round=1, board=1, outcome=drawn, by="chief", was="0-2", reason="He had not meant it."))

    text = printed("scoresheet", hall, round=1).text()
    assert f"Ended {ended}" in text
    assert "Clock, White 1:50:00" in text
    assert "Clock, Black 2:00:00" in text
    assert "Moves 0" in text


def test_a_flag_that_waits_for_its_ruling_is_told() -> None:
    hall = played("32-28")
    hall.wait(hours=3)
    hall.submit(RingFlag(round=1, board=1))

    assert "The flag of Black fell: waiting for the arbiter." in printed("scoresheet", hall, round=1).text()


def test_remarks_for_which_there_is_no_room_go_on_on_further_pages() -> None:
    hall = played("32-28", "19-23")
    for _ in range(30):
        hall.play("31-26")

    made = printed("scoresheet", hall, round=1)
    assert len(made.pages) == 2
    assert "continued on the next page" in made.text(0)
    assert "Remarks, continued" in made.text(1)
    assert all(f"(White, no. {count} in this game)" in made.text() for count in range(1, 31))


@pytest.mark.parametrize("language", ["en", "nl"])
def test_who_moves_first_has_the_first_column(language: str) -> None:
    (moves, *_) = (game.moves for game in real_games("american"))
    hall = played(*moves, variant="american", think=5)
    plays = hall.game().plays
    assert plays[0].side is Side.BLACK

    made = printed("scoresheet", hall, round=1, language=language)
    words = made.words()
    row = ["1", plays[0].move, clock_text(plays[0].left), plays[1].move, clock_text(plays[1].left)]
    assert any(words[at : at + 5] == row for at in range(len(words)))
    told = given(hall, language=language)
    at = words.index("#")
    assert words[at + 1] == told.term("black")


def test_a_game_without_a_clock_has_no_times() -> None:
    hall = played("32-28", "19-23", control="-")

    assert all(not cell.left for cell in record(given(hall), hall.game()).cells.values())
    assert "No clock" in printed("scoresheet", hall, round=1).text()


def test_numbers_that_follow_each_other_are_shortened() -> None:
    assert runs((1, 3, 4, 5, 6, 9)) == "1,3-6,9"
    assert runs(()) == ""


def test_k11_the_sheet_that_is_handed_in_has_result_board_times_and_room_for_signatures() -> None:
    """K11: KNDB; result, board number, what is left on both clocks, both signatures, and the arbiter's."""
    hall = played("32-28", "19-23")
    hall.submit(Resign(round=1, board=1, side=Side.BLACK, by=BY))
    text = printed("scoresheet", hall, round=1, board=1).text()

    assert "Clock, White 1:59:29 Clock, Black 1:59:29" in text
    assert "Signature of White Signature of Black Signature of the arbiter" in text
    assert "resigned" in text
    assert "2-0" in printed("scoresheet", hall, round=1, board=1).bold()
