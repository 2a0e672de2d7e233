"""T14: a move confirmed on a tablet out of touch comes in after the flag; an arbiter accepts or refuses it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from arbiter.desk.recorded import Recorded, events_of
from arbiter.rulings.board.claims import AnswerDraw, CallArbiter, ClaimDraw, OfferDraw, Resign
from arbiter.rulings.board.late_acts import ConfirmedAct, Device
from arbiter.rulings.board.objections import CrownKing, Object
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.referee.position import RestorePosition
from arbiter.rulings.referee.proposals import DismissProposal, SignProposal
from arbiter.rulings.time.flags import RingFlag
from arbiter.sides import HOUR, MINUTE, SECOND, Both, Instant, Side
from arbiter.tournament.past.clock_report import clock_report
from tests.hall import BY, Hall

WHITE, BLACK = Side.WHITE, Side.BLACK
CHAIN = "5f" * 32
TABLET: dict[str, Any] = {"round": 1, "board": 1, "by": "tablet 1"}


def late(
    hall: Hall, *, before: int = 300, after: int = 12 * SECOND, ring: bool = True, move: str = "32-28"
) -> Recorded:
    """White confirms a move so long before the flag, and it comes in so long after it."""
    falls = hall.game().clock.flag_at
    assert falls is not None
    if ring:
        hall.clock.at = falls
        hall.submit(RingFlag(round=1, board=1))
    hall.clock.at = falls + after
    return hall.submit(press(hall, falls - before, move=move))


def press(hall: Hall, pressed: Instant, *, move: str = "32-28", **fields: Any) -> ConfirmedAct:
    """Return what the tablet sends of a move."""
    given: dict[str, Any] = {"ply": hall.game().ply, "move": move, **fields}
    return sent(pressed, PlayMove(**TABLET, **given))


def sent(pressed: Instant, act: Any) -> ConfirmedAct:
    """Return what the tablet sends of that act: its clock is five seconds behind the hall's."""
    device = Device(pressed=pressed - 5_000, offset_ms=5_000, chain=CHAIN)
    return ConfirmedAct(**TABLET, act=act, device=device)


def offered(hall: Hall) -> int:
    """The number of the proposal about the late move."""
    (found,) = [p.number for p in hall.state.waiting if p.kind == "late_move"]
    return found


def kinds(recorded: Recorded) -> list[str]:
    return [type(event).__name__ for event in recorded.events]


def test_a_late_move_is_written_down_beside_the_flag_and_changes_nothing() -> None:
    hall = Hall()
    recorded = late(hall)
    game = hall.game()
    assert game.flag is not None

    assert kinds(recorded) == ["MoveCameLate"]
    assert (game.ply, game.halted, game.clock.had.white) == (0, "flag", 0)
    assert [(one.move, one.pressed, one.offset, one.chain) for one in game.late] == [
        ("32-28", game.flag.at - 300, 5_000, CHAIN)
    ]
    assert [p.kind for p in hall.state.waiting] == ["flag", "late_move"]
    assert hall.state.waiting[0].provisional == "press"


def test_a_move_without_what_its_device_has_recorded_is_refused_as_ever() -> None:
    hall = Hall()
    hall.wait(hours=2)
    hall.submit(RingFlag(round=1, board=1))

    assert hall.refused(press(hall, hall.clock.at - 9).act).code == "flag_pending"


def test_an_accepted_move_stands_with_the_clock_at_the_press() -> None:
    """Nobody is charged for what lies between the press and the arbiter's acceptance."""
    hall = Hall(control="7200+30")
    late(hall, before=1_500)
    hall.wait(minutes=3)
    recorded = hall.submit(SignProposal(proposal=offered(hall), by="chief"))
    game = hall.game()

    assert kinds(recorded) == ["ProposalSigned", "LateMoveAccepted", "MovePlayed"]
    assert (game.plays[0].charged, game.plays[0].left) == (2 * HOUR - 1_500, 31_500)
    assert game.clock.running is BLACK
    assert [game.clock.left(side, hall.clock.at + 10 * SECOND) for side in Side] == [31_500, 2 * HOUR - 10 * SECOND]
    assert (game.flag, game.halted) == (None, None)
    assert {p.kind: p.decided for p in hall.state.proposals} == {"flag": "lapsed", "late_move": "signed"}
    assert hall.play("19-23").ply == 2


def test_a_refused_move_leaves_the_flag_to_its_ruling() -> None:
    hall = Hall()
    late(hall)
    hall.submit(DismissProposal(proposal=offered(hall), by=BY, reason=""))

    assert (hall.game().ply, [p.kind for p in hall.state.waiting]) == (0, ["flag"])

    hall.submit(SignProposal(proposal=hall.state.waiting[0].number, by=BY))
    assert hall.state.result_text(hall.game()) == "0-2"
    assert [p.decided for p in hall.state.proposals] == ["signed", "dismissed"]


def test_a_press_three_tenths_before_the_flag_is_offered_though_no_alarm_has_asked() -> None:
    """The move itself finds the flag, and does not end the game by it."""
    hall = Hall(flags="auto")
    recorded = late(hall, before=300, after=40, ring=False)

    assert kinds(recorded) == ["FlagFell", "MoveCameLate"]
    assert hall.game().result is None
    hall.submit(SignProposal(proposal=offered(hall), by=BY))
    assert hall.game().plays[0].left == 300


@pytest.mark.parametrize("before", [0, -1, -SECOND])
def test_a_press_at_the_flag_or_after_it_is_written_down_and_offered_to_nobody(before: int) -> None:
    hall = Hall()
    late(hall, before=before)

    assert len(hall.game().late) == 1
    assert [(p.kind, p.provisional) for p in hall.state.waiting] == [("flag", "")]


@pytest.mark.parametrize(("policy", "stands"), [("opponent", True), ("silent", True), ("block", False)])
def test_an_irregular_late_move_is_offered_like_any_other_and_nobody_is_told_that_it_is_irregular(
    policy: str, *, stands: bool
) -> None:
    """The same taps, once legal and once not: the lines, the offer and what it says are alike in everything."""
    told, hall = [], Hall()
    for fen in ("W:W32,37:B6,15", "W:W32,37:B28,6"):  # a capture is missed in the second
        hall = Hall(switches=(("irregular_policy", policy),))
        hall.put(fen)
        late(hall, move="37-31")
        told.append((hall.journal.lines[-1].body, hall.state.waiting))
    assert told[0] == told[1]

    hall.wait(minutes=1)
    hall.submit(SignProposal(proposal=offered(hall), by=BY))
    game = hall.game()
    assert (game.ply, bool(game.owed)) == ((1, False) if stands else (0, True))
    assert game.clock.left(WHITE, hall.clock.at) == 300
    assert game.clock.running is (BLACK if stands else WHITE)


def test_a_late_move_is_offered_with_a_crown_pending_and_after_the_late_crown() -> None:
    """000 V: the tablet crowned and moved while its line was cut. One press accepts both, in their order."""
    for both in (True, False):
        hall = crowned()
        falls = flagged(hall)
        if both:
            hall.submit(sent(falls - 900, CrownKing(**TABLET, side=BLACK)))
        hall.submit(press(hall, falls - 400, move="15-20"))
        hall.submit(SignProposal(proposal=hall.state.waiting[-1].number, by=BY))
        game = hall.game()

        assert [play.move for play in game.plays[1:]] == (["15-20"] if both else [])
        assert [attempt.code for attempt in game.attempts] == ([] if both else ["not_crowned_by_opponent"])
        assert game.clock.left(BLACK, hall.clock.at) == 400
        assert hall.state.waiting == ()


def crowned() -> Hall:
    """A game in which White has just got a king, which Black has to crown."""
    hall = Hall()
    hall.put("W:W7,48:B15,16")
    hall.play("7-1")
    return hall


def flagged(hall: Hall) -> Instant:
    """The flag falls, and is found by its alarm; the instant at which it fell. Twelve seconds have passed since."""
    falls = hall.game().clock.flag_at
    assert falls is not None
    hall.clock.at = falls
    hall.submit(RingFlag(round=1, board=1))
    hall.wait(seconds=12)
    return falls


def test_a_crown_pressed_in_time_out_of_touch_is_offered_as_evidence_and_accepted_with_one_press() -> None:
    """000 V. The clock of the side to move shows what it showed at the press, and runs from the acceptance."""
    hall = crowned()
    falls = flagged(hall)
    recorded = hall.submit(sent(falls - 2_500, CrownKing(**TABLET, side=BLACK)))
    assert kinds(recorded) == ["MoveCameLate"]
    assert [(one.act, one.side, one.move) for one in hall.game().late] == [("crown", BLACK, "")]

    hall.wait(minutes=3)
    recorded = hall.submit(SignProposal(proposal=offered(hall), by="chief"))
    game = hall.game()

    assert kinds(recorded) == ["ProposalSigned", "LateMoveAccepted", "KingCrowned"]
    assert (game.uncrowned, game.flag, game.halted) == (None, None, None)
    assert (game.clock.running, game.clock.left(BLACK, hall.clock.at)) == (BLACK, 2_500)
    assert {p.kind: p.decided for p in hall.state.proposals} == {"flag": "lapsed", "late_move": "signed"}
    hall.wait(seconds=1)
    assert hall.play("15-20").plays[-1].left == 1_500


def test_a_crown_and_a_move_are_accepted_one_after_the_other_too() -> None:
    hall = crowned()
    falls = flagged(hall)
    hall.submit(sent(falls - 2_500, CrownKing(**TABLET, side=BLACK)))
    hall.submit(press(hall, falls - 700, move="15-20"))
    first, second = (p.number for p in hall.state.waiting if p.kind == "late_move")
    hall.submit(SignProposal(proposal=first, by=BY))
    hall.wait(ms=200)
    hall.submit(SignProposal(proposal=second, by=BY))

    assert (hall.game().plays[-1].move, hall.game().plays[-1].left) == ("15-20", 700)


def test_a_late_move_after_a_crown_that_was_accepted_lapses_with_the_next_move() -> None:
    hall = crowned()
    falls = flagged(hall)
    hall.submit(sent(falls - 2_500, CrownKing(**TABLET, side=BLACK)))
    hall.submit(press(hall, falls - 700, move="15-20"))
    first, second = (p.number for p in hall.state.waiting if p.kind == "late_move")
    hall.submit(SignProposal(proposal=first, by=BY))
    hall.play("16-21")

    assert hall.refused(SignProposal(proposal=second, by=BY)).facts["decided"] == "lapsed"


@pytest.mark.parametrize("flags", ["propose", "auto"])
def test_a_draw_accepted_in_time_out_of_touch_ends_the_game_if_an_arbiter_accepts_it(flags: str) -> None:
    """The flag is that of the other side, whose own tablet was in touch all the time."""
    hall = Hall(flags=flags)
    hall.submit(OfferDraw(**TABLET, side=WHITE))
    falls = flagged(hall)
    assert (hall.state.result_text(hall.game()) == "0-2") is (flags == "auto")
    hall.submit(sent(falls - 4_000, AnswerDraw(round=1, board=1, by="tablet 1 black", side=BLACK, accept=True)))
    hall.submit(SignProposal(proposal=offered(hall), by=BY))
    game = hall.game()

    assert (hall.state.result_text(game), game.result and game.result.because) == ("1-1", "agreed")
    assert hall.state.waiting == ()
    assert hall.again().state == hall.state  # after a kill as well


ACTS: dict[str, tuple[Any, list[str]]] = {
    "offer": (OfferDraw(**TABLET, side=WHITE), ["DrawOffered"]),
    "decline": (AnswerDraw(**TABLET, side=WHITE, accept=False), ["DrawAnswered"]),
    "resign": (Resign(**TABLET, side=BLACK), ["GameEnded"]),
    "claim": (ClaimDraw(**TABLET, side=WHITE, ground="repetition"), ["DrawClaimed"]),
    "object": (Object(**TABLET, side=WHITE, choice="rectify"), ["ObjectionRaised", "FindingsOpened", "MoveRetracted"]),
    "call": (CallArbiter(**TABLET, side=WHITE, reason="noise"), ["ArbiterCalled"]),
}


@pytest.mark.parametrize("act", ACTS)
def test_every_act_confirmed_in_time_out_of_touch_counts_at_its_press_if_an_arbiter_accepts_it(act: str) -> None:
    request, then = ACTS[act]
    hall = Hall(switches=(("irregular_policy", "opponent"),))
    hall.put("W:W32,37,45:B6,10,15")
    hall.play("32-28", "15-24" if act == "object" else "15-20")
    if act == "decline":
        hall.submit(OfferDraw(**TABLET, side=BLACK))
    falls = flagged(hall)
    hall.submit(sent(falls - 3_000, request))
    assert (hall.game().late[0].act, hall.game().flag is None) == (act, False)
    recorded = hall.submit(SignProposal(proposal=offered(hall), by=BY))
    game = hall.game()

    assert kinds(recorded) == ["ProposalSigned", "LateMoveAccepted", *then]
    # after an objection the clocks are those of the move that was taken back
    assert game.clock.left(WHITE, hall.clock.at) == (2 * HOUR if act == "object" else 3_000)


@pytest.mark.parametrize("choice", ["", "rectify", "stand", "huff"])
def test_a_late_objection_is_written_down_alike_whether_the_move_was_irregular_or_not(choice: str) -> None:
    told = []
    for fen in ("W:W28,37,44,49:B9,13,22,23,31", "W:W28,37,44,49:B9,22,23,31"):
        huff = ("huff", "should_have_taken")
        hall = Hall(switches=(("irregular_policy", "opponent"), ("objections_answered_by", "service"), huff))
        hall.put(fen)
        hall.play("28x17")
        falls = flagged(hall)
        hall.submit(sent(falls - 9, Object(**TABLET, choice=choice, square="1")))
        told.append((hall.journal.lines[-1].body, hall.state.waiting))

    assert told[0] == told[1]


def test_what_was_not_possible_before_the_flag_is_refused_and_a_call_after_it_is_a_call() -> None:
    hall = Hall()
    falls = flagged(hall)

    assert hall.refused(sent(falls - 9, CrownKing(**TABLET, side=WHITE))).code == "nothing_to_crown"
    assert hall.refused(sent(falls - 9, AnswerDraw(**TABLET, accept=True))).code == "no_offer"
    assert kinds(hall.submit(sent(falls + 9, CallArbiter(**TABLET)))) == ["ArbiterCalled"]
    assert kinds(hall.submit(sent(falls + 9, Resign(**TABLET, side=WHITE)))) == ["MoveCameLate"]
    assert [p.kind for p in hall.state.waiting] == ["flag"]


def test_a_press_from_before_the_turn_began_is_charged_from_there() -> None:
    """A tablet with a wrong clock wins no time that the game did not have."""
    hall = Hall()
    hall.wait(minutes=10)
    hall.play("32-28")
    hall.wait(minutes=5)
    hall.play("19-23")
    late(hall, before=HOUR + 55 * MINUTE, move="28x19")
    hall.submit(SignProposal(proposal=offered(hall), by=BY))

    assert hall.game().plays[2].charged == 0
    assert hall.game().plays[2].left == hall.game().plays[0].left


def test_after_a_game_ended_by_its_flag_the_arbiter_may_let_the_move_stand_all_the_same() -> None:
    hall = Hall(flags="auto", control="7200+30")
    hall.wait(hours=2)
    hall.submit(RingFlag(round=1, board=1))
    assert hall.state.result_text(hall.game()) == "0-2"
    fell = hall.clock.at
    hall.wait(minutes=2)
    hall.submit(press(hall, fell - 4_000))
    assert hall.state.result_text(hall.game()) == "0-2"

    recorded = hall.submit(SignProposal(proposal=offered(hall), by="chief"))
    game = hall.game()

    assert kinds(recorded) == ["ProposalSigned", "LateMoveAccepted", "MovePlayed"]
    assert (game.result, game.plays[0].left, game.clock.running) == (None, 34_000, BLACK)
    assert [note.what for note in game.notes] == ["late_accepted"]
    hall.wait(seconds=7)
    assert hall.play("19-23").plays[1].charged == 7 * SECOND


def test_a_late_move_that_was_refused_after_the_end_leaves_the_result() -> None:
    hall = Hall(flags="auto")
    hall.wait(hours=2)
    hall.submit(RingFlag(round=1, board=1))
    hall.submit(press(hall, hall.clock.at - 200))
    hall.submit(DismissProposal(proposal=offered(hall), by=BY, reason=""))

    assert hall.state.result_text(hall.game()) == "0-2"


def test_a_late_move_lapses_with_the_ruling_on_its_flag() -> None:
    hall = Hall()
    late(hall)
    hall.submit(SignProposal(proposal=hall.state.waiting[0].number, by=BY))

    assert {p.kind: p.decided for p in hall.state.proposals} == {"flag": "signed", "late_move": "lapsed"}


def test_a_late_move_lapses_when_its_flag_is_dismissed() -> None:
    hall = Hall()
    late(hall)
    hall.submit(DismissProposal(proposal=hall.state.waiting[0].number, by=BY, reason="the line was cut"))

    assert {p.kind: p.decided for p in hall.state.proposals} == {"flag": "dismissed", "late_move": "lapsed"}


def test_the_same_move_again_is_nothing_new_and_another_one_is() -> None:
    """Two tablets, or one that was played on: each of eight moves is written down, and no more."""
    hall = Hall()
    late(hall)
    pressed = hall.game().late[0].pressed

    assert hall.refused(press(hall, pressed + 1)).code == "flag_pending"
    for move in ("33-28", "33-29", "34-29", "31-26", "31-27", "32-27", "35-30"):
        hall.submit(press(hall, pressed, move=move))
    assert hall.refused(press(hall, pressed, move="34-30")).code == "flag_pending"
    assert len(hall.game().late) == 8


def test_of_two_late_moves_only_one_can_stand() -> None:
    hall = Hall()
    late(hall)
    hall.submit(press(hall, hall.game().late[0].pressed, move="33-28"))
    first, second = (p.number for p in hall.state.waiting if p.kind == "late_move")
    hall.submit(SignProposal(proposal=second, by=BY))

    assert hall.game().plays[0].move == "33-28"
    assert hall.refused(SignProposal(proposal=first, by=BY)).code == "proposal_decided"


@pytest.mark.parametrize(
    ("change", "code"),
    [({"ply": 3}, "stale_ply"), ({"side": BLACK}, "not_your_turn"), ({"move": "nonsense"}, "move_unreadable")],
)
def test_what_is_no_move_of_that_position_is_refused(change: dict[str, Any], code: str) -> None:
    hall = Hall()
    hall.wait(hours=2)
    hall.submit(RingFlag(round=1, board=1))
    move = press(hall, hall.clock.at - SECOND, **change)

    assert hall.refused(move).code == code


def test_a_chain_longer_than_any_hash_is_refused() -> None:
    hall = Hall()
    hall.wait(hours=2)
    hall.submit(RingFlag(round=1, board=1))
    move = replace(press(hall, hall.clock.at - 1), device=Device(pressed=1, chain="a" * 129))

    assert hall.refused(move).code == "text_too_long"


def test_the_desk_that_starts_anew_offers_what_was_offered() -> None:
    hall = Hall()
    late(hall)
    again = hall.again()
    again.submit(SignProposal(proposal=offered(again), by=BY))

    assert again.game().ply == 1
    assert again.again().state == again.state


def test_the_clock_report_has_the_late_move_and_what_became_of_it() -> None:
    hall = Hall()
    late(hall, before=700)
    hall.submit(SignProposal(proposal=offered(hall), by="chief"))
    lines = clock_report(events_of(hall.journal.read()), 1, 1)

    assert [line.what for line in lines] == [
        "started",
        "flag_fell",
        "came_late",
        "signed",
        "late_accepted",
        "pressed",
    ]
    assert lines[2].pressed == lines[1].at - 700
    assert lines[4].lag == 12_700
    assert lines[5].left == Both(700, 2 * HOUR)


def test_a_game_that_was_set_back_offers_no_late_move() -> None:
    hall = Hall()
    hall.play("32-28")
    falls = hall.game().clock.flag_at or 0
    hall.clock.at = falls
    hall.submit(RingFlag(round=1, board=1))
    hall.submit(press(hall, falls - 1, move="19-23"))
    hall.submit(RestorePosition(round=1, board=1, ply=0, by=BY, reason="wrong pairing"))

    assert {p.decided for p in hall.state.proposals} == {"lapsed"}


@pytest.mark.parametrize(("tablet", "offered"), [("tablet 1 black", 0), ("tablet 1", 1)])
def test_an_act_confirmed_before_the_opponent_had_moved_is_not_offered(tablet: str, offered: int) -> None:
    """The service knows better than a tablet's clock; a tablet between the players may have had both presses."""
    hall = Hall()
    hall.wait(minutes=1)
    hall.play("32-28")
    moved, falls = hall.clock.at, flagged(hall)
    asked = sent(moved - 1, PlayMove(round=1, board=1, by=tablet, ply=1, move="19-23"))

    assert "MoveCameLate" in kinds(hall.submit(replace(asked, by=tablet)))
    assert [p.kind for p in hall.state.waiting].count("late_move") == offered
    assert hall.game().ply == 1
    assert falls > moved


def test_an_answer_confirmed_before_the_offer_is_not_offered() -> None:
    hall = Hall()
    hall.play("32-28")
    hall.wait(minutes=1)
    hall.submit(OfferDraw(**TABLET, side=WHITE))
    made = hall.clock.at
    flagged(hall)
    asked = sent(made - 1, AnswerDraw(round=1, board=1, by="tablet 1 black", side=BLACK, accept=True))
    hall.submit(replace(asked, by="tablet 1 black"))

    assert [p.kind for p in hall.state.waiting] == ["flag"]


def test_no_act_was_confirmed_before_the_game_began() -> None:
    hall = Hall()
    started = hall.game().started
    assert started is not None
    flagged(hall)
    hall.submit(press(hall, started - 1))

    assert [p.kind for p in hall.state.waiting] == ["flag"]


def test_the_first_move_of_a_game_may_come_late_from_a_tablet_of_one_side() -> None:
    """Nothing was played or offered before it: it is possible since the start."""
    hall = Hall()
    falls = hall.game().clock.flag_at
    assert falls is not None
    hall.clock.at = falls
    hall.submit(RingFlag(round=1, board=1))
    hall.clock.at = falls + 12 * SECOND
    hall.submit(replace(press(hall, falls - 300), by="tablet 1 white"))

    assert offered(hall)
