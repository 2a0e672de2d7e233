"""The crosstables of TRF files in tests/data, and the values that were published for them."""

from __future__ import annotations

import csv
from pathlib import Path

from arbiter.pairing.table.crosstable import Crosstable
from arbiter.pairing.trf.read import parse_trf
from arbiter.pairing.trf.table import table_of

DATA = Path(__file__).parent.parent / "data" / "pairing"


def crosstable(name: str) -> Crosstable:
    """The crosstable of a file of exercises."""
    return table_of(parse_trf((DATA / "tiebreaks" / name).read_text()))


def expected(name: str) -> list[dict[str, str]]:
    """The published values, a row an entry."""
    with (DATA / "tiebreaks" / name).open() as file:
        return list(csv.DictReader(file, delimiter="\t"))
