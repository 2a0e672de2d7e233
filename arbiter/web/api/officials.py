"""API of boards that call an arbiter, notes on conduct, and the officials of a tournament."""

from __future__ import annotations

from typing import TypedDict

from arbiter.hall.witnesses import official_meant
from arbiter.rulings.signing import NameComputer, NameHome, NameOfficial
from arbiter.shapes.referee.appeals import (
    CallsTold,
    ConductTold,
    calls_shape,
    conduct_shape,
)
from arbiter.tournament.state import Tournament
from arbiter.values import replace
from arbiter.web.api.operation import ROOT, Api, Asked, LineTold

officials_api = Api("officials", __name__, url_prefix=f"{ROOT}/tournaments/<t>")


class ConductsTold(TypedDict):
    """Response: the notes on players' conduct."""

    conduct: list[ConductTold]


class OfficialTold(TypedDict):
    """An official: their entry (null if they do not play), their family's entries, and the boards assigned to them."""

    official: str
    entry: int | None
    boards: list[int]
    family: list[int]


class OfficialsTold(TypedDict):
    """Response: the officials, with their own entries, their families' entries and the boards assigned to them.

    `computers`: the entries for which a computer plays. `home`: the entries of members of the home club.
    """

    officials: list[OfficialTold]
    computers: list[int]
    home: list[int]


class NamedTold(LineTold, OfficialsTold):
    """Response: the officials after a change, with the number of the journal line that records it."""


@officials_api.ask("GET", "/calls", answers=CallsTold)
def calls(asked: Asked) -> CallsTold:
    """List the boards where somebody waits for an arbiter, the longest wait first, and the boards short of time."""
    return calls_shape(asked.view())


@officials_api.ask("GET", "/conduct", answers=ConductsTold)
def conduct(asked: Asked) -> ConductsTold:
    """List the notes on players' conduct."""
    return {"conduct": conduct_shape(asked.view())}


@officials_api.ask("GET", "/officials", answers=OfficialsTold)
def officials(asked: Asked) -> OfficialsTold:
    """List the officials with their own entries, their families' entries, and the boards assigned to each."""
    return officials_now(asked.desk.state)


def officials_now(state: Tournament) -> OfficialsTold:
    """Return the officials of a tournament as they are in *state*."""
    return {
        "officials": [
            {"official": o.name, "entry": o.entry, "boards": list(o.boards), "family": list(o.family)}
            for o in state.officials
        ],
        "computers": sorted(state.computers),
        "home": sorted(state.home),
    }


def named(asked: Asked) -> NamedTold:
    recorded = asked.submit()
    return {"seq": recorded.seq, **officials_now(recorded.state)}


@officials_api.ask("POST", "/officials", NameOfficial, answers=NamedTold)
def name_official(asked: Asked) -> NamedTold:
    """Record an official's own entry, the entries of family members, and the boards assigned to the official."""
    request = asked.request()
    meant = official_meant(asked.desk.register.accounts, request.official)
    recorded = asked.submit(replace(request, official=meant))
    return {"seq": recorded.seq, **officials_now(recorded.state)}


officials_api.plain(named, "/entries/<int:entry>/computer", NameComputer, answers=NamedTold)


officials_api.plain(named, "/home", NameHome, answers=NamedTold)
