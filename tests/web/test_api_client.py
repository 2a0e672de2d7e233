"""A client that is generated from the document plays a round against the real service, with typed answers."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.service import Service, service

pytestmark = pytest.mark.slow
CONFIG = """\
post_hooks: []
content_type_overrides:
  application/pdf: application/octet-stream
"""


@pytest.fixture
def api(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """What finds the modules of a client that was generated from the document as it is served."""
    (tmp_path / "hall").mkdir()
    with service(tmp_path / "hall") as hall:
        (tmp_path / "config.yml").write_text(CONFIG)
        made = subprocess.run(
            [
                *(sys.executable, "-m", "openapi_python_client", "generate"),
                *("--url", f"{hall.url}/api/v1/openapi.json", "--output-path", str(tmp_path / "arbiter_client")),
                *("--meta", "none", "--config", str(tmp_path / "config.yml")),
            ],
            capture_output=True,
            text=True,
            check=False,
        )
        assert made.returncode == 0, made.stderr + made.stdout
        assert "WARNING" not in made.stdout + made.stderr, made.stdout + made.stderr
        monkeypatch.syspath_prepend(tmp_path)
        yield hall, lambda name: importlib.import_module(f"arbiter_client.{name}")


def test_a_generated_client_plays_a_round(api: tuple[Service, Any]) -> None:
    hall, module = api
    with module("client").AuthenticatedClient(f"{hall.url}/api/v1", hall.token("director")) as director:
        a_round(
            module("models"),
            lambda name, *address, **more: module(f"api.{name}").sync(*address, client=director, **more),
        )


def a_round(models: Any, ask: Callable[..., Any]) -> None:
    """Announces a tournament, pairs two players, plays, is refused, rules, and reads the standings."""
    opened = ask("tournaments.open_tournament", body=models.OpenTournament(name="Client open", points="2-1-0"))
    assert isinstance(opened, models.TournamentTold)
    t = opened.id
    for name in ("Anna", "Bart"):
        assert isinstance(ask("entries.enter", t, body=models.Enter(name=name, rating=1500)), models.EnteredTold)
    paired = ask("rounds.pair_round", t, body=models.PairRound())
    assert [(pair.board, {pair.white, pair.black}) for pair in paired.boards] == [(1, {1, 2})]
    started = ask("rounds.start_round", t, 1, body=models.StartRound())
    assert started.boards[0].clock.running == "white"

    told: Any = None
    for ply, move in enumerate(("32-28", "19-23", "28x19", "14x23")):
        told = ask("boards.play_move", t, 1, 1, body=models.PlayMove(ply=ply, move=move, key=f"move-{ply}"))
        assert isinstance(told, models.BoardRecorded)
    assert (told.moves, told.turn) == (["32-28", "19-23", "28x19", "14x23"], "white")

    wrong = ask("boards.play_move", t, 1, 1, body=models.PlayMove(ply=4, move="33-29"))
    assert isinstance(wrong, models.IrregularTold | models.BoardRecorded)
    stale = ask("boards.play_move", t, 1, 1, body=models.PlayMove(ply=0, move="32-28"))
    assert isinstance(stale, models.Problem)
    assert (stale.code, stale.status) == ("stale_ply", 409)

    ruled = ask("boards.rule", t, 1, 1, body=models.RuleResult(kind="result", result="2-0", reason="Bart has left"))
    assert (ruled.result, ruled.winner) == ("2-0", "white")
    standings = ask("standings.standings", t)
    assert [line.points for line in standings.standings] == [2, 0]
