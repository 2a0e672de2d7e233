"""An official in one tournament, as the register knows them: their entries, clubmates, colleagues, and a witness."""

from __future__ import annotations

from dataclasses import replace

from flask import request

from arbiter.desk.desk import Desk
from arbiter.hall.witnesses import account_called, witness_called
from arbiter.journal.people import folded
from arbiter.refused import Refused
from arbiter.rulings.bounds.asker import Asker, Colleague
from arbiter.rulings.bounds.rights import RULE, may, within
from arbiter.rulings.signing import stakes
from arbiter.web.access.readers import Reader, asker_of
from arbiter.web.access.sign_in import Accounts
from arbiter.web.reading.body import WithWitness, body, read


def known_at(desk: Desk, reader: Reader, accounts: Accounts, witness: str) -> Asker:
    """Whoever asks, with what the register says of them in that tournament, and the *witness* whom they name."""
    asker = reader.asker
    if reader.role == "tablet":
        return replace(asker, colleagues=signed_in(desk, accounts)) if desk.state.officials else asker
    if not may(asker.role, RULE) and reader.account is None:
        return asker
    name, club = (folded(reader.account.name), folded(reader.account.club)) if reader.account else ("", "")
    people, entries = desk.people, called(desk, name)
    clubmates = frozenset(entry for entry, person in people.items() if club and folded(person.club or "") == club)
    at_stake = {*entries, *clubmates, *stakes(desk.state, asker.by)}
    if not at_stake:
        return asker
    named = ""
    if witness.strip():
        own = {name, *(folded(people[entry].name) for entry in {*entries, *stakes(desk.state, asker.by)} & {*people})}
        if folded(witness) in own or account_called(accounts.kept, witness) == reader.account:
            raise Refused("witness_self")
        named = witness_called(accounts.kept, witness)
    return replace(asker, entries=entries, clubmates=clubmates, colleagues=signed_in(desk, accounts), witness=named)


def witness_named() -> str:
    """The witness whom the request at hand names; empty where it names none, or brings a file."""
    typed = request.mimetype in ("application/json", "application/x-www-form-urlencoded")
    return read(WithWitness, body()).witness if typed else ""


def signed_in(desk: Desk, accounts: Accounts) -> tuple[Colleague, ...]:
    """The officials who are signed in and may rule in that tournament."""
    return tuple(
        Colleague(asker_of(account).by, called(desk, account.name), account.boards)
        for account in accounts.present()
        if may(account.role, RULE) and within(account.tournaments, (desk.id,))
    )


def called(desk: Desk, name: str) -> frozenset[int]:
    """The entries of that name."""
    return frozenset(entry for entry, person in desk.people.items() if name and folded(person.name) == folded(name))
