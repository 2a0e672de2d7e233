"""`arbiter best`: the move, what it is worth, and how play would go on."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest
from pypdf import PdfReader

from arbiter.cli import main
from arbiter.journal.people import Person
from arbiter.rulings.board.claims import Resign
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.entries import OpenTournament
from arbiter.rulings.rounds.pairing import PairRound, StartRound
from tests.engines.strangers import dame
from tests.hall import office


def test_the_best_move_is_told_with_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["best", "--variant", "turkish", "--fen", "W:WKa1,c3:Bh5,h6", "--nodes", "9000", "--json"]) == 0

    told = json.loads(capsys.readouterr().out)
    assert told.keys() == {"variant", "fen", "move", "score", "depth", "nodes", "line", "tables"}
    assert told["line"][0] == told["move"]
    assert told["fen"] == "W:Wc3,Ka1:Bh6,h5"
    assert told["nodes"] < 9_000 + 64, "the leaves of one node may come on top"


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
    assert told.keys() == {"variant", "fen", "move", "score", "depth", "nodes", "line", "tables"}
    assert told["line"][0] == told["move"]
    assert main([*asked, "--engine", "nobody"]) == 1
    assert "There is no engine nobody here. Engines: dame." in capsys.readouterr().err


def test_an_engine_is_not_asked_for_a_game_that_it_does_not_play(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ARBITER_ENGINES", f"dame={dame().command}")

    assert main(["best", "--variant", "frisian", "--engine", "dame", "--instance", str(tmp_path)]) == 1
    assert "The engine dame does not play Frisian draughts." in capsys.readouterr().err


def test_the_games_of_a_round_are_looked_at_and_printed_afterwards(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with closing(office(tmp_path)) as desks:
        desk = desks.open(OpenTournament(name="Club open", variant="american", control="-"))
        desk.enter_all((Person("Anna"), Person("Boris")), "chief")
        desk.submit(PairRound(by="chief"))
        desk.submit(StartRound(round=1, by="chief"))
        for ply, move in enumerate(["10-15", "23-18", "6-10", "21-17", "12-16", "24-19"]):
            desk.submit(PlayMove(round=1, board=1, ply=ply, move=move, by="tablet 1"))
        asked = ["analyse", "club-open", "--round", "1", "--nodes", "2000", "--instance", str(tmp_path)]
        assert main([*asked, "--board", "1"]) == 1
        assert "still being played" in capsys.readouterr().err
        desk.submit(Resign(round=1, board=1, by="tablet 1"))

    assert main(asked) == 0
    assert "3... 24-19 (" in capsys.readouterr().out
    to = ["--to", str(tmp_path / "a.pdf"), "--instance", str(tmp_path)]
    assert main(["print", "club-open", "analysis", "--round", "1", *to]) == 0
    assert main(["print", "club-open", "pairings", *to]) == 0
    assert "Anna" in PdfReader(tmp_path / "a.pdf").pages[0].extract_text()
    assert main(["print", "club-open", "pairings", "--blind", *to]) == 0
    assert "Anna" not in PdfReader(tmp_path / "a.pdf").pages[0].extract_text()
