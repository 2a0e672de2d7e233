"""The metrics of a running service, in the text format of Prometheus, counted since the start of the process."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from ipaddress import ip_address

from flask import Response, g, request

from arbiter.desk.recorded import Recorded
from arbiter.rulings.bounds.rights import LOOK
from arbiter.service import Service
from arbiter.tournament.events.clocks import FlagFell
from arbiter.web import access

BUCKETS_SECONDS = (0.01, 0.05, 0.25, 1.0, 5.0)
"""The upper limits of the classes in which requests are counted by their duration, in seconds."""
FORMAT = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """The counts of a service. *wires*: a function that returns the number of open event streams."""

    def __init__(self, service: Service) -> None:
        self.wires: Callable[[], int] = lambda: 0
        self._lock = threading.Lock()
        self._requests: Counter[tuple[str, int]] = Counter()
        self._within: Counter[float] = Counter()
        self._seconds = 0.0
        self._lines = self._flags = self._late = 0
        service.desks.follow(self._recorded)

    def begin(self) -> None:
        """Store the time at which the request began, for `end`."""
        g.began = time.perf_counter()

    def end(self, response: Response) -> Response:
        """Count the request with its response, and return the response unchanged."""
        took = time.perf_counter() - g.get("began", time.perf_counter())
        with self._lock:
            self._requests[request.method, response.status_code] += 1
            self._seconds += took
            self._within.update(limit for limit in BUCKETS_SECONDS if took <= limit)
        return response

    def _recorded(self, _: str, recorded: Recorded) -> None:
        fell = [event for event in recorded.events if isinstance(event, FlagFell)]
        with self._lock:
            self._lines += len(recorded.events)
            self._flags += len(fell)
            self._late += sum(event.noticed - event.at for event in fell)

    def show(self) -> Response:
        """Show all metrics to a program on this machine, or to an official with a token. Refuse anybody else."""
        if not ip_address(request.remote_addr or "::").is_loopback:
            access.admitted(LOOK, None)
        return Response("".join(f"{line}\n" for line in self._told()), content_type=FORMAT)

    def _told(self) -> Iterator[str]:
        with self._lock:
            requests, within = sorted(self._requests.items()), dict(self._within)
            seconds, lines, flags, late = self._seconds, self._lines, self._flags, self._late
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
        yield from _one("lines_total", "counter", "Journal lines written or read.", lines)
        yield from _one("conflicts_total", "counter", "Rulings repeated.", sum(desk.conflicts for desk in desks))
        yield from _one("flags_total", "counter", "Flags that fell.", flags)
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
