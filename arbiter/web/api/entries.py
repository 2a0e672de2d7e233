"""API of entries: enter, correct, withdraw, delete and check in players, and erase their personal data."""

from __future__ import annotations

from typing import TypedDict

from arbiter.hall.entering import correct
from arbiter.journal.people import Person
from arbiter.refused import Refused
from arbiter.rulings.bounds.rights import RULE
from arbiter.rulings.entries import CheckIn, DeleteEntry, WithdrawPlayer
from arbiter.shapes.tournament import (
    PersonTold,
    person_shape,
)
from arbiter.web.api.operation import ROOT, Api, Asked, LineTold

entries = Api("entries", __name__, url_prefix=f"{ROOT}/tournaments/<t>/entries")


class EnteredTold(LineTold):
    """Response: the number of a new entry; `alike`: entries with similar names, perhaps the same person."""

    entry: int
    alike: list[int]


class CheckedInTold(LineTold):
    """Response: the entries that have checked in so far."""

    here: list[int]


class PeopleTold(TypedDict):
    """Response: everybody who is entered, with the data that only officials see."""

    entries: list[PersonTold]


@entries.ask("GET", "", answers=PeopleTold)
def every_entry(asked: Asked) -> PeopleTold:
    """List everybody who is entered, with birth years and federation numbers."""
    view = asked.view()
    return {"entries": [person_shape(view, entry) for entry in view.state.entries]}


class ErasedTold(TypedDict):
    """Response: the personal data of an entry have been erased."""

    erased: bool


@entries.ask("POST", "", Person, answers=EnteredTold, status=201)
def enter(asked: Asked) -> EnteredTold:
    """Enter a player, by the whole name or by family name and given name."""
    person = asked.read(Person)
    alike = asked.desk.roll.alike(person)
    recorded = asked.desk.enter(person, asked.reader.by, key=asked.key)
    entry = recorded.state.entries[-1]
    return {"seq": recorded.seq, "entry": entry, "alike": [one for one in alike if one != entry]}


@entries.ask("PATCH", "/<int:entry>", Person, answers=PersonTold, keyed=False)
def correct_entry(asked: Asked) -> PersonTold:
    """Correct the name or other data of an entry. An empty string clears a field; a missing field stays."""
    entry = asked.address["entry"]
    correct(asked.desk, entry, asked.read(Person), frozenset(asked.given))
    return person_shape(asked.view(), entry)


def deleted(asked: Asked) -> EnteredTold:
    """Delete an entry and its personal data. Its number is never given to another entry."""
    recorded = asked.submit()
    asked.desk.register.erase(asked.t, asked.address["entry"])
    return {"seq": recorded.seq, "entry": asked.address["entry"], "alike": []}


@entries.ask("POST", "/<int:entry>/erasure", answers=ErasedTold, keyed=False)
def erase_entry(asked: Asked) -> ErasedTold:
    """Erase the personal data of an entry for good.

    The games, the results and the hashes of the journal stay, under the entry number.
    """
    entry = asked.address["entry"]
    if entry not in asked.desk.state.entries:
        raise Refused("no_entry", entry=entry)
    asked.desk.register.erase(asked.t, entry)
    return {"erased": True}


def checked_in(asked: Asked) -> CheckedInTold:
    """Check entries in, and return all entries that have checked in so far."""
    recorded = asked.submit()
    return {"seq": recorded.seq, "here": sorted(recorded.state.here)}


class LeftTold(LineTold):
    """Response: the number of an entry that has withdrawn."""

    entry: int


@entries.ask("POST", "/<int:entry>/withdrawal", WithdrawPlayer, answers=LeftTold)
def withdraw_player(asked: Asked) -> LeftTold:
    """Withdraw an entry from the tournament."""
    return {"seq": asked.submit().seq, "entry": asked.address["entry"]}


entries.plain(deleted, "/<int:entry>", DeleteEntry, method="DELETE", answers=EnteredTold, keyed=False)

entries.plain(checked_in, "/check-in", CheckIn, who=RULE, answers=CheckedInTold)
