"""What was announced is mended: what is told of it at any time, what is played until the first start."""

from __future__ import annotations

from typing import Any

import pytest

from arbiter.clock.control import controls_text
from arbiter.rulings.editing import MendTournament
from arbiter.rulings.referee.corrections import RuleResult
from arbiter.rulings.rounds.pairing import PairRound, PostponeGame
from arbiter.sides import MINUTE
from arbiter.tournament.place_and_dates import Details
from tests.hall import BY, Hall


def mend(hall: Hall, **told: Any) -> None:
    hall.submit(MendTournament(by=BY, **told))


def test_what_is_told_of_a_tournament_is_mended_at_any_time() -> None:
    hall = Hall()
    mend(
        hall,
        name="  Open of  Utrecht ",
        place="Utrecht",
        begins="2026-12-05",
        ends="2026-12-06",
        federation="KNDB",
        rounds=7,
        times=(("2", "2026-12-05T14:30"), ("1", "2026-12-05 10:00"), ("3", "")),
    )
    mend(hall, place="")

    assert (hall.state.name, hall.state.planned) == ("Open of Utrecht", 7)
    assert hall.state.details == Details(
        begins="2026-12-05",
        ends="2026-12-06",
        federation="KNDB",
        times=((1, "2026-12-05T10:00"), (2, "2026-12-05T14:30")),
    )


def test_what_is_played_is_mended_until_the_first_start_also_where_boards_are_paired() -> None:
    hall = Hall(started=False)
    hall.submit(PairRound(by=BY))
    hall.submit(PostponeGame(round=1, board=2, by=BY, until="Monday"))
    mend(hall, variant="russian", control="5 min + 3 s", points="1-½-0")
    state = hall.state

    assert (state.variant.key, controls_text(state.controls)) == ("russian", "300+3")
    assert state.points.parts == 2
    assert "russian" in state.regulations.variants
    game = hall.game()
    assert game.position.turn.value == "white"
    assert game.position.men.white.bit_count() == 12
    assert game.clock.had.white == 5 * MINUTE
    assert hall.game(2).postponed == "Monday"


@pytest.mark.parametrize("told", [{"variant": "russian"}, {"control": "5 min"}, {"points": "3-1-0"}])
def test_what_is_played_stands_from_the_first_start_or_result_on(told: dict[str, Any]) -> None:
    started, reported = Hall(), Hall(started=False)
    reported.submit(PairRound(by=BY))
    reported.submit(RuleResult(round=1, board=1, result="white", by=BY, reason="", reported=True))

    for hall in (started, reported):
        refused = hall.refused(MendTournament(by=BY, **told))
        assert (refused.code, refused.facts["field"]) == ("tournament_settled", next(iter(told)))
        mend(hall, variant="international", points="2-1-0", place="Utrecht")  # what is as it was settles nothing
        assert hall.state.details.place == "Utrecht"


def test_other_regulations_come_with_their_switches_and_endings() -> None:
    hall = Hall(variant="international", regulations="fmjd_classic", started=False)
    assert hall.state.regulations.irregular_policy == "opponent"
    mend(hall, regulations="")

    assert hall.state.regulations.key != "fmjd_classic"
    assert "international" in hall.state.regulations.variants
    assert hall.refused(MendTournament(by=BY, variant="russian", regulations="fmjd_classic")).code == (
        "regulations_of_another_game"
    )


def test_a_table_of_openings_goes_with_its_game() -> None:
    hall = Hall(variant="american", ballots="three-move", started=False)
    mend(hall, variant="international")

    assert hall.state.ballots == ""


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ({"name": " "}, "text_needed"),
        ({"begins": "2026-02-30"}, "field_unreadable"),
        ({"begins": "5 December"}, "field_unreadable"),
        ({"begins": "2026-12-06", "ends": "2026-12-05"}, "ends_before_it_begins"),
        ({"times": (("one", "2026-12-05T10:00"),)}, "field_unreadable"),
        ({"times": (("1", "10:00"),)}, "field_unreadable"),
        ({"times": (("1", "2026-12-05T25:00"),)}, "field_unreadable"),
        ({"rounds": 0}, "nothing_changed"),
        ({"control": "soon"}, "control_unreadable"),
        ({}, "nothing_changed"),
    ],
)
def test_what_cannot_be_is_refused(told: dict[str, Any], code: str) -> None:
    assert Hall(started=False).refused(MendTournament(by=BY, **told)).code == code


def test_there_are_no_fewer_rounds_than_have_been_paired() -> None:
    hall = Hall(system="swiss", rounds=5)
    hall.draw_all()
    hall.submit(PairRound(by=BY))

    assert hall.refused(MendTournament(by=BY, rounds=1)).code == "number_out_of_range"
    mend(hall, rounds=2)
    assert hall.state.planned == 2
