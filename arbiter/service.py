"""A running service as one value: its tournaments, its machine, the computer player, and its settings.

`serving.py` builds it. The web code, which alone uses Flask, gets it by `arbiter.web.access.service`.
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
from arbiter.engines.computer import Computer
from arbiter.engines.engines import Engines
from arbiter.engines.practice import PracticeSittings
from arbiter.engines.thinkers import Thinkers
from arbiter.hall.jobs import LongJobs
from arbiter.hall.precedents.library import Precedents
from arbiter.hall.worker import Worker
from arbiter.journal.journal import Obstacle
from arbiter.machine.disk import DiskCheck
from arbiter.machine.heads import Heads
from arbiter.machine.keys import Keys
from arbiter.machine.whereabouts import Addresses, Whereabouts
from arbiter.settings import Settings
from arbiter.values import dataclass


@dataclass(frozen=True)
class HallMachine:
    """The parts of a service that concern its machine: keys, addresses and disk."""

    keys: Keys
    addresses: Addresses
    heads: Heads | None
    """The signer of journal heads; None on a node that only shows."""
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
    """The parts of a service that hand out what was published: static copies, and messages to receivers."""

    copies: StaticCopies
    webhooks: Webhooks

    def stop(self) -> None:
        """End what is being written or sent."""
        self.copies.stop()
        self.webhooks.stop()


@dataclass(frozen=True)
class Service:
    """A running service. Each part of it is made when it is first used, and stays the same from then on."""

    desks: Desks
    keys: Keys
    settings: Settings = field(default_factory=Settings)
    whereabouts: Whereabouts = field(default_factory=Whereabouts)
    """The addresses of this machine when the service started."""
    start_key: str = ""
    """The key of the page that opened by itself; empty if the service was started without `--open`."""
    following: Following | None = None
    """The tournaments that other nodes over the same database write; None if there is no database."""
    now: Callable[[], float] = time.time
    """The wall clock in seconds since 1970, by which sessions, tokens and links end."""

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
        """The work that takes long, with the processes that do it, made when it is first used."""
        return LongJobs(Worker())

    @cached_property
    def backups(self) -> Backups:
        """The copies of journals and register on this machine."""
        return Backups(self.desks, kept=self.settings.backups)

    @cached_property
    def precedents(self) -> Precedents:
        """The library of the rulings of all tournaments, made when it is first used."""
        return Precedents(self.desks)

    @cached_property
    def broadcast(self) -> Broadcast:
        """The parts that hand out what was published, made when they are first used."""
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
