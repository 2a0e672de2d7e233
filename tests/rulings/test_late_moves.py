"""T14: a move confirmed on a tablet out of touch comes in after the flag; an arbiter accepts or refuses it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter.desk.recorded import Recorded, events_of
from arbiter.rulings.board.late_moves import Device
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.referee.position import RestorePosition
from arbiter.rulings.referee.proposals import DismissProposal, SignProposal
from arbiter.rulings.time.flags import RingFlag
from arbiter.sides import HOUR, SECOND, Both, Instant, Side
from arbiter.tournament.past.clock_report import clock_report
from tests.hall import BY, Hall

WHITE, BLACK = Side.WHITE, Side.BLACK
CHAIN = "5f" * 32


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


def press(hall: Hall, pressed: Instant, *, move: str = "32-28") -> PlayMove:
    """What the tablet sends: its clock is five seconds behind the hall's."""
    device = Device(pressed=pressed - 5_000, offset_ms=5_000, chain=CHAIN)
    return PlayMove(round=1, board=1, ply=hall.game().ply, move=move, by="tablet 1", device=device)


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

    assert hall.refused(replace(press(hall, hall.clock.at - 9), device=None)).code == "flag_pending"


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


def test_an_irregular_move_is_written_down_and_offered_to_nobody() -> None:
    hall = Hall()
    late(hall, move="32-29")

    assert [one.move for one in hall.game().late] == ["32-29"]
    assert [p.kind for p in hall.state.waiting] == ["flag"]
    assert hall.game().attempts == ()


def test_a_press_from_before_the_turn_began_is_charged_from_there() -> None:
    """A tablet with a wrong clock wins no time that the game did not have."""
    hall = Hall()
    hall.wait(minutes=10)
    hall.play("32-28")
    hall.wait(minutes=5)
    hall.play("19-23")
    late(hall, before=5 * HOUR, move="28x19")
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
    """Two tablets, or one that was played on: each of four moves is written down, and no more."""
    hall = Hall()
    late(hall)
    pressed = hall.game().late[0].pressed

    assert hall.refused(press(hall, pressed + 1)).code == "flag_pending"
    for move in ("33-28", "33-29", "34-29"):
        hall.submit(press(hall, pressed, move=move))
    assert hall.refused(press(hall, pressed, move="34-30")).code == "flag_pending"
    assert len(hall.game().late) == 4


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
def test_what_is_no_move_of_that_position_is_refused(change: dict[str, object], code: str) -> None:
    hall = Hall()
    hall.wait(hours=2)
    hall.submit(RingFlag(round=1, board=1))
    move = replace(press(hall, hall.clock.at - SECOND), **change)  # type: ignore[arg-type]  # the test's own words

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
    assert lines[5].lag == 12_700
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
