"""The Swiss system as the service pairs it: nobody meets twice, no bye comes twice, colours stay within the rules."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.pairing.all_systems import SYSTEMS
from arbiter.pairing.swiss.acceleration import accelerated_rounds, first_half
from arbiter.pairing.system_interface import Drawn, Field, Forbidden, Options, Player, settings_of
from arbiter.pairing.table.byes import BYES, ByeKind
from arbiter.pairing.table.crosstable import Bye, Crosstable, Meeting
from arbiter.pairing.table.points import Outcome, PointScheme, parse_points
from arbiter.refused import Refused
from arbiter.sentences import SENTENCES
from arbiter.sides import Both, Side

SWISS = SYSTEMS["swiss"]
WON, DRAWN, LOST = (
    Both(Outcome.WON, Outcome.LOST),
    Both(Outcome.DRAWN, Outcome.DRAWN),
    Both(Outcome.LOST, Outcome.WON),
)


@dataclass
class Evening:
    """A tournament that is played by lot: who comes late, goes, sits out, forfeits, and how games end."""

    players: int
    rounds: int
    lot: random.Random
    points: PointScheme = field(default_factory=lambda: PointScheme(2, 1, 0))
    settings: Mapping[str, int | str] = field(default_factory=dict)
    forbidden: tuple[Forbidden, ...] = ()
    absences: bool = True
    games: int = 1
    drawn: list[Drawn] = field(default_factory=list)
    meetings: list[Meeting] = field(default_factory=list)
    byes: list[Bye] = field(default_factory=list)
    gone: set[int] = field(default_factory=set)

    @property
    def history(self) -> Crosstable:
        return Crosstable(
            entries=tuple(range(1, self.players + 1)),
            meetings=tuple(self.meetings),
            byes=tuple(self.byes),
            points=self.points,
            rounds=self.rounds,
        )

    def field(self, round: int) -> Field:
        players = []
        for entry in range(1, self.players + 1):
            if self.absences and round > 1 and self.lot.random() < 0.02:
                self.gone.add(entry)
            late = self.absences and round == 1 and entry % 7 == 0
            half = self.absences and self.lot.random() < 0.04
            sits = ByeKind.ZERO if late else ByeKind.HALF if half else None
            players.append(Player(entry=entry, rating=2000 - entry, sits=sits, withdrawn=entry in self.gone))
        return tuple(players)

    def options(self, round: int) -> Options:
        return Options(
            round=round,
            rounds=self.rounds,
            settings=settings_of(SWISS, self.settings),
            forbidden=self.forbidden,
            initial=Side.WHITE,
        )

    def play(self) -> None:
        """Round after round until one cannot be paired."""
        for round in range(1, self.rounds + 1):
            try:
                drawn = SWISS.pair(self.field(round), self.history, self.options(round))
            except Refused as refused:
                if refused.code not in {"no_legal_pairing", "too_few_entries"}:
                    raise
                return
            self.drawn.append(drawn)
            for board, (white, black) in enumerate(drawn.pairs, start=1):
                for game in range(1, self.games + 1):
                    sides = (white, black) if game % 2 else (black, white)
                    self.meetings.append(
                        Meeting(
                            round=round,
                            board=board,
                            white=sides[0],
                            black=sides[1],
                            game=game,
                            outcome=self.lot.choice([WON, DRAWN, LOST]),
                            played=not self.absences or self.lot.random() > 0.03,
                        )
                    )
            self.byes.extend(
                Bye(round=round, entry=entry, outcome=BYES[kind].outcome, kind=kind) for entry, kind in drawn.byes
            )


def evenings() -> st.SearchStrategy[Evening]:
    return st.builds(
        Evening,
        players=st.integers(2, 17),
        rounds=st.integers(1, 7),
        lot=st.randoms(use_true_random=False).map(lambda lot: random.Random(lot.random())),
        points=st.sampled_from(["2-1-0", "1-½-0", "3-1-0"]).map(parse_points),
        settings=st.fixed_dictionaries(
            {"order": st.sampled_from(["rating", "standings"]), "acceleration": st.sampled_from(["none", "baku"])}
        ),
    )


@settings(max_examples=60, deadline=None)
@given(evenings())
def test_nobody_meets_twice_over_the_board(evening: Evening) -> None:
    """However a tournament goes, two who have played do not meet again."""
    evening.play()
    met = [frozenset((meeting.white, meeting.black)) for meeting in evening.meetings if meeting.played]

    assert len(met) == len(set(met))


@settings(max_examples=60, deadline=None)
@given(evenings())
def test_nobody_gets_two_allocated_byes(evening: Evening) -> None:
    """The allocated bye never comes twice, nor after a win without play; one a round at the most, and only if odd."""
    evening.play()
    for round, drawn in enumerate(evening.drawn, start=1):
        allocated = [entry for entry, kind in drawn.byes if kind is ByeKind.ALLOCATED]
        assert len(allocated) <= 1
        for entry in allocated:
            before = [bye for bye in evening.byes if bye.entry == entry and bye.round < round]
            assert ByeKind.ALLOCATED not in {bye.kind for bye in before}
            forfeits = [m for m in evening.meetings if m.round < round and not m.played and entry in (m.white, m.black)]
            assert Outcome.WON not in {meeting.of(entry) for meeting in forfeits}


@settings(max_examples=60, deadline=None)
@given(evenings())
def test_colours_stay_within_the_rules(evening: Evening) -> None:
    """Before the last round nobody is three games ahead with a colour, or has one for the third time running."""
    evening.play()
    for entry in range(1, evening.players + 1):
        sides = [
            m.side(entry)
            for m in evening.meetings
            if m.played and m.round < evening.rounds and entry in (m.white, m.black)
        ]
        for upto in range(1, len(sides) + 1):
            assert abs(2 * sides[:upto].count(Side.WHITE) - upto) <= 2
        assert all(len(set(sides[at : at + 3])) > 1 for at in range(len(sides) - 2))


@settings(max_examples=40, deadline=None)
@given(evenings())
def test_everybody_who_is_there_is_paired_or_sits_out_with_a_reason(evening: Evening) -> None:
    """Pairs and byes hold each player once, and each has its reasons."""
    evening.play()
    for drawn in evening.drawn:
        named = [entry for pair in drawn.pairs for entry in pair] + [entry for entry, _ in drawn.byes]
        assert len(named) == len(set(named))
        about = {reason.entries for reason in drawn.why}
        assert set(drawn.pairs) <= about
        assert {(entry,) for entry, kind in drawn.byes if kind is ByeKind.ALLOCATED} <= about
        assert {reason.code for reason in drawn.why} <= set(SENTENCES)


def test_two_games_a_round_are_one_meeting_with_the_colour_of_the_first() -> None:
    evening = Evening(8, 5, random.Random(1), absences=False, games=2)
    evening.play()

    met = {frozenset((meeting.white, meeting.black)) for meeting in evening.meetings}
    assert len(met) == 5 * 4
    for entry in range(1, 9):
        first = [m.side(entry) for m in evening.meetings if m.game == 1 and entry in (m.white, m.black)]
        assert abs(first.count(Side.WHITE) - first.count(Side.BLACK)) <= 2


def test_those_who_may_not_meet_do_not() -> None:
    bans = (Forbidden(entries=frozenset({1, 2, 3, 4})), Forbidden(entries=frozenset({5, 6}), first=2, last=3))
    evening = Evening(12, 5, random.Random(2), absences=False, forbidden=bans)
    evening.play()

    for meeting in evening.meetings:
        assert not {meeting.white, meeting.black} <= {1, 2, 3, 4}
        assert not ({meeting.white, meeting.black} == {5, 6} and meeting.round in {2, 3})


def test_a_weak_ban_gives_way_where_there_is_no_other_way_and_says_so() -> None:
    everybody = frozenset(range(1, 5))
    clubmates = Evening(4, 3, random.Random(3), absences=False, forbidden=(Forbidden(entries=everybody, weak=True),))
    clubmates.play()
    strict = Evening(4, 3, random.Random(3), absences=False, forbidden=(Forbidden(entries=everybody),))
    strict.play()

    assert len(clubmates.drawn) == 3
    assert [reason.code for reason in clubmates.drawn[0].why].count("weak_ban_gave_way") == 2
    assert strict.drawn == []


def test_a_weak_ban_holds_where_there_is_another_way() -> None:
    first = Evening(6, 1, random.Random(4), absences=False)
    first.play()
    pair = frozenset(first.drawn[0].pairs[0])
    second = Evening(6, 1, random.Random(4), absences=False, forbidden=(Forbidden(entries=pair, weak=True),))
    second.play()

    assert pair not in {frozenset(each) for each in second.drawn[0].pairs}


def test_the_order_by_standings_puts_those_with_stronger_opponents_first() -> None:
    """Round 3 of eight: among equals the upper half is the one with more Solkoff, not with lower numbers."""
    orders = {}
    for order in ("rating", "standings"):
        evening = Evening(16, 3, random.Random(5), absences=False, settings={"order": order})
        evening.play()
        orders[order] = evening.drawn[2].pairs
    assert orders["rating"] != orders["standings"]


@pytest.mark.parametrize(("entries", "half"), [(1, 2), (4, 2), (5, 4), (161, 82), (178, 90)])
def test_baku_accelerates_half_of_the_field_rounded_up_to_even(entries: int, half: int) -> None:
    assert first_half(entries) == half


@pytest.mark.parametrize(("rounds", "both"), [(9, (3, 2)), (11, (3, 3)), (5, (2, 1)), (7, (2, 2))])
def test_baku_gives_a_win_and_then_half_of_it(rounds: int, both: tuple[int, int]) -> None:
    assert accelerated_rounds(rounds) == both


def test_accelerated_the_upper_half_meets_itself_in_round_one() -> None:
    evening = Evening(16, 9, random.Random(6), absences=False, settings={"acceleration": "baku"})
    evening.play()

    assert {frozenset(pair) for pair in evening.drawn[0].pairs[:4]} == {frozenset((n, n + 4)) for n in range(1, 5)}


def test_one_player_alone_cannot_be_paired() -> None:
    evening = Evening(1, 1, random.Random(8), absences=False)

    with pytest.raises(Refused) as refused:
        SWISS.pair(evening.field(1), evening.history, evening.options(1))
    assert refused.value.code == "too_few_entries"
