"""The static copy: plain files with what the public pages show, written after each publication."""

from __future__ import annotations

import io
import json
import re
import zipfile
from html.parser import HTMLParser
from pathlib import Path

import pytest

from arbiter.broadcast.copies import StaticCopies
from arbiter.broadcast.publications import publications
from arbiter.broadcast.static_copy import OURS, archive_of_copy, files_of_copy, write_copy
from arbiter.cli import main
from arbiter.desk.desk import Desk
from arbiter.desk.desks import Desks
from arbiter.journal.people import Person
from arbiter.rulings.board.claims import Resign
from arbiter.rulings.rounds.pairing import PairRound, UndoRound
from arbiter.settings import Settings
from arbiter.values import replace
from arbiter.view import View
from tests.desk.club import in_office, move, opened
from tests.exchange.tournaments import random_tournament
from tests.hall import BY, WoundClock


class Links(HTMLParser):
    """The addresses that a page names."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.feed(page)

    def handle_starttag(self, _tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found |= {value for name, value in attrs if name in ("href", "src", "action") and value}


def pages(view: View) -> dict[str, str]:
    return {one.name: one.make().decode("utf-8", "replace") for one in files_of_copy(view)}


def view_of(desk: Desk, at: int = 0) -> View:
    return View(tournament=desk.id, state=desk.state, people=desk.people, at=at or desk.now())


@pytest.mark.parametrize("seed", range(6))
def test_every_link_leads_to_a_file_of_the_copy(seed: int) -> None:
    files = pages(random_tournament(seed))
    for name, page in files.items():
        if name.endswith(".html"):
            named = {link.partition("#")[0] for link in Links(page).found}
            assert named - set(files) <= {""}, name
    assert {name for name in files if "/" not in name} == {name for name in files if OURS.fullmatch(name)}


def test_a_game_has_its_positions_and_moves_in_its_page(tmp_path: Path) -> None:
    with in_office(tmp_path, WoundClock()) as desks:
        desk = opened(desks)
        for ply, text in enumerate(("32-28", "19-23", "28x19", "14x23")):
            desk.submit(move(ply, text))
        page = pages(view_of(desk))["game-1-1.html"]

    told = json.loads(re.search(r'id="replay">(.*?)</script>', page, re.DOTALL)[1])  # type: ignore[index]
    assert len(told["positions"]) == 5
    assert told["paths"][-1] == ["14", "23"]
    assert 'href="game-1-1.html#3">28x19' in page
    assert "module" not in page  # a browser loads none from a folder


def test_a_copy_has_no_name_that_the_public_page_does_not_show(tmp_path: Path) -> None:
    with in_office(tmp_path, WoundClock()) as desks:
        desk = opened(desks, players=4)
        people = (
            Person("Anna Secret", 1_200, born="2015-01-01", number="NDB-1", shown="withheld"),
            Person("Bert Childlike", 1_100, born="2014-02-03", number="NDB-2", shown="short"),
        )
        for entry, one in enumerate(people, 1):
            desk.register.enter(desk.id, {entry: one})
        text = "".join(pages(view_of(desk)).values())

    for hidden in ("Secret", "Childlike", "NDB-", "2015", "2014"):
        assert hidden not in text
    assert "#1" in text


def test_a_running_game_is_delayed_in_a_copy_too_and_a_draft_is_not_in_it(tmp_path: Path) -> None:
    clock = WoundClock()
    with in_office(tmp_path, clock) as desks:
        desk = opened(desks, settings={"live_delay": 15}, system="swiss", rounds=3)
        clock.wait(minutes=1)
        desk.submit(move(0, "32-28"))
        early = pages(view_of(desk, clock.now()))
        clock.wait(minutes=16)
        late = pages(view_of(desk, clock.now()))
        for board in (1, 2):
            desk.submit(Resign(round=1, board=board, by=BY))
        desk.submit(PairRound(by=BY, draft=True))
        drafted = pages(view_of(desk, clock.now()))

    assert "32-28" not in early["game-1-1.html"] + early["games.pdn"]
    assert "32-28" in late["game-1-1.html"]
    assert "32-28" in late["games.pdn"]
    assert "round-2.html" not in drafted


class Folder:
    """A folder of static copies, and the part of the service that writes them."""

    def __init__(self, desks: Desks, folder: Path) -> None:
        self.copies = StaticCopies(desks, Settings(static_copies=str(folder), copy_language="nl"), rest_seconds=0)
        self.folder = folder / "club-open"

    def look(self) -> set[str]:
        """The pages that were written."""
        before = {path: path.stat().st_mtime_ns for path in self.folder.rglob("*.html")}
        self.copies.look()
        now = {path: path.stat().st_mtime_ns for path in self.folder.rglob("*.html")}
        return {path.name for path, written in now.items() if before.get(path) != written}


def test_a_copy_is_written_after_each_publication_and_only_what_has_changed(tmp_path: Path) -> None:
    with in_office(tmp_path / "hall", WoundClock()) as desks:
        desk = opened(desks, system="swiss", rounds=3)
        kept = Folder(desks, tmp_path / "site")
        assert {"index.html", "round-1.html", "game-1-2.html"} <= kept.look()
        desk.submit(move(0, "32-28"))
        assert kept.look() == set()  # a move is no publication
        (kept.folder / "own.html").write_text("the club's own page")
        for board in (1, 2):
            desk.submit(Resign(round=1, board=board, by=BY))
        assert "game-1-1.html" in kept.look()
        desk.submit(PairRound(by=BY))
        assert "game-2-1.html" in (written := kept.look())
        assert "game-1-1.html" not in written
        assert "Stand" in (kept.folder / "index.html").read_text("utf-8")
        desk.submit(UndoRound(round=2, by=BY, confirmed=True, reason="a mistake"))
        kept.look()

        left = {path.name for path in kept.folder.glob("*.html")}
        assert "own.html" in left
        assert "round-2.html" not in left
        assert "game-2-1.html" not in left


def test_a_name_that_is_withheld_leads_to_a_new_copy(tmp_path: Path) -> None:
    with in_office(tmp_path / "hall", WoundClock()) as desks:
        desk = opened(desks)
        kept = Folder(desks, tmp_path / "site")
        kept.look()
        name = desk.people[1].name
        assert name in (kept.folder / "index.html").read_text("utf-8")
        desk.register.enter(desk.id, {1: replace(desk.people[1], shown="withheld")})
        kept.look()

        assert all(name not in page.read_text("utf-8") for page in kept.folder.glob("*.html"))


def test_a_folder_that_cannot_be_written_is_told_once_and_holds_up_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with in_office(tmp_path / "hall", WoundClock()) as desks:
        opened(desks)
        (tmp_path / "site").write_text("no folder")
        kept = StaticCopies(desks, Settings(static_copies=str(tmp_path / "site")))
        kept.look()
        kept.look()

        assert list(kept.failed) == ["club-open"]
        told = [one for one in caplog.messages if one.startswith("the static copy of club-open could not be written:")]
        assert len(told) == 1
        (tmp_path / "site").unlink()
        kept.look()
        assert kept.failed == {}
        kept.stop()
        kept.look()  # what the end of the service cuts off raises nothing


def test_the_archive_has_the_same_files_and_is_the_same_twice() -> None:
    view = random_tournament(3)
    made = archive_of_copy(view)

    assert made == archive_of_copy(view)
    with zipfile.ZipFile(io.BytesIO(made)) as pack:
        assert set(pack.namelist()) == {f"club-open/{name}" for name in pages(view)}


def test_publications_follow_from_the_state_alone() -> None:
    view = random_tournament(5)
    found = publications(view.state)

    assert found == publications(view.state)
    assert {one.round for one in found if one.what == "pairings"} == {one.number for one in view.state.published}


def test_the_copy_is_written_at_the_machine_too(tmp_path: Path) -> None:
    with in_office(tmp_path / "hall", WoundClock()) as desks:
        opened(desks)
        made = main(["publish", "club-open", "--to", str(tmp_path / "site"), "--instance", str(tmp_path / "hall")])

    assert made == 0
    assert "Club open" in (tmp_path / "site" / "index.html").read_text("utf-8")
    assert main(["publish", "another", "--to", str(tmp_path / "x"), "--instance", str(tmp_path / "hall")]) == 1


def test_a_copy_written_twice_is_not_touched(tmp_path: Path) -> None:
    view = random_tournament(2)
    before = write_copy(view, tmp_path)
    written = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.*")}
    write_copy(view, tmp_path, before)

    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.*")} == written
