"""Whether something can be written now."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from arbiter.machine.disk import obstacle, sync_time
from tests.web.front import front


def test_a_disk_that_holds_on_to_a_page_says_how_long_it_takes(tmp_path: Path) -> None:
    assert obstacle(tmp_path) is None
    assert 0 < sync_time(tmp_path) < 10_000
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform != "linux", reason="a folder that nobody writes into")
def test_what_stands_in_the_way_of_writing_is_named(tmp_path: Path) -> None:
    assert obstacle(Path("/sys")) == "read_only"
    assert obstacle(tmp_path / "gone") == "io"


def test_a_service_is_ready_while_something_can_be_written(tmp_path: Path) -> None:
    with front(tmp_path / "instance") as hall:
        assert json.loads(hall.get("/readyz").body) == {"status": "ready"}


def test_a_service_whose_folder_is_gone_says_why_it_is_not_ready(tmp_path: Path) -> None:
    with front(tmp_path / "instance") as hall:
        (tmp_path / "instance").rename(tmp_path / "away")
        answer = hall.get("/readyz")
        (tmp_path / "away").rename(tmp_path / "instance")

    assert answer.status == 503
    assert json.loads(answer.body)["code"] == "cannot_write_io"
