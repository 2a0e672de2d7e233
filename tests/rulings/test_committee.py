"""Who decides an appeal: a panel whose members vote one by one, nobody who ruled or has an interest, or paper."""

from __future__ import annotations

from typing import Any

import pytest

from arbiter.desk.current_asker import asking
from arbiter.pairing.table.points import Outcome
from arbiter.refused import Refused
from arbiter.rulings.board.claims import CallArbiter, ClaimDraw, Resign
from arbiter.rulings.bounds.rights import Asker
from arbiter.rulings.referee.appeals import FileAppeal
from arbiter.rulings.referee.committee import DecideAppeal, Excused, NamePanel, ruled_before, rulers
from arbiter.rulings.referee.corrections import AnswerCall, CorrectTime, GivePenalty, RuleResult
from arbiter.rulings.referee.position import RestorePosition
from arbiter.rulings.referee.proposals import DismissProposal, SignProposal
from arbiter.rulings.signing import NameOfficial
from arbiter.sides import Both, Side
from arbiter.tournament.officials import Appeal
from arbiter.tournament.sealed_data import closed
from tests.hall import Hall

RULER, DIRECTOR = "arbiter 100100", "director 200200"
ANNA, PIET, JOKE, KEES, MIA = (f"arbiter {n}01" for n in (3010, 3020, 3030, 3040, 3050))
LOST = Both(Outcome.LOST, Outcome.WON)
FIRST: dict[str, Any] = {"round": 1, "board": 1}


def ruled(**terms: Any) -> Hall:
    """A hall in which White has lost board 1 by a ruling."""
    hall = Hall(**terms)
    hall.submit(RuleResult(**FIRST, outcome=LOST, by=RULER, reason="telephone"))
    return hall


def appealed(**terms: Any) -> Hall:
    """A hall in which White has lost board 1 by a ruling, and asks for a draw."""
    hall = ruled(**terms)
    hall.submit(FileAppeal(**FIRST, side=Side.WHITE, grounds="the clock rang", asks="draw", by="tablet 1 white"))
    return hall


def appeal(hall: Hall) -> Appeal:
    return hall.state.appeals[-1]


def panel(hall: Hall, *members: str, by: str = DIRECTOR, **more: Any) -> NamePanel:
    return NamePanel(appeal=appeal(hall).number, members=members, by=by, **more)


def vote(hall: Hall, by: str, overturned: bool = True, **more: Any) -> DecideAppeal:
    return DecideAppeal(appeal=appeal(hall).number, overturned=overturned, by=by, **{"reason": "heard", **more})


def heard(*members: str, **more: Any) -> Hall:
    """A hall in which that panel hears the appeal."""
    hall = appealed()
    hall.submit(panel(hall, *members, **more))
    return hall


def told(refused: Refused) -> tuple[str, object]:
    return refused.code, refused.facts.get("who")


def test_an_appeal_is_decided_once_the_majority_of_its_panel_agrees() -> None:
    """L10: the decision, and the result that takes the place of the ruling, in the transaction of the vote."""
    hall = heard(ANNA, PIET, JOKE)

    hall.submit(vote(hall, ANNA))
    assert (appeal(hall).decided, hall.state.result_text(hall.game())) == (None, "0-2")
    hall.submit(vote(hall, PIET, reason="so it was"))

    assert (appeal(hall).decided, appeal(hall).decided_by, appeal(hall).reason) == (
        "overturned",
        (ANNA, PIET),
        "so it was",
    )
    assert hall.state.result_text(hall.game()) == "1-1"
    assert [line.kind for line in hall.journal.lines[-3:]] == ["AppealVoted", "AppealDecided", "ResultCorrected"]
    assert hall.refused(vote(hall, JOKE)).code == "appeal_decided"


def test_the_ruling_stands_where_the_majority_says_so() -> None:
    hall = heard(ANNA, PIET, JOKE)
    for member, overturned in ((ANNA, True), (PIET, False), (JOKE, False)):
        hall.submit(vote(hall, member, overturned))

    assert (appeal(hall).decided, appeal(hall).decided_by) == ("stands", (PIET, JOKE))
    assert hall.state.result_text(hall.game()) == "0-2"


def test_who_overturns_without_a_result_agrees_with_who_names_what_was_asked_for() -> None:
    hall = heard(ANNA, PIET)
    hall.submit(vote(hall, ANNA))
    hall.submit(vote(hall, PIET, result="1-1"))

    assert appeal(hall).decided == "overturned"


def test_parting_results_do_not_agree() -> None:
    hall = heard(ANNA, PIET, JOKE)
    for member, result in ((ANNA, "draw"), (PIET, "white"), (JOKE, "neither")):
        hall.submit(vote(hall, member, result=result))

    assert (appeal(hall).decided, appeal(hall).split) == (None, True)


def test_a_result_that_says_more_than_who_has_won_is_recorded_as_it_was_told() -> None:
    hall = Hall(points="2-1-0+")
    hall.submit(RuleResult(**FIRST, outcome=LOST, by=RULER, reason="telephone"))
    hall.submit(FileAppeal(**FIRST, side=Side.WHITE, grounds="no", by="tablet 1"))
    hall.submit(panel(hall, ANNA, PIET))
    hall.submit(vote(hall, ANNA, result="1+-1-"))
    hall.submit(vote(hall, PIET, result="1+-1-"))

    assert hall.state.result_text(hall.game()) == "1+-1-"


def test_nobody_votes_twice() -> None:
    hall = heard(ANNA, PIET, JOKE)
    hall.submit(vote(hall, ANNA))

    assert told(hall.refused(vote(hall, ANNA, overturned=False))) == ("voted_twice", ANNA)
    assert told(hall.refused(vote(hall, "director 301001"))) == ("voted_twice", "director 301001")


def test_nobody_votes_who_is_not_on_the_panel() -> None:
    hall = heard(ANNA, PIET, substitutes=(JOKE,))

    assert told(hall.refused(vote(hall, KEES))) == ("not_on_panel", KEES)
    assert told(hall.refused(vote(hall, JOKE))) == ("not_on_panel", JOKE)
    assert told(hall.refused(vote(hall, DIRECTOR))) == ("not_on_panel", DIRECTOR)


def test_without_a_panel_nobody_decides_where_a_committee_hears_appeals() -> None:
    hall = appealed()

    assert hall.state.regulations.appeal_to == "committee"
    assert hall.refused(vote(hall, DIRECTOR)).code == "panel_needed"
    assert hall.refused(vote(hall, "chief")).code == "panel_needed"


def test_where_the_management_hears_appeals_a_director_who_has_not_ruled_decides_alone() -> None:
    hall = appealed(switches=(("appeal_to", "management"),))

    assert told(hall.refused(vote(hall, RULER))) == ("ruled_before", RULER)
    assert hall.refused(vote(hall, ANNA)).code == "not_yours"
    hall.submit(vote(hall, DIRECTOR))
    assert (appeal(hall).decided, appeal(hall).decided_by) == ("overturned", (DIRECTOR,))
    assert [line.kind for line in hall.journal.lines[-2:]] == ["AppealDecided", "ResultCorrected"]


def test_a_substitute_takes_the_place_of_each_member_who_is_excused_in_their_order() -> None:
    away = (Excused(member=PIET, reason="his club"), Excused(member=KEES, reason="ill"))
    hall = heard(ANNA, PIET, JOKE, substitutes=(KEES, MIA), excused=away)

    assert appeal(hall).sitting == (ANNA, MIA, JOKE)
    assert told(hall.refused(vote(hall, PIET))) == ("not_on_panel", PIET)


def test_the_next_substitute_joins_a_panel_whose_votes_are_equal() -> None:
    hall = heard(ANNA, PIET, substitutes=(KEES, MIA))
    hall.submit(vote(hall, ANNA))
    assert appeal(hall).sitting == (ANNA, PIET)
    hall.submit(vote(hall, PIET, overturned=False))

    assert appeal(hall).sitting == (ANNA, PIET, KEES)
    assert not appeal(hall).split
    hall.submit(vote(hall, KEES))
    assert (appeal(hall).decided, appeal(hall).decided_by) == ("overturned", (ANNA, KEES))


def test_a_panel_that_is_split_waits_until_the_director_adds_a_member() -> None:
    hall = heard(ANNA, PIET)
    hall.submit(vote(hall, ANNA))
    hall.submit(vote(hall, PIET, overturned=False))
    assert appeal(hall).split

    hall.submit(panel(hall, ANNA, PIET, JOKE))
    hall.submit(vote(hall, JOKE, overturned=False))
    assert appeal(hall).decided == "stands"


def test_who_has_voted_stays_on_the_panel() -> None:
    hall = heard(ANNA, PIET, JOKE)
    hall.submit(vote(hall, ANNA))

    assert told(hall.refused(panel(hall, PIET, JOKE, KEES))) == ("member_has_voted", ANNA)
    excused = panel(hall, ANNA, PIET, JOKE, excused=(Excused(member=ANNA, reason="ill"),))
    assert told(hall.refused(excused)) == ("member_has_voted", ANNA)
    assert hall.refused(panel(hall, ANNA, PIET, JOKE)).code == "nothing_changed"


def test_a_panel_that_shrinks_to_a_majority_that_agrees_has_decided() -> None:
    hall = heard(ANNA, PIET, JOKE, KEES, MIA)
    hall.submit(vote(hall, ANNA))
    hall.submit(vote(hall, PIET))

    hall.submit(panel(hall, ANNA, PIET, JOKE))

    assert appeal(hall).decided == "overturned"


@pytest.mark.parametrize(
    ("members", "more", "code"),
    [
        ((ANNA,), {}, "panel_size"),
        ((), {}, "panel_size"),
        ((ANNA, PIET), {"excused": (Excused(member=PIET, reason="ill"),)}, "panel_size"),
        (tuple(f"arbiter {400_000 + n}" for n in range(10)), {}, "panel_size"),
        ((ANNA, PIET, "chief 301001"), {}, "member_twice"),
        ((ANNA, PIET), {"substitutes": (ANNA,)}, "member_twice"),
        ((ANNA, PIET), {"excused": (Excused(member=JOKE, reason="ill"),)}, "not_on_panel"),
        ((ANNA, PIET, JOKE), {"excused": (Excused(member=JOKE, reason=" "),)}, "text_needed"),
        ((ANNA, PIET, JOKE), {"excused": (Excused(member=JOKE, reason="x" * 1_001),)}, "text_too_long"),
        ((ANNA, PIET, RULER), {}, "ruled_before"),
        ((ANNA, PIET), {"substitutes": (RULER,)}, "ruled_before"),
    ],
)
def test_a_panel_that_cannot_hear_the_appeal_is_refused(
    members: tuple[str, ...], more: dict[str, Any], code: str
) -> None:
    hall = appealed()

    assert hall.refused(panel(hall, *members, **more)).code == code


def test_who_has_ruled_may_be_named_where_they_are_excused() -> None:
    hall = heard(ANNA, RULER, substitutes=(PIET,), excused=(Excused(member=RULER, reason="has ruled"),))

    assert appeal(hall).sitting == (ANNA, PIET)


def test_nobody_decides_who_has_ruled_at_the_board() -> None:
    """L10: neither in their own session nor as a member who has ruled since."""
    hall = appealed()

    assert told(hall.refused(vote(hall, RULER))) == ("ruled_before", RULER)
    hall.submit(panel(hall, ANNA, PIET, JOKE))
    hall.submit(GivePenalty(**FIRST, side=Side.BLACK, step="note", reason="talking", by=ANNA))
    assert told(hall.refused(vote(hall, ANNA))) == ("ruled_before", ANNA)


def test_nobody_decides_who_plays_the_game() -> None:
    hall = appealed()
    hall.submit(NameOfficial(official=ANNA, entry=hall.game().entries.black, by=DIRECTOR))

    assert told(hall.refused(panel(hall, ANNA, PIET))) == ("interested", ANNA)
    assert told(hall.refused(vote(hall, ANNA))) == ("interested", ANNA)
    on_paper = vote(hall, "chief", members=(ANNA, PIET))
    assert told(hall.refused(on_paper)) == ("interested", ANNA)


def test_sheets_of_paper_of_two_members_are_as_good_where_a_chief_enters_them() -> None:
    """Also a chief who has ruled: they write down what others have decided."""
    hall = Hall()
    hall.submit(RuleResult(**FIRST, outcome=LOST, by="chief 100100", reason="telephone"))
    hall.submit(FileAppeal(**FIRST, side=Side.WHITE, grounds="no", asks="draw", by="chief 100100", paper=True))
    witnesses = ("witness 501501", "witness 502502")

    hall.submit(vote(hall, "chief 100100", members=witnesses))

    assert (appeal(hall).decided, appeal(hall).decided_by) == ("overturned", witnesses)
    assert appeal(hall).entered_by == ("chief 100100",)
    assert hall.state.result_text(hall.game()) == "1-1"


@pytest.mark.parametrize(
    ("by", "members", "code"),
    [
        (DIRECTOR, (ANNA, PIET), "paper_of_chief"),
        (ANNA, (ANNA, PIET), "paper_of_chief"),
        ("chief", (ANNA,), "panel_size"),
        ("chief", (ANNA, ANNA), "member_twice"),
        ("chief", (ANNA, RULER), "ruled_before"),
    ],
)
def test_paper_that_is_not_of_two_who_may_decide_is_refused(by: str, members: tuple[str, ...], code: str) -> None:
    hall = appealed()

    assert hall.refused(vote(hall, by, members=members)).code == code


def test_paper_of_a_panel_that_was_named_counts_as_the_votes_of_its_members() -> None:
    hall = heard(ANNA, PIET, JOKE)
    assert told(hall.refused(vote(hall, "chief", members=(ANNA, KEES)))) == ("not_on_panel", KEES)
    hall.submit(vote(hall, ANNA))
    assert told(hall.refused(vote(hall, "chief", members=(ANNA, PIET)))) == ("voted_twice", ANNA)

    hall.submit(vote(hall, "chief", members=(PIET,)))

    assert (appeal(hall).decided_by, appeal(hall).entered_by) == ((ANNA, PIET), ("chief",))


def test_how_somebody_has_voted_is_sealed_until_the_appeal_has_been_decided() -> None:
    hall = heard(ANNA, PIET)
    hall.submit(vote(hall, ANNA))
    line = hall.state.version

    assert line in closed(hall.state)
    hall.submit(vote(hall, PIET))
    assert line not in closed(hall.state)


@pytest.mark.parametrize(
    "request_",
    [
        GivePenalty(**FIRST, side=Side.BLACK, step="note", reason="talking", by=KEES),
        CorrectTime(**FIRST, side=Side.BLACK, add=60_000, reason="noise", by=KEES),
        RestorePosition(**FIRST, ply=1, reason="agreed", by=KEES),
        RuleResult(**FIRST, outcome=LOST, reason="slip", because="reported", by=KEES),
    ],
    ids=lambda request: type(request).__name__,
)
def test_who_has_made_a_ruling_at_a_board_has_ruled_before(request_: Any) -> None:
    hall = Hall()
    hall.play("32-28", "19-23")
    assert not ruled_before(hall.state, KEES, hall.game())
    hall.submit(request_)

    assert ruled_before(hall.state, KEES, hall.game())
    assert ruled_before(hall.state, "director 304001", hall.game())  # the same account, in another office by now
    assert not ruled_before(hall.state, ANNA, hall.game())
    assert not ruled_before(hall.state, KEES, hall.game(2))


def test_who_has_ruled_before_is_remembered_when_another_result_takes_its_place() -> None:
    hall = ruled()
    hall.submit(RuleResult(**FIRST, result="draw", by=KEES, reason="on second thoughts"))

    assert rulers(hall.state, hall.game()) == (RULER, KEES)


def test_who_signs_or_dismisses_a_proposal_has_ruled_and_who_answers_a_call_has_not() -> None:
    hall = Hall()
    hall.submit(NameOfficial(official=ANNA, entry=hall.game().entries.white, by=DIRECTOR))
    claim = ClaimDraw(**FIRST, side=Side.BLACK, ground="agreed to be drawn", by="tablet 1")
    hall.submit(claim)
    hall.submit(DismissProposal(proposal=hall.state.waiting[0].number, by=PIET, reason="not so"))
    hall.submit(CallArbiter(**FIRST, side=Side.BLACK, reason="noise", by="tablet 1"))
    hall.submit(AnswerCall(**FIRST, by=KEES))
    hall.submit(claim)
    (waiting,) = hall.state.waiting
    with asking(Asker(role="arbiter", by=ANNA)):
        hall.submit(SignProposal(proposal=waiting.number, by=ANNA, reason="both say so"))
    hall.submit(SignProposal(proposal=waiting.number, by=JOKE))

    assert {ANNA, PIET, JOKE} <= set(rulers(hall.state, hall.game()))
    assert KEES not in rulers(hall.state, hall.game())


def test_who_plays_on_has_ruled_nothing() -> None:
    hall = Hall()
    hall.submit(Resign(**FIRST, side=Side.WHITE, by="arbiter 100100"))

    assert rulers(hall.state, hall.game()) == ()


def test_who_admits_a_late_appeal_and_who_decided_the_one_before_do_not_decide_it() -> None:
    hall = heard(ANNA, PIET)
    hall.submit(vote(hall, ANNA))
    hall.submit(vote(hall, PIET))
    hall.wait(seconds=1)
    hall.submit(RuleResult(**FIRST, outcome=LOST, by="chief 900900", reason="a slip of the pen"))
    hall.wait(hours=1)
    again = FileAppeal(**FIRST, side=Side.BLACK, grounds="no", by=DIRECTOR, admitted="they were in hospital")
    hall.submit(again)

    assert {ANNA, PIET, DIRECTOR, RULER} <= set(rulers(hall.state, hall.game()))
    assert told(hall.refused(panel(hall, JOKE, ANNA))) == ("ruled_before", ANNA)
