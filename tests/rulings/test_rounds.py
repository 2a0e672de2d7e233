"""Pairing rounds, taking a pairing back, setting clocks going."""

from __future__ import annotations

import pytest

from arbiter.rulings.board.claims import ClaimDraw
from arbiter.rulings.entries import WithdrawPlayer
from arbiter.rulings.referee.appeals import FileAppeal
from arbiter.rulings.referee.corrections import GivePenalty, RuleResult
from arbiter.rulings.referee.penalties import NoteConduct
from arbiter.rulings.request import Request
from arbiter.rulings.rounds.hand import ChangeRound, Swap
from arbiter.rulings.rounds.pairing import PairRound, PublishRound, StartRound, UndoRound, rounds_planned
from arbiter.sides import Both, Side
from tests.hall import BY, DRAW, Hall

Pairs = tuple[tuple[int, int], ...]


def play_out(hall: Hall) -> None:
    """Every round until there is none left; all games drawn."""
    while len(hall.state.rounds) < rounds_planned(hall.state):
        hall.submit(PairRound(by=BY))
        hall.draw_all()


def meetings(hall: Hall) -> list[tuple[int, int]]:
    return [(game.entries.white, game.entries.black) for game in hall.state.games()]


@pytest.mark.parametrize(("players", "rounds", "byes"), [(2, 1, 0), (3, 3, 1), (4, 3, 0), (5, 5, 1), (8, 7, 0)])
def test_everybody_meets_everybody_once(players: int, rounds: int, byes: int) -> None:
    hall = Hall(players=players, started=False)
    play_out(hall)
    pairs = [frozenset(pair) for pair in meetings(hall)]

    assert len(hall.state.rounds) == rounds
    assert len(set(pairs)) == len(pairs) == players * (players - 1) // 2
    assert [len(round.byes) for round in hall.state.rounds] == [byes] * rounds


def test_in_an_odd_field_everybody_sits_out_once() -> None:
    hall = Hall(players=5, started=False)
    play_out(hall)

    assert sorted(bye for round in hall.state.rounds for bye in round.byes) == [1, 2, 3, 4, 5]


def test_in_a_double_round_robin_colours_are_changed_the_second_time() -> None:
    """Ruling E11."""
    hall = Hall(players=4, started=False, system="double-round-robin")
    play_out(hall)
    pairs = meetings(hall)

    assert len(hall.state.rounds) == 6
    assert len(set(pairs)) == 12
    assert {(black, white) for white, black in pairs} == set(pairs)


def test_when_all_rounds_are_paired_there_is_none_left() -> None:
    hall = Hall(players=4, started=False)
    play_out(hall)

    refused = hall.refused(PairRound(by=BY))

    assert (refused.code, refused.facts) == ("all_rounds_paired", {"rounds": 3})


def test_fewer_rounds_may_be_announced_than_the_tables_have() -> None:
    hall = Hall(players=6, started=False, rounds=2)
    play_out(hall)

    assert len(hall.state.rounds) == 2


def test_the_next_round_is_paired_once_every_game_has_a_result(hall: Hall) -> None:
    hall.submit(RuleResult(round=1, board=2, outcome=Both(*DRAW), by=BY, reason="both ill"))

    refused = hall.refused(PairRound(by=BY))

    assert (refused.code, refused.facts) == ("games_running", {"round": 2, "boards": (1,), "running": 1})


@pytest.mark.parametrize("players", [0, 1])
def test_a_round_takes_two(players: int) -> None:
    assert Hall(players=players, started=False).refused(PairRound(by=BY)).code == "too_few_entries"


def test_a_hand_made_round_is_as_it_was_written() -> None:
    hall = Hall(players=5, started=False, system="manual")
    hall.submit(PairRound(by=BY, pairs=((5, 1), (2, 4))))

    assert meetings(hall) == [(5, 1), (2, 4)]
    assert hall.state.round(1).byes == (3,)


@pytest.mark.parametrize(
    ("pairs", "code", "facts"),
    [
        (None, "pairs_needed", {"system": "manual"}),
        ((), "pairs_needed", {"system": "manual"}),
        (((1, 9),), "no_entry", {"entry": 9}),
        (((1, 4),), "entry_withdrawn", {"entry": 4}),
        (((1, 2), (3, 1)), "paired_twice", {"entry": 1}),
        (((1, 1),), "paired_twice", {"entry": 1}),
        (((3, 1),), "met_before", {"white": 3, "black": 1, "round": 1}),
    ],
)
def test_a_hand_made_round_is_checked(pairs: Pairs | None, code: str, facts: dict[str, object]) -> None:
    hall = Hall(started=False, system="manual")
    hall.submit(PairRound(by=BY, pairs=((1, 3),)))
    hall.draw_all()
    hall.submit(WithdrawPlayer(entry=4, by=BY, reason="ill"))

    refused = hall.refused(PairRound(by=BY, pairs=pairs))

    assert (refused.code, refused.facts) == (code, facts)


def test_a_second_meeting_may_be_meant() -> None:
    hall = Hall(players=2, started=False, system="manual")
    hall.submit(PairRound(by=BY, pairs=((1, 2),)))
    hall.draw_all()
    hall.submit(PairRound(by=BY, pairs=((1, 2),), rematches=True))

    assert meetings(hall) == [(1, 2), (1, 2)]


def test_the_tables_do_not_pair_again_who_met_in_a_round_made_by_hand() -> None:
    hall = Hall(started=False)
    hall.submit(PairRound(by=BY, pairs=((1, 2), (3, 4))))
    hall.draw_all()

    assert hall.refused(PairRound(by=BY)).code == "met_before"  # Berger has 4-3 and 1-2 in the second round
    hall.submit(PairRound(by=BY, rematches=True))
    assert meetings(hall)[2:] == [(4, 3), (1, 2)]


def test_in_a_double_round_robin_a_third_meeting_has_to_be_meant() -> None:
    hall = Hall(players=2, started=False, system="double-round-robin", rounds=9)
    hall.submit(PairRound(by=BY, pairs=((1, 2),)))
    hall.draw_all()
    hall.submit(PairRound(by=BY, pairs=((1, 2),)))

    assert meetings(hall) == [(1, 2), (1, 2)]


def test_a_draft_is_taken_back_at_once_and_a_published_pairing_with_a_confirmation_and_a_reason() -> None:
    hall = Hall(started=False)
    hall.submit(PairRound(by=BY, draft=True))
    hall.submit(UndoRound(round=1, by=BY))
    assert not hall.state.cancelled
    hall.submit(PairRound(by=BY))
    assert hall.refused(UndoRound(round=1, by=BY)).code == "round_published"
    assert hall.refused(UndoRound(round=1, by=BY, confirmed=True)).code == "text_needed"
    hall.submit(UndoRound(round=1, by=BY, confirmed=True, reason="the wrong list"))
    assert tuple(round.reason for round in hall.state.cancelled) == ("the wrong list",)
    assert hall.state.rounds == ()
    assert hall.refused(UndoRound(round=1, by=BY)).code == "no_round"


def test_what_waits_at_a_board_goes_with_the_round_that_is_taken_back(hall: Hall) -> None:
    hall.submit(NoteConduct(round=1, board=1, side=Side.WHITE, category="sounds", by=BY, reason="telephone"))
    hall.submit(GivePenalty(round=1, board=2, side=Side.BLACK, step="note", by=BY, reason="talking"))
    hall.submit(ClaimDraw(round=1, board=2, ground="repetition", by=BY))
    assert {proposal.board for proposal in hall.state.waiting} >= {2}
    hall.submit(UndoRound(round=1, by=BY, confirmed=True, reason="the wrong list"))

    assert (hall.state.proposals, hall.state.appeals) == ((), ())
    hall.submit(PairRound(by=BY))
    assert len(hall.state.round(1).games) == 2
    assert len(hall.state.conduct) == 1


def test_no_hand_parts_a_pair_from_whose_board_an_appeal_waits() -> None:
    hall = Hall(started=False)
    hall.submit(PairRound(by=BY))
    hall.submit(GivePenalty(round=1, board=2, side=Side.BLACK, step="note", by=BY, reason="talking"))
    hall.submit(FileAppeal(round=1, board=2, side=Side.BLACK, grounds="it was not me", by=BY))
    one, two = (Swap(*pair) for pair in hall.state.round(1).pairs)

    assert hall.refused(ChangeRound(round=1, deed=two, by=BY, reason="colours")).code == "result_appealed"
    hall.submit(ChangeRound(round=1, deed=one, by=BY, reason="colours"))
    assert [appeal.board for appeal in hall.state.appeals] == [2]


@pytest.mark.parametrize("request_", [PublishRound(round=2, by=BY), StartRound(round=2, by=BY)])
def test_a_draft_with_somebody_who_was_expelled_is_not_published(hall: Hall, request_: Request) -> None:
    hall.draw_all()
    hall.submit(PairRound(by=BY, draft=True))
    expelled = hall.game().entries.white
    hall.submit(GivePenalty(round=1, board=1, side=Side.WHITE, step="expulsion", by=BY, reason="struck a clock"))
    refused = hall.refused(request_)

    assert (refused.code, refused.facts["entry"]) == ("in_a_draft", expelled)
    hall.submit(UndoRound(round=2, by=BY))
    hall.submit(PairRound(by=BY))
    assert expelled not in [entry for pair in hall.state.round(2).pairs for entry in pair]


def test_a_round_that_has_been_started_is_not_taken_back(hall: Hall) -> None:
    assert hall.refused(UndoRound(round=1, by=BY)).code == "round_started"


def test_a_round_with_a_result_is_not_taken_back() -> None:
    hall = Hall(started=False)
    hall.submit(PairRound(by=BY))
    hall.submit(RuleResult(round=1, board=1, outcome=Both(*DRAW), by=BY, reason="both late", because="forfeit"))

    assert hall.refused(UndoRound(round=1, by=BY)).code == "round_started"


def test_only_the_last_pairing_is_taken_back(hall: Hall) -> None:
    hall.draw_all()
    hall.submit(PairRound(by=BY))

    assert hall.refused(UndoRound(round=1, by=BY)).code == "not_the_last_round"


def test_all_clocks_of_a_round_start_at_one_instant(hall: Hall) -> None:
    """Ruling E10."""
    games = hall.state.round(1).games

    assert {game.started for game in games} == {hall.clock.at}
    assert {game.clock.running for game in games} == {Side.WHITE}


def test_some_boards_may_start_before_the_others() -> None:
    hall = Hall(started=False)
    hall.submit(PairRound(by=BY))
    hall.submit(StartRound(round=1, by=BY, boards=(2, 2)))

    assert [game.started is not None for game in hall.state.round(1).games] == [False, True]


def test_starting_again_starts_what_is_left() -> None:
    hall = Hall(started=False)
    hall.submit(PairRound(by=BY))
    hall.submit(StartRound(round=1, by=BY, boards=(2,)))
    before = hall.game(2)
    hall.wait(minutes=5)
    hall.submit(StartRound(round=1, by=BY))

    assert hall.game(1).started == hall.clock.at
    assert hall.game(2) == before


def test_a_board_that_was_forfeited_is_not_started() -> None:
    hall = Hall(started=False)
    hall.submit(PairRound(by=BY))
    hall.submit(RuleResult(round=1, board=1, outcome=Both(*DRAW), by=BY, reason="both late", because="forfeit"))
    hall.submit(StartRound(round=1, by=BY))

    assert [game.started is not None for game in hall.state.round(1).games] == [False, True]


@pytest.mark.parametrize(
    ("round", "boards", "code"),
    [
        (1, None, "nothing_to_start"),
        (1, (), "nothing_to_start"),
        (1, (3,), "no_board"),
        (2, None, "no_round"),
        (0, None, "no_round"),
    ],
)
def test_only_what_stands_ready_is_started(hall: Hall, round: int, boards: tuple[int, ...] | None, code: str) -> None:
    assert hall.refused(StartRound(round=round, by=BY, boards=boards)).code == code


def test_a_round_in_which_nobody_is_left_to_meet_is_over_at_once() -> None:
    hall = Hall(players=3, started=False)
    hall.submit(PairRound(by=BY))
    hall.draw_all()
    hall.submit(WithdrawPlayer(entry=2, by=BY, reason="ill"))
    while len(hall.state.rounds) < 3:
        hall.submit(PairRound(by=BY))
        hall.draw_all()

    assert [len(round.games) for round in hall.state.rounds] == [1, 0, 1]
    assert all(round.closed for round in hall.state.rounds)
    assert hall.state.round(2).byes == (1, 3)
