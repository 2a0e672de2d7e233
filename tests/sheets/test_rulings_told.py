"""What the sheets of officials say of each act: due draws, claims with their counts, dismissals and huffs."""

from __future__ import annotations

import pytest

from arbiter.exchange.games_as_pdn import games_text
from arbiter.rulings.board.claims import ClaimDraw, Resign
from arbiter.rulings.board.objections import Object
from arbiter.rulings.referee.appeals import FileAppeal
from arbiter.rulings.referee.overruling import Overrule
from arbiter.rulings.referee.penalties import NoteConduct
from arbiter.rulings.referee.proposals import DismissProposal, SignProposal
from arbiter.rulings.time.flags import RingFlag
from arbiter.sheets.catalogue import SHEETS
from arbiter.sides import Side
from arbiter.view import View
from tests.hall import BY, Hall
from tests.rulings.test_void_proposals import claimed, only, repeated
from tests.sheets.printed import printed

DUE = "A draw count was complete: the same position for the third time. 3 of 3 times on the board."


@pytest.mark.parametrize(("language", "told", "waits"), [("en", DUE, "Waiting for the arbiter"), ("nl", "3 van 3", "")])
def test_a_due_draw_is_on_the_record_and_among_the_rulings_while_it_waits(language: str, told: str, waits: str) -> None:
    hall = repeated()

    for sheet in ("record", "rulings", "packet"):
        text = printed(sheet, hall, board=1, language=language).text()
        assert told in text
        assert waits in text


def test_no_sheet_of_the_players_tells_of_a_due_draw_while_the_game_goes_on() -> None:
    """G40: nobody is told but the arbiter; once the game is over its score sheet is whole."""
    hall = repeated()
    assert "A count was complete" not in printed("scoresheet", hall, board=1).text()
    hall.submit(DismissProposal(proposal=only(hall).number, by=BY, reason="the second time was another position"))
    assert "count" not in printed("scoresheet", hall, board=1).text()
    assert "Dismissed (White): the game ends by a completed count" in printed("rulings", hall).text()
    hall.submit(Resign(round=1, board=1, by=BY, side=Side.WHITE))

    assert DUE in printed("scoresheet", hall, board=1).text()


def test_a_due_draw_that_is_signed_is_a_ruling_with_who_signed_it() -> None:
    hall = repeated()
    hall.submit(SignProposal(proposal=only(hall).number, by="arbiter 301001"))
    text = printed("rulings", hall, officials={301001: "Anna Kok"}).text()

    assert f"{DUE} Signed." in text
    assert "Result: 1-1, drawn, the same position for the third time." in text
    assert "Anna Kok" in text


def test_a_dismissal_names_the_proposal_that_was_dismissed() -> None:
    hall = claimed()
    claim = only(hall).number
    hall.submit(DismissProposal(proposal=claim, by=BY, reason="once only"))
    hall.submit(ClaimDraw(round=1, board=1, side=Side.BLACK, ground="the clock was wrong", by="tablet 1"))
    other = only(hall).number
    hall.submit(DismissProposal(proposal=other, by=BY, reason="no ground"))
    hall.wait(hours=3)
    hall.submit(RingFlag(round=1, board=1))
    flag = only(hall).number
    hall.submit(DismissProposal(proposal=flag, by=BY, reason="a fault of the clock"))
    text = printed("rulings", hall).text()

    same = "the draw that was claimed, the same position for the third time"
    assert f"Dismissed (White): {same}. Journal line {claim}. once only" in text
    assert f"Dismissed (Black): the draw that was claimed, the clock was wrong. Journal line {other}. no ground" in text
    assert f"Dismissed (White): the game is lost by the fallen flag. Journal line {flag}." in text


def test_a_claim_that_is_granted_says_how_often_the_position_had_occurred() -> None:
    hall = claimed()
    hall.submit(SignProposal(proposal=only(hall).number, by=BY, reason="both had counted so", confirmed=True))
    hall.submit(FileAppeal(round=1, board=1, side=Side.BLACK, grounds="once only", by=BY))

    for sheet in ("record", "rulings", "packet", "scoresheet"):
        text = printed(sheet, hall, board=1).text()
        assert "White claims a draw: the same position for the third time. 1 of 3 times on the board." in text
        assert "Result: 1-1, drawn, draw claimed and granted. 1 of 3 times on the board. both had counted so" in text


@pytest.mark.parametrize(
    ("variant", "fen", "wrong", "at", "square"),
    [
        ("international", "W:W28,37,49:B23,9", "37-31", "28", "28"),
        ("russian", "W:Wc3,g1:Bd4,h8", "g1-h2", "c3", "c3"),
    ],
)
def test_a_huff_names_the_piece_and_its_article(variant: str, fen: str, wrong: str, at: str, square: str) -> None:
    switches = (("irregular_policy", "opponent"), ("huff", "should_have_taken"))
    hall = Hall(variant=variant, players=2, switches=switches)
    hall.put(fen)
    hall.play(wrong)
    hall.submit(Object(round=1, board=1, by=BY, side=Side.BLACK, choice="huff", square=at))
    note = hall.game().notes[-1]

    assert (note.step, note.article) == (square, hall.state.regulations.article("huff"))
    assert str(note.article).startswith("house rule, instead of ")
    assert f"Huffed by Black: the piece on {square}." in printed("record", hall, board=1).text()
    assert f"huff {square}" in games_text(View(tournament="open", state=hall.state)).lower()


def test_a_penalty_that_was_withdrawn_is_named_where_its_offence_was_overruled() -> None:
    hall = Hall(players=2, switches=(("phone_ladder", ("loss",)),))
    hall.play("32-28")
    noted = NoteConduct(round=1, board=1, side=Side.WHITE, category="telephone", by=BY, reason="it rang")
    hall.submit(noted)
    hall.submit(SignProposal(proposal=only(hall).number, by=BY))
    line = hall.state.conduct[0].line
    hall.submit(Overrule(round=1, board=1, irregularity=line, by=BY, reason="the neighbour's"))
    text = printed("rulings", hall).text()

    assert "Withdrawn: loss of the game. the neighbour's" in text
    assert "The game is open again." in text
    assert "Result: 0-2, Black has won, ruling." in text


def test_the_sheet_of_irregular_moves_is_offered_whether_or_not_one_is_sealed() -> None:
    """The offer would tell what is sealed, if it came with the first irregular move."""
    offered = []
    for fen in ("W:W33,40,45:B1,28,6", "W:W33,40,45:B1,22,6"):
        hall = Hall(players=2, regulations="fmjd_classic")
        hall.put(fen)
        offered.append([SHEETS["irregularities"].exists(hall.state, None)])
        hall.play("40-34")
        offered[-1].append(SHEETS["irregularities"].exists(hall.state, None))

    assert offered == [[False, True]] * 2
