"""Regulations as JSON: every setting of the rules with its value, its source, and how reliable that source is."""

from __future__ import annotations

from typing import TypedDict

from arbiter import words
from arbiter.shapes.json_answers import told
from arbiter.tournament.regulations import SETTLED_BY, Regulations
from arbiter.tournament.regulations.profiles import REGULATIONS
from arbiter.tournament.regulations.switches import SWITCHES, Switch

TO_CONFIRM = ("unverified", "secondary")
"""The kinds of sources that are not reliable: a club has to confirm values from them before it relies on them."""


class ValueTold(TypedDict):
    """A value to which a setting of the regulations can be set, with its text."""

    value: str
    said: str


class SwitchTold(TypedDict):
    """A setting of the regulations: its value, its source, and how reliable that source is."""

    key: str
    name: str
    group: str
    kind: str
    value: bool | int | str | list[str]
    said: str
    values: list[ValueTold]
    most: int | None
    source: str
    basis: str
    cited: str
    unverified: bool
    turned: bool
    profile: str


class RegulationsTold(TypedDict):
    """A set of regulations: a published profile, or one tournament's copy of it with changed settings."""

    key: str
    name: str
    edition: str
    hash: str
    variants: list[str]
    turned: list[str]
    unverified: list[str]
    articles: dict[str, str]
    switches: list[SwitchTold]


def regulations_shape(regulations: Regulations, language: str) -> RegulationsTold:
    """Return a set of regulations: a published profile, or one tournament's copy of it with changed settings."""
    rows = [switch_shape(switch, regulations, language) for switch in SWITCHES.values()]
    matters = sorted({*regulations.articles, *SETTLED_BY})
    return told(
        RegulationsTold,
        regulations,
        name=words.term(regulations.key, language),
        edition=words.source(regulations.edition, language),
        turned=sorted(regulations.turned),
        unverified=[row["key"] for row in rows if row["unverified"]],
        articles={about: said for about in matters if (said := regulations.article(about))},
        switches=rows,
    )


def switch_shape(switch: Switch, regulations: Regulations, language: str) -> SwitchTold:
    """Return a setting of the regulations with its present value and with the value in the published profile."""
    value, source = regulations.value(switch.key), regulations.source(switch.key)
    turned = switch.key in regulations.turned
    return told(
        SwitchTold,
        switch,
        name=words.switch(switch, language),
        value=list(value) if isinstance(value, tuple) else value,
        said=words.switch_value(switch, value, language),
        values=[{"value": one, "said": words.switch_value(switch, one, language)} for one in switch.values],
        most=switch.most if switch.kind == "number" else None,
        source=words.source(source.text, language),
        cited=words.cited(regulations.cited(switch.key), language),
        basis=source.basis,
        unverified=source.basis in TO_CONFIRM and not turned,
        turned=turned,
        profile=words.switch_value(switch, REGULATIONS[regulations.key].value(switch.key), language),
    )
