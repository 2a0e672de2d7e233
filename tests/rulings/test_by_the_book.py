"""Rulings that follow from the book: what is proposed, under which article, and what no signature may do."""

from __future__ import annotations

from typing import Any

import pytest

from arbiter.hall.reports.package import checked_games
from arbiter.rulings.board.claims import ClaimDraw, Resign
from arbiter.rulings.board.objections import Object
from arbiter.rulings.cited_articles import proposal_article
from arbiter.rulings.referee.penalties import NoteConduct
from arbiter.rulings.referee.proposals import SignProposal
from arbiter.rulings.referee.unsealing_by_ruling import OpenFindings
from arbiter.shapes.referee.officiating import proposal_more
from arbiter.sides import Side
from arbiter.view import View
from tests.hall import BY, Hall

AT: dict[str, Any] = {"round": 1, "board": 1, "by": BY}
SEALED = "W:W33,40,45:B1,28,6"


def view(hall: Hall) -> View:
    return View(tournament="open", state=hall.state)


@pytest.mark.parametrize(("regulations", "variant"), [("fmjd_classic", "international"), ("english_wcdf", "american")])
def test_a_draw_claimed_in_a_player_s_own_words_is_proposed_neither_way_and_cites_no_article(
    regulations: str, variant: str
) -> None:
    hall = Hall(regulations=regulations, variant=variant)
    side = hall.game().position.turn
    hall.submit(ClaimDraw(**AT, side=side, ground="I am bored"))
    (waits,) = hall.state.waiting
    more = proposal_more(view(hall), hall.game(), waits)

    assert (more["proposed"], more["article"]) == ("decide", "house rule")
    assert hall.refused(SignProposal(proposal=waits.number, by=BY)).code == "text_needed"
    hall.submit(SignProposal(proposal=waits.number, by=BY, reason="both are ill"))
    result = hall.game().result
    assert result is not None
    assert (result.because, result.article) == ("claim", "house rule")


def test_who_refuses_to_correct_a_move_loses_by_the_fmjd() -> None:
    hall = Hall(regulations="fmjd_classic")
    refuses = NoteConduct(**AT, side=Side.WHITE, category="refusal", reason="will not")
    hall.submit(refuses)
    (waits,) = hall.state.waiting
    assert (waits.step, hall.state.conduct[0].article) == ("loss", "FMJD Annex 1, 5.6")
    assert proposal_article(hall.state, waits) == "FMJD Annex 1, 5.6"
    other = Hall()
    other.submit(refuses)

    assert [one.step for one in other.state.waiting] == ["note"]  # 000 says nothing of it


def test_a_loss_that_is_signed_after_the_game_corrects_its_result() -> None:
    """Standard Law 17: the game is lost by the false move, whoever resigned after it."""
    hall = Hall(variant="american", regulations="standard_laws_historical", players=2)
    hall.put("W:W22,31:B18,10,1")
    hall.play("31-26")
    hall.submit(Object(round=1, board=1, by="tablet 1", side=Side.BLACK))
    hall.submit(SignProposal(proposal=hall.state.waiting[0].number, by=BY))
    hall.submit(Object(round=1, board=1, by="tablet 1", side=Side.BLACK, choice="rectify"))
    hall.play("22x15x6")
    hall.submit(Resign(round=1, board=1, by="tablet 1", side=Side.BLACK))
    assert hall.state.result_text(hall.game()) == "2-0"
    (loss,) = hall.state.waiting
    hall.submit(SignProposal(proposal=loss.number, by=BY))
    result = hall.game().result

    assert result is not None
    assert (hall.state.result_text(hall.game()), result.corrected) == ("0-2", True)


def test_a_king_each_in_frisian_cites_the_frisian_rules() -> None:
    hall = Hall(variant="frisian", players=2)
    hall.put("W:WK28:B18,K50")
    hall.play("28x8")
    (waits,) = hall.state.waiting

    assert proposal_article(hall.state, waits) == "Frisian rules 2011"


def test_the_checked_games_tell_nothing_that_is_sealed_and_everything_that_was_opened() -> None:
    hall = Hall(regulations="fmjd_classic", players=2)
    hall.put(SEALED)
    hall.play("40-34", "6-11")
    hall.submit(Resign(**AT, side=Side.WHITE))
    _, sealed = checked_games(view(hall))
    assert sealed[-2:] == ["0, findings not opened", "not checked: findings are sealed"]
    hall.submit(OpenFindings(**AT))
    _, opened = checked_games(view(hall))

    assert opened[-2] == 2
    assert "40-34 is not legal" in str(opened[-1])
    assert "6-11 is not legal" in str(opened[-1])
    assert "FMJD Annex 1" in str(opened[-1])
    assert "000" not in str(opened[-1])
