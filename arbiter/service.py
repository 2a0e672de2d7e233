"""A running service as one value: its tournaments, its machine, the computer player, and its settings.

`serving.py` builds the service. The web code (the only code with Flask) gets it from `arbiter.web.access.service`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import field
from datetime import tzinfo
from functools import cached_property

from arbiter.alarms.backups import Backups
from arbiter.broadcast.copies import StaticCopies
from arbiter.broadcast.webhooks import Webhooks
from arbiter.desk.desks import Desks
from arbiter.desk.following import Following
from arbiter.engines.analyses import Analyses
from arbiter.engines.computer_player import Computer
from arbiter.engines.engines import Engines
from arbiter.engines.practice import PracticeSittings
from arbiter.engines.search_processes import Thinkers
from arbiter.hall.jobs import LongJobs
from arbiter.hall.precedents.library import Precedents
from arbiter.hall.worker import Worker
from arbiter.journal.journal import Obstacle
from arbiter.machine.disk import DiskCheck
from arbiter.machine.hall_urls import Addresses, Whereabouts
from arbiter.machine.keys import Keys
from arbiter.machine.signed_heads import Heads
from arbiter.settings import Settings
from arbiter.values import dataclass


@dataclass(frozen=True)
class HallMachine:
    """The parts of a service that concern its machine: keys, addresses and disk."""

    keys: Keys
    addresses: Addresses
    heads: Heads | None
    """The signer of journal heads (number and hash of a last line); None on a node that only shows tournaments."""
    disk: DiskCheck


@dataclass(frozen=True)
class ComputerPlayer:
    """The computer player and its parts: search processes, external engines, analyses, and practice."""

    thinkers: Thinkers
    engines: Engines
    player: Computer
    analyses: Analyses
    practice: PracticeSittings

    def close(self) -> None:
        """End the search processes and the external engines."""
        self.thinkers.close()
        self.engines.close()


@dataclass(frozen=True)
class Broadcast:
    """The parts of a service that publish: static copies, and messages to other sites that follow (receivers)."""

    copies: StaticCopies
    webhooks: Webhooks

    def stop(self) -> None:
        """Stop writing copies and sending messages."""
        self.copies.stop()
        self.webhooks.stop()


@dataclass(frozen=True)
class Service:
    """A running service. Each part of it is made when it is first used, and stays the same from then on."""

    desks: Desks
    keys: Keys
    settings: Settings = field(default_factory=Settings)
    whereabouts: Whereabouts = field(default_factory=Whereabouts)
    """The network addresses of this machine at the service's start."""
    start_key: str = ""
    """The secret in the URL of the page that opens in the browser by itself; empty without the option `--open`."""
    following: Following | None = None
    """The threads that read what other nodes write into the same database; None if there is no database."""
    now: Callable[[], float] = time.time
    """A function that returns the time of the wall clock in seconds since 1970.

    Sessions, tokens and links end by it.
    """

    @cached_property
    def zone(self) -> tzinfo:
        """The hall's time zone."""
        return self.settings.zone

    @property
    def address(self) -> str:
        """The service's URL, as it is printed in QR codes."""
        return self.machine.addresses.found.told

    @cached_property
    def machine(self) -> HallMachine:
        """The parts of the service that concern its machine, made when they are first used."""
        shows = self.settings.only_shows
        return HallMachine(
            keys=self.keys,
            addresses=Addresses(self.whereabouts),
            heads=None if shows else Heads(self.keys, self.desks.clock.now),
            disk=DiskCheck(self.desks.instance, None if shows else self.desks.reading, self._store_obstacle),
        )

    def _store_obstacle(self) -> Obstacle | None:
        """Return why the database does not answer or cannot be written; None if it works or there is none."""
        return None if self.following is None else self.following.obstacle or self.following.silent

    @cached_property
    def jobs(self) -> LongJobs:
        """The long jobs (such as large sheets), with the processes that do them; made when first used."""
        return LongJobs(Worker(), several=self.following is not None)

    @cached_property
    def backups(self) -> Backups:
        """The copies of journals and register on this machine."""
        return Backups(self.desks, kept=self.settings.backups)

    @cached_property
    def precedents(self) -> Precedents:
        """The library of precedents (earlier rulings in all tournaments); made when first used."""
        return Precedents(self.desks)

    @cached_property
    def broadcast(self) -> Broadcast:
        """The parts of the service that publish, made when first used."""
        here = self.settings.hub_here == "yes"
        webhooks = Webhooks(self.desks, lambda: self.address, here=here)
        return Broadcast(StaticCopies(self.desks, self.settings), webhooks)

    @cached_property
    def computer(self) -> ComputerPlayer:
        """The computer player with its processes, engines, analyses and practice, made when it is first used."""
        thinkers = Thinkers(self.settings.thinkers)
        engines = Engines(self.desks.register, self.settings.engines, self.settings.engines_folder)
        return ComputerPlayer(
            thinkers=thinkers,
            engines=engines,
            player=Computer(self.desks, thinkers, engines),
            analyses=Analyses(self.desks.instance, thinkers),
            practice=PracticeSittings(self.desks),
        )
