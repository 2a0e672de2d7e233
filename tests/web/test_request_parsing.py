"""What is sent is read in one way, whether a program sends JSON or a page a form."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.fields import Sent, sent
from arbiter.refused import Refused
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.rounds.arrangements import ForbidPairs
from arbiter.rulings.rounds.pairing import PairRound
from arbiter.sides import Side
from arbiter.web.request_parsing import read
from tests.rulings.declared import REQUESTS, body, road

VALUES: dict[Any, st.SearchStrategy[Any]] = {
    int: st.integers(-999, 999),
    bool: st.booleans(),
    Side: st.sampled_from([side.value for side in Side]),
    tuple[int, ...]: st.lists(st.integers(1, 999), min_size=1, unique=True),
    tuple[str, ...]: st.lists(st.sampled_from(["BH", "SB", "wins"]), min_size=1),
}


@st.composite
def bodies(draw: st.DrawFn) -> tuple[Any, dict[str, Any]]:
    """A request, and fields of it as JSON has them."""
    kind = draw(st.sampled_from(REQUESTS))
    given = body(kind)
    for slot in sent(kind):
        if slot.type in VALUES and draw(st.booleans()):
            given[slot.name] = draw(VALUES[slot.type])
    return kind, given


def typed(value: Any) -> Any:
    """The same as a form sends it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple) and all(isinstance(one, int | str) for one in value):
        return ", ".join(map(str, value))
    return str(value) if isinstance(value, int) else value


@given(bodies())
def test_the_same_fields_by_json_and_by_form_are_the_same_request(one: tuple[Any, dict[str, Any]]) -> None:
    """Whatever is sent, it does not matter how."""
    kind, fields = one
    by_form = {name: typed(value) for name, value in fields.items()}

    assert read(kind, fields, **road(kind)) == read(kind, by_form, **road(kind))


FIELDS = [(kind, slot) for kind in REQUESTS for slot in sent(kind)]


@pytest.mark.parametrize(("kind", "slot"), FIELDS, ids=[f"{kind.__name__}-{slot.name}" for kind, slot in FIELDS])
def test_a_field_is_read_or_refused_by_its_name(kind: Any, slot: Any) -> None:
    wrong: Any
    for wrong in ([[[]]], 1.5):
        with pytest.raises(Refused) as refused:
            read(kind, {**body(kind), slot.name: wrong}, **road(kind))
        assert (refused.value.code, refused.value.facts["field"]) == ("field_unreadable", slot.name)
    for empty in (None, ""):
        given = {**body(kind), slot.name: empty}
        if slot.needed and not slot.said.blank:
            with pytest.raises(Refused) as refused:
                read(kind, given, **road(kind))
            assert (refused.value.code, refused.value.facts) == ("field_missing", {"field": slot.name})
        else:
            read(kind, given, **road(kind))


FORMER = [
    (kind, slot, name, units)
    for kind, slot in FIELDS
    if isinstance(slot.said, Sent)
    for name, units in slot.said.formerly
]


@pytest.mark.parametrize(("kind", "slot", "name", "units"), FORMER, ids=[name for _, _, name, _ in FORMER])
def test_a_field_is_still_read_by_the_name_that_it_had(kind: Any, slot: Any, name: str, units: int) -> None:
    given = {field: value for field, value in body(kind).items() if field != slot.name}

    assert getattr(read(kind, {**given, name: "1"}, **road(kind)), slot.attribute) == units


@pytest.mark.parametrize("text", ["1e3", "٣", " 5", "+5", "1.0", "9" * 16, "five"])
def test_a_number_is_typed_in_digits(text: str) -> None:
    with pytest.raises(Refused) as refused:
        read(PlayMove, {"ply": text, "move": "32-28"}, round=1, board=1, by="x")

    assert refused.value.facts == {"field": "ply", "wanted": "a whole number"}


@pytest.mark.parametrize("touched", [10**30, True, 1.0])
def test_a_text_that_may_be_a_number_is_no_number_of_any_size(touched: object) -> None:
    assert read(PlayMove, {"ply": 0, "move": "32-28", "touched": 32}, round=1, board=1, by="x").touched == "32"
    with pytest.raises(Refused) as refused:
        read(PlayMove, {"ply": 0, "move": "32-28", "touched": touched}, round=1, board=1, by="x")

    assert refused.value.facts == {"field": "touched", "wanted": "a text"}


@pytest.mark.parametrize("pairs", ["1-2", ["x"], [[1]], [{"white": 1}], {}])
def test_pairs_are_two_numbers_in_a_list_or_under_the_names_of_the_sides(pairs: object) -> None:
    assert read(PairRound, {"pairs": [[1, 2], {"black": 4, "white": 3}]}, by="x").pairs == ((1, 2), (3, 4))
    with pytest.raises(Refused) as refused:
        read(PairRound, {"pairs": pairs}, by="x")

    assert refused.value.facts == {"field": "pairs", "wanted": "a list of pairs [white, black]"}


def test_who_asks_and_where_is_not_for_the_sender_to_say() -> None:
    sent = {"ply": 0, "move": "32-28", "by": "chief", "round": 9, "board": 9, "side": "black", "stamp": {}}

    assert read(PlayMove, sent, round=1, board=1, by="tablet 1") == PlayMove(
        round=1, board=1, ply=0, move="32-28", by="tablet 1"
    )
    with pytest.raises(TypeError, match="by"):
        read(PlayMove, sent, round=1, board=1)


def test_a_form_may_name_one_field_several_times() -> None:
    assert read(ForbidPairs, {"entries": ["3", "5"]}, by="x").entries == (3, 5)
