"""`arbiter best`: the move, what it is worth, and how play would go on."""

from __future__ import annotations

import json

import pytest

from arbiter.cli import main


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
