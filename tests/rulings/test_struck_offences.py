"""An offence that is overruled or dismissed counts no more, and nothing that rested on it can be signed (IR25)."""

from __future__ import annotations

import pytest

from arbiter.rules.position import parse_fen
from arbiter.rules.variants import VARIANTS
from arbiter.rules.verdict import judge
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.referee.overruling import Overrule
from arbiter.rulings.referee.penalties import NoteConduct
from arbiter.rulings.referee.position import RestorePosition
from arbiter.rulings.referee.proposals import DismissProposal, SignProposal
from arbiter.sides import SECOND, Side
from tests.hall import BY, Hall

ROUND = ":B27,28,37,38"
INTERNATIONAL = VARIANTS["international"]
WHITE, BLACK = Side.WHITE, Side.BLACK


def overrule(hall: Hall, line: int) -> None:
    hall.submit(Overrule(round=1, board=1, by=BY, reason="a slip", irregularity=line))


def sign(hall: Hall) -> None:
    for proposal in hall.state.waiting:
        hall.submit(SignProposal(proposal=proposal.number, by=BY))


def note(hall: Hall, category: str = "telephone", side: Side = WHITE) -> int:
    hall.submit(NoteConduct(round=1, board=1, side=side, category=category, by=BY, reason="it rang"))
    return hall.state.conduct[-1].line


def steps(hall: Hall) -> list[str]:
    """The penalties that wait for a signature."""
    return [proposal.step for proposal in hall.state.waiting if proposal.kind == "penalty"]


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_overruling_takes_back_every_proposal_that_rests_on_it(order: tuple[int, int]) -> None:
    """english_wcdf: 11-18 and 12-17 signed, both overruled: a caution that was proposed again could still be signed."""
    hall = Hall(variant="american", regulations="english_wcdf")
    hall.play("11-18")
    sign(hall)
    hall.play("12-17")
    sign(hall)
    assert hall.game().result is not None  # a caution, then the loss of the game
    lines = [attempt.line for attempt in hall.game().attempts]

    overrule(hall, lines[order[0]])
    assert hall.game().result is None
    assert steps(hall) == []
    overrule(hall, lines[order[1]])
    assert (steps(hall), hall.game().irregular(BLACK), hall.game().result) == ([], 0, None)


def test_time_that_a_signed_penalty_gave_goes_back_once() -> None:
    """The neighbour: with a ladder of times the second overruling took the same time once more."""
    hall = Hall(control="50/7200", switches=(("ladder", ("time 60", "time 120")),))
    hall.play("32-23", "33-24")
    sign(hall)
    had = hall.game().clock.had.black
    first, second = (attempt.line for attempt in hall.game().attempts)

    overrule(hall, first)
    assert hall.game().clock.had.black == had - 120 * SECOND  # the 60 s stand for the second offence
    overrule(hall, second)
    assert (hall.game().clock.had.black, steps(hall)) == (had - 180 * SECOND, [])


@pytest.mark.parametrize("how", ["dismissed", "overruled"])
def test_a_telephone_that_is_dismissed_or_overruled_makes_the_next_one_a_first(how: str) -> None:
    hall = Hall()
    line = note(hall)
    if how == "dismissed":
        hall.submit(DismissProposal(proposal=line, by=BY, reason="it was the hall's"))
    else:
        overrule(hall, line)
    note(hall)

    assert (steps(hall), hall.state.conduct[-1].count) == (["warning"], 1)
    assert [one.overruled for one in hall.state.conduct] == [True, False]
    assert "conduct_overruled" in [one.what for one in hall.game().notes]


def test_the_penalty_of_a_later_telephone_goes_back_with_the_first() -> None:
    hall = Hall()
    first, second = note(hall), note(hall)
    note(hall, "sounds")
    assert steps(hall) == ["warning", "loss", "note"]
    hall.submit(DismissProposal(proposal=first, by=BY, reason="not theirs"))

    assert steps(hall) == ["note", "warning"]
    overrule(hall, second)
    assert steps(hall) == ["note"]


def test_a_game_that_was_lost_by_conduct_goes_on_once_the_conduct_is_overruled() -> None:
    hall = Hall()
    hall.play("32-28", "19-23")
    note(hall)
    second = note(hall)
    sign(hall)
    assert hall.game().result is not None
    overrule(hall, second)

    assert (hall.game().result, hall.game().halted, hall.game().ply) == (None, "arbiter", 2)
    assert (
        hall.refused(Overrule(round=1, board=1, by=BY, reason="again", irregularity=second)).code == "overruled_before"
    )


def test_conduct_stays_overruled_after_moves_are_taken_back_and_a_restart() -> None:
    hall = Hall()
    hall.play("32-28", "19-23")
    overrule(hall, note(hall))
    hall.submit(RestorePosition(round=1, board=1, ply=1, by=BY, reason="as both wish"))

    assert [one.overruled for one in hall.again().state.conduct] == [True]


@pytest.mark.parametrize(
    ("variant", "policy", "text", "code"),
    [
        ("american", "block", "11-11", "square_twice"),
        ("international", "opponent", "32-32", "square_twice"),
        ("russian", "silent", "c3-c3", "square_twice"),
        ("international", "block", "19-19", "square_twice"),
        ("international", "block", "32-28-28", "square_twice"),
    ],
)
def test_one_square_twice_is_a_slip_of_the_finger(variant: str, policy: str, text: str, code: str) -> None:
    hall = Hall(variant=variant, switches=(("irregular_policy", policy),))
    before = hall.state.version
    refused = hall.refused(PlayMove(round=1, board=1, ply=0, move=text, by="tablet 1"))

    assert refused.code == code
    assert hall.state.version == before


def test_a_capture_that_leads_round_to_its_own_square_is_no_slip() -> None:
    """The neighbour: from 33 round four men; and the same where five can be taken elsewhere."""
    alone, better = (parse_fen(f"W:W33{more}", INTERNATIONAL) for more in (ROUND, f",19{ROUND},6,9,18,20,23,40"))

    assert judge(alone, (33, 33), INTERNATIONAL).move is not None
    assert judge(better, (33, 33), INTERNATIONAL).code == "capture_not_maximum"


def test_a_slip_before_the_crown_is_not_counted() -> None:
    """While a king waited to be crowned every text was counted, a slip too."""
    hall = Hall(variant="international", regulations="international_book")
    hall.put("W:W7,50:B20,36,45")
    hall.play("7-1")

    assert hall.refused(PlayMove(round=1, board=1, ply=hall.game().ply, move="20-20", by="t")).code == "square_twice"
    assert hall.refused(PlayMove(round=1, board=1, ply=hall.game().ply, move="3-8", by="t")).code == "no_piece"
    hall.submit(PlayMove(round=1, board=1, ply=hall.game().ply, move="20-25", by="t"))
    assert [attempt.move for attempt in hall.game().attempts] == ["20-25"]
