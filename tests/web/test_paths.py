"""The files and functions that a request goes through, as `tests.bench.bench_paths` follows it."""

from __future__ import annotations

from arbiter.rules.moves import _moves_in_play
from tests.bench.bench_paths import followed, move
from tests.web.conftest import Door


def test_a_move_generates_its_legal_moves_once(door: Door) -> None:
    _moves_in_play.cache_clear()

    seen = move(door)

    assert seen.of("moves_in_play") > 1
    assert seen.of("legal_moves") == 1


def test_only_the_calls_of_the_block_are_followed(door: Door) -> None:
    with followed() as seen:
        door.client.get("/healthz")
    calls = seen.calls
    door.client.get("/healthz")

    assert "web/app.py" in seen.files
    assert seen.calls == calls
