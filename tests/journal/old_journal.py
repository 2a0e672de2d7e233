"""Writes the journal of a release for `tests/journal/old`, and says what any journal comes to in plain values.

`python -m tests.journal.old_journal VERSION` plays the days on which every kind of event happens, a journal each.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from arbiter.journal.lines import Entry
from arbiter.journal.sqlite.journal import Journal
from arbiter.rules.position import fen_text
from arbiter.sides import Side
from arbiter.tournament.state import Tournament
from tests.hall import Hall
from tests.tournament.days import DAYS

OLD = Path(__file__).parent / "old"


def come_to(state: Tournament) -> dict[str, Any]:
    """What a committee would ask of a tournament: boards, moves, times, results, proposals, and the points."""
    table = state.crosstable()
    return {
        "version": state.version,
        "name": state.name,
        "entries": list(state.entries),
        "withdrawn": sorted(state.withdrawn),
        "points": {str(entry): table.score(entry) for entry in state.entries},
        "proposals": [[proposal.number, proposal.kind, proposal.decided] for proposal in state.proposals],
        "games": [
            {
                "round": game.round,
                "board": game.board,
                "entries": list(game.entries),
                "fen": fen_text(game.position, state.variant),
                "moves": [[play.move, play.charged, play.left] for play in game.plays],
                "struck": [play.move for play in game.struck],
                "attempts": [[attempt.ply, attempt.move, attempt.code] for attempt in game.attempts],
                "left": [game.clock.left(side, state.at) for side in Side],
                "running": game.clock.running.value if game.clock.running else None,
                "result": state.result_text(game),
                "because": game.result.because if game.result else None,
            }
            for game in state.games()
        ],
    }


def main(version: str) -> None:
    """The two files of each day of a release; those that are there are never written again."""
    for beside, day in DAYS.items():
        _write(OLD / f"{version}{beside}.sqlite", day())


def _write(path: Path, hall: Hall) -> None:
    journal = Journal.create(path)
    lines = hall.desk.journal.read()
    journal.append([Entry(line.at, line.kind, line.body, line.key) for line in lines], 0)
    journal.copy_to(path)  # without the log beside it
    journal.close()
    for beside in OLD.glob(f"{path.name}-*"):
        beside.unlink()
    path.with_suffix(".json").write_text(json.dumps(come_to(hall.state), indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
