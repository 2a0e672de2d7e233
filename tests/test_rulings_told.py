"""Every ruling that is more than a record is exercised by a test, or `docs/officiating.md` says why it need not be."""

from __future__ import annotations

import json
import re
from pathlib import Path

from arbiter.tournament.regulations.switches import SWITCHES

HOUSE = Path(__file__).parents[1]
TABLE = json.loads((HOUSE / "tests" / "data" / "officiating" / "rulings.json").read_text("utf-8"))
OWED = {row["id"]: row["automation"] for row in TABLE["rulings"] if row["automation"] != "record"}
TOLD = {
    found[1]: (found[2], found[3])
    for found in re.finditer(
        r"^\| ([A-L]\d\d) \| (\w+) \| (.+) \|$", (HOUSE / "docs" / "officiating.md").read_text("utf-8"), re.MULTILINE
    )
}
TESTS = {
    name
    for file in (HOUSE / "tests").rglob("test_*.py")
    for name in re.findall(r"^def (test_\w+)", file.read_text("utf-8"), re.MULTILINE)
}


def test_every_switch_is_told_and_no_other() -> None:
    text = (HOUSE / "docs" / "officiating.md").read_text("utf-8")
    table = text.partition("| switch | what it settles |")[2].partition("\n\n")[0]
    told = [name for line in table.splitlines()[2:] for name in re.findall(r"`(\w+)`", line.split(" | ")[0])]

    assert sorted(told) == sorted(SWITCHES)


def test_every_ruling_that_is_more_than_a_record_is_told() -> None:
    assert len(TABLE["rulings"]) == 220
    assert set(TOLD) == set(OWED)


def test_a_ruling_is_told_with_what_the_service_does_of_it() -> None:
    assert {ruling: automation for ruling, (automation, _) in TOLD.items()} == OWED


def test_a_ruling_is_shown_by_a_test_that_there_is_or_has_its_reason() -> None:
    named = {ruling: set(re.findall(r"`(test_\w+)`", shown)) for ruling, (_, shown) in TOLD.items()}

    assert {ruling: gone for ruling, tests in named.items() if (gone := tests - TESTS)} == {}
    assert [ruling for ruling, (_, shown) in TOLD.items() if not named[ruling] and not shown.endswith(".")] == []


def test_every_acceptance_case_has_a_test_of_its_name() -> None:
    cases = [row["id"] for row in TABLE["acceptance"]]

    assert cases
    assert [case for case in cases if not any(name.startswith(f"test_{case.lower()}_") for name in TESTS)] == []
