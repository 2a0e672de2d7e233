"""The last instant at which the service is known to have run, in a file beside the journals.

The file is written once a second and not synced. If the process is killed, the file stays intact. After a power cut the
file may hold an older beat. Then the later of two instants counts: that beat, or a journal's last line.
"""

from __future__ import annotations

from pathlib import Path

from arbiter.sides import Instant

WIDTH = 16


class Heartbeat:
    """The heartbeat file. It holds one number of fixed width, so that a write is never half done."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def last(self) -> Instant:
        """Return the instant of the last beat; 0 if none can be read."""
        try:
            return int(self.path.read_text())
        except (OSError, ValueError):
            return 0

    def beat(self, at: Instant) -> None:
        """Write the instant *at* in place of the last beat.

        An error of the disk is ignored here, because the next write to a journal reports it.
        """
        try:
            with self.path.open("r+b" if self.path.exists() else "wb") as file:
                file.write(f"{at:0{WIDTH}d}".encode())
        except OSError:
            return
