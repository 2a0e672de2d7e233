"""Whose turn it is: one board's requests are ruled on in the order in which they were received."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arbiter.alarms.due import Alarm
from arbiter.alarms.ringing import Alarms
from arbiter.desk import request_queue
from arbiter.desk.desk import Desk
from arbiter.desk.request_queue import RECEIVED, Ticket, Turns
from arbiter.refused import Refused
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.entries import OpenTournament
from arbiter.rulings.rounds.pairing import PairRound, StartRound
from arbiter.rulings.time.flags import RingFlag
from arbiter.tournament.events.clocks import FlagFell
from arbiter.tournament.events.games import MovePlayed
from tests.desk.club import move
from tests.hall import BY, Hall, WoundClock, office, person
from tests.waiting import PATIENCE


@contextmanager
def received(ticket: Ticket) -> Iterator[None]:
    """What is submitted within came in with that ticket."""
    held = RECEIVED.set(ticket)
    try:
        yield
    finally:
        RECEIVED.reset(held)


def test_a_request_has_the_instant_at_which_it_was_received(hall: Hall) -> None:
    with received(hall.desk.turns.take(1)):
        hall.wait(minutes=3)
        recorded = hall.submit(move(0, "32-28"))

    assert recorded.at == hall.clock.at - 180_000
    assert recorded.events[0].at == recorded.at


def test_a_press_that_was_received_in_time_counts_after_the_flag(hall: Hall) -> None:
    flag_at = hall.game().clock.flag_at
    assert flag_at is not None
    hall.clock.at = flag_at - 1
    with received(hall.desk.turns.take(1)):
        hall.wait(minutes=3)

        assert isinstance(hall.submit(move(0, "32-28")).last, MovePlayed)
    assert hall.game().flag is None


def test_a_request_waits_for_what_was_received_before_it_at_its_board(hall: Hall) -> None:
    first = hall.desk.turns.take(1)
    second = hall.desk.turns.take(1)
    begun, done = threading.Event(), threading.Event()

    def reply() -> None:
        with received(second):
            begun.set()
            hall.submit(move(1, "19-23"))
        done.set()

    thread = threading.Thread(target=reply)
    thread.start()
    begun.wait(PATIENCE)
    hall.play("32-28", board=2)
    early = done.is_set()
    with received(first):
        hall.submit(move(0, "32-28"))
    thread.join(5)

    assert not early
    assert [play.move for play in hall.game().plays] == ["32-28", "19-23"]


@pytest.mark.parametrize("ply", [0, 7], ids=["ruled", "refused"])
def test_a_ticket_is_given_back_when_its_request_was_ruled_on_or_refused(hall: Hall, ply: int) -> None:
    ticket = hall.desk.turns.take(1)
    hall.wait(ms=1)
    try:
        with received(ticket):
            hall.submit(move(ply, "32-28"))
    except Refused:
        assert ply == 7

    assert not hall.desk.turns.earlier(1, hall.clock.at)


def test_what_is_not_ruled_on_in_two_seconds_keeps_nobody_waiting_any_more(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_queue, "PATIENCE_SECONDS", 0.02)  # the two seconds of this test
    hall.desk.turns.take(1)

    assert hall.submit(move(0, "32-28")).state.game(1, 1).ply == 1


def test_only_what_was_received_earlier_at_the_same_board_counts() -> None:
    clock = WoundClock()
    taken = Turns(clock.now)
    ticket = taken.take(7)
    clock.wait(ms=1)

    assert taken.earlier(7, clock.at)
    assert not taken.earlier(7, ticket.at)
    assert not taken.earlier(8, clock.at)
    ticket.release()
    ticket.release()
    assert not taken.earlier(7, clock.at)


def test_what_was_received_first_comes_first_also_when_it_is_read_later() -> None:
    clock = WoundClock()
    taken = Turns(clock.now)
    clock.wait(ms=500)
    second = taken.take(7)
    first = taken.take(7, 400)

    assert (first.at, taken._tickets[7]) == (second.at - 400, [first, second])


# flags


@contextmanager
def flag_due(tmp_path: Path) -> Iterator[tuple[Desk, Alarms, WoundClock]]:
    """Two boards at which White's flag falls in the next millisecond, where the alarm ends games."""
    clock = WoundClock()
    desks = office(tmp_path, clock)
    desk = desks.open(OpenTournament(name="Club open", control="60", flags="auto"))
    for number in (1, 2, 3, 4):
        desk.enter(person(number), BY)
    desk.submit(PairRound(by=BY))
    desk.submit(StartRound(round=1, by=BY))
    clock.wait(seconds=60, ms=-1)
    try:
        yield desk, Alarms(desks), clock
    finally:
        desks.close()


def ring(alarms: Alarms, desk: Desk) -> None:
    """The alarm of both flags."""
    alarms._ring("flag", desk.id, [Alarm("flag", desk.id, 1, board) for board in (1, 2)])


def test_a_flag_waits_for_what_was_received_before_it_at_its_board_only(tmp_path: Path) -> None:
    with flag_due(tmp_path) as (desk, alarms, clock):
        ticket = desk.turns.take(1)
        clock.wait(ms=500)
        ring(alarms, desk)

        assert [game.result is not None for game in desk.state.round(1).games] == [False, True]
        with received(ticket):
            desk.submit(PlayMove(round=1, board=1, ply=0, move="32-28", by=BY))
        ring(alarms, desk)
        assert desk.state.game(1, 1).result is None
        assert desk.state.game(1, 1).ply == 1


def test_a_flag_does_not_wait_for_what_was_received_after_it(tmp_path: Path) -> None:
    with flag_due(tmp_path) as (desk, alarms, clock):
        clock.wait(ms=1)
        desk.turns.take(1)
        clock.wait(ms=500)
        ring(alarms, desk)

        assert desk.state.game(1, 1).result is not None


def test_a_flag_that_has_waited_two_seconds_is_provisional(tmp_path: Path) -> None:
    with flag_due(tmp_path) as (desk, alarms, clock):
        ticket = desk.turns.take(1)
        clock.wait(seconds=30)
        ring(alarms, desk)
        clock.wait(seconds=2)
        ring(alarms, desk)
        early = desk.state.game(1, 1).flag
        clock.wait(ms=1)
        ring(alarms, desk)
        game = desk.state.game(1, 1)

        assert early is None
        assert game.flag is not None
        assert (game.flag.provisional, game.result) == ("unruled", None)
        with received(ticket):
            desk.submit(PlayMove(round=1, board=1, ply=0, move="32-28", by=BY))
        assert (desk.state.game(1, 1).ply, desk.state.game(1, 1).flag) == (1, None)


def test_an_unruled_request_makes_the_flag_provisional(tmp_path: Path) -> None:
    with flag_due(tmp_path) as (desk, _, clock):
        clock.wait(ms=1)
        recorded = desk.ask(RingFlag(round=1, board=1, unruled=True))

        assert [type(event) for event in recorded.events] == [FlagFell]
