"""From one release to the next: a kill at any moment leaves a file whole, and what is newer is refused by name."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from subprocess import PIPE
from typing import Any, Self

import pytest

from arbiter import words
from arbiter.cli import main
from arbiter.desk.desks import Desks
from arbiter.journal.lines import Line, Unwritten, first_bad
from arbiter.journal.sqlite import database as sqlite
from arbiter.journal.sqlite import folder
from arbiter.journal.sqlite.archive import pack, unpack
from arbiter.journal.sqlite.database import sqlite3
from arbiter.journal.sqlite.journal import COLUMNS, SqliteJournal, lines_in
from arbiter.journal.sqlite.read_only import FilesBeside
from arbiter.journal.sqlite.register import SqliteRegister
from arbiter.refused import Refused
from tests.desk.club import in_office, opened
from tests.journal.next_release import KINDS
from tests.journal.old_journal import OLD, REGISTERS, register_told
from tests.promises import found
from tests.waiting import PATIENCE

HOUSE = Path(__file__).parents[2]
JOURNALS = sorted(path.stem for path in OLD.glob("*.sqlite"))
OLD_REGISTERS = sorted(path.stem for path in REGISTERS.glob("*.sqlite"))
LATER = "file_of_a_later_version"
MOMENTS = ("BEGIN IMMEDIATE", "CREATE TABLE", "DROP TABLE", "PRAGMA user_version=", "COMMIT")


class Next:
    """The release to come, for as long as the block runs."""

    def __enter__(self) -> Self:
        program = [sys.executable, "-m", "tests.journal.next_release"]
        self.program = subprocess.Popen(program, cwd=HOUSE, stdin=PIPE, stdout=PIPE, text=True)
        return self

    def __exit__(self, *_: object) -> None:
        self.program.communicate(timeout=PATIENCE)

    def opens(self, kind: str, file: Path, moment: object = "") -> bool:
        """Opens a file; not to the end when it was killed at its moment."""
        assert self.program.stdin is not None
        assert self.program.stdout is not None
        self.program.stdin.write(f"{kind}\t{moment}\t{file}\n")
        self.program.stdin.flush()
        code = int(self.program.stdout.readline())
        assert code in (0, -signal.SIGKILL)
        return code == 0


@pytest.fixture(scope="module")
def program() -> Iterator[Next]:
    with Next() as begun:
        yield begun


def lines_of_the_next(file: Path) -> list[Line]:
    with closing(sqlite.open_reading(file, KINDS["journal"])) as conn:
        return [Line(*row) for row in conn.execute(f"SELECT {COLUMNS} FROM line ORDER BY seq")]


def people_of_the_next(file: Path) -> list[Any]:
    with closing(sqlite.open_reading(file, KINDS["register"])) as conn:
        return list(conn.execute("SELECT name, address FROM person ORDER BY name"))


def as_this_release_has_it(read: Callable[[Path], object], file: Path) -> object:
    """What this release reads; a refusal's code where the next had done before the kill."""
    try:
        return read(file)
    except Refused as refused:
        return refused.code


def a_kill_leaves_a_journal_whole(later: Next, release: str, folder: Path, moment: object) -> bool:
    """Whether there was such a moment. This release, or the next, has every line with its hash; the next goes on."""
    file = folder / "journal.sqlite"
    shutil.copy(OLD / f"{release}.sqlite", file)
    before = lines_in(file)
    killed = not later.opens("journal", file, moment)
    assert as_this_release_has_it(lines_in, file) in (before, LATER)
    assert later.opens("journal", file)
    after = lines_of_the_next(file)

    assert after == before
    assert first_bad(after) is None
    return killed


def a_kill_leaves_a_register_whole(later: Next, release: str, folder: Path, moment: object) -> bool:
    """Whether there was such a moment. This release, or the next, has everybody; the next goes on."""
    file = folder / "register.sqlite"
    shutil.copy(REGISTERS / f"{release}.sqlite", file)
    before = register_told(file)
    names = sorted(person[0] for people in before["people"].values() for person in people.values())
    killed = not later.opens("register", file, moment)
    assert as_this_release_has_it(register_told, file) in (before, LATER)
    assert later.opens("register", file)

    assert [name for name, _ in people_of_the_next(file)] == names
    assert all(address.endswith("@example.org") for _, address in people_of_the_next(file))
    return killed


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_kill_while_a_journal_is_brought_up_to_date_changes_no_line(
    program: Next, tmp_path: Path, moment: str
) -> None:
    assert a_kill_leaves_a_journal_whole(program, "0.1.0", tmp_path, moment)


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_kill_while_a_register_is_brought_up_to_date_loses_nobody(program: Next, tmp_path: Path, moment: str) -> None:
    assert a_kill_leaves_a_register_whole(program, "0.1.0", tmp_path, moment)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_no_statement_is_one_at_which_a_journal_may_not_be_killed(program: Next, tmp_path: Path) -> None:
    statements = 0
    for release in JOURNALS:
        moment = 1
        while a_kill_leaves_a_journal_whole(program, release, tmp_path, moment):
            moment += 1
        assert moment > 20
        statements += moment - 1
    found("G11", statements, f"a kill at each, in {len(JOURNALS)} journals of old releases: whole every time")


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("release", OLD_REGISTERS)
def test_no_statement_is_one_at_which_a_register_may_not_be_killed(program: Next, tmp_path: Path, release: str) -> None:
    moment = 1
    while a_kill_leaves_a_register_whole(program, release, tmp_path, moment):
        moment += 1
    assert moment > 20


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("kind", KINDS)
def test_a_kill_while_a_file_is_made_leaves_it_whole_or_not_there(program: Next, tmp_path: Path, kind: str) -> None:
    file, moment = tmp_path / "new.sqlite", 1
    while not program.opens(kind, file, moment):
        assert not file.exists() or program.opens(kind, file)
        file.unlink(missing_ok=True)
        moment += 1
    assert moment > 20


# what a later release has written


@pytest.fixture
def instance(tmp_path: Path) -> Path:
    """An instance with two tournaments that are being played."""
    with in_office(tmp_path) as desks:
        opened(desks, name="Ours")
        opened(desks, name="Theirs")
    return tmp_path


def of_a_later_schema(file: Path) -> None:
    with closing(sqlite3.connect(file)) as conn:
        (version,) = conn.execute("PRAGMA user_version").fetchone()
        conn.execute(f"PRAGMA user_version={version + 1}")


def with_an_event_of_its_own(file: Path) -> None:
    with closing(SqliteJournal.open(file)) as journal:
        journal.append([Unwritten(at=1, kind="PlayerKnighted", body='{"entry":1}')], journal.version)


@pytest.fixture(
    params=[
        (of_a_later_schema, LATER, "theirs.sqlite was written by a later version (2; this version knows 1)"),
        (with_an_event_of_its_own, "event_of_a_later_release", "“PlayerKnighted”, written by a later version"),
    ],
    ids=["a schema", "an event"],
)  # fmt: skip
def later(request: pytest.FixtureRequest, instance: Path) -> Iterator[tuple[Path, str, str]]:
    """A journal of a later release, the code and the words of its refusal; at the end not a byte of it has changed."""
    write, code, sentence = request.param
    file = instance / "tournaments" / "theirs.sqlite"
    write(file)
    before = file.read_bytes()
    yield file, code, sentence
    assert file.read_bytes() == before


def test_a_journal_of_a_later_release_is_refused_by_name_and_the_others_are_played(
    instance: Path, later: tuple[Path, str, str]
) -> None:
    _, code, sentence = later
    with in_office(instance) as desks:
        assert [desk.id for desk in desks] == ["ours"]
        for _ in range(2):
            with pytest.raises(Refused) as refused:
                desks.desk("theirs")
            assert refused.value.code == code
            assert sentence in words.refusal(refused.value, "en")


@pytest.mark.parametrize(
    "verb", [["verify", "theirs"], ["print", "theirs", "standings", "--to", "TO"], ["export", "theirs", "--to", "TO"]]
)
def test_the_verbs_say_of_a_journal_of_a_later_release_what_it_is(
    instance: Path, later: tuple[Path, str, str], verb: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    typed = [word.replace("TO", str(instance / "to")) for word in verb]
    more = ["--format", "json"] if "export" in verb else []
    code = main([*typed, *more, "--instance", str(instance)])

    assert (code, later[2] in capsys.readouterr().err) == (1, True)
    assert not (instance / "to").exists()


def test_a_backup_of_a_later_schema_is_not_brought_back(instance: Path) -> None:
    pack(FilesBeside(instance), "theirs", instance / "theirs.zip")
    of_a_later_schema(instance / "tournaments" / "theirs.sqlite")
    with pytest.raises(Refused) as packing:
        pack(FilesBeside(instance), "theirs", instance / "later.zip")

    assert packing.value.code == LATER
    with folder.opened(instance / "elsewhere") as archive:
        assert unpack(archive, instance / "theirs.zip") == "theirs"


def test_a_register_of_a_later_release_is_refused_by_name_before_anything_is_changed(instance: Path) -> None:
    file = instance / "register.sqlite"
    of_a_later_schema(file)
    before = file.read_bytes()
    with pytest.raises(Refused) as serving, in_office(instance):
        pass
    with pytest.raises(Refused) as reading:
        SqliteRegister.open(file)

    assert serving.value.code == reading.value.code == LATER
    assert "register.sqlite was written by a later version" in words.refusal(serving.value, "en")
    assert file.read_bytes() == before
    with closing(sqlite3.connect(file)) as conn:  # and whoever has that release may use it
        conn.execute("PRAGMA user_version=1")
    with in_office(instance) as desks:
        assert isinstance(desks, Desks)
        assert len(desks.register.people("theirs")) == 4
