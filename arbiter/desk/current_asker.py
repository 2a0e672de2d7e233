"""The one who makes the present request (person, tablet or service), as the permission check of a desk needs it.

The web code sets this before it passes the request on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from arbiter.journal.accounts import Account, KeptAccounts
from arbiter.rulings.bounds.rights import SERVICE, Asker
from arbiter.values import replace

ASKER: ContextVar[Asker] = ContextVar("asker", default=SERVICE)
"""The asker of the current request; the service itself outside of a request."""
NEW_WITNESS = "witness 000000"
"""A placeholder for the number of a witness who is not in the register yet.

It is replaced before a journal line is written.
"""


@contextmanager
def asking(asker: Asker) -> Iterator[None]:
    """Make *asker* the asker of all requests that this thread makes within the block."""
    before = ASKER.set(asker)
    try:
        yield
    finally:
        ASKER.reset(before)


def with_witness(asker: Asker, accepted: Iterable[object], kept: KeptAccounts) -> Asker:
    """Store the person whom *asker* has named as a witness in the register, if the *accepted* events name that witness.

    If they do, return *asker* with the witness's number, as the journal writes it. Otherwise return *asker* without a
    witness.
    """
    named = any(getattr(one, "second", "") == NEW_WITNESS for one in accepted)
    number = kept.put(Account(asker.new_witness, "witness", ended=True)).number if named else 0
    known = replace(asker, new_witness="", witness=f"witness {number}" if number else "")
    ASKER.set(known)
    return known
