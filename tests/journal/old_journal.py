"""Writes the journals and the register of a release for `tests/journal/old`, and says in plain values what any hold.

`python -m tests.journal.old_journal VERSION` plays the days on which every kind of event happens, a journal each.
"""

from __future__ import annotations

import json
import shutil
import sys
from contextlib import closing
from dataclasses import astuple
from pathlib import Path
from typing import Any

from arbiter.journal.accounts import Account
from arbiter.journal.lines import Unwritten
from arbiter.journal.people import Person
from arbiter.journal.sqlite.journal import SqliteJournal
from arbiter.journal.sqlite.register import SqliteRegister
from arbiter.rules.position import fen_text
from arbiter.sides import Side
from arbiter.tournament.state import Tournament
from tests.hall import Hall
from tests.tournament.days import DAYS

OLD = Path(__file__).parent / "old"
REGISTERS = OLD / "registers"
FIRST_FIELDS = 7
TOURNAMENTS = ("spring-open", "autumn-match")
SIJBRANDS = Person("Ton Sijbrands", 2400, club="Damclub Gouda", federation="NED", title="GMI", born="1949", sex="m")
CHIZHOV = Person("Алексей Чижов", 2430, federation="RUS", born="1964-01-01")


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


def register_told(path: Path) -> dict[str, Any]:
    """Everything that an instance asks its register."""
    with closing(SqliteRegister.open(path)) as register:
        people = {t: {str(n): _known(one) for n, one in register.people(t).items()} for t in TOURNAMENTS}
        return {
            "people": people,
            "found": [register.find("spring-open", "  алексей   ЧИЖОВ"), register.find("spring-open", "José Strauß")],
            "accounts": [
                account and [account.name, account.role, account.password]
                for account in map(register.accounts.named, ("chief", "José", "nobody"))
            ],
            "epochs": [register.epoch(t, board) for t in TOURNAMENTS for board in (3, 4)],
            "settings": [register.setting(name) for name in ("address", "brought k-1", "none")],
        }


def _known(person: Person) -> tuple[object, ...]:
    """What the first releases knew of a person; of what came later they left nothing."""
    told = astuple(person)
    return told if any(told[FIRST_FIELDS:]) else told[:FIRST_FIELDS]


def main(version: str) -> None:
    """The two files of each day of a release, and of a register; those that are there are never written again."""
    for beside, day in DAYS.items():
        _write(OLD / f"{version}{beside}.sqlite", day())
    _write_register(REGISTERS / f"{version}.sqlite")


def _write(path: Path, hall: Hall) -> None:
    journal = SqliteJournal.create(path)
    lines = hall.desk.journal.read()
    journal.append([Unwritten(line.at, line.kind, line.body, line.key) for line in lines], 0)
    journal.copy_to(path)  # without the log beside it
    journal.close()
    for beside in OLD.glob(f"{path.name}-*"):
        beside.unlink()
    path.with_suffix(".json").write_text(json.dumps(come_to(hall.state), indent=1, ensure_ascii=False) + "\n")


def _write_register(path: Path) -> None:
    register = SqliteRegister.open(path)
    register.enter(
        "spring-open", {1: SIJBRANDS, 2: Person("Đặng Thị Ngọc", 1820), 3: CHIZHOV, 4: Person("José Strauß")}
    )
    register.enter("autumn-match", {1: Person("Harm Wiersma"), 2: Person("Jannes van der Wal", 2380)})
    register.erase("spring-open", 4)
    register.accounts.put(Account("chief", "chief", "scrypt:32768:8:1$abc$0123"))
    register.accounts.put(Account("José", "arbiter", "scrypt:32768:8:1$def$4567"))
    for tournament, board in (("spring-open", 3), ("spring-open", 3), ("autumn-match", None)):
        register.revoke(tournament, board)
    register.set_setting("address", "http://192.0.2.7:8000")
    register.set_setting("brought k-1", "autumn-match")
    register.copy_to(path)  # without the log beside it
    register.close()
    for beside in REGISTERS.glob(f"{path.name}-*"):
        beside.unlink()
    told = register_told(Path(shutil.copy(path, path.with_suffix(".told"))))
    path.with_suffix(".json").write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n")
    for beside in REGISTERS.glob("*.told*"):
        beside.unlink()


if __name__ == "__main__":
    main(sys.argv[1])
