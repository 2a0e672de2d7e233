"""The commands about officials' accounts, to be typed on the service's own machine: `account`, `token`."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from contextlib import contextmanager

from arbiter.cli.stores import kept, store_asked, store_of
from arbiter.cli.typed import Verbs
from arbiter.hall.account_acts import Act, note
from arbiter.hall.accounts import account_named, invite, machine_token
from arbiter.journal.register import Register
from arbiter.journal.sqlite.register import SqliteRegister
from arbiter.machine.keys import instance_keys, shared_keys
from arbiter.refused import Refused
from arbiter.settings import settings

TOKEN_DAYS = 365


def add(verb: Verbs) -> None:
    made = verb("account", account, "list the accounts of officials, or print the link that sets a forgotten password")
    made.add_argument("deed", choices=("list", "reset"), metavar="DEED", help="list, or reset")
    made.add_argument("name", metavar="NAME", nargs="?", default="chief")
    store_of(made)

    made = verb("token", token, "print a bearer token for the API")
    made.add_argument("--role", choices=("director", "arbiter", "spectator"), required=True)
    made.add_argument("--days", type=int, default=TOKEN_DAYS, metavar="N", help="days for which it is valid (365)")
    store_of(made)


def account(asked: argparse.Namespace) -> int:
    """`arbiter account`: list the accounts, or make a link for setting a new password. The service may be running."""
    with register_of(asked) as register:
        if asked.deed == "list":
            for one in register.accounts.all():
                print(f"{one.number}  {one.role:<9} {one.name or '-'}{'  (ended)' if one.ended else ''}")
            return 0
        found = account_named(register.accounts, asked.name)
        minutes = settings(instance=asked.instance).link_minutes
        secret, link = invite(register.accounts, found, int(time.time()), 60 * minutes)
        note(register, found.number, Act(link.made, "service", "link", link.id))
        address = register.setting("address") or "http://127.0.0.1:8000"
        print(f"{found.name} sets a new password, once, within {minutes} minutes: {address}/sign-in/{secret}")
    return 0


def token(asked: argparse.Namespace) -> int:
    """`arbiter token`: make a bearer token, signed with the key of the instance. The service may be running."""
    asked.instance.mkdir(parents=True, exist_ok=True, mode=0o700)
    with register_of(asked) as register:
        shared = bool(store_asked(asked))
        keys = shared_keys(asked.instance, register) if shared else instance_keys(asked.instance)
        print(machine_token(register.accounts, keys, asked.role, int(time.time()), asked.days))
    return 0


@contextmanager
def register_of(asked: argparse.Namespace) -> Iterator[Register]:
    """Yield the register, open for writing. A running service may write to it at the same time."""
    instance, url = asked.instance, store_asked(asked)
    if url:
        with kept(url) as archive:
            yield archive.register
        return
    path = instance / "register.sqlite"
    if not path.exists() and any((instance / "tournaments").glob("*.sqlite")):
        raise Refused("register_lost", file=str(path))
    register = SqliteRegister.open(path)
    try:
        yield register
    finally:
        register.close()
