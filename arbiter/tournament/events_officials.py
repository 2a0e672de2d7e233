"""What officials settle besides rulings at a board. See `events.py` for what an event is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from arbiter.refused import Fact
from arbiter.sides import Instant


@dataclass(frozen=True, slots=True, kw_only=True)
class RegulationsChanged:
    """The director turned switches of the regulations before the first round: each with its new value."""

    at: Instant
    switches: tuple[tuple[str, Fact], ...]
    by: str
    reason: str = ""


OfficialEvent: TypeAlias = RegulationsChanged
