"""Copies of the journals and of the names: of every file, the newest kept, and nobody kept from playing."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from arbiter.alarms.backups import Backups
from arbiter.desk.desks import Desks
from arbiter.journal.sqlite import folder
from arbiter.journal.sqlite.archive import unpack
from arbiter.journal.sqlite.journal import SqliteJournal, verify
from arbiter.journal.sqlite.register import people_in
from arbiter.rulings.referee.corrections import GivePenalty
from arbiter.sides import Side
from tests.desk.club import in_office, move, opened
from tests.games import real_games
from tests.hall import BY, person
from tests.promises import found


def copies(desks: Desks, *, kept: int = 24) -> Backups:
    return Backups(desks, kept=kept)


def test_a_copy_is_made_of_every_journal_and_of_the_names(tmp_path: Path) -> None:
    with in_office(tmp_path) as desks:
        opened(desks, name="First")
        opened(desks, name="Second")
        copies(desks).make()
    made = sorted((tmp_path / "backups").iterdir())

    assert [copy.name.partition(".")[0] for copy in made] == ["_register", "first", "second"]
    assert verify(made[1]) is verify(made[2]) is None
    assert people_in(made[0], "first")[1] == person(1)


def test_a_tournament_of_any_name_is_copied_beside_the_names(tmp_path: Path) -> None:
    with in_office(tmp_path) as desks:
        for name in ("Register", "_register"):
            opened(desks, name=name)
        copies(desks).make()

    assert len(list((tmp_path / "backups").iterdir())) == 3


def test_what_the_house_has_found_and_practice_that_is_over_are_copied_once(tmp_path: Path) -> None:
    medium = tmp_path / "medium"
    with in_office(tmp_path / "instance") as desks:
        desks.medium = medium
        for name in ("analyses", "practice"):
            (desks.instance / name).mkdir()
            (desks.instance / name / "club-open.1.2.json").write_text("first")
        made = copies(desks)
        made.make()
        copied = [place / "backups" / "analyses" / "club-open.1.2.json" for place in (desks.instance, medium)]
        assert [copy.read_text() for copy in copied] == ["first", "first"]
        stamped = copied[0].stat().st_mtime_ns

        made.make()
        assert copied[0].stat().st_mtime_ns == stamped
        assert (medium / "backups" / "practice" / "club-open.1.2.json").is_file()


def test_the_oldest_copies_beyond_the_number_kept_are_removed(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    for year in range(2_001, 2_006):
        for name in ("first", "first-2", "_register"):
            (folder / f"{name}.{year}0101T000000Z.sqlite").touch()
    with in_office(tmp_path) as desks:
        opened(desks, name="First")
        copies(desks, kept=3).make()
    left = sorted(path.name for path in folder.iterdir())

    assert [name for name in left if name.startswith("first.")][:2] == [
        "first.20040101T000000Z.sqlite",
        "first.20050101T000000Z.sqlite",
    ]
    assert len([name for name in left if name.startswith("first.")]) == 3
    assert len([name for name in left if name.startswith("first-2.")]) == 5
    assert len([name for name in left if name.startswith("_register.")]) == 3


def test_a_copy_that_cannot_be_made_keeps_nobody_from_playing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "backups").write_text("a file where the folder should be")
    with in_office(tmp_path) as desks:
        desk = opened(desks)
        copies(desks).make()

        assert desk.submit(move(0, "32-28")).seq > 1
    assert "could not be copied" in caplog.text


@pytest.mark.slow
def test_a_hundred_copies_made_while_people_play_come_back_with_their_head(tmp_path: Path) -> None:
    moves, copied = real_games()[0].moves, 100
    with in_office(tmp_path / "hall") as desks:
        desk = opened(desks)
        maker = copies(desks, kept=1)
        for number in range(copied):
            desk.submit(
                GivePenalty(round=1, board=2, side=Side.WHITE, step="note", by=BY, reason=f"the {number}th of many")
            )
            if number < len(moves):
                desk.submit(move(number, moves[number]))
            maker.make()
            (copy,) = (tmp_path / "hall" / "backups").glob("club-open.*")
            back = tmp_path / "back" / str(number)
            with folder.opened(back) as archive:
                unpack(archive, copy)
            with closing(SqliteJournal.open(back / "tournaments" / "club-open.sqlite")) as journal:
                assert (journal.version, journal.head) == desk.head
            maker._copied = {}
    found("G10", copied, "each came back with its head")
