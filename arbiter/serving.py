"""Building the service (desks, alarms, pages, API and event streams), and running it in one process on one port."""

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
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

import uvicorn
from a2wsgi.asgi_typing import ASGIApp

from arbiter import __version__, words
from arbiter.alarms.ringing import Alarms
from arbiter.broadcast.copies import LOOK_SECONDS as COPY_SECONDS
from arbiter.broadcast.webhooks import LOOK_SECONDS as WEBHOOK_SECONDS
from arbiter.desk.desks import Desks
from arbiter.desk.following import Following
from arbiter.desk.snapshots import LOOK_SECONDS as SNAPSHOT_SECONDS
from arbiter.desk.snapshots import REST
from arbiter.federation.relay.processes import LOOK_SECONDS as RELAY_SECONDS
from arbiter.federation.relay.processes import Relays
from arbiter.hall.emergency import LOOK_SECONDS as KIT_SECONDS
from arbiter.hall.emergency import EmergencyKit
from arbiter.hall.precedents.library import UPDATE_SECONDS as LIBRARY_SECONDS
from arbiter.hall.worker import load
from arbiter.instants import HallClock, Watch
from arbiter.journal.journal import Obstacle
from arbiter.journal.register import Register
from arbiter.journal.sqlite.journal import file_of
from arbiter.machine import certificates
from arbiter.machine.disk import obstacle
from arbiter.machine.file_checks import CHECK_SECONDS, Guard
from arbiter.machine.file_checks import LOOK_SECONDS as GUARD_SECONDS
from arbiter.machine.hall_urls import LISTENING, Whereabouts, whereabouts_of
from arbiter.machine.keys import KNOWN, SNAPSHOTS, Keys, instance_keys, shared_keys
from arbiter.machine.limits import BACKLOG_CONNECTIONS, Files, allowed
from arbiter.machine.logbook import kept
from arbiter.machine.memory import give_back_early
from arbiter.machine.read_only_copy import readable
from arbiter.machine.watchdog import stay_alive, tell_supervisor
from arbiter.periodic import Job, Periodic
from arbiter.refused import Refused
from arbiter.service import Service
from arbiter.settings import Settings
from arbiter.values import dataclass
from arbiter.web.access import known
from arbiter.web.access.sessions import Access
from arbiter.web.app import create_app
from arbiter.web.office.front import office
from arbiter.web.public.pages import public
from arbiter.web.request_parsing import takes_file
from arbiter.web.streams.connections import Connections, Limits
from arbiter.web.streams.cross_origin import CrossOrigin
from arbiter.web.streams.event_streams import Live
from arbiter.web.streams.page_cache import PageCache
from arbiter.web.streams.protocol import among, listen_over_tls
from arbiter.web.streams.request_body_buffer import BodyBuffer, BodyLimits
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
"""The beginning of Python's message when the system gives it no more threads."""
SWITCH_SECONDS = 0.000_5
"""The seconds for which a thread may keep the interpreter while others wait. So a long page does not delay a move."""
PAGES = (public, office, tablet, practice)


@dataclass(frozen=True, slots=True)
class Running:
    """A service that is ready to answer: with sign-in, thread pools, page cache and web application."""

    service: Service
    access: Access
    lanes: ThreadPools
    rendered: PageCache
    app: ASGIApp


class Works(Protocol):
    """A part of the service that runs in the background between its `start` and its `stop`."""

    def start(self) -> None: ...
    def stop(self) -> None: ...


@contextmanager
def running(
    instance: Path,
    settings: Settings,
    whereabouts: Whereabouts,
    clock: HallClock,
    *,
    max_pages: int | None = None,
    guide: Guide | None = None,
    reading: Obstacle | None = None,
    start_key: str = "",
) -> Iterator[Running]:
    """Run the service of an instance for the duration of the block. At the end its journals are closed.

    *guide*: the object that knows the scenes of the demonstration; None in an ordinary service. *reading*: the reason
    why nothing can be written; the service is then read-only. *start_key*: the key in the address of the page that
    opens in the browser by itself.
    """
    medium = Path(settings.second_medium) if settings.second_medium else None
    public = settings.role == "public"
    store, kept = database(settings.store, instance, whereabouts.plain, public=public)
    if store is not None:
        clock.agree(store.now)
    reading = "read_only" if public else reading
    medium = None if reading else medium

    def keys_of(register: Register) -> Keys:
        return instance_keys(instance) if kept is None or public else shared_keys(instance, register)

    desks = Desks(
        instance,
        clock,
        max_pages=max_pages,
        medium=medium,
        reading=reading,
        kept=kept,
        marks=lambda register: keys_of(register).derived(SNAPSHOTS),
        later=store is None,
    )
    following = Following(desks, store, writes=not public) if store is not None else None
    alarms = Alarms(desks)
    keys = Keys(secrets.token_hex(32)) if public else keys_of(desks.register)
    if reading is None and desks.register.setting(KNOWN) != keys.mark:
        desks.register.set_setting(KNOWN, keys.mark)
    made = Service(desks, keys, settings, whereabouts, start_key, following)
    opener = threading.Thread(target=desks.open_long, name="long journals")
    if desks.opening:  # large tournaments need a process for long work
        made.jobs.begin("start", lambda job: job.run(load))
    access = Access(made)
    app = create_app(access, PAGES, guide)
    lanes = ThreadPools(app, keys, threads=settings.threads, readers=settings.reader_threads)
    rendered = PageCache(lanes, desks, app.config["SESSION_COOKIE_NAME"])
    keeper = BodyLimits(takes_file=partial(takes_file, app), signed=lanes.knows, known=partial(known, app))
    asked = BodyBuffer(rendered, keeper, refusing=lanes, ticket=partial(ticket, desks, lanes), receipts=lanes.receipts)
    if made.machine.heads is not None and reading is None:
        made.machine.heads.remember(desks.register)
    kit = EmergencyKit(desks, settings, made.machine.heads, run=made.jobs.worker.run)
    guard = Guard(desks, made.machine.disk.obstacle, made.machine.heads)
    relays = Relays(desks, settings.store, here=settings.hub_here == "yes")
    jobs = [Job("snapshots", SNAPSHOT_SECONDS, partial(make_snapshots, desks))]
    if not public:
        jobs += [
            Job("emergency kit", KIT_SECONDS, kit.make),
            Job("guard", GUARD_SECONDS, guard.look),
            Job("tournaments opened", 0, desks.wake_all),
            Job("chains", CHECK_SECONDS, guard.check),
            Job("relays", RELAY_SECONDS, relays.look),
            Job("rulings library", LIBRARY_SECONDS, made.precedents.update),
        ]
    if not public and reading is None:
        jobs.append(Job("static copies", COPY_SECONDS, made.broadcast.copies.look))
        jobs.append(Job("webhooks", WEBHOOK_SECONDS, made.broadcast.webhooks.look))
    if not public and reading is None and settings.backup_minutes:
        jobs.append(Job("backups", 60 * settings.backup_minutes, made.backups.make))
    periodic = Periodic(*jobs)
    desks.watch.wall.when_set.append(periodic.count_anew)
    works: Sequence[Works] = (alarms, made.computer.player, made.computer.practice)
    if public:
        works = ()
    if store is not None and following is not None:
        store.start()
        following.start()
    for one in (*works, periodic):
        one.start()
    opener.start()
    try:
        live = Live(desks, asked, settings, known=partial(known, app))
        app.extensions["metrics"].wires = live.addresses.total
        app.extensions["metrics"].flags = alarms.flags
        yield Running(made, access, lanes, rendered, CrossOrigin(live, settings.readers))
    finally:
        for stop in (
            made.broadcast.stop,
            opener.join,
            periodic.stop,
            guard.stop,
            relays.stop,
            *(one.stop for one in reversed(works)),
        ):
            stop()
        made.precedents.close()
        made.jobs.stop()
        made.computer.close()
        lanes.close()
        if following is not None:
            following.stop()
        desks.close()
        if store is not None:
            store.close()


def make_snapshots(desks: Desks) -> None:
    """Make the snapshots that are due, with pauses that leave time for moves."""
    for desk in desks:
        desk.keep(rest=REST)


def database(
    url: str, instance: Path, address: str, *, public: bool = False
) -> tuple[PostgresStore | None, Archive | None]:
    """Return the database store and its archive if *url* names a database; otherwise a pair of None.

    *public*: whether the database is only read.
    """
    if not url:
        if public:
            raise Refused("public_needs_store")
        return None, None
    try:
        from arbiter.journal.postgres.store import opened
    except ImportError as cause:
        raise Refused("store_needs_psycopg") from cause
    return opened(url, instance, file_of, address, reads=public, remembers=not public)


def serve(instance: Path | None, settings: Settings, *, demo: bool, opens: bool = False) -> None:
    """Run the service until the process is told to stop, and print its addresses.

    *opens*: whether to open the first page in a browser.
    """
    host, port = settings.host, settings.port
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends in order, as with Ctrl-C
    if os.name == "posix" and signal.getsignal(signal.SIGHUP) == signal.SIG_DFL:  # the terminal's window was closed
        signal.signal(signal.SIGHUP, lambda *_: signal.raise_signal(signal.SIGTERM))
    sys.setswitchinterval(SWITCH_SECONDS)
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


def _serve(folder: Path, settings: Settings, host: str, port: int, first: str, files: Files, *, demo: bool) -> bool:
    """Run the service once until it ends. Return whether it should be run again.

    It should if the disk could not be written before and can be written now.
    """
    with readable(folder) as (instance, reading):
        whereabouts = whereabouts_of(instance, settings)
        address = whereabouts.told
        clock, guide = shown() if demo else (HallClock(), None)
        with (
            kept(instance, settings.log_level),
            running(instance, settings, whereabouts, clock, guide=guide, reading=reading, start_key=first) as ready,
            taken(host, port) as listening,
            taken(host, whereabouts.tls_port) if whereabouts.certificate else nullcontext() as secure,
        ):
            log.info("Arbiter %s on port %d, Python %s, %s", __version__, port, platform.python_version(), sys.platform)
            if ready.service.desks.reading is None:
                ready.service.desks.register.set_setting("address", address)
                ready.service.desks.register.set_setting(LISTENING, f"{host} {port}")
            gc.enable()
            gc.freeze()  # the garbage collector need not examine what has been loaded
            players = playing(ready.service.desks, guide) if guide else None
            if guide:
                ready.service.computer.practice.settle("always")  # in the demonstration a round is always being played
            tell(ready.access, host, port, address, demo=demo)
            proxy = settings.proxy
            limits = Limits(
                an_address=settings.connections_per_address,
                altogether=files.connections,
            )
            config = uvicorn.Config(
                ready.app,
                ws="none",
                http=among(Connections(ready.lanes.knows, limits, proxy=proxy)),
                proxy_headers=bool(proxy),
                forwarded_allow_ips=proxy,
                log_config=None,  # uvicorn logs to the same handlers as everything else
                access_log=False,
                lifespan="off",
                server_header=False,
                timeout_graceful_shutdown=1,
                backlog=files.backlog,
            )
            over_tls = None if secure is None else (secure, certificates.context(instance))
            opened = f"http://127.0.0.1:{port}/first/{first}" if first else ""
            listener = Listener(config, ready.service.desks.watch, over_tls, folder if reading else None, opened)
            try:
                listener.run(sockets=[listening])
            finally:
                log.info("ended")
            if players:
                players.stop()
            return listener.again


def shown() -> tuple[HallClock, Guide]:
    """Return the demonstration's clock, and the guide that leads a visitor through it."""
    from arbiter.demo import demonstration
    from arbiter.demo.guide import Guide

    return demonstration.clock(), Guide()


def playing(desks: Desks, guide: Guide) -> Demonstration:
    """Start the demonstration (a tournament that plays itself) and return it."""
    from arbiter.demo.demonstration import Demonstration

    players = Demonstration(desks, guide)
    players.start()
    return players


class Listener(uvicorn.Server):
    """The web server (uvicorn). It also ticks for the event loop, so that stalls are noticed, and listens for HTTPS.

    *over_tls*: the HTTPS socket with its certificate. *waits_for*: the folder of an instance whose disk cannot be
    written. Once it can be written, the server ends, to be started again. *opened*: the address to open in a browser
    once the server listens.
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
        """Start to listen."""
        await super().startup(sockets)
        if self.opened:
            import webbrowser  # few starts open a browser

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
        """Serve until the process is told to stop."""
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
        while await asyncio.to_thread(obstacle, folder) is not None:  # noqa: ASYNC110  # a disk sends no event
            await asyncio.sleep(1)
        self.again = self.should_exit = True


@contextmanager
def taken(host: str, port: int) -> Iterator[socket.socket]:
    """Yield a listening socket on that address. Raise OSError if another program uses the address."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # without the protocol given, asyncio does not recognise the socket as TCP and leaves Nagle's algorithm on, so that
    # every answer waits 40 ms for the acknowledgement of its head
    with socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(BACKLOG_CONNECTIONS)
        yield listening


def tell(access: Access, host: str, port: int, address: str, *, demo: bool) -> None:
    """Print the addresses, and the first sign-in link if there is no chief arbiter yet."""
    settings = access.service.settings
    here = f"http://127.0.0.1:{port}" if host in ("0.0.0.0", "127.0.0.1", "::", "localhost") else address
    lines = [f"Arbiter serves on {here}/" + ("  (a demonstration, on a clock of its own)" if demo else "")]
    if address != here:
        lines.append(f"Tablets and spectators in the hall: {address}/")
    elif host == "127.0.0.1":
        lines.append("Tablets in the hall reach it if it is started with --host 0.0.0.0")
    if settings.only_shows:
        print("\n".join(lines), flush=True)
        return
    lines.append(f"The office: {here}/office")
    if not demo:
        held = "Journals and register: "
        if settings.store:
            held += "in the database; log, copies and analyses: "
        lines.append(f"{held}{access.service.desks.instance.resolve()}")
    link = access.accounts.make_first_link()
    if link:
        lines.append(f"Sign in as chief arbiter, once, within {settings.link_minutes} minutes: {here}/sign-in/{link}")
    print("\n".join(lines), flush=True)
