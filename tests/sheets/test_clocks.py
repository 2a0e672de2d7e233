"""The clock report and the sheet of an adjourned game."""

from __future__ import annotations

from arbiter.rulings.board.adjournments import AdjournGame
from arbiter.rulings.board.late_acts import ConfirmedAct, Device
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.referee.corrections import CorrectTime, StartClock, StopClock
from arbiter.rulings.referee.proposals import SignProposal
from arbiter.rulings.rounds.pairing import PairRound, StartRound
from arbiter.rulings.time.clocks import CorrectCounter, ExplainStop, ResumeHall, StopHall
from arbiter.rulings.time.flags import NoteInterruption, RingFlag, Stamp
from arbiter.sides import Side
from tests.hall import BY, Hall
from tests.sheets.printed import printed


def eventful() -> Hall:
    """A game with a press that the tablet stamped, a pause, a correction, a gap and a flag."""
    hall = Hall()
    hall.wait(seconds=63, ms=250)
    stamp = Stamp(pressed=hall.clock.at - 120, round_trip=300, device=98_765)
    hall.submit(PlayMove(round=1, board=1, ply=0, move="32-28", by="tablet 1", stamp=stamp))
    hall.submit(StopClock(round=1, board=1, by=BY, reason="noise in the hall"))
    hall.submit(CorrectTime(round=1, board=1, side=Side.WHITE, add=60_000, by=BY, reason="disturbed", article="000 X"))
    hall.submit(CorrectCounter(round=1, board=1, side=Side.BLACK, to_go=49, by=BY, reason="a move was not counted"))
    hall.submit(StartClock(round=1, board=1, by=BY))
    alive = hall.clock.at
    hall.wait(minutes=3)
    hall.submit(NoteInterruption(alive=alive))
    hall.submit(StartRound(round=1, by=BY))
    hall.wait(hours=3)
    hall.submit(RingFlag(round=1, board=1))
    return hall


def test_the_report_has_every_line_to_the_millisecond_with_what_the_device_said() -> None:
    text = printed("clock-report", eventful(), board=1).text()

    for told in (
        "Clock report", "2 h for 50 moves, then 1 h for every 25, unused time is kept", "White: pressed", "32-28",
        "1:03.250", "1:58:56.750 /49", "16:14:23.250", "pressed 16:14:23.130", "round trip 300 ms",
        "tablet's own clock 98765 ms", "clocks stopped", "noise in the hall", "1:59:56.750", "disturbed (000 X)",
        "moves to go corrected", "Gap of 3:00.000, not charged to either player.", "Black: flag fell",
        "Network delay is not compensated.", "Signature of the arbiter",
    ):  # fmt: skip
        assert told in text, told


def test_the_report_is_the_same_to_the_byte() -> None:
    assert printed("clock-report", eventful(), board=1).pdf == printed("clock-report", eventful(), board=1).pdf


def test_a_report_of_the_round_has_every_board_that_was_started() -> None:
    hall = eventful()

    assert len(printed("clock-report", hall).pages) == 2
    waiting = Hall(started=False)
    waiting.submit(PairRound(by=BY))
    assert "No clock has been started." in printed("clock-report", waiting).text()


def test_a_flag_that_is_only_proposed_says_why() -> None:
    hall = eventful()

    assert "flag fell (the service was interrupted during that move)" in printed("clock-report", hall).text()
    assert "(the service was interrupted during that move)" in printed("rulings", hall).text()


def test_the_dispute_sheet_has_every_gap_and_every_stop() -> None:
    hall = Hall()
    hall.submit(StopHall(by=BY, reason="fire alarm"))
    assert "All clocks stopped. fire alarm" in printed("rulings", hall).text()
    hall = eventful()
    text = printed("rulings", hall).text()

    assert "The service was interrupted for 3:00; no time was charged." in text
    assert "Black has 49 moves to go. a move was not counted" in text


def test_an_adjourned_game_can_go_on_without_a_computer() -> None:
    hall = Hall()
    hall.wait(minutes=10)
    hall.play("32-28", "19-23")
    hall.submit(
        AdjournGame(round=1, board=1, by=BY, envelope="B7", sealed="28x19", until="Tuesday, 14:00", reason="11 pm")
    )
    text = printed("adjournment", hall).text()

    for told in ("Adjournment", "1:50:00", "2:00:00", "Sealed by White in envelope B7.", "Tuesday, 14:00", "W:W28,"):
        assert told in text, told
    assert "28x19" not in text


def test_where_nothing_is_adjourned_the_sheet_says_so() -> None:
    assert "No game is adjourned." in printed("adjournment", Hall()).text()


def test_a_move_that_came_in_after_its_flag_is_told_and_what_became_of_it() -> None:
    hall = Hall(control="60")
    hall.wait(seconds=60)
    hall.submit(RingFlag(round=1, board=1))
    hall.wait(seconds=5)
    device = Device(pressed=hall.clock.at - 5_400, chain="5f" * 32)
    move = PlayMove(round=1, board=1, ply=0, move="32-28", by="tablet 1")
    hall.submit(ConfirmedAct(round=1, board=1, by="tablet 1", act=move, device=device))
    hall.submit(SignProposal(proposal=hall.state.version, by="chief"))

    told = printed("rulings", hall).text()
    assert (
        "32-28 by White arrived 5000 ms after the flag fell; by the tablet's clock it was confirmed 400 ms before."
        in told
    )
    assert "Accepted although it arrived after the flag." in told


def test_a_stop_of_the_hall_is_one_ruling_with_its_boards_and_the_reason_that_was_given_later() -> None:
    hall = Hall(players=8)
    hall.submit(StopHall(by=BY))
    hall.submit(ExplainStop(by=BY, reason="the light failed"))
    hall.submit(ResumeHall(by=BY))
    told = printed("rulings", hall).text()

    assert "2 in all" in told
    assert told.count("All clocks stopped. the light failed") == 1
    assert "1, 2, 3, 4" in told
    assert told.count("Clocks restarted.") == 1


def test_the_check_in_sheet_counts_nobody_where_nobody_was_checked_in() -> None:
    assert "0 of 4 are present." in printed("checkin", Hall(players=4, started=False)).text()
    assert "are present." not in printed("checkin", Hall(players=4)).text()
