"""The tournaments of an instance: their ids, the one process that writes them, and files that are damaged."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from arbiter.desk import storage
from arbiter.desk.desks import Desks
from arbiter.instants import HallClock
from arbiter.journal.journal import CannotWrite
from arbiter.journal.sqlite.journal import SqliteJournal
from arbiter.refused import Refused
from arbiter.rules.generator import generator
from arbiter.rules.moves import legal_moves
from arbiter.rules.position import start
from arbiter.rulings.editing import MendTournament
from arbiter.rulings.entries import EnterPlayer, OpenTournament
from tests.desk.club import OPEN, in_office, move, opened
from tests.hall import BY, WoundClock, office


def test_a_tournament_is_known_by_its_name_in_small_plain_letters(tmp_path: Path) -> None:
    with in_office(tmp_path) as desks:
        names = ("Club open", "Club Open!", "Café Übung", "Кубок Киева", "Łódź", "Ελληνικό", "打", "!", "x" * 39 + " y")

        assert [desks.open(OpenTournament(name=name)).id for name in names] == [
            "club-open", "club-open-2", "cafe-ubung", "kubok-kieva", "lodz", "elleniko", "da", "tournament", "x" * 39
        ]  # fmt: skip


def test_one_instance_has_one_writer(tmp_path: Path) -> None:
    with in_office(tmp_path), pytest.raises(Refused) as refused:
        office(tmp_path)

    assert refused.value.code == "instance_in_use"


def test_a_tournament_of_a_hall_does_not_begin_where_nothing_is_recorded(tmp_path: Path) -> None:
    with in_office(tmp_path / "hall") as there:
        lines = there.open(OPEN).journal.read()
    with closing(Desks(tmp_path / "hub", HallClock(), reading="read_only")) as desks:
        with pytest.raises(CannotWrite, match="read_only"):
            desks.receive("north-open", lines)
        assert list(desks) == []


def test_a_desk_that_did_not_open_leaves_the_instance_to_others(tmp_path: Path) -> None:
    with in_office(tmp_path) as desks:
        opened(desks)
    with in_office(tmp_path) as desks:
        assert desks.desk("club-open").state.version > 1


def test_a_game_is_warm_once_its_tournament_is_open(tmp_path: Path) -> None:
    """Its tables take up to a tenth of a second to make: no first move waits for them."""
    generator.cache_clear()
    with in_office(tmp_path) as desks:
        desk = desks.open(OpenTournament(name="Cup", variant="turkish"))
        made = generator.cache_info().currsize
        legal_moves(start(desk.state.variant), desk.state.variant)

    assert generator.cache_info().currsize == made == 2


def test_so_is_one_that_is_chosen_later(tmp_path: Path) -> None:
    with in_office(tmp_path) as desks:
        desk = desks.open(OpenTournament(name="Cup", variant="international"))
        generator.cache_clear()
        desk.submit(MendTournament(by="director", variant="turkish"))

    assert generator.cache_info().currsize == 2


# damage


def garbled(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[4096:] = b"\x5a" * (len(data) - 4096)
    path.write_bytes(data)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5_000])


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def a_letter(path: Path) -> None:
    path.write_text("Dear arbiter,\n" * 400)


def line_without_meaning(kind: str, body: str) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        from arbiter.journal.lines import Unwritten

        journal = SqliteJournal.open(path)
        journal.append([Unwritten(at=1, kind=kind, body=body)], journal.version)
        journal.close()

    return write


CHESS = """{"name":"x","variant":"chess","system":"x","rounds":0,"control":"-","regulations":"x","flags":"x",
"points":"2-1-0","tiebreaks":[]}"""


@pytest.mark.parametrize(
    "damage",
    [
        garbled,
        cut,
        emptied,
        a_letter,
        line_without_meaning("PlayerEntered", "{}"),
        line_without_meaning("PlayerEntered", "[]"),
        line_without_meaning("PlayerEntered", "no json"),
        line_without_meaning("GameEnded", '{"round":9,"board":1,"white":"won","black":"lost","because":"x","by":"x"}'),
        line_without_meaning("GameEnded", '{"round":1,"board":1,"white":"glad","black":"lost","because":"x","by":"x"}'),
        line_without_meaning("RoundPaired", '{"round":2,"pairs":[[1]],"byes":[],"by":"x"}'),
        line_without_meaning("TournamentOpened", CHESS),
    ],
    ids=range(11),
)  # fmt: skip
def test_a_damaged_journal_does_not_keep_the_others_from_opening(
    tmp_path: Path, damage: Callable[[Path], None], caplog: pytest.LogCaptureFixture
) -> None:
    with in_office(tmp_path) as desks:
        opened(desks, name="First")
        opened(desks, name="Second")
        opened(desks, name="Third")
    for more in (*tmp_path.glob("tournaments/second.sqlite-*"), tmp_path / "witness" / "second.txt"):
        more.unlink(missing_ok=True)
    damage(tmp_path / "tournaments" / "second.sqlite")
    with in_office(tmp_path) as desks:
        assert [desk.id for desk in desks] == ["first", "third"]
        assert "the journal of second cannot be used" in caplog.text
        assert desks.desk("third").submit(move(0, "32-28")).state.game(1, 1).ply == 1
        with pytest.raises(Refused) as refused:
            desks.desk("second")
        assert (refused.value.code, refused.value.facts) == ("journal_damaged", {"tournament": "second"})
        assert desks.open(OpenTournament(name="Second")).id == "second-2"


def test_a_tournament_that_has_rested_for_a_day_is_opened_when_somebody_asks(tmp_path: Path) -> None:
    with in_office(tmp_path) as desks:
        for name in ("First", "Second", "Third"):
            opened(desks, name=name)
    long_ago = time.time() - 2 * 24 * 3_600
    for name in ("first", "second"):
        os.utime(tmp_path / "witness" / f"{name}.txt", (long_ago, long_ago))
    with in_office(tmp_path) as desks:
        welcomed = list[str]()
        desks.welcome(lambda desk: welcomed.append(desk.id))
        assert [desk.id for desk in desks] == ["third"]
        assert desks.open(OpenTournament(name="First")).id == "first-2"
        game = desks.desk("first").state.game(1, 1)
        assert (game.halted is not None, game.clock.running) == (True, None)
        desks.wake_all()
        assert sorted(desk.id for desk in desks) == ["first", "first-2", "second", "third"]
        assert welcomed == ["first", "second"]


def test_a_tournament_that_is_deleted_does_not_come_back_from_its_witness(tmp_path: Path) -> None:
    with in_office(tmp_path) as desks:
        desks.delete(desks.open(OpenTournament(name="Mistake")).id)
        desks.open(OpenTournament(name="Open"))
    with in_office(tmp_path) as desks:
        assert [desk.id for desk in desks] == ["open"]


def test_a_tournament_that_there_is_not_is_refused(tmp_path: Path) -> None:
    with in_office(tmp_path) as desks, pytest.raises(Refused) as refused:
        desks.desk("x" * 5_000)

    assert refused.value.code == "no_tournament"
    assert refused.value.facts == {"tournament": "x" * 80}


def test_a_tournament_of_nonsense_leaves_no_file(tmp_path: Path) -> None:
    with in_office(tmp_path) as desks:
        with pytest.raises(Refused):
            desks.open(OpenTournament(name="Club open", control="soon"))

        assert list((tmp_path / "tournaments").iterdir()) == []
        assert EnterPlayer(by=BY).same_as is None


@pytest.fixture
def long_and_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An instance with two tournaments being played, of which the journal of one counts as long."""
    with in_office(tmp_path) as desks:
        opened(desks, name="Short", players=2, system="swiss")
        desk = opened(desks, name="Long")
        for ply, text in enumerate(("32-28", "19-23", "28x19", "14x23")):
            desk.submit(move(ply, text))
    size = (tmp_path / "witness" / "short.txt").stat().st_size
    monkeypatch.setattr(storage, "LONG_BYTES", size)
    return tmp_path


def test_others_are_served_while_a_long_journal_waits_to_be_read(long_and_short: Path) -> None:
    with closing(Desks(long_and_short, HallClock(), later=True)) as desks:
        with pytest.raises(Refused) as refused:
            desks.desk("long")
        with pytest.raises(Refused) as brought:
            desks.open(OPEN, key="it may have announced the long one")
        alone = [desk.id for desk in desks]
        desks.desk("short").submit(EnterPlayer(by=BY))
        desks.open_long()
        there = desks.desk("long")

        assert (refused.value.code, refused.value.facts) == ("tournament_opening", {"tournament": "long", "percent": 0})
        assert brought.value.code == "tournament_opening"
        assert alone == ["short"]
        assert there.state.game(1, 1).ply == 4
        assert desks.opening == {}
        assert [game.halted for game in there.state.games()] == ["outage", "outage"]


def test_no_line_of_a_long_journal_lies_in_the_future_of_its_service(long_and_short: Path) -> None:
    """Also if the computer's clock was set back between two starts."""
    with closing(Desks(long_and_short, HallClock(), later=True)) as desks:
        desks.open_long()
        written = desks.desk("long").state.at
    before = WoundClock()
    before.at = written - 60_000
    (long_and_short / "alive").unlink()
    with closing(Desks(long_and_short, before, later=True)) as desks:
        assert desks.clock.now() >= written


def test_it_is_told_how_much_of_a_long_journal_has_been_read(long_and_short: Path) -> None:
    with closing(Desks(long_and_short, HallClock(), later=True)) as desks:
        told: list[int] = []

        class Noting(dict[str, int]):
            def __setitem__(self, id: str, percent: int) -> None:
                told.append(percent)
                super().__setitem__(id, percent)

        desks.opening = Noting(desks.opening)
        desks.open_long()

        assert told == sorted(told)
        assert (told[0], told[-1]) == (0, 100)
