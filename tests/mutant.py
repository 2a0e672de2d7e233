"""A plugin of pytest: every tournament is announced with one switch of its regulations turned, whatever a test asks.

`MUTANT=late=30 pytest -p tests.mutant ...`. A test of the ruling behind that switch has to fail then.
"""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

from arbiter.tournament.events.terms import TournamentOpened
from arbiter.tournament.regulations import Regulations
from arbiter.tournament.regulations.switches import SWITCHES

KEY, _, VALUE = os.environ.get("MUTANT", "").partition("=")


def turned(row: Regulations) -> Regulations:
    """The regulations with that switch turned."""
    kinds: dict[str, Any] = {"yes": bool(VALUE), "number": int(VALUE or 0) if VALUE.isdigit() or not VALUE else 0}
    ladder = tuple(VALUE.split(",")) if VALUE else ()
    value = {**kinds, "ladder": ladder, "choice": VALUE}[SWITCHES[KEY].kind]
    return replace(row, **{KEY: value})


if KEY:
    opened = TournamentOpened._regulations
    TournamentOpened._regulations = lambda self: turned(opened(self))  # type: ignore[method-assign]  # it is a mutant
