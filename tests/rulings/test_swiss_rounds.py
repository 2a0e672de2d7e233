"""A Swiss tournament in the service: rounds are drawn from the journal, and every question why is answered."""

from __future__ import annotations

from arbiter.pairing.table.byes import ByeKind
from arbiter.pairing.table.points import Outcome
from arbiter.rulings.entries import EnterPlayer, WithdrawPlayer
from arbiter.rulings.referee.corrections import RuleResult
from arbiter.rulings.rounds.arrangements import ForbidPairs, SetBye
from arbiter.rulings.rounds.pairing import PairRound
from arbiter.rulings.rounds.pairing_input import Inputs
from arbiter.rulings.rounds.why_not import why_not
from arbiter.sides import Both
from tests.hall import BY, Hall

WON, DRAWN, LOST = Outcome.WON, Outcome.DRAWN, Outcome.LOST


def swiss(players: int) -> Hall:
    return Hall(players=players, started=False, system="swiss", rounds=5)


def play(hall: Hall) -> None:
    """The round that is paired: White wins at the odd boards, the others are drawn."""
    round = hall.state.rounds[-1]
    for game in round.games:
        outcome = Both(WON, LOST) if game.board % 2 else Both(DRAWN, DRAWN)
        hall.submit(RuleResult(round=round.number, board=game.board, outcome=outcome, by=BY, reason="as played"))


def paired(hall: Hall) -> tuple[tuple[int, int], ...]:
    hall.submit(PairRound(by=BY))
    return hall.state.rounds[-1].pairs


def test_five_rounds_with_a_late_entry_a_withdrawal_and_a_requested_bye() -> None:
    hall = swiss(11)
    first = paired(hall)
    assert {frozenset(pair) for pair in first} == {frozenset((n, n + 5)) for n in range(1, 6)}
    assert hall.state.rounds[0].kind(11) is ByeKind.ALLOCATED

    play(hall)
    hall.submit(EnterPlayer(by=BY))
    hall.submit(SetBye(entry=3, round=3, kind="half", by=BY))
    assert 12 in {entry for pair in paired(hall) for entry in pair}
    play(hall)
    hall.submit(WithdrawPlayer(entry=7, reason="ill", by=BY))
    for _ in range(3):
        paired(hall)
        play(hall)

    assert hall.state.rounds[2].kind(3) is ByeKind.HALF
    met = [frozenset(pair) for round in hall.state.rounds for pair in round.pairs]
    assert len(met) == len(set(met))
    assert all(7 not in pair for round in hall.state.rounds[2:] for pair in round.pairs)
    allocated = [entry for round in hall.state.rounds for entry in round.byes if round.kind(entry) is ByeKind.ALLOCATED]
    assert len(allocated) == len(set(allocated))


def test_those_who_are_not_to_meet_do_not_and_are_told_so() -> None:
    hall = swiss(8)
    hall.submit(ForbidPairs(entries=(1, 5), by=BY))

    assert frozenset((1, 5)) not in {frozenset(pair) for pair in paired(hall)}
    assert [reason.code for reason in why_not(hall.state, 1, 1, 5, Inputs())] == ["not_forbidden"]


def test_why_two_do_not_meet_is_judged_by_the_criteria() -> None:
    hall = swiss(8)
    paired(hall)
    play(hall)
    white, black = hall.state.rounds[0].pairs[0]
    second = paired(hall)
    (one, other), (third, _), *_rest = second

    assert why_not(hall.state, 2, white, black, Inputs())[0].code == "apart_met"
    assert [reason.code for reason in why_not(hall.state, 2, one, other, Inputs())] == ["together"]
    (judged,) = why_not(hall.state, 2, one, third, Inputs())
    assert judged.code in {"not_as_good", "not_the_first", "not_possible", "not_same_colour"}
    assert judged.article is not None
    assert judged.article.startswith("FIDE C.04.3")


def test_every_pair_of_a_round_says_its_bracket_and_its_colour_rule() -> None:
    hall = swiss(10)
    for pair in paired(hall):
        codes = [reason.code for reason in hall.state.rounds[0].about(*pair)]
        assert codes == ["swiss_paired", "colour_initial"]
    assert [reason.code for reason in hall.state.rounds[0].about()] == ["swiss_bracket"]
