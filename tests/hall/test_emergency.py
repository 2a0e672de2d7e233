"""The emergency kit: what play goes on from when the power fails is on the disk before it does."""

from __future__ import annotations

import random
import stat
from pathlib import Path

import pytest
from pypdf import PdfReader

from arbiter.desk.desks import Desks
from arbiter.hall.emergency import FOLDER, EmergencyKit
from arbiter.rulings.board.objections import CrownKing
from arbiter.settings import settings
from arbiter.sides import Side
from arbiter.words import clock_text
from tests.desk.club import OPEN, in_office, move, opened
from tests.games import real_games
from tests.hall import BY, WoundClock
from tests.promises import found


def kit(desks: Desks, *, again_seconds: float = 0) -> EmergencyKit:
    return EmergencyKit(desks, settings({}), again_seconds=again_seconds)


def told(instance: Path) -> str:
    """The words of the sheet that lies there."""
    pages = PdfReader(instance / FOLDER / "club-open.pdf").pages
    return " ".join(" ".join(page.extract_text().split()) for page in pages)


def test_the_sheet_has_clocks_positions_and_last_moves_of_every_board(tmp_path: Path) -> None:
    clock = WoundClock()
    with in_office(tmp_path, clock) as desks:
        desk = opened(desks)
        clock.wait(minutes=3)
        desk.submit(move(0, "32-28"))
        kit(desks).make()
        head = desk.journal.read(after=desk.state.version - 1, limit=1)[0].hash
    text = told(tmp_path)

    assert "1:57:00, 49 to go" in text
    assert "1:57:00, 50 to go" in text  # White of board 2 has been thinking all the while
    assert "1. 32-28" in text
    assert "Board 1 · Black to move" in text
    assert head in text.replace(" ", "")
    assert stat.S_IMODE((tmp_path / FOLDER / "club-open.pdf").stat().st_mode) == 0o600


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_wherever_a_round_stands_the_sheet_has_it(tmp_path: Path) -> None:
    """Twenty rounds of ten boards, each game broken off anywhere."""
    chance, boards = random.Random(2026), 0
    for number in range(20):
        clock = WoundClock()
        with in_office(tmp_path / str(number), clock) as desks:
            desk = opened(desks, players=20)
            for board in range(1, 11):
                script = chance.choice(real_games()).moves
                for ply, text in enumerate(script[: chance.randrange(len(script))]):
                    clock.wait(seconds=chance.randrange(6))
                    if desk.state.game(1, board).uncrowned is not None:
                        desk.submit(CrownKing(round=1, board=board, by=BY))
                    desk.submit(move(ply, text, board))
            kit(desks).make()
            text = told(tmp_path / str(number))
            for game in desk.state.round(1).games:
                if game.result is not None:  # the sheet has boards at play
                    continue
                boards += 1
                turn = game.position.turn
                assert f"Board {game.board} · {turn.value.capitalize()} to move" in text
                if game.plays:
                    assert f"{(game.ply + 1) // 2}. " in text
                    assert game.plays[-1].move in text
                for side in Side:
                    assert clock_text(game.clock.left(side, clock.now())) in text
    found("G12", boards, "each on the sheet as it stood")


def test_it_is_written_anew_only_when_something_has_happened_and_the_minutes_are_over(tmp_path: Path) -> None:
    with in_office(tmp_path) as desks:
        desk = opened(desks)
        often, seldom = kit(desks), kit(desks, again_seconds=1_000)
        often.make()
        (tmp_path / FOLDER / "club-open.pdf").unlink()
        often.make()
        assert not (tmp_path / FOLDER / "club-open.pdf").exists()

        seldom.make()
        desk.submit(move(0, "32-28"))
        seldom.make()
        assert "32-28" not in told(tmp_path)
        often.make()
        assert "32-28" in told(tmp_path)


def test_a_sheet_that_cannot_be_written_is_logged_and_tried_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / FOLDER).write_text("a file in the place of the folder")
    with in_office(tmp_path) as desks:
        opened(desks)
        often = kit(desks)
        often.make()
        assert "the emergency sheet of club-open could not be written" in caplog.text

        (tmp_path / FOLDER).unlink()
        often.make()
    assert "Board 1" in told(tmp_path)


def test_nothing_is_written_while_nobody_plays(tmp_path: Path) -> None:
    with in_office(tmp_path) as desks:
        desks.open(OPEN)
        kit(desks).make()

    assert not (tmp_path / FOLDER).exists()
