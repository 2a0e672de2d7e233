"""The ruling by the stronger position (001 Referee): its conditions hold however an official comes to it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter.rulings.board.adjournments import AdjournGame
from arbiter.rulings.referee.adjudication import GiveNotice
from arbiter.rulings.referee.corrections import RuleResult
from arbiter.rulings.referee.proposals import SignProposal
from tests.hall import BY, Hall

AROUND = ("1-6", "32-27", "6-1", "27-32")
ADJUDICATED = RuleResult(round=1, board=1, result="black", by=BY, reason="it repeats", because="adjudicated")


def hall_after(plies: int) -> Hall:
    """A game by rulebook 001 in which only kings have moved so often; Black has the stronger position, 42 to 26."""
    hall = Hall(variant="american", regulations="american_book1", players=2)
    hall.put("B:WK32,21:BK1,K4,12")
    hall.play(*(AROUND * 5)[:plies])
    return hall


def test_nobody_adjudicates_by_strength_before_twenty_plies_of_kings_only() -> None:
    hall = hall_after(19)
    hall.submit(GiveNotice(round=1, board=1, by=BY))
    refused = hall.refused(ADJUDICATED)

    assert (refused.code, refused.article) == ("strength_not_due", "001 Referee")
    assert (refused.facts["number"], refused.facts["limit"]) == (19, 20)


def test_both_players_have_notice_first_and_001_is_not_cited_for_it() -> None:
    hall = hall_after(20)
    by_hand = hall.refused(ADJUDICATED)
    signed = hall.refused(SignProposal(proposal=hall.state.waiting[0].number, by=BY))

    assert {(one.code, one.article) for one in (by_hand, signed)} == {
        ("notice_first", "house rule, after Standard Law 19")
    }


@pytest.mark.parametrize("because", ["adjudicated", "ruling"])
def test_the_result_is_what_the_sums_say(because: str) -> None:
    hall = hall_after(20)
    hall.submit(GiveNotice(round=1, board=1, by=BY))
    asked = replace(ADJUDICATED, because=because, article="001 Referee")
    refused = hall.refused(replace(asked, result="white"))
    assert (refused.code, refused.facts["white"], refused.facts["black"]) == ("strength_says", 26, 42)
    hall.submit(asked)
    result = hall.game().result

    assert result is not None
    assert (hall.state.result_text(hall.game()), result.article) == ("0-2", "001 Referee")


def test_an_adjudication_without_an_article_is_the_one_of_the_book() -> None:
    hall = hall_after(20)
    hall.submit(GiveNotice(round=1, board=1, by=BY))
    hall.submit(ADJUDICATED)
    result = hall.game().result

    assert result is not None
    assert result.article == "001 Referee"


def test_an_envelope_is_opened_first() -> None:
    hall = hall_after(20)
    hall.submit(GiveNotice(round=1, board=1, by=BY))
    hall.submit(AdjournGame(round=1, board=1, by=BY, envelope="7", reason=""))

    assert hall.refused(ADJUDICATED).code == "envelope_waits"


@pytest.mark.parametrize(("variant", "article"), [("american", "USCF 18G1"), ("american", "house rule"), ("pool", "")])
def test_an_adjudication_on_another_ground_has_no_such_conditions(variant: str, article: str) -> None:
    """H37: a player who has gone; the neighbour is a game whose book has no win by strength."""
    hall = Hall(variant=variant, players=2)
    hall.submit(replace(ADJUDICATED, reason="gone", article=article))

    assert hall.game().result is not None
