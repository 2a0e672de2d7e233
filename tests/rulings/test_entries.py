"""Announcing a tournament, entering, withdrawing."""

from __future__ import annotations

import pytest

from arbiter.clock.control import control_text
from arbiter.journal.lines import Unwritten
from arbiter.refused import Refused
from arbiter.rules.variants import VARIANTS
from arbiter.rulings.entries import EnterPlayer, OpenTournament, WithdrawPlayer
from arbiter.rulings.referee.adjudication import GiveNotice
from arbiter.rulings.referee.corrections import RuleResult
from arbiter.rulings.request import ruled
from arbiter.rulings.rounds.pairing import PairRound
from arbiter.sides import Both, Side
from arbiter.tournament.events.event import event_text
from arbiter.tournament.events.terms import TournamentOpened
from arbiter.tournament.regulations.profiles import REGULATIONS, UNNAMED, default_for
from arbiter.tournament.state import Tournament
from tests.hall import BY, DRAW, MORNING, Hall, MemoryJournal


def test_a_tournament_has_defaults_for_all_but_its_name() -> None:
    hall = Hall(players=0, started=False)

    assert hall.state.variant.key == "international"
    assert (hall.state.system, hall.state.planned) == ("round-robin", 0)
    assert control_text(hall.state.control) == "50/7200:25/3600"
    assert (hall.state.regulations.key, hall.state.regulations.flags) == ("international_book", "propose")
    assert hall.state.tiebreaks == ("wins", "sonneborn-berger")


def test_another_variant_is_played_under_its_own_book() -> None:
    hall = Hall(variant="american")

    assert hall.state.regulations.key == "american_book1"
    assert hall.game().clock.running is Side.BLACK


@pytest.mark.parametrize("variant", [*VARIANTS])
def test_a_game_announced_without_regulations_is_played_by_its_own_and_what_is_irregular_is_retracted(
    variant: str,
) -> None:
    hall = Hall(players=0, started=False, variant=variant)
    row = REGULATIONS[default_for(variant)]

    assert hall.state.regulations.key == row.key
    assert variant in row.variants
    assert hall.state.regulations.irregular_policy == "block"
    assert hall.state.regulations.turned == {"irregular_policy"} & {
        key for key, value in UNNAMED if row.value(key) != value
    }


def test_regulations_that_are_named_are_taken_as_they_are() -> None:
    hall = Hall(players=0, started=False, variant="canadian", regulations="canadian_12x12")

    assert (hall.state.regulations.irregular_policy, hall.state.regulations.turned) == ("opponent", frozenset())


def test_a_switch_that_is_turned_from_the_start_goes_before_the_default() -> None:
    hall = Hall(players=0, started=False, variant="russian", switches=(("irregular_policy", "opponent"),))

    assert hall.state.regulations.irregular_policy == "opponent"


def test_general_checkers_are_played_by_003_and_not_by_the_book_of_001() -> None:
    hall = Hall(variant="general")

    assert hall.state.regulations.key == "general_book3"
    assert hall.state.regulations.article("irregular") == "003 Forced Captures"
    assert not hall.state.regulations.strength_after
    assert hall.refused(GiveNotice(round=1, board=1, by=BY)).code == "no_strength"


def test_general_checkers_that_were_announced_by_001_stay_with_it() -> None:
    journal = MemoryJournal()
    opened = TournamentOpened(
        at=MORNING,
        name="Last year",
        variant="general",
        system="round-robin",
        rounds=0,
        control="-",
        regulations="american_book1",
        flags="propose",
        points="2-1-0",
        tiebreaks=(),
    )
    journal.append((Unwritten(MORNING, "TournamentOpened", event_text(opened)),), 0)

    hall = Hall(journal=journal)

    assert (hall.state.regulations.key, hall.state.regulations.strength_after) == ("american_book1", 20)


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"name": ""}, "text_needed"),
        ({"name": " \n "}, "text_needed"),
        ({"name": "x" * 201}, "name_too_long"),
        ({"name": "a\x00b"}, "text_unreadable"),
        ({"name": "a\ud800b"}, "text_unreadable"),
        ({"variant": "chess"}, "unknown_key"),
        ({"system": "lottery"}, "unknown_key"),
        ({"regulations": "none"}, "unknown_key"),
        ({"regulations": "american_book1"}, "regulations_of_another_game"),
        ({"flags": "never"}, "unknown_key"),
        ({"rounds": -1}, "number_out_of_range"),
        ({"rounds": 100}, "number_out_of_range"),
        ({"control": "soon"}, "control_unreadable"),
        ({"control": "0/0"}, "control_impossible"),
        ({"points": "1-2-3"}, "points_unreadable"),
        ({"tiebreaks": ("luck",)}, "unknown_key"),
    ],
)
def test_what_cannot_be_is_not_announced(terms: dict[str, object], code: str) -> None:
    with pytest.raises(Refused) as refused:
        ruled(OpenTournament(**{"name": "Club open", **terms}), Tournament(), MORNING)  # type: ignore[arg-type]  # a table

    assert refused.value.code == code


def test_a_tournament_is_announced_once(hall: Hall) -> None:
    assert hall.refused(OpenTournament(name="Another")).code == "already_open"


def test_a_tie_break_that_is_named_twice_counts_once() -> None:
    hall = Hall(players=0, started=False, tiebreaks=("wins", "solkoff", "wins"))

    assert hall.state.tiebreaks == ("wins", "solkoff")


def test_entries_are_numbered_in_order_of_entering() -> None:
    assert Hall(players=5, started=False).state.entries == (1, 2, 3, 4, 5)


def test_nobody_is_entered_twice() -> None:
    hall = Hall(started=False)

    refused = hall.refused(EnterPlayer(by=BY, same_as=2))

    assert (refused.code, refused.facts) == ("entered_twice", {"entry": 2})


def test_nobody_enters_a_round_robin_whose_rounds_have_been_drawn(hall: Hall) -> None:
    assert hall.refused(EnterPlayer(by=BY)).code == "entries_closed"


def test_a_tournament_paired_by_hand_takes_late_entries() -> None:
    hall = Hall(started=False, system="manual")
    hall.submit(PairRound(by=BY, pairs=((1, 2), (3, 4))))
    hall.submit(EnterPlayer(by=BY))

    assert hall.state.entries == (1, 2, 3, 4, 5)


def test_who_withdraws_is_paired_no_more() -> None:
    hall = Hall(started=False)
    hall.submit(WithdrawPlayer(entry=3, by=BY, reason="ill"))
    hall.submit(PairRound(by=BY))

    assert hall.state.withdrawn == {3}
    assert all(3 not in tuple(game.entries) for game in hall.state.games())


def test_whoever_would_have_met_a_withdrawn_player_sits_out() -> None:
    hall = Hall(started=False)
    hall.submit(WithdrawPlayer(entry=4, by=BY, reason="ill"))
    hall.submit(PairRound(by=BY))

    assert hall.state.round(1).byes == (1,)  # Berger: 1-4 in the first round


@pytest.mark.parametrize(
    ("entry", "reason", "code"), [(9, "ill", "no_entry"), (1, "", "text_needed"), (1, "x" * 1_001, "text_too_long")]
)
def test_a_withdrawal_names_an_entry_and_a_reason(entry: int, reason: str, code: str) -> None:
    hall = Hall(started=False)

    assert hall.refused(WithdrawPlayer(entry=entry, by=BY, reason=reason)).code == code


def test_nobody_withdraws_twice() -> None:
    hall = Hall(started=False)
    hall.submit(WithdrawPlayer(entry=1, by=BY, reason="ill"))

    assert hall.refused(WithdrawPlayer(entry=1, by=BY, reason="ill")).code == "already_withdrawn"


def test_nobody_withdraws_from_a_game_that_is_being_played(hall: Hall) -> None:
    refused = hall.refused(WithdrawPlayer(entry=1, by=BY, reason="ill"))

    assert (refused.code, refused.facts["board"]) == ("still_playing", 1)


def test_a_player_may_leave_once_his_game_is_ruled_on(hall: Hall) -> None:
    hall.submit(RuleResult(round=1, board=1, outcome=Both(*DRAW), by=BY, reason="ill"))
    hall.submit(WithdrawPlayer(entry=1, by=BY, reason="ill"))

    assert hall.state.withdrawn == {1}
