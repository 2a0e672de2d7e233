"""Openings drawn before the clocks are set going, and the game that begins from them."""

from __future__ import annotations

import pytest

from arbiter.refused import Refused
from arbiter.rules.position import fen_text
from arbiter.rulings.board.ballots import DrawBallot
from arbiter.rulings.entries import OpenTournament
from arbiter.rulings.referee.position import RestorePosition
from arbiter.rulings.rounds.pairing import PairRound, StartRound, UndoRound
from arbiter.sides import Side
from arbiter.tournament.state import Tournament
from tests.hall import BY, Hall


def balloted(variant: str = "american", table: str = "three-move", players: int = 4) -> Hall:
    hall = Hall(variant=variant, ballots=table, players=players, started=False)
    hall.submit(PairRound(by=BY))
    return hall


def test_an_opening_is_drawn_for_all_boards_of_the_round() -> None:
    hall = balloted()
    hall.submit(DrawBallot(round=1, chance=(37,), by=BY))
    games = [hall.game(1), hall.game(2)]

    assert len(games[0].plays) == 3
    assert games[0].position == games[1].position
    assert games[0].opening == games[1].opening
    assert games[0].position.turn is Side.WHITE


def test_each_board_may_have_its_own() -> None:
    hall = balloted()
    hall.submit(DrawBallot(round=1, chance=(0, 1), by=BY))

    assert [hall.game(board).opening.ballot for board in (1, 2)] == ["1", "2"]  # type: ignore[union-attr]  # both drawn
    assert len(hall.journal.lines) == 8


def test_the_game_goes_on_from_the_opening_with_its_moves_on_the_score_sheet() -> None:
    hall = balloted()
    hall.submit(DrawBallot(round=1, name="41", by=BY))
    hall.submit(StartRound(round=1, by=BY))
    game = hall.play("18x9")

    assert [(play.ply, play.move) for play in game.plays] == [
        (1, "9-14"),
        (2, "22-18"),
        (3, "10-15"),
        (4, "18x9"),
    ]
    assert game.position_after(3) != game.position
    assert (game.clock.moves.white, game.clock.moves.black) == (2, 2)
    assert hall.again().game() == game


def test_the_clock_of_the_side_that_the_opening_leaves_to_move_is_set_going() -> None:
    hall = balloted("russian", "russian")
    hall.submit(DrawBallot(round=1, name="I-1", boards=(1,), by=BY))
    hall.submit(DrawBallot(round=1, name="I-2", boards=(2,), by=BY))
    hall.submit(StartRound(round=1, by=BY))

    assert (hall.game(1).clock.running, hall.game(2).clock.running) == (Side.BLACK, Side.WHITE)


def test_a_flying_ballot_sets_the_board_up_and_no_move_has_been_played() -> None:
    hall = balloted("russian", "russian")
    hall.submit(DrawBallot(round=1, name="II-2", by=BY))
    hall.submit(StartRound(round=1, by=BY))
    game = hall.game()

    assert game.plays == ()
    assert game.opening is not None
    assert game.opening.text == "a1-a5 a7-h4"
    assert fen_text(game.start, hall.state.variant).startswith("W:W")
    assert "a5" in fen_text(game.start, hall.state.variant)


def test_an_opening_may_be_drawn_anew_until_the_clocks_are_set_going() -> None:
    hall = balloted()
    hall.submit(DrawBallot(round=1, chance=(3,), by=BY))
    hall.submit(DrawBallot(round=1, chance=(4,), by=BY))
    assert hall.game().ply == 3
    hall.submit(StartRound(round=1, by=BY))

    assert hall.refused(DrawBallot(round=1, chance=(5,), by=BY)).code == "nothing_to_start"
    assert hall.refused(DrawBallot(round=1, chance=(5,), boards=(1,), by=BY)).code == "already_begun"


def test_what_cannot_be_drawn_is_refused() -> None:
    hall = balloted()

    assert hall.refused(DrawBallot(round=1, name="13", by=BY)).code == "ballot_barred"
    assert hall.refused(DrawBallot(round=1, name="999", by=BY)).code == "no_ballot"
    assert hall.refused(DrawBallot(round=1, chance=(156,), by=BY)).code == "number_out_of_range"
    assert hall.refused(DrawBallot(round=1, chance=(1, 2, 3), by=BY)).code == "lots_needed"
    assert hall.refused(StartRound(round=1, by=BY)).code == "ballots_missing"
    assert Hall().refused(DrawBallot(round=1, chance=(1,), by=BY)).code == "no_ballots"


def test_a_table_is_for_its_own_games() -> None:
    with pytest.raises(Refused) as refused:
        OpenTournament(name="Open", variant="international", ballots="russian").rule(Tournament(), 0)

    assert refused.value.code == "ballots_of_another_game"
    assert Hall(variant="russian", ballots="basic-64", players=2, started=False).state.ballots == "basic-64"


def test_a_round_taken_back_takes_its_openings_with_it() -> None:
    hall = balloted()
    hall.submit(DrawBallot(round=1, chance=(3,), by=BY))
    hall.submit(UndoRound(round=1, by=BY, confirmed=True, reason="drawn anew"))
    hall.submit(PairRound(by=BY))

    assert hall.game().opening is None
    assert hall.game().plays == ()


def test_a_position_restored_keeps_the_opening() -> None:
    hall = balloted()
    hall.submit(DrawBallot(round=1, name="41", by=BY))
    hall.submit(StartRound(round=1, by=BY))
    hall.play("18x9", "5x14")
    hall.submit(RestorePosition(round=1, board=1, ply=3, by=BY, reason="a wrong entry"))

    assert [play.move for play in hall.game().plays] == ["9-14", "22-18", "10-15"]
    assert hall.game().tally.ply == 3
