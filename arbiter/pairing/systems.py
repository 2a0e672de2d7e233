"""Every way of pairing by its key: one row each. What a row is given and answers with stands in `system`."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.pairing import berger, manual
from arbiter.pairing.system import System

SYSTEMS: Mapping[str, System] = {
    "round-robin": berger.system(1),
    "double-round-robin": berger.system(2),
    "manual": System(
        pair=manual.pair,
        rounds=lambda _field, _settings: 0,
        tiebreaks=("wins", "solkoff"),
        by_hand=True,
    ),
}
"""Each by its key in the contract; its name stands in the message catalogue."""
