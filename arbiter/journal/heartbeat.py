"""The last instant at which the service is known to have run, stored beside the journals and never in them.

It is written once a second and not synced. A killed process leaves it intact. After a power cut an older beat, or the
last line of a journal, takes its place.
"""

from __future__ import annotations

from pathlib import Path

from arbiter.sides import Instant

WIDTH = 16


class Heartbeat:
    """A number in a small file, always of the same width, so that a write is never half done."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def last(self) -> Instant:
        """Return the last beat; 0 if none can be read."""
        try:
            return int(self.path.read_text())
        except (OSError, ValueError):
            return 0

    def beat(self, at: Instant) -> None:
        """Write *at* in place of the last beat.

        An error of the disk is ignored, because the journal will report it.
        """
        try:
            with self.path.open("r+b" if self.path.exists() else "wb") as file:
                file.write(f"{at:0{WIDTH}d}".encode())
        except OSError:
            return
