"""The regulations of a tournament: what happens if the rules of the game are broken.

Rules say which moves are legal; regulations say what follows if a move is not. They are one value, made from a profile
(the regulations of one federation or rulebook). Each switch is a named column with its source. `basis` says how well
the source is supported: "full", "excerpt", "secondary", "project" (our own default) or "unverified" (to be confirmed by
the club before use).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from arbiter.tournament.regulations.switches import CAME_LATER, NEVER, SWITCHES, Switches, Value
from arbiter.values import dataclass, replace

BASES = ("full", "excerpt", "secondary", "project", "unverified")


class Source(NamedTuple):
    """The text from which a switch's value was taken, and how well that text supports the value."""

    text: str
    basis: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Regulations(Switches):
    """The regulations in force: a profile, with the switches that the director has changed.

    `flags`: "propose" puts a fallen flag before the arbiter, "auto" ends the game. `plies_before_a_draw` is the number
    of plies before which no draw can be agreed. `hint_level` is what the tablet shows after an irregular move: 1 the
    rule only, 2 the pieces that may move, 3 the correct moves. `late` is the number of minutes after which an absent
    player may be forfeited. The other columns are described in `docs/officiating.md`.
    """

    key: str
    edition: str
    variants: tuple[str, ...]
    articles: Mapping[str, str]
    sources: Mapping[str, Source]
    turned: frozenset[str] = frozenset()
    """The switches that the director has changed from the profile."""

    def source(self, switch: str) -> Source:
        return self.sources.get(switch, NOT_SAID)

    @property
    def switches(self) -> tuple[tuple[str, Value], ...]:
        """Every switch with its value, in the order of the columns, as an event records it and as `hash` reads it."""
        return tuple((key, self.value(key)) for key in SWITCHES)

    def put(self, switches: Iterable[tuple[str, object]]) -> Regulations:
        """Return these regulations with the given values. A switch that this release does not know is skipped."""
        told: dict[str, Any] = {key: value for key, value in switches if key in SWITCHES}
        return replace(self, **told)

    def turn(self, switches: Iterable[tuple[str, object]]) -> Regulations:
        given = tuple(switches)
        return replace(self.put(given), turned=self.turned | {key for key, _ in given if key in SWITCHES})

    @property
    def hash(self) -> str:
        """Sixteen hexadecimal digits that change with the value of any switch."""
        held = [(key, value) for key, value in self.switches if (key, value) not in CAME_LATER.items()]
        was = {NEVER: 0, 0: -1}  # in older journals no limit was written as 0
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
"""The codes of irregular moves. If a profile has an article for one of them, players are told that article."""
NOT_SAID = Source("-", "project")
"""The source of a value that no text gives: this project's default."""


def regulations(
    key: str,
    edition: str,
    variants: tuple[str, ...],
    articles: Mapping[str, str],
    said: Mapping[str, tuple[Value, str, str]],
) -> Regulations:
    """Make a profile from the switches that its texts mention, each with value, source and basis.

    All other switches have their defaults.
    """
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
