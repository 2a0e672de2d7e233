"""Irregular moves that are no offence: what cannot be a move, and what an arbiter takes back from the count (IR25)."""

from __future__ import annotations

import pytest

from arbiter.rulings.board.objections import ClaimIrregular, Object
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.referee.corrections import StartClock
from arbiter.rulings.referee.overruling import Overrule
from arbiter.rulings.referee.position import RestorePosition
from arbiter.rulings.referee.proposals import SignProposal
from arbiter.sides import SECOND, Side
from tests.hall import BY, Hall
from tests.sheets.printed import printed

WHITE, BLACK = Side.WHITE, Side.BLACK
WRONG, OTHER = "32-23", "33-24"  # two rows at once, with two men
LADDER = (("ladder", ("warning", "time 60", "loss")),)
MEANT = "the tablet was struck by a sleeve"


def overrule(hall: Hall, line: int | None = None) -> None:
    hall.submit(Overrule(round=1, board=1, by=BY, reason=MEANT, irregularity=line))


def steps(hall: Hall) -> list[tuple[str, str | None]]:
    """The penalties that the ladder has proposed, and what became of them."""
    return [(p.step, p.decided) for p in hall.state.proposals if p.kind == "penalty"]


def sign(hall: Hall) -> None:
    for proposal in hall.state.waiting:
        hall.submit(SignProposal(proposal=proposal.number, by=BY))


@pytest.mark.parametrize(
    ("text", "code"), [("32-61", "square_not_in_play"), ("23-28", "no_piece"), ("32-37", "occupied")]
)
def test_ir25_what_cannot_be_a_move_is_never_counted(hall: Hall, text: str, code: str) -> None:
    """Nobody can have played it: the text is refused, and nothing is recorded or owed."""
    refused = hall.refused(PlayMove(round=1, board=1, ply=0, move=text, by="tablet 1"))

    assert refused.code == code
    assert "corrections" not in refused.facts
    assert (hall.game().irregular(WHITE), hall.game().owed) == (0, None)


def test_ir25_an_irregular_move_that_is_overruled_is_not_counted_and_owes_nothing(hall: Hall) -> None:
    hall.play(WRONG)
    overrule(hall)

    assert (hall.game().irregular(WHITE), hall.game().owed, hall.game().bound) == (0, None, None)
    assert hall.play("33-28").ply == 1


def test_ir25_the_piece_of_an_irregular_move_that_counts_stays_bound(hall: Hall) -> None:
    hall.play(WRONG)
    first = hall.game().attempts[0].line
    hall.play(OTHER)
    overrule(hall)

    assert (hall.game().irregular(WHITE), hall.game().bound) == (1, 32)
    assert hall.game().owed == hall.game().attempts[0]
    overrule(hall, first)
    assert hall.game().bound is None


def test_ir25_the_ladder_goes_back_with_what_is_taken_from_the_count() -> None:
    hall = Hall(switches=LADDER)
    hall.play(WRONG, WRONG, WRONG)
    first = hall.game().attempts[0].line

    assert steps(hall) == [("warning", None), ("time 60", None), ("loss", None)]
    overrule(hall, first)
    assert steps(hall) == [("warning", None), ("time 60", None), ("loss", "lapsed")]
    assert [p.offence for p in hall.state.proposals][:2] == [attempt.line for attempt in hall.game().attempts][1:]


def test_ir25_time_that_was_given_for_it_goes_back() -> None:
    hall = Hall(switches=(("ladder", ("time 60",)),))
    hall.play(WRONG)
    had = hall.game().clock.had.black
    sign(hall)

    assert hall.game().clock.had.black == had + 60 * SECOND
    overrule(hall)
    assert hall.game().clock.had.black == had


def test_ir25_a_game_that_was_lost_by_it_is_open_again() -> None:
    hall = Hall(switches=(("ladder", ("expulsion",)),))
    hall.play("32-28", "19-23", "34-25")
    sign(hall)

    assert hall.game().result is not None
    assert hall.state.withdrawn == {hall.game().entries.white}
    overrule(hall)
    assert (hall.game().result, hall.game().halted, hall.game().ply) == (None, "arbiter", 2)
    assert not hall.state.withdrawn
    hall.submit(StartClock(round=1, board=1, by=BY))
    assert hall.play("28x19").ply == 3


def test_ir25_the_penalty_of_the_last_place_in_the_ladder_is_taken_back() -> None:
    hall = Hall(switches=LADDER)
    hall.play(WRONG, WRONG)
    had = hall.game().clock.had.black
    sign(hall)
    overrule(hall, hall.game().attempts[0].line)

    assert hall.game().clock.had.black == had
    assert steps(hall) == [("warning", "signed"), ("time 60", "lapsed")]


def test_an_irregular_move_is_overruled_once(hall: Hall) -> None:
    asked = Overrule(round=1, board=1, by=BY, reason=MEANT)
    assert hall.refused(asked).code == "no_irregularity"
    hall.play(WRONG)
    line = hall.game().attempts[0].line
    overrule(hall)

    assert hall.refused(Overrule(round=1, board=1, by=BY, reason=MEANT, irregularity=line)).code == "overruled_before"


def test_what_was_overruled_is_told_as_that_on_the_score_sheet(hall: Hall) -> None:
    hall.play(WRONG)
    overrule(hall)

    text = printed("scoresheet", hall, round=1).text()
    assert "Ruled no offence, not counted: 32-23 (White)" in text
    assert MEANT in text


@pytest.mark.parametrize("language", ["en", "nl"])
def test_no_raw_code_is_printed_for_a_penalty_that_was_signed_without_a_word(language: str) -> None:
    hall = Hall(switches=(("ladder", ("warning",)),), variant="american")
    hall.play("11-15", "22-18", "12-16")
    sign(hall)

    assert "_" not in printed("rulings", hall, round=1, language=language).text()
    assert "_" not in printed("scoresheet", hall, round=1, board=1, language=language).text()


def test_a_game_that_goes_back_by_ruling_keeps_the_duty_of_000_vii_and_the_count(hall: Hall) -> None:
    """What was tried first in that position is put right with the same piece, as after an objection."""
    hall.play(WRONG, "32-28", "19-23")
    hall.submit(RestorePosition(round=1, board=1, ply=0, by=BY, reason="a piece stood wrongly"))
    hall.submit(StartClock(round=1, board=1, by=BY))

    assert (hall.game().bound, hall.game().irregular(WHITE)) == (32, 1)
    assert hall.play("33-28").attempts[-1].code == "touched_other_piece"
    assert hall.play("32-27").ply == 1


def test_a18_going_back_to_an_irregular_move_that_was_played_has_it_put_right_and_counted() -> None:
    """A18: FIDE 7.5.1, once a player has claimed it; the position before it, the same piece, the ladder's next step."""
    switches = (("irregular_policy", "silent"), ("correction_window", 999), ("ladder", ("time 120", "loss")))
    hall = Hall(switches=switches)
    hall.play("32-28", "19-23", "33-29", "23x32")
    hall.submit(ClaimIrregular(round=1, board=1, by=BY, side=Side.BLACK))
    hall.submit(RestorePosition(round=1, board=1, ply=2, by=BY, reason="28 had to take"))
    game = hall.game()

    assert game.owed is not None
    assert (game.owed.code, game.owed.corrections, game.bound) == ("capture_missed", ("28x19",), None)
    assert (game.irregular(WHITE), steps(hall)) == (1, [("time 120", None)])
    hall.submit(StartClock(round=1, board=1, by=BY))
    assert hall.play("28x19").ply == 3


def test_going_back_past_an_irregular_move_that_was_let_stand_counts_it_once() -> None:
    hall = Hall(switches=(("irregular_policy", "opponent"),))
    hall.play("32-28", "19-23", "33-29")
    hall.submit(Object(round=1, board=1, by=BY, choice="stand"))
    hall.submit(RestorePosition(round=1, board=1, ply=2, by=BY, reason="seen by the arbiter"))

    assert hall.game().irregular(WHITE) == 1


def test_going_back_before_another_move_binds_nobody(hall: Hall) -> None:
    hall.play("32-28", "19-23", "33-29", "28x19", "14x23")
    hall.submit(RestorePosition(round=1, board=1, ply=1, by=BY, reason="a piece stood wrongly"))

    assert (hall.game().bound, hall.game().owed) == (None, None)
