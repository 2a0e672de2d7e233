"""Regulations as JSON: every setting of the rules with its value, its source, and how reliable that source is."""

from __future__ import annotations

from typing import TypedDict

from arbiter import words
from arbiter.sentences import TERMS
from arbiter.shapes.told import told
from arbiter.tournament.regulations import Regulations
from arbiter.tournament.regulations.profiles import REGULATIONS
from arbiter.tournament.regulations.switches import SWITCHES, Switch, Value

TO_CONFIRM = ("unverified", "secondary")
"""The kinds of sources that a club has to confirm before it relies on them."""


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
    return told(
        RegulationsTold,
        regulations,
        name=words.term(regulations.key, language),
        turned=sorted(regulations.turned),
        unverified=[row["key"] for row in rows if row["unverified"]],
        articles=dict(regulations.articles),
        switches=rows,
    )


def switch_shape(switch: Switch, regulations: Regulations, language: str) -> SwitchTold:
    """Return a setting of the regulations with its present value and with the value in the published profile."""
    value, source = regulations.value(switch.key), regulations.source(switch.key)
    turned = switch.key in regulations.turned
    return told(
        SwitchTold,
        switch,
        name=switch_name(switch, language),
        value=list(value) if isinstance(value, tuple) else value,
        said=value_text(switch, value, language),
        values=[{"value": one, "said": value_text(switch, one, language)} for one in switch.values],
        most=switch.most if switch.kind == "number" else None,
        source=source.text,
        basis=source.basis,
        unverified=source.basis in TO_CONFIRM and not turned,
        turned=turned,
        profile=value_text(switch, REGULATIONS[regulations.key].value(switch.key), language),
    )


def switch_name(switch: Switch, language: str) -> str:
    """Return the name of a setting of the regulations.

    The setting "ladder" has a message of its own, because "ladder" is also the name of a pairing system.
    """
    own = f"switch {switch.key}"
    return words.term(own if own in TERMS else switch.key, language)


def value_text(switch: Switch, value: Value, language: str) -> str:
    """Return the value of a setting in words: yes or no, a number, a choice, or the steps of a penalty ladder."""
    match switch.kind:
        case "yes":
            return words.term("yes" if value else "no", language)
        case "choice":
            return words.term(f"{switch.key} {value}", language)
        case "ladder":
            return ", ".join(step_text(step, language) for step in value) or "-"  # type: ignore[union-attr]  # a ladder is a tuple
    return str(value)


def step_text(step: str, language: str) -> str:
    """Return a step of a penalty ladder in words, such as "warning" or "60 s for the opponent"."""
    what, _, seconds = step.partition(" ")
    if seconds:
        return words.text(TERMS[f"{what} seconds"], language, seconds=seconds)
    return words.term(step, language)
