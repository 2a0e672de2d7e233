"""Games that are finished another time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter.rulings.board.adjournments import AdjournGame, ResumeGame
from arbiter.rulings.board.claims import Resign
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.referee.corrections import StartClock
from arbiter.rulings.referee.position import RestorePosition
from arbiter.rulings.regulations import ChangeRegulations
from arbiter.rulings.request import Request
from arbiter.rulings.rounds.pairing import PairRound, StartRound
from arbiter.sides import HOUR, MINUTE, Both, Side
from arbiter.tournament.events.games import MovePlayed
from arbiter.tournament.events.halts import AdjournmentEnded
from arbiter.tournament.events.irregular import IrregularMove
from tests.hall import BY, Hall

WHITE, BLACK = Side.WHITE, Side.BLACK


def adjourn(envelope: str = "7", sealed: str = "28x19") -> AdjournGame:
    return AdjournGame(round=1, board=1, by=BY, envelope=envelope, sealed=sealed, reason="the hall closes")


def resume(move: str = "") -> ResumeGame:
    return ResumeGame(round=1, board=1, by=BY, move=move)


def adjourned(sealed: str = "28x19", envelope: str = "7") -> Hall:
    """White has thought for ten minutes, sealed, and everybody has gone home."""
    hall = Hall(control="2/3600:1/1800")
    hall.wait(minutes=20)
    hall.play("32-28")
    hall.wait(minutes=5)
    hall.play("19-23")
    hall.wait(minutes=10)
    hall.submit(adjourn(envelope, sealed))
    return hall


def test_both_times_stand_as_they_stood_when_the_move_was_sealed() -> None:
    hall = adjourned()
    hall.wait(hours=20)

    assert [hall.game().clock.left(side, hall.clock.at) for side in Side] == [30 * MINUTE, 55 * MINUTE]
    assert hall.game().halted == "adjourned"
    assert hall.refused(PlayMove(round=1, board=1, ply=2, move="28x19", by=BY)).code == "game_adjourned"
    assert hall.refused(StartClock(round=1, board=1, by=BY)).code == "game_adjourned"
    assert hall.refused(adjourn()).code == "game_adjourned"


def test_other_boards_play_on() -> None:
    assert adjourned().play("32-28", board=2).ply == 1


def test_the_next_round_does_not_wait_for_it() -> None:
    hall = Hall(started=True)
    hall.submit(AdjournGame(round=1, board=1, by=BY, until="Tuesday, 14:00"))
    hall.play("32-28", board=2)
    hall.submit(Resign(round=1, board=2, by=BY))
    hall.submit(PairRound(by=BY))

    assert hall.game().postponed == "Tuesday, 14:00"
    hall.submit(resume())
    assert hall.game().postponed is None


def test_the_sealed_move_is_played_when_the_game_goes_on_and_the_other_s_clock_runs() -> None:
    hall = adjourned()
    hall.wait(hours=20)
    hall.submit(resume())
    hall.wait(minutes=1)
    game = hall.game()

    assert [play.move for play in game.plays] == ["32-28", "19-23", "28x19"]
    assert (game.plays[-1].charged, game.plays[-1].left) == (10 * MINUTE, 30 * MINUTE + 30 * MINUTE)
    assert (game.clock.running, game.clock.left(BLACK, hall.clock.at)) == (BLACK, 54 * MINUTE)
    assert game.adjourned is None


def test_it_goes_on_after_a_restart_on_another_day() -> None:
    hall = adjourned()
    again = hall.again()
    again.wait(hours=24 * 7)
    again.submit(resume())
    again.play("14x23")

    assert again.game().plays[-1].left == 55 * MINUTE + 30 * MINUTE
    assert again.again().state == again.state


def test_a_move_that_only_the_envelope_holds_is_told_when_it_is_opened() -> None:
    hall = adjourned(sealed="")

    assert hall.refused(resume()).code == "envelope_unopened"
    hall.submit(resume("28x19"))
    assert hall.game().plays[-1].move == "28x19"


def test_what_the_service_was_told_counts_and_not_what_is_said_later() -> None:
    hall = adjourned(sealed="28x19")
    hall.submit(resume("33-29"))

    assert hall.game().plays[-1].move == "28x19"


def test_a_sealed_move_that_no_hand_can_have_made_is_for_the_arbiter() -> None:
    """Ruling I04."""
    assert adjourned(sealed="1-29").refused(resume()).code == "sealed_irregular"


def test_an_irregular_sealed_move_is_tried_and_corrected_where_moves_are_corrected_at_once() -> None:
    """000 VII; the line says that the envelope was opened, and what was in it."""
    hall = adjourned(sealed="33-29")
    recorded = hall.submit(resume())

    assert [type(event) for event in recorded.events] == [AdjournmentEnded, IrregularMove]
    owed = hall.game().owed
    assert owed is not None
    assert (owed.move, owed.article, owed.corrections) == ("33-29", "000 VII", ("28x19",))
    assert hall.play("28x19").plays[-1].move == "28x19"


@pytest.mark.parametrize("policy", ["opponent", "silent"])
@pytest.mark.parametrize("fen", ["W:W33,40,45:B1,28,6", "W:W33,40,45:B1,22,6"])
def test_an_envelope_tells_nobody_whether_its_move_is_irregular(policy: str, fen: str) -> None:
    """FMJD Annex 1, 5.4: it is played as at the board, and sealed. In the second position the move is legal."""
    hall = Hall(regulations="fmjd_classic", switches=(("irregular_policy", policy),))
    hall.put(fen)
    hall.submit(replace(adjourn(sealed="40-34"), secret="ab" * 16))
    recorded = hall.submit(replace(resume(), key="ab" * 16))

    assert [type(event) for event in recorded.events] == [AdjournmentEnded, MovePlayed]
    assert (hall.game().plays[-1].move, hall.game().owed) == ("40-34", None)


def test_without_an_envelope_whoever_is_to_move_thinks_on() -> None:
    hall = adjourned(sealed="", envelope="")
    hall.wait(hours=20)
    hall.submit(resume())
    hall.wait(minutes=2)

    assert hall.game().clock.left(WHITE, hall.clock.at) == 28 * MINUTE
    assert hall.play("28x19").plays[-1].charged == 12 * MINUTE


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (adjourn("", "28x19"), "text_needed"),
        (adjourn("x" * 41), "text_too_long"),
        (adjourn(sealed="soon"), "move_unreadable"),
        (resume(), "not_adjourned"),
    ],
)
def test_an_adjournment_that_cannot_be_is_refused(hall: Hall, request_: Request, code: str) -> None:
    assert hall.refused(request_).code == code


def test_what_is_owed_is_put_right_before_the_game_is_adjourned(hall: Hall) -> None:
    hall.play("32-28", "19-23")
    hall.submit(PlayMove(round=1, board=1, ply=2, move="33-29", by=BY))

    assert hall.refused(adjourn()).code == "put_right_first"


def test_a_time_that_has_run_out_cannot_be_sealed_away(hall: Hall) -> None:
    hall.wait(hours=2)

    assert hall.refused(adjourn()).code == "flag_pending"


def test_the_regulations_may_ask_for_so_many_moves() -> None:
    hall = Hall(started=False)
    hall.submit(ChangeRegulations(switches=(("adjourn_after_move", 2),), by=BY, reason="agreed"))
    hall.submit(PairRound(by=BY))
    hall.submit(StartRound(round=1, by=BY))
    hall.play("32-28", "19-23")

    assert hall.refused(adjourn()).code == "adjourned_too_early"
    hall.play("28x19", "14x23")
    hall.submit(adjourn(sealed=""))
    assert hall.game().halted == "adjourned"


def test_a_position_restored_in_an_adjourned_game_opens_it_again() -> None:
    hall = adjourned()
    hall.submit(RestorePosition(round=1, board=1, ply=1, by=BY, reason="the wrong board was adjourned"))

    assert (hall.game().halted, hall.game().adjourned) == ("arbiter", None)
    assert hall.game().clock.had == Both(40 * MINUTE, HOUR)
