"""Acts on accounts by somebody else than the owner, as the register stores them: a link, a token, a change, an end.

The owner is told of these acts. For a day after an act, the account and the official who did the act count as one
person where two people have to sign. An official who was signed out by somebody else counts as present for that day.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple
from typing import TypeAlias

from arbiter.hall.accounts import DAY_SECONDS
from arbiter.journal.register import Register
from arbiter.rulings.bounds.interest import among
from arbiter.tournament.officials import NUMBERED, identity
from arbiter.values import dataclass, replace

SETTING = "acts on accounts"
MOST_ACTS = 100
"""The most acts that are stored for an account, the latest ones. Of equal acts by one official only the last counts."""
WAYS_IN = ("made", "link", "entered", "token")
"""The kinds of acts after which somebody else may be able to sign in as the account."""
PUT_OUT = ("ended", "session", "changed", "link")
"""The kinds of acts that may sign an official out."""


@dataclass(frozen=True, slots=True)
class Act:
    """One act on an account. `by`: the official who did it, as the journal names officials. `at`: seconds since 1970.

    `credential`: the number of the link or token that was made. `there`: whether the act signed out an owner who was
    signed in. `told`: whether the owner has been told of the act.
    """

    at: int
    by: str
    what: str
    credential: int = 0
    there: bool = False
    told: bool = False


Acts: TypeAlias = Mapping[int, tuple[Act, ...]]
"""The acts on each account, the latest first, by the number of the account."""


def acts_kept(register: Register) -> Acts:
    """Return the stored acts on all accounts, by the number of the account."""
    return _read(register.setting(SETTING))


def _read(text: str | None) -> Acts:
    told = json.loads(text or "{}")
    return {int(number): tuple(Act(*one) for one in acts) for number, acts in told.items()}


def _change(register: Register, number: int, change: Callable[[tuple[Act, ...]], tuple[Act, ...]]) -> None:
    """Replace the acts on account *number* by the result of *change*, called with the present acts.

    Acts that another node stores at the same time are not lost.
    """

    def changed(text: str | None) -> str:
        acts = _read(text)
        every = {**acts, number: change(acts.get(number, ()))}
        return json.dumps({str(account): [astuple(one) for one in some] for account, some in every.items()})

    register.change_setting(SETTING, changed)


def note(register: Register, number: int, act: Act) -> None:
    """Store an act on the account with the number *number*; it replaces an earlier act of the same kind.

    If the earlier act signed the owner out within the last day, the new act counts as having signed them out too.
    """

    def noted(known: tuple[Act, ...]) -> tuple[Act, ...]:
        same = [one for one in known if (one.by, one.what, one.credential) == (act.by, act.what, act.credential)]
        there = act.there or any(one.there and act.at - one.at < DAY_SECONDS for one in same)
        return (replace(act, there=there), *(one for one in known if one not in same))[:MOST_ACTS]

    _change(register, number, noted)


def untold(register: Register, number: int) -> list[Act]:
    """Return the acts on the account that its owner has not yet been told of, and mark them as told."""
    fresh = [one for one in acts_kept(register).get(number, ()) if not one.told]
    if fresh:
        _change(register, number, lambda known: tuple(replace(one, told=one.told or one in fresh) for one in known))
    return fresh


def entered(register: Register, number: int, link: int, now: int) -> None:
    """Store that the link number *link*, which another official had made for this account, was used at *now*.

    For a day from then that official counts as able to sign in as the account.
    """
    for act in acts_kept(register).get(number, ()):
        if act.what in ("made", "link") and act.credential == link:
            note(register, number, replace(act, at=now, what="entered"))


def makers(acts: Acts, account: int, now: int, credential: int = 0) -> frozenset[str]:
    """Return the officials who can sign in as the account: they made a link or token for it within the last day.

    An official who can sign in as one of them can sign in as the account too, and is included. *credential*: the number
    of the token in use. The official who made that token is included, however old the token is.
    """
    found, ahead = set[str](), [(account, credential)]
    while ahead:
        number, token = ahead.pop()
        for one in acts.get(number, ()):
            recent = now - one.at < DAY_SECONDS or 0 < token == one.credential
            if recent and one.what in WAYS_IN and one.by not in found and NUMBERED.fullmatch(one.by):
                found.add(one.by)
                ahead.append((int(identity(one.by)), 0))
    return frozenset(one for one in found if int(identity(one)) != account)


def made_by(by: str, acts: Acts, now: int) -> frozenset[str]:
    """Return the accounts as which the official *by* can sign in, each as a word like `account 481516`."""
    return frozenset(f"account {number}" for number in acts if among(by, makers(acts, number, now)))


def gone_by(acts: Sequence[Act], now: int) -> frozenset[str]:
    """Return the officials who signed the account out within the last day, while its owner was signed in."""
    return frozenset(one.by for one in acts if one.what in PUT_OUT and one.there and now - one.at < DAY_SECONDS)
