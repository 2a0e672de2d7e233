"""The analyst's file: every fact of a tournament in tables with keys, as the reader may see it."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from arbiter.exchange.analyst.file import metadata_text, write_file
from arbiter.exchange.analyst.past_rulings import RulingsReplay
from arbiter.exchange.analyst.tables import TABLES
from arbiter.exchange.export_formats import FORMATS
from arbiter.journal.people import Person
from arbiter.rules.position import fen_text
from arbiter.sides import Side
from arbiter.tournament.events import parse_event
from arbiter.tournament.past.struck_moves import position_of
from arbiter.tournament.replay import replay
from arbiter.view import View
from tests.analyst import Rows, tables_in, tables_of
from tests.exchange.tournaments import random_tournament
from tests.hall import Hall
from tests.tournament.days import eventful_day

PEOPLE = {1: Person("Anna Bakker", 1850, born="1971-05-17"), 2: Person("Tim Kort", born="2015-03-04", shown="short")}


@pytest.fixture(scope="module")
def day() -> View:
    """A day on which nearly everything happens that can be recorded."""
    hall = eventful_day()
    return View(tournament="club-open", state=hall.state, people=PEOPLE, at=hall.state.at,
                lines=tuple(hall.desk.journal.read()))  # fmt: skip


@pytest.fixture(scope="module")
def file(day: View, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """That day and another tournament in one file."""
    path = tmp_path_factory.mktemp("analyst") / "both.db"
    other = replace(random_tournament(3), tournament="other")
    write_file([(day, day.lines), (other, other.lines)], path)
    return path


@pytest.fixture(scope="module")
def tables(file: Path) -> dict[str, Rows]:
    return tables_of(file)


def test_each_row_has_its_key_and_refers_to_rows_that_there_are(file: Path) -> None:
    with closing(sqlite3.connect(file)) as conn:
        assert conn.execute("PRAGMA foreign_key_check").fetchall() == []
        assert conn.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        for name, table in TABLES.items():
            columns = conn.execute(f"PRAGMA table_info({name})").fetchall()
            refers = {(row[3], row[2], row[4]) for row in conn.execute(f"PRAGMA foreign_key_list({name})")}
            assert [row[1] for row in columns] == list(table.columns)
            assert [row[1] for row in columns if row[5]] == [table.key]
            assert refers == set(table.foreign_keys)


def test_several_tournaments_are_in_one_file(day: View, tables: dict[str, Rows]) -> None:
    assert [row["id"] for row in tables["tournaments"]] == ["club-open", "other"]
    assert {row["tournament"] for row in tables["games"]} == {"club-open", "other"}
    assert len([row for row in tables["players"] if row["tournament"] == "club-open"]) == len(day.state.entries)


def test_the_games_have_their_moves_with_clocks_and_positions(day: View, tables: dict[str, Rows]) -> None:
    (game,) = [game for game in day.state.games() if (game.round, game.board) == (1, 1)]
    rows = [row for row in tables["plies"] if row["game"] == "club-open/r1/b1"]

    assert [(row["move"], row["left_ms"]) for row in rows] == [(play.move, play.left) for play in game.plays]
    assert [row["position"] for row in rows] == [
        fen_text(game.position_after(play.ply), day.state.variant) for play in game.plays
    ]
    (told,) = [row for row in tables["games"] if row["id"] == "club-open/r1/b1"]
    assert told["white_ms"] == sum(play.charged for play in game.plays if play.side is Side.WHITE)


def test_a_ruling_has_the_position_and_the_clocks_before_its_line(day: View, tables: dict[str, Rows]) -> None:
    """The truth is the replay up to the line before, whatever was taken back later."""
    events = [parse_event(line.kind, line.at, line.body) for line in day.lines]
    rows = [row for row in tables["rulings"] if row["tournament"] == "club-open"]
    assert {"irregular", "no_offence", "overruled", "penalty", "position", "flag", "result", "time"} <= {
        row["kind"] for row in rows
    }
    for row in rows:
        before = replay(events[: row["line"] - 1])
        game = before.game(*(int(part[1:]) for part in row["game"].split("/")[1:]))
        at = events[row["line"] - 1].at
        assert row["position"] == fen_text(game.position, day.state.variant), row
        clock = game.clock_before(at)
        assert row["white_left_ms"] == max(0, clock.left(Side.WHITE, at)), row


def test_the_report_of_rulings_and_the_file_tell_the_same_irregular_moves(day: View, tables: dict[str, Rows]) -> None:
    found = [(attempt, game) for game in day.state.games() for attempt in game.attempts]

    assert [(row["move"], row["code"], row["position"]) for row in tables["irregular_moves"]] == [
        (attempt.move, attempt.code, fen_text(position_of(game, attempt), day.state.variant)) for attempt, game in found
    ]


def test_rulings_are_found_by_their_words(file: Path) -> None:
    with closing(sqlite3.connect(file)) as conn:
        found = conn.execute(
            "SELECT rulings.id FROM rulings_fts JOIN rulings ON rulings.rowid = rulings_fts.rowid "
            "WHERE rulings_fts MATCH 'sleeve'"
        ).fetchall()
    assert len(found) == 1


def test_the_rulings_are_the_same_if_the_journal_is_read_piece_by_piece(day: View) -> None:
    whole = list(RulingsReplay(day).read(day.lines))
    past, pieces = RulingsReplay(day), []
    for at in range(0, len(day.lines), 7):
        pieces += list(past.read(day.lines[at : at + 7]))

    assert pieces == whole


def test_the_public_has_no_rulings_and_no_private_facts(day: View) -> None:
    row = FORMATS["sqlite"]
    told = tables_in(b"".join(row.written_from(day.in_public, day.lines)))

    assert told["rulings"] == []
    assert [player["name"] for player in told["players"][:2]] == ["Anna Bakker", "Tim K."]
    assert [player["born"] for player in told["players"][:2]] == ["1971", None]
    assert len(told["games"]) == len(list(day.state.games()))


def test_a_sealed_finding_is_in_no_table() -> None:
    hall = Hall(players=2, switches=(("irregular_policy", "opponent"),))
    hall.play("32-28", "19-23", "37-32")  # 28x19 is compulsory
    view = View(tournament="club-open", state=hall.state, lines=tuple(hall.desk.journal.read()))
    told = tables_in(b"".join(FORMATS["datasette"].written_from(view, view.lines)))

    assert [row["move"] for row in told["plies"]] == ["32-28", "19-23", "37-32"]
    assert (told["irregular_moves"], told["rulings"]) == ([], [])


def test_the_metadata_explains_every_column(file: Path) -> None:
    told = json.loads(metadata_text("both"))["databases"]["both"]["tables"]

    assert {name: set(row["columns"]) for name, row in told.items()} == {
        name: set(rows[0] if rows else TABLES[name].columns) for name, rows in tables_of(file).items()
    }
    assert all(len(text) > 8 for row in told.values() for text in row["columns"].values())
