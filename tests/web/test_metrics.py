"""The numbers of a service, as a program that watches it reads them."""

from __future__ import annotations

import re
from pathlib import Path

from tests.web.conftest import Door
from tests.web.front import Front, front

LINE = re.compile(r'^(# (HELP|TYPE) arbiter_\w+ .+|arbiter_\w+(\{\w+="[^"]+"(,\w+="[^"]+")*\})? -?[\d.]+(e-?\d+)?)$')


def test_the_numbers_are_in_the_text_format_and_count_what_happens(tmp_path: Path) -> None:
    with front(tmp_path) as hall:
        before = told(hall)
        hall.get("/healthz")
        after = told(hall)
        tournaments = len(list(hall.running.service.desks))

    assert after['arbiter_requests_total{method="GET",status="200"}'] == 2 + before.get(
        'arbiter_requests_total{method="GET",status="200"}', 0
    )
    assert after["arbiter_request_seconds_count"] == 2 + before["arbiter_request_seconds_count"]
    assert after["arbiter_tournaments"] == tournaments
    assert {"arbiter_lines_total", "arbiter_conflicts_total", "arbiter_flags_total", "arbiter_wires"} <= after.keys()


def test_whoever_is_not_on_this_machine_needs_the_token_of_an_official(door: Door) -> None:
    elsewhere = {"REMOTE_ADDR": "192.0.2.7"}

    assert door.client.get("/metrics", environ_base=elsewhere).status_code in (401, 403)


def told(hall: Front) -> dict[str, float]:
    lines = hall.get("/metrics", authorization=hall.token).text.splitlines()
    assert [line for line in lines if not LINE.match(line)] == []
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if line[0] != "#")}
