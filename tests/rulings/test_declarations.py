"""What a request may hold is declared on it, once; limits are refused as they are declared."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest

from arbiter.fields import HIGHEST, Beside, Sent, Slot, fitting, slots
from arbiter.refused import Refused
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.rounds.arrangements import FixBoard
from arbiter.web.request_parsing import read
from tests.rulings.declared import REQUESTS, body, road

KINDS = pytest.mark.parametrize("kind", REQUESTS, ids=lambda kind: kind.__name__)


@KINDS
def test_every_field_of_a_request_is_declared_with_a_word_of_help(kind: Any) -> None:
    declared = {slot.attribute: slot.said for slot in slots(kind)}

    assert set(declared) == {field.name for field in fields(kind)}
    assert all(said.help for said in declared.values())


@KINDS
def test_a_request_can_be_read_from_its_examples(kind: Any) -> None:
    assert isinstance(read(kind, body(kind), **road(kind)), kind)


LIMITED = [
    (kind, slot)
    for kind in REQUESTS
    for slot in slots(kind)
    if isinstance(slot.said, Sent)
    and (slot.said.longest is not None or slot.said.known or slot.said.least is not None or slot.said.most is not None)
]


def beyond(slot: Slot) -> list[tuple[Any, str]]:
    """Values just beyond the limits of a field, each with the code that it is refused with."""
    said = slot.said
    assert isinstance(said, Sent)
    found: list[tuple[Any, str]] = []
    if said.longest is not None:
        found.append(("x" * (said.longest + 1), said.too_long))
    if said.known:
        found.append(("nonsense", "unknown_key"))
    if said.least is not None:
        found.append((said.least - 1, "number_out_of_range"))
    if said.most is not None:
        found.append((said.most + 1, "number_out_of_range"))
    return [((value,), code) if slot.type not in (int, str) else (value, code) for value, code in found]


@pytest.mark.parametrize(("kind", "slot"), LIMITED, ids=[f"{kind.__name__}-{slot.name}" for kind, slot in LIMITED])
def test_a_value_beyond_a_limit_is_refused_and_the_limit_itself_is_not(kind: Any, slot: Slot) -> None:
    request = read(kind, body(kind), **road(kind))
    fitting(request)
    for value, code in beyond(slot):
        with pytest.raises(Refused) as refused:
            fitting(replace(request, **{slot.attribute: value}))

        assert (refused.value.code, refused.value.facts["field"]) == (code, slot.name)
    assert isinstance(slot.said, Sent)
    if slot.said.longest is not None and not slot.said.known:
        fitting(replace(request, **{slot.attribute: "x" * slot.said.longest}))


def test_the_limits_of_a_value_beside_the_others_count_too() -> None:
    request = read(PlayMove, {"ply": 0, "move": "32-28", "pressed": HIGHEST}, round=1, board=1, by="x")

    assert any(isinstance(slot.said, Beside) for slot in slots(PlayMove))
    assert request.stamp.pressed == HIGHEST


def test_a_board_is_where_a_hall_has_one() -> None:
    with pytest.raises(Refused) as refused:
        fitting(FixBoard(entry=1, board=1_000, by="x"))

    assert refused.value.facts == {"field": "board", "number": 1_000, "least": 0, "most": 999}
