"""A tournament at earlier lines: what was kept, what is read again, and that nobody waits for it."""

from __future__ import annotations

import threading

import pytest

from arbiter.desk import recorded
from arbiter.desk.recorded import Bygone, events_of
from arbiter.journal.lines import Line
from arbiter.rulings.board.claims import Resign
from arbiter.rulings.entries import EnterPlayer
from arbiter.rulings.rounds.pairing import PairRound
from arbiter.tournament.replay import replay
from arbiter.tournament.stored.packed import unpacked
from tests.desk.club import move
from tests.hall import BY, Hall, MemoryJournal
from tests.waiting import PATIENCE


class CountedJournal(MemoryJournal):
    """A journal that counts what is read, and can be told to let readers wait."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0
        self.go = threading.Event()
        self.go.set()
        self.asked = threading.Event()

    def read(self, after: int = 0, limit: int | None = None) -> list[Line]:
        self.asked.set()
        assert self.go.wait(PATIENCE)
        lines = super().read(after, limit)
        self.count += len(lines)
        return lines


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> CountedJournal:
    """A journal of a hall whose desk keeps little: four states, four marks, ten lines at a time and apart at first."""
    for name, few in (("RECENT_STATES", 4), ("OLDER_STATES", 4), ("PIECE_LINES", 10), ("OPENING_LINES", 10)):
        monkeypatch.setattr(recorded, name, few)
    return CountedJournal()


def entered(journal: CountedJournal, players: int) -> Hall:
    hall = Hall(journal=journal, players=0, started=False)
    for number in range(players):
        hall.submit(EnterPlayer(by=BY), key=f"k{number}")
    return hall


def test_a_request_sent_again_soon_reads_nothing_again(kept: CountedJournal) -> None:
    hall = entered(kept, 50)
    kept.count = 0
    again = hall.submit(EnterPlayer(by=BY), key="k49")

    assert (again.again, again.seq, kept.count) == (True, 51, 0)
    assert again.state is hall.state


def test_every_state_is_the_one_that_its_lines_give(kept: CountedJournal) -> None:
    hall = entered(kept, 150)
    for seq in range(152):
        assert hall.desk.state_at(seq) == replay(events_of(kept.lines[:seq]))


def test_of_a_long_journal_a_few_states_are_kept(kept: CountedJournal) -> None:
    hall = entered(kept, 400)
    opened = Bygone(kept)  # type: ignore[arg-type]  # the journal of this test
    opened.opened()

    for one in (hall.desk.bygone, opened):
        assert len(one._recent) <= 4
        assert 2 <= len(one._marks) <= 5
        assert one._marks[-1].version > 200
        assert one._marks[0].version < 100


def test_an_old_request_sent_again_reads_from_the_nearest_state(kept: CountedJournal) -> None:
    hall = entered(kept, 400)
    kept.count = 0
    again = hall.submit(EnterPlayer(by=BY), key="k300")

    assert again.state.version == again.seq == 302
    assert kept.count < 200


def test_nobody_waits_for_an_old_request_that_is_sent_again(kept: CountedJournal) -> None:
    hall = Hall(journal=kept)
    hall.submit(move(0, "32-28"), key="old")
    for ply in range(20):
        hall.play(("19-23", "28x19", "14x23", "37-32", "10-14")[ply]) if ply < 5 else hall.refused(move(0, "32-28"))
    for board in (2,):
        hall.play("32-28", "19-23", "28x19", "14x23", "37-32", "10-14", board=board)
    kept.go.clear()
    kept.asked.clear()
    answered: list[int] = []
    thread = threading.Thread(target=lambda: answered.append(hall.submit(move(0, "32-28"), key="old").seq))
    thread.start()
    assert kept.asked.wait(PATIENCE)
    hall.play("41-37", board=2)
    early = list(answered)
    kept.go.set()
    thread.join(5)

    assert early == []
    assert len(answered) == 1


def test_an_older_state_that_is_kept_has_few_plays_of_running_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between rounds all games are packed; a state from the middle of a round would keep its plays as values."""
    monkeypatch.setattr(recorded, "PIECE_LINES", 1)
    monkeypatch.setattr(recorded, "MOST_UNPACKED_PLAYS", 3)
    journal = MemoryJournal()
    hall = Hall(journal=journal, players=4)
    hall.play("32-28", "19-23", "28x19", "14x23", "37-32")
    for board in (1, 2):
        hall.submit(Resign(round=1, board=board, by=BY))
    hall.submit(PairRound(by=BY))
    opened = Bygone(journal)  # type: ignore[arg-type]  # the journal of this test
    opened.opened()

    last = hall.state.version
    assert [(one.version, sum(map(unpacked, one.games()))) for one in opened._marks] == [
        (5, 0),
        (last - 1, 0),
        (last, 0),
    ]
