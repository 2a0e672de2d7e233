"""A whole PDN file: its text is parsed, the variant of each game is found, and every game is replayed.

A faulty game does not stop the reading of the other games.
"""

from __future__ import annotations

from collections.abc import Sequence

from arbiter.progress import counted
from arbiter.rules.pdn.encoding import decoded
from arbiter.rules.pdn.gametypes import has_squares, named_variant, possible_variants
from arbiter.rules.pdn.reader import parse_pdn
from arbiter.rules.pdn.records import Oddity, Record
from arbiter.rules.pdn.replay import Replayed, replay
from arbiter.rules.pdn.strict import strict_oddity
from arbiter.rules.variants import VARIANTS, Variant
from arbiter.values import dataclass

TRIED_GAMES = 12
"""To find the variant of a file, at most this many of its games are replayed in every possible variant.

These are the longest games. In addition, all games that consist of a position alone are tried.
"""


@dataclass(frozen=True, slots=True)
class Collection:
    """The games of one file in their order, as written (`records`) and as played (`replayed`).

    `refused` is the first place at which a strict reader would refuse the file. It is None if there is no such place,
    or if the file was not read strictly.
    """

    records: tuple[Record, ...]
    replayed: tuple[Replayed, ...]
    refused: Oddity | None = None

    @property
    def moves(self) -> int:
        """The number of moves of all games, including the moves after a fault.

        A capture that was written as several jumps is one move.
        """
        return sum(len(game.made) + game.lost for game in self.replayed)


def read_collection(content: bytes, variant: Variant | None = None, *, strict: bool = False) -> Collection:
    """Parse and replay the games of a file.

    If *variant* is given, all games are read as that variant. Otherwise a game whose tags name a variant is read as the
    named one. For all other games, the one variant is used in which most of them can be played. If the board of that
    variant lacks a square of a game, this game is read as the first variant that has all its squares. With *strict* the
    file is also checked against the standard's own grammar.
    """
    text = decoded(content)
    records = parse_pdn(text)
    refused = strict_oddity(text) if strict else None
    if strict and refused is None and not _is_utf8(content):
        refused = Oddity(1, 1, "pdn_not_utf8", {})
    if variant is not None:
        return Collection(records, tuple(replay(record, variant) for record in counted(records)), refused)
    likeliest = likeliest_variant([record for record in records if named_variant(record) is None])
    games = tuple(replay(record, _variant(record, likeliest)) for record in counted(records))
    return Collection(records, games, refused)


def likeliest_variant(records: Sequence[Record]) -> Variant:
    """Return the variant in which the fewest games of *records* have a fault.

    Of several such variants, return the one in which most moves can be played.
    """
    sample = [record for record in records if record.moves or record.tag("FEN")]
    longest = sorted((record for record in sample if record.moves), key=lambda record: -len(record.moves))
    sample = [*longest[:TRIED_GAMES], *(record for record in sample if not record.moves)]
    possible = tuple(dict.fromkeys(row for record in sample for row in possible_variants(record)))
    if not possible:
        return VARIANTS["international"]

    def played(row: Variant) -> tuple[int, int, int]:
        games = [replay(record, row) for record in sample]
        faults, uncrowned = sum(game.fault is not None for game in games), sum(game.uncrowned for game in games)
        return -faults, sum(len(game.made) for game in games), -uncrowned

    return max(possible, key=played)


def _variant(record: Record, likeliest: Variant) -> Variant:
    named = named_variant(record)
    if named is not None:
        return named
    if has_squares(likeliest, record):
        return likeliest
    return next(iter(possible_variants(record)), likeliest)


def _is_utf8(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True
