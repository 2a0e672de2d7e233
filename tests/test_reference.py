"""The tables of the documents are written from the rows of the program."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

HOUSE = Path(__file__).parents[1]


def written(*arguments: object) -> subprocess.CompletedProcess[str]:
    """`tools/docs.py` with these arguments, run to its end."""
    told = [sys.executable, str(HOUSE / "tools" / "docs.py"), *map(str, arguments)]
    return subprocess.run(told, capture_output=True, text=True, check=False)


def test_a_table_that_is_not_as_the_program_has_it_is_found_and_put_right(tmp_path: Path) -> None:
    fresh = HOUSE / "docs" / "reference" / "settings.md"
    stale = Path(shutil.copy(fresh, tmp_path))
    stale.write_text(stale.read_text("utf-8").replace("| `port` | `8000` |", "| `port` | `80` |"), "utf-8")
    found = written("--check", stale)

    assert found.returncode != 0
    assert "make docs" in found.stdout + found.stderr
    assert written(stale).returncode == 0
    assert stale.read_text("utf-8") == fresh.read_text("utf-8")
