"""`arbiter pdn` and `arbiter export`: what they print, and how they end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arbiter.cli import main
from arbiter.rules.pdn.collection import read_collection
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.entries import OpenTournament
from arbiter.rulings.rounds.pairing import PairRound, StartRound
from tests.hall import BY, office, person

GOOD = '[Event "good"]\n1. 32-28 19-23 2. 28x19 14x23 2-0\n'
WRONG = '[Event "wrong"]\n1. 32-28 19-23 2. 33-29 23x32 2-0\n'


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """A file with a good game, one with a wrong move before a good game, and one that is no text."""
    texts = (GOOD.encode(), (WRONG + "\n" + GOOD).encode(), bytes(range(1, 256)) * 4)
    for number, text in enumerate(texts):
        (tmp_path / f"{number}.pdn").write_bytes(text)
    return [str(tmp_path / f"{number}.pdn") for number in range(3)]


def test_every_file_is_read_and_counted(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["pdn", files[0], files[0]])

    assert code == 0
    assert "2 games with 8 moves in 2 files (2 international)." in capsys.readouterr().out


def test_a_faulty_game_is_named_with_its_ply_its_move_and_why(
    files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["pdn", "--json", files[1], files[0]])
    printed = capsys.readouterr()
    told = json.loads(printed.out)
    (fault,) = told["faulty"]

    assert code == 1
    assert (told["games"], told["moves"], told["replayed"]) == (3, 12, 10)
    assert (fault["file"], fault["game"], fault["ply"], fault["move"]) == (files[1], 1, 3, "33-29")
    assert (fault["code"], fault["sentence"]) == (
        "capture_missed",
        "33-29 is not legal: White must capture. (000 VII)",
    )
    assert printed.err.splitlines()[-1] == "1 games are faulty, 0 places cannot be read."


def test_a_broken_file_and_one_that_is_not_there_keep_no_other_from_being_read(
    files: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    missing = str(tmp_path / "missing.pdn")
    code = main(["pdn", "--json", missing, files[2], files[0]])
    told = json.loads(capsys.readouterr().out)

    assert code == 1
    assert {place["file"] for place in told["unreadable"]} == {missing, files[2]}
    assert told["files"][-1] == {"file": files[0], "games": 1, "moves": 4}


def test_strict_reading_refuses_what_patience_reads(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "two.pdn"
    file.write_text('[Event "a"]\n1. 32-28 19-23\n\n[Event "b"]\n1. 33-28 *\n')

    assert main(["pdn", str(file)]) == 0
    assert main(["pdn", "--strict", str(file)]) == 1
    assert (
        'Line 4, column 1: “[Event "b"]” is not allowed here by the grammar of the PDN standard.'
        in capsys.readouterr().out
    )


def test_the_game_can_be_named(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pdn", "--variant", "american", files[0]]) == 1
    assert "ply 1, 32-28" in capsys.readouterr().out


def test_a_tournament_is_written_as_pdn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    desks = office(tmp_path / "hall")
    desk = desks.open(OpenTournament(name="Club open", variant="russian"))
    for number in (1, 2):
        desk.enter(person(number), BY)
    desk.submit(PairRound(by=BY))
    desk.submit(StartRound(round=1, by=BY))
    for ply, move in enumerate(("c3-d4", "b6-a5", "d4-e5", "f6:d4")):
        desk.submit(PlayMove(round=1, board=1, ply=ply, move=move, by=BY))
    desks.close()
    file = tmp_path / "games.pdn"
    code = main(["export", "club-open", "--format", "pdn", "--to", str(file), "--instance", str(tmp_path / "hall")])
    read = read_collection(file.read_bytes())

    assert code == 0
    assert "f6:d4" in file.read_text()
    assert (len(read.records), read.moves, read.replayed[0].variant.key) == (1, 4, "russian")
    assert dict(read.records[0].tags)["White"] == "Player 1"


def test_a_format_that_there_is_not_is_misuse(tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["export", "club-open", "--format", "docx", "--to", str(tmp_path / "x")])

    assert ended.value.code == 2


def test_every_fault_has_its_line_and_column(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = '[Event "a"]\n[FEN "W:W99:B1"]\n1. 32-28 2-0\n\n[Event "b"]\n1. 32-28 #?# 19-23\n2. (33-29 28x19 14x25\n'
    (tmp_path / "odd.pdn").write_text(text)
    assert main(["pdn", "--json", str(tmp_path / "odd.pdn")]) == 1
    told = json.loads(capsys.readouterr().out)
    places = [(one["code"], one["line"], one["column"]) for one in (*told["unreadable"], *told["faulty"])]

    assert ("pdn_not_read", 6, 10) in places
    assert ("pdn_variation_open", 7, 4) in places
    assert [place[1:] for place in places if place[0].startswith(("fen", "square"))] == [(2, 1)]
