"""Finds the people whom an official names by account number or by name. Without an account they become witnesses.

A witness is a person who confirms an official's decision but cannot sign in. The journal has no names, only numbers. So
the name of a witness is stored in the register, as an account that has ended and has neither rights nor a password.
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
"""Matches names that look like the journal's words for an official or a tablet."""
LONGEST_NAME_CHARACTERS = 80


def account_called(kept: KeptAccounts, text: str) -> Account | None:
    """Return the account with the number or name *text*, or None if there is none."""
    told = text.strip()
    return kept.numbered(int(told)) if NUMBER.fullmatch(told) else kept.named(told[:LONGEST_NAME_CHARACTERS])


def account_meant(kept: KeptAccounts, text: str) -> Account:
    """Return the account with the number or name *text*.

    If there is none, raise Refused with the most similar names.
    """
    found = account_called(kept, text)
    if found is not None:
        return found
    known = {alphabetical(one.name): one.name for one in kept.all() if one.role != WITNESS and not one.ended}
    close = tuple(known[name] for name in get_close_matches(alphabetical(text[:LONGEST_NAME_CHARACTERS]), known))
    name = text.strip()[:LONGEST_NAME_CHARACTERS]
    raise Refused("no_account_but", name=name, close=", ".join(close)) if close else Refused("no_account", name=name)


def official_meant(kept: KeptAccounts, text: str) -> str:
    """Return the word by which the journal names an official, such as "arbiter 000012".

    *text*: the official's role and number, account number, or name. Raise Refused if there is no such official.
    """
    word = NUMBERED.fullmatch(text.strip())
    if text.strip() in OF_ACCOUNTS:
        return text.strip()
    return journal_word(account_meant(kept, word[2] if word else text))


def journal_word(account: Account) -> str:
    """Return the word by which the journal names an account: its role and its number."""
    return f"{account.role} {account.number}"


def known_hand(kept: KeptAccounts, name: str) -> str | None:
    """Return the journal's word for the official or the earlier witness with the name *name*, or None if nobody has it.

    Raise Refused if the name looks like one of the journal's words.
    """
    if LIKE_A_WORD.match(name.strip().lower()):
        raise Refused("name_number", name=name[:LONGEST_NAME_CHARACTERS])
    account = account_called(kept, name)
    if account is None:
        same = folded(readable_name(name))
        account = next((one for one in kept.all() if one.role == WITNESS and folded(one.name) == same), None)
    return journal_word(account) if account else None


def hand(kept: KeptAccounts, name: str) -> str:
    """Return the journal's word for the person with the name *name*. If nobody has the name, store a new witness."""
    return known_hand(kept, name) or journal_word(kept.put(Account(name, WITNESS, ended=True)))


def witness_called(kept: KeptAccounts, name: str) -> str | None:
    """Return the journal's word for an earlier witness with the name *name*, or None if there is none.

    Raise Refused if an official has the name, because officials sign in themselves, or if no sheet could print it.
    """
    readable_name(name)
    word = known_hand(kept, name)
    if word is not None and not word.startswith(WITNESS):
        raise Refused("witness_official", name=name[:LONGEST_NAME_CHARACTERS])
    return word


def hands_to_be(kept: KeptAccounts, names: Sequence[str]) -> tuple[str, ...]:
    """Return the journal's words for several people without storing anything.

    A person who is not known yet gets a provisional number, which no account has.
    """
    new = list(dict.fromkeys(folded(readable_name(name)) for name in names))
    return tuple(known_hand(kept, name) or f"{WITNESS} {new.index(folded(readable_name(name))):06}" for name in names)
