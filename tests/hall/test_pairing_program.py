"""Another program pairs over a TRF: it is run as these programs are run, and what it writes is read or refused."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from arbiter.hall import pairing_program as engine
from arbiter.pairing import swiss
from arbiter.pairing.swiss.situation import situation
from arbiter.pairing.trf import Trf
from arbiter.pairing.trf.read import parse_trf
from arbiter.refused import Refused

FILE = Path(__file__).parents[1] / "data/pairing/trf/dutch_2025_C9.input"
PROGRAM = """\
import sys
from pathlib import Path
from arbiter.pairing import swiss
from arbiter.pairing.swiss.situation import situation
from arbiter.pairing.trf.read import parse_trf

assert sys.argv[1] == "--dutch" and sys.argv[3] == "-p", sys.argv
trf = parse_trf(Path(sys.argv[2]).read_text("utf-8"))
made = swiss.pair(situation(trf, trf.next_round()))
lines = [f"{white} {black}" for white, black in made.numbers()] + [f"{made.bye} 0"] * (made.bye is not None)
Path(sys.argv[4]).write_text("\\n".join([str(len(lines)), *lines]) + "\\n")
"""


@pytest.fixture
def trf() -> Trf:
    return parse_trf(FILE.read_text("utf-8"))


def command(tmp_path: Path, program: str) -> str:
    (tmp_path / "program.py").write_text(program, encoding="utf-8")
    return f"{sys.executable} {tmp_path / 'program.py'}"


def test_a_program_pairs_the_next_round(trf: Trf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    made = swiss.pair(situation(trf, trf.next_round()))

    assert engine.paired(command(tmp_path, PROGRAM) + " --dutch", trf) == (made.numbers(), made.bye)


@pytest.mark.parametrize(
    ("program", "code"),
    [
        ("raise SystemExit(1)", "engine_found_none"),
        ("raise SystemExit(3)", "engine_failed"),
        ("pass", "engine_failed"),
        ("import sys; open(sys.argv[3], 'w').write('2\\n1 2\\n')", "engine_failed"),
        ("import sys; open(sys.argv[3], 'w').write('1\\none two\\n')", "engine_failed"),
        ("import sys; open(sys.argv[3], 'w').write('')", "engine_failed"),
    ],
)
def test_what_a_program_does_not_pair_is_refused(trf: Trf, tmp_path: Path, program: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        engine.paired(command(tmp_path, program), trf)
    assert refused.value.code == code


def test_a_program_that_is_not_there_or_takes_too_long_is_refused(trf: Trf, tmp_path: Path) -> None:
    for asked, code in (("", "no_engine"), ("/nowhere/pairs", "engine_failed")):
        with pytest.raises(Refused) as refused:
            engine.paired(asked, trf)
        assert refused.value.code == code
    with pytest.raises(Refused) as refused:
        engine.paired(command(tmp_path, "import time; time.sleep(30)"), trf, seconds=1)
    assert refused.value.code == "engine_failed"


def test_the_places_of_the_files_can_be_said(trf: Trf, tmp_path: Path) -> None:
    program = "import sys; assert sys.argv[1] == '--to'; open(sys.argv[2], 'w').write('1\\n5 0\\n')"

    assert engine.paired(command(tmp_path, program) + " --to {out} --from {in}", trf) == ((), 5)
