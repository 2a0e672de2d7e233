"""The house at its boards: a player like any other, by the same desk."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from arbiter.desk.desk import Desk
from arbiter.desk.desks import Desks
from arbiter.desk.recorded import events_of
from arbiter.engines import computer_player as house_module
from arbiter.engines import engine
from arbiter.engines.computer_player import Computer, Duty, claimable, duty_at, said, seconds_for
from arbiter.engines.engines import Engines
from arbiter.engines.search_processes import Effort, Thinkers, thought
from arbiter.engines.search_request import task_from, task_of
from arbiter.exchange.games_as_pdn import games_text
from arbiter.journal.people import Person
from arbiter.refused import Refused
from arbiter.rules.endings.draws import begin
from arbiter.rules.moves import legal_moves
from arbiter.rules.notation import move_text
from arbiter.rules.position import parse_fen, start
from arbiter.rules.variants import VARIANTS
from arbiter.rulings.board.claims import OfferDraw
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.computer import HIGHEST_LEVEL, SeatHouse, TakeBack
from arbiter.rulings.entries import OpenTournament
from arbiter.rulings.referee.corrections import StopClock
from arbiter.rulings.referee.proposals import SignProposal
from arbiter.rulings.rounds.pairing import PairRound, StartRound
from arbiter.rulings.time.attendance import NoteAttendance
from arbiter.rulings.time.flags import RingFlag
from arbiter.sides import MINUTE, SECOND, Side
from arbiter.thinking import HIGHEST
from arbiter.tournament.events.computer import EngineFailed
from arbiter.view import View
from tests.engines.strangers import command_of, programs, stranger
from tests.hall import BY, Hall, WoundClock, office
from tests.waiting import PATIENCE, until


@pytest.fixture(scope="module")
def thinkers() -> Iterator[Thinkers]:
    """One process for the tests of this file."""
    made = Thinkers(1)
    yield made
    made.close()


@pytest.fixture
def desks(tmp_path: Path) -> Iterator[Desks]:
    opened = office(tmp_path, WoundClock())
    yield opened
    opened.close()


@pytest.fixture
def house(desks: Desks, thinkers: Thinkers, tmp_path: Path) -> Iterator[Computer]:
    """The house, sitting down wherever it is seated."""
    sits = Computer(desks, thinkers, Engines(desks.register, folder=programs(tmp_path / "engines")))
    sits.start()
    yield sits
    sits.stop()
    sits.engines.close()


def practice(desks: Desks, *, level: int = 1, engine: str = "", house_begins: bool = False, **terms: object) -> Desk:
    """An event for practice with one person and the house, its game going."""
    terms = {"variant": "american", "control": "-", **terms}
    desk = desks.open(OpenTournament(name="Practice", system="manual", settings={"house": "yes"}, **terms))  # type: ignore[arg-type]  # the test's own words
    desk.enter_all((Person("Anna"), Person("House")), BY)
    desk.submit(SeatHouse(entry=2, level=level, engine=engine, by=BY))
    black_begins = desk.state.variant.first is Side.BLACK
    desk.submit(PairRound(by=BY, pairs=(((2, 1) if black_begins != house_begins else (1, 2)),)))
    desk.submit(StartRound(round=1, by=BY))
    return desk


def test_the_levels_of_the_house_are_those_of_the_search() -> None:
    assert HIGHEST_LEVEL == HIGHEST


def test_the_house_moves_when_it_is_its_turn_and_waits_when_it_is_not(desks: Desks, house: Computer) -> None:
    desk = practice(desks)
    assert duty_at(desk.id, desk.state, desk.state.game(1, 1)) is None

    desk.submit(PlayMove(round=1, board=1, ply=0, move="11-15", by=BY))
    until(lambda: desk.state.game(1, 1).ply == 2)
    assert desk.state.game(1, 1).plays[1].side is Side.WHITE


def test_the_house_that_begins_begins_by_itself(desks: Desks, house: Computer) -> None:
    desk = practice(desks, house_begins=True)

    until(lambda: desk.state.game(1, 1).ply == 1)


def test_a_house_that_comes_back_goes_on_where_the_board_stands(desks: Desks, thinkers: Thinkers) -> None:
    desk = practice(desks, house_begins=True)
    assert desk.state.game(1, 1).ply == 0

    Computer(desks, thinkers, Engines(desks.register)).start()
    until(lambda: desk.state.game(1, 1).ply == 1)


def test_the_house_does_nothing_at_a_board_that_an_arbiter_has_stopped(desks: Desks) -> None:
    desk = practice(desks, house_begins=True, control="600")
    assert duty_at(desk.id, desk.state, desk.state.game(1, 1)) is not None

    desk.submit(StopClock(round=1, board=1, by=BY, reason="fire drill"))
    assert duty_at(desk.id, desk.state, desk.state.game(1, 1)) is None


def test_what_the_house_thought_about_another_position_is_stale_and_harms_nothing(desks: Desks) -> None:
    desk = practice(desks, house_begins=True)
    desk.submit(PlayMove(round=1, board=1, ply=0, move="11-15", by=BY))

    with pytest.raises(Refused) as refused:
        desk.submit(PlayMove(round=1, board=1, ply=0, move="9-13", by="house player"))
    assert refused.value.code == "stale_ply"


def test_an_offer_is_taken_by_a_house_that_stands_worse_and_declined_by_one_that_stands_better() -> None:
    hall = Hall(players=2, settings={"house": "yes"}, control="-", started=False, system="manual")
    hall.submit(SeatHouse(entry=2, by=BY))
    hall.submit(PairRound(by=BY, pairs=((1, 2),)))
    hall.submit(StartRound(round=1, by=BY))
    for fen, accepted in (("W:W31,32,33,38:B1", True), ("W:W48:B1,2,3,7", False)):
        hall.put(fen)
        if hall.game().offer is None:
            hall.submit(OfferDraw(round=1, board=1, by=BY, side=Side.WHITE))
        else:
            hall.desk.state = hall.state.put(replace(hall.game(), offer=Side.WHITE))
        duty = duty_at("open", hall.state, hall.game())
        assert duty is not None
        advice = thought(task_of(hall.game(), hall.state.variant), Effort(level=3))
        assert advice is not None
        (answer,) = said(hall.state, hall.game(), duty, advice)

        assert duty.what == "answer"
        assert answer.accept is accepted  # type: ignore[attr-defined]  # of its kind


def test_the_house_claims_a_draw_that_is_due_where_players_have_to_claim_it() -> None:
    hall = Hall(variant="american", control="-", regulations="standard_laws_historical")
    hall.put("B:WK1:BK32")
    assert claimable(hall.state, hall.game()) is None
    for _ in range(2):
        hall.play("32-28", "1-5", "28-32", "5-1")

    assert claimable(hall.state, hall.game()) == "repetition"


def test_the_house_claims_what_is_due_and_plays_on_while_the_arbiter_looks(desks: Desks, thinkers: Thinkers) -> None:
    """The kings have walked to and fro; by the laws of 1909 a draw is for the players to claim."""
    desk = practice(desks, regulations="standard_laws_historical")
    position = parse_fen("W:WK32:BK1", desk.state.variant)
    tally = begin(position, desk.state.rows, desk.state.variant.board)
    desk.state = desk.state.put(replace(desk.state.game(1, 1), position=position, start=position, tally=tally))
    for ply, move in enumerate(("32-28", "1-5", "28-32", "5-1") * 2):
        desk.submit(PlayMove(round=1, board=1, ply=ply, move=move, by=BY))

    house = Computer(desks, thinkers, Engines(desks.register))
    house.start()
    until(lambda: desk.state.game(1, 1).ply == 9)
    house.stop()
    (claim,) = desk.state.waiting
    assert (claim.kind, claim.side) == ("claim", Side.WHITE)
    desk.submit(SignProposal(proposal=claim.number, by=BY))
    assert desk.state.result_text(desk.state.game(1, 1)) == "1-1"


def test_the_house_uses_a_fair_part_of_the_time_that_its_clock_has_left() -> None:
    hall = Hall(control="10/60", settings={"house": "yes"})
    at = hall.clock.now()

    assert seconds_for(hall.game(), Side.WHITE, at) == 5.0
    hall.wait(seconds=50)
    assert seconds_for(hall.game(), Side.WHITE, hall.clock.now()) == pytest.approx(10 / 11, abs=0.01)


def test_the_flag_of_the_house_can_fall(desks: Desks) -> None:
    """Nobody thinks for it here: its time runs out as everybody's."""
    desk = practice(desks, house_begins=True, control="60", switches=(("flags", "auto"),))
    desks.clock.reach(desks.clock.now() + MINUTE)
    desk.ask(RingFlag(round=1, board=1))
    result = desk.state.game(1, 1).result

    assert result is not None
    assert result.because == "flag"
    assert desk.state.result_text(desk.state.game(1, 1)) == "2-0"


def test_the_house_sits_down_only_where_the_event_says_so() -> None:
    hall = Hall(started=False)
    assert hall.refused(SeatHouse(entry=1, by=BY)).code == "house_not_announced"

    swiss = Hall(started=False, system="swiss", settings={"house": "yes", "ratings": "fmjd"})
    assert swiss.refused(SeatHouse(entry=1, by=BY)).code == "house_unrated"

    event = Hall(settings={"house": "yes"})
    assert event.refused(SeatHouse(entry=1, by=BY)).code == "house_in_their_place"
    assert event.refused(SeatHouse(entry=9, by=BY)).code == "no_entry"


def test_the_house_is_always_at_its_board() -> None:
    hall = Hall(players=2, started=False, system="manual", settings={"house": "yes"})
    hall.submit(SeatHouse(entry=2, by=BY))
    hall.submit(PairRound(by=BY, pairs=((1, 2),)))
    assert hall.refused(StartRound(round=1, by=BY, ready=True)).code == "nothing_to_start"

    hall.submit(NoteAttendance(round=1, board=1, side=Side.WHITE, here=True, by=BY))
    hall.submit(StartRound(round=1, by=BY, ready=True))
    assert hall.game().started is not None


def test_only_who_practises_takes_a_move_back() -> None:
    hall = Hall(settings={"house": "yes"})
    hall.play("32-28", "18-23")

    assert hall.refused(TakeBack(round=1, board=1, by=BY)).code == "practice_only"


def test_a_move_that_is_taken_back_takes_the_answer_of_the_house_with_it() -> None:
    hall = Hall(players=2, practice=True, settings={"house": "yes"}, started=False)
    hall.submit(SeatHouse(entry=2, by=BY))
    hall.submit(PairRound(by=BY, pairs=((1, 2),)))
    hall.submit(StartRound(round=1, by=BY))
    assert hall.refused(TakeBack(round=1, board=1, by=BY)).code == "nothing_to_take_back"
    hall.play("32-28", "18-23", "34-29", "23x34")
    hall.wait(seconds=30)

    hall.submit(TakeBack(round=1, board=1, by=BY))
    game = hall.game()
    assert [play.move for play in game.plays] == ["32-28", "18-23"]
    assert game.clock.running is Side.WHITE
    assert game.halted is None
    assert game.clock.left(Side.WHITE, hall.clock.now()) == 7_200 * SECOND


def test_an_engine_plays_for_the_house(desks: Desks, house: Computer) -> None:
    house.engines.set_up("dame", "dame hub")
    desk = practice(desks, variant="international", engine="dame", control="20", house_begins=True)

    until(lambda: desk.state.game(1, 1).ply == 1)
    assert not any(isinstance(event, EngineFailed) for event in events(desk))


@pytest.mark.parametrize(
    ("does", "code", "said"),
    [
        ("illegal", "engine_illegal_move", "gave a move that is not legal"),
        ("nothing", "engine_no_move", "gave no move"),
        ("dies", "engine_gone", "ended by itself"),
        ("objects", "engine_objects", "did not accept the position"),
        ("silent", "engine_silent", "did not answer in time"),
        ("mute", "engine_silent", "did not answer in time"),
    ],
)
def test_an_engine_at_fault_is_said_so_and_the_house_goes_on(
    desks: Desks, house: Computer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, does: str, code: str, said: str
) -> None:
    """Whatever it does: it is written at the board in words, and its opponent has the answer of the house."""
    monkeypatch.setattr(engine, "GREETING_SECONDS", 0.2 if does == "mute" else PATIENCE)
    monkeypatch.setattr(engine, "GRACE_SECONDS", 0.2 if does == "silent" else PATIENCE)
    command = command_of(stranger(tmp_path, does))
    desks.register.set_setting("engines", json.dumps({"Stranger": command}))
    desk = practice(desks, variant="international", engine="Stranger", control="6", house_begins=True)

    until(lambda: desk.state.game(1, 1).ply == 1)
    (failed,) = [event for event in events(desk) if isinstance(event, EngineFailed)]
    assert (failed.engine, failed.code) == ("Stranger", code)
    if does == "illegal":
        assert dict(failed.facts)["move"] == "1-50"
    assert [(note.what, note.reason) for note in desk.state.game(1, 1).notes] == [("engine", "Stranger")]
    assert f"{said}: Stranger" in games_text(View(tournament=desk.id, state=desk.state))


def test_an_engine_that_is_waited_for_keeps_no_other_board_waiting(
    desks: Desks, thinkers: Thinkers, house: Computer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One board more than there are search processes: the others wait for an engine that never greets; it moves."""
    monkeypatch.setattr(engine, "GREETING_SECONDS", PATIENCE)
    desks.register.set_setting("engines", json.dumps({"Stranger": command_of(stranger(tmp_path, "mute"))}))
    kept = [
        practice(desks, variant="international", engine="Stranger", house_begins=True) for _ in range(thinkers.count)
    ]
    free = practice(desks, variant="international", house_begins=True)

    until(lambda: free.state.game(1, 1).ply == 1)
    assert [desk.state.game(1, 1).ply for desk in kept] == [0] * thinkers.count


def test_an_engine_that_has_failed_twice_is_not_asked_again_in_that_game(
    desks: Desks, house: Computer, tmp_path: Path
) -> None:
    house.engines.set_up("Stranger", command_of(stranger(tmp_path, "nothing")))
    desk = practice(desks, variant="international", engine="Stranger", house_begins=True)
    for ply in (1, 3, 5):
        until(lambda ply=ply: desk.state.game(1, 1).ply == ply)  # type: ignore[misc]  # of this turn
        game = desk.state.game(1, 1)
        move = legal_moves(game.position, desk.state.variant)[0]
        text = move_text(move, [move], desk.state.variant)
        desk.submit(PlayMove(round=1, board=1, ply=ply, move=text, by=BY))

    assert sum(isinstance(event, EngineFailed) for event in events(desk)) == 2


def test_an_engine_that_does_not_play_the_game_is_said_so_and_the_house_goes_on(desks: Desks, house: Computer) -> None:
    """Dame plays international draughts alone, and would swallow another game in silence."""
    house.engines.set_up("dame", "dame hub")
    desk = practice(desks, variant="russian", engine="dame", control="60", house_begins=True)

    until(lambda: desk.state.game(1, 1).ply == 1)
    assert [event.code for event in events(desk) if isinstance(event, EngineFailed)] == ["engine_wrong_game"]


def test_an_engine_that_is_struck_off_leaves_its_games_to_the_house(desks: Desks, house: Computer) -> None:
    house.engines.set_up("dame", "dame hub")
    house.engines.strike("dame")
    desk = practice(desks, variant="international", engine="dame", control="60", house_begins=True)

    until(lambda: desk.state.game(1, 1).ply == 1)
    assert [event.code for event in events(desk) if isinstance(event, EngineFailed)] == ["engine_unknown"]


def test_boards_that_wait_for_each_other_share_the_time_of_the_house(desks: Desks, thinkers: Thinkers) -> None:
    """Their clocks run at all of them while it thinks at one."""
    house = Computer(desks, thinkers, Engines(desks.register))
    desk = practice(desks, house_begins=True, control="600")
    game = desk.state.game(1, 1)
    alone = house._seconds(desk, game, Side.BLACK)
    house._thoughts = {("simul", 1, board): house_module.Thought(cast("Duty", None)) for board in range(6)}

    assert house._seconds(desk, game, Side.BLACK) == pytest.approx(alone / 6)


def events(desk: Desk) -> list[object]:
    return list(events_of(desk.journal.read()))


def test_a_thought_ends_soon_after_it_is_told_to(thinkers: Thinkers) -> None:
    game = VARIANTS["international"]
    told = threading.Event()
    thought = thinkers.think(task_from(start(game), game), Effort(nodes=10**9), told.is_set)
    assert not thought.done()
    told.set()

    assert thought.result(PATIENCE) is not None  # by itself it would take hours


def test_a_process_that_is_killed_begins_anew(thinkers: Thinkers, caplog: pytest.LogCaptureFixture) -> None:
    game = VARIANTS["american"]
    task = task_from(start(game), game)
    thinkers.think(task, Effort(level=1)).result()
    process = thinkers._all[0]._process
    assert process is not None
    process.kill()
    process.join()

    advice = thinkers.think(task, Effort(level=1)).result(PATIENCE)
    assert advice is not None
    assert "a process that thinks has gone, and begins anew: " in caplog.text


def test_what_goes_wrong_at_one_board_keeps_the_house_from_no_other(
    desks: Desks, house: Computer, caplog: pytest.LogCaptureFixture
) -> None:
    desks.register.set_setting("engines", "nobody can read this")
    practice(desks, engine="dame", house_begins=True)
    until(lambda: "the computer failed at a board" in caplog.text)
    desks.register.set_setting("engines", "{}")

    other = practice(desks, house_begins=True)
    until(lambda: other.state.game(1, 1).ply == 1)


def test_where_there_is_no_move_nobody_finds_one(thinkers: Thinkers) -> None:
    game = VARIANTS["international"]

    assert thinkers.think(task_from(parse_fen("W:W:B1", game), game), Effort(level=1)).result(PATIENCE) is None
