"""`arbiter best`: the move, what it is worth, and how play would go on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arbiter.cli import main
from tests.engines.strangers import dame


def test_the_best_move_is_told_with_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["best", "--variant", "turkish", "--fen", "W:WKa1,c3:Bh5,h6", "--nodes", "9000", "--json"]) == 0

    told = json.loads(capsys.readouterr().out)
    assert told.keys() == {"variant", "fen", "move", "score", "depth", "nodes", "line"}
    assert told["line"][0] == told["move"]
    assert told["fen"] == "W:Wc3,Ka1:Bh6,h5"
    assert told["nodes"] <= 9000


def test_where_there_is_no_move_the_answer_is_no(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["best", "--variant", "international", "--fen", "W:W6:B1", "--level", "1"]) == 1
    assert capsys.readouterr().err == "There is no move: the game is over.\n"


def test_an_engine_of_others_is_asked_by_its_name(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ARBITER_ENGINES", f"dame={dame().command}")
    asked = ["best", "--variant", "international", "--nodes", "5000", "--json", "--instance", str(tmp_path)]
    assert main([*asked, "--engine", "dame"]) == 0

    told = json.loads(capsys.readouterr().out)
    assert told.keys() == {"variant", "fen", "move", "score", "depth", "nodes", "line"}
    assert told["line"][0] == told["move"]
    assert main([*asked, "--engine", "nobody"]) == 1
    assert "There is no engine nobody here; there are: dame." in capsys.readouterr().err


def test_an_engine_is_not_asked_for_a_game_that_it_does_not_play(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ARBITER_ENGINES", f"dame={dame().command}")

    assert main(["best", "--variant", "frisian", "--engine", "dame", "--instance", str(tmp_path)]) == 1
    assert "The engine dame does not play Frisian draughts." in capsys.readouterr().err
