"""What the switches of time and attendance come to: both late, too many forfeits, thinking long, a board turned."""

from __future__ import annotations

import pytest

from arbiter.pairing.table.points import Outcome
from arbiter.rulings.board.turned_boards import BeginAnew
from arbiter.rulings.referee.adjudication import GiveNotice
from arbiter.rulings.referee.corrections import RuleResult, StartClock, StopClock
from arbiter.rulings.referee.proposals import DismissProposal, SignProposal
from arbiter.rulings.rounds.pairing import PairRound, StartRound
from arbiter.rulings.time.attendance import NoteAttendance, RingLate
from arbiter.rulings.time.inactivity import AskInactivity, RingInactivity, rings_at, slow
from arbiter.sides import HOUR, MINUTE, SECOND, Both, Side
from arbiter.tournament.events.entries import PlayerWithdrew
from arbiter.tournament.events.referee.conduct import NoticeGiven
from arbiter.tournament.events.referee.proposals import ProposalSigned
from tests.hall import BY, MORNING, Hall

WHITE, BLACK = Side.WHITE, Side.BLACK
LOST = Both(Outcome.LOST, Outcome.LOST)
IDLE = RingInactivity(round=1, board=1)
SLOW = {"inactivity_warning": 5, "inactivity_loss": 1}


def hall_with(*, control: str = "3600", players: int = 4, rounds: int = 0, **switches: object) -> Hall:
    return Hall(control=control, players=players, rounds=rounds, switches=tuple(switches.items()))


def note(hall: Hall, side: Side, *, here: bool) -> None:
    hall.submit(NoteAttendance(round=1, board=1, side=side, here=here, by=BY))


def left(hall: Hall) -> tuple[int, int]:
    return tuple(hall.game().clock.left(side, hall.clock.at) for side in (WHITE, BLACK))  # type: ignore[return-value]  # two


def sign(hall: Hall) -> tuple[object, ...]:
    (waiting,) = hall.state.waiting
    return tuple(hall.submit(SignProposal(proposal=waiting.number, by="chief")).events)


# both late


@pytest.mark.parametrize(
    ("both_late", "white", "black"), [("own", 50, 60), ("starter", 50, 60), ("split", 55, 55)], ids=str
)
def test_both_late_pay_as_the_regulations_say(both_late: str, white: int, black: int) -> None:
    hall = hall_with(both_late=both_late)
    note(hall, WHITE, here=False)
    note(hall, BLACK, here=False)
    hall.wait(minutes=10)
    note(hall, BLACK, here=True)

    assert left(hall) == (white * MINUTE, black * MINUTE)
    hall.wait(minutes=10)
    note(hall, WHITE, here=True)
    assert left(hall) == ((white - 10) * MINUTE, black * MINUTE)  # split once, and the rest is their own


def test_time_is_split_only_where_both_were_missed() -> None:
    hall = hall_with(both_late="split")
    note(hall, WHITE, here=False)
    hall.wait(minutes=10)
    note(hall, WHITE, here=True)

    assert left(hall) == (50 * MINUTE, 60 * MINUTE)


def test_splitting_leaves_a_second() -> None:
    hall = hall_with(both_late="split", control="1800|60", late=0)
    note(hall, WHITE, here=False)
    note(hall, BLACK, here=False)
    hall.wait(minutes=20)
    note(hall, WHITE, here=True)

    assert left(hall) == (20 * MINUTE, SECOND)


# forfeits


def forfeited(hall: Hall, round: int) -> None:
    """Entry 1 does not come."""
    game = next(game for game in hall.state.round(round).games if 1 in game.entries)
    outcome = Both(Outcome.LOST, Outcome.WON) if game.entries.white == 1 else Both(Outcome.WON, Outcome.LOST)
    hall.submit(
        RuleResult(round=round, board=game.board, outcome=outcome, by=BY, reason="did not come", because="forfeit")
    )


def second_round(hall: Hall) -> None:
    hall.draw_all()
    hall.submit(PairRound(by=BY))
    hall.submit(StartRound(round=2, by=BY))


def test_who_forfeits_as_often_as_the_regulations_bear_is_proposed_to_be_out() -> None:
    hall = hall_with(forfeits_out=2)
    forfeited(hall, 1)
    assert hall.state.waiting == ()
    second_round(hall)
    forfeited(hall, 2)
    proposal = hall.state.proposals[-1]
    assert (proposal.kind, proposal.step, proposal.ground) == ("penalty", "expulsion", "forfeits")
    assert hall.state.game(2, proposal.board).entries[proposal.side] == 1

    assert any(isinstance(event, PlayerWithdrew) for event in sign(hall))
    assert 1 in hall.state.withdrawn


def test_nobody_is_out_by_forfeits_unless_the_regulations_say_so() -> None:
    hall = hall_with(forfeits_out=0)
    forfeited(hall, 1)
    second_round(hall)
    forfeited(hall, 2)

    assert hall.state.waiting == ()


def test_a_forfeit_that_is_signed_counts_for_both_who_did_not_come() -> None:
    hall = hall_with(forfeits_out=1)
    note(hall, WHITE, here=False)
    note(hall, BLACK, here=False)
    hall.wait(minutes=30)
    hall.submit(RingLate(round=1, board=1))
    sign(hall)

    assert [(one.side, one.step) for one in hall.state.waiting] == [(WHITE, "expulsion"), (BLACK, "expulsion")]


def test_a_forfeit_that_was_corrected_puts_nobody_out() -> None:
    hall = hall_with(forfeits_out=1)
    forfeited(hall, 1)
    (proposal,) = hall.state.waiting
    drawn = Both(Outcome.DRAWN, Outcome.DRAWN)
    hall.submit(RuleResult(round=1, board=proposal.board, outcome=drawn, by=BY, reason="they had played elsewhere"))

    assert hall.refused(SignProposal(proposal=proposal.number, by=BY)).facts == {"forfeits": 0, "limit": 1}


# thinking long


def slow_hall() -> Hall:
    return hall_with(control="-", **SLOW)


def test_h34_the_alarm_proposes_the_warning_and_then_the_loss() -> None:
    """H34: five minutes, then one after the warning; nothing is given before it is signed (H35)."""
    hall = slow_hall()
    assert rings_at(hall.state, hall.game()) == MORNING + 5 * MINUTE
    hall.wait(minutes=5, ms=-1)
    assert hall.refused(IDLE).facts["due_at"] == MORNING + 5 * MINUTE
    hall.wait(ms=1)
    hall.submit(IDLE)
    assert [(p.kind, p.side, p.step, p.outcome) for p in hall.state.waiting] == [("inactivity", WHITE, "warning", None)]
    hall.wait(minutes=10)
    assert hall.refused(IDLE).code == "still_active"  # the minute runs from the warning, which waits

    assert isinstance(sign(hall)[-1], NoticeGiven)
    hall.wait(minutes=1, ms=-1)
    assert hall.refused(IDLE).code == "still_active"
    hall.wait(ms=1)
    hall.submit(IDLE)
    sign(hall)
    assert hall.state.result_text(hall.game()) == "0-2"


def test_a_move_ends_what_was_proposed_of_thinking_long_and_counts_anew() -> None:
    hall = slow_hall()
    hall.wait(minutes=5)
    hall.submit(IDLE)
    hall.play("32-28")

    assert hall.state.waiting == ()
    assert rings_at(hall.state, hall.game()) == hall.clock.at + 5 * MINUTE


def test_a_warning_that_was_dismissed_is_not_proposed_again_at_that_move() -> None:
    hall = slow_hall()
    hall.wait(minutes=5)
    hall.submit(IDLE)
    hall.submit(DismissProposal(proposal=hall.state.waiting[0].number, by=BY, reason="he is ill"))

    assert rings_at(hall.state, hall.game()) is None


def test_notice_of_a_game_without_progress_is_no_warning_of_thinking_long() -> None:
    hall = slow_hall()
    hall.wait(minutes=5)
    hall.submit(GiveNotice(round=1, board=1, by=BY, matter="slow"))

    assert not slow(hall.game())
    hall.submit(IDLE)
    assert [one.step for one in hall.state.waiting] == ["warning"]


def test_an_arbiter_who_asks_gives_the_warning_that_waited() -> None:
    hall = slow_hall()
    hall.wait(minutes=5)
    hall.submit(IDLE)
    events = hall.submit(AskInactivity(round=1, board=1, by=BY)).events

    assert [type(event) for event in events] == [ProposalSigned, NoticeGiven]
    assert hall.state.waiting == ()


def test_a_board_that_stands_still_does_not_think() -> None:
    hall = slow_hall()
    hall.wait(minutes=4)
    hall.submit(StopClock(round=1, board=1, by=BY, reason="a lamp"))
    assert rings_at(hall.state, hall.game()) is None
    hall.wait(minutes=10)
    hall.submit(StartClock(round=1, board=1, by=BY))

    assert rings_at(hall.state, hall.game()) == hall.clock.at + 5 * MINUTE


@pytest.mark.parametrize("control", ["3600", "-"])
def test_thinking_long_is_nobody_s_matter_with_a_clock_or_by_default(control: str) -> None:
    hall = hall_with(control=control, **(SLOW if control != "-" else {}))

    assert rings_at(hall.state, hall.game()) is None
    code = "no_inactivity" if control == "-" else "inactivity_clocked"
    assert hall.refused(AskInactivity(round=1, board=1, by=BY)).code == code


# a board turned


@pytest.mark.parametrize(
    ("how", "moves", "anew"),
    [
        ("restart", ("32-28", "19-23", "28x19", "14x23"), True),
        ("early", ("32-28",), True),
        ("early", ("32-28", "19-23"), False),
        ("go_on", ("32-28",), False),
    ],
)
def test_a_board_that_was_turned_begins_anew_or_not(how: str, moves: tuple[str, ...], *, anew: bool) -> None:
    hall = hall_with(board_turned=how)
    start = hall.game().position
    for move in moves:
        hall.wait(minutes=3)
        hall.play(move)
    asked = BeginAnew(round=1, board=1, by=BY)
    if not anew:
        assert hall.refused(asked).code == "turned_goes_on"
        return
    hall.submit(asked)
    game = hall.game()

    assert (game.position, game.ply, game.halted) == (start, 0, "arbiter")
    assert [play.move for play in game.struck] == list(moves)
    assert left(hall) == (HOUR, HOUR)
