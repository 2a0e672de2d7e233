"""The service composed: desks, alarms, doors, pages and wires in one process on one port."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import platform
import secrets
import signal
import socket
import ssl
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

import uvicorn
from a2wsgi.asgi_typing import ASGIApp

from arbiter import __version__, words
from arbiter.alarms.backups import Backups
from arbiter.alarms.ringing import Alarms
from arbiter.alarms.snapshots import Keeping
from arbiter.desk.desks import Desks
from arbiter.desk.following import Following
from arbiter.federation.relay.processes import Relays
from arbiter.hall.emergency import EmergencyKit
from arbiter.instants import HallClock, Watch
from arbiter.journal.journal import Obstacle
from arbiter.journal.register import Register
from arbiter.machine import certificates
from arbiter.machine.disk import obstacle
from arbiter.machine.guard import Guard
from arbiter.machine.keys import KNOWN, SNAPSHOTS, Keys, instance_keys, shared_keys
from arbiter.machine.limits import BACKLOG, Files, allowed
from arbiter.machine.logbook import kept
from arbiter.machine.memory import give_back_early
from arbiter.machine.read_only_copy import readable
from arbiter.machine.watchdog import stay_alive, tell_supervisor
from arbiter.machine.whereabouts import LISTENING, whereabouts_of
from arbiter.refused import Refused
from arbiter.web.access import Doors, known
from arbiter.web.app import create_app
from arbiter.web.office.front import office
from arbiter.web.public.pages import public
from arbiter.web.reading.sizes import takes_file
from arbiter.web.streams.body_buffer import BodyBuffer, BodyLimits
from arbiter.web.streams.connections import Connections, Limits
from arbiter.web.streams.event_streams import Live
from arbiter.web.streams.page_cache import PageCache
from arbiter.web.streams.protocol import among, listen_over_tls
from arbiter.web.streams.thread_pools import ThreadPools, ticket
from arbiter.web.tablet.board_page import tablet
from arbiter.web.tablet.practice import practice

if TYPE_CHECKING:
    from arbiter.demo.demonstration import Demonstration
    from arbiter.demo.guide import Guide
    from arbiter.journal.postgres.store import PostgresStore
    from arbiter.journal.store import Archive

log = logging.getLogger(__name__)
NO_THREAD = "can't start new thread"
"""Of Python's own words where the system gives it no thread more."""
SWITCH = 0.000_5
"""Seconds that a thread may keep the interpreter while others wait: a long page does not hold up a move."""
PAGES = (public, office, tablet, practice)


@dataclass(frozen=True, slots=True)
class Service:
    """A service that is ready to answer: its tournaments, who may come in, and the application that is asked."""

    desks: Desks
    doors: Doors
    lanes: ThreadPools
    rendered: PageCache
    app: ASGIApp


class Works(Protocol):
    """What goes on beside the requests, from its start to its stop."""

    def start(self) -> None: ...
    def stop(self) -> None: ...


@contextmanager
def service(
    instance: Path,
    settings: Mapping[str, Any],
    address: str,
    clock: HallClock,
    *,
    max_pages: int | None = None,
    guide: Guide | None = None,
    reading: Obstacle | None = None,
    node: str = "",
) -> Iterator[Service]:
    """The service over an instance for as long as the block runs.

    Its alarms ring, its journals are closed at the end. *guide*: of the demonstration. *reading*: what stands in the
    way of writing; nothing is recorded then. *node*: where others over the same database reach it.
    """
    medium = Path(settings["second_medium"]) if settings["second_medium"] else None
    public = settings["role"] == "public"
    store, kept = database(str(settings["store"]), instance, str(settings["node"]) or node, public=public)
    if store is not None:
        clock.agree(store.now())
    reading = "read_only" if public else reading
    medium = None if reading else medium

    def keys_of(register: Register) -> Keys:
        return instance_keys(instance) if kept is None or public else shared_keys(instance, register)

    def marks(register: Register) -> bytes:
        return keys_of(register).derived(SNAPSHOTS)

    desks = Desks(instance, clock, max_pages=max_pages, medium=medium, reading=reading, kept=kept, marks=marks)
    following = Following(desks, store, leads=not public) if store is not None else None
    alarms = Alarms(desks)
    copies = Backups(desks, minutes=0 if reading else int(settings["backup_minutes"]), kept=int(settings["backups"]))
    keys = Keys(secrets.token_hex(32)) if public else keys_of(desks.register)
    if reading is None and desks.register.setting(KNOWN) != keys.mark:
        desks.register.set_setting(KNOWN, keys.mark)
    doors = Doors(desks=desks, keys=keys, settings=settings, address=address, following=following)
    app = create_app(doors, PAGES, guide)
    lanes = ThreadPools(app, doors.keys, threads=int(settings["threads"]), readers=int(settings["reader_threads"]))
    rendered = PageCache(lanes, desks, app.config["SESSION_COOKIE_NAME"])
    keeper = BodyLimits(takes_file=partial(takes_file, app), signed=lanes.knows, known=partial(known, app))
    asked = BodyBuffer(rendered, keeper, refusing=lanes, ticket=partial(ticket, desks, lanes))
    keeping = Keeping(desks)
    if doors.heads is not None and reading is None:
        doors.heads.remember(desks.register)
    kit = EmergencyKit(desks, settings, doors.heads)
    guard = Guard(desks, doors.readiness.obstacle, doors.heads)
    relays = Relays(desks, str(settings["store"]), here=settings["hub_here"] == "yes")
    works: Sequence[Works] = (alarms, copies, keeping, kit, guard, relays, doors.house, doors.sittings)
    if public:
        works = (keeping,)
    if following is not None:
        following.start()
    for one in works:
        one.start()
    try:
        yield Service(desks, doors, lanes, rendered, Live(desks, asked, settings, known=partial(known, app)))
    finally:
        for one in reversed(works):
            one.stop()
        doors.thinkers.close()
        doors.engines.close()
        doors.workshop.close()
        lanes.close()
        if following is not None:
            following.stop()
        desks.close()
        if store is not None:
            store.close()


def database(
    url: str, instance: Path, address: str, *, public: bool = False
) -> tuple[PostgresStore | None, Archive | None]:
    """What a database keeps, where one is named; None for the files of the instance. *public*: it is only read."""
    if not url:
        if public:
            raise Refused("public_needs_store")
        return None, None
    try:
        from arbiter.journal.postgres.store import opened
    except ImportError as cause:
        raise Refused("store_needs_psycopg") from cause
    return opened(url, instance, address, reads=public)


def serve(instance: Path | None, settings: Mapping[str, Any], *, demo: bool, opens: bool = False) -> None:
    """Serves until it is stopped; says where to open what. With *opens* the first page opens in the browser."""
    host, port = str(settings["host"]), int(settings["port"])
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends in order, as with Ctrl-C
    if os.name == "posix" and signal.getsignal(signal.SIGHUP) == signal.SIG_DFL:  # its window is closed
        signal.signal(signal.SIGHUP, lambda *_: signal.raise_signal(signal.SIGTERM))
    sys.setswitchinterval(SWITCH)
    give_back_early()
    throwaway = tempfile.TemporaryDirectory(prefix="arbiter-demo-") if instance is None else nullcontext(str(instance))
    with throwaway as name:
        folder = Path(name)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        first = secrets.token_urlsafe(16) if opens else ""
        files = allowed(folder, settings)
        if files.code == "files_few":
            print(words.say(files.code, files.facts, words.SOURCE), flush=True)
        try:
            while _serve(folder, settings, host, port, first, files, demo=demo):
                log.warning("the disk takes something again: the service starts anew")
        except (MemoryError, RuntimeError) as cause:
            if isinstance(cause, RuntimeError) and NO_THREAD not in str(cause):
                raise
            raise Refused("start_short_of_memory") from cause


def _serve(
    folder: Path, settings: Mapping[str, Any], host: str, port: int, first: str, files: Files, *, demo: bool
) -> bool:
    """One service; whether another is to follow, because its disk took nothing and now does."""
    with readable(folder) as (instance, reading):
        whereabouts = whereabouts_of(instance, settings)
        address = whereabouts.told
        clock, guide = shown() if demo else (HallClock(), None)
        with (
            kept(instance, str(settings["log_level"])),
            service(instance, settings, address, clock, guide=guide, reading=reading, node=whereabouts.plain) as ready,
            taken(host, port) as listening,
            taken(host, whereabouts.tls_port) if whereabouts.certificate else nullcontext() as secure,
        ):
            log.info("Arbiter %s on port %d, Python %s, %s", __version__, port, platform.python_version(), sys.platform)
            ready.doors.whereabouts, ready.doors.first = whereabouts, first
            if ready.desks.reading is None:
                ready.desks.register.set_setting("address", address)
                ready.desks.register.set_setting(LISTENING, f"{host} {port}")
            gc.enable()
            gc.freeze()  # what has been read stays: nobody waits while all of it is looked through for what is free
            players = playing(ready.desks, guide) if guide else None
            if guide:
                ready.doors.sittings.settle("always")  # there, a round is always being played
            tell(ready.doors, host, port, address, demo=demo)
            proxy = str(settings["proxy"])
            limits = Limits(
                an_address=int(settings["connections_per_address"]),
                altogether=files.connections,
            )
            config = uvicorn.Config(
                ready.app,
                ws="none",
                http=among(Connections(ready.lanes.knows, limits, proxy=proxy)),
                proxy_headers=bool(proxy),
                forwarded_allow_ips=proxy,
                log_config=None,  # what it logs goes where everything goes
                access_log=False,
                lifespan="off",
                server_header=False,
                timeout_graceful_shutdown=1,
                backlog=files.backlog,
            )
            over_tls = None if secure is None else (secure, certificates.context(instance))
            opened = f"http://127.0.0.1:{port}/first/{first}" if first else ""
            listener = Listener(config, ready.desks.watch, over_tls, folder if reading else None, opened)
            try:
                listener.run(sockets=[listening])
            finally:
                log.info("ended")
            if players:
                players.stop()
            return listener.again


def shown() -> tuple[HallClock, Guide]:
    """The clock of the demonstration, and whoever leads a visitor through it."""
    from arbiter.demo import demonstration
    from arbiter.demo.guide import Guide

    return demonstration.clock(), Guide()


def playing(desks: Desks, guide: Guide) -> Demonstration:
    """The demonstration, begun."""
    from arbiter.demo.demonstration import Demonstration

    players = Demonstration(desks, guide)
    players.start()
    return players


class Listener(uvicorn.Server):
    """The server, whose event loop, which hears what tablets send, ticks as long as it serves.

    *over_tls*: where it listens for those who come over HTTPS, with the certificate that it shows them. *waits_for*:
    the instance whose disk takes nothing; once it does, the server ends, to be started on it. *opened*: the address
    that is opened in the browser once it listens.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        watch: Watch,
        over_tls: tuple[socket.socket, ssl.SSLContext] | None = None,
        waits_for: Path | None = None,
        opened: str = "",
    ) -> None:
        super().__init__(config)
        self.watch = watch
        self.over_tls = over_tls
        self.waits_for = waits_for
        self.again = False
        self.opened = opened

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listens."""
        await super().startup(sockets)
        if self.opened:
            import webbrowser  # few starts are a double click

            asyncio.get_running_loop().run_in_executor(None, webbrowser.open, self.opened)
        if self.over_tls is not None and not self.should_exit:
            listening, context = self.over_tls
            met = partial(
                cast("Any", self.config.http_protocol_class),
                config=self.config,
                server_state=self.server_state,
                app_state=self.lifespan.state,
            )
            self.servers.append(await listen_over_tls(met, listening, context, backlog=self.config.backlog))
        tell_supervisor("READY=1")

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Serves until it is told to end."""
        tasks = [asyncio.create_task(self.watch.tick_in_loop()), asyncio.create_task(stay_alive())]
        if self.waits_for is not None:
            tasks.append(asyncio.create_task(self._wait(self.waits_for)))
        try:
            await super().serve(sockets)
        finally:
            tell_supervisor("STOPPING=1")
            for task in tasks:
                task.cancel()

    async def _wait(self, folder: Path) -> None:
        while await asyncio.to_thread(obstacle, folder) is not None:  # noqa: ASYNC110  # a disk tells nobody
            await asyncio.sleep(1)
        self.again = self.should_exit = True


@contextmanager
def taken(host: str, port: int) -> Iterator[socket.socket]:
    """The address to listen on; OSError when another program has it."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # without its protocol, asyncio takes the socket for none of TCP's, leaves Nagle's algorithm on, and every answer
    # waits 40 ms for the other side's acknowledgement of its head
    with socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(BACKLOG)
        yield listening


def tell(doors: Doors, host: str, port: int, address: str, *, demo: bool) -> None:
    """Prints the addresses, and the first sign-in link while there is no chief arbiter."""
    here = f"http://127.0.0.1:{port}" if host in ("0.0.0.0", "127.0.0.1", "::", "localhost") else address
    lines = [f"Arbiter serves on {here}/" + ("  (a demonstration, on a clock of its own)" if demo else "")]
    if address != here:
        lines.append(f"Tablets and spectators in the hall: {address}/")
    if doors.only_shows:
        print("\n".join(lines), flush=True)
        return
    lines.append(f"The office: {here}/office")
    if not demo:
        held = "Journals and register: "
        if doors.settings["store"]:
            held += "in the database; log, copies and analyses: "
        lines.append(f"{held}{doors.desks.instance.resolve()}")
    link = doors.accounts.make_first_link()
    if link:
        lines.append(
            f"Sign in as chief arbiter, once, within {doors.settings['link_minutes']} minutes: {here}/sign-in/{link}"
        )
    print("\n".join(lines), flush=True)
