"""Every request that there is, and one of each as its declaration describes it."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import is_dataclass
from enum import EnumType
from typing import Any, get_origin

import arbiter.rulings
from arbiter.fields import Beside, Road, Sent, Slot, sent, slots
from arbiter.rulings.board.play import PlayMove


def requests() -> Iterator[Any]:
    """The dataclasses of the rulings that can be ruled on."""
    for module in pkgutil.walk_packages(arbiter.rulings.__path__, "arbiter.rulings."):
        for found in vars(importlib.import_module(module.name)).values():
            if is_dataclass(found) and hasattr(found, "rule") and found.__module__ == module.name:
                yield found


REQUESTS = sorted(requests(), key=lambda kind: kind.__name__)


def example(slot: Slot) -> Any:
    """A value of that field: its example, or the first one that its type has."""
    if isinstance(slot.said, Sent) and slot.said.example is not None:
        return slot.said.example
    if isinstance(slot.said, Sent) and slot.said.known:
        return slot.said.known[0]
    if isinstance(slot.type, EnumType):
        return next(iter(slot.type))
    return {int: 1, bool: True, str: "x"}.get(slot.type)


def body(kind: Any) -> dict[str, Any]:
    """What is sent where every field that has an example, or is needed, is given."""
    given = {slot.name: example(slot) for slot in sent(kind)}
    return {name: getattr(value, "value", value) for name, value in given.items() if value is not None}


def road(kind: Any) -> dict[str, Any]:
    """What the address and the door say."""
    values: dict[str, Any] = {}
    for slot in slots(kind):
        if slot.needed and isinstance(slot.said, Road | Beside) and not hasattr(slot.type, "__dataclass_fields__"):
            one = PlayMove(round=1, board=1, ply=0, move="32-28", by="x")
            values[slot.attribute] = () if get_origin(slot.type) is tuple else example(slot) or one
    return values
