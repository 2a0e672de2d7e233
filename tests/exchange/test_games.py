"""A tournament's games as PDN: what happened at the boards, as the standard has it, and readable again."""

from __future__ import annotations

from random import Random

import pytest

from arbiter.exchange.games_as_pdn import game_record, games_text
from arbiter.pairing.table.points import Outcome
from arbiter.rules.moves import legal_moves
from arbiter.rules.notation import move_text
from arbiter.rules.pdn.collection import read_collection
from arbiter.rules.pdn.records import Comment, Record, Setup, Variation
from arbiter.rules.variants import VARIANTS
from arbiter.rulings.board.claims import ClaimDraw
from arbiter.rulings.referee.corrections import RuleResult
from arbiter.rulings.referee.position import RestorePosition
from arbiter.rulings.referee.unsealing_by_ruling import OpenFindings
from arbiter.sides import Both, Side
from arbiter.view import View
from tests.hall import BY, Hall, person
from tests.tournament.officials_day import officials_day

PEOPLE = {number: person(number) for number in range(1, 5)}
WHITE_WON = Both(Outcome.WON, Outcome.LOST)


def view(hall: Hall) -> View:
    return View(tournament="open", state=hall.state, people=PEOPLE)


def told(hall: Hall, board: int = 1) -> Record:
    return game_record(view(hall), hall.game(board))


def said(record: Record) -> str:
    return " ".join(item.text for item in record.items if isinstance(item, Comment))


def end(hall: Hall, because: str = "ruling") -> None:
    hall.submit(RuleResult(round=1, board=1, outcome=WHITE_WON, by=BY, reason="Black had to leave", because=because))


def test_the_games_of_a_tournament_replay_to_where_the_boards_stand() -> None:
    hall = Hall(players=4)
    hall.play("32-28", "18-23", "37-32")
    hall.play("33-29", "19-24", board=2)
    read = read_collection(games_text(view(hall)).encode(), strict=True)

    assert read.refused is None
    assert [game.position for game in read.replayed] == [hall.game(1).position, hall.game(2).position]
    assert [game.fault for game in read.replayed] == [None, None]


def test_a_game_names_its_players_its_round_its_board_its_control_and_its_kind() -> None:
    hall = Hall(players=4)
    tags = dict(told(hall).tags)
    white, black = hall.game().entries

    assert (tags["White"], tags["Black"]) == (PEOPLE[white].name, PEOPLE[black].name)
    assert (tags["Event"], tags["Round"], tags["Board"]) == ("Club open", "1", "1")
    assert tags["Date"] == "2026.09.21"
    assert (tags["GameType"], tags["TimeControl"]) == ("20,W,10,10,N2,0", "50/7200:25/3600")


def test_a_claim_that_nobody_has_granted_is_told_as_claimed() -> None:
    hall = Hall(players=2)
    hall.submit(ClaimDraw(round=1, board=1, ground="repetition", by=BY))

    assert "draw claimed: the same position for the third time" in said(told(hall))
    assert "granted" not in said(told(hall))


def test_each_move_has_both_clocks_behind_it_and_says_whose_runs() -> None:
    hall = Hall()
    hall.wait(minutes=3)
    hall.play("32-28")
    hall.wait(minutes=5)
    hall.play("18-23")
    clocks = [item.text for item in told(hall).items if isinstance(item, Comment) and "%clock" in item.text]

    assert clocks == ["[%clock w1:57:00 B2:00:00]", "[%clock W1:57:00 b1:55:00]"]


def test_a_retraction_is_told_and_the_position_set_up_again() -> None:
    hall = Hall()
    hall.play("32-28", "19-23", "33-29", "37-32", "28x19")  # neither step could be played: White had to take
    record = told(hall)

    assert [move.text for move in record.moves] == [play.move for play in hall.game().plays]
    assert "33-29" in said(record)
    assert sum(isinstance(item, Setup) for item in record.items) == len(hall.game().attempts) == 2


def test_what_was_struck_is_a_variation_and_the_game_goes_on_from_the_restored_position() -> None:
    hall = Hall()
    hall.play("32-28", "18-23", "33-29", "23x32")
    hall.submit(RestorePosition(round=1, board=1, ply=2, by=BY, reason="played on the wrong board"))
    hall.submit(RestorePosition(round=1, board=1, ply=1, by=BY, reason="one more back"))
    record = told(hall)
    struck = [item for item in record.items if isinstance(item, Variation)]

    assert [move.text for move in record.moves] == ["32-28"]
    assert len(struck) == 1
    assert "played on the wrong board" in said(Record(items=struck[0].items))
    assert "one more back" in said(record)
    inner = struck[0].items[2 if isinstance(struck[0].items[1], Comment) else 1 :]
    assert any(isinstance(item, Setup) for item in inner)


def test_an_adjudicated_game_ends_with_the_position_that_was_judged() -> None:
    hall = Hall()
    hall.play("32-28")
    end(hall, because="adjudicated")
    record = told(hall)

    assert isinstance(record.items[-1], Setup)
    assert "Black had to leave" in said(record)
    assert dict(record.tags)["Termination"] == "adjudication"


def test_a_win_for_white_is_written_as_each_game_writes_it() -> None:
    shown = {}
    for key in ("international", "american", "russian"):
        hall = Hall(variant=key)
        end(hall)
        record = told(hall)
        shown[key] = record.result

    assert shown == {"international": "2-0", "american": "0-1", "russian": "1-0"}


def test_moves_that_were_let_stand_taken_back_or_huffed_are_positions_set_up() -> None:
    """The standard's own way with irregular moves; once the game is over the file replays to where the board stood."""
    hall = officials_day()
    end(hall)
    hall.submit(OpenFindings(round=1, board=1, by=BY))
    record = told(hall)
    read = read_collection(games_text(view(hall)).encode(), strict=True)

    assert read.replayed[0].fault is None
    assert read.replayed[0].position == hall.game().position
    assert "37-32" in said(Record(items=record.items[4:]))
    assert "Huff" in said(record)


def test_a_finding_that_is_sealed_is_not_told_while_the_game_goes_on() -> None:
    hall = Hall(regulations="fmjd_classic")
    hall.play("32-28", "19-23", "37-32")
    record = told(hall)

    assert [move.text for move in record.moves] == ["32-28", "19-23", "37-32"]
    assert not any(isinstance(item, Setup) for item in record.items)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_plain_file_has_what_simple_programs_need(variant: str) -> None:
    """Pydraughts knows no capture but with x; py-draughts lets White begin unless a tag has the position."""
    hall, chance = Hall(players=2, variant=variant), Random(variant)
    while hall.game().ply < 16 and (legal := list(legal_moves(hall.game().position, hall.state.variant))):
        hall.play(move_text(chance.choice(legal), legal, hall.state.variant))
    text = games_text(view(hall), plain=True)
    (record,) = read_collection(text.encode(), strict=True).records
    (game,) = read_collection(text.encode()).replayed

    assert ":" not in text.rpartition("]")[2]
    assert ('[FEN  "B:' in text) is (hall.state.variant.first is Side.BLACK)
    assert (record.oddities, game.fault, len(game.made)) == ((), None, hall.game().ply)
    assert game.made[-1].after == hall.game().position
