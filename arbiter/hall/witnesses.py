"""The people whom the office names: an account by its number or its name, and somebody without one as a witness.

No name stands in a journal. The name of a witness is kept in the register, as an account that lets nobody in: its role
has no right, it has no password, and it has ended from the start. Its number stands in the journal.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches

from arbiter.journal.accounts import Account, KeptAccounts
from arbiter.journal.people import alphabetical, folded, readable_name
from arbiter.refused import Refused
from arbiter.rulings.bounds.rights import OF_ACCOUNTS
from arbiter.tournament.officials import NUMBERED

WITNESS = "witness"
NUMBER = re.compile(r"[0-9]{6}", re.ASCII)
LIKE_A_WORD = re.compile(r"(chief|director|arbiter|helper|display|witness|tablet|hall) \d", re.ASCII)
"""A name that would be read as a word of the journal: an office or a tablet with its number."""
LONGEST_NAME = 80


def account_called(kept: KeptAccounts, text: str) -> Account | None:
    """The account of that number, or of that name; None if there is none."""
    told = text.strip()
    return kept.numbered(int(told)) if NUMBER.fullmatch(told) else kept.named(told[:LONGEST_NAME])


def account_meant(kept: KeptAccounts, text: str) -> Account:
    """The account of that number or name; refused if there is none, with the names that are much like it."""
    found = account_called(kept, text)
    if found is not None:
        return found
    known = {alphabetical(one.name): one.name for one in kept.all() if one.role != WITNESS and not one.ended}
    close = tuple(known[name] for name in get_close_matches(alphabetical(text[:LONGEST_NAME]), known))
    name = text.strip()[:LONGEST_NAME]
    raise Refused("no_account_but", name=name, close=", ".join(close)) if close else Refused("no_account", name=name)


def official_meant(kept: KeptAccounts, text: str) -> str:
    """An official as the journal has them, by their office, or by their account; refused if there is none."""
    word = NUMBERED.fullmatch(text.strip())
    if text.strip() in OF_ACCOUNTS:
        return text.strip()
    return journal_word(account_meant(kept, word[2] if word else text))


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


def witness_called(kept: KeptAccounts, name: str) -> str | None:
    """A known witness of that name, in the journal's words; refused if it is an official's, who signs in and signs.

    Refused as well if no sheet could print the name.
    """
    readable_name(name)
    word = known_hand(kept, name)
    if word is not None and not word.startswith(WITNESS):
        raise Refused("witness_official", name=name[:LONGEST_NAME])
    return word


def hands_to_be(kept: KeptAccounts, names: Sequence[str]) -> tuple[str, ...]:
    """The same of several, before anything is kept: whoever is not known yet has a number that nobody has."""
    new = list(dict.fromkeys(folded(readable_name(name)) for name in names))
    return tuple(known_hand(kept, name) or f"{WITNESS} {new.index(folded(readable_name(name))):06}" for name in names)
