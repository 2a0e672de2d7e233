"""The distribution: everything that the service needs at run time is in it, and it runs away from its source."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.service import service

HOUSE = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the source as it stands and unpacked in another folder."""
    built = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", built],
        cwd=HOUSE,
        check=True,
        capture_output=True,
    )
    (wheel,) = built.glob("*.whl")
    into = tmp_path_factory.mktemp("elsewhere")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(into)
    return into


def run(unpacked: Path, *arguments: str) -> str:
    """What a Python says that knows Arbiter from the unpacked wheel only."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=unpacked.parent,
        env={**os.environ, "PYTHONPATH": str(unpacked)},
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_templates_help_static_files_translations_and_fonts_are_in_the_wheel(unpacked: Path) -> None:
    beside_code = {
        file.relative_to(HOUSE).with_suffix(".mo" if file.suffix == ".po" else file.suffix)
        for file in (HOUSE / "arbiter").rglob("*")
        if file.is_file() and file.suffix not in {".py", ".pyc"}
    }
    chapters = {HOUSE / "docs" / name: f"arbiter/{name}" for name in ("help", "manual")}
    beside_it = {HOUSE / "templates": "arbiter/templates", **chapters}
    brought = {
        Path(into) / file.relative_to(folder) for folder, into in beside_it.items() for file in folder.rglob("*.*")
    }

    brought.add(Path("arbiter/verify_journal.py"))
    assert beside_code
    assert {file.suffix for file in brought} == {".html", ".md", ".py"}
    assert {file for file in beside_code | brought if not (unpacked / file).is_file()} == set()


def test_the_wheel_says_its_licence_and_its_commands(unpacked: Path) -> None:
    (info,) = unpacked.glob("draughts_arbiter-*.dist-info")
    commands = (info / "entry_points.txt").read_text("utf-8").splitlines()

    assert (info / "licenses" / "LICENSE").is_file()
    assert {"arbiter = arbiter.cli:main", "draughts-arbiter = arbiter.cli:main"} <= set(commands)


@pytest.mark.slow  # fetches what it needs from the registry of packages
def test_what_is_built_runs_in_a_bare_environment(tmp_path: Path) -> None:
    """The archive of the source, the wheel made from that, and an installation that has nothing else."""
    dist, bare = tmp_path / "dist", tmp_path / "bare"
    made = tmp_path / "sheet.pdf"

    def done(*command: object) -> str:
        return subprocess.check_output([str(part) for part in command], cwd=tmp_path, text=True)

    done(sys.executable, "-m", "build", "--outdir", dist, HOUSE)
    (wheel,) = dist.glob("draughts_arbiter-*-py3-none-any.whl")
    done(sys.executable, "-m", "venv", bare)
    done(bare / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", wheel)
    assert len(list(dist.glob("draughts_arbiter-*.tar.gz"))) == 1
    assert done(bare / "bin" / "draughts-arbiter", "--version") == done(bare / "bin" / "arbiter", "--version")

    with service(tmp_path, command=(str(bare / "bin" / "arbiter"),)) as served:
        with served.caller(served.token()) as caller:
            id = caller.tournament(2)
            caller.post(f"/tournaments/{id}/rounds/1/boards/1/moves", {"move": "32-28", "ply": 0})
        done(bare / "bin" / "arbiter", "print", id, "pairings", "--to", made, "--instance", served.instance)
    assert made.read_bytes().startswith(b"%PDF")


def test_the_translations_of_the_wheel_are_compiled(unpacked: Path) -> None:
    asked = "from arbiter import words; print(words.text('No clock', 'nl'))"

    assert run(unpacked, "-c", asked).strip() == "Zonder klok"
    assert not list(unpacked.rglob("*.po"))
    assert not list((HOUSE / "arbiter").rglob("*.mo"))


def test_the_wheel_says_that_it_is_typed(unpacked: Path) -> None:
    (info,) = unpacked.glob("draughts_arbiter-*.dist-info")

    assert "Classifier: Typing :: Typed" in (info / "METADATA").read_text("utf-8")
    assert (unpacked / "arbiter" / "py.typed").is_file()


def test_the_help_is_read_from_the_wheel(unpacked: Path) -> None:
    said = "from arbiter.web.public.help import chapter; print(chapter('round', 'nl').title)"

    assert run(unpacked, "-c", said) == "Een ronde leiden: indeling en uitslagen\n"


def test_the_wheel_runs_in_another_folder(unpacked: Path) -> None:
    assert run(unpacked, "-c", "import arbiter; print(arbiter.__file__)").startswith(str(unpacked))
    assert "international" in run(unpacked, "-m", "arbiter", "variants")
