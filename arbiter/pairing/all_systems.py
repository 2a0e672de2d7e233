"""The table of all pairing systems by key, one row each. The interface of a row is described in `system_interface`."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.pairing.formats import round_robin
from arbiter.pairing.formats.evening import EVENING
from arbiter.pairing.formats.groups import GROUPS
from arbiter.pairing.formats.keizer import KEIZER
from arbiter.pairing.formats.knockout import KNOCKOUT
from arbiter.pairing.formats.ladder import LADDER
from arbiter.pairing.formats.manual import MANUAL
from arbiter.pairing.formats.matches import of_games
from arbiter.pairing.formats.scheveningen import SCHEVENINGEN
from arbiter.pairing.formats.simultaneous import SIMULTANEOUS
from arbiter.pairing.formats.teams import of_teams
from arbiter.pairing.swiss.system import SWISS
from arbiter.pairing.system_interface import System

SYSTEMS: Mapping[str, System] = {
    "round-robin": of_games(round_robin.system(1)),
    "double-round-robin": round_robin.system(2),
    "multiple-round-robin": round_robin.MULTIPLE,
    "groups": GROUPS,
    "scheveningen": of_games(SCHEVENINGEN),
    "knockout": KNOCKOUT,
    "keizer": KEIZER,
    "ladder": LADDER,
    "run-through": EVENING,
    "simultaneous": SIMULTANEOUS,
    "team-round-robin": of_teams(round_robin.system(1)),
    "swiss": of_games(SWISS),
    "team-swiss": of_teams(SWISS),
    "manual": MANUAL,
}
"""The pairing systems by their keys in the API. Their names are in the message catalogue."""
