"""A disputed game replayed under other regulations or with one ruling undone, to see where the result would part."""

from __future__ import annotations

from typing import Any

import pytest

from arbiter.desk.recorded import events_of
from arbiter.pairing.table.points import Outcome
from arbiter.refused import Refused
from arbiter.rulings.board.claims import AnswerDraw, OfferDraw, Resign
from arbiter.rulings.board.objections import Object
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.referee.corrections import CorrectTime, RuleResult, StartClock
from arbiter.rulings.referee.position import RestorePosition
from arbiter.rulings.referee.proposals import SignProposal
from arbiter.rulings.referee.unsealing_by_ruling import OpenFindings
from arbiter.rulings.rejudging import TwoGames, otherwise
from arbiter.rulings.time.flags import RingFlag
from arbiter.sides import HOUR, Both, Side
from tests.hall import BY, Hall
from tests.rulings.test_void_proposals import UNTIL_THE_FIFTEENTH
from tests.tournament.days import DAYS

AT: dict[str, Any] = {"round": 1, "board": 1, "by": "tablet 1"}
OFFICE: dict[str, Any] = {"round": 1, "board": 1, "by": BY, "reason": "seen"}


def replayed(hall: Hall, **other: Any) -> TwoGames:
    return otherwise(list(events_of(hall.journal.read())), 1, 1, **other)


def tried(hall: Hall, move: str) -> None:
    """A move of the side to move by its tablet, whatever comes of it."""
    hall.wait(seconds=5)
    hall.submit(PlayMove(**AT, ply=hall.game().ply, move=move))


def resigned(**terms: Any) -> Hall:
    """A game in which White missed a capture on the third ply, and Black resigned at its end."""
    hall = Hall(**terms)
    for move in ("32-28", "19-23", "37-32"):
        tried(hall, move)
    if hall.game().owed:
        tried(hall, "28x19")
    hall.wait(seconds=5)
    hall.submit(Resign(**AT, side=Side.BLACK))
    return hall


def test_a_game_does_not_diverge_under_its_own_regulations() -> None:
    hall = resigned()
    told = replayed(hall)

    assert (told.parting, told.left_out, told.same_result) == (None, (), True)
    assert told.other == told.game == hall.game()


def test_under_the_policy_of_another_book_the_irregular_move_stands_until_somebody_objects() -> None:
    """000 VII corrects it at once; FMJD Annex 1, 5.4 leaves it to the opponent."""
    hall = resigned()
    told = replayed(hall, regulations="fmjd_classic")
    assert told.parting is not None
    line = hall.journal.lines[told.parting.line - 1]

    assert (line.kind, [type(one).__name__ for one in told.parting.instead]) == ("IrregularMove", ["MovePlayed"])
    assert told.parting.article
    assert told.other.plays[2].move != told.game.plays[2].move
    assert (told.other.result, told.same_result) == (None, False)  # 28x19 fits in no more
    assert told.left_out == (line.seq + 1, line.seq + 2)


def three_kings_drawn() -> Hall:
    """A game by 002 that is drawn after the fifteenth move of three kings against one."""
    hall = Hall(players=2, regulations="international_book")
    hall.submit(RestorePosition(**OFFICE, ply=0, fen="W:WK49,K44,K50:BK5"))
    hall.submit(StartClock(round=1, board=1, by=BY))
    for move in UNTIL_THE_FIFTEENTH.split():
        tried(hall, move)
    hall.submit(SignProposal(proposal=hall.state.waiting[0].number, by=BY))
    return hall


def test_the_draws_of_the_other_book_are_counted_and_not_those_of_the_own() -> None:
    """002 counts fifteen moves of the stronger side, FMJD 6.3 sixteen of each: at that line nothing is complete."""
    hall = three_kings_drawn()
    told = replayed(hall, regulations="fmjd_classic")
    assert told.parting is not None
    kinds = [[type(one).__name__ for one in events] for events in (told.parting.recorded, told.parting.instead)]

    assert kinds == [["MovePlayed", "EndingDue"], ["MovePlayed"]]
    assert (told.other.result, told.same_result) == (None, False)
    assert replayed(hall, regulations="international_book").parting is None


def test_a_draw_that_only_the_other_book_has_is_found() -> None:
    """Tanzania 8.1: twelve moves of three kings; FMJD-64 7.2.4 has fifteen, on a claim."""
    hall = Hall(players=2, variant="russian", regulations="russian64")
    hall.submit(RestorePosition(**OFFICE, ply=0, fen="W:WKc7,Kg3,Ka1:BKe7"))
    hall.submit(StartClock(round=1, board=1, by=BY))
    for move in ("c7-b8", "e7-g5", "b8-c7", "g5-e7") * 6:
        tried(hall, move)
    hall.submit(RuleResult(**OFFICE, outcome=Both(Outcome.WON, Outcome.LOST)))
    told = replayed(hall, regulations="tanzania64")

    assert told.parting is not None
    assert "EndingDue" in [type(one).__name__ for one in told.parting.instead]


def test_the_other_way_round_the_move_would_have_been_corrected_at_once() -> None:
    hall = resigned(regulations="fmjd_classic")
    with pytest.raises(Refused) as refused:  # a replay opens no sealed finding
        replayed(hall, regulations="international_book")
    assert refused.value.code == "findings_sealed"
    assert replayed(hall, regulations="fmjd_rapid_blitz").parting is None
    hall.submit(OpenFindings(round=1, board=1, by=BY))
    told = replayed(hall, regulations="international_book")
    assert told.parting is not None

    assert [type(one).__name__ for one in told.parting.instead] == ["IrregularMove"]
    assert [one.code for one in told.other.attempts] == ["capture_missed"]
    assert told.other.result is not None  # Black would have resigned all the same


def test_an_early_draw_is_refused_or_drawn_by_other_regulations() -> None:
    hall = Hall()
    tried(hall, "32-28")
    hall.submit(OfferDraw(**AT, side=Side.WHITE))
    hall.submit(AnswerDraw(**AT, side=Side.BLACK, accept=True))
    if hall.game().result is None:
        hall.submit(SignProposal(proposal=hall.state.waiting[0].number, by=BY))
    found = {key: replayed(hall, regulations=key) for key in ("fmjd_classic", "fmjd_rapid_blitz")}

    assert any(one.parting for one in found.values())
    assert all(one.parting is None or one.parting.article for one in found.values())


def flagged(**terms: Any) -> Hall:
    """A game that White lost on time by a ruling, ten seconds after an arbiter had taken ten seconds off."""
    hall = Hall(control="60", **terms)
    hall.wait(seconds=45)
    hall.submit(CorrectTime(**OFFICE, side=Side.WHITE, left=10_000))
    hall.wait(seconds=10)
    hall.submit(RingFlag(round=1, board=1))
    hall.wait(seconds=3)
    if hall.game().result is None:
        hall.submit(SignProposal(proposal=hall.state.waiting[0].number, by=BY))
    return hall


@pytest.mark.parametrize("flags", ["propose", "auto"])
def test_with_a_ruling_undone_the_flag_would_still_have_been_up(flags: str) -> None:
    hall = flagged(flags=flags)
    line = next(line.seq for line in hall.journal.lines if line.kind == "TimeCorrected")
    told = replayed(hall, without=line)
    assert told.parting is not None

    assert (told.parting.line, told.parting.undone) == (line, True)
    assert (told.game.result is not None, told.other.result, told.other.flag) == (True, None, None)
    assert told.other.clock.running is Side.WHITE
    assert line in told.left_out


def test_with_the_result_undone_the_game_goes_on() -> None:
    hall = Hall()
    tried(hall, "32-28")
    hall.submit(RuleResult(**OFFICE, outcome=Both(Outcome.WON, Outcome.LOST)))
    told = replayed(hall, without=hall.state.version)

    assert (told.other.result, told.other.ply, told.same_result) == (None, 1, False)


def test_a_move_that_was_let_stand_is_ruled_on_again() -> None:
    """The neighbour, after a takeback: the objection comes to the same in both games."""
    hall = Hall(regulations="fmjd_classic")
    for move in ("32-28", "19-23", "37-32"):
        tried(hall, move)
    hall.submit(Object(**AT, choice="rectify"))
    tried(hall, "28x19")
    hall.submit(Resign(**AT, side=Side.BLACK))

    assert replayed(hall).parting is None
    assert replayed(hall).other == hall.game()


@pytest.mark.parametrize(
    ("other", "code"),
    [
        ({"regulations": "chess"}, "unknown_key"),
        ({"regulations": "american_book1"}, "regulations_of_another_game"),  # issue 23, finding 48
        ({"without": 1}, "no_ruling_there"),
        ({"without": 9}, "no_ruling_there"),
    ],
)
def test_what_is_no_book_or_no_ruling_of_the_board_is_refused(other: dict[str, Any], code: str) -> None:
    hall = resigned()
    with pytest.raises(Refused) as refused:
        replayed(hall, **other)
    assert refused.value.code == code


def test_a_game_that_goes_on_is_not_replayed() -> None:
    hall = Hall(regulations="fmjd_classic")
    tried(hall, "32-28")
    with pytest.raises(Refused) as refused:
        replayed(hall)
    assert refused.value.code == "game_not_over"


@pytest.mark.parametrize("day", ["-late", "-endings", "-officials"])
def test_a_game_of_any_day_comes_to_the_same_under_its_own_regulations(day: str) -> None:
    """Whatever was ruled, signed, accepted late or appealed against: the two games do not diverge."""
    hall = DAYS[day]()
    hall.wait(seconds=1)
    for game in hall.state.games():
        if game.running:
            at = OFFICE | {"round": game.round, "board": game.board}
            hall.submit(RuleResult(**at, outcome=Both(Outcome.WON, Outcome.LOST), against=True))
    events = list(events_of(hall.journal.read()))
    for game in hall.state.games():
        told = otherwise(events, game.round, game.board)
        assert (told.parting, told.other) == (None, game)


def test_the_loss_that_rested_on_a_deduction_is_among_the_lines_that_are_left_out() -> None:
    """The chair, 48: the flag, its signature and the loss that was signed."""
    hall = Hall(players=2, control="1/3600:1/3600")
    hall.play("32-28")
    hall.submit(CorrectTime(round=1, board=1, side=Side.BLACK, by=BY, add=-HOUR, reason="telephone"))
    line = hall.state.version - 1
    hall.submit(SignProposal(proposal=hall.state.waiting[0].number, by=BY))
    events = list(events_of(hall.desk.journal.read()))
    told = otherwise(events, 1, 1, without=line)

    assert [type(events[one - 1]).__name__ for one in told.left_out] == [
        "TimeCorrected",
        "FlagFell",
        "ProposalSigned",
        "GameEnded",
    ]
