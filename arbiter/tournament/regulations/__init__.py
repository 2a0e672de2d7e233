"""The regulations of a tournament: what happens if a player breaks the rules of the game.

Rules say which moves are legal; regulations say what follows an illegal move. The regulations of a tournament start
from a profile, which is the set of values of one federation or rulebook. Each single value is called a switch, and has
a source. `basis` says how well the source supports the value: "full", "excerpt", "secondary", "project" (our own
default) or "unverified" (to be confirmed by the club before use).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import field
from types import MappingProxyType
from typing import Any, NamedTuple

from arbiter.tournament.regulations.switches import CAME_LATER, NEVER, SWITCHES, Switches, Value
from arbiter.values import dataclass, replace

BASES = ("full", "excerpt", "secondary", "project", "unverified")
OWN = ("project", "unverified")
"""The kinds of sources (`basis`) that are no article: their values are cited as house rules."""


AFTER = "house rule, after "
"""The beginning of the citation of a house rule that was adapted from another text, which follows."""
INSTEAD_OF = "house rule, instead of "
"""The beginning of the citation of a house rule that replaces an article of the regulations, which follows."""
OTHER = "other: "
"""The first word of a citation if an official named a text for a ruling, and the text does not fit that ruling."""
NAMED = "named: "
"""The beginning of the citation of an article that an official named, and that is in a text of the regulations."""
HOUSE_RULE = "house rule"
"""The citation of a rule for which no text has an article."""


class Source(NamedTuple):
    """The text from which the value of a switch was taken, and how well that text supports the value.

    `text` is the article, then a colon and a note: "FMJD Annex 1, 5.7: replying accepts". If the value is a default of
    this project (basis "project") or was not verified, `text` is only a note. If the value was adapted from an article,
    the note begins with "after" and that article.
    """

    text: str
    basis: str
    value: Value

    @property
    def article(self) -> str:
        """The article that contains this value; empty if none does."""
        return "" if self.basis in OWN else self.text.partition(":")[0]

    @property
    def cited(self) -> str:
        """The citation for this value: its article, or a house rule with the text that it was adapted from."""
        if self.article:
            return self.article
        told = self.text.partition(":")[0]
        return AFTER + told.removeprefix("after ") if told.startswith("after ") else HOUSE_RULE


@dataclass(frozen=True, slots=True, kw_only=True)
class Regulations(Switches):
    """The regulations in force: a profile, with the values (switches) that the director has changed.

    `flags`: "propose" lets an arbiter decide on a fallen flag, "auto" ends the game. `plies_before_a_draw` is the
    number of plies before which no draw can be agreed. `hint_level` is what the tablet shows after an irregular move: 1
    only the rule, 2 the pieces that may move, 3 the correct moves. `late` is the number of minutes after which an
    absent player may be forfeited. `docs/officiating.md` describes the other switches.
    """

    key: str
    edition: str
    variants: tuple[str, ...]
    articles: Mapping[str, str]
    sources: Mapping[str, Source]
    offences: Mapping[str, tuple[tuple[str, ...], str]] = field(default_factory=dict)
    """The categories of conduct that have an article of their own: each with its list of penalties and the article."""
    turned: frozenset[str] = frozenset()
    """The switches (single values of the regulations) that the director has changed."""

    def source(self, switch: str) -> Source:
        """Return the source of the profile's value for *switch*, a single value of the regulations.

        The tournament may have another value: see `departs`.
        """
        return self.sources[switch]

    def departs(self, switch: str) -> bool:
        """Return whether the tournament's value for *switch* is not the one that the article of the switch prescribes.

        A switch is a single value of the regulations.
        """
        source = self.sources[switch]
        return bool(source.article) and self.value(switch) != source.value

    @property
    def departures(self) -> tuple[str, ...]:
        """Return the switches (single values) that are not as their articles prescribe.

        They have the order of the fields of `Switches`.
        """
        return tuple(filter(self.departs, SWITCHES))

    def cited(self, switch: str) -> str:
        """Return the citation for the present value of *switch*, a single value of the regulations; never empty."""
        source = self.sources[switch]
        if self.departs(switch):
            return INSTEAD_OF + source.article
        return source.cited if self.value(switch) == source.value else HOUSE_RULE

    def article(self, matter: str) -> str | None:
        """Return the citation for a ruling on *matter*, such as "objection", or None.

        It is None if neither the rulebook nor a switch is about the matter. If the director changed the switch that
        decides the matter, the citation names a house rule in place of the article.
        """
        own, switch = self.articles.get(matter), SETTLED_BY.get(matter)
        if switch is None or not (own is None or self.departs(switch)):
            return own
        return INSTEAD_OF + own if own and self.departs(switch) else self.cited(switch)

    @property
    def switches(self) -> tuple[tuple[str, Value], ...]:
        """Return every switch (single value of the regulations) by name, in the order of the fields of `Switches`.

        An event records them, and `hash` is computed from them.
        """
        return tuple((key, self.value(key)) for key in SWITCHES)

    def put(self, switches: Iterable[tuple[str, object]]) -> Regulations:
        """Return these regulations with the given values (switches).

        A value that this release does not know is skipped.
        """
        told: dict[str, Any] = {key: value for key, value in switches if key in SWITCHES}
        return replace(self, **told)

    def turn(self, switches: Iterable[tuple[str, object]]) -> Regulations:
        given = tuple(switches)
        return replace(self.put(given), turned=self.turned | {key for key, _ in given if key in SWITCHES})

    @property
    def hash(self) -> str:
        """Return sixteen hexadecimal digits computed from all values (switches). They change if any value does."""
        held = [(key, value) for key, value in self.switches if (key, value) not in CAME_LATER.items()]
        was = {NEVER: 0, 0: -1}  # older journals wrote "no limit" as 0
        plain = [(key, was.get(self.late, self.late) if key == "late" else value) for key, value in held]
        told = json.dumps([self.key, self.edition, plain], ensure_ascii=True, separators=(",", ":"))
        return hashlib.sha256(told.encode()).hexdigest()[:16]


DISTRACTIONS = ("signs", "sounds", "pointing", "hovering", "delay", "smoke", "dress")
"""The categories of conduct that annoy or distract (001 Distractions, Standard Law 20)."""
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
"""The codes of irregular moves. If a profile has an article for such a code, players are told that article."""
SETTLED_BY: Mapping[str, str] = MappingProxyType(
    {
        "irregular": "irregular_policy",
        "objection": "irregular_policy",
        "accepted": "irregular_policy",
        "rectify": "irregular_policy",
        "penalty": "ladder",
        "position": "retraction_clock",
        "crown": "crowning",
        "huff": "huff",
        "touch": "touch_move",
        "claim": "claim_when",
        "draw_too_early": "plies_before_a_draw",
        "cannot_win": "cannot_win",
        "both_flags": "both_flags",
        "adjourned": "adjourn_after_move",
        "late": "late",
        "forfeits": "forfeits_out",
        "groundless": "groundless_objections",
        "inactivity": "inactivity_warning",
        "stop": "player_may_stop_clock",
        "strength": "strength_after",
        "board_turned": "board_turned",
        "conduct": "conduct_ladder",
        "telephone": "phone_ladder",
        "appeal": "appeal_to",
        "starts": "starts",
    }
)
"""The switch (value of the regulations) that decides each matter of a ruling.

If a matter has no article of its own, the source of this switch is cited.
"""
NOT_SAID = "-"
"""The source of a value about which no text says anything."""


def regulations(
    key: str,
    edition: str,
    variants: tuple[str, ...],
    articles: Mapping[str, str],
    said: Mapping[str, tuple[Value, str, str]],
    offences: Mapping[str, tuple[tuple[str, ...], str]] | None = None,
) -> Regulations:
    """Return a profile made from the switches that its texts mention, each with its value, source and basis.

    All other switches have their defaults. *offences*: the categories of conduct that have a list of penalties and an
    article of their own.
    """
    values: dict[str, Any] = {key: value for key, (value, _, _) in said.items()}
    sources = {key: Source(NOT_SAID, "project", switch.default) for key, switch in SWITCHES.items()}
    sources |= {key: Source(text, basis, value) for key, (value, text, basis) in said.items()}
    return Regulations(
        key=key,
        edition=edition,
        variants=variants,
        articles=MappingProxyType(dict(articles)),
        offences=MappingProxyType(dict(offences or {})),
        sources=MappingProxyType(sources),
        **values,
    )
