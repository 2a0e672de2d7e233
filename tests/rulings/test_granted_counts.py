"""A claim that is granted names the count that was complete, with its own article, whatever the button was called."""

from __future__ import annotations

import pytest

from arbiter.rulings.board.claims import ClaimDraw
from arbiter.rulings.cited_articles import proposal_article
from arbiter.rulings.referee.corrections import StartClock
from arbiter.rulings.referee.position import RestorePosition
from arbiter.rulings.referee.proposals import SignProposal
from tests.hall import BY, Hall
from tests.sheets.printed import printed

TWO = ("g1-h2", "b8-c7", "h2-g1", "c7-b8")
WALK = ("32-27", "1-6", "27-32", "6-1")


@pytest.mark.parametrize(
    ("variant", "regulations", "fen", "moves", "what", "article"),
    [
        ("russian", "russian64", "W:WKg1,e3:BKb8", TWO * 3, "king against one or two pieces", "FMJD-64 7.2.8"),
        ("international", "fmjd_classic", "W:WK49,48:BK5", (), "", "FMJD Annex 1, 6"),
        ("american", "english_wcdf", "W:WK32,30:BK1,3", WALK * 20, "40 moves", "WCDF 1.32.2"),
    ],
    ids=["two against one", "nothing is complete", "no progress"],
)
def test_the_completed_count_is_named_and_cited(
    variant: str, regulations: str, fen: str, moves: tuple[str, ...], what: str, article: str
) -> None:
    hall = Hall(variant=variant, regulations=regulations)
    hall.submit(RestorePosition(round=1, board=1, by=BY, fen=fen, ply=0, reason="so it stands"))
    hall.submit(StartClock(round=1, board=1, by=BY))
    hall.play(*moves)
    hall.submit(ClaimDraw(round=1, board=1, ground="kings_only", by="tablet 1"))
    claim = next(one for one in hall.state.waiting if one.kind == "claim")

    assert proposal_article(hall.state, claim) == article
    if what:
        hall.submit(SignProposal(proposal=claim.number, by=BY))
        told = printed("scoresheet", hall, board=1).text()
        assert f"({article})" in told
        assert what in told
