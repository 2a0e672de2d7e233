"""Which game a text is of: what its tags say, and where they say nothing or nonsense, what its squares allow."""

from __future__ import annotations

import re
from collections.abc import Iterator

from arbiter.rules.notation import named_square
from arbiter.rules.pdn.records import Record, Setup
from arbiter.rules.variants import VARIANTS, Variant

VARIANT_TAG = "Variant"
"""Our own tag beside GameType, for games that share its number."""
_SQUARE = re.compile(r"[a-p]?\d{1,3}", re.ASCII)


def named_variant(record: Record) -> Variant | None:
    """The game that the tags name; None where they name none that is known.

    Of a game type the number decides: the numbering behind it is wrong in many files. Rows that share one are told
    apart by the rest, or the first of them is taken.
    """
    if (key := record.tag(VARIANT_TAG)) in VARIANTS:
        return VARIANTS[str(key)]
    told = (record.tag("GameType") or "").replace(" ", "")
    number = told.split(",")[0]
    alike = [row for row in VARIANTS.values() if row.gametype.split(",")[0] == number]
    return next((row for row in alike if row.gametype == told), alike[0] if alike else None)


def possible_variants(record: Record) -> tuple[Variant, ...]:
    """The games on whose boards every square is that the moves and positions name, in the order of the table."""
    names = set(_names(record))
    lettered = any(not name.isdigit() for name in names)
    return tuple(
        row
        for row in VARIANTS.values()
        if all(1 <= (named_square(name, row) or 0) <= row.board.last for name in names)
        and (lettered or not names or row.names(row.board)[1].isdigit())
    )


def _names(record: Record) -> Iterator[str]:
    for written in record.moves:
        yield from _SQUARE.findall(written.text.lower())
    for fen in (record.tag("FEN") or "", *(item.fen for item in record.items if isinstance(item, Setup))):
        yield from _SQUARE.findall(fen.lower())
