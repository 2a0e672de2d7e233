"""What the sheets of officials say of each act: due draws, claims with their counts, dismissals and huffs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter.exchange.games import games_text
from arbiter.rulings.board.claims import ClaimDraw, Resign
from arbiter.rulings.board.objections import ClaimIrregular, Object
from arbiter.rulings.referee.appeals import FileAppeal
from arbiter.rulings.referee.committee import DecideAppeal, NamePanel
from arbiter.rulings.referee.corrections import RuleResult
from arbiter.rulings.referee.findings import OpenFindings
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

DUE = "A count was complete: the same position for the third time. 3 of 3 times on the board."


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
    assert f"Dismissed (White): the flag has fallen, and the game is lost. Journal line {flag}." in text


def test_a_claim_that_is_granted_says_how_often_the_position_had_occurred() -> None:
    hall = claimed()
    hall.submit(SignProposal(proposal=only(hall).number, by=BY, reason="both had counted so"))
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


@pytest.mark.parametrize("sheet", ["scoresheet", "record", "rulings"])
def test_a_result_that_was_corrected_stays_on_the_papers_struck_through(sheet: str) -> None:
    hall = Hall(players=2)
    hall.play("32-28")
    hall.submit(Resign(round=1, board=1, by="tablet 1 black", side=Side.BLACK))
    hall.submit(RuleResult(round=1, board=1, result="draw", by=BY, reason="the wrong button"))
    hall.submit(RuleResult(round=1, board=1, result="black", by=BY, reason="a telephone"))
    text = printed(sheet, hall, board=1).text()

    assert "Result: 2-0, White has won, resigned. Struck through: no longer in force." in text
    assert "ruling, corrected. the wrong button Struck through: no longer in force." in text
    assert "ruling, corrected. a telephone" in text


def test_a_ruling_that_a_committee_overturned_stays_with_the_reason_of_every_vote() -> None:
    hall = Hall(players=2)
    hall.play("32-28")
    hall.submit(RuleResult(round=1, board=1, result="white", by="arbiter 501001", reason="left the hall"))
    hall.submit(FileAppeal(round=1, board=1, side=Side.BLACK, grounds="I was there", by=BY, asks="draw"))
    number = hall.state.appeals[0].number
    hall.submit(NamePanel(appeal=number, members=("arbiter 301001", "arbiter 302001"), by="chief 401001"))
    decision = DecideAppeal(appeal=number, overturned=True, by="arbiter 301001", reason="seen by us")
    hall.submit(decision)
    hall.submit(replace(decision, by="arbiter 302001", reason="he was there"))
    text = printed("rulings", hall).text()

    assert "Result: 2-0, White has won, ruling. left the hall Struck through" in text
    assert "overturned, 1-1. seen by us" in text
    assert "overturned, 1-1. he was there" in text


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


def test_an_announced_move_is_on_every_paper_and_counted_on_the_proof() -> None:
    """WCDF 1.32.1: the move is shown, and not played."""
    hall = Hall(players=2, variant="american", regulations="english_wcdf")
    hall.put("W:WK32,30:BK1,3")
    hall.play("32-27", "1-6", "27-32", "6-1", "32-27", "1-6", "27-32")
    hall.submit(ClaimDraw(round=1, board=1, side=Side.BLACK, ground="repetition", by="tablet 1", move="6-1"))
    hall.submit(SignProposal(proposal=only(hall).number, by=BY))
    hall.submit(FileAppeal(round=1, board=1, side=Side.WHITE, grounds="twice only", by=BY))

    for sheet in ("scoresheet", "record", "rulings", "packet"):
        text = printed(sheet, hall, board=1).text()
        assert "Announced and not played: 6-1. 3 of 3 times on the board." in text
    assert "With the announced move 6-1, which was not played: 3 / 3" in printed("proof", hall, board=1).text()
    pdn = " ".join(games_text(View(tournament="open", state=hall.state)).split())
    assert "draw claimed 6-1: the same" in pdn


def test_a_claim_granted_against_the_count_cites_no_article_of_the_book() -> None:
    hall = claimed()
    hall.submit(SignProposal(proposal=only(hall).number, by=BY, reason="generous"))
    result = hall.game().result

    assert result is not None
    assert (result.because, result.article) == ("claim", "house rule")


@pytest.mark.parametrize(
    ("regulations", "variant", "fen", "moves", "wrong"),
    [
        ("pool_apca", "pool", "W:W22,32,31:B18,1,2", ("32-28", "2-6", "22x15"), ("32-28", "2-6")),
        ("fmjd_classic", "international", "W:W33,40,45:B1,28,6", ("40-34", "6-11"), ("40-34", "6-11")),
    ],
)
def test_a_finding_that_was_opened_later_is_on_the_papers(
    regulations: str, variant: str, fen: str, moves: tuple[str, ...], wrong: tuple[str, ...]
) -> None:
    hall = Hall(players=2, regulations=regulations, variant=variant)
    hall.put(fen)
    hall.play(*moves)
    for sheet in ("irregularities", "record"):
        assert wrong[0] + " (" not in printed(sheet, hall, board=1).text()
    hall.submit(Resign(round=1, board=1, by=BY, side=Side.WHITE))
    hall.submit(OpenFindings(round=1, board=1, by=BY))

    for sheet in ("irregularities", "scoresheet", "record"):
        text = printed(sheet, hall, board=1).text()
        assert f"Irregular, found later and not counted: {wrong[0]} (White)." in text
    assert f"Irregular, found later and not counted: {wrong[1]} (" in printed("irregularities", hall).text()


def test_an_arbiter_who_looks_at_a_claim_has_not_objected() -> None:
    hall = Hall(players=2, variant="pool", regulations="pool_apca")
    hall.put("W:W22,32,31:B18,1,2")
    hall.play("32-28", "2-6", "22x15")
    hall.submit(ClaimIrregular(round=1, board=1, by="tablet 1 white", side=Side.WHITE))
    hall.submit(SignProposal(proposal=only(hall).number, by="arbiter 301001"))
    text = printed("rulings", hall, officials={301001: "Anna Smit"}).text()

    assert text.count("Objection") == 1
    assert "The moves were looked at, for the claim of White." in text


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
