"""`arbiter pair`: what it prints, how it ends, and what it says of a file that was paired otherwise."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arbiter.cli import main

DATA = Path(__file__).parents[1] / "data/pairing"
Output = pytest.CaptureFixture[str]


def test_the_next_round_is_one_document(capsys: Output) -> None:
    assert main(["pair", str(DATA / "trf/dutch_2025_C5.input"), "--json"]) == 0

    assert json.loads(capsys.readouterr().out) == {"round": 3, "pairs": [[1, 5], [3, 2]], "bye": 6}


def test_the_next_round_is_told_board_by_board(capsys: Output) -> None:
    assert main(["pair", str(DATA / "trf/dutch_2025_C5.input")]) == 0

    assert capsys.readouterr().out.splitlines() == ["Round 3", "   1     1 - 5", "   2     3 - 2", " bye     6"]


def test_a_round_without_a_legal_pairing_is_refused_by_its_code(capsys: Output) -> None:
    assert main(["pair", str(DATA / "trf/no_legal_pairings.trf"), "--json"]) == 1

    told = capsys.readouterr()
    document = json.loads(told.out)
    assert (document["code"], document["round"]) == ("no_legal_pairing", 4)
    assert document["facts"]["again"] == ["1-2", "3-4"]
    assert told.err.splitlines()[-1].startswith("Round 4 cannot be paired by the rules.")


def test_a_file_that_contradicts_itself_is_misuse(capsys: Output) -> None:
    assert main(["pair", str(DATA / "trf/incompatible_color.trf")]) == 2

    assert capsys.readouterr().err.startswith("Line 2, column 132:")


def test_why_says_bracket_and_colour_rule_of_every_pair(capsys: Output) -> None:
    assert main(["pair", str(DATA / "trf/dutch_2025_C5.input"), "--why", "--json"]) == 0

    why = json.loads(capsys.readouterr().out)["why"]
    assert [reason["code"] for reason in why if reason["entries"] == [3, 2]] == ["swiss_floated", "colour_both"]
    assert [reason["code"] for reason in why if reason["entries"] == [6]] == ["swiss_bye"]


def test_why_not_names_what_would_be_worse(capsys: Output) -> None:
    assert main(["pair", str(DATA / "trf/dutch_2025_C5.input"), "--why-not", "1", "3", "--json"]) == 0

    (why,) = json.loads(capsys.readouterr().out)["why"]
    assert (why["code"], why["article"], why["facts"]["code"]) == ("not_as_good", "FIDE C.04.3 2.3.1", "C5")


@pytest.mark.parametrize("name", ["plain_006_50.trf", "mixed_009_50.trf", "forbid_016_50.trf"])
def test_a_tournament_paired_by_the_rules_agrees(name: str, capsys: Output) -> None:
    assert main(["pair", str(DATA / "dutch" / name), "--check", "--json"]) == 0

    told = json.loads(capsys.readouterr().out)
    assert told["agrees"]
    assert all(round["agrees"] for round in told["rounds"])


def test_a_tournament_paired_otherwise_parts_in_a_named_article(capsys: Output) -> None:
    assert main(["pair", str(DATA / "trf/burstein_late_entries.trf"), "--check"]) == 1

    told = capsys.readouterr()
    assert "FIDE C.04.3" in told.err
    assert told.err.strip() in told.out


def test_the_order_of_the_fields_may_be_that_of_ranks(capsys: Output, tmp_path: Path) -> None:
    """XXC rank: the pairing order is the field rank, and the answer still says pairing numbers."""
    file = tmp_path / "ranked.trf"
    lines = [f"001 {number:>4}      P{number:<72}0.0 {5 - number:>4}" for number in range(1, 5)]
    file.write_text("\n".join([*lines, "XXR 3", "XXC rank white1"]), encoding="utf-8")
    assert main(["pair", str(file), "--json"]) == 0

    assert json.loads(capsys.readouterr().out)["pairs"] == [[4, 2], [1, 3]]


def test_an_engine_that_is_not_named_is_asked_for(capsys: Output) -> None:
    assert main(["pair", str(DATA / "trf/dutch_2025_C5.input"), "--engine"]) == 1

    assert "ARBITER_PAIRING_ENGINE" in capsys.readouterr().err


def test_a_file_that_is_not_there_is_named(capsys: Output) -> None:
    assert main(["pair", "nowhere.trf"]) == 1

    assert "nowhere.trf" in capsys.readouterr().err
