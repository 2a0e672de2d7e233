"""The verifier of one file agrees with `arbiter verify`, and finds what was tampered with."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from arbiter.cli import main
from arbiter.journal.lines import line_hash
from arbiter.journal.sqlite.archive import pack
from arbiter.journal.sqlite.database import sqlite3
from arbiter.journal.sqlite.journal import lines_in, verify
from arbiter.journal.sqlite.read_only import FilesBeside
from arbiter.machine.keys import Keys
from arbiter.machine.signed_heads import Heads
from arbiter.rulings.board.objections import Object
from tests.desk.club import in_office, move, opened
from tests.hall import BY
from tests.journal.old_journal import OLD

TOOL = Path(__file__).parents[2] / "tools" / "verify_journal.py"
JOURNALS = sorted(OLD.glob("*.sqlite"))


def verified(file: Path, *options: str) -> tuple[int, str]:
    """What the verifier says of a file, run as a committee runs it: without anything installed."""
    done = subprocess.run(
        [sys.executable, "-I", str(TOOL), str(file), *options], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("journal", JOURNALS, ids=lambda path: path.stem)
def test_it_agrees_on_the_journals_of_every_release(journal: Path) -> None:
    lines = lines_in(journal)
    code, told = verified(journal)

    assert verify(journal) is None
    assert code == 0
    assert told == f"{len(lines)} lines hold together; the last one has the hash {lines[-1].hash}\n"


TAMPERED = {
    "UPDATE line SET body = body || ' ' WHERE seq = 5": "Line 5 has been altered or damaged: changed.",
    "UPDATE line SET at = at - 1000 WHERE seq = 4": "Line 4 has been altered or damaged: changed.",
    "DELETE FROM line WHERE seq = 6": "Line 6 has been altered or damaged: missing.",
    "UPDATE line SET before = hash WHERE seq = 3": "Line 3 has been altered or damaged: chain.",
}


@pytest.mark.parametrize("how", TAMPERED)
def test_it_finds_what_was_tampered_with_where_arbiter_does(tmp_path: Path, how: str) -> None:
    file = tmp_path / "journal.sqlite"
    shutil.copy(JOURNALS[0], file)
    with closing(sqlite3.connect(file)) as conn:
        for (trigger,) in conn.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            conn.execute(f"DROP TRIGGER {trigger}")
        conn.execute(how)
        conn.commit()
    bad = verify(file)

    assert verified(file) == (1, f"{TAMPERED[how]}\n")
    assert bad is not None
    assert f"Line {bad.seq} has been altered or damaged: {bad.why}." == TAMPERED[how]


def test_it_finds_a_finding_that_is_not_the_one_that_was_sealed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Sealed with the move, opened by the objection; `arbiter verify` and the verifier of one file compare them."""
    verifies = ["verify", "club-open", "--instance", str(tmp_path)]
    with in_office(tmp_path) as desks:
        desk = opened(desks, regulations="fmjd_classic", switches=(("irregular_policy", "opponent"),))
        for ply, text in enumerate(("32-28", "19-23", "37-32")):
            desk.submit(move(ply, text))
        assert main(verifies) == 0
        assert "3 findings are sealed; with its key, each matches its seal." in capsys.readouterr().out
        desk.submit(Object(round=1, board=1, by=BY))
    file = tmp_path / "tournaments" / f"{desk.id}.sqlite"
    assert main(verifies) == verified(file)[0] == 0
    lines = [line._asdict() for line in lines_in(file)]
    lines[-1]["body"] = lines[-1]["body"].replace("capture_missed", "precedence")
    lines[-1]["hash"] = line_hash(*(lines[-1][name] for name in ("before", "seq", "at", "kind", "key", "body")))
    (tmp_path / "forged.json").write_text(json.dumps({"journal": lines}))
    why = f"Line {len(lines)} opens a finding that is not the one that was sealed with the move.\n"

    assert verified(tmp_path / "forged.json") == (1, why)


def test_it_reads_a_backup_and_an_export(tmp_path: Path) -> None:
    (tmp_path / "tournaments").mkdir()
    shutil.copy(JOURNALS[0], tmp_path / "tournaments" / "club.sqlite")
    pack(FilesBeside(tmp_path), "club", tmp_path / "club.zip")
    lines = [line._asdict() for line in lines_in(JOURNALS[0])]
    (tmp_path / "club.json").write_text(json.dumps({"journal": lines}))

    assert verified(tmp_path / "club.zip")[0] == 0
    assert verified(tmp_path / "club.json")[0] == 0


def test_what_is_no_journal_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("hello")

    assert verified(tmp_path / "x.txt")[0] == 2
    assert verified(tmp_path / "none.sqlite")[0] == 2


def test_it_answers_for_a_printed_line_and_for_a_signed_head() -> None:
    journal = JOURNALS[0]
    lines, heads = lines_in(journal), Heads(Keys("a" * 64), lambda: 1)
    line = lines[2]
    head = heads.sign("open", line.seq, line.hash).text

    code, told = verified(journal, "--line", "3", "--hash", line.hash[:16])
    assert (code, told.splitlines()[0]) == (0, f"Line 3 has that hash; {len(lines) - 3} lines have followed.")
    assert verified(journal, "--line", "4", "--hash", line.hash[:16])[0] == 1
    assert verified(journal, "--line", "3")[0] == 2
    assert "The signature is right." in verified(journal, "--head", head, "--key", heads.public)[1]
    assert "the signature was not looked at" in verified(journal, "--head", head)[1]
    assert verified(journal, "--head", head, "--key", Heads(Keys("b" * 64), lambda: 1).public)[0] == 1
    assert verified(journal, "--head", heads.sign("open", 3, "e" * 64).text)[0] == 1
