"""The commands `hub`, which manages the keys of halls for a hub, and `relay`, which sends a tournament to a hub."""

from __future__ import annotations

import argparse
import logging
import os
import signal
import socket
import sys
import threading
import time
from contextlib import ExitStack

from arbiter.cli.accounts import register_of
from arbiter.cli.stores import beside, store_asked, store_of
from arbiter.cli.typed import Verbs, counted
from arbiter.federation.relay import KEY
from arbiter.refused import Refused
from arbiter.view import INITIALS, MINORS


def add(verb: Verbs) -> None:
    made = verb("hub", hub, "list the halls with a key for this hub, make a key, or revoke it")
    made.add_argument("deed", choices=("list", "key", "revoke"), metavar="DEED", help="list, key, or revoke")
    made.add_argument("hall", metavar="HALL", nargs="?", default="", help="the name of the hall")
    store_of(made)

    made = verb("relay", relay, "send a tournament of this hall to a hub, until stopped")
    made.add_argument("--to", required=True, metavar="URL", help="the address of the hub")
    made.add_argument("--key", default="", metavar="KEY", help=f"the key that the hub gave to the hall ({KEY})")
    made.add_argument("--tournament", required=True, metavar="T", help="the tournament's id in this hall")
    made.add_argument("--minors", choices=MINORS, default=INITIALS, help="how names of minors are sent to the hub")
    made.add_argument("--elsewhere", action="store_true", help="refuse a hub on this computer")
    made.add_argument("--attached", action="store_true", help="stop when the standard input ends")
    store_of(made)


def hub(asked: argparse.Namespace) -> int:
    """`arbiter hub`: list, make or revoke the keys of halls. A running service applies the change at once."""
    from arbiter.federation.hub import halls

    now = int(time.time())
    if asked.deed != "list" and not asked.hall:
        raise Refused("field_missing", field="HALL")
    with register_of(asked) as register:
        kept = register.accounts
        if asked.deed == "key":
            print(halls.make_key(kept, asked.hall, now)[0])
        elif asked.deed == "revoke":
            print(f"The key of {halls.revoke_hall(kept, asked.hall, now).device} no longer works.")
        else:
            for one in halls.keys(kept, now):
                used = time.strftime("used %Y-%m-%d %H:%M", time.localtime(one.seen)) if one.seen else "not used yet"
                until = time.strftime("%Y-%m-%d", time.localtime(one.until))
                print(f"{one.device}  ({used}, valid until {until})")
    return 0


def relay(asked: argparse.Namespace) -> int:
    """`arbiter relay`: send a tournament to a hub until stopped. It runs beside the service and does not delay it."""
    from arbiter.federation.relay.hub_connection import Uplink
    from arbiter.federation.relay.relay import Relay, mark_of
    from arbiter.federation.relay.status import path_of
    from arbiter.journal.sqlite.writer import one_process

    key = asked.key or os.environ.get(KEY, "")
    if not key:
        raise Refused("relay_key_missing")
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s", stream=sys.stderr)
    if hasattr(os, "nice"):
        os.nice(10)  # the service comes first, because players wait for it
    with beside(asked) as read, ExitStack() as stack:
        if not read.read(asked.tournament, 0, 1):
            raise Refused("no_tournament", tournament=asked.tournament[:80])
        lock = path_of(asked.instance, asked.tournament).with_suffix(".lock")
        lock.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        stack.enter_context(one_process(lock, Refused("relay_runs", tournament=asked.tournament)))
        place = "" if store_asked(asked) else f"{socket.gethostname()} {asked.instance.resolve()}"
        uplink = Uplink(asked.to, key, here=not asked.elsewhere, mark=mark_of(read, place))
        one = Relay(read, uplink, asked.tournament, asked.instance, minors=asked.minors)
        for name in (signal.SIGTERM, signal.SIGINT):
            signal.signal(name, lambda *_: one.ended.set())
        if asked.attached:
            threading.Thread(target=_attached, args=(one.ended,), daemon=True).start()
        print(f"{asked.tournament} is sent to {uplink.address} from now on.", flush=True)
        one.run()
    print(f"{counted(one.fed, 'line', 'lines')} of {asked.tournament} are at {uplink.address}.")
    return 0


def _attached(ended: threading.Event) -> None:
    """Wait until the program that started the relay ends or closes the relay's standard input. Then set *ended*."""
    sys.stdin.read()
    ended.set()
