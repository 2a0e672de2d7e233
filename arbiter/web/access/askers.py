"""The asker of a request in one tournament, so that a ruling in an own game can be refused or need a witness.

The register adds the asker's own entries, their clubmates, the other officials, and the witness whom the asker names. A
witness is a second person who is present when an official rules in a game of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from flask import request

from arbiter.desk.current_asker import NEW_WITNESS
from arbiter.desk.desk import Desk
from arbiter.hall.account_acts import acts_kept, gone_by, made_by, makers
from arbiter.hall.witnesses import account_called, witness_called
from arbiter.journal.accounts import Account
from arbiter.journal.people import folded
from arbiter.refused import Refused
from arbiter.rulings.bounds.asker import Asker, Colleague
from arbiter.rulings.bounds.rights import RULE, may, within
from arbiter.rulings.signing import stakes
from arbiter.tournament.officials import identity
from arbiter.values import replace
from arbiter.web.access.readers import Reader, asker_of
from arbiter.web.access.sign_in import Accounts
from arbiter.web.reading.body import WithWitness, body, read

NOBODY = frozenset[int]()
"""No entries."""


def known_at(desk: Desk, reader: Reader, accounts: Accounts, named: Callable[[], str]) -> Asker:
    """Return the asker in that tournament, with their own entries, their clubmates and the other officials.

    *named* returns the name of the second person who is present, as the asker typed it; empty if there is none.
    """
    asker, state = reader.asker, desk.state
    if reader.role == "tablet":
        return replace(asker, colleagues=signed_in(desk, accounts)) if state.officials else asker
    if not may(asker.role, RULE) and reader.account is None:
        return asker
    name, club = (folded(reader.account.name), folded(reader.account.club)) if reader.account else ("", "")
    people, entries = desk.people, called(desk, name)
    clubmates = (
        frozenset(entry for entry, person in people.items() if folded(person.club or "") == club) if club else NOBODY
    )
    if reader.account:
        acts, now = acts_kept(accounts.register), accounts.now()
        behind = makers(acts.get(asker.account, ()), now, reader.credential)
        made = made_by(asker.by, acts, now)
        asker = replace(asker, makers=behind, made=made, makers_entries=entries_of(desk, accounts, behind))
    appealed = any(appeal.decided is None for appeal in state.appeals)
    if not (appealed or {*entries, *clubmates, *asker.makers_entries, *stakes(state, asker.by)}):
        return asker
    witness = named()
    if witness.strip():
        own = {name, *(folded(people[entry].name) for entry in {*entries, *stakes(state, asker.by)} & {*people})}
        if folded(witness) in own or account_called(accounts.kept, witness) == reader.account:
            raise Refused("witness_self")
        word = witness_called(accounts.kept, witness)
        plays = called(desk, folded(witness))
        asker = replace(asker, witness=word or NEW_WITNESS, new_witness="" if word else witness, witness_entries=plays)
    return replace(asker, entries=entries, clubmates=clubmates, colleagues=signed_in(desk, accounts))


def witness_named() -> str:
    """Return the name in the field `witness` of this request; empty if there is none, or if the body is a file."""
    typed = request.mimetype in ("application/json", "application/x-www-form-urlencoded")
    return read(WithWitness, body()).witness if typed else ""


def signed_in(desk: Desk, accounts: Accounts) -> tuple[Colleague, ...]:
    """Return the officials who may rule in that tournament: signed in now, or signed out by others within the last day.

    The boards of an official who was signed out are ignored, because they may have been changed as well.
    """
    acts, now = acts_kept(accounts.register), accounts.now()
    there = [one for one in accounts.present() if may(one.role, RULE) and within(one.tournaments, (desk.id,))]
    out = [(one, gone_by(acts[number], now)) for number in acts if (one := accounts.kept.numbered(number))]

    def entries(account: Account) -> frozenset[int]:
        behind = makers(acts.get(account.number, ()), now)
        return called(desk, folded(account.name)) | entries_of(desk, accounts, behind)

    return (
        *(Colleague(asker_of(one).by, entries(one), one.boards) for one in there),
        *(Colleague(asker_of(one).by, called(desk, folded(one.name)), gone_by=by) for one, by in out if by),
    )


def entries_of(desk: Desk, accounts: Accounts, hands: Iterable[str]) -> frozenset[int]:
    """Return the entries of the officials *hands*, and of their families."""
    names = accounts.kept.names()
    own = (called(desk, names.get(int(identity(hand)), "")) | stakes(desk.state, hand) for hand in hands)
    return frozenset[int]().union(*own)


def called(desk: Desk, name: str) -> frozenset[int]:
    """Return the numbers of the entries in that tournament whose player has that name."""
    if not name:
        return NOBODY
    wanted = folded(name)
    return frozenset(entry for entry, person in desk.people.items() if folded(person.name) == wanted)
