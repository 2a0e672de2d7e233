"""The calculation of a number in the standings: its value, and what each round and opponent contributed to it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TypeAlias

from arbiter.values import dataclass

Amount: TypeAlias = int | Fraction | None
"""An exact number: an integer if possible. It is rounded only if a regulation says so. None: there is no number."""


@dataclass(frozen=True, slots=True)
class Part:
    """The contribution of one round to a value.

    `how` is a code that says why the round counts as it does. The message catalogue has its words under "working
    {how}". `of` is the opponent's score or rating on which the contribution is based. `cut` says that the part is left
    out of the sum. `round` is 0 if the contribution comes from the whole tournament.
    """

    round: int
    opponent: int | None
    value: Amount
    how: str = "played"
    of: Amount = None
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Working:
    """A value and the parts from which it was computed.

    `facts` are further numbers that were used (a limit, a percentage), each with its code. `order` is what the
    standings compare instead of the value, if the value alone does not decide or if less is better. The greater `order`
    comes first.
    """

    value: Amount
    parts: tuple[Part, ...] = ()
    facts: tuple[tuple[str, Amount], ...] = ()
    order: tuple[Fraction | int, ...] | None = None

    @property
    def key(self) -> tuple[Fraction | int, ...]:
        """The sort key by which the standings compare values. An entry without a value comes after all others."""
        if self.order is not None:
            return self.order
        return (0, 0) if self.value is None else (1, self.value)


def whole(value: Fraction | int) -> int | Fraction:
    """Return *value* as an int if it is a whole number, otherwise unchanged."""
    return value.numerator if value.denominator == 1 else value


def total(parts: Iterable[Part]) -> int | Fraction:
    return whole(sum([part.value for part in parts if not part.cut and part.value is not None]))


def rounded(value: Fraction | int, digits: int = 0) -> int | Fraction:
    """Round *value* to *digits* decimals. A half is rounded up, as the regulations say.

    >>> rounded(Fraction(5, 2)), rounded(Fraction(1, 8), 2)
    (3, Fraction(13, 100))
    """
    scale = 10**digits
    return whole(Fraction((2 * value * scale + 1) // 2, scale))


def value_number(value: Amount) -> int | float | None:
    """Convert *value* to a number for JSON, rounded to four decimals."""
    if value is None or isinstance(value, int):
        return value
    return int(value) if value.denominator == 1 else float(rounded(value, 4))


def decimals(value: Amount) -> int:
    """Return the number of decimals that *value* needs, at most four; 0 for None."""
    return 0 if value is None else next((n for n in range(4) if (value * 10**n).denominator == 1), 4)


def value_text(value: Amount, least: int = 0) -> str:
    """Convert *value* to a decimal text with at least *least* decimals, such as 12.5 or 9.25; "-" for None."""
    if value is None:
        return "-"
    digits = max(least, decimals(value))
    if not digits:
        return str(value)
    shown = rounded(abs(Fraction(value)), digits)
    units, rest = divmod(int(shown * 10**digits), 10**digits)
    return f"{'-' if value < 0 else ''}{units}.{rest:0{digits}}"
