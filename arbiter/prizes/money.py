"""Amounts of money as people write them in their language."""

from __future__ import annotations

import re
from decimal import Decimal

from babel.numbers import format_currency, get_currency_precision, is_currency

from arbiter.refused import Refused

TYPED = re.compile(r"(\d{1,9})(?:[.,](\d{1,3}))?", re.ASCII)
"""Matches an amount as it is typed: its whole units and its decimals."""


def check_currency(code: str) -> None:
    """Raise Refused if *code* is not a currency code of today or of former times."""
    if not is_currency(code):
        raise Refused("currency_unknown", currency=code)


def money(amount: int, currency: str, language: str) -> str:
    """Return an amount in minor units (cents) as text with its currency, such as "€12.50"."""
    digits = get_currency_precision(currency)
    return format_currency(Decimal(amount).scaleb(-digits), currency, locale=language)


def plain_money(amount: int, currency: str) -> str:
    """Return an amount in minor units (cents) as a plain number for a form, such as "12.50"."""
    digits = get_currency_precision(currency)
    return f"{Decimal(amount).scaleb(-digits):.{digits}f}"


def minor_units(text: str, currency: str) -> int:
    """Parse an amount as people type it, such as "12.50", "12,5" or "1 000", into minor units; an empty text is 0.

    Raise Refused if the text cannot be read, is negative, or has more decimals than the currency.
    """
    digits = get_currency_precision(currency)
    found = TYPED.fullmatch("".join(text.split()))
    if not text.strip():
        return 0
    if found is None or len(found[2] or "") > digits:
        raise Refused("amount_unreadable", text=text[:20])
    return int(found[1] + (found[2] or "").ljust(digits, "0"))
