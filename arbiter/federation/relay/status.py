"""The status of a relay, in a small file beside the journals, which the office page reads."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, field
from pathlib import Path

from arbiter.refused import Fact
from arbiter.values import dataclass

FOLDER = "relays"
LIVES_SECONDS = 30
"""If a relay writes no new status for this many seconds, it counts as ended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RelayTold:
    """The status of a relay: its hub, how many lines it has sent, and why it waits. Instants are Unix seconds."""

    tournament: str
    hub: str
    page: str = ""
    """The URL of the tournament at the hub, once the hub has told it."""
    lines: int = 0
    fed: int = 0
    held: int = 0
    """The number of lines that people outside the hall may not know yet."""
    since: int = 0
    """The time since which the hub has not answered, in Unix seconds; 0 if it answers."""
    why: str = ""
    ended: str = ""
    """The code of the refusal by which the relay has ended for good; empty while it runs."""
    facts: dict[str, Fact] = field(default_factory=dict)
    at: int = 0

    @property
    def behind(self) -> int:
        """The number of lines that may be published and have not been sent yet."""
        return self.lines - self.held - self.fed

    @property
    def running(self) -> bool:
        """Whether the relay runs: it has not ended, and has written its status within the last half minute."""
        return not self.ended and time.time() - self.at < LIVES_SECONDS


def path_of(instance: Path, tournament: str) -> Path:
    """Return the path of the file with the status of a tournament's relay."""
    return instance / FOLDER / f"{tournament}.json"


def tell(instance: Path, told: RelayTold) -> None:
    """Write the relay's status to its file. If the disk cannot be written, do nothing."""
    path = path_of(instance, told.tournament)
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        unfinished = path.with_suffix(".new")
        unfinished.write_text(json.dumps(asdict(told), ensure_ascii=False), "utf-8")
        unfinished.replace(path)


def shown_at(instance: Path, tournament: str) -> RelayTold | None:
    """Return the status of the relay that shows *tournament* on a hub, or None if there is no such relay."""
    return next((one for one in relays(instance) if one.tournament == tournament and one.page), None)


def relays(instance: Path) -> Iterator[RelayTold]:
    """Yield the last written status of every relay."""
    for path in sorted((instance / FOLDER).glob("*.json")):
        with suppress(OSError, ValueError, TypeError):
            yield RelayTold(**json.loads(path.read_text("utf-8")))
