"""Every way of pairing keeps the interface `system_interface`: who is given, who is paired, who sits out, and why."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.pairing.all_systems import SYSTEMS
from arbiter.pairing.formats import round_robin
from arbiter.pairing.system_interface import Bounds, Drawn, Field, Options, Player, System, settings_of
from arbiter.pairing.table.byes import BYES, ByeKind
from arbiter.pairing.table.crosstable import Crosstable, Meeting
from arbiter.pairing.table.points import PointScheme
from arbiter.refused import Refused

NOBODY = Crosstable(entries=(), meetings=(), byes=(), points=PointScheme(2, 1, 0))


def field(entries: int, **withdrawn: bool) -> Field:
    return tuple(Player(entry=n, withdrawn=withdrawn.get(f"n{n}", False)) for n in range(1, entries + 1))


def pair(system: str, players: Field, options: Options, history: Crosstable = NOBODY) -> Drawn:
    return SYSTEMS[system].pair(players, history, options)


@given(st.integers(2, 24), st.sampled_from([1, 2]), st.data())
def test_a_round_robin_deals_the_tables_to_the_numbers_of_the_field(
    players: int, cycles: int, data: st.DataObject
) -> None:
    """Whatever the entries are called, number 1 of the field sits where the table has its 1."""
    entries = data.draw(st.permutations(range(101, 101 + players)))
    number = data.draw(st.integers(1, round_robin.rounds(players, cycles)))
    key = "round-robin" if cycles == 1 else "double-round-robin"

    drawn = pair(key, tuple(Player(entry=entry) for entry in entries), Options(round=number))
    table = round_robin.drawing(players, number, cycles)
    assert [(entries.index(w) + 1, entries.index(b) + 1) for w, b in drawn.pairs] == list(table.pairs)
    assert drawn.byes == tuple((entries[sat - 1], ByeKind.FREE) for sat in table.byes)
    assert {reason.entries for reason in drawn.why} == {*drawn.pairs, *((entry,) for entry, _ in drawn.byes)}


def test_in_a_round_robin_the_seat_of_whoever_withdrew_stays_empty() -> None:
    drawn = pair("round-robin", field(4, n4=True), Options(round=1))

    assert drawn.pairs == ((2, 3),)
    assert drawn.byes == ((1, ByeKind.FREE),)
    assert [reason.code for reason in drawn.why] == ["by_the_table", "opponent_withdrew"]


def test_a_round_robin_is_over_after_its_last_round() -> None:
    with pytest.raises(Refused) as refused:
        pair("round-robin", field(4), Options(round=4))
    assert refused.value.code == "all_rounds_paired"


def test_a_round_robin_refuses_a_table_that_brings_two_together_again() -> None:
    met = Meeting(round=1, board=1, white=4, black=1, outcome=None)
    history = Crosstable(entries=(1, 2, 3, 4), meetings=(met,), byes=(), points=PointScheme(2, 1, 0))

    with pytest.raises(Refused) as refused:
        pair("round-robin", field(4), Options(round=1), history)
    assert refused.value.facts == {"white": 1, "black": 4, "round": 1}


def test_by_hand_whoever_is_not_named_sits_out_and_keeps_the_bye_that_was_asked_for() -> None:
    players = (*field(4), Player(entry=5, sits=ByeKind.HALF), Player(entry=6, withdrawn=True))

    drawn = pair("manual", players, Options(round=1, pairs=((3, 1),)))
    assert drawn.pairs == ((3, 1),)
    assert drawn.byes == ((2, ByeKind.FREE), (4, ByeKind.FREE), (5, ByeKind.HALF))


@pytest.mark.parametrize(
    ("pairs", "code"),
    [
        ((), "pairs_needed"),
        (((1, 9),), "no_entry"),
        (((1, 2), (2, 3)), "paired_twice"),
        (((1, 4),), "entry_withdrawn"),
    ],
)
def test_by_hand_a_pair_that_cannot_sit_down_is_refused(pairs: tuple[tuple[int, int], ...], code: str) -> None:
    with pytest.raises(Refused) as refused:
        pair("manual", field(4, n4=True), Options(round=1, pairs=pairs))
    assert refused.value.code == code


def test_settings_are_checked_and_the_others_have_their_defaults() -> None:
    row = System(
        pair=SYSTEMS["manual"].pair,
        rounds=lambda _field, _settings: 0,
        tiebreaks=(),
        settings={
            "top": Bounds(default=70, least=1, most=500),
            "draw": Bounds(default="up", choices=("up", "stay")),
        },
    )

    assert settings_of(row, {"top": 50}) == {"top": 50, "draw": "up"}
    for given_settings in ({"bottom": 1}, {"top": 0}, {"top": "high"}, {"draw": "down"}):
        with pytest.raises(Refused):
            settings_of(row, given_settings)


@pytest.mark.parametrize("kind", ByeKind)
def test_every_kind_of_bye_has_its_effect(kind: ByeKind) -> None:
    assert BYES[kind].letter in "UFHZ"
