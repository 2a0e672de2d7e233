"""Request, ruling, journal, state, news: in this order, on real files, also on a full disk or beside another."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from arbiter.desk.desk import Desk, Desks, Recorded
from arbiter.instants import HallClock
from arbiter.journal.people import Person
from arbiter.journal.sqlite.database import CannotWrite
from arbiter.journal.sqlite.journal import Journal, verify
from arbiter.refused import Refused
from arbiter.rulings.board.claims import Resign
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.entries import EnterPlayer, OpenTournament
from arbiter.rulings.referee.corrections import GivePenalty
from arbiter.rulings.rounds.pairing import PairRound, StartRound
from arbiter.rulings.time.flags import RingFlag
from arbiter.sides import HOUR, MINUTE, Side
from arbiter.tournament.events import GameEnded, IrregularMove, MovePlayed
from tests.hall import BY, MORNING, Hall, WoundClock, office, person

OPEN = OpenTournament(name="Club open")


def opened(desks: Desks, *, players: int = 4, name: str = "Club open") -> Desk:
    """A tournament at its real desk, its first round going."""
    desk = desks.open(OpenTournament(name=name))
    for number in range(1, players + 1):
        desk.enter(person(number), BY)
    desk.submit(PairRound(by=BY))
    desk.submit(StartRound(round=1, by=BY))
    return desk


def move(ply: int, text: str, board: int = 1) -> PlayMove:
    return PlayMove(round=1, board=board, ply=ply, move=text, by=BY)


@contextmanager
def in_office(instance: Path, clock: HallClock | None = None, *, max_pages: int | None = None) -> Iterator[Desks]:
    """The desks of that folder for as long as the block runs."""
    desks = office(instance, clock, max_pages=max_pages)
    try:
        yield desks
    finally:
        desks.close()


def fill(desk: Desk) -> CannotWrite:
    """Writes until the disk takes nothing more; what it said."""
    wish = GivePenalty(round=1, board=1, side=Side.WHITE, step="note", by=BY, reason="a long reason " * 70)
    while True:
        try:
            desk.submit(wish)
        except CannotWrite as full:
            return full


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
        assert verify(desk.journal.path) is None


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
        assert verify(desk.journal.path) is None


def test_a_desk_on_a_full_disk_goes_on_as_soon_as_there_is_room(tmp_path: Path) -> None:
    with in_office(tmp_path) as desks:
        opened(desks)
    with in_office(tmp_path, max_pages=40) as desks:
        desk = desks.desk("club-open")
        fill(desk)
        desk.journal._writer.execute("PRAGMA max_page_count=1000").close()

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


def test_a_gap_that_cannot_be_written_down_is_written_before_anything_else(tmp_path: Path) -> None:
    """Nobody is charged for the gap, though the disk was full when the service came back."""
    clock = WoundClock()
    with in_office(tmp_path, clock) as desks:
        opened(desks)
    with in_office(tmp_path, clock, max_pages=40) as desks:
        desk = desks.desk("club-open")
        desk.submit(StartRound(round=1, by=BY))
        fill(desk)
        while True:  # the last free bytes too
            try:
                desk.submit(GivePenalty(round=1, board=1, side=Side.WHITE, step="note", by=BY, reason="x"))
            except CannotWrite:
                break
    clock.wait(hours=3)
    with in_office(tmp_path, clock, max_pages=40) as desks:
        desk = desks.desk("club-open")
        assert desk.state.game(1, 1).clock.running is Side.WHITE
        with pytest.raises(CannotWrite):
            desk.submit(RingFlag(round=1, board=1))
        desk.journal._writer.execute("PRAGMA max_page_count=1000").close()
        game = desk.submit(move(0, "32-28")).state.game(1, 1)

        assert game.ply == 1
        assert game.plays[0].left == 2 * HOUR


# restarts


def test_an_instance_that_is_opened_again_stands_where_it_stood(tmp_path: Path) -> None:
    clock = WoundClock()
    with in_office(tmp_path, clock) as desks:
        desk = opened(desks)
        desk.submit(move(0, "32-28"))
        desk.submit(Resign(round=1, board=2, by=BY))
        clock.wait(minutes=3)
        desk.submit(move(1, "19-23"))
        before = desk.state
    clock.wait(hours=1)
    with in_office(tmp_path, clock) as desks:
        state = desks.desk("club-open").state

        assert desks.register.people("club-open")[3] == person(3)
        assert state.game(1, 2) == before.game(1, 2)
        assert state.game(1, 1).position == before.game(1, 1).position
        assert state.game(1, 1).clock.had == before.game(1, 1).clock.had
        assert state.game(1, 1).halted == "outage"


def test_a_clock_is_charged_until_the_last_sign_of_life(tmp_path: Path) -> None:
    clock = WoundClock()
    desks = office(tmp_path, clock)
    opened(desks)
    clock.wait(minutes=10)
    desks.beat()
    clock.wait(minutes=1)
    desks.register.close()  # killed: nobody says goodbye
    for desk in desks:
        desk.journal.close()
    desks._closing.close()
    clock.wait(hours=5)
    with in_office(tmp_path, clock) as again:
        game = again.desk("club-open").state.game(1, 1)

        assert game.clock.left(Side.WHITE, clock.at) == 110 * MINUTE


def test_without_a_sign_of_life_the_last_line_of_the_journal_is_one(tmp_path: Path) -> None:
    clock = WoundClock()
    with in_office(tmp_path, clock) as desks:
        desk = opened(desks)
        clock.wait(minutes=10)
        desk.submit(move(0, "32-28", board=2))
    (tmp_path / "alive").unlink()
    clock.wait(hours=5)
    with in_office(tmp_path, clock) as again:
        games = again.desk("club-open").state.round(1).games

        assert games[0].clock.left(Side.WHITE, clock.at) == 110 * MINUTE


@pytest.mark.parametrize("told", ["", "soon", "9999999999999999"])
def test_a_sign_of_life_that_cannot_be_true_charges_nobody_for_what_was_not(tmp_path: Path, told: str) -> None:
    clock = WoundClock()
    with in_office(tmp_path, clock) as desks:
        opened(desks)
    (tmp_path / "alive").write_text(told)
    clock.wait(minutes=5)
    with in_office(tmp_path, clock) as again:
        left = again.desk("club-open").state.game(1, 1).clock.left(Side.WHITE, clock.at)

        assert 115 * MINUTE <= left <= 120 * MINUTE
        assert clock.at == MORNING + 5 * MINUTE


def test_a_wall_clock_that_was_set_back_takes_no_fallen_flag_back(tmp_path: Path) -> None:
    clock = WoundClock()
    with in_office(tmp_path, clock) as desks:
        desk = opened(desks)
        clock.wait(hours=2)
        desk.submit(RingFlag(round=1, board=1))
    with in_office(tmp_path, WoundClock(MORNING)) as again:
        with pytest.raises(Refused) as refused:
            again.desk("club-open").submit(move(0, "32-28"))

        assert refused.value.code == "flag_pending"
        assert again.clock.now() >= MORNING + 2 * HOUR


def test_a_wall_clock_that_was_set_back_does_not_hold_the_clocks_of_the_hall(tmp_path: Path) -> None:
    with in_office(tmp_path, WoundClock(MORNING + 5 * HOUR)) as desks:
        opened(desks)
    clock = WoundClock(MORNING)
    with in_office(tmp_path, clock) as again:
        desk = again.desk("club-open")
        desk.submit(StartRound(round=1, by=BY))
        clock.wait(minutes=7)
        game = desk.submit(move(0, "32-28")).state.game(1, 1)

        assert game.plays[0].charged == 7 * MINUTE


def test_the_hall_s_clock_goes_on_from_where_it_has_to_be() -> None:
    clock = HallClock(start=1_000)
    clock.reach(500)
    early = clock.now()
    clock.reach(MORNING)

    assert 1_000 <= early < MORNING <= clock.now() < MORNING + MINUTE


# several tournaments, and several writers


def test_a_tournament_is_known_by_its_name_in_small_plain_letters(tmp_path: Path) -> None:
    with in_office(tmp_path) as desks:
        names = ("Club open", "Club Open!", "Café Übung", "打", "x" * 99)

        assert [desks.open(OpenTournament(name=name)).id for name in names] == [
            "club-open", "club-open-2", "cafe-ubung", "tournament", "x" * 40
        ]  # fmt: skip


def test_one_instance_has_one_writer(tmp_path: Path) -> None:
    with in_office(tmp_path), pytest.raises(Refused) as refused:
        office(tmp_path)

    assert refused.value.code == "instance_in_use"


def test_a_desk_that_did_not_open_leaves_the_instance_to_others(tmp_path: Path) -> None:
    with in_office(tmp_path) as desks:
        opened(desks)
    with in_office(tmp_path) as desks:
        assert desks.desk("club-open").state.version > 1


def both(tmp_path: Path) -> tuple[Desk, Desk, Callable[[], None]]:
    """Two desks over one journal file, and what ends them."""
    desks = office(tmp_path)
    desk = opened(desks)
    journal = Journal.open(desk.journal.path)
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
    assert verify(desk.journal.path) is None
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
    journal = Journal.open(desk.journal.path)
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
        from arbiter.journal.lines import Entry

        journal = Journal.open(path)
        journal.append([Entry(at=1, kind=kind, body=body)], journal.version)
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
        line_without_meaning("PlayerKnighted", "{}"),
        line_without_meaning("PlayerEntered", "{}"),
        line_without_meaning("PlayerEntered", "[]"),
        line_without_meaning("PlayerEntered", "no json"),
        line_without_meaning("GameEnded", '{"round":9,"board":1,"white":"won","black":"lost","because":"x","by":"x"}'),
        line_without_meaning("GameEnded", '{"round":1,"board":1,"white":"glad","black":"lost","because":"x","by":"x"}'),
        line_without_meaning("RoundPaired", '{"round":2,"pairs":[[1]],"byes":[],"by":"x"}'),
        line_without_meaning("TournamentOpened", CHESS),
    ],
    ids=range(12),
)  # fmt: skip
def test_a_damaged_journal_does_not_keep_the_others_from_opening(
    tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    with in_office(tmp_path) as desks:
        opened(desks, name="First")
        opened(desks, name="Second")
        opened(desks, name="Third")
    for more in tmp_path.glob("tournaments/second.sqlite-*"):
        more.unlink()
    damage(tmp_path / "tournaments" / "second.sqlite")
    with in_office(tmp_path) as desks:
        assert [desk.id for desk in desks] == ["first", "third"]
        assert desks.desk("third").submit(move(0, "32-28")).state.game(1, 1).ply == 1
        with pytest.raises(Refused) as refused:
            desks.desk("second")
        assert (refused.value.code, refused.value.facts) == ("journal_damaged", {"tournament": "second"})
        assert desks.open(OpenTournament(name="Second")).id == "second-2"


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
