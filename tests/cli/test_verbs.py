"""The verbs of the command line: what they print, and how they end."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from platformdirs import user_data_path

from arbiter import words
from arbiter.alarms.backups import Backups
from arbiter.cli import MISUSED, main
from arbiter.desk.desks import Desks
from arbiter.desk.snapshots import Snapshot, snapshot_path
from arbiter.engines.stored_analyses import analysis_in, keep
from arbiter.journal.lines import Unwritten
from arbiter.journal.sqlite.journal import SqliteJournal
from arbiter.journal.witness.text import witness_path
from arbiter.machine.keys import SNAPSHOTS, instance_keys
from arbiter.refused import Refused
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.entries import OpenTournament
from arbiter.rulings.rounds.pairing import PairRound, StartRound
from arbiter.settings import instance_folder, settings
from arbiter.tournament.past.analysis import Analysis, Weighed
from tests.hall import BY, office, on_disk, person

HOUSE = Path(__file__).parents[2]
SHORT = "W:W28,37,44:B22,23,13,9,31"
"""White may only play 28x8 (000 VII)."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended, and what it said."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one document on standard output."""
        return json.loads(self.out)

    @property
    def why(self) -> str:
        """The last line of standard error."""
        return self.err.splitlines()[-1]


Arbiter = Callable[..., Ended]


def in_a_process(*arguments: object, presses: str = "") -> Ended:
    """The command in a process of its own, with something on its standard input."""
    command = [sys.executable, "-m", "arbiter", *map(str, arguments)]
    done = subprocess.run(command, cwd=HOUSE, check=False, capture_output=True, text=True, input=presses)
    return Ended(done.returncode, done.stdout, done.stderr)


@pytest.fixture
def arbiter(capsys: pytest.CaptureFixture[str]) -> Arbiter:
    """The command, run in this process."""

    def run(*arguments: object) -> Ended:
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as ended:  # argparse, of what was typed
            code = int(ended.code or 0)
        told = capsys.readouterr()
        return Ended(code, told.out, told.err)

    return run


@pytest.fixture
def instance(tmp_path: Path) -> Path:
    return tmp_path / "instance"


@pytest.fixture
def running(instance: Path) -> Iterator[Desks]:
    """An instance whose service runs, with a game in it."""
    desks = office(instance)
    desk = desks.open(OpenTournament(name="Club open"))
    for number in (1, 2):
        desk.enter(person(number), BY)
    desk.submit(PairRound(by=BY))
    desk.submit(StartRound(round=1, by=BY))
    for ply, move in enumerate(("32-28", "19-23")):
        desk.submit(PlayMove(round=1, board=1, ply=ply, move=move, by=BY))
    yield desks
    desks.close()


# where the instance lies


@pytest.mark.parametrize(
    ("files", "environment", "given", "found"),
    [
        ((), {"ARBITER_INSTANCE": "named"}, "given", "given"),
        (("instance/register.sqlite",), {"ARBITER_INSTANCE": "named"}, "", "named"),
        (("instance/register.sqlite",), {"ARBITER_INSTANCE": ""}, "", "instance"),
        (("pyproject.toml", "arbiter/__init__.py"), {}, "", "instance"),
        (("pyproject.toml", "instance/README.md"), {}, "", "of the user"),
        ((), {}, "", "of the user"),
    ],
    ids=["as given", "as the environment says", "with a register", "a checkout", "a project of others", "nowhere"],
)
def test_the_instance_lies_where_it_was_named_or_found_or_with_the_user_s_data(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    files: tuple[str, ...],
    environment: dict[str, str],
    given: str,
    found: str,
) -> None:
    for file in files:
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).touch()
    monkeypatch.chdir(tmp_path)
    of_the_user = user_data_path("arbiter", appauthor=False)

    assert of_the_user.is_absolute()
    assert instance_folder(given, environment) == (of_the_user if found == "of the user" else Path(found))


def test_a_verb_finds_the_instance_that_the_environment_names(
    arbiter: Arbiter, running: Desks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARBITER_INSTANCE", str(running.instance))

    assert arbiter("verify", "club-open").code == 0


# moves


@pytest.mark.parametrize(
    ("move", "code", "corrections", "same_piece"),
    [
        ("28x17", "capture_not_maximum", ["28x8"], True),
        ("37x26", "capture_not_maximum", ["28x8"], False),
        ("44-39", "capture_missed", ["28x8"], False),
    ],
)
def test_a_move_that_is_not_legal_is_judged(
    arbiter: Arbiter, move: str, code: str, corrections: list[str], same_piece: bool
) -> None:
    ended = arbiter("check", "--variant", "international", "--fen", SHORT, move, "--json")
    verdict = ended.json

    assert ended.code == 1
    assert set(verdict) == {"legal", "code", "article", "sentence", "facts", "corrections", "same_piece"}
    assert (verdict["legal"], verdict["code"], verdict["same_piece"]) == (False, code, same_piece)
    assert [correction["move"] for correction in verdict["corrections"]] == corrections
    assert verdict["corrections"][0] == {"move": "28x8", "path": [28, 19, 8], "taken": [23, 13], "promotes": False}
    assert ended.why == verdict["sentence"]


@pytest.mark.parametrize("move", ["28x8", "28x19x8", "28-19-8"])
def test_a_legal_move_is_judged(arbiter: Arbiter, move: str) -> None:
    ended = arbiter("check", "--variant", "international", "--fen", SHORT, move, "--json")

    assert (ended.code, ended.json["legal"], ended.json["code"], ended.json["sentence"]) == (0, True, None, None)


def test_a_move_is_judged_in_words(arbiter: Arbiter) -> None:
    legal = arbiter("check", "--variant", "international", "32-28")
    wrong = arbiter("check", "--variant", "international", "32-27x")

    assert (legal.code, legal.out, legal.err) == (0, "32-28 is legal.\n", "")
    assert (wrong.code, wrong.out) == (2, "")


def test_a_piece_that_was_moved_first_has_to_put_it_right(arbiter: Arbiter) -> None:
    at = ("check", "--variant", "international", "--fen", "W:W32,34:B1,27,30")
    bound = arbiter(*at, "--same-piece", "34", "32x21", "--json")
    free = arbiter(*at, "32x21", "--json")

    assert (bound.code, bound.json["code"], bound.json["same_piece"]) == (1, "touched_other_piece", True)
    assert free.code == 0


def test_the_legal_moves_are_listed(arbiter: Arbiter) -> None:
    ended = arbiter("legal", "--variant", "international", "--fen", SHORT, "--json")
    listed = arbiter("legal", "--variant", "international", "--fen", SHORT)

    assert ended.json["moves"] == [{"move": "28x8", "path": [28, 19, 8], "taken": [23, 13], "promotes": False}]
    assert (ended.json["variant"], ended.json["turn"]) == ("international", "white")
    assert listed.out == "28x8\n"


@pytest.mark.parametrize(
    ("variant", "depth", "nodes"),
    [
        ("international", 0, 1),
        ("international", 4, 4_265),
        ("american", 5, 7_361),
        ("international", 6, 167_140),
        ("american", 7, 179_740),
        ("frisian", 4, 3_874),
        ("canadian", 3, 1_222),
        ("german", 5, 7_473),
        ("brazilian", 5, 7_473),
        ("russian", 5, 7_482),
        ("pool", 5, 7_482),
        ("general", 5, 7_361),
        ("italian", 5, 7_361),
        ("spanish", 5, 7_361),
        ("portuguese", 5, 7_361),
        ("czech", 5, 7_361),
        ("turkish", 4, 7_538),
        ("turkish-federation", 4, 7_538),
        ("good-for-nothings", 5, 7_482),
        ("good-for-nothings-10", 4, 4_265),
    ],
)
def test_the_leaves_are_counted(arbiter: Arbiter, variant: str, depth: int, nodes: int) -> None:
    if depth < 6:
        assert arbiter("perft", "--variant", variant, depth, "--json").json["nodes"] == nodes
    else:
        assert arbiter("perft", "--variant", variant, depth).out == f"{nodes}\n"


def test_the_leaves_are_divided_by_first_move(arbiter: Arbiter) -> None:
    divided = arbiter("perft", "--variant", "american", "--divide", 3, "--json").json

    assert set(divided) == {"variant", "fen", "depth", "nodes", "moves"}
    assert sum(divided["moves"].values()) == divided["nodes"]
    assert len(divided["moves"]) == 7


def test_the_variants_are_listed_with_their_articles(arbiter: Arbiter) -> None:
    rows = arbiter("variants", "--json").json["variants"]
    international = next(row for row in rows if row["key"] == "international")

    assert {"key", "name", "size", "men", "first", "numbering", "gametype", "articles"} <= set(international)
    assert (international["size"], international["men"], international["first"]) == (10, 20, "white")
    assert len(arbiter("variants").out.splitlines()) == len(rows)


# the clock


def test_presses_are_replayed_through_a_time_control() -> None:
    ended = in_a_process("clock", "--control", "50/7200:25/3600", presses="white 63000\nblack 1500\n")

    assert (ended.code, ended.out) == (0, "white 7137000 1 49\nblack 7198500 1 49\n")


def test_a_flag_that_falls_ends_the_replay_with_no() -> None:
    ended = in_a_process("clock", "--control", "60", "--json", presses="white 500\nblack 60000\n")

    assert ended.code == 1
    assert ended.json["flag"] == {"side": "black", "at_ms": 60_500}
    assert ended.json["presses"][0] == {"side": "white", "left_ms": 59_500, "period": 1, "moves_to_go": None}


def test_a_press_that_cannot_be_read_is_named() -> None:
    ended = in_a_process("clock", "--control", "60", presses="white 500\nblack soon\n")

    assert (ended.code, ended.why[:27]) == (2, "Line 2, “black soon”, is no")


# misuse


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("jump",),
        ("legal",),
        ("legal", "--variant", "chess"),
        ("legal", "--variant", "international", "--fen", "nonsense"),
        ("legal", "--variant", "international", "--fen", "W:W51:B1"),
        ("check", "--variant", "international"),
        ("check", "--variant", "international", "e2e4"),
        ("check", "--variant", "international", "--same-piece", "x", "32-28"),
        ("perft", "--variant", "international", "many"),
        ("perft", "--variant", "international", "-1"),
        ("clock", "--control", "soon"),
        ("clock", "--control", "0/60"),
        ("token", "--role", "king"),
        ("token",),
        ("print", "club-open"),
        ("serve", "--port", "x"),
        ("serve", "--port", "65536"),
        ("check", "--variant", "international", "--same-piece", "99", "32-28"),
    ],
)
def test_what_was_typed_wrongly_ends_with_2_and_says_what_to_type(arbiter: Arbiter, arguments: tuple[str, ...]) -> None:
    ended = arbiter(*arguments)

    assert (ended.code, ended.out) == (2, "")
    assert len(ended.why) > 10
    assert "Traceback" not in ended.err


@pytest.mark.parametrize(
    ("name", "value"),
    [("THREADS", "many"), ("THREADS", "0"), ("WIRES", "9" * 30), ("TIMEZONE", "Mars/Olympus"), ("TIMEZONE", "../x")],
)
def test_a_setting_that_cannot_be_is_refused(name: str, value: str) -> None:
    with pytest.raises(Refused) as refused:
        settings({f"ARBITER_{name}": value})

    assert refused.value.code in MISUSED
    assert f"ARBITER_{name}" in words.refusal(refused.value, "en")


def test_an_instance_that_cannot_be_made_is_named(arbiter: Arbiter, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    ended = arbiter("serve", "--instance", tmp_path / "file", "--port", "8191")

    assert (ended.code, ended.why) == (1, f"File exists: {tmp_path / 'file'}")


@pytest.mark.parametrize("verb", ["verify", "backup", "print"])
def test_a_tournament_that_there_is_not_is_refused(arbiter: Arbiter, tmp_path: Path, verb: str) -> None:
    more = {"verify": (), "backup": (tmp_path / "x.zip",), "print": ("pairings", "--to", tmp_path / "x.pdf")}[verb]
    ended = arbiter(verb, "nowhere", *more, "--instance", tmp_path)

    assert (ended.code, ended.out, ended.why) == (1, "", "There is no tournament “nowhere”.")
    assert list(tmp_path.iterdir()) == []


# journals


def test_a_journal_that_holds_together_is_told_so_beside_the_running_service(
    arbiter: Arbiter, running: Desks, instance: Path
) -> None:
    ended = arbiter("verify", "club-open", "--instance", instance)

    assert ended.code == 0
    assert ended.out.startswith("7 lines of club-open hold together")
    assert running.desk("club-open").journal.head[:16] in ended.out


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ("UPDATE line SET body = replace(body, '32-28', '33-28') WHERE seq = 6", 6),
        ("UPDATE line SET at = at + 1 WHERE seq = 3", 3),
        ("DELETE FROM line WHERE seq = 4", 4),
        ("UPDATE line SET hash = 'x' WHERE seq = 5", 5),
    ],
)
def test_a_line_that_was_changed_is_named(
    arbiter: Arbiter, running: Desks, instance: Path, change: str, line: int
) -> None:
    with closing(sqlite3.connect(instance / "tournaments" / "club-open.sqlite", isolation_level=None)) as conn:
        for trigger in ("no_change", "no_erasure"):
            conn.execute(f"DROP TRIGGER {trigger}")
        conn.execute(change)
    ended = arbiter("verify", "club-open", "--instance", instance)

    assert (ended.code, ended.out) == (1, "")
    assert ended.why.startswith(f"Line {line} of club-open has been altered or damaged")


@pytest.mark.parametrize(
    ("kind", "body"), [("PlayerKnighted", "{}"), ("PlayerEntered", "{}"), ("GameEnded", '{"round":9,"board":1}')]
)
def test_a_line_that_cannot_be_replayed_is_named(arbiter: Arbiter, instance: Path, kind: str, body: str) -> None:
    desks = office(instance)
    desks.open(OpenTournament(name="Club open"))
    desks.close()
    journal = SqliteJournal.open(instance / "tournaments" / "club-open.sqlite")
    journal.append([Unwritten(at=1, kind=kind, body=body)], 1)
    journal.close()
    ended = arbiter("verify", "club-open", "--instance", instance)

    assert (ended.code, ended.out) == (1, "")
    assert ended.why.startswith("Line 2 of club-open ")


def test_a_tournament_is_copied_while_the_service_runs_and_brought_back_elsewhere(
    arbiter: Arbiter, running: Desks, instance: Path, tmp_path: Path
) -> None:
    """With what the house has found in its games."""
    before = running.desk("club-open").state
    game = before.game(1, 1)
    keep(instance, ("club-open", 1, 1), Analysis(tuple(play.move for play in game.plays), (Weighed(12, "32-28"),)))
    packed = arbiter("backup", "club-open", tmp_path / "copy.zip", "--instance", instance)
    unpacked = arbiter("restore", tmp_path / "copy.zip", "--instance", tmp_path / "other")
    found = analysis_in(tmp_path / "other", "club-open", game)
    assert found is not None
    assert found.weighed[0].best == "32-28"
    again = office(tmp_path / "other")
    state = again.desk("club-open").state

    assert (packed.code, unpacked.code) == (0, 0)
    assert state.game(1, 1).plays == before.game(1, 1).plays
    assert again.register.people("club-open") == running.register.people("club-open")
    again.close()


def test_the_copies_that_are_made_by_themselves_are_checked_and_brought_back_with_their_names(
    arbiter: Arbiter, running: Desks, instance: Path, tmp_path: Path
) -> None:
    """The drill: the disk is lost, and what stands in the folder `backups` is all that there is."""
    Backups(running, kept=1).make()
    before, people = running.desk("club-open").state, running.register.people("club-open")
    (copy,) = (instance / "backups").glob("club-open.*.sqlite")
    checked = arbiter("verify-backup", copy)
    back = arbiter("restore", copy, "--instance", tmp_path / "other")
    again = office(tmp_path / "other")

    assert (checked.code, back.code) == (0, 0)
    assert f"holds {before.version} lines of club-open" in checked.out
    assert again.desk("club-open").state_at(before.version) == before
    assert again.register.people("club-open") == people
    again.close()


def test_a_backup_with_a_program_in_it_is_not_brought_back(
    arbiter: Arbiter, running: Desks, instance: Path, tmp_path: Path
) -> None:
    Backups(running, kept=1).make()
    (copy,) = (instance / "backups").glob("club-open.*.sqlite")
    with closing(sqlite3.connect(copy, isolation_level=None)) as conn:
        conn.execute("CREATE TRIGGER of_mine AFTER INSERT ON line BEGIN SELECT 1; END")

    for asked in (("verify-backup", copy), ("restore", copy, "--instance", tmp_path / "other")):
        ended = arbiter(*asked)
        assert ended.code == 1
        assert "contains database code (“of_mine”)" in ended.why


def test_a_journal_that_is_shorter_than_its_witness_is_told_and_repaired(arbiter: Arbiter, instance: Path) -> None:
    desks = office(instance)
    desk = desks.open(OpenTournament(name="Club open"))
    on_disk(desk).copy_to(instance / "older")
    for number in (1, 2):
        desk.enter(person(number), BY)
    desks.close()
    (instance / "older").replace(instance / "tournaments" / "club-open.sqlite")
    told = arbiter("verify", "club-open", "--instance", instance)
    repaired = arbiter("repair", "club-open", "--instance", instance)

    assert told.code == 1
    assert told.why.startswith("The journal of club-open ends with line 1, its witness knows of 3: arbiter repair")
    assert repaired.code == 0
    assert arbiter("verify", "club-open", "--instance", instance).code == 0


def test_a_journal_that_has_lost_lines_for_good_goes_on_only_when_that_is_said(
    arbiter: Arbiter, instance: Path
) -> None:
    desks = office(instance)
    desk = desks.open(OpenTournament(name="Club open"))
    for number in (1, 2, 3):
        desk.enter(person(number), BY)
    desks.close()
    with closing(sqlite3.connect(instance / "tournaments" / "club-open.sqlite", isolation_level=None)) as conn:
        conn.execute("DROP TRIGGER no_change")
        conn.execute("UPDATE line SET body = '{}' WHERE seq = 3")
    witness_path(instance, "club-open").unlink()
    no = arbiter("repair", "club-open", "--instance", instance)
    yes = arbiter("repair", "club-open", "--shorter", "--instance", instance)
    desks = office(instance)

    assert (no.code, yes.code) == (1, 0)
    assert "can be restored up to line 2; line 4 is known of" in no.why
    assert desks.desk("club-open").enter(person(2), BY).seq == 3
    desks.close()


def test_nothing_is_brought_back_over_a_tournament_that_is_there(
    arbiter: Arbiter, instance: Path, tmp_path: Path
) -> None:
    desks = office(instance)
    desks.open(OpenTournament(name="Club open"))
    desks.close()
    arbiter("backup", "club-open", tmp_path / "copy.zip", "--instance", instance)
    ended = arbiter("restore", tmp_path / "copy.zip", "--instance", instance)

    assert (ended.code, ended.why) == (1, "The tournament club-open already exists; it is not overwritten.")


def test_nothing_is_brought_back_under_a_running_service(
    arbiter: Arbiter, running: Desks, instance: Path, tmp_path: Path
) -> None:
    arbiter("backup", "club-open", tmp_path / "copy.zip", "--instance", instance)
    ended = arbiter("restore", tmp_path / "copy.zip", "--instance", instance)

    assert ended.code == 1
    assert ended.why.startswith("Another Arbiter is already running")


@pytest.mark.parametrize("content", [b"", b"nonsense", b"PK\x05\x06" + b"\x00" * 18])
def test_what_is_no_backup_is_not_brought_back(arbiter: Arbiter, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "copy.zip").write_bytes(content)
    ended = arbiter("restore", tmp_path / "copy.zip", "--instance", tmp_path / "other")

    assert (ended.code, ended.why) == (1, "copy.zip is not a backup of a tournament, or it is damaged.")


def test_a_backup_that_is_not_there_is_told_so(arbiter: Arbiter, tmp_path: Path) -> None:
    ended = arbiter("restore", tmp_path / "none.zip", "--instance", tmp_path / "other")

    assert ended.code == 1
    assert "none.zip" in ended.why


# tokens and sheets


@pytest.mark.parametrize("role", ["director", "arbiter", "spectator"])
def test_a_token_stands_alone_on_its_line_and_opens_the_role(
    arbiter: Arbiter, running: Desks, instance: Path, role: str
) -> None:
    ended = arbiter("token", "--role", role, "--instance", instance)

    assert (ended.code, ended.err, ended.out.count("\n")) == (0, "", 1)
    assert instance_keys(instance).opened("bearer", ended.out.strip())["role"] == role


def test_the_key_of_an_instance_is_for_its_owner_alone(arbiter: Arbiter, instance: Path) -> None:
    arbiter("token", "--role", "director", "--instance", instance)

    assert (instance / "key").stat().st_mode & 0o777 == 0o600


def test_a_sheet_is_printed_while_the_service_runs(
    arbiter: Arbiter, running: Desks, instance: Path, tmp_path: Path
) -> None:
    to = tmp_path / "pairings.pdf"
    ended = arbiter("print", "club-open", "pairings", "--round", 1, "--to", to, "--instance", instance)

    assert ended.code == 0, ended.err
    assert to.read_bytes().startswith(b"%PDF")


def test_a_sheet_that_there_is_not_leaves_no_file(
    arbiter: Arbiter, running: Desks, instance: Path, tmp_path: Path
) -> None:
    to = tmp_path / "menu.pdf"
    ended = arbiter("print", "club-open", "menu", "--to", to, "--instance", instance)

    assert (ended.code, ended.why[:27]) == (2, "There is no sheet “menu”. S")
    assert not to.exists()


def test_a_second_service_over_the_same_instance_is_refused(running: Desks, instance: Path) -> None:
    ended = in_a_process("serve", "--instance", instance, "--host", "127.0.0.1", "--port", 8191)

    assert ended.code == 1
    assert ended.why.startswith("Another Arbiter is already running")


def test_the_help_of_the_clock_states_the_rule_of_the_millisecond(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["clock", "--help"])

    assert "a move completed in the very millisecond" in " ".join(capsys.readouterr().out.split())


def test_the_controls_that_have_a_name_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["controls", "--json", "--lang", "nl"]) == 0
    rows = {row["key"]: row for row in json.loads(capsys.readouterr().out)["controls"]}

    assert rows["book"]["notation"] == "50/7200:25/3600"
    assert rows["book"]["words"] == "2 uur voor 50 zetten, daarna 1 uur per 25, ongebruikte tijd blijft"
    assert main(["controls"]) == 0
    assert "1 h 20 min for the game and 1 min per move" in capsys.readouterr().out


def test_verify_compares_the_snapshot_with_the_journal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    desks = office(tmp_path)
    desk = desks.open(OpenTournament(name="Long"))
    lines, state = desk.journal.read(), desk.state
    desks.close()
    key = instance_keys(tmp_path).derived(SNAPSHOTS)
    snapshot = Snapshot(snapshot_path(tmp_path, "long"), lambda seq: lines[seq - 1], key)
    found = []
    for held in (state, replace(state, name="Other")):
        snapshot.write(held)
        found.append(main(["verify", "long", "--instance", str(tmp_path)]))

    assert found == [0, 1]
    assert "The snapshot of long is not what its first 1 lines come to." in capsys.readouterr().err


def test_verify_says_that_a_snapshot_was_not_made_by_this_instance(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    desks = office(tmp_path)
    desk = desks.open(OpenTournament(name="Long"))
    lines, state = desk.journal.read(), desk.state
    desks.close()
    instance_keys(tmp_path)
    Snapshot(snapshot_path(tmp_path, "long"), lambda seq: lines[seq - 1], b"another key").write(state)

    assert main(["verify", "long", "--instance", str(tmp_path)]) == 1
    assert "The snapshot of long was not made by this instance." in capsys.readouterr().err
