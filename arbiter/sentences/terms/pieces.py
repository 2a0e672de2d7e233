"""Names of pieces in the colours that a variant gives them: a red king, a black checker."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

PIECES: Mapping[str, str] = {
    "white man": N_("white man"),
    "white checker": N_("white checker"),
    "white king": N_("white king"),
    "white good-for-nothing": N_("white good-for-nothing"),
    "black man": N_("black man"),
    "black checker": N_("black checker"),
    "black king": N_("black king"),
    "black good-for-nothing": N_("black good-for-nothing"),
    "red man": N_("red man"),
    "red checker": N_("red checker"),
    "red king": N_("red king"),
}
