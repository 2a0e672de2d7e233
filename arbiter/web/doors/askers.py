"""An official in one tournament, as the register knows them: their entries, clubmates, colleagues, and a witness."""

from __future__ import annotations

from dataclasses import replace

from flask import request

from arbiter.desk.desk import Desk
from arbiter.hall.witnesses import hand, known_hand
from arbiter.journal.people import folded
from arbiter.refused import Refused
from arbiter.rulings.bounds.asker import Asker
from arbiter.rulings.bounds.rights import RULE, may
from arbiter.rulings.signing import stakes
from arbiter.web.doors.accounts import Accounts
from arbiter.web.doors.readers import Reader, asker_of
from arbiter.web.reading.body import WithWitness, body, read


def known_at(desk: Desk, reader: Reader, accounts: Accounts, witness: str) -> Asker:
    """Whoever asks, with what the register says of them in that tournament, and the *witness* whom they name."""
    asker = reader.asker
    if reader.role == "tablet":
        return replace(asker, colleagues=signed_in(desk, accounts)) if desk.state.officials else asker
    if not may(asker.role, RULE) and reader.account is None:
        return asker
    name, club = (folded(reader.account.name), folded(reader.account.club)) if reader.account else ("", "")
    people = desk.people
    entries = frozenset(entry for entry, person in people.items() if name and folded(person.name) == name)
    clubmates = frozenset(entry for entry, person in people.items() if club and folded(person.club or "") == club)
    at_stake = {*entries, *clubmates, *stakes(desk.state, asker.by)}
    if not at_stake:
        return asker
    named = ""
    if witness.strip():
        own = {name, *(folded(people[entry].name) for entry in {*entries, *stakes(desk.state, asker.by)} & {*people})}
        if folded(witness) in own or known_hand(accounts.kept, witness) == asker.by:
            raise Refused("witness_self")
        named = hand(accounts.kept, witness)
    return replace(asker, entries=entries, clubmates=clubmates, colleagues=signed_in(desk, accounts), witness=named)


def witness_named() -> str:
    """The witness whom the request at hand names; empty where it names none, or brings a file."""
    typed = request.mimetype in ("application/json", "application/x-www-form-urlencoded")
    return read(WithWitness, body()).witness if typed else ""


def signed_in(desk: Desk, accounts: Accounts) -> tuple[str, ...]:
    """The officials who are signed in and may rule in that tournament, in the journal's words."""
    every = (asker_of(account) for account in accounts.present())
    return tuple(one.by for one in every if may(one.role, RULE) and in_bounds(one, desk.id))


def in_bounds(asker: Asker, tournament: str) -> bool:
    """Whether their account is bound to no other tournament."""
    return not asker.tournaments or tournament in asker.tournaments
