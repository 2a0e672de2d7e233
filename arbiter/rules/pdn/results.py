"""Results as text, in the form of the variant.

The variant says which side's points come first. In English draughts they are Black's (PDN 2.0), so 1-0 is a win for
Black in that game. A result has one word for each side: "won", "drawn" or "lost". If both sides lose, both words
are "lost".
"""

from __future__ import annotations

from arbiter.rules.variants import Variant
from arbiter.sides import Both


def result_text(words: Both[str] | None, variant: Variant) -> str:
    """Return the result in the points of the variant, or "*" if *words* is None.

    The points of the side that the variant names first (`points_of`) come first.
    """
    if words is None:
        return "*"
    if words == Both("lost", "lost"):
        return "0-0"
    return {"won": variant.points.win, "drawn": variant.points.draw, "lost": variant.points.loss}[
        words[variant.points_of]
    ]
