"""What the referee of a tournament does when the rules are not kept: one value a tournament, made from a profile.

Rules say what may be played; regulations say what happens when it is not. Each switch is a named column with its
source; `basis` says how well that source is supported: "full", "excerpt", "secondary", "project" (our own default) or
"unverified" (to be confirmed by the club before use).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, NamedTuple

from arbiter.tournament.regulations.switches import CAME_LATER, NEVER, SWITCHES, Switches, Value

BASES = ("full", "excerpt", "secondary", "project", "unverified")


class Source(NamedTuple):
    """Where the value of a switch stands, and how well that is supported."""

    text: str
    basis: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Regulations(Switches):
    """One profile, or one profile with switches that the director has turned.

    `flags`: "propose" puts a fallen flag before the arbiter, "auto" ends the game. `plies_before_a_draw`: how many
    plies must have been played before a draw can be agreed. `hint_level`: after an irregular move the tablet tells 1
    the rule only, 2 the pieces that may move, 3 the correct moves. `late`: minutes after which an absent player may
    be forfeited. What the other columns mean stands in `docs/officiating.md`.
    """

    key: str
    edition: str
    variants: tuple[str, ...]
    articles: Mapping[str, str]
    sources: Mapping[str, Source]
    turned: frozenset[str] = frozenset()
    """The switches that the director has turned away from the profile."""

    def source(self, switch: str) -> Source:
        return self.sources.get(switch, NOT_SAID)

    @property
    def switches(self) -> tuple[tuple[str, Value], ...]:
        """Every switch with its value, in the order of the columns: what an event tells and the hash is made of."""
        return tuple((key, self.value(key)) for key in SWITCHES)

    def put(self, switches: Iterable[tuple[str, object]]) -> Regulations:
        """These regulations with those values; a switch that this release does not know is passed over."""
        told: dict[str, Any] = {key: value for key, value in switches if key in SWITCHES}
        return replace(self, **told)

    def turn(self, switches: Iterable[tuple[str, object]]) -> Regulations:
        given = tuple(switches)
        return replace(self.put(given), turned=self.turned | {key for key, _ in given if key in SWITCHES})

    @property
    def hash(self) -> str:
        """Sixteen hexadecimal digits that any other value of any switch would change."""
        held = [(key, value) for key, value in self.switches if (key, value) not in CAME_LATER.items()]
        was = {NEVER: 0, 0: -1}  # no limit was written 0 once
        plain = [(key, was.get(self.late, self.late) if key == "late" else value) for key, value in held]
        told = json.dumps([self.key, self.edition, plain], ensure_ascii=True, separators=(",", ":"))
        return hashlib.sha256(told.encode()).hexdigest()[:16]


MOVE_CODES = (
    "capture_missed",
    "capture_not_maximum",
    "capture_stopped_early",
    "precedence",
    "jumped_same_piece_twice",
    "jumped_own_piece",
    "blocked",
    "wrong_direction_or_distance",
    "moved_opponents_piece",
    "touched_other_piece",
    "crowned_in_passing",
    "jumped_on_after_crowning",
    "king_move_limit",
)
"""What an irregular move can be found to be: a profile that has an article for one of them tells players that one."""
NOT_SAID = Source("-", "project")
"""No text says it: the value is this project's default."""


def regulations(
    key: str,
    edition: str,
    variants: tuple[str, ...],
    articles: Mapping[str, str],
    said: Mapping[str, tuple[Value, str, str]],
) -> Regulations:
    """A profile: the switches that its texts speak of, each with value, source and basis; the others by default."""
    values: dict[str, Any] = {key: value for key, (value, _, _) in said.items()}
    sources = {key: Source(text, basis) for key, (_, text, basis) in said.items()}
    return Regulations(
        key=key,
        edition=edition,
        variants=variants,
        articles=MappingProxyType(dict(articles)),
        sources=MappingProxyType(sources),
        **values,
    )
