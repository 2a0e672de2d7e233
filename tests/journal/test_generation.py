"""A database that was replaced by its standby, and comes back, is written no more."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbiter.journal.postgres.generation import Generation
from arbiter.refused import Refused


def test_a_server_that_was_replaced_is_refused_also_after_a_restart(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    known = Generation(tmp_path / "generation")
    known.check("7001", 1)
    known.check("7001", 2)
    assert "the database was promoted: it goes on with timeline 2" in caplog.text

    for seen in (known, Generation(tmp_path / "generation")):
        with pytest.raises(Refused) as replaced:
            seen.check("7001", 1)
        assert (replaced.value.code, replaced.value.facts) == ("store_replaced", {"found": 1, "known": 2})
        seen.check("7001", 2)


def test_another_database_is_counted_anew(tmp_path: Path) -> None:
    known = Generation(tmp_path / "generation")
    known.check("7001", 5)
    known.check("7002", 1)

    Generation(tmp_path / "generation").check("7002", 1)


@pytest.mark.parametrize("text", ["", "7001", "7001 two", "1 2 3"])
def test_a_file_that_says_nothing_is_no_memory(tmp_path: Path, text: str) -> None:
    (tmp_path / "generation").write_text(text)

    Generation(tmp_path / "generation").check("7001", 1)
