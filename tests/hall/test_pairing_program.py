"""Another program pairs over a TRF: it is run as these programs are run, and what it writes is read or refused."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from arbiter.hall import pairing_program as engine
from arbiter.pairing import swiss
from arbiter.pairing.swiss.situation_from_trf import situation
from arbiter.pairing.trf import Trf, TrfForbidden, TrfPlayer
from arbiter.pairing.trf.read import parse_trf
from arbiter.refused import Refused

FILE = Path(__file__).parents[1] / "data/pairing/trf/dutch_2025_C9.input"
PROGRAM = """\
import sys
from pathlib import Path
from arbiter.pairing import swiss
from arbiter.pairing.swiss.situation_from_trf import situation
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
        engine.paired(command(tmp_path, "import time; time.sleep(3_600)"), trf, seconds=1)
    assert refused.value.code == "engine_failed"


def test_the_places_of_the_files_can_be_said(trf: Trf, tmp_path: Path) -> None:
    made = swiss.pair(situation(trf, trf.next_round()))
    pairs = "".join(f"{white} {black}\\n" for white, black in made.numbers())
    written = f"{len(made.numbers()) + 1}\\n{pairs}{made.bye} 0\\n"
    program = f"import sys; assert sys.argv[1] == '--to'; open(sys.argv[2], 'w').write('{written}')"

    assert engine.paired(command(tmp_path, program) + " --to {out} --from {in}", trf) == (made.numbers(), made.bye)


@pytest.mark.parametrize(
    ("pairs", "wrong", "barred"),
    [
        (((1, 2), (3, 3)), (3, 4), ()),
        (((1, 2), (3, 1)), (1, 4), ("3-1",)),
        (((1, 2),), (3, 4), ()),
        (((1, 2), (3, 5)), (4, 5), ()),
        (((1, 3), (2, 4)), (), ("1-3",)),
    ],
)
def test_a_round_that_is_not_whole_or_has_a_forbidden_pair_is_not_taken(
    pairs: tuple[tuple[int, int], ...], wrong: tuple[int, ...], barred: tuple[str, ...], tmp_path: Path
) -> None:
    four = tuple(TrfPlayer(number=number, name=f"P{number}") for number in range(1, 5))
    trf = Trf(players=four, rounds=3, forbidden=(TrfForbidden(1, 9, (1, 3)),))
    lines = "\\n".join(f"{white} {black}" for white, black in pairs)
    program = f"import sys; open(sys.argv[3], 'w').write('{len(pairs)}\\n{lines}\\n')"
    with pytest.raises(Refused) as refused:
        engine.paired(command(tmp_path, program), trf)

    assert (refused.value.code, refused.value.facts["entries"]) == ("engine_amiss", wrong)
    assert refused.value.facts["pairs"] == barred
