"""How a relay is, in a small file beside the journals: the office shows it, whichever process the relay is."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

from arbiter.refused import Fact

FOLDER = "relays"
LIVES = 30
"""Seconds after which a relay that has written nothing is not running any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RelayTold:
    """A relay: where it feeds its tournament to, how far it has come, and why it waits. Instants in Unix seconds."""

    tournament: str
    hub: str
    page: str = ""
    """Where the tournament is shown, once the hub has said so."""
    lines: int = 0
    fed: int = 0
    held: int = 0
    """Lines that may not be known outside the hall yet."""
    since: int = 0
    """Since when the hub has not answered; 0: it answers."""
    why: str = ""
    ended: str = ""
    """The code of the refusal by which it has ended for good; empty while it goes on."""
    facts: dict[str, Fact] = field(default_factory=dict)
    at: int = 0

    @property
    def behind(self) -> int:
        """Lines that the hub may know and does not have."""
        return self.lines - self.held - self.fed

    @property
    def running(self) -> bool:
        """Whether it has been heard of lately."""
        return not self.ended and time.time() - self.at < LIVES


def path_of(instance: Path, tournament: str) -> Path:
    """Where a relay says how it is."""
    return instance / FOLDER / f"{tournament}.json"


def tell(instance: Path, told: RelayTold) -> None:
    """Writes it down; a disk that takes nothing is passed over."""
    path = path_of(instance, told.tournament)
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        unfinished = path.with_suffix(".new")
        unfinished.write_text(json.dumps(asdict(told), ensure_ascii=False), "utf-8")
        unfinished.replace(path)


def shown_at(instance: Path, tournament: str) -> RelayTold | None:
    """The relay of a tournament that a hub shows; None where none does."""
    return next((one for one in relays(instance) if one.tournament == tournament and one.page), None)


def relays(instance: Path) -> Iterator[RelayTold]:
    """What every relay has said last."""
    for path in sorted((instance / FOLDER).glob("*.json")):
        with suppress(OSError, ValueError, TypeError):
            yield RelayTold(**json.loads(path.read_text("utf-8")))
