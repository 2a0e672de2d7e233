"""How a number of the standings came about: a value, and what each round and each opponent gave to it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

Amount: TypeAlias = int | Fraction | None
"""Exact: whole where it can be, never rounded unless the regulation rounds. None: there is no such number."""


@dataclass(frozen=True, slots=True)
class Part:
    """What one round gave. `how` says in a code why it counts as it does ("working {how}" in the catalogue).

    `of`: the number of the opponent that was looked at: a score, a rating; `cut`: left out of the sum; `round` 0: of
    the whole tournament.
    """

    round: int
    opponent: int | None
    value: Amount
    how: str = "played"
    of: Amount = None
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Working:
    """A value and how it came about. `facts`: numbers used beside the parts (a limit, a percentage), by their codes.

    `order`: what is compared where that is more than the value, or where less is better; greater comes first.
    """

    value: Amount
    parts: tuple[Part, ...] = ()
    facts: tuple[tuple[str, Amount], ...] = ()
    order: tuple[Fraction | int, ...] | None = None

    @property
    def key(self) -> tuple[Fraction | int, ...]:
        """What the standings compare; a value that there is not comes after all others."""
        if self.order is not None:
            return self.order
        return (0, 0) if self.value is None else (1, self.value)


def whole(value: Fraction | int) -> int | Fraction:
    """The same number, as an integer where it is one."""
    return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value


def total(parts: Iterable[Part]) -> int | Fraction:
    return whole(sum((Fraction(part.value) for part in parts if not part.cut and part.value is not None), Fraction(0)))


def rounded(value: Fraction, digits: int = 0) -> int | Fraction:
    """Rounded to so many decimals, a half upwards, as the regulations round."""
    scale = 10**digits
    return whole(Fraction((2 * value * scale + 1) // 2, scale))


def value_number(value: Amount) -> int | float | None:
    """A value as JSON has it; what has more than four decimals is rounded to four."""
    if value is None or isinstance(value, int):
        return value
    return int(value) if value.denominator == 1 else float(rounded(value, 4))


def decimals(value: Amount) -> int:
    """How many decimals a value has; four where it has more."""
    return 0 if value is None else next((n for n in range(4) if (value * 10**n).denominator == 1), 4)


def value_text(value: Amount, least: int = 0) -> str:
    """A value in decimals, as exact as it is but with *least* at least: 12.5, 9.25; a dash where there is none."""
    if value is None:
        return "-"
    digits = max(least, decimals(value))
    if not digits:
        return str(value)
    shown = rounded(abs(Fraction(value)), digits)
    units, rest = divmod(int(shown * 10**digits), 10**digits)
    return f"{'-' if value < 0 else ''}{units}.{rest:0{digits}}"
