"""What a request has held is free as soon as it is answered, not when Python looks for circles of references."""

from __future__ import annotations

import asyncio
import gc
import tracemalloc
from collections.abc import Callable, Iterator

import pytest

from arbiter.web.request_parsing import LARGEST_BODY_BYTES, MOST_FIELDS
from arbiter.web.streams import thread_pools
from tests.waiting import until
from tests.web.front import Front, front

TIMES = 5


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    with front(tmp_path_factory.mktemp("instance")) as started:
        yield started


def form(size: int, number: int) -> bytes:
    """A form of about so many bytes in that many fields."""
    return b"&".join([b"a=" + b"x" * (size // number - 3)] * number)


def left() -> int:
    """The bytes in blocks from half the size of such a body on."""
    return sum(trace.size for trace in tracemalloc.take_snapshot().traces if trace.size > LARGEST_BODY_BYTES // 2)


def lets_go(asking: Callable[[], object]) -> None:
    """Holds as soon as the threads that answered have ended, while nothing looks for circles of references."""
    gc.disable()
    tracemalloc.start()
    try:
        asking()
        until(lambda: left() < LARGEST_BODY_BYTES, what=lambda: f"{left()} bytes stay")
    finally:
        tracemalloc.stop()
        gc.enable()


@pytest.mark.parametrize(
    ("status", "address", "size", "fields", "hashed"),
    [
        (413, "/sign-in", LARGEST_BODY_BYTES + 1_000, 10, 32),
        (413, "/sign-in", LARGEST_BODY_BYTES - 1_000, MOST_FIELDS + 1, 32),
        (403, "/sign-in", LARGEST_BODY_BYTES - 1_000, 10, 32),
        (403, "/sign-in", LARGEST_BODY_BYTES - 1_000, 10, 0),
        (403, "/nowhere", LARGEST_BODY_BYTES - 1_000, 10, 32),
        (404, "/api/v1/nowhere", LARGEST_BODY_BYTES - 1_000, 10, 32),
        (401, "/api/v1/tournaments", LARGEST_BODY_BYTES - 1_000, 10, 32),
    ],
)
def test_no_body_that_is_refused_stays(
    hall: Front, monkeypatch: pytest.MonkeyPatch, status: int, address: str, size: int, fields: int, hashed: int
) -> None:
    monkeypatch.setattr(thread_pools, "MOST_HASHING", hashed)
    headers = {"content_type": "application/x-www-form-urlencoded"}

    def ask() -> None:
        for _ in range(TIMES):
            assert asyncio.run(hall.ask("POST", address, form(size, fields), **headers)).status == status

    lets_go(ask)
