"""A move that needs no confirmation (tap-tap) can be undone until the opponent touches a piece."""

from __future__ import annotations

from typing import Any

import pytest

from arbiter.rulings.board.claims import OfferDraw
from arbiter.rulings.board.late_acts import Device
from arbiter.rulings.board.objections import ClaimIrregular, Object
from arbiter.rulings.board.touches import TouchPiece
from arbiter.rulings.referee.late_touches import ConfirmedTouch
from arbiter.rulings.referee.proposals import DismissProposal, SignProposal
from arbiter.rulings.undoing import UndoMove
from arbiter.sides import Instant, Side
from arbiter.tournament.events.games import PieceTouched
from arbiter.tournament.events.late_moves import TouchCameLate
from tests.hall import BY, Hall

UNDO = UndoMove(round=1, board=1, by="tablet 1")
MINUTE = 60_000


@pytest.fixture
def blitz() -> Hall:
    return Hall(players=2, control="300+3", switches=(("confirm_moves", False),))


def touch(ply: int, side: Side | None = None) -> TouchPiece:
    return TouchPiece(round=1, board=1, by="tablet 1", ply=ply, side=side)


def test_an_undone_move_leaves_the_clock_as_if_it_had_not_been_pressed(blitz: Hall) -> None:
    blitz.wait(minutes=1)
    blitz.play("32-28")
    blitz.wait(seconds=5)
    blitz.submit(UNDO)
    game = blitz.game(1)

    assert (game.ply, game.halted, game.clock.running) == (0, None, Side.WHITE)
    assert game.clock.had.white == 4 * MINUTE - 5_000  # the three seconds of the press are gone as well
    assert game.clock.had.black == 5 * MINUTE
    blitz.play("32-27")
    assert [play.move for play in blitz.game(1).plays] == ["32-27"]


def test_nothing_is_undone_once_the_opponent_has_touched_a_piece(blitz: Hall) -> None:
    blitz.play("32-28")
    recorded = blitz.submit(touch(1))

    assert isinstance(recorded.last, PieceTouched)
    assert blitz.refused(UNDO).code == "undo_over"
    assert blitz.refused(touch(1)).code == "nothing_changed"
    blitz.play("19-23")
    blitz.submit(UNDO)
    assert blitz.game(1).ply == 1


def test_only_the_own_last_move_is_undone_and_only_the_side_to_move_touches(blitz: Hall) -> None:
    assert blitz.refused(UNDO).code == "undo_over"
    blitz.play("32-28")

    assert blitz.refused(UndoMove(round=1, board=1, by=BY, side=Side.BLACK)).code == "undo_over"
    assert blitz.refused(touch(1, Side.WHITE)).code == "nothing_changed"
    assert blitz.refused(touch(0)).code == "stale_ply"
    blitz.submit(OfferDraw(round=1, board=1, by=BY, side=Side.WHITE))
    assert blitz.refused(UNDO).code == "undo_over"


def touched(hall: Hall, ply: int, pressed: Instant) -> ConfirmedTouch:
    """Return what Black's tablet sends of a touch, once it is back."""
    return ConfirmedTouch(
        round=1, board=1, by="tablet 2", act=touch(ply, Side.BLACK), device=Device(pressed=pressed, chain="5f" * 32)
    )


def test_a_touch_made_out_of_touch_before_the_undoing_is_evidence_and_the_move_stands_if_the_arbiter_says_so() -> None:
    """A released move is not taken back without the opponent's leave (FMJD Annex 1, 5.4.4)."""
    for later, signs in ((False, True), (True, True), (True, False)):
        hall = Hall(players=2, control="300+3", switches=(("confirm_moves", False),))
        hall.wait(minutes=1)
        hall.play("32-28")
        left = hall.game().clock.had
        hall.wait(seconds=2)
        pressed = hall.clock.at
        hall.wait(seconds=2)
        hall.submit(UNDO)
        hall.wait(seconds=20)
        if later:
            hall.play("34-30")
        came = hall.submit(touched(hall, 1, pressed)).last
        (waits,) = hall.state.waiting

        assert isinstance(came, TouchCameLate)
        assert (came.move, came.undone - came.pressed) == ("32-28", 2_000)
        assert (waits.kind, waits.side, waits.move) == ("late_touch", Side.BLACK, "32-28")
        hall.wait(seconds=20)
        if not signs:
            hall.submit(DismissProposal(proposal=waits.number, by=BY, reason="as both agree"))
            assert [play.move for play in hall.game().plays] == ["34-30"]
            continue
        hall.submit(SignProposal(proposal=waits.number, by=BY))
        game = hall.game()
        assert [play.move for play in game.plays] == ["32-28"]
        assert (game.clock.running, game.clock.had) == (Side.BLACK, left)
        assert hall.play("19-23").ply == 2


@pytest.mark.parametrize(("ply", "ms"), [(1, 4_000), (1, 9_000), (0, 2_000), (2, 2_000)])
def test_a_touch_after_the_undoing_or_of_another_move_proves_nothing(ply: int, ms: int) -> None:
    hall = Hall(players=2, control="300+3", switches=(("confirm_moves", False),))
    hall.play("32-28")
    began = hall.clock.at
    hall.wait(seconds=4)
    hall.submit(UNDO)
    hall.wait(seconds=9)

    assert hall.refused(touched(hall, ply, began + ms)).code in ("stale_ply", "nothing_changed")
    assert hall.state.waiting == ()


def test_who_replies_or_sends_it_twice_has_no_late_touch_any_more() -> None:
    hall = Hall(players=2, control="300+3", switches=(("confirm_moves", False),))
    hall.play("32-28")
    began = hall.clock.at
    hall.wait(seconds=4)
    hall.submit(UNDO)
    hall.play("34-30")
    hall.submit(touched(hall, 1, began + 1_000))
    assert hall.refused(touched(hall, 1, began + 1_000)).code == "nothing_changed"
    hall.play("19-23")

    assert [(p.decided, p.why) for p in hall.state.proposals] == [("lapsed", "moved")]


def test_a_touch_that_comes_in_while_the_move_can_still_be_undone_is_a_touch(blitz: Hall) -> None:
    blitz.play("32-28")

    assert isinstance(blitz.submit(touched(blitz, 1, blitz.clock.at)).last, PieceTouched)


def test_nobody_undoes_a_move_with_time_that_they_no_longer_have(blitz: Hall) -> None:
    blitz.wait(minutes=4, seconds=58)
    blitz.play("32-28")
    blitz.wait(seconds=2)

    assert blitz.refused(UNDO).code == "undo_over"


def test_a_tablet_is_refused_an_early_draw_when_it_is_offered_and_an_arbiter_may_record_one_that_was_agreed() -> None:
    hall = Hall(players=2, regulations="fmjd_classic")

    assert hall.refused(OfferDraw(round=1, board=1, by="tablet 1")).code == "draw_too_early"
    assert hall.submit(OfferDraw(round=1, board=1, by="arbiter 481516")).state.game(1, 1).offer is Side.WHITE


def test_where_moves_are_confirmed_nothing_is_undone() -> None:
    hall = Hall(players=2)
    hall.play("32-28")

    assert hall.refused(UNDO).code == "moves_are_confirmed"
    assert hall.refused(touch(1)).code == "nothing_changed"


@pytest.mark.parametrize(
    ("policy", "answered_by", "act"),
    [("opponent", "arbiter", Object), ("opponent", "service", Object), ("silent", "service", ClaimIrregular)],
)
def test_nothing_is_undone_once_the_opponent_has_objected(policy: str, answered_by: str, act: Any) -> None:
    """The move would be gone with its objection, and would not be counted."""
    switches = {"confirm_moves": False, "irregular_policy": policy, "objections_answered_by": answered_by}
    hall = Hall(players=2, switches=(*switches.items(), ("call_clock", "run")))
    hall.put("W:W28,37,44,49:B9,13,22,23,31")
    hall.play("28x17")
    hall.submit(act(round=1, board=1, by="tablet 1"))

    assert hall.refused(UNDO).code == "undo_over"
    assert hall.game(1).ply == 1
