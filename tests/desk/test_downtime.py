"""Restarts, sleep and kills: where the clocks stand when the service comes back, and who was charged."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbiter.desk.request_queue import RECEIVED
from arbiter.instants import HallClock
from arbiter.journal.journal import CannotWrite
from arbiter.refused import Refused
from arbiter.rulings.board.claims import Resign
from arbiter.rulings.referee.corrections import GivePenalty
from arbiter.rulings.rounds.pairing import StartRound
from arbiter.rulings.time.flags import RingFlag
from arbiter.sides import HOUR, MINUTE, Side
from tests.desk.club import fill, in_office, move, opened
from tests.hall import BY, MORNING, WoundClock, office, on_disk, person


def test_an_instance_that_is_opened_again_stands_where_it_stood(tmp_path: Path) -> None:
    clock = WoundClock()
    with in_office(tmp_path, clock) as desks:
        desk = opened(desks)
        desk.submit(move(0, "32-28"))
        desk.submit(Resign(round=1, board=2, by=BY))
        clock.wait(minutes=3)
        desk.submit(move(1, "19-23"))
        before = desk.state
    clock.wait(hours=1)
    with in_office(tmp_path, clock) as desks:
        state = desks.desk("club-open").state

        assert desks.register.people("club-open")[3] == person(3)
        assert state.game(1, 2) == before.game(1, 2)
        assert state.game(1, 1).position == before.game(1, 1).position
        assert state.game(1, 1).clock.had == before.game(1, 1).clock.had
        assert state.game(1, 1).halted == "outage"


def test_a_clock_is_charged_until_the_last_sign_of_life(tmp_path: Path) -> None:
    clock = WoundClock()
    desks = office(tmp_path, clock)
    opened(desks)
    clock.wait(minutes=10)
    desks.gaps.beat()
    clock.wait(minutes=1)
    desks.register.close()  # killed: nobody says goodbye
    for desk in desks:
        desk.journal.close()
    desks._closing.close()
    clock.wait(hours=5)
    with in_office(tmp_path, clock) as again:
        game = again.desk("club-open").state.game(1, 1)

        assert game.clock.left(Side.WHITE, clock.at) == 110 * MINUTE


def test_without_a_sign_of_life_the_last_line_of_the_journal_is_one(tmp_path: Path) -> None:
    clock = WoundClock()
    with in_office(tmp_path, clock) as desks:
        desk = opened(desks)
        clock.wait(minutes=10)
        desk.submit(move(0, "32-28", board=2))
    (tmp_path / "alive").unlink()
    clock.wait(hours=5)
    with in_office(tmp_path, clock) as again:
        games = again.desk("club-open").state.round(1).games

        assert games[0].clock.left(Side.WHITE, clock.at) == 110 * MINUTE


@pytest.mark.parametrize("told", ["", "soon", "9999999999999999"])
def test_a_sign_of_life_that_cannot_be_true_charges_nobody_for_what_was_not(tmp_path: Path, told: str) -> None:
    clock = WoundClock()
    with in_office(tmp_path, clock) as desks:
        opened(desks)
    (tmp_path / "alive").write_text(told)
    clock.wait(minutes=5)
    with in_office(tmp_path, clock) as again:
        left = again.desk("club-open").state.game(1, 1).clock.left(Side.WHITE, clock.at)

        assert 115 * MINUTE <= left <= 120 * MINUTE
        assert clock.at == MORNING + 5 * MINUTE


def test_a_wall_clock_that_was_set_back_takes_no_fallen_flag_back(tmp_path: Path) -> None:
    clock = WoundClock()
    with in_office(tmp_path, clock) as desks:
        desk = opened(desks)
        clock.wait(hours=2)
        desk.submit(RingFlag(round=1, board=1))
    with in_office(tmp_path, WoundClock(MORNING)) as again:
        with pytest.raises(Refused) as refused:
            again.desk("club-open").submit(move(0, "32-28"))

        assert refused.value.code == "flag_pending"
        assert again.clock.now() >= MORNING + 2 * HOUR


def test_a_wall_clock_that_was_set_back_does_not_hold_the_clocks_of_the_hall(tmp_path: Path) -> None:
    with in_office(tmp_path, WoundClock(MORNING + 5 * HOUR)) as desks:
        opened(desks)
    clock = WoundClock(MORNING)
    with in_office(tmp_path, clock) as again:
        desk = again.desk("club-open")
        desk.submit(StartRound(round=1, by=BY))
        clock.wait(minutes=7)
        game = desk.submit(move(0, "32-28")).state.game(1, 1)

        assert game.plays[0].charged == 7 * MINUTE


def test_an_outage_ends_when_it_is_written_however_long_ago_the_press_was_received_before_which_it_is(
    tmp_path: Path,
) -> None:
    clock = WoundClock()
    with in_office(tmp_path, clock) as desks:
        desk = opened(desks)
        clock.wait(minutes=1)
        held = desk.turns.take(1)
        alive = clock.at
        clock.wait(minutes=10)
        desk.was_away(alive)
        received = RECEIVED.set(held)
        try:
            desk.submit(move(0, "32-28"))
        finally:
            RECEIVED.reset(received)
        clock.wait(minutes=2)
        game = desk.submit(move(1, "19-23")).state.game(1, 1)

        assert [play.charged for play in game.plays] == [1 * MINUTE, 2 * MINUTE]


def test_the_hall_s_clock_goes_on_from_where_it_has_to_be() -> None:
    clock = HallClock(start=1_000)
    clock.reach(500)
    early = clock.now()
    clock.reach(MORNING)

    assert 1_000 <= early < MORNING <= clock.now() < MORNING + MINUTE


def test_a_gap_that_cannot_be_written_down_is_written_before_anything_else(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody is charged for the gap, though the disk was full when the service came back."""
    clock = WoundClock()
    with in_office(tmp_path, clock) as desks:
        opened(desks)
    with in_office(tmp_path, clock, max_pages=40) as desks:
        desk = desks.desk("club-open")
        desk.submit(StartRound(round=1, by=BY))
        fill(desk)
        while True:  # the last free bytes too
            try:
                desk.submit(GivePenalty(round=1, board=1, side=Side.WHITE, step="note", by=BY, reason="x"))
            except CannotWrite:
                break
    clock.wait(hours=3)
    with in_office(tmp_path, clock, max_pages=40) as desks:
        desk = desks.desk("club-open")
        assert desk.state.game(1, 1).clock.running is Side.WHITE
        assert "the interruption of club-open could not be written yet" in caplog.text
        with pytest.raises(CannotWrite):
            desk.submit(RingFlag(round=1, board=1))
        on_disk(desk)._writer.execute("PRAGMA max_page_count=1000").close()
        game = desk.submit(move(0, "32-28")).state.game(1, 1)

        assert game.ply == 1
        assert game.plays[0].left == 2 * HOUR
