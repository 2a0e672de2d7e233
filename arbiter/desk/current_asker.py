"""Who asks, while a request is answered: the web sets it, and the desk has it decided whether they may."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace

from arbiter.journal.accounts import Account, KeptAccounts
from arbiter.rulings.bounds.asker import SERVICE, Asker

ASKER: ContextVar[Asker] = ContextVar("asker", default=SERVICE)
"""Who asks; the service itself outside of a request."""
NEW_WITNESS = "witness 000000"
"""The word for a witness whom the register does not have yet. It never stands in a journal."""


@contextmanager
def asking(asker: Asker) -> Iterator[None]:
    """As long as it lasts *asker* asks, in this thread."""
    before = ASKER.set(asker)
    try:
        yield
    finally:
        ASKER.reset(before)


def with_witness(asker: Asker, accepted: Iterable[object], kept: KeptAccounts) -> Asker:
    """*asker*, whose new witness the register has from now on, if what was *accepted* names that witness."""
    named = any(getattr(one, "second", "") == NEW_WITNESS for one in accepted)
    number = kept.put(Account(asker.new_witness, "witness", ended=True)).number if named else 0
    known = replace(asker, new_witness="", witness=f"witness {number}" if number else "")
    ASKER.set(known)
    return known
