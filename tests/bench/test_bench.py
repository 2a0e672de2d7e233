"""The benchmarks run and say what they have to say; how fast it goes is theirs to tell, not a test's to ask."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from arbiter.rules.variants import VARIANTS
from tests.bench import (
    bench_alarms,
    bench_computer,
    bench_fanout,
    bench_hall,
    bench_hostile,
    bench_moves,
    bench_nodes,
    bench_pairing,
    bench_pairing_moves,
    bench_relay,
    bench_rules,
    bench_search,
    bench_shared,
    bench_stores,
)
from tests.bench.figures import figure
from tests.postgres import programs
from tests.service import HOUSE


@pytest.mark.slow  # starts three services
def test_the_benchmark_of_moves_sets_every_time_beside_its_floor(tmp_path: Path) -> None:
    figures, ratios = bench_moves.bench(tmp_path, seconds=1, rate=20, listening=10)

    assert set(figures) == {"a", "b", "c", "c'", "d"}
    assert all(0 < measured.median <= measured.p95 for measured in figures.values())
    assert set(ratios) == {"c / (a + b)", "c' / (a + b)", "d / c'"}
    assert all(ratio > 0 for ratio in ratios.values())


@pytest.mark.slow  # a hub
def test_the_benchmark_of_relays_brings_every_hall_to_the_same_head(tmp_path: Path) -> None:
    told = bench_relay.bench(tmp_path, halls=3, boards=2, seconds=2)

    assert told["halls"] == 3
    assert all(not isinstance(value, float) or value >= 0 for value in told.values())


@pytest.mark.slow  # three servers
@pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed")
def test_the_benchmark_of_stores_sets_them_side_by_side(tmp_path: Path) -> None:
    speeds, takes = bench_stores.bench(tmp_path, seconds=0.5, boards=4)

    assert len(speeds) == 10
    assert all(speed.rate > 0 and 0 < speed.p50 <= speed.p99 for speed in speeds)
    assert all(seconds > 0 for seconds in takes.values())


@pytest.mark.slow  # six servers, five nodes
@pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed")
def test_the_benchmark_of_several_nodes_has_all_its_answers(tmp_path: Path) -> None:
    speeds = list(bench_shared.moves(tmp_path, seconds=2, rate=10, boards=4))

    assert len(speeds) == 3
    assert all(speed.rate > 0 and 0 < speed.p50 <= speed.p99 for speed in speeds)
    assert bench_shared.storm(tmp_path, boards=3)[0] > 0
    with bench_shared.far_away() as url:
        assert bench_shared.rate(HOUSE, url, seconds=1) > 0


@pytest.mark.slow  # two servers, two nodes
@pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed")
def test_the_benchmark_of_nodes_counts_the_work_of_each(tmp_path: Path) -> None:
    taken = bench_nodes.bench(tmp_path, seconds=2, rate=10, nodes=1, listeners=20)

    assert [one.what for one in taken] == ["one node", "and 1 public", "10 listen at the last", "20 listen at the last"]
    assert all(one.moves == 20 and one.playing > 0 for one in taken)


@pytest.mark.slow
def test_the_benchmark_of_the_house_sets_moves_with_it_beside_those_without(tmp_path: Path) -> None:
    figures, ratios = bench_computer.bench(tmp_path, seconds=2, rate=20)

    assert set(figures) == {"alone", "house"}
    assert ratios["p99 house (ms)"] > 0


@pytest.mark.slow
def test_the_benchmark_of_listeners_sets_the_service_beside_a_prototype(tmp_path: Path) -> None:
    figures, ratios = bench_fanout.bench(tmp_path, seconds=0.5, rate=20, listeners=10)

    assert set(figures) == {"p", "p'", "s", "s'"}
    assert ratios["s' / s, median"] > 0


@pytest.mark.slow  # starts a service
@pytest.mark.skipif(shutil.which("gcc") is None, reason="the slow disk is built with gcc")
def test_the_benchmark_of_the_hall_plays_on_a_slow_disk_while_games_end(tmp_path: Path) -> None:
    evening = bench_hall.bench(tmp_path / "hall", boards=20, rate=10, spectators=5, every=0.5, sync=20, seconds=4)
    figures, _ = bench_hall.told_of(evening, 20)

    assert set(figures) == {"f20", "e20", "m20", "p20"}
    assert figures["m20"].median > 20
    assert (evening.flags, sum(evening.refused.values())) == (0, 0)


@pytest.mark.slow  # starts a service
def test_the_benchmark_of_hostile_strangers_measures_memory_and_moves(tmp_path: Path) -> None:
    figures, told = bench_hostile.bench(tmp_path, seconds=5, boards=4, count=26)

    assert set(figures) == {"m", "m'"}
    assert told["the most above before (MB)"] < 64
    assert told["connections of strangers"] > 0


@pytest.mark.slow
def test_the_benchmark_of_the_rules_counts_leaves_and_plies() -> None:
    rows = bench_rules.bench({"ours": sys.executable}, seconds=0.05)

    assert [row.variant for row in rows] == ["international", "frisian", "brazilian", "russian", "american"]
    assert all(row.leaves for row in rows)
    assert all(row.first and row.again for row in rows)
    assert len(bench_rules.table(rows).splitlines()) == 6


@pytest.mark.slow  # makes a virtual environment
def test_a_library_that_pypi_does_not_give_is_left_out_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(bench_rules.NotFetched, match="could not be fetched from PyPI"):
        bench_rules.interpreter("pydraughts", tmp_path, index="http://127.0.0.1:9/simple")


def test_the_benchmark_of_pairing_pairs_round_five_of_every_size() -> None:
    rows = bench_pairing.bench([12, 20], against=None)

    assert [row.players for row in rows] == [12, 20]
    assert all(0 < row.seconds <= row.slowest_round and row.other is None for row in rows)
    assert "py4swiss" in bench_pairing.table(rows)


@pytest.mark.slow  # waits for what rings
def test_the_benchmark_of_alarms_stands_beside_the_bare_scheduler(tmp_path: Path) -> None:
    figures, ratios = bench_alarms.bench(tmp_path, boards=(5,), seconds=0.5)

    assert set(figures) == {"a5", "t5", "s5", "r5", "m5", "all"}
    assert all(measured.samples >= 5 for measured in figures.values())
    assert all(rate > 0 for rate in ratios.values())


@pytest.mark.slow
def test_the_benchmark_of_moves_beside_a_pairing_measures_both(tmp_path: Path) -> None:
    figures, ratios = bench_pairing_moves.bench(tmp_path, players=12, seconds=0.5, rate=20)

    assert set(figures) == {"c", "c'", "p"}
    assert ratios["c' / c"] > 0


def test_the_house_player_beats_chance_in_the_benchmark_of_the_search() -> None:
    match = bench_search.against_chance(VARIANTS["american"], games=2, nodes=200, seed=1)

    assert (match.won, match.score, match.margin) == (2, 1.0, 0.0)
    assert "100.0 %" in str(match)


def test_the_margin_of_a_match_is_that_of_its_games() -> None:
    match = bench_search.Match("american", "itself", won=10, drawn=20, lost=10, plies=40, seconds=(0, 0))

    assert match.score == 0.5
    assert round(match.margin, 3) == 0.110  # 1.96 * sqrt(0.125 / 40)


def test_half_of_the_samples_lie_below_the_median_one_in_twenty_above_the_p95_one_in_a_hundred_above_the_p99() -> None:
    measured = figure("counting", [n * 1_000_000 for n in range(1, 101)])

    assert (measured.median, measured.p95, measured.p99, measured.samples) == (50.5, 96, 100, 100)


def test_one_sample_makes_no_figure() -> None:
    with pytest.raises(ValueError, match="too few"):
        figure("counting", [1])
