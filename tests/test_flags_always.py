"""Whoever pressed before their flag fell does not lose by it: whatever the machine did meanwhile."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.desk.desk import Desk
from arbiter.desk.desks import Desks
from arbiter.refused import Refused
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.entries import OpenTournament
from arbiter.rulings.rounds.pairing import PairRound, StartRound
from arbiter.rulings.time.flags import RingFlag
from arbiter.sides import HOUR, SECOND
from tests.hall import BY, person
from tests.promises import found
from tests.service import Caller, Gone, service
from tests.test_instants import Machine

TIME = 20
"""Seconds of White."""
TICK = 200
MISCHIEF = st.lists(
    st.one_of(
        st.tuples(st.just("quiet"), st.integers(0, 9_000)),
        st.tuples(st.just("step"), st.sampled_from([-30 * HOUR, -HOUR, -SECOND, SECOND, HOUR, 30 * HOUR])),
        st.tuples(st.just("sleep"), st.integers(0, 60_000)),
        st.tuples(st.just("still"), st.integers(0, 9_000)),
    ),
    max_size=6,
)


@contextmanager
def board(folder: Path, machine: Machine) -> Iterator[tuple[Desks, Desk]]:
    """A board at which the flag ends the game by itself, in a service that is watched."""
    desks = Desks(folder, machine.clock())
    desks.gaps.watch()
    desk = desks.open(OpenTournament(name="Auto", control=str(TIME), flags="auto"))
    for number in (1, 2):
        desk.enter(person(number), BY)
    desk.submit(PairRound(by=BY))
    desk.submit(StartRound(round=1, by=BY))
    try:
        yield desks, desk
    finally:
        desks.close()


def there(desks: Desks) -> None:
    """The process is running: its threads and its loop have a turn."""
    desks.gaps.beat()
    desks.watch.tick("thread")
    desks.watch.tick("loop")


def happens(machine: Machine, desks: Desks, what: str, ms: int) -> None:
    """One thing that a machine may do to the service."""
    if what == "step":
        machine.wall += ms
    elif what == "sleep":
        machine.sleep(ms)
    elif what == "still":
        machine.wait(ms)
    else:
        for _ in range(ms // TICK):
            machine.wait(TICK)
            there(desks)
    if what != "still":
        there(desks)


@given(MISCHIEF, st.integers(251, 20_000), st.booleans())
@settings(deadline=None)
def test_a_press_in_time_never_loses_the_game(
    tmp_path_factory: pytest.TempPathFactory, before: list[tuple[str, int]], waits: int, asks_first: bool
) -> None:
    """The press lies in the socket while the service is stopped; then the alarm asks first, or the move is taken up."""
    machine = Machine()
    with board(tmp_path_factory.mktemp("always"), machine) as (desks, desk):
        there(desks)
        for what, ms in before:
            happens(machine, desks, what, ms)
        game = desk.state.game(1, 1)
        in_time = game.running and game.clock.running is not None and not game.clock.fallen(desks.clock.now())
        machine.wait(waits)
        ring, move = RingFlag(round=1, board=1), PlayMove(round=1, board=1, ply=0, move="32-28", by=BY)
        ruled(desk, ring if asks_first else move)
        ruled(desk, move if asks_first else ring)

        if in_time:
            assert desk.state.game(1, 1).result is None


def ruled(desk: Desk, request: RingFlag | PlayMove) -> None:
    with suppress(Refused):
        desk.ask(request) if isinstance(request, RingFlag) else desk.submit(request)


@pytest.mark.slow
@given(MISCHIEF, st.integers(251, 20_000), st.booleans())
@settings(deadline=None, max_examples=10_000)
def test_a_press_in_time_never_loses_the_game_ten_thousand_times(
    tmp_path_factory: pytest.TempPathFactory, before: list[tuple[str, int]], waits: int, asks_first: bool
) -> None:
    """The same rule, looked at for longer."""
    test_a_press_in_time_never_loses_the_game.hypothesis.inner_test(  # type: ignore[attr-defined]  # hypothesis' own
        tmp_path_factory, before, waits, asks_first
    )


# killed


def test_a_service_that_is_killed_around_a_flag_ends_no_game_wrongly(tmp_path: Path) -> None:
    killed(tmp_path, kills=3, boards=4)


@pytest.mark.slow
@pytest.mark.timeout(3_600)
def test_a_thousand_flags_around_which_the_service_is_killed_end_no_game_wrongly(tmp_path: Path) -> None:
    kills, boards = 100, 10
    stood = killed(tmp_path, kills=kills, boards=boards)
    flags = kills * boards
    found("G4", flags, f"{kills} kills: {stood:,} moves stand, {flags - stood:,} lie before the arbiter, 0 games lost")


def killed(folder: Path, *, kills: int, boards: int) -> int:
    """White presses at each board shortly before the flag, and the service is killed within 200 ms of it.

    The tablets send their moves again once the service is back: each stands, or lies before the arbiter. How many
    stand.
    """
    chance, stood = random.Random(2026), 0
    with service(folder) as served, ThreadPoolExecutor(boards) as players:
        token = served.token()
        for _ in range(kills):
            with served.caller(token) as caller:
                id, tablets = hall(caller, boards)
                flag_at = caller.get(f"/tournaments/{id}/rounds/1/boards/1")["clock"]["flag_at"]
            kill_at = flag_at + chance.randint(-200, 200)
            kill = Timer(max(0.0, kill_at / 1_000 - time.time()), served.kill)
            kill.start()
            presses = [min(flag_at - chance.randint(1, 60), kill_at) for _ in tablets]
            answers = list(players.map(sent, tablets, presses))
            kill.join()
            served.start()
            served.wait()
            for tablet, pressed, answer in zip(tablets, presses, answers, strict=True):
                told = f"flag at {flag_at}, pressed {pressed}, killed {kill_at}"
                stood += sent_again(tablet, pressed, answer, told)
    return stood


@dataclass
class Tablet:
    """The tablet of one board."""

    at: str
    caller: Caller


def hall(caller: Caller, boards: int) -> tuple[str, list[Tablet]]:
    """So many boards that begin at one instant, each with a tablet in touch."""
    id = caller.tournament(2 * boards, started=False, control="1", flags="auto")
    caller.post(f"/tournaments/{id}/rounds")
    links = caller.post(f"/tournaments/{id}/tablets")["links"]
    tablets = [Tablet(f"/tournaments/{id}/rounds/1/boards/{link['board']}", bound(caller, link)) for link in links]
    for tablet in tablets:
        tablet.caller.get("/time")
    caller.post(f"/tournaments/{id}/rounds/1/start")
    return id, tablets


def sent(tablet: Tablet, pressed: int) -> int | None:
    """The status of the answer to White's move; None where the kill came first."""
    wait_until(pressed - 1)
    try:
        return tablet.caller.send("POST", f"{tablet.at}/moves", move_pressed(pressed)).status
    except Gone:
        return None


def sent_again(tablet: Tablet, pressed: int, answer: int | None, told: str) -> bool:
    """The same once more, as tablets do until they are answered; whether the move stands."""
    tablet.caller.close()  # that line went with the service
    with tablet.caller as caller:
        again = caller.send("POST", f"{tablet.at}/moves", move_pressed(pressed))
        shape = caller.get(tablet.at)
    assert shape["result"] is None, (told, answer, again)
    if answer == 200 or again.status == 200:
        assert shape["moves"] == ["32-28"], (told, answer, again)
    else:
        assert again.body["recorded"]["before_flag_ms"] > 0, (told, answer, again)
        assert shape["flag"]["provisional"], (told, answer, again)
    return bool(shape["moves"])


def bound(caller: Caller, link: dict[str, Any]) -> Caller:
    """Whoever has scanned that card."""
    token = caller.post("/tablets/bind", {"link": link["url"].rpartition("/")[2], "pin": link["pin"]})["token"]
    return caller.again(str(token))


def move_pressed(at: int) -> dict[str, Any]:
    """What a tablet sends, and sends again until it is answered."""
    return {"move": "32-28", "ply": 0, "key": "tap", "device": {"pressed": at, "offset_ms": 0, "chain": ""}}


def wait_until(instant: float) -> None:
    time.sleep(max(0, instant / 1_000 - time.time()))
