"""The variant of a PDN game: the one that its tags name, otherwise one whose board has all squares that it names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from arbiter.rules.notation import named_square
from arbiter.rules.pdn.records import Record, Setup
from arbiter.rules.variants import VARIANTS, Variant

VARIANT_TAG = "Variant"
"""The name of a tag that the standard lacks: it holds the key of the variant.

It is needed because several variants share a number in the GameType tag.
"""
STANDARD: Mapping[str, str] = {
    "20": "international",
    "21": "american",
    "22": "italian",
    "23": "pool",
    "24": "spanish",
    "25": "russian",
    "26": "brazilian",
    "27": "canadian",
    "28": "portuguese",
    "29": "czech",
    "30": "turkish",
    "40": "frisian",
}
"""The PDN game type numbers, each with the key of the variant."""
USUAL = ("international", "american", "russian", "italian", "czech", "brazilian")
"""The variants of most files, in order of frequency; they are tried first if a text fits several."""
_SQUARE = re.compile(r"[a-p]?\d{1,3}", re.ASCII)


def named_variant(record: Record) -> Variant | None:
    """Return the variant that the tags name; None if they name no known variant.

    Of a game type such as "20,W,10,10,N2,0" only the first number counts, because the rest is wrong in many files. A
    number that the standard lacks means the variant whose row has this number.
    """
    if (key := record.tag(VARIANT_TAG)) in VARIANTS:
        return VARIANTS[str(key)]
    number = (record.tag("GameType") or "").split(",")[0].strip()
    if number in STANDARD:
        return VARIANTS[STANDARD[number]]
    return next((row for row in VARIANTS.values() if row.gametype.split(",")[0] == number), None)


def possible_variants(record: Record) -> tuple[Variant, ...]:
    """Return the variants whose boards have every square named in the moves and positions, the most usual first."""
    rows = (*(VARIANTS[key] for key in USUAL), *(row for row in VARIANTS.values() if row.key not in USUAL))
    names = frozenset(_names(record))
    return tuple(row for row in rows if _has(row, names))


def has_squares(row: Variant, record: Record) -> bool:
    """Return whether the board of the variant *row* has every square that the record names."""
    return _has(row, frozenset(_names(record)))


def _has(row: Variant, names: frozenset[str]) -> bool:
    lettered = any(not name.isdigit() for name in names)
    return all(1 <= (named_square(name, row) or 0) <= row.board.last for name in names) and (
        lettered or not names or row.names(row.board)[1].isdigit()
    )


def _names(record: Record) -> Iterator[str]:
    for written in record.moves:
        yield from _SQUARE.findall(written.text.lower())
    for fen in (record.tag("FEN") or "", *(item.fen for item in record.items if isinstance(item, Setup))):
        yield from _SQUARE.findall(fen)  # the capital letters of a FEN are sides and kings, not squares


def game_tags(variant: Variant) -> dict[str, str]:
    """The tags that name the game: the full PDN game type, and the variant's key if several games have that type."""
    return {"GameType": variant.gametype, VARIANT_TAG: variant.key}
