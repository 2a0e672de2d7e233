"""The Swiss system: why a round cannot be paired, and why it was paired as it was."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

SWISS: Mapping[str, str] = {
    "no_legal_pairing": N_(
        "Round {round} cannot be paired by the rules. It could be if these gave way: meeting again {again}; forbidden pairs {forbidden}; both due the same colour {colours}; a second bye for {byes}."
    ),
}
