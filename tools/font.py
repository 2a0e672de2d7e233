# /// script
# dependencies = ["fonttools==4.68.0", "brotli==1.2.1"]
# ///
"""Makes the font of the pages out of InterVariable.woff2 of the npm package inter-ui 4.1.1.

`uv run tools/font.py InterVariable.woff2` writes arbiter/web/static/vendor/inter-HASH.woff2: three weights on one axis
(400 to 700), Latin, Latin Extended-A and Cyrillic, tabular figures, kerning. The file is named by its content, because
browsers keep it for a year: a new name has to be entered in site.css and base.html.
"""

from __future__ import annotations

import hashlib
import io
import sys
from pathlib import Path

from fontTools import subset  # type: ignore[import-not-found]  # only this script needs it, in an environment of its own
from fontTools.ttLib import TTFont  # type: ignore[import-not-found]
from fontTools.varLib import instancer  # type: ignore[import-not-found]

VENDOR = Path(__file__).resolve().parents[1] / "arbiter" / "web" / "static" / "vendor"
LETTERS = [*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x218, 0x21C), *range(0x400, 0x460), 0x490, 0x491]
SIGNS = [0x2013, 0x2014, *range(0x2018, 0x201F), 0x2020, 0x2022, 0x2026, 0x20AC, 0x2190, 0x2192, 0x2212, 0x25B6, 0x2713]
DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
FEATURES = ["kern", "tnum", "ccmp", "mark", "locl"]


def main(source: str) -> None:
    whole = io.BytesIO()
    instancer.instantiateVariableFont(TTFont(source, recalcTimestamp=False), {"opsz": 14, "wght": (400, 700)}).save(
        whole
    )
    font = TTFont(io.BytesIO(whole.getvalue()), recalcTimestamp=False)
    keep_tabular(font)
    options = subset.Options(layout_features=FEATURES, flavor="woff2", hinting=False, name_IDs=[0, 1, 2, 13, 14])
    cut = subset.Subsetter(options)
    cut.populate(unicodes=[*LETTERS, *SIGNS])
    cut.subset(font)
    made = io.BytesIO()
    subset.save_font(font, made, options)
    (VENDOR / f"inter-{hashlib.sha256(made.getvalue()).hexdigest()[:8]}.woff2").write_bytes(made.getvalue())


def keep_tabular(font: TTFont) -> None:
    """Take everything but the digits out of the feature for tabular figures: a hyphen in a word stays narrow."""
    table = font["GSUB"].table
    of = {
        index
        for one in table.FeatureList.FeatureRecord
        if one.FeatureTag == "tnum"
        for index in one.Feature.LookupListIndex
    }
    for lookup in (table.LookupList.Lookup[index] for index in of):
        for part in lookup.SubTable:
            inner = getattr(part, "ExtSubTable", part)
            inner.mapping = {glyph: other for glyph, other in inner.mapping.items() if glyph in DIGITS}


if __name__ == "__main__":
    main(sys.argv[1])
