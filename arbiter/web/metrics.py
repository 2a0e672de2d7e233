"""The metrics of a running service, in the text format of Prometheus, counted since the start of the process."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from ipaddress import ip_address

from flask import Response, request

from arbiter.rulings.bounds.rights import LOOK
from arbiter.sides import Span
from arbiter.web import access

BUCKETS_SECONDS = (0.01, 0.05, 0.25, 1.0, 5.0)
"""The upper limits of the classes in which requests are counted by their duration, in seconds."""
FORMAT = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """The counts of requests to a service."""

    def __init__(self) -> None:
        self.wires: Callable[[], int] = lambda: 0
        """Function that returns the number of open event streams."""
        self.flags: Callable[[], tuple[int, Span]] = lambda: (0, 0)
        """Function that returns how many flags the alarms have noticed, and the sum of their delays in milliseconds."""
        self._lock = threading.Lock()
        self._requests: Counter[tuple[str, int]] = Counter()
        self._within: Counter[float] = Counter()
        self._seconds = 0.0

    def count(self, method: str, status: int, took: float) -> None:
        """Count a request that was answered with that status.

        *took*: the seconds from the receipt of the whole request until its response was sent.
        """
        with self._lock:
            self._requests[method, status] += 1
            self._seconds += took
            self._within.update(limit for limit in BUCKETS_SECONDS if took <= limit)

    def show(self) -> Response:
        """Show all metrics to a program on this machine, or to an official with a token. Refuse anybody else."""
        if not ip_address(request.remote_addr or "::").is_loopback:
            access.admitted(LOOK, None)
        return Response("".join(f"{line}\n" for line in self._told()), content_type=FORMAT)

    def _told(self) -> Iterator[str]:
        with self._lock:
            requests, within = sorted(self._requests.items()), dict(self._within)
            seconds = self._seconds
        flags, late = self.flags()
        count = sum(times for _, times in requests)
        yield from _head("requests_total", "counter", "Requests answered.")
        for (method, status), times in requests:
            yield f'arbiter_requests_total{{method="{method}",status="{status}"}} {times}'
        yield from _head("request_seconds", "histogram", "Seconds until a request was answered.")
        for limit in BUCKETS_SECONDS:
            yield f'arbiter_request_seconds_bucket{{le="{limit}"}} {within.get(limit, 0)}'
        yield f'arbiter_request_seconds_bucket{{le="+Inf"}} {count}'
        yield f"arbiter_request_seconds_sum {seconds:.6f}"
        yield f"arbiter_request_seconds_count {count}"
        desks, following = list(access.service.desks), access.service.following
        lines = sum(desk.state.version for desk in desks)
        yield from _one("lines_total", "counter", "Journal lines of the tournaments that are open.", lines)
        yield from _one("conflicts_total", "counter", "Rulings repeated.", sum(desk.conflicts for desk in desks))
        yield from _one("flags_total", "counter", "Flags that this node rang.", flags)
        yield from _one("flags_late_seconds_total", "counter", "Seconds from their fall to their ring.", late / 1_000)
        yield from _one("wires", "gauge", "Event streams that are open.", self.wires())
        yield from _one("tournaments", "gauge", "Tournaments that are open.", len(desks))
        if following is not None:
            behind = following.behind()
            yield from _one("nodes", "gauge", "Nodes that run.", sum(node.live for node in following.nodes))
            yield from _one("behind_lines", "gauge", "Lines not read yet.", sum(one.lines for one in behind))
            yield from _one("heartbeat_age_seconds", "gauge", "Seconds since the last heartbeat.", following.age())


def _one(name: str, kind: str, what: str, value: float) -> Iterator[str]:
    yield from _head(name, kind, what)
    yield f"arbiter_{name} {value}"


def _head(name: str, kind: str, what: str) -> Iterator[str]:
    yield f"# HELP arbiter_{name} {what}"
    yield f"# TYPE arbiter_{name} {kind}"
