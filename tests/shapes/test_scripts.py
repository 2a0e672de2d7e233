"""The scripts' types say of a board what the service says of it: no field that is not there, none of another kind."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from types import UnionType
from typing import Any, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest

from arbiter.shapes import board
from arbiter.shapes.game import endings
from arbiter.shapes.places import place, screens
from arbiter.shapes.referee import officiating

TYPES = (Path(__file__).parents[2] / "arbiter" / "web" / "static" / "shapes.d.ts").read_text("utf-8")
READ: Mapping[str, Any] = {
    "Game": board.BoardTold,
    "Here": place.HereTold,
    "Answered": place.AnswerTold,
    "Reportable": place.ResultTold,
    "Reported": board.ReportedTold,
    "Player": board.PlayerTold,
    "Play": board.PlayTold,
    "Last": board.LastTold,
    "Clock": board.ClockTold,
    "OneClock": board.OneClock,
    "Owed": board.OwedTold,
    "Correction": board.MoveTold,
    "Legal": board.LegalTold,
    "Offer": board.OfferTold,
    "Call": board.CallTold,
    "Flag": board.FlagTold,
    "Opening": endings.OpeningTold,
    "Count": endings.NearTold,
    "Objection": officiating.ObjectionTold,
    "Crown": officiating.CrownTold,
    "Consent": board.ConsentTold,
    "Announcement": screens.AnnouncementTold,
}
ELSEWHERE = {"Line", "Squares", "TabletPage"}
"""What a wire and a page tell beside shapes."""
PLAIN = {type(None): "null", int: "number", float: "number", str: "string", bool: "boolean"}
ALIASES = {"Side": {"string"}, "Square": {"string", "number"}}


def interfaces() -> dict[str, dict[str, str]]:
    """The fields of each interface of the scripts, with their types; of one that may be missing, its name and `?`."""
    return {
        name: dict(re.findall(r"^  (\w+\??): (.+);$", body, re.MULTILINE))
        for name, body in re.findall(r"^export interface (\w+) {\n(.*?)^}", TYPES, re.MULTILINE | re.DOTALL)
    }


def read_as(said: str) -> set[str]:
    """The kinds of JSON that a type of the scripts is."""
    kinds = set[str]()
    for one in said.split(" | "):
        plain = {one} if one in PLAIN.values() else {"list" if one.endswith("[]") else "object"}
        kinds |= ALIASES.get(one, plain)
    return kinds


def told_as(hint: Any) -> set[str]:
    """The kinds of JSON that a type of the shapes is."""
    if get_origin(hint) in {Union, UnionType}:
        return {kind for one in get_args(hint) for kind in told_as(one)}
    if get_origin(hint) is NotRequired:
        return told_as(get_args(hint)[0])
    return {PLAIN[hint] if hint in PLAIN else "list" if get_origin(hint) is list else "object"}


@pytest.mark.parametrize("name", READ)
def test_what_the_scripts_read_is_told_and_of_that_kind(name: str) -> None:
    shape = READ[name]
    told = {
        f"{field}?" if get_origin(hint) is NotRequired else field: told_as(hint)
        for field, hint in get_type_hints(shape, include_extras=True).items()
    }
    read = {field: read_as(said) for field, said in interfaces()[name].items()}

    assert is_typeddict(shape)
    assert read
    assert {field: kinds for field, kinds in read.items() if told.get(field) != kinds} == {}


def test_every_interface_of_the_scripts_is_a_shape() -> None:
    assert set(interfaces()) == set(READ) | ELSEWHERE
