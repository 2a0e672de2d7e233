"""The people whom the office names: an account by its number or its name, and somebody without one as a witness.

No name stands in a journal. The name of a witness is kept in the register, as an account that lets nobody in: its role
has no right, it has no password, and it has ended from the start. Its number stands in the journal.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from arbiter.journal.accounts import Account, KeptAccounts
from arbiter.journal.people import folded, readable_name
from arbiter.refused import Refused

WITNESS = "witness"
NUMBER = re.compile(r"[0-9]{6}", re.ASCII)
LIKE_A_WORD = re.compile(r"(chief|director|arbiter|helper|display|witness|tablet|hall) \d", re.ASCII)
"""A name that would be read as a word of the journal: an office or a tablet with its number."""
LONGEST_NAME = 80


def account_called(kept: KeptAccounts, text: str) -> Account | None:
    """The account of that number, or of that name; None if there is none."""
    told = text.strip()
    return kept.numbered(int(told)) if NUMBER.fullmatch(told) else kept.named(told[:LONGEST_NAME])


def journal_word(account: Account) -> str:
    """An account as the journal has it: its role and its number."""
    return f"{account.role} {account.number}"


def known_hand(kept: KeptAccounts, name: str) -> str | None:
    """Somebody who is known by that name, as the journal has them: an official, or a witness who was named before."""
    if LIKE_A_WORD.match(name.strip().lower()):
        raise Refused("name_number", name=name[:LONGEST_NAME])
    account = account_called(kept, name)
    if account is None:
        same = folded(readable_name(name))
        account = next((one for one in kept.all() if one.role == WITNESS and folded(one.name) == same), None)
    return journal_word(account) if account else None


def hand(kept: KeptAccounts, name: str) -> str:
    """Somebody as the journal has them; the name of somebody who is not known yet is kept as a witness."""
    return known_hand(kept, name) or journal_word(kept.put(Account(name, WITNESS, ended=True)))


def witness_called(kept: KeptAccounts, name: str) -> str:
    """A witness of that name, in the journal's words; refused if it is an official's, who signs in and signs."""
    word = known_hand(kept, name)
    if word is not None and not word.startswith(WITNESS):
        raise Refused("witness_official", name=name[:LONGEST_NAME])
    return hand(kept, name)


def hands_to_be(kept: KeptAccounts, names: Sequence[str]) -> tuple[str, ...]:
    """The same of several, before anything is kept: whoever is not known yet has a number that nobody has."""
    new = list(dict.fromkeys(folded(readable_name(name)) for name in names))
    return tuple(known_hand(kept, name) or f"{WITNESS} {new.index(folded(readable_name(name))):06}" for name in names)
