"""The modifiers of a tie-break, which follow the name in its code: BH/C1, KS/L60, ARO/U1000, DE/P, BH/C1@2024."""

from __future__ import annotations

import re

from arbiter.refused import Refused
from arbiter.values import dataclass, replace

EDITIONS = (2024, 2026)
"""The editions of FIDE C.07, which are in force from 1 August 2024 and from 1 March 2026."""

CODE = re.compile(r"(?P<name>[A-Za-z-]+)(?P<modifiers>(?:/[A-Za-z][+-]?\d*)*)(?:@(?P<edition>\d{4}))?", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Modifiers:
    """The details of computing a tie-break (FIDE C.07 14 and 15).

    `low` and `high` are how many of the lowest and of the highest contributions are cut. `limit` is the Koya limit in
    per cent of the highest possible score, and `shift` moves it by so many half points. With `forfeits` a game decided
    without play counts against the scheduled opponent. With `fore` the last round counts as drawn. `unrated` is the
    rating assumed for unrated players. With `rated_only` unrated players are left out. `reverse` reverses the order.
    `edition` is the edition of FIDE C.07.
    """

    low: int = 0
    high: int = 0
    limit: int = 50
    shift: int = 0
    forfeits: bool = False
    fore: bool = False
    unrated: int | None = None
    rated_only: bool = False
    reverse: bool = False
    edition: int = 2026


def parse_code(text: str, edition: int) -> tuple[str, Modifiers, str]:
    """Parse a tie-break code into its name, its modifiers and their letters. Raise Refused if it is unreadable.

    *edition* is the edition of FIDE C.07 if the code does not name one.
    """
    found = CODE.fullmatch(text)
    if found is None or int(found["edition"] or edition) not in EDITIONS:
        raise Refused("tiebreak_unreadable", text=text[:40])
    modifiers = Modifiers(edition=int(found["edition"] or edition))
    letters = ""
    for part in filter(None, found["modifiers"].upper().split("/")):
        letter, number = part[0], part[1:]
        letters += letter
        try:
            modifiers = _with(modifiers, letter, number)
        except ValueError:
            raise Refused("tiebreak_unreadable", text=text[:40]) from None
    return found["name"], modifiers, letters


def _with(modifiers: Modifiers, letter: str, number: str) -> Modifiers:
    if letter in "PFR":
        if number:
            raise ValueError(number)
        return replace(
            modifiers,
            forfeits=modifiers.forfeits or letter == "P",
            fore=modifiers.fore or letter == "F",
            reverse=modifiers.reverse or letter == "R",
        )
    count, signed = int(number), number[0] in "+-"
    if letter == "L":
        return replace(modifiers, shift=count) if signed else replace(modifiers, limit=count)
    if signed or letter not in "CMU":
        raise ValueError(number)
    if letter == "U":
        return replace(modifiers, unrated=count)
    return replace(modifiers, low=count, high=count if letter == "M" else 0)
