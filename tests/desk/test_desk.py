"""Request, ruling, journal, state, news: in this order, on real files, also on a full disk or beside another."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from arbiter.desk.desk import Desk
from arbiter.desk.recorded import Recorded
from arbiter.journal.journal import CannotWrite
from arbiter.journal.lines import Line, Unwritten, bare, with_digest
from arbiter.journal.people import Person
from arbiter.journal.sqlite.journal import SqliteJournal, verify
from arbiter.refused import Refused
from arbiter.rulings.entries import OpenTournament
from arbiter.rulings.referee.corrections import GivePenalty
from arbiter.rulings.rounds.pairing import PairRound, StartRound
from arbiter.rulings.time.flags import RingFlag
from arbiter.rulings.time.provisional_flags import Heard
from arbiter.sides import Side
from arbiter.tournament.events.games import GameEnded, MovePlayed
from arbiter.tournament.events.irregular import IrregularMove
from tests.desk.club import OPEN, fill, in_office, move, opened
from tests.hall import BY, Hall, MemoryJournal, office, on_disk, person

# requests and keys


def test_what_is_recorded_is_the_last_line_its_events_and_the_state_after_it(hall: Hall) -> None:
    recorded = hall.submit(move(0, "32-28"))

    assert recorded.seq == hall.state.version == len(hall.journal.lines)
    assert [type(event) for event in recorded.events] == [MovePlayed]
    assert recorded.state is hall.state
    assert (recorded.at, recorded.again) == (hall.clock.at, False)


def test_several_events_of_one_request_are_several_lines_under_one_key(hall: Hall) -> None:
    hall.put("W:W28:B22")
    before = len(hall.journal.lines)
    recorded = hall.submit(move(0, "28x17"), key="k")

    assert [line.kind for line in hall.journal.lines[before:]] == ["MovePlayed", "GameEnded"]
    assert [line.key for line in hall.journal.lines[before:]] == [None, "k"]
    assert isinstance(recorded.last, GameEnded)


def test_a_key_that_was_recorded_without_a_digest_fits_any_content(hall: Hall) -> None:
    first = hall.submit(move(0, "32-28"), key="k")

    assert hall.submit(move(0, "33-28"), key=with_digest("k", "aa")).seq == first.seq


def test_the_digest_of_a_content_can_not_be_found_by_trying(hall: Hall) -> None:
    hall.submit(move(0, "32-28"), key=with_digest("k", "aa"))
    key = hall.journal.lines[-1].key

    assert key is not None
    assert (bare(key), len(key)) == ("k", len("k") + 33)
    assert not key.endswith("aa")
    with pytest.raises(Refused, match="key_used"):
        hall.submit(move(0, "33-28"), key=with_digest("k", "bb"))


def test_the_same_key_again_gives_what_was_recorded_then(hall: Hall) -> None:
    hall.put("W:W28,37,44:B22,23,13,9,31")
    first = hall.submit(move(0, "28x17"), key="k")
    again = hall.submit(move(0, "28x17"), key="k")

    assert isinstance(again.last, IrregularMove)
    assert (again.seq, again.events, again.again) == (first.seq, [first.last], True)
    assert hall.game().irregular(Side.WHITE) == 1


def test_a_refused_request_leaves_its_key_free(hall: Hall) -> None:
    hall.refused(move(7, "32-28"), key="k")

    assert hall.submit(move(0, "32-28"), key="k").again is False


@pytest.mark.parametrize("key", ["", "x" * 201])
def test_a_key_has_one_to_two_hundred_characters(hall: Hall, key: str) -> None:
    assert hall.refused(move(0, "32-28"), key=key).code == "text_too_long"


@pytest.mark.parametrize("key", ["a\x00b", "\ud800", "line\nend"])
def test_a_key_can_be_written_down(hall: Hall, key: str) -> None:
    assert hall.refused(move(0, "32-28"), key=key).code == "text_unreadable"


# news


def test_whoever_follows_hears_of_every_line_in_order(hall: Hall) -> None:
    heard: list[tuple[str, int]] = []
    hall.desk.follow(lambda desk, recorded: heard.append((desk, recorded.seq)))
    first = len(hall.journal.lines)
    hall.play("32-28", "19-23", "28x19")

    assert heard == [("open", first + 1), ("open", first + 2), ("open", first + 3)]


def test_whoever_follows_is_told_once_it_is_written_and_before_the_next_is_ruled_on(hall: Hall) -> None:
    seen: list[tuple[int, int]] = []
    hall.desk.follow(lambda *_: seen.append((len(hall.journal.lines), hall.state.version)))
    hall.play("32-28")

    assert seen == [(len(hall.journal.lines), len(hall.journal.lines))]


def test_nobody_hears_of_a_refusal_or_of_a_key_that_came_again(hall: Hall) -> None:
    hall.submit(move(0, "32-28"), key="k")
    heard: list[Recorded] = []
    hall.desk.follow(lambda _, recorded: heard.append(recorded))
    hall.submit(move(0, "32-28"), key="k")
    hall.refused(move(9, "19-23"))

    assert heard == []


def test_who_follows_no_more_hears_no_more(hall: Hall) -> None:
    heard: list[int] = []
    leave = hall.desk.follow(lambda _, recorded: heard.append(recorded.seq))
    hall.play("32-28")
    leave()
    hall.play("19-23")

    assert len(heard) == 1


def test_a_follower_that_stumbles_harms_nobody(hall: Hall, caplog: pytest.LogCaptureFixture) -> None:
    def stumble(_: str, recorded: Recorded) -> None:
        raise RuntimeError("a broken wire")

    heard: list[int] = []
    hall.desk.follow(stumble)
    hall.desk.follow(lambda _, recorded: heard.append(recorded.seq))
    hall.play("32-28")

    assert hall.game().ply == 1
    assert heard == [hall.state.version]
    assert f"a follower of open stumbled at line {hall.state.version}" in caplog.text
    assert "a broken wire" in caplog.text


def test_many_threads_at_once_leave_one_history(tmp_path: Path) -> None:
    with in_office(tmp_path) as desks:
        desk = opened(desks)
        heard: list[int] = []
        desk.follow(lambda _, recorded: heard.append(recorded.seq))

        def penalise() -> None:
            for _ in range(10):
                desk.submit(GivePenalty(round=1, board=1, side=Side.WHITE, step="note", by=BY, reason="spoke"))

        threads = [threading.Thread(target=penalise) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        assert heard == list(range(heard[0], heard[0] + 80))
        assert len(desk.state.game(1, 1).notes) == 80
        assert verify(on_disk(desk).path) is None


# the disk


def test_when_the_disk_is_full_nothing_has_happened_and_later_it_may(tmp_path: Path) -> None:
    with in_office(tmp_path) as desks:
        opened(desks)
    with in_office(tmp_path, max_pages=40) as desks:
        desk = desks.desk("club-open")
        full = fill(desk)
        before = desk.state

        assert full.code == "cannot_write_disk_full"
        assert before.version == desk.journal.version
    with in_office(tmp_path) as desks:
        desk = desks.desk("club-open")

        assert desk.state.game(1, 1).notes == before.game(1, 1).notes
        assert desk.submit(move(0, "32-28")).seq == desk.journal.version
        assert verify(on_disk(desk).path) is None


def test_a_desk_on_a_full_disk_goes_on_as_soon_as_there_is_room(tmp_path: Path) -> None:
    with in_office(tmp_path) as desks:
        opened(desks)
    with in_office(tmp_path, max_pages=40) as desks:
        desk = desks.desk("club-open")
        fill(desk)
        on_disk(desk)._writer.execute("PRAGMA max_page_count=1000").close()

        assert desk.submit(move(0, "32-28")).state.game(1, 1).ply == 1


def test_who_cannot_be_written_down_is_not_in_the_register_either(tmp_path: Path) -> None:
    with in_office(tmp_path) as desks:
        desk = desks.open(OpenTournament(name="Club open", system="manual"))
        for number in (1, 2):
            desk.enter(person(number), BY)
        desk.submit(PairRound(by=BY, pairs=((1, 2),)))
        desk.submit(StartRound(round=1, by=BY))
    with in_office(tmp_path, max_pages=40) as desks:
        desk = desks.desk("club-open")
        fill(desk)
        for number in range(3, 50):
            with suppress(CannotWrite):
                desk.enter(person(number), BY)

        assert set(desks.register.people("club-open")) == set(desk.state.entries)


# several writers


def both(tmp_path: Path) -> tuple[Desk, Desk, Callable[[], None]]:
    """Two desks over one journal file, and what ends them."""
    desks = office(tmp_path)
    desk = opened(desks)
    journal = SqliteJournal.open(on_disk(desk).path)
    other = Desk(desk.id, journal, desks.register, desk.now)

    def end() -> None:
        journal.close()
        desks.close()

    return desk, other, end


def test_a_second_desk_over_the_same_journal_catches_up_before_it_rules(tmp_path: Path) -> None:
    desk, other, end = both(tmp_path)
    desk.submit(move(0, "32-28"))
    recorded = other.submit(move(1, "19-23"))
    with pytest.raises(Refused) as refused:
        desk.submit(move(1, "20-24"))
    third = desk.submit(move(2, "28x19"))

    assert recorded.state.game(1, 1).ply == 2
    assert refused.value.code == "stale_ply"
    assert third.seq == recorded.seq + 1
    assert verify(on_disk(desk).path) is None
    end()


def test_a_key_counts_for_every_desk_over_the_journal(tmp_path: Path) -> None:
    desk, other, end = both(tmp_path)
    first = desk.submit(move(0, "32-28"), key="k")
    again = other.submit(move(0, "32-28"), key="k")

    assert (again.seq, again.again, again.state.game(1, 1).ply) == (first.seq, True, 1)
    end()


def test_two_desks_that_enter_people_mix_up_no_names(tmp_path: Path) -> None:
    desks = office(tmp_path)
    desk = desks.open(OPEN)
    journal = SqliteJournal.open(on_disk(desk).path)
    other = Desk(desk.id, journal, desks.register, desk.now)
    desk.enter(person(1), BY)
    other.enter(person(2), BY)
    desk.enter(person(3), BY)

    assert desks.register.people(desk.id) == {1: person(1), 2: person(2), 3: person(3)}
    journal.close()
    desks.close()


# entering


def test_a_player_is_in_the_journal_by_number_and_in_the_register_by_name(tmp_path: Path) -> None:
    with in_office(tmp_path) as desks:
        desk = desks.open(OPEN)
        desk.enter(Person("  Anna   de Boer "), BY)

        assert desk.state.entries == (1,)
        assert desks.register.people(desk.id) == {1: Person("Anna de Boer")}
        assert "Anna" not in "".join(line.body for line in desk.journal.read())


def test_nobody_is_entered_twice_however_the_name_is_written(tmp_path: Path) -> None:
    with in_office(tmp_path) as desks:
        desk = desks.open(OPEN)
        desk.enter(Person("Zoë de Boer"), BY)
        with pytest.raises(Refused) as refused:
            desk.enter(Person(" zoe\u0308   DE boer"), BY)

        assert (refused.value.code, refused.value.facts) == ("entered_twice", {"entry": 1})
        assert len(desks.register.people(desk.id)) == 1


def test_entering_again_under_the_same_key_enters_nobody(tmp_path: Path) -> None:
    with in_office(tmp_path) as desks:
        desk = desks.open(OPEN)
        first = desk.enter(person(1), BY, key="k")
        again = desk.enter(person(1), BY, key="k")

        assert (again.seq, again.again) == (first.seq, True)
        assert desk.state.entries == (1,)


def test_a_name_that_is_refused_leaves_no_trace(tmp_path: Path) -> None:
    with in_office(tmp_path) as desks:
        desk = desks.open(OPEN)
        for wrong in (Person(""), Person("x" * 201), Person("a\ud800"), Person("Anna", rating=-1)):
            with pytest.raises(Refused):
                desk.enter(wrong, BY)

        assert desk.state.entries == ()
        assert desks.register.people(desk.id) == {}


def test_who_comes_too_late_is_not_in_the_register(tmp_path: Path) -> None:
    with in_office(tmp_path) as desks:
        desk = opened(desks)
        with pytest.raises(Refused) as refused:
            desk.enter(person(9), BY)

        assert refused.value.code == "entries_closed"
        assert 5 not in desks.register.people(desk.id)


def test_what_a_tablet_has_said_of_its_outbox_stands_until_it_says_more(hall: Hall) -> None:
    """Its other requests say nothing of that, and reports may overtake each other."""
    hall.desk.touch(1, seen=9, waiting=0)
    hall.wait(seconds=1)
    hall.desk.touch(1)
    hall.desk.touch(1, seen=7, waiting=1)

    assert hall.desk.tablets == {(1, None): Heard(at=hall.clock.at, seen=9, waiting=0)}

    hall.desk.touch(1, seen=9, waiting=2)
    assert hall.desk.tablets[1, None].waiting == 2


def test_a_write_that_was_refused_is_remembered_of_its_board() -> None:
    """A flag in that thinking time is provisional: somebody's press may have been refused with it."""
    journal = FillingJournal()
    hall = Hall(journal=journal)
    journal.full = True
    with pytest.raises(CannotWrite):
        hall.play("32-28")
    journal.full = False
    hall.wait(hours=2)
    hall.submit(RingFlag(round=1, board=1))
    hall.submit(RingFlag(round=1, board=2))

    assert [(p.board, p.provisional) for p in hall.state.waiting] == [(1, "disk"), (2, "")]


class FillingJournal(MemoryJournal):
    """A journal on a disk that is full at times."""

    full = False

    def append(self, entries: Sequence[Unwritten], expected_version: int) -> tuple[Line, ...]:
        if self.full:
            raise CannotWrite("disk_full")
        return super().append(entries, expected_version)
