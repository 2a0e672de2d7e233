"""The details of a tournament that do not affect play: place, dates, times of rounds, federation."""

from __future__ import annotations

from arbiter.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Details:
    """The details of a tournament as announced. A field is empty if nobody has filled it in.

    Days are ISO dates. `times` are pairs of a round and a local time such as 2026-12-05T10:00.
    """

    place: str = ""
    begins: str = ""
    ends: str = ""
    federation: str = ""
    times: tuple[tuple[int, str], ...] = ()
