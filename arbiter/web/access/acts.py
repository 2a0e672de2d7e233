"""Acts on accounts by somebody else than their owner: a link, a token, a change, an end. The register has them.

They are shown to the owner. Within a day of them the account does not count as a second hand beside that official, and
an official who was put out still counts as there.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from typing import TypeAlias

from arbiter.hall.accounts import DAY
from arbiter.journal.register import Register
from arbiter.rulings.bounds.interest import among
from arbiter.tournament.officials import NUMBERED

SETTING = "acts on accounts"
MOST_ACTS = 100
"""So many acts are kept of an account, the latest ones; an official has one of each kind."""
WAYS_IN = ("made", "link", "entered", "token")
"""Acts after which somebody else may be able to sign in as the account."""
PUT_OUT = ("ended", "session", "changed", "link")
"""Acts that may leave an official unable to sign."""


@dataclass(frozen=True, slots=True)
class Act:
    """One act on an account: `by` whom, in the journal's words; `at` in seconds since 1970.

    `credential`: the number of the link or token that was made. `there`: whether the owner was signed in until then.
    `told`: whether the owner has signed in since, and was told.
    """

    at: int
    by: str
    what: str
    credential: int = 0
    there: bool = False
    told: bool = False


Acts: TypeAlias = Mapping[int, tuple[Act, ...]]
"""The acts on each account by its number, the latest first."""


def acts_kept(register: Register) -> Acts:
    """The acts on all accounts."""
    told = json.loads(register.setting(SETTING) or "{}")
    return {int(number): tuple(Act(*one) for one in acts) for number, acts in told.items()}


def note(register: Register, number: int, act: Act) -> None:
    """Write down an act on the account of that number; the same act before it is forgotten.

    If the owner was signed in until that one, and it was within a day, they were until this one too.
    """
    acts = dict(acts_kept(register))
    known = acts.get(number, ())
    same = [one for one in known if (one.by, one.what, one.credential) == (act.by, act.what, act.credential)]
    there = act.there or any(one.there and act.at - one.at < DAY for one in same)
    older = (one for one in known if one not in same)
    acts[number] = (replace(act, there=there), *older)[:MOST_ACTS]
    _keep(register, acts)


def untold(register: Register, number: int) -> list[Act]:
    """The acts on the account that its owner has not been told of; from now on they have."""
    acts = dict(acts_kept(register))
    fresh = [one for one in acts.get(number, ()) if not one.told]
    if fresh:
        acts[number] = tuple(replace(one, told=True) for one in acts[number])
        _keep(register, acts)
    return fresh


def _keep(register: Register, acts: Acts) -> None:
    told = {str(account): [astuple(one) for one in every] for account, every in acts.items()}
    register.set_setting(SETTING, json.dumps(told))


def entered(register: Register, number: int, link: int, now: int) -> None:
    """Write down that a link was used which somebody else has made: their day as a maker begins anew."""
    for act in acts_kept(register).get(number, ()):
        if act.what in ("made", "link") and act.credential == link:
            note(register, number, replace(act, at=now, what="entered"))


def makers(acts: Sequence[Act], now: int, credential: int = 0) -> frozenset[str]:
    """The officials who can sign in as the account with these acts, because they made a way in within the last day.

    *credential*: the number of the token that is in use; its maker is one of them however old it is.
    """
    ways = (one for one in acts if NUMBERED.fullmatch(one.by) and one.what in WAYS_IN)
    return frozenset(one.by for one in ways if now - one.at < DAY or 0 < credential == one.credential)


def made_by(by: str, acts: Acts, now: int) -> frozenset[str]:
    """The accounts of which that official is a maker, each as a word that the journal would know it by."""
    return frozenset(f"account {number}" for number in acts if among(by, makers(acts[number], now)))


def gone_by(acts: Sequence[Act], now: int) -> frozenset[str]:
    """The officials who put out the account with these acts within the last day, while its owner was signed in."""
    return frozenset(one.by for one in acts if one.what in PUT_OUT and one.there and now - one.at < DAY)
