"""Every ruling is driven by a test, or `docs/officiating.md` says that it is not done, and why."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from arbiter.tournament.regulations.switches import SWITCHES

HOUSE = Path(__file__).parents[1]
TABLE = json.loads((HOUSE / "tests" / "data" / "officiating" / "rulings.json").read_text("utf-8"))
AUTOMATION = {row["id"]: row["automation"] for row in TABLE["rulings"]}
MAY_BE = {
    "block": {"done", "not"},
    "player": {"done", "not"},
    "auto": {"done", "not"},
    "propose": {"done", "proposed", "recorded", "not"},
    "record": {"done", "proposed", "recorded", "not"},
}
"""The deeds of the service about a ruling, by what the table asks of it."""
TOLD = {
    found[1]: (found[2], found[3])
    for found in re.finditer(
        r"^\| ([A-L]\d\d) \| (\w+) \| (.+) \|$", (HOUSE / "docs" / "officiating.md").read_text("utf-8"), re.MULTILINE
    )
}
FILES = {file.relative_to(HOUSE): file.read_text("utf-8") for file in (HOUSE / "tests").rglob("test_*.py")}
BODIES = [body for text in FILES.values() for body in re.split(r"^(?=def |class |@)", text, flags=re.MULTILINE)]
TESTS = {name for body in BODIES for name in re.findall(r"^def (test_\w+)", body)}


def test_every_switch_is_told_and_no_other() -> None:
    text = (HOUSE / "docs" / "officiating.md").read_text("utf-8")
    table = text.partition("| switch | what it settles |")[2].partition("\n\n")[0]
    told = [name for line in table.splitlines()[2:] for name in re.findall(r"`(\w+)`", line.split(" | ")[0])]

    assert sorted(told) == sorted(SWITCHES)


def test_every_ruling_is_told_to_be_done_proposed_recorded_or_not() -> None:
    assert len(TABLE["rulings"]) == 220
    assert {ruling: does for ruling, (does, _) in TOLD.items() if does not in MAY_BE[AUTOMATION[ruling]]} == {}
    assert set(TOLD) == set(AUTOMATION)


def test_a_ruling_is_driven_by_a_test_that_there_is_or_is_not_done_for_a_reason() -> None:
    named = {ruling: set(re.findall(r"`(test_\w+)`", shown)) for ruling, (_, shown) in TOLD.items()}

    assert {ruling: gone for ruling, tests in named.items() if (gone := tests - TESTS)} == {}
    assert [ruling for ruling, (does, _) in TOLD.items() if bool(named[ruling]) is (does == "not")] == []
    assert [ruling for ruling, (does, shown) in TOLD.items() if does == "not" and not shown.endswith(".")] == []


def test_every_acceptance_case_has_a_test_of_its_name() -> None:
    cases = [row["id"] for row in TABLE["acceptance"]]

    assert cases
    assert [case for case in cases if not any(name.startswith(f"test_{case.lower()}_") for name in TESTS)] == []


def written(name: str) -> str:
    """The text of that test, from its name on."""
    return next(text for text in BODIES if text.startswith(f"def {name}("))


def test_the_test_that_is_named_mentions_its_ruling() -> None:
    """By its own name ("test_h22_...") or in its text."""
    silent = {
        ruling: name
        for ruling, (_, shown) in TOLD.items()
        for name in re.findall(r"`(test_\w+)`", shown)
        if not name.startswith(f"test_{ruling.lower()}_") and not re.search(rf"\b{ruling}\b", written(name))
    }

    assert silent == {}


MUTANTS: Mapping[str, str] = {
    "A01": "irregular_policy=silent",
    "A02": "irregular_policy=block",
    "A10": "ladder=",
    "C01": "touch_move=",
    "D01": "crowning=tablet",
    "F01": "huff=off",
    "G02": "plies_before_a_draw=0",
    "G03": "plies_before_a_draw=0",
    "G04": "pieces_for_a_draw=0",
    "G05": "plies_before_a_draw=0",
    "G09": "draw_found=auto",
    "G11": "claim_when=either",
    "G30": "strength_after=0",
    "G39": "wrong_claim_seconds=0",
    "H10": "cannot_win=loss",
    "H14": "flag_called_by=players",
    "H17": "both_flags=first",
    "H18": "both_flags=first",
    "H20": "late=999",
    "H21": "forfeits_out=0",
    "H22": "late=30",
    "H24": "both_late=own",
    "H26": "player_may_stop_clock=yes",
    "H34": "inactivity_warning=0",
    "H36": "inactivity_single=0",
    "E01": "board_turned=go_on",
    "E08": "starts=colours",
    "J02": "conduct_ladder=",
    "J07": "phone_ladder=",
    "L09": "appeal_minutes=43200",
}
"""Of a ruling that is a switch: the value with which its tests have to fail."""


@pytest.mark.slow
@pytest.mark.parametrize("ruling", MUTANTS)
def test_the_tests_of_a_ruling_fail_without_it(ruling: str) -> None:
    """Every tournament of theirs is played with the switch turned the other way (`tests/mutant.py`)."""
    names = re.findall(r"`(test_\w+)`", TOLD[ruling][1])
    files = [f"{file}::{name}" for file, text in FILES.items() for name in names if f"def {name}(" in text]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-n0", "-p", "tests.mutant", "-m", "slow or not slow", *files],
        cwd=HOUSE,
        env={**os.environ, "MUTANT": MUTANTS[ruling]},
        capture_output=True,
        text=True,
        check=False,
    )

    assert run.returncode == 1, run.stdout[-2_000:]
    assert "failed" in run.stdout
