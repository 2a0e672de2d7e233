"""`arbiter standings`: what it prints, and how it ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arbiter.cli import main
from tests.pairing.files import DATA, expected

SWISS = DATA / "tiebreaks" / "tec_swiss_2026.trf"
ROUND_ROBIN = DATA / "tiebreaks" / "tec_rr.trf"


def test_standings_are_one_document_with_rank_entry_points_and_tie_breaks(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["standings", str(SWISS), "--tiebreaks", "BH/C1,SB", "--json"])

    told = json.loads(capsys.readouterr().out)
    assert code == 0
    assert [set(row) for row in told["standings"]] == [{"rank", "entry", "name", "points", "tiebreaks"}] * 16
    assert told["standings"][0] == {
        "rank": 1, "entry": 2, "name": "Bruno", "points": 4, "tiebreaks": {"BH/C1": 12, "SB": 9.5},
    }  # fmt: skip
    published = {int(row["StartNo"]): float(row["SB"]) for row in expected("tec_swiss_expected_2026.tsv")}
    assert {row["entry"]: row["tiebreaks"]["SB"] for row in told["standings"]} == published


def test_the_edition_follows_the_day_or_what_is_asked(capsys: pytest.CaptureFixture[str]) -> None:
    values = []
    for file, more in ((SWISS, ()), (SWISS, ("--edition", "2024")), (DATA / "tiebreaks" / "tec_swiss_2024.trf", ())):
        main(["standings", str(file), "--tiebreaks", "BH", "--json", *more])
        rows = json.loads(capsys.readouterr().out)["standings"]
        values.append(next(row["tiebreaks"]["BH"] for row in rows if row["entry"] == 4))

    assert values == [14, 15, 15]


def test_on_a_screen_standings_are_columns(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["standings", str(ROUND_ROBIN), "--tiebreaks", "SB,KS"])

    lines = capsys.readouterr().out.splitlines()
    assert code == 0
    assert lines[0].split() == ["points", "SB", "KS"]
    assert lines[1].split() == ["1", "1", "Alyx", "3.5", "9.25", "2.0"]
    assert lines[3].split() == ["2", "3", "Charline", "3.5", "6.25", "0.5"]


def test_a_value_opens_its_working(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["standings", str(SWISS), "--tiebreaks", "BH/C1,TPR", "--working", "4"])

    out = capsys.readouterr().out
    assert code == 0
    assert "BH/C1: 11.5" in out
    assert "(2.5)  left out: a forgone round" in out
    assert "TPR: 2081 (average 1888, percentage 75, difference 193)" in out
    main(["standings", str(SWISS), "--tiebreaks", "BH/C1", "--working", "4", "--json"])
    told = json.loads(capsys.readouterr().out)["workings"]["BH/C1"]
    assert told["value"] == 11.5
    assert told["parts"][1] == {
        "round": 2, "opponent": None, "of": 2.5, "value": 2.5, "cut": True, "how": "cut_given_up",
    }  # fmt: skip


def test_standings_can_be_those_after_an_earlier_round(capsys: pytest.CaptureFixture[str]) -> None:
    main(["standings", str(SWISS), "--tiebreaks", "wins", "--round", "1", "--json"])

    assert {row["points"] for row in json.loads(capsys.readouterr().out)["standings"]} == {0, 0.5, 1}


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--tiebreaks", "XX"), 2),
        (("--tiebreaks", "BH/Z"), 2),
        (("--edition", "1999"), 2),
        (("--round", "9"), 1),
        (("--working", "99"), 1),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(
    arguments: tuple[str, ...], code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        ended = main(["standings", str(SWISS), *arguments])
    except SystemExit as stopped:
        ended = int(stopped.code or 0)

    assert ended == code
    assert capsys.readouterr().err.splitlines()[-1]


def test_tie_breaks_that_only_others_count_are_left_out_with_a_word(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "named.trf"
    file.write_text("202 PTS,BH/C1,EDET/P\n" + SWISS.read_text())

    main(["standings", str(file), "--json"])
    told = capsys.readouterr()
    assert list(json.loads(told.out)["standings"][0]["tiebreaks"]) == ["BH/C1"]
    assert "EDET/P" in told.err


def test_a_file_that_cannot_be_read_says_where(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "broken.trf"
    file.write_text("012 Nothing\n")

    assert main(["standings", str(file)]) == 2
    assert main(["standings", str(tmp_path / "none.trf")]) == 1
    assert capsys.readouterr().err
