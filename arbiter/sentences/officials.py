"""What officials settle and decide besides rulings at a board: regulations, objections, crowns, appeals."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.sentences.marks import N_

OFFICIALS: Mapping[str, str] = {
    "regulations_settled": N_("The first round has been started: the regulations stand as they are."),
    "nothing_changed": N_("That is as it stands already."),
}
