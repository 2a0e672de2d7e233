"""Editing an announced tournament and its officials, and copying it under another name."""

from __future__ import annotations

from typing import Annotated

from arbiter.clock.control import controls_text
from arbiter.desk.desk import Desk
from arbiter.desk.desks import Desks
from arbiter.fields import Sent
from arbiter.journal.people import Post, Staff, readable_staff
from arbiter.pairing.table.points import points_text
from arbiter.refused import Refused
from arbiter.rulings.editing import MendTournament
from arbiter.rulings.entries import LONGEST_NAME, OpenTournament
from arbiter.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class NameStaff:
    """Request: name the organiser and the officials of a tournament. A field that is None is not changed."""

    organiser: Annotated[
        str | None, Sent("who organises it", "Draughts club Utrecht", longest=LONGEST_NAME, too_long="word_too_long")
    ] = None
    officials: Annotated[
        tuple[Post, ...] | None,
        Sent("who officiates, in the order in which they are printed", [{"role": "chief", "name": "Piet Jansen"}]),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OnceMore:
    """Request: copy a tournament under another name, with or without its players."""

    name: Annotated[str, Sent("what it is called", "Club open 2027", longest=LONGEST_NAME, too_long="name_too_long")]
    people: Annotated[bool, Sent("with the players who have not withdrawn")] = False


def mend(desk: Desk, asked: MendTournament, named: NameStaff, *, key: str | None = None) -> None:
    """Edit the terms and the officials of a tournament. If one of the two is refused, neither is changed.

    *asked*: the new terms. *named*: the new officials. If the same *key* was used before, nothing is changed again.
    Raise Refused if nothing would change.
    """
    staff = desk.register.staff(desk.id)
    wanted = readable_staff(
        Staff(
            staff.organiser if named.organiser is None else named.organiser,
            staff.posts if named.officials is None else named.officials,
        )
    )
    try:
        desk.submit(asked, key=key)
    except Refused as refused:
        if refused.code != "nothing_changed" or wanted == staff:
            raise
    if wanted != staff:
        desk.register.put_staff(desk.id, wanted)


def clone(desks: Desks, desk: Desk, again: OnceMore, by: str, *, key: str | None = None) -> Desk:
    """Announce a copy of the tournament under another name, without its dates and rounds. Return the copy's desk.

    If the same *key* was used before, return the copy made then.
    """
    state = desk.state
    turned = tuple((switch, state.regulations.value(switch)) for switch in sorted(state.regulations.turned))
    fresh = desks.open(
        OpenTournament(
            name=again.name,
            variant=state.variant.key,
            system=state.system,
            rounds=state.planned,
            control=controls_text(state.controls),
            regulations=state.regulations.key,
            flags=state.regulations.flags,
            switches=turned,
            points=points_text(state.points),
            tiebreaks=state.tiebreaks,
            settings=state.settings,
            ballots=state.ballots,
            endings=tuple(row.key for row in state.endings),
        ),
        key=key,
    )
    if fresh.state.version > 1:  # the copy exists: the same key was sent before
        return fresh
    if state.details.place or state.details.federation:
        fresh.submit(MendTournament(place=state.details.place, federation=state.details.federation, by=by))
    fresh.register.put_staff(fresh.id, desk.register.staff(desk.id))
    staying = [desk.people[entry] for entry in state.entries if entry in desk.people and entry not in state.withdrawn]
    if again.people and staying:
        fresh.enter_all(staying, by)
    return fresh
