"""Halls that feed a hub, as real processes: the same tournament at both, whoever of the two was away for a while."""

from __future__ import annotations

import json
import random
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from arbiter.cli import main
from arbiter.federation.relay.status import path_of, relays
from arbiter.instants import HallClock
from arbiter.journal.lines import Line
from arbiter.journal.sqlite.journal import lines_in
from arbiter.journal.sqlite.writer import one_process
from arbiter.refused import Refused
from tests.desk.club import in_office, opened
from tests.games import real_games
from tests.postgres import cluster, programs
from tests.service import ARBITER, HOUSE, PATIENCE, Caller, Service, service

MOVES = real_games()[0].moves
THERE, HERE = "club-open", "utrecht-club-open"
BOARD = "/rounds/1/boards/1"
CHILD = "Roodkapje Grimm"
SHY = "Assepoester Perrault"
KEPT = ("Roodkapje", "Grimm", "Assepoester", "Perrault", "2015-05-05")
"""What no stranger reads at the hub: names and birthday of a child, and of whoever asked for it."""


def until(holds: Callable[[], object], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, what
        time.sleep(0.05)


@contextmanager
def relayed(hall: Service, hub: Service, key: str, *more: str) -> Iterator[subprocess.Popen[str]]:
    """`arbiter relay` beside a hall, for as long as the block runs."""
    options = ("--to", hub.url, "--key", key, "--tournament", "club-open", "--instance", str(hall.instance), *more)
    process = subprocess.Popen(
        [*ARBITER, "relay", *options], cwd=HOUSE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.terminate()
            process.communicate(timeout=PATIENCE)


def lines_of(at: Service, id: str) -> list[Line]:
    path = at.instance / "tournaments" / f"{id}.sqlite"
    return lines_in(path) if path.exists() else []


def play(caller: Caller, first: int, last: int) -> None:
    for ply in range(first, last):
        caller.post("/tournaments/club-open/rounds/1/boards/1/moves", {"move": MOVES[ply], "ply": ply})


def announced(caller: Caller, **terms: Any) -> None:
    """A tournament with a child and somebody who would not be named, its first round begun."""
    caller.post("/tournaments", {"name": "Club open", **terms})
    for entered in (
        {"name": "Piet Keller", "rating": 1500, "club": "Gouda"},
        {"name": CHILD, "born": "2015-05-05", "rating": 900},
        {"name": SHY, "shown": "withheld"},
        {"name": "Coen Dekker"},
    ):
        caller.post("/tournaments/club-open/entries", entered)
    caller.post("/tournaments/club-open/rounds")
    caller.post("/tournaments/club-open/rounds/1/start")


def key_of(hub: Service, hall: str = "Utrecht", *store: str) -> str:
    made = hub.command("hub", "key", hall, "--instance", str(hub.instance), *store)
    assert made.returncode == 0, made.stderr
    return made.stdout.strip()


def strangers(at: Service, id: str) -> bytes:
    """All that a stranger can read there of a tournament."""
    with at.caller() as caller:
        found = [
            caller.send("GET", path, root=root).body
            for root, path in (
                *(("", f"/tournaments/{id}{part}") for part in ("", "?view=boards", "/standings", BOARD, "/wall")),
                *(("/api/v1", f"/tournaments/{id}{part}") for part in ("", BOARD, "/standings", "/crosstable")),
                *(("/api/v1", f"/tournaments/{id}/export.{format}") for format in ("pdn", "csv", "trf")),
            )
        ]
    return b"\n".join(one if isinstance(one, bytes) else json.dumps(one).encode() for one in found)


@contextmanager
def two(folder: Path, **terms: Any) -> Iterator[tuple[Service, Service, Caller]]:
    """A hall in which a round is being played, a hub, and the hall's director."""
    for name in ("hall", "hub"):
        (folder / name).mkdir()
    with (
        service(folder / "hall", ARBITER_HUB_HERE="yes") as hall,
        service(folder / "hub") as hub,
        hall.caller(hall.token()) as director,
    ):
        announced(director, **terms)
        yield hall, hub, director


def followed(hall: Service, hub: Service) -> None:
    until(lambda: lines_of(hub, HERE) == lines_of(hall, THERE), "the hub has not followed")


def test_a_hub_shows_what_is_played_in_a_hall_and_goes_on_after_it_was_away(tmp_path: Path) -> None:
    with two(tmp_path) as (hall, hub, director):
        play(director, 0, 6)
        key = key_of(hub)
        with relayed(hall, hub, key):
            followed(hall, hub)
            hub.kill()
            play(director, 6, 12)
            until(lambda: next(relays(hall.instance)).since, "nobody has noticed that the hub is away")
            hub.start()
            hub.wait()
            followed(hall, hub)
            until(lambda: b"R. G." in strangers(hub, HERE), "the names have not come")

        with hub.caller() as here, hall.caller() as there:
            board, same = (one.get(f"/tournaments/{id}{BOARD}") for one, id in ((here, HERE), (there, THERE)))
            assert board["moves"] == same["moves"] == list(MOVES[:12])
            tables = [one.get(f"/tournaments/{id}/standings") for one, id in ((here, HERE), (there, THERE))]
            ranks = [[(row["rank"], row["entry"], row["points"]) for row in table["standings"]] for table in tables]
            assert ranks[0] == ranks[1]
        director.post(f"/tournaments/{THERE}/relay", {"to": hub.url, "key": key})  # the service relays by itself
        play(director, 12, 14)
        followed(hall, hub)
        read = strangers(hub, HERE)
        assert b"Piet Keller" in read
    kept = b"".join(path.read_bytes() for path in hub.instance.rglob("*") if path.is_file())
    assert b"Piet Keller" in kept
    for secret in KEPT:
        assert secret.encode() in (hall.instance / "register.sqlite").read_bytes()
        assert secret.encode() not in read, secret
        assert secret.encode() not in kept, secret


@pytest.mark.slow  # twenty kills and starts
def test_a_hub_and_a_relay_that_are_killed_twenty_times_have_every_line_once(tmp_path: Path) -> None:
    chance, ply = random.Random(24), 0
    with two(tmp_path) as (hall, hub, director):
        key = key_of(hub)
        for _ in range(20):
            with relayed(hall, hub, key) as relay:
                before = len(lines_of(hub, HERE))
                play(director, ply, ply := ply + chance.randrange(3))
                if chance.random() < 0.7 and lines_of(hub, HERE) != lines_of(hall, THERE):
                    until(lambda: len(lines_of(hub, HERE)) > before, "nothing comes")  # noqa: B023
                if chance.random() < 0.5:
                    hub.kill()
                    hub.start()
                    hub.wait()
                else:
                    relay.kill()
                    relay.communicate()
        with relayed(hall, hub, key):
            followed(hall, hub)
        assert sum(line.kind == "MovePlayed" for line in lines_of(hub, HERE)) == ply > 10


@pytest.mark.slow
def test_a_hall_that_goes_on_from_an_older_copy_is_told_so_and_feeds_nothing_more(tmp_path: Path) -> None:
    with two(tmp_path) as (hall, hub, director):
        copy = tmp_path / "copy"
        assert hall.command("backup", THERE, str(copy), "--instance", str(hall.instance)).returncode == 0
        play(director, 0, 4)
        key = key_of(hub)
        with relayed(hall, hub, key):
            followed(hall, hub)
        fed = lines_of(hub, HERE)
        hall.stop()
        for path in (*hall.instance.glob("tournaments/*"), *hall.instance.glob("witness/*")):
            path.unlink()
        assert hall.command("restore", str(copy), "--instance", str(hall.instance)).returncode == 0
        with relayed(hall, hub, key) as older:
            _, why = older.communicate(timeout=PATIENCE)
            assert (older.returncode, "older copy" in why) == (1, True), why
        hall.start()
        hall.wait()
        with hall.caller(hall.token()) as again:
            again.post("/tournaments/club-open/resume", {})
            play(again, 0, 10)
        with relayed(hall, hub, key) as forked:
            _, why = forked.communicate(timeout=PATIENCE)
            assert (forked.returncode, "the two journals diverge before it" in why) == (1, True), why
        assert lines_of(hub, HERE) == fed
        assert next(relays(hall.instance)).ended == "hub_forked"


@pytest.mark.slow
@pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed")
def test_a_hall_and_a_hub_may_both_keep_their_lines_in_a_database(tmp_path: Path) -> None:
    with cluster() as one, ExitStack() as stack:
        stores = [one.another(name) for name in ("hall", "hub")]
        for store in stores:
            assert Service(tmp_path, {}).command("migrate", "--store", store).returncode == 0
        for name in ("hall", "hub", "second"):
            (tmp_path / name).mkdir()
        hall = stack.enter_context(service(tmp_path / "hall", ARBITER_STORE=stores[0]))
        hub = stack.enter_context(service(tmp_path / "hub", ARBITER_STORE=stores[1]))
        second = stack.enter_context(service(tmp_path / "second", ARBITER_STORE=stores[1]))
        director = stack.enter_context(hall.caller(hall.token()))
        announced(director)
        key = key_of(hub, "Utrecht", "--store", stores[1])
        stack.enter_context(relayed(hall, hub, key, "--store", stores[0]))
        play(director, 0, 4)
        until(lambda: moves(hub) == moves(second) == list(MOVES[:4]), "a node of the hub has not followed")
        until(lambda: all(b"R. G." in strangers(node, HERE) for node in (hub, second)), "a node knows no names")
        hub.kill()
        play(director, 4, 6)
        hub.start()
        hub.wait()
        until(lambda: moves(second) == list(MOVES[:6]), "the hub has not gone on")
        told = [hall.command("verify", id, "--store", store) for id, store in zip((THERE, HERE), stores, strict=True)]
        heads = [one.stdout.partition("has the hash ")[2][:16] for one in told]

        assert heads[0] == heads[1] != "", [one.stderr for one in told]


def moves(node: Service) -> object:
    """Those that a stranger is shown there."""
    with node.caller() as caller:
        answer = caller.send("GET", f"/tournaments/{HERE}{BOARD}")
    return answer.body["moves"] if answer.status == 200 else None


def test_a_second_relay_of_a_tournament_is_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with in_office(tmp_path, HallClock()) as desks:
        id = opened(desks).id
        lock = path_of(tmp_path, id).with_suffix(".lock")
        lock.parent.mkdir()
        with one_process(lock, Refused("relay_runs", tournament=id)):
            code = main(
                ["relay", "--to", "http://127.0.0.1:1", "--key", "k", "--tournament", id, "--instance", str(tmp_path)]
            )

    assert code == 1
    assert f"{id} is being sent to a hub by another process on this computer." in capsys.readouterr().err
