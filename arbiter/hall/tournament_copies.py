"""Making a tournament from another one: copying it under another name, or importing it from a file."""

from __future__ import annotations

from typing import Annotated

from arbiter.clock.control import controls_text
from arbiter.desk.desk import Desk
from arbiter.desk.desks import Desks
from arbiter.exchange.import_formats import ImportedTournament, read_tournament
from arbiter.fields import Sent
from arbiter.hall.worker import RunElsewhere, here
from arbiter.journal.people import Staff
from arbiter.pairing.table.points import points_text
from arbiter.rulings.editing import MendTournament
from arbiter.rulings.entries import LONGEST_NAME, OpenTournament
from arbiter.sides import Instant
from arbiter.values import dataclass

SMALL_FILE_BYTES = 200_000
"""A file with at most this many bytes is read in this process, because to start another process takes longer."""


def bring_tournament(
    desks: Desks, data: bytes, run: RunElsewhere = here, *, key: str | None = None, **terms: str
) -> tuple[Desk, int]:
    """Import the tournament in a file. Return its desk and its number of journal lines.

    *run*: reads a large file in another process. *terms*: terms that a TRF does not contain, such as the variant. If
    the same *key* was used before, return the tournament imported then.
    """
    reads = run if len(data) > SMALL_FILE_BYTES else here
    came = reads(read, data, desks.clock.now(), {name: value for name, value in terms.items() if value})
    desk = desks.bring(came.name, came.lines, came.people, key=key)
    if came.staff != Staff():
        desks.register.put_staff(desk.id, came.staff)
    return desk, len(came.lines)


def read(data: bytes, at: Instant, terms: dict[str, str]) -> ImportedTournament:
    """Return the tournament in the file *data*. *at*: the instant of the import. *terms*: terms that the file lacks."""
    return read_tournament(data, at, **terms)


@dataclass(frozen=True, slots=True, kw_only=True)
class OnceMore:
    """Request: copy a tournament under another name, with or without its players."""

    name: Annotated[str, Sent("what it is called", "Club open 2027", longest=LONGEST_NAME, too_long="name_too_long")]
    people: Annotated[bool, Sent("with the players who have not withdrawn")] = False


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
