"""What is drawn is checked before it is written: everybody has one place, and no two meet who are not to."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.pairing.all_systems import SYSTEMS
from arbiter.pairing.system_interface import Drawn
from arbiter.pairing.table.byes import ByeKind
from arbiter.pairing.table.points import Outcome
from arbiter.refused import Refused
from arbiter.rulings.entries import EnterPlayer, WithdrawPlayer
from arbiter.rulings.referee.corrections import RuleResult
from arbiter.rulings.request import Request
from arbiter.rulings.rounds.arrangements import ForbidPairs, ReturnPlayer, SetBye, SetGroup
from arbiter.rulings.rounds.hand import ChangeRound, Deed, Free, Join, Swap
from arbiter.rulings.rounds.pairing import PairRound, PostponeGame, StartRound
from arbiter.rulings.rounds.pairing_input import Prepared, rounds_planned
from arbiter.rulings.rounds.placing import placing
from arbiter.sides import Both, Side
from tests.hall import BY, Hall

WON, DRAWN, LOST = Outcome
MATCHES = sorted(key for key, system in SYSTEMS.items() if "games" in system.settings)
HEEDING = frozenset({"swiss", "team-swiss", "keizer", "ladder", "run-through"})
"""The systems that look for other pairs where two are not to meet; tables and seeds cannot."""


def opened(data: st.DataObject, system: str, players: int) -> Hall:
    """A tournament of that system before its first round; teams of two or three."""
    games = data.draw(st.integers(1, 2)) if system in MATCHES else 1
    boards = {"boards": 2} if SYSTEMS[system].teams else {}
    terms = {**boards, **({"games": games} if system in MATCHES else {})}
    hall = Hall(players=players, started=False, system=system, settings=terms)
    if SYSTEMS[system].teams or data.draw(st.booleans()):
        for entry in hall.state.entries:
            hall.submit(SetGroup(entry=entry, group="ABC"[(entry - 1) // (3 if SYSTEMS[system].teams else 5)], by=BY))
    return hall


def tried(hall: Hall, request: Request) -> str | None:
    """The code of the refusal, if it was refused."""
    try:
        hall.submit(request)
    except Refused as refused:
        return refused.code
    return None


def something_happens(hall: Hall, data: st.DataObject) -> None:
    """What comes between two rounds: who comes, who goes, who asks for a bye, who is not to meet."""
    one, other = (data.draw(st.sampled_from(hall.state.entries)) for _ in range(2))
    happening: list[Request] = [
        EnterPlayer(by=BY),
        WithdrawPlayer(entry=one, by=BY, reason="ill"),
        SetBye(entry=one, round=len(hall.state.rounds) + 1, kind="half", by=BY),
        ForbidPairs(entries=(one, other), by=BY, weak=data.draw(st.booleans()), first=data.draw(st.integers(1, 3))),
    ]
    if hall.state.system != "knockout":
        happening.append(ReturnPlayer(entry=one, by=BY))
    tried(hall, data.draw(st.sampled_from(happening)))


def played(hall: Hall, data: st.DataObject) -> None:
    """Every game ends somehow, or is put off; on a running evening some go on."""
    for game in list(hall.state.games()):
        how = data.draw(st.sampled_from([*Outcome, None]))
        if game.result is not None:
            continue
        if how is not None:
            outcome = Both(how, {WON: LOST, DRAWN: DRAWN, LOST: WON}[how])
            hall.submit(RuleResult(round=game.round, board=game.board, outcome=outcome, by=BY, reason="slip"))
        elif not SYSTEMS[hall.state.system].running and game.postponed is None:
            hall.submit(PostponeGame(round=game.round, board=game.board, by=BY, until="Friday"))


def out(hall: Hall, entry: int) -> bool:
    """Whether the entry has not won the last match that it has played."""
    games = [game for game in hall.state.games() if entry in tuple(game.entries) and game.result is not None]
    if not games:
        return False
    ahead = 0
    for game in games:
        if set(game.entries) == set(games[-1].entries) and game.result is not None:
            side = Side.WHITE if entry == game.entries.white else Side.BLACK
            ahead += {WON: 1, DRAWN: 0, LOST: -1}[game.result.outcome[side]]
    return ahead <= 0


def everybody_has_one_place(hall: Hall, playing: set[int]) -> None:
    """Of the last round, told from the entries alone, without what the systems say of themselves."""
    state, round = hall.state, hall.state.rounds[-1]
    here = set(state.entries) - state.withdrawn
    places = Counter([*(entry for pair in round.pairs for entry in pair), *round.byes])
    left = here - places.keys()

    if state.system == "simultaneous":  # whoever gives it has a place at every board, and nobody has one elsewhere
        assert all(pair.count(1) == 1 for pair in round.pairs)
        places[1] = 1
    assert set(places.values()) <= {1}
    assert places.keys() <= here
    assert not playing & places.keys()
    if SYSTEMS[state.system].teams:
        teams = Counter(team for fixture in round.fixtures for team in (fixture.home, fixture.guest) if team)
        assert teams == Counter(range(1, len(set(state.groups.values())) + 1))
    elif state.system == "knockout":
        assert all(out(hall, entry) for entry in left)
    else:
        assert left == playing


def nobody_meets_whom_they_are_not_to(hall: Hall) -> None:
    round = hall.state.rounds[-1]

    for ban in hall.state.bans:
        if not ban.weak and ban.first <= round.number <= ban.last:
            assert not any(set(pair) <= set(ban.entries) for pair in round.pairs)


@pytest.mark.parametrize("system", SYSTEMS)
@settings(max_examples=settings().max_examples // 4)
@given(data=st.data())
def test_in_every_round_of_every_system_everybody_has_one_place(system: str, data: st.DataObject) -> None:
    """Odd fields and even ones, late entries, withdrawals, byes, bans, games put off, and the director's hand."""
    hall = opened(data, system, data.draw(st.integers(6 if SYSTEMS[system].teams else 2, 9)))
    for _ in range(data.draw(st.integers(1, 5))):
        for _ in range(data.draw(st.integers(0, 2))):
            something_happens(hall, data)
        playing = {entry for game in hall.state.games() if game.result is None for entry in game.entries}
        playing = playing if SYSTEMS[system].running else set()
        pairs = by_hand(hall, data) if SYSTEMS[system].by_hand else None
        asked = PairRound(by=BY, pairs=pairs, lots=data.draw(st.integers(0, 99)), rematches=True)
        refused = tried(hall, asked)
        if refused is not None:
            assert refused != "drawn_amiss"
            within_a_match = hall.state.settings.get("games") == 2 and len(hall.state.rounds) % 2
            assert refused != "pair_forbidden" or system not in HEEDING or within_a_match
            return
        everybody_has_one_place(hall, playing)
        nobody_meets_whom_they_are_not_to(hall)
        if system != "knockout" and tried(hall, changed(hall, data)) is None:  # its tree knows no pairs made by hand
            everybody_has_one_place(hall, playing)
        played(hall, data)


def by_hand(hall: Hall, data: st.DataObject) -> tuple[tuple[int, int], ...]:
    """Some of those who are there, two by two."""
    here = sorted(set(hall.state.entries) - hall.state.withdrawn)
    order = data.draw(st.permutations(here))
    return tuple(zip(order[::2], order[1::2], strict=False))[: data.draw(st.integers(1, 4))]


def changed(hall: Hall, data: st.DataObject) -> ChangeRound:
    """Something that a hand does to the last round."""
    one, other = (data.draw(st.sampled_from(hall.state.entries)) for _ in range(2))
    deeds: list[Deed] = [Swap(one, other), Join(one, other), Free(one, ByeKind.HALF)]
    deed = data.draw(st.sampled_from(deeds))
    return ChangeRound(round=len(hall.state.rounds), deed=deed, by=BY, reason="asked for", accepted=True)


@pytest.mark.parametrize(
    ("drawn", "amiss"),
    [
        (Drawn(((1, 4), (2, 2)), ((3, ByeKind.FREE),)), (2,)),
        (Drawn(((1, 4), (2, 3)), ((1, ByeKind.FREE),)), (1,)),
        (Drawn(((1, 4),), ((2, ByeKind.FREE),)), (3,)),
        (Drawn(((1, 4), (2, 3), (5, 6))), (5, 6)),
        (Drawn(((4, 4), (5, 5), (6, 6))), (1, 2, 3, 4, 5, 6)),
        (Drawn(()), (1, 2, 3, 4)),
    ],
)
@pytest.mark.parametrize("system", ["round-robin", "swiss", "knockout", "run-through"])
def test_a_round_in_which_somebody_has_no_place_or_two_is_not_written(
    system: str, drawn: Drawn, amiss: tuple[int, ...]
) -> None:
    """Whoever drew it: entry 5 has withdrawn, and there is no entry 6."""
    hall = Hall(players=5, started=False, system=system)
    hall.submit(WithdrawPlayer(entry=5, by=BY, reason="ill"))
    written = len(hall.journal.lines)
    asked = PairRound(by=BY)
    refused = hall.refused(replace(asked, prepared=Prepared(asked.basis(hall.state), drawn)))

    assert (refused.code, refused.facts["entries"]) == ("drawn_amiss", amiss)
    assert len(hall.journal.lines) == written


def test_a_team_has_one_match_and_a_player_one_board() -> None:
    hall = Hall(players=8, started=False, system="team-round-robin", settings={"boards": 2})
    for entry in hall.state.entries:
        hall.submit(SetGroup(entry=entry, group=f"Team {entry % 4}", by=BY))
    asked = PairRound(by=BY)
    twice = Prepared(asked.basis(hall.state), Drawn(((1, 2), (3, 1)), ((4, ByeKind.FREE),)))

    assert hall.refused(replace(asked, prepared=twice)).facts["entries"] == (1,)


def test_teams_whose_players_are_not_to_meet_do_not() -> None:
    hall = Hall(players=8, started=False, system="team-swiss", settings={"boards": 2})
    for entry in hall.state.entries:
        hall.submit(SetGroup(entry=entry, group="ABCDABCD"[entry - 1], by=BY))
    hall.submit(ForbidPairs(entries=(5, 7), by=BY))  # of A and of C, who would meet
    hall.submit(PairRound(by=BY))

    meetings = {frozenset(hall.state.groups[entry] for entry in pair) for pair in hall.state.rounds[0].pairs}
    assert len(meetings) == 2
    assert frozenset("AC") not in meetings


@pytest.mark.parametrize("system", sorted(SYSTEMS.keys() - HEEDING - {"manual", "team-round-robin"}))
def test_a_table_that_brings_together_who_are_not_to_meet_is_not_written(system: str) -> None:
    hall = Hall(players=4, started=False, system=system)
    hall.submit(ForbidPairs(entries=(1, 2, 3, 4), by=BY))
    refused = hall.refused(PairRound(by=BY))

    assert (refused.code, refused.facts["round"]) == ("pair_forbidden", 1)


def test_a_ban_holds_for_a_round_made_by_hand_and_not_when_it_is_weak() -> None:
    hall = Hall(started=False, system="manual")
    hall.submit(ForbidPairs(entries=(1, 2), by=BY, first=2))
    hall.submit(ForbidPairs(entries=(3, 4), by=BY, weak=True))
    hall.submit(PairRound(by=BY, pairs=((1, 2), (3, 4))))
    hall.draw_all()

    assert hall.refused(PairRound(by=BY, pairs=((2, 1),), rematches=True)).code == "pair_forbidden"


def test_neighbours_on_the_ladder_who_are_not_to_meet_do_not() -> None:
    hall = Hall(players=4, started=False, system="ladder")
    hall.submit(ForbidPairs(entries=(1, 2), by=BY))
    hall.submit(PairRound(by=BY))
    hall.draw_all()
    assert {frozenset(pair) for pair in hall.state.rounds[0].pairs} == {frozenset((1, 3)), frozenset((2, 4))}

    hall.submit(ForbidPairs(entries=(1, 3, 4), by=BY))
    assert hall.refused(PairRound(by=BY)).code == "no_pairs_left"


def test_a_ban_from_a_round_within_a_match_holds_for_that_match() -> None:
    hall = Hall(players=4, started=False, system="swiss", rounds=4, settings={"games": 2})
    hall.submit(PairRound(by=BY))
    hall.draw_all()
    hall.submit(PairRound(by=BY))
    hall.draw_all()
    first = {frozenset(pair) for pair in hall.state.rounds[0].pairs}
    one, other = min(hall.state.entries), next(entry for entry in (2, 3, 4) if frozenset((1, entry)) not in first)
    hall.submit(ForbidPairs(entries=(one, other), by=BY, first=4))
    hall.submit(PairRound(by=BY))

    assert frozenset((one, other)) not in {frozenset(pair) for pair in hall.state.rounds[2].pairs}


def test_who_comes_or_loses_the_opponent_within_a_match_sits_out() -> None:
    hall = Hall(players=4, started=False, system="swiss", rounds=4, settings={"games": 2})
    hall.submit(PairRound(by=BY))
    hall.draw_all()
    gone, left = hall.state.rounds[0].pairs[0]
    hall.submit(EnterPlayer(by=BY))
    hall.submit(WithdrawPlayer(entry=gone, by=BY, reason="ill"))
    hall.submit(PairRound(by=BY))

    round = hall.state.rounds[1]
    assert {entry: round.kind(entry) for entry in round.byes} == {left: ByeKind.FREE, 5: ByeKind.FREE}
    assert [reason.code for reason in round.about(left)] == ["no_opponent_left"]


def test_who_leaves_before_the_tables_are_made_has_no_seat_in_them() -> None:
    """In round 1 that holds for every system with a fixed field, and once more when the finals begin."""
    for system in ("round-robin", "multiple-round-robin", "knockout", "scheveningen", "groups"):
        hall = Hall(players=5, started=False, system=system)
        if system == "scheveningen":
            for entry in hall.state.entries:
                hall.submit(SetGroup(entry=entry, group="A" if entry < 4 else "B", by=BY))
        hall.submit(WithdrawPlayer(entry=1, by=BY, reason="ill"))
        hall.submit(PairRound(by=BY))
        first = hall.state.round(1)
        assert (first.withdrawn, {len(first.pairs), len(first.byes)}) == ((1,), {2, 0}), system
        refused = hall.refused(ReturnPlayer(entry=1, by=BY))
        assert refused.code == "no_seat_left", system

    hall = Hall(players=9, started=False, system="groups")
    hall.submit(WithdrawPlayer(entry=9, by=BY, reason="ill"))
    assert rounds_planned(hall.state) == 6
    for number in range(1, 7):
        hall.submit(PairRound(by=BY))
        if number == 1:
            assert (len(hall.state.round(1).pairs), hall.state.round(1).byes) == (4, ())
        hall.draw_all()
        if number == 2:
            for entry in (1, 8):
                hall.submit(WithdrawPlayer(entry=entry, by=BY, reason="gone home"))
            hall.submit(ReturnPlayer(entry=8, by=BY))
    playing = {entry for round in hall.state.rounds[3:] for pair in round.pairs for entry in pair}
    assert playing == {*range(2, 9)}
    assert [len(round.pairs) for round in hall.state.rounds[3:]] == [3, 3, 3]
    stages = {row.entry: row.stage for row in placing(hall.state)}
    assert (stages[1], stages[9]) == (None, None)
    assert [stages[entry] is not None for entry in range(2, 9)] == [True] * 7
    assert hall.refused(ReturnPlayer(entry=1, by=BY)).code == "no_seat_left"


def test_on_an_evening_nobody_is_paired_who_still_plays() -> None:
    """Games put off may count as drawn while the next round is paired; games that go on do not."""
    hall = Hall(players=6, started=False, system="run-through")
    hall.submit(PairRound(by=BY))
    for board in (2, 3):
        hall.submit(RuleResult(round=1, board=board, outcome=Both(DRAWN, DRAWN), by=BY, reason="slip"))
    hall.submit(PairRound(by=BY))

    first, second = hall.state.rounds
    assert {entry for pair in second.pairs for entry in pair} == {entry for pair in first.pairs[1:] for entry in pair}


def test_by_hand_nobody_is_paired_who_still_plays_and_who_is_out_gets_no_bye() -> None:
    evening = Hall(players=4, started=False, system="run-through")
    evening.submit(PairRound(by=BY))
    evening.submit(StartRound(round=1, by=BY, boards=(1,)))
    evening.submit(RuleResult(round=1, board=2, outcome=Both(DRAWN, DRAWN), by=BY, reason="slip"))
    (one, _), (third, fourth) = evening.state.rounds[0].pairs
    refused = evening.refused(PairRound(by=BY, pairs=((one, third),), rematches=True))
    assert (refused.code, refused.facts) == ("still_playing", {"entry": one, "round": 1, "board": 1})
    evening.submit(PairRound(by=BY, pairs=((fourth, third),), rematches=True))
    assert evening.state.rounds[1].byes == ()

    knockout = Hall(players=4, started=False, system="knockout")
    knockout.submit(PairRound(by=BY))
    for game in knockout.state.games():
        ended = RuleResult(round=1, board=game.board, outcome=Both(WON, LOST), by=BY, reason="slip")
        knockout.submit(ended)
    finalists = [white for white, _ in knockout.state.rounds[0].pairs]
    knockout.submit(PairRound(by=BY, pairs=(tuple(finalists),)))  # type: ignore[arg-type]  # two
    assert knockout.state.rounds[1].byes == ()
