"""An engine is a stranger: it is given time, and its word is not taken for anything."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from arbiter.engines import engine
from arbiter.engines.engine import conversation
from arbiter.engines.niceness import LOW
from arbiter.engines.search_request import Task, task_from, task_of
from arbiter.refused import Refused
from arbiter.rules.moves import legal_moves
from arbiter.rules.notation import move_text
from arbiter.rules.position import parse_fen, start
from arbiter.rules.variants import VARIANTS
from tests.engines.strangers import dame, stranger
from tests.hall import Hall
from tests.waiting import until

INTERNATIONAL = VARIANTS["international"]
BEGIN = task_from(start(INTERNATIONAL), INTERNATIONAL)


def asked(folder: Path, does: str, *more: str, task: Task = BEGIN) -> str:
    """What an engine that does so comes to: its move, or the code of its fault."""
    try:
        with conversation(stranger(folder, does, *more), task) as talk:
            return talk.advise(task, seconds=0.1).move
    except Refused as fault:
        return " ".join([f"{fault.facts['engine']}: {fault.code}", str(fault.facts.get("awaited", ""))]).rstrip()


def test_an_engines_move_comes_with_what_it_thought(tmp_path: Path) -> None:
    with conversation(stranger(tmp_path, "plays"), BEGIN) as talk:
        advice = talk.advise(BEGIN, seconds=0.1)

    assert (advice.move, advice.score, advice.depth, advice.nodes) == ("32-28", -50, 5, 77)
    assert advice.line == ("32-28", "18-22")


@pytest.mark.parametrize(
    ("does", "fault"),
    [
        ("illegal", "engine_illegal_move"),
        ("nothing", "engine_no_move"),
        ("rubbish", "engine_illegal_move"),
        ("dies", "engine_gone"),
        ("objects", "engine_objects"),
    ],
)
def test_whatever_it_does_wrong_is_its_fault_by_name(tmp_path: Path, does: str, fault: str) -> None:
    assert asked(tmp_path, does) == f"Stranger: {fault}"


@pytest.mark.parametrize(
    ("does", "deadline", "awaited"),
    [
        ("mute", "GREETING_SECONDS", "wait"),
        ("silent", "GRACE_SECONDS", "done"),
        ("babbles", "GRACE_SECONDS", "done"),
        ("rambles", "GRACE_SECONDS", "done"),
    ],
)
def test_one_that_says_nothing_or_does_not_come_to_an_end_is_waited_for_no_longer_than_agreed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, does: str, deadline: str, awaited: str
) -> None:
    monkeypatch.setattr(engine, deadline, 0.2)

    assert asked(tmp_path, does) == f"Stranger: engine_silent {awaited}"


def test_what_an_engine_says_beyond_hearing_fills_nobodys_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody hears it until it has said a thousand lines and gone: a hundred are there, and that it has gone."""
    monkeypatch.setattr(engine, "MOST_LINES", 100)
    with conversation(stranger(tmp_path, "floods"), BEGIN) as talk:
        talk._say("go think")
        until(lambda: not any(thread.name == "engine Stranger" for thread in threading.enumerate()))
        assert talk._heard.qsize() == 100 + 1


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="there are no priorities")
def test_an_engine_gives_way_to_the_service(tmp_path: Path) -> None:
    with conversation(stranger(tmp_path, "plays"), BEGIN) as talk:
        assert os.getpriority(os.PRIO_PROCESS, talk._process.pid) == LOW


def test_one_that_thinks_on_is_told_to_stop_and_its_move_is_taken(tmp_path: Path) -> None:
    with conversation(stranger(tmp_path, "patient"), BEGIN) as talk:
        advice = talk.advise(BEGIN, seconds=3_600, enough=lambda: True)

    assert advice.move == "32-28"


def test_one_that_does_not_leave_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "GRACE_SECONDS", 0.0)
    with conversation(stranger(tmp_path, "stays"), BEGIN) as talk:
        process = talk._process

    assert process.returncode is not None


def test_a_game_that_it_has_not_declared_is_not_asked_of_it(tmp_path: Path) -> None:
    frisian = task_from(start(VARIANTS["frisian"]), VARIANTS["frisian"])

    assert asked(tmp_path, "plays", task=frisian) == "Stranger: engine_wrong_game"
    assert asked(tmp_path, "games", task=frisian) == "Stranger: engine_wrong_game"
    assert asked(tmp_path, "games") == "32-28"


def test_a_program_that_is_not_there_is_said_so() -> None:
    gone = engine.Engine("Gone", "/nowhere/engine hub")

    with pytest.raises(Refused) as refused, conversation(gone, BEGIN):
        pass
    assert refused.value.code == "engine_not_started"


def test_a_real_engine_plays_legal_moves_to_the_end_of_a_game() -> None:
    """Dame against the first move in the list, from a position with kings: every move is found among the legal ones."""
    position = parse_fen("W:W31,32,36,37,38,43:B8,12,13,17,18,19", INTERNATIONAL)
    with conversation(dame(), task_from(position, INTERNATIONAL)) as talk:
        for ply in range(60):
            legal = legal_moves(position, INTERNATIONAL)
            if not legal:
                break
            move = legal[0]
            if ply % 2 == 0:
                advice = talk.advise(task_from(position, INTERNATIONAL), seconds=5, nodes=500)
                move = next(move for move in legal if move_text(move, legal, INTERNATIONAL) == advice.move)
            position = position.played(*move)

    assert not legal_moves(position, INTERNATIONAL)


def test_a_real_engine_is_refused_the_game_that_it_would_swallow_in_silence() -> None:
    frisian = task_from(start(VARIANTS["frisian"]), VARIANTS["frisian"])

    with pytest.raises(Refused) as refused, conversation(dame(), frisian):
        pass
    assert refused.value.code == "engine_wrong_game"


def test_an_engine_is_told_the_moves_since_a_position_could_last_stand_again(hall: Hall) -> None:
    hall.put("W:W48,K50:B3,K1")
    hall.play("50-44", "1-7", "44-50", "7-1")
    task = task_of(hall.game(), hall.state.variant)

    assert len(task.moves) == 4
    assert task.position == hall.game().position == task.begin

    hall.play("48-43")
    assert task_of(hall.game(), hall.state.variant).moves == ()


def test_where_a_kings_moves_are_limited_they_are_told_too() -> None:
    """The position does not say how often a king has moved: only the moves do."""
    hall = Hall(variant="frisian")
    hall.put("W:W48,K50:B8,9,K1")
    hall.play("50-44", "8-13", "44-50", "9-14")
    task = task_of(hall.game(), hall.state.variant)

    assert [move.origin for move in task.moves] == [50, 8, 44, 9]
    assert task.position.walks == hall.game().position.walks
