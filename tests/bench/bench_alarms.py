"""How late flags are noted with so many clocks running, what re-setting an alarm at each move costs, presses a second.

    python -m tests.bench.bench_alarms [--boards 10 100 1000 5000] [--seconds 4] [--json]

Side by side with APScheduler's date jobs alone, which have no ruling and no journal to wait for. The boards are those
of real tournaments (500 at the most in each) over a real journal; some flags fall while it is measured, spread over the
seconds asked for, and the other clocks run on. "Asked" is when the alarm had its turn at the desk, "told" when the
flag was on the disk and the wires had it.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from apscheduler.schedulers.background import BackgroundScheduler

from arbiter.alarms.ringing import Alarms
from arbiter.clock.clock import new_clock
from arbiter.clock.control import parse_controls
from arbiter.desk.desk import Desk
from arbiter.desk.desks import Desks
from arbiter.desk.recorded import Recorded
from arbiter.instants import HallClock
from arbiter.journal.lines import Unwritten
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.entries import OpenTournament
from arbiter.sides import HOUR, SECOND, Instant, Side, Span
from arbiter.tournament.events.clocks import FlagFell, TimeCorrected
from arbiter.tournament.events.entries import PlayerEntered
from arbiter.tournament.events.event import Event, event_text
from arbiter.tournament.events.rounds import GamesStarted, RoundPaired
from tests.bench.figures import Figure, figure, show
from tests.games import real_games

BOARDS = (10, 100, 1_000, 5_000)
IN_A_TOURNAMENT = 500
FALLING = 200
"""Flags that fall while it is measured, where there are so many boards."""
MS = 1_000_000
BY = "bench"


def bench(folder: Path, *, boards: tuple[int, ...], seconds: float) -> tuple[dict[str, Figure], dict[str, float]]:
    """The figures for each number of boards, and how many presses go into a second."""
    figures: dict[str, Figure] = {}
    ratios: dict[str, float] = {}
    for number in boards:
        asked, told, reset = alarms(folder / f"of {number}", number, seconds)
        fired, moved = scheduler(number, seconds)
        figures |= {
            f"a{number}": figure(f"flag asked for, {number} clocks", asked),
            f"t{number}": figure(f"flag written and told, {number} clocks", told),
            f"s{number}": figure(f"bare scheduler's job, {number} jobs", fired),
            f"r{number}": figure(f"alarm set again, {number} clocks", reset),
            f"m{number}": figure(f"bare scheduler's job moved, {number} jobs", moved),
        }
    together = at_once(folder / "together", max(n for n in boards if n <= 1_000))
    figures["all"] = figure(f"told, {len(together)} flags at one instant", together)
    ratios["presses a second, the clock alone"] = presses_alone()
    ratios["presses a second, ruled on and on the disk"] = presses_written(folder / "presses", seconds)
    return figures, ratios


@contextmanager
def hall(folder: Path, boards: int, left: list[Span]) -> Iterator[tuple[Desks, Alarms, list[Desk]]]:
    """So many boards whose clocks have been set going, White of each with so much left; alarms that ring."""
    folder.mkdir()
    desks = Desks(folder, HallClock())
    halls = [opened(desks, min(IN_A_TOURNAMENT, boards - first)) for first in range(0, boards, IN_A_TOURNAMENT)]
    start = desks.clock.now()
    for first, desk in zip(range(0, boards, IN_A_TOURNAMENT), halls, strict=True):
        begin(desk, start, left[first : first + IN_A_TOURNAMENT])
    alarms = Alarms(desks)
    alarms.start()
    try:
        yield desks, alarms, halls
    finally:
        alarms.stop()
        desks.close()


def opened(desks: Desks, boards: int) -> Desk:
    """A tournament with that many boards in its first round, written in one go."""
    desk = desks.open(OpenTournament(name="Bench", system="manual", control="36000"))
    at = desks.clock.now()
    entries = [PlayerEntered(at=at, entry=number, by=BY) for number in range(1, 2 * boards + 1)]
    pairs = tuple((2 * board - 1, 2 * board) for board in range(1, boards + 1))
    written(desk, [*entries, RoundPaired(at=at, round=1, pairs=pairs, byes=(), by=BY)])
    return desk


def begin(desk: Desk, start: Instant, left: list[Span]) -> None:
    """The clocks go, with so much left for White of each board."""
    boards = tuple(range(1, len(left) + 1))
    times = [
        TimeCorrected(
            at=start, round=1, board=board, side=Side.WHITE, left=span, by=BY, article=None, reason="to be measured"
        )
        for board, span in zip(boards, left, strict=True)
    ]
    written(desk, [*times, GamesStarted(at=start, round=1, boards=boards, side=Side.WHITE, by=BY)])


def written(desk: Desk, events: list[Event]) -> None:
    """Lines that need no ruling."""
    lines = [Unwritten(at=event.at, kind=type(event).__name__, body=event_text(event)) for event in events]
    desk.journal.append(lines, desk.state.version)
    desk._catch_up()


def alarms(folder: Path, boards: int, seconds: float) -> tuple[list[int], list[int], list[int]]:
    """Nanoseconds by which flags were asked for and told too late, and that it took to set an alarm again."""
    falling = min(boards, FALLING)
    ahead = SECOND + boards  # to be written and set before the first falls
    spans = [ahead + round(1_000 * seconds * number / falling) for number in range(falling)]
    left = [*spans, *(HOUR + number for number in range(boards - falling))]
    random.Random(7).shuffle(left)
    asked: list[int] = []
    told: list[int] = []
    with hall(folder, boards, left) as (desks, ringing, halls):
        done = threading.Event()

        def hear(_: str, recorded: Recorded) -> None:
            now = desks.clock.now()
            for event in recorded.events:
                if isinstance(event, FlagFell):
                    asked.append((recorded.at - event.at) * MS)
                    told.append((now - event.at) * MS)
            if len(told) == falling:
                done.set()

        desks.follow(hear)
        reset = reset_costs(ringing, halls[-1])
        if not done.wait(seconds + (ahead / 1_000) + 60):
            raise RuntimeError(f"{falling - len(told)} of {falling} flags have not been noted")
    return asked, told, reset


def reset_costs(ringing: Alarms, desk: Desk) -> list[int]:
    """What it takes at a move: the alarm of the board is set for another instant, among all the others."""
    costs = []
    board = max(desk.state.round(1).games, key=lambda game: game.clock.had.white)
    for number in range(300):
        game = board.with_clock(board.clock.with_left(Side.WHITE, 20 * HOUR + number, board.clock.since))
        began = time.perf_counter_ns()
        ringing._set_game(desk.id, desk.state, game)
        costs.append(time.perf_counter_ns() - began)
    ringing._set_game(desk.id, desk.state, board)
    return costs


def scheduler(jobs: int, seconds: float) -> tuple[list[int], list[int]]:
    """The same of APScheduler alone: by how much date jobs were late, and what moving one of them took."""
    late: list[int] = []
    done = threading.Event()
    falling = min(jobs, FALLING)
    bare = BackgroundScheduler(job_defaults={"misfire_grace_time": None}, timezone=UTC)
    bare.start(paused=True)
    begin = datetime.now(UTC) + timedelta(seconds=1 + jobs / 1_000)

    def ring(due: datetime) -> None:
        late.append(round((datetime.now(UTC) - due).total_seconds() * 1_000 * MS))
        if len(late) == falling:
            done.set()

    due = begin
    for number in range(jobs):
        due = begin + timedelta(seconds=seconds * number / falling if number < falling else 3_600 + number)
        bare.add_job(ring, "date", run_date=due, args=[due], id=str(number))
    bare.resume()
    moved = []
    for number in range(300):
        began = time.perf_counter_ns()
        bare.reschedule_job(str(jobs - 1), trigger="date", run_date=begin + timedelta(hours=2, seconds=number))
        moved.append(time.perf_counter_ns() - began)
    if jobs <= FALLING:  # that job was to fall
        bare.reschedule_job(str(jobs - 1), trigger="date", run_date=due)
    done.wait(seconds + jobs / 1_000 + 60)
    bare.shutdown(wait=False)
    return late, moved


def at_once(folder: Path, boards: int) -> list[int]:
    """All flags fall in the same millisecond: nanoseconds until each was on the disk and told."""
    told: list[int] = []
    with hall(folder, boards, [2 * SECOND + boards] * boards) as (desks, _, halls):

        def hear(_: str, recorded: Recorded) -> None:
            now = desks.clock.now()
            told.extend((now - event.at) * MS for event in recorded.events if isinstance(event, FlagFell))

        desks.follow(hear)
        until = time.monotonic() + 60
        while len(told) < boards and time.monotonic() < until:
            time.sleep(0.01)
        assert all(desk.state.waiting for desk in halls)
    return told


def presses_alone() -> float:
    """Presses a second of the value alone."""
    clock = new_clock(parse_controls("50/7200:25/3600")).start(Side.WHITE, 0)
    presses, began = 20_000, time.perf_counter()
    for at in range(presses):
        clock = clock.press(at)
    return presses / (time.perf_counter() - began)


def presses_written(folder: Path, seconds: float) -> float:
    """Moves a second through rules, clock, ruling, journal (synced) and replay, one after the other."""
    games = real_games()
    with hall(folder, len(games), [HOUR] * len(games)) as (_, _, (desk, *_)):
        played, began = 0, time.perf_counter()
        for ply in range(500):
            for board, game in enumerate(games[: len(desk.state.round(1).games)], start=1):
                if ply < len(game.moves):
                    desk.submit(PlayMove(round=1, board=board, ply=ply, move=game.moves[ply], by=BY))
                    played += 1
                if time.perf_counter() - began > seconds:
                    return played / (time.perf_counter() - began)
    return played / (time.perf_counter() - began)


def main() -> None:
    """Runs it and prints what came out."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("--boards", type=int, nargs="+", default=list(BOARDS))
    asked.add_argument("--seconds", type=float, default=4, help="over which the flags that fall are spread")
    asked.add_argument("--json", action="store_true")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory(prefix="arbiter-bench-") as folder:
        figures, ratios = bench(Path(folder), boards=tuple(given.boards), seconds=given.seconds)
    show(figures, ratios, as_json=given.json)


if __name__ == "__main__":
    main()
