"""The proof of a draw on paper, and openings on pairings and slips."""

from __future__ import annotations

import pytest

from arbiter.rulings.board.ballots import DrawBallot
from arbiter.rulings.referee.corrections import StartClock
from arbiter.rulings.referee.position import RestorePosition
from arbiter.rulings.rounds.pairing import PairRound
from tests.hall import BY, Hall
from tests.sheets.printed import printed

ROUND = ("46-41", "1-6", "41-46", "6-1")


def test_the_three_positions_stand_on_the_proof_with_their_moves() -> None:
    hall = Hall(variant="turkish", players=2)
    hall.play("a3-a4", "h6-h5", *(("a4-b4", "h5-g5", "b4-a4", "g5-h5") * 2))
    text = printed("proof", hall).text()

    assert "the same position for the third time" in text
    assert "3 / 3" in text
    for move in ("1. ... h6-h5", "3. ... g5-h5", "5. ... g5-h5"):
        assert f"after {move}" in text
    assert text.count("White to move") == 3


def test_counted_moves_stand_on_the_proof_one_by_one() -> None:
    hall = Hall(players=2)
    hall.put("W:WK46,K47,K48:BK1")
    hall.play(*(ROUND * 3))
    text = printed("proof", hall, board=1).text()

    assert "6 / 15" in text
    assert "1. 46-41" in text
    assert "6. ... 6-1" in text


def test_boards_at_which_nothing_is_counted_are_left_out() -> None:
    hall = Hall(variant="good-for-nothings", players=2)

    assert "No draw count is running at any board." in printed("proof", hall).text()


def test_a_score_sheet_says_which_opening_was_drawn_and_what_was_set_up() -> None:
    hall = Hall(variant="russian", ballots="russian", players=2, started=False)
    hall.submit(PairRound(by=BY))
    hall.submit(DrawBallot(round=1, name="I-2", by=BY))
    assert "Opening: I-2 a3-b4 b6-a5." in printed("scoresheet", hall).text()
    hall.submit(DrawBallot(round=1, name="II-2", by=BY))
    text = printed("scoresheet", hall).text()

    assert "Opening: II-2 a1-a5 a7-h4." in text
    assert "Set up: W:W" in text


def test_an_opening_stands_on_the_pairings_and_on_every_slip() -> None:
    hall = Hall(variant="american", ballots="three-move", started=False)
    hall.submit(PairRound(by=BY))
    hall.submit(DrawBallot(round=1, name="41", by=BY))
    assert "Opening: 41 9-14 22-18 10-15" in printed("pairings", hall).text()
    assert printed("slips", hall).text().count("9-14 22-18 10-15") == 2
    hall.submit(DrawBallot(round=1, name="42", boards=(2,), by=BY))
    text = printed("pairings", hall).text()

    assert "9-14 22-18 10-15" in text
    assert "9-14 22-18 11-15" in text


@pytest.mark.parametrize(
    ("variant", "before", "fen", "moves", "key"),
    [
        ("international", (), "W:WK46,K47,K48:BK1", ROUND, "three-kings-002"),
        ("international", ("32-28",), "B:WK46,K47,K48:BK1", ("1-6", "46-41", "6-1", "41-46"), "three-kings-002"),
        ("pool", ("9-13",), "W:WK29,K31,K32:BK16", ("32-28", "16-20"), "three-kings-13"),
    ],
    ids=["before the first move", "after a move", "pool"],
)
def test_a_count_that_a_ruling_began_says_so(
    variant: str, before: tuple[str, ...], fen: str, moves: tuple[str, ...], key: str
) -> None:
    """Nothing was captured, and the game did not begin there: an arbiter set the position up and signs the card."""
    hall = Hall(variant=variant, players=2)
    hall.play(*before)
    hall.submit(RestorePosition(round=1, board=1, by=BY, fen=fen, reason="so it stands"))
    hall.submit(StartClock(round=1, board=1, by=BY))
    hall.play(*moves)
    hall.submit(RestorePosition(round=1, board=1, by=BY, ply=hall.game().ply - 1, reason="as both wish"))
    counts = (hall.game().tally, hall.game().tally_after(len(before)))

    assert [tally.count(key).cause for tally in counts] == ["position"] * 2  # type: ignore[union-attr]
    text = printed("proof", hall, board=1).text()
    assert "the position that was set up" in text
    assert "a capture" not in text
    assert "the beginning of the game" not in text


def test_a_game_that_begins_with_few_kings_is_counted_from_its_beginning() -> None:
    hall = Hall(players=2)
    hall.put("W:WK46,K47,K48:BK1")
    hall.play(*ROUND)

    assert "the beginning of the game" in printed("proof", hall, board=1).text()
