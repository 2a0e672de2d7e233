"""The director's hand: draft, look, change, publish; and a round taken back that has been played."""

from __future__ import annotations

import pytest

from arbiter.pairing.table.byes import ByeKind
from arbiter.pairing.table.points import Outcome
from arbiter.rulings.entries import EnterPlayer, WithdrawPlayer
from arbiter.rulings.referee.corrections import RuleResult
from arbiter.rulings.rounds.arrangements import FixBoard, ForbidPairs, ReturnPlayer, SetBye
from arbiter.rulings.rounds.consequences import differences, with_result
from arbiter.rulings.rounds.hand import ChangeRound, Deed, Free, Join, Swap, WholeRound, changed_by
from arbiter.rulings.rounds.pairing import PairRound, PostponeGame, PublishRound, StartRound, UndoRound
from arbiter.rulings.rounds.pairing_input import Prepared, seated
from arbiter.sides import Both
from tests.hall import BY, DRAW, Hall

WON, LOST = Outcome.WON, Outcome.LOST


def drafted(players: int = 6) -> Hall:
    hall = Hall(players=players, started=False)
    hall.submit(PairRound(by=BY, draft=True))
    return hall


def changed(hall: Hall, deed: Deed, *, accepted: bool = False) -> tuple[tuple[int, int], ...]:
    number = len(hall.state.rounds)
    hall.submit(ChangeRound(round=number, deed=deed, by=BY, reason="asked for", accepted=accepted))
    return hall.state.round(number).pairs


def end(hall: Hall, round: int, board: int, outcome: Both[Outcome]) -> None:
    hall.submit(RuleResult(round=round, board=board, outcome=outcome, by=BY, reason="as played"))


def test_a_draft_is_changed_and_then_published() -> None:
    hall = drafted()
    (white, black), *others = hall.state.round(1).pairs

    assert hall.state.published == ()
    assert changed(hall, Swap(white, black)) == ((black, white), *others)
    hall.submit(PublishRound(round=1, by=BY))
    assert hall.state.published == hall.state.rounds
    assert hall.refused(PublishRound(round=1, by=BY)).code == "round_is_published"


def test_starting_a_draft_publishes_it() -> None:
    hall = drafted()
    hall.submit(StartRound(round=1, by=BY))

    assert not hall.state.round(1).draft


def test_the_next_round_waits_for_a_draft() -> None:
    assert drafted().refused(PairRound(by=BY)).code == "round_is_draft"


def test_two_at_two_boards_change_places() -> None:
    hall = drafted()
    (a, b), (c, d), third = hall.state.round(1).pairs

    assert changed(hall, Swap(a, d)) == ((d, b), (c, a), third)


def test_a_player_and_the_one_who_sits_out_change_places() -> None:
    hall = drafted(5)
    (out,) = hall.state.round(1).byes
    (a, b), second = hall.state.round(1).pairs

    assert changed(hall, Swap(out, a)) == ((out, b), second)
    assert hall.state.round(1).byes == (a,)


def test_those_whom_a_new_pair_leaves_meet_each_other() -> None:
    hall = drafted()
    (a, b), (c, d), third = hall.state.round(1).pairs

    assert changed(hall, Join(a, c)) == ((a, c), (d, b), third) or hall.state.round(1).pairs == ((a, c), (b, d), third)


def test_a_bye_by_hand_leaves_the_opponent_without_one() -> None:
    hall = drafted()
    (a, b), *others = hall.state.round(1).pairs

    assert changed(hall, Free(a, ByeKind.HALF)) == tuple(others)
    assert hall.state.round(1).kind(a) is ByeKind.HALF
    assert set(hall.state.round(1).byes) == {a, b}


@pytest.mark.parametrize(
    ("deed", "code"),
    [
        (Swap(1, 1), "swap_with_self"),
        (Swap(1, 9), "no_entry"),
        (Join(2, 2), "paired_twice"),
        (WholeRound(((1, 2), (2, 3))), "paired_twice"),
        (WholeRound(((1, 9),)), "no_entry"),
    ],
)
def test_what_no_hand_can_do_is_refused(deed: Deed, code: str) -> None:
    assert drafted().refused(ChangeRound(round=1, deed=deed, by=BY, reason="asked for")).code == code


def test_a_change_that_changes_nothing_is_refused() -> None:
    hall = drafted()
    same = WholeRound(hall.state.round(1).pairs)

    assert hall.refused(ChangeRound(round=1, deed=same, by=BY, reason="asked for")).code == "round_unchanged"


def test_a_change_needs_its_reason() -> None:
    hall = drafted()
    white, black = hall.state.round(1).pairs[0]

    assert hall.refused(ChangeRound(round=1, deed=Swap(white, black), by=BY, reason=" ")).code == "text_needed"


def test_a_rematch_is_made_knowingly_or_not_at_all() -> None:
    hall = drafted()
    first = hall.state.round(1).pairs[0]
    hall.submit(PublishRound(round=1, by=BY))
    hall.draw_all()
    hall.submit(PairRound(by=BY, draft=True))
    deed = Join(*first)
    (bend,) = changed_by(hall.state, 2, deed).bends

    assert (bend.code, dict(bend.facts)) == ("bends_rematch", {"round": 1})
    assert hall.refused(ChangeRound(round=2, deed=deed, by=BY, reason="asked for")).code == "rules_bent"
    changed(hall, deed, accepted=True)
    assert [bend.code for bend in hall.state.round(2).changes[-1].bends] == ["bends_rematch"]


def test_a_forbidden_pair_is_told() -> None:
    hall = drafted()
    (a, _), (c, _), _ = hall.state.round(1).pairs
    hall.submit(ForbidPairs(entries=(a, c), by=BY))

    assert [bend.code for bend in changed_by(hall.state, 1, Join(a, c)).bends] == ["bends_forbidden"]


def test_a_board_that_has_been_started_is_out_of_reach() -> None:
    hall = drafted()
    (a, b), (c, _), _ = hall.state.round(1).pairs
    hall.submit(StartRound(round=1, boards=(1,), by=BY))

    assert hall.refused(ChangeRound(round=1, deed=Swap(a, c), by=BY, reason="late")).code == "board_started"
    assert changed(hall, Swap(*hall.state.round(1).pairs[1]))[0] == (a, b)
    assert hall.game().started is not None


def test_an_earlier_round_is_no_longer_changed_by_hand() -> None:
    hall = Hall(players=4)
    hall.draw_all()
    hall.submit(PairRound(by=BY))

    assert hall.refused(ChangeRound(round=1, deed=Swap(1, 2), by=BY, reason="late")).code == "not_the_last_round"


def test_a_round_with_results_is_taken_back_only_when_that_is_confirmed() -> None:
    hall = Hall(players=4)
    hall.draw_all()

    refused = hall.refused(UndoRound(round=1, by=BY))
    assert (refused.code, refused.facts["results"]) == ("round_started", 2)
    assert hall.refused(UndoRound(round=1, by=BY, confirmed=True)).code == "text_needed"
    hall.submit(UndoRound(round=1, by=BY, confirmed=True, reason="paired without the late entry"))
    assert hall.state.rounds == ()
    assert [hall.state.crosstable().score(entry) for entry in hall.state.entries] == [0, 0, 0, 0]


def test_a_game_that_is_put_off_does_not_hold_the_round() -> None:
    hall = Hall(players=4, started=False)
    hall.submit(PairRound(by=BY))
    hall.submit(PostponeGame(round=1, board=1, by=BY, until="Monday, 20:00"))
    hall.submit(StartRound(round=1, by=BY))
    assert hall.game(1).started is None
    end(hall, 1, 2, Both(WON, LOST))
    hall.submit(PairRound(by=BY))

    assert len(hall.state.rounds) == 2
    hall.submit(StartRound(round=1, boards=(1,), by=BY))
    hall.play("32-28")


def test_a_game_whose_clock_runs_is_not_put_off() -> None:
    assert Hall().refused(PostponeGame(round=1, board=1, by=BY, until="Monday")).code == "clock_going"


def test_what_follows_from_a_correction_is_told_before_it_is_made() -> None:
    hall = Hall(players=4)
    end(hall, 1, 1, Both(WON, LOST))
    end(hall, 1, 2, Both(*DRAW))
    hall.submit(PairRound(by=BY))
    white, black = hall.game(1).entries
    told = differences(hall.state, with_result(hall.state, 1, 1, Both(LOST, WON)), 1)

    assert told.paired_since == (2,)
    assert {moved.entry: moved.points for moved in told.moved} == {white: (2, 0), black: (0, 2)}
    assert hall.state.crosstable().score(white) == 2


def test_a_player_who_has_withdrawn_comes_back() -> None:
    hall = Hall(players=5, started=False)
    hall.submit(WithdrawPlayer(entry=2, by=BY, reason="ill"))
    hall.submit(ReturnPlayer(entry=2, by=BY))

    assert hall.state.withdrawn == frozenset()
    assert hall.refused(ReturnPlayer(entry=2, by=BY)).code == "not_withdrawn"


def test_half_point_byes_have_their_limits() -> None:
    hall = Hall(players=4, started=False, system="manual", rounds=5, settings={"half_byes_until": 3})
    hall.submit(SetBye(entry=1, round=2, kind="half", by=BY))

    assert hall.refused(SetBye(entry=1, round=3, kind="half", by=BY)).code == "half_byes_used_up"
    assert hall.refused(SetBye(entry=2, round=4, kind="half", by=BY)).code == "half_bye_too_late"
    assert hall.refused(SetBye(entry=2, round=4, kind="half", by=BY, beyond=True)).code == "text_needed"
    hall.submit(SetBye(entry=2, round=4, kind="half", by=BY, beyond=True, reason="a funeral"))
    hall.submit(SetBye(entry=1, round=2, kind="", by=BY))
    assert [(sit.entry, sit.round) for sit in hall.state.sits] == [(2, 4)]


def test_who_comes_late_can_be_given_half_a_win_for_a_round_that_was_missed() -> None:
    hall = Hall(players=2, started=False, system="manual")
    hall.submit(PairRound(by=BY, pairs=((1, 2),)))
    hall.draw_all()
    hall.submit(EnterPlayer(by=BY))
    assert hall.refused(SetBye(entry=1, round=1, kind="half", by=BY)).code == "round_paired_already"
    hall.submit(SetBye(entry=3, round=1, kind="half", by=BY))

    assert hall.state.crosstable().score(3) == 1


def test_who_has_a_fixed_board_sits_there_in_every_round() -> None:
    hall = Hall(players=8, started=False)
    hall.submit(FixBoard(entry=5, board=3, by=BY))
    for _ in range(4):
        hall.submit(PairRound(by=BY))
        hall.draw_all()

    assert [round.of(5).board for round in hall.state.rounds if round.of(5)] == [3, 3, 3, 3]  # type: ignore[union-attr]  # everybody plays


def test_of_two_who_want_one_board_the_first_gets_it() -> None:
    pairs = ((1, 2), (3, 4), (5, 6))

    assert seated(pairs, {4: 1, 6: 1}) == ((3, 4), (1, 2), (5, 6))
    assert seated(pairs, {1: 9}) == ((3, 4), (5, 6), (1, 2))


def test_a_round_that_was_drawn_elsewhere_is_taken_while_nothing_has_changed() -> None:
    hall = Hall(players=4, started=False)
    asked = PairRound(by=BY)
    basis = asked.basis(hall.state)
    prepared = PairRound(by=BY, prepared=Prepared(basis, basis.draw()))
    hall.submit(EnterPlayer(by=BY))

    assert hall.refused(prepared).code == "pairing_outdated"
    basis = asked.basis(hall.state)
    hall.submit(PairRound(by=BY, prepared=Prepared(basis, basis.draw())))
    assert len(hall.state.round(1).games) == 2
