"""What a move brings about by itself: an end, a proposal, or nothing that anybody sees."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter.refused import Refused
from arbiter.rules.endings import ENDINGS, endings_of
from arbiter.rulings.board.claims import ClaimDraw
from arbiter.rulings.entries import OpenTournament
from arbiter.rulings.referee.position import RestorePosition
from arbiter.rulings.referee.proposals import DismissProposal, SignProposal
from arbiter.rulings.request import ruled
from arbiter.sides import Side
from arbiter.tournament.past.draw_proof import looked_at, proofs
from arbiter.tournament.regulations.profiles import REGULATIONS
from arbiter.tournament.state import Tournament
from tests.hall import BY, Hall

ROUND = ("46-41", "1-6", "41-46", "6-1")
KINGS = "W:WK46,36:BK1,5"


def hall_at(
    fen: str, *, found: str = "arbiter", variant: str = "international", regulations: str = "", only: str = ""
) -> Hall:
    hall = Hall(players=2, switches=(("draw_found", found),), variant=variant, regulations=regulations)
    if only:
        hall.desk.state = replace(hall.state, endings=endings_of((only,)))
    hall.put(fen)
    return hall


def test_a_third_repetition_is_put_before_the_arbiter_and_the_game_goes_on() -> None:
    hall = hall_at(KINGS)
    game = hall.play(*ROUND, *ROUND)
    (due,) = hall.state.waiting

    assert (due.kind, due.ground, due.ply) == ("ending", "repetition-002", 8)
    assert game.running
    assert hall.play("46-41").ply == 9
    assert hall.state.waiting == (due,)


def test_what_is_due_is_signed_as_a_draw_or_dismissed_with_a_reason() -> None:
    hall = hall_at(KINGS)
    hall.play(*ROUND, *ROUND)
    hall.submit(DismissProposal(proposal=hall.state.waiting[0].number, by=BY, reason="a piece stood elsewhere"))
    assert hall.game().running

    other = hall_at(KINGS)
    other.play(*ROUND, *ROUND)
    other.submit(SignProposal(proposal=other.state.waiting[0].number, by=BY))
    result = other.game().result

    assert result is not None
    assert (result.because, result.article, result.by) == ("repetition-002", "002", BY)
    assert other.state.result_text(other.game()) == "1-1"


def test_where_the_regulations_say_so_the_service_ends_the_game() -> None:
    hall = hall_at(KINGS, found="auto")
    game = hall.play(*ROUND, *ROUND)

    assert game.result is not None
    assert (game.result.because, game.result.by) == ("repetition-002", "service")
    assert hall.state.proposals == ()


def test_what_has_to_be_claimed_is_shown_to_nobody() -> None:
    hall = hall_at(KINGS, found="claim")
    hall.play(*ROUND, *ROUND)
    count = hall.game().tally.count("repetition-002")

    assert hall.state.waiting == ()
    assert count is not None
    assert count.reached


def test_an_english_draw_is_claimed_whatever_the_regulations_make_of_facts() -> None:
    """Ruling G28."""
    hall = hall_at("B:BK1,K4:WK29,K32", found="auto", variant="american", regulations="english_wcdf")
    game = hall.play(*(("1-6", "29-25", "6-1", "25-29") * 2))

    assert game.result is None
    assert hall.state.waiting == ()
    assert [count.number for count in game.tally.counts()] == [3, 4]


def test_three_kings_have_fifteen_moves_by_rulebook_002() -> None:
    """Every count runs by itself: a repetition on the way neither stops this one nor begins it anew."""
    hall = hall_at("W:WK46,K47,K48:BK1")
    hall.play(*(ROUND * 8)[:29])

    assert [(p.ground, p.ply) for p in hall.state.waiting] == [("repetition-002", 8), ("three-kings-002", 29)]


def test_a_win_comes_before_a_draw_that_falls_due_with_the_same_move() -> None:
    drawn, won = (hall_at("W:WK46,K47,K48:BK1", found="auto", only="three-kings-002") for _ in range(2))
    drawn.play(*(ROUND * 8)[:29])
    won.play(*(ROUND * 7)[:27], "6-33", "47x15")

    assert [hall.state.result_text(hall.game()) for hall in (drawn, won)] == ["1-1", "2-0"]
    assert [hall.game().result.because for hall in (drawn, won)] == ["three-kings-002", "no_move"]  # type: ignore[union-attr]  # both over


def test_a_play_taken_back_takes_back_what_it_made_due() -> None:
    hall = hall_at(KINGS)
    hall.play(*ROUND, *ROUND)
    before = hall.game().tally
    hall.submit(RestorePosition(round=1, board=1, ply=7, by=BY, reason="played by mistake"))

    assert hall.state.waiting == ()
    assert hall.state.proposals[0].decided == "lapsed"
    assert hall.game().tally != before
    assert hall.game().tally.ply == 7


@pytest.mark.parametrize(
    ("variant", "fen", "move", "result", "because"),
    [
        ("good-for-nothings", "W:W22,G30:B18,G1", "22x15", "2-0", "regulars_taken"),
        ("good-for-nothings", "W:W22,G30:B9,G18", "22x15", "0-2", "good_for_nothings_lost"),
        ("good-for-nothings", "W:W22,G30:B18,G11", "22x8", "2-0", "regulars_taken"),  # nothing is left to move either
        ("good-for-nothings", "W:W30,G6:B12,G3", "6-1", "0-2", "good_for_nothing_home"),
        ("turkish", "W:WKg1:Bg3,h5", "g1xg8", "2-0", "king_against_man"),
    ],
)
def test_the_object_of_the_game_ends_it_at_once(variant: str, fen: str, move: str, result: str, because: str) -> None:
    hall = hall_at(fen, variant=variant)
    game = hall.play(move)

    assert game.result is not None
    assert (hall.state.result_text(game), game.result.because) == (result, because)


def test_the_referee_of_rulebook_001_is_told_after_twenty_plies_of_kings() -> None:
    hall = hall_at("B:BK1,K4:WK29,K32", found="claim", variant="american")
    walk = ("1-6", "29-25", "6-10", "25-22", "10-6", "22-25", "6-1", "25-29")
    hall.play(*(walk * 3)[:19])
    assert not hall.state.waiting
    hall.play((walk * 3)[19])
    (due,) = hall.state.waiting

    assert (due.ground, due.ply) == ("strength", 20)


def test_counts_are_the_same_after_a_restart() -> None:
    hall = Hall(variant="turkish", players=2)
    hall.play("a3-a4", "h6-h5", "a4-b4", "h5-g5", "b4-a4", "g5-h5")

    assert hall.again().game().tally == hall.game().tally


@pytest.mark.parametrize("key", REGULATIONS)
def test_every_profile_counts_rows_that_there_are(key: str) -> None:
    for variant in REGULATIONS[key].variants:
        hall = Hall(players=2, variant=variant, regulations=key)
        rows = [count.row.key for count in hall.game().tally.counts()]

        assert len(set(rows)) == len(rows)
        assert set(rows) <= set(ENDINGS)
        assert ("strength" in rows) is (REGULATIONS[key].strength_after > 0)


def test_a_director_may_name_the_rows_that_count() -> None:
    hall = Hall(players=2, endings=("kings-25", "repetition-fmjd"))

    assert [row.key for row in hall.state.endings] == ["kings-25", "repetition-fmjd"]
    assert hall.again().state.endings == hall.state.endings
    request = OpenTournament(name="Open", endings=("kings-26",))
    with pytest.raises(Refused) as refused:
        ruled(request, Tournament(), 0)
    assert refused.value.facts["field"] == "endings"


def test_a_claimed_repetition_is_looked_at_also_where_no_row_counts_it() -> None:
    hall = hall_at("B:BK1,K4:WK29,K32", found="claim", variant="american")
    hall.play(*(("1-6", "29-25", "6-1", "25-29") * 2))
    hall.submit(ClaimDraw(round=1, board=1, ground="repetition", side=Side.BLACK, by=BY))
    claim = hall.state.waiting[0]
    (proof,) = proofs(looked_at(hall.state, claim), claim)

    assert (proof.number, proof.plies) == (3, (0, 4, 8))


def test_a_claim_with_an_announced_move_is_looked_at_after_that_move() -> None:
    """The move is shown and not played: with it the position would stand for the third time (WCDF 1.32.1)."""
    hall = hall_at("B:BK1,K4:WK29,K32", found="claim", variant="american", regulations="english_wcdf")
    hall.play(*(("1-6", "29-25", "6-1", "25-29") * 2)[:6], "6-1")
    hall.submit(ClaimDraw(round=1, board=1, ground="repetition", side=Side.WHITE, move="25-29", by=BY))
    claim = hall.state.waiting[0]
    seen = looked_at(hall.state, claim)
    (proof,) = proofs(seen, claim)

    assert (hall.game().ply, seen.ply) == (7, 8)
    assert (proof.number, proof.plies) == (3, (0, 4, 8))
    hall.play("25-22")
    assert looked_at(hall.state, claim).tally == seen.tally
