"""What the service promises a hall, which tests hold each promise, and the figures that they have seen.

`make promises` runs the slow tests and writes the figures, with their date, into `tests/data/promises.json` and
`docs/promises.md`. A row is written when its test has passed, and a test that has tried fewer than a whole run does
not pass. `python -m tests.promises` writes the page alone, and names the slow tests.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

HOUSE = Path(__file__).parents[1]
FIGURES = HOUSE / "tests" / "data" / "promises.json"
PAGE = HOUSE / "docs" / "promises.md"
VERBS = "tests/cli/test_verbs.py"
FAULTS = "tests/test_postgres_faults.py"
NOT_RUN = "not run whole yet"


@dataclass(frozen=True, slots=True)
class Sweep:
    """A slow test, and how many of what a whole run of it tries.

    `below`: the figure that the promise names and that every run has to stay below, if it names one.
    """

    test: str
    whole: int
    of: str
    below: float | None = None

    @property
    def name(self) -> str:
        return self.test.rpartition("::")[2]


@dataclass(frozen=True, slots=True)
class Promise:
    """A promise; the tests that hold it in `make test`, and those that find its figure in `make test-all`."""

    says: str
    short: tuple[str, ...]
    slow: tuple[Sweep, ...] = ()


PROMISES: Mapping[str, Promise] = {
    "G1": Promise(
        "An acknowledged move is never lost: by a killed process, a crash of the system, or a power cut on a disk that "
        "keeps what it has synced",
        (
            "tests/test_kill.py::test_what_a_killed_service_had_acknowledged_is_there_after_the_restart",
            "tests/journal/test_power_cut.py::test_a_power_cut_takes_no_acknowledged_line_and_the_control_loses_some",
        ),
        (
            Sweep("tests/test_kill.py::test_two_hundred_kills_lose_nothing", 200, "kills"),
            Sweep(
                "tests/journal/test_power_cut.py::test_ten_thousand_power_cuts_take_no_acknowledged_line",
                10_000,
                "power cuts",
            ),
        ),
    ),
    "G2": Promise(
        "What is sent again counts once",
        (
            "tests/test_kill.py::test_what_a_killed_service_had_acknowledged_is_there_after_the_restart",
            "tests/web/test_api_clocks.py::test_a_key_stops_the_hall_once",
        ),
        (Sweep("tests/test_kill.py::test_two_hundred_kills_lose_nothing", 200, "kills"),),
    ),
    "G3": Promise(
        "A tablet that is behind, or a second one, never overwrites: it is told how many moves have been played",
        (
            "tests/web/test_api_play.py::test_a_move_for_another_position_is_stale",
            "tests/desk/test_two_tablets.py::test_of_two_tablets_that_move_at_once_one_is_told_that_it_is_behind",
        ),
        (
            Sweep(
                "tests/desk/test_two_tablets.py::test_of_two_tablets_that_move_at_once_never_do_both_stand", 60, "games"
            ),
        ),
    ),
    "G4": Promise(
        "No flag is ruled wrongly after a crash, a stop or a changed clock",
        (
            "tests/test_stalls.py::test_a_move_that_waits_in_the_socket_while_the_service_stands_still_is_not_lost",
            "tests/test_flags_always.py::test_a_press_in_time_never_loses_the_game",
        ),
        (
            Sweep(
                "tests/test_stalls.py::test_a_service_that_stands_still_at_a_thousand_flags_loses_no_move",
                1_000,
                "flags",
            ),
            Sweep(
                "tests/test_flags_always.py::test_a_thousand_flags_around_which_the_service_is_killed_end_no_game_wrongly",
                1_000,
                "flags",
            ),
        ),
    ),
    "G5": Promise(
        "Damage to a line is never silent: it is told at the start, or by the first tablet that returns, and mended "
        "where a copy, or the tablet of a board, has what was lost",
        (
            "tests/journal/test_witness.py::test_no_damage_is_silent",
            "tests/machine/test_file_checks.py::test_a_tablet_that_knows_a_line_which_the_journal_has_not_is_told_to_the_office",
            "tests/web/test_service.py::test_moves_that_a_tablet_has_kept_are_entered_by_one_press",
        ),
        (Sweep("tests/journal/test_witness.py::test_none_of_a_thousand_damages_is_silent", 1_000, "damages"),),
    ),
    "G6": Promise(
        "On a disk that is full, read-only or broken nothing is acknowledged, reading and printing go on, the office "
        "is told, and work goes on by itself",
        ("tests/test_full_disk.py::test_a_disk_that_takes_nothing_is_told_and_a_restart_reads_and_prints",),
        (
            Sweep(
                "tests/test_bad_disk.py::test_a_disk_that_fails_is_told_and_nothing_is_acknowledged",
                2,
                "ways to fail",
            ),
            Sweep(
                "tests/test_bad_disk.py::test_a_disk_that_takes_a_second_for_each_sync_acknowledges_after_it_and_is_told",
                3,
                "moves",
            ),
        ),
    ),
    "G7": Promise(
        "One process writes",
        ("tests/journal/test_sqlite.py::test_one_process_at_a_time_has_the_right_to_write",),
        (
            Sweep(
                "tests/journal/test_sqlite.py::test_of_many_processes_that_want_to_write_one_does_at_a_time",
                3_000,
                "turns",
            ),
        ),
    ),
    "G8": Promise(
        "A bad or hostile request harms nobody else",
        (
            "tests/test_junk.py::test_junk_harms_nobody",
            "tests/test_made_up.py::test_every_example_of_the_document_is_answered_as_it_says",
        ),
        (
            Sweep("tests/test_junk.py::test_a_hundred_thousand_pieces_of_junk_harm_nobody", 100_000, "requests"),
            Sweep(
                "tests/test_made_up.py::test_no_request_that_is_made_up_is_a_fault_and_each_is_answered_as_it_says",
                10_000,
                "requests",
            ),
        ),
    ),
    "G9": Promise(
        "After the power has returned a move is accepted in a tournament of 200,000 lines once the service has worked "
        "less than 20 times as long as for a start without a tournament",
        ("tests/desk/test_snapshots.py::test_a_start_reads_the_snapshot_and_only_what_was_written_since",),
        (
            Sweep(
                "tests/test_long_start.py::test_with_two_hundred_thousand_lines_a_start_takes_less_than_twenty_times_the_work",
                200_000,
                "lines",
                below=20,
            ),
        ),
    ),
    "G10": Promise(
        "There is a backup that brings the same tournament back",
        (f"{VERBS}::test_the_copies_that_are_made_by_themselves_are_checked_and_brought_back_with_their_names",),
        (
            Sweep(
                "tests/alarms/test_backups.py::test_a_hundred_copies_made_while_people_play_come_back_with_their_head",
                100,
                "copies",
            ),
        ),
    ),
    "G11": Promise(
        "An upgrade happens whole or not at all",
        ("tests/journal/test_migration.py::test_a_kill_while_a_journal_is_brought_up_to_date_changes_no_line",),
        (
            Sweep(
                "tests/journal/test_migration.py::test_no_statement_is_one_at_which_a_journal_may_not_be_killed",
                200,
                "statements",
            ),
        ),
    ),
    "G12": Promise(
        "When the power is gone, play goes on from paper",
        ("tests/hall/test_emergency.py::test_the_sheet_has_clocks_positions_and_last_moves_of_every_board",),
        (Sweep("tests/hall/test_emergency.py::test_wherever_a_round_stands_the_sheet_has_it", 200, "boards"),),
    ),
    "G13": Promise(
        "Over a database whose standby is synchronous, the loss of either server or of a node, and a node that "
        "stood still, takes no acknowledged move, and none is there twice",
        ("tests/test_outages.py::test_two_nodes_take_every_request_and_nobody_pays_for_an_outage_or_a_lost_primary",),
        (
            Sweep(f"{FAULTS}::test_twenty_primaries_are_lost_and_no_acknowledged_line", 20, "primaries"),
            Sweep(f"{FAULTS}::test_without_waiting_for_the_standby_the_same_loses_acknowledged_lines", 10, "journals"),
            Sweep(
                f"{FAULTS}::test_fifty_writers_that_were_frozen_go_on_behind_what_others_have_written", 50, "writers"
            ),
            Sweep(f"{FAULTS}::test_a_writer_that_is_killed_fifty_times_loses_no_acknowledged_line", 50, "kills"),
            Sweep(f"{FAULTS}::test_a_full_disk_of_the_primary_acknowledges_nothing_and_loses_nothing", 1, "full disk"),
        ),
    ),
    "soak": Promise(
        "Play that goes on takes no memory but that of its moves, and the log stays as it is",
        (),
        (Sweep("tests/test_soak.py::test_memory_and_log_stay_flat_while_people_play", 10_000, "moves"),),
    ),
}


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the page: a sweep of a promise, how many it has tried, and what it has seen."""

    promise: str
    sweep: Sweep
    ran: int
    seen: str
    measured: float | None


SEEN: list[Row] = []
"""The rows of the test that is running, until it has passed."""


def found(promise: str, ran: int, seen: str, measured: float | None = None) -> None:
    """The slow test that is running has tried *ran*, a whole run, and *seen* this.

    *measured*: the figure that has to stay below the one that the promise names.
    """
    running = os.environ["PYTEST_CURRENT_TEST"].partition(" ")[0].rpartition("::")[2]
    (sweep,) = (one for one in PROMISES[promise].slow if one.name == running)
    assert ran >= sweep.whole, f"{ran:,} {sweep.of} are no whole run, which has {sweep.whole:,}"
    if sweep.below is None:
        assert measured is None
    else:
        assert measured is not None
        assert measured < sweep.below, f"{sweep.name} promises less than {sweep.below:g} and has seen {measured:.1f}"
    SEEN.append(Row(promise, sweep, ran, seen, measured))


@contextmanager
def kept_once_passed() -> Iterator[None]:
    """Writes the rows that the block has found, once it is over without a fault and if `make promises` asks for it."""
    SEEN.clear()
    yield
    if SEEN and os.environ.get("PROMISES") == "write":
        known = figures()
        today = datetime.now(UTC).strftime("%Y-%m-%d")
        for row in SEEN:
            told = {"date": today, "figure": row.seen, "measured": row.measured, "ran": row.ran}
            known.setdefault(row.promise, {})[row.sweep.name] = told
        FIGURES.write_text(json.dumps(known, indent=1, ensure_ascii=False, sort_keys=True) + "\n", "utf-8")
        PAGE.write_text(page(), "utf-8")


def figures() -> dict[str, Any]:
    known: dict[str, Any] = json.loads(FIGURES.read_text("utf-8")) if FIGURES.exists() else {}
    return known


def page() -> str:
    """The page of the promises, with the figures as they were last seen."""
    known = figures()
    rows = []
    for code, promise in PROMISES.items():
        for sweep in promise.slow:
            row = known.get(code, {}).get(sweep.name)
            date, figure = (row["date"], f"{row['ran']:,} {sweep.of}: {row['figure']}") if row else ("-", NOT_RUN)
            rows.append(f"| {code} | {promise.says} | `python -m pytest -m '' {sweep.test}` | {date} | {figure} |")
    return (
        "# Promises\n\n"
        "This table lists what a hall may rely on, the command that shows it, and the result of its last complete run; "
        "`make promises` writes it.\nA run that was interrupted, or that failed, leaves no row. Each promise has a "
        "short form in `make test`; `tests/promises.py` names them.\n\n"
        "| | promise | command | date | figure |\n|---|---|---|---|---|\n" + "\n".join(rows) + "\n\n"
        "Not promised are seconds of waiting, because they depend on the machine: a duration is promised in relation "
        "to another one on the same machine. Nothing is promised of a disk that loses data which it\nhas synced "
        "(cheap sticks, cards), and nothing if the only disk fails and no second medium was named. A press counts "
        "when the service has it, so delays of the wireless network\nremain.\n"
    )


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
    print(*dict.fromkeys(sweep.test for promise in PROMISES.values() for sweep in promise.slow))  # noqa: T201
