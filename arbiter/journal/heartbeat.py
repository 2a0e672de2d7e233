"""The last instant at which the service is known to have been alive, kept beside the journals and never in them.

It is written once a second and not synced: a killed process leaves it whole, and after a power cut an older one, or
the last line of a journal, takes its place.
"""

from __future__ import annotations

from pathlib import Path

from arbiter.sides import Instant

WIDTH = 16


class Heartbeat:
    """One number in a small file, always of the same width, so that a write is never half there."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def last(self) -> Instant:
        """The last beat; 0 when there was none that can be read."""
        try:
            return int(self.path.read_text())
        except (OSError, ValueError):
            return 0

    def beat(self, at: Instant) -> None:
        """Writes *at* in the place of the last beat.

        A disk that takes nothing is passed over, the journal will say so.
        """
        try:
            with self.path.open("r+b" if self.path.exists() else "wb") as file:
                file.write(f"{at:0{WIDTH}d}".encode())
        except OSError:
            return
