"""The generation of a database: how often a standby server has taken the place of the primary server.

PostgreSQL counts promotions as timelines. A node remembers the highest timeline that it has seen, also on its own disk.
It does not write to a server with a lower timeline, because that server was replaced and has come back.
"""

from __future__ import annotations

import logging
import threading
from contextlib import suppress
from pathlib import Path

from arbiter.refused import Refused

log = logging.getLogger(__name__)


class Generation:
    """The highest timeline of a database that this node has seen.

    *path*: the file in which it is remembered, or None.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.system, self.timeline = "", 0
        self._lock = threading.Lock()
        with suppress(OSError, ValueError):
            system, timeline = path.read_text("utf-8").split() if path is not None else ("", "0")
            self.system, self.timeline = system, int(timeline)

    def check(self, system: str, timeline: int) -> None:
        """Remember a server's timeline.

        Raise Refused if a higher timeline of the same database is known: the server was replaced.
        """
        with self._lock:
            if system == self.system and timeline < self.timeline:
                raise Refused("store_replaced", found=timeline, known=self.timeline)
            if (system, timeline) == (self.system, self.timeline):
                return
            if system == self.system:
                log.warning("the database was promoted: it goes on with timeline %d", timeline)
            self.system, self.timeline = system, timeline
            if self.path is not None:
                with suppress(OSError):
                    self.path.write_text(f"{system} {timeline}\n", "utf-8")
