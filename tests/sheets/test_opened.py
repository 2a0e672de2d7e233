"""What the papers say of irregular moves that were hidden, once they are opened, and of the claims that opened them."""

from __future__ import annotations

from typing import Any

import pytest

from arbiter.exchange.games_as_pdn import games_text
from arbiter.incidents import incidents
from arbiter.refused import Refused
from arbiter.rulings.board.claims import ClaimDraw, Resign
from arbiter.rulings.board.objections import ClaimIrregular, Object
from arbiter.rulings.referee.proposals import DismissProposal, SignProposal
from arbiter.rulings.referee.unsealing_by_ruling import OpenFindings
from arbiter.sides import Side
from tests.hall import Hall
from tests.sheets.printed import given, printed

HERE: dict[str, Any] = {"round": 1, "board": 1}
ANNA = "arbiter 301001"
STAFF = {301001: "Anna Kok"}
PAPERS = ("scoresheet", "record", "packet", "irregularities")


def text_of(sheet: str, hall: Hall, **told: Any) -> str:
    place = {} if sheet in ("rulings", "irregularities") else HERE
    return printed(sheet, hall, **place, officials=STAFF, **told).text()


def silent() -> Hall:
    """Pool: White and Black each left a capture, and White claims that a move was irregular (APCA 8)."""
    hall = Hall(players=2, variant="pool", regulations="pool_apca", control="600")
    hall.put("W:W22,32,31:B18,1,2")
    hall.play("32-28", "2-6", "22x15", "1-5")
    hall.wait(seconds=30)
    hall.submit(ClaimIrregular(**HERE, by="tablet 1 white", side=Side.WHITE))
    hall.wait(seconds=30)
    return hall


def looked() -> Hall:
    hall = silent()
    hall.submit(SignProposal(proposal=hall.state.waiting[-1].number, by=ANNA))
    hall.wait(seconds=30)
    return hall


def waiting(hall: Hall) -> int:
    return next(p.number for p in hall.state.waiting if p.kind == "irregular")


def ended() -> Hall:
    """FMJD: White's irregular move was accepted by a reply, White has resigned, and the findings were opened."""
    hall = Hall(players=2, regulations="fmjd_classic")
    hall.put("W:W33,40,45:B1,28,6")
    hall.play("40-34", "6-11")
    hall.submit(Resign(**HERE, by="tablet 1 white", side=Side.WHITE))
    return hall


def test_a_sealed_irregular_move_is_on_no_paper_and_an_opened_one_on_all() -> None:
    hall = ended()
    for sheet in PAPERS:
        assert "40-34 is not" not in text_of(sheet, hall)
    assert "None." not in text_of("irregularities", hall)  # one game is sealed

    hall.submit(OpenFindings(**HERE, by=ANNA))

    for sheet in PAPERS:
        assert "Irregular, found later and not counted: 40-34 (White)." in text_of(sheet, hall)
    assert "must capture" in text_of("irregularities", hall)
    assert "irregular moves among them: 2. [Anna Kok" in text_of("scoresheet", hall)
    assert "Anna Kok" in text_of("rulings", hall)


def test_an_irregular_move_that_the_opponent_objected_to_is_not_told_as_found_later() -> None:  # issue 23, finding 50
    hall = Hall(players=2, regulations="fmjd_classic")
    hall.put("W:W33,40,45:B1,28,6")
    hall.play("40-34")
    hall.submit(Object(**HERE, by="tablet 1 black", side=Side.BLACK))

    assert "Irregular: 40-34 (White); the opponent chooses." in text_of("scoresheet", hall)
    assert "found later" not in text_of("scoresheet", hall)


def test_the_papers_name_who_claimed_who_looked_and_whose_move_was_irregular() -> None:
    hall = looked()
    for sheet in ("scoresheet", "record", "packet", "rulings"):
        text = text_of(sheet, hall)
        assert text.count("White claims that a move of Black was irregular.") == 1
        assert "Answer to the claim or objection: 2-6 (Black) was irregular." in text
        assert "Objection." not in text

    hall.submit(DismissProposal(proposal=waiting(hall), by=ANNA, reason="too late, play on"))
    for sheet in ("scoresheet", "record", "packet", "rulings"):
        assert "Dismissed (White): the irregular move is taken back, 2-6 (Black)." in text_of(sheet, hall)
    assert "Irregular, found later and not counted: 2-6 (Black)." in text_of("irregularities", hall)


def test_a_claim_that_the_end_of_the_game_made_void_leaves_a_line() -> None:
    hall = looked()
    hall.submit(Resign(**HERE, by="tablet 1 black", side=Side.BLACK))

    for sheet in ("scoresheet", "record", "packet", "rulings"):
        assert "A proposal became void (the irregular move is taken back, 2-6 (Black)): the end" in text_of(sheet, hall)


def test_a_claim_that_found_nothing_says_so() -> None:
    hall = Hall(players=2, variant="pool", regulations="pool_apca", control="600")
    hall.play("9-13", "22-18")
    hall.submit(ClaimIrregular(**HERE, by="tablet 1 white", side=Side.WHITE))
    for proposal in hall.state.waiting:
        hall.submit(SignProposal(proposal=proposal.number, by=ANNA))

    assert "roundless" in text_of("rulings", hall) or "No irregular move was found." in text_of("rulings", hall)


def test_a_move_that_is_corrected_is_irregular_once_and_not_twice() -> None:
    hall = Hall(players=2, regulations="fmjd_classic")
    hall.put("W:W33,40,45:B1,28,6")
    hall.play("40-34")
    hall.submit(Object(**HERE, by="tablet 1 black", side=Side.BLACK, choice="rectify"))

    found = [one for one in incidents(given(hall), hall.game()) if one.irregular]
    assert [(one.move, one.detail) for one in found] == [("40-34", "capture_missed")]
    assert hall.game().unnoticed == ()


def announced(move: str = "6-1") -> Hall:
    """WCDF 1.32.1: the next move, shown and not played, would repeat the position for the third time."""
    hall = Hall(players=2, variant="american", regulations="english_wcdf", control="600")
    hall.put("W:WK32,30:BK1,3")
    hall.play("32-27", "1-6", "27-32", "6-1", "32-27", "1-6", "27-32")
    hall.submit(ClaimDraw(**HERE, by="tablet 1 black", side=Side.BLACK, ground="repetition", move=move))
    return hall


def test_a_move_that_was_announced_with_a_claim_is_on_every_paper_as_not_played() -> None:
    hall = announced()
    hall.submit(SignProposal(proposal=hall.state.waiting[-1].number, by=ANNA))

    for sheet in ("scoresheet", "record", "packet", "rulings"):
        text = text_of(sheet, hall)
        assert "claims a draw: the same position for the third time. Announced and not played: 6-1." in text
        assert "3 of 3 times on the board" in text
    assert "announced and not played: 6-1" in " ".join(games_text(given(hall)).split())


def test_the_proof_counts_the_announced_move_and_marks_it() -> None:
    text = text_of("proof", announced())

    assert "3 / 3" in text
    assert "2 / 3" not in text
    assert "6-1, announced and not played" in text


def test_a_claim_against_the_count_is_granted_only_knowingly_and_cites_no_article_of_the_book() -> None:
    """WCDF 1.32 gives no draw at the first time; an arbiter may rule one, and it is their own ruling."""
    hall = Hall(players=2, variant="american", regulations="english_wcdf", control="600")
    hall.put("W:WK32,30:BK1,3")
    hall.submit(ClaimDraw(**HERE, by="tablet 1 white", side=Side.WHITE, ground="repetition", move="32-27"))
    number = hall.state.waiting[-1].number
    no = hall.refused(SignProposal(proposal=number, by=ANNA, reason="generous"))
    assert (no.code, no.facts["number"], no.facts["limit"]) == ("claim_unfounded", 1, 3)

    hall.submit(SignProposal(proposal=number, by=ANNA, reason="generous", confirmed=True))
    result = hall.game().result
    assert result is not None
    assert result.article == "house rule"
    for sheet in ("scoresheet", "rulings"):
        assert "1 of 3 times on the board" in text_of(sheet, hall)
        assert "(house rule)" in text_of(sheet, hall)


def test_a_claim_against_the_count_needs_a_reason_too() -> None:
    hall = Hall(players=2)
    hall.submit(ClaimDraw(**HERE, by="tablet 1 white", side=Side.WHITE, ground="repetition"))
    number = hall.state.waiting[-1].number

    with pytest.raises(Refused, match="needed"):
        hall.submit(SignProposal(proposal=number, by=ANNA, confirmed=True))
