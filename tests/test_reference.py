"""The chapters of `docs/reference` tell what there is, all of it and nothing else."""

from __future__ import annotations

import argparse
import re
from collections.abc import Collection
from itertools import chain
from pathlib import Path
from typing import Any

from arbiter.cli import parser
from arbiter.pairing.standings.tiebreaks import OFFERED
from arbiter.pairing.system import Bounds
from arbiter.pairing.systems import SYSTEMS
from arbiter.rules.variants import VARIANTS
from arbiter.settings import SETTINGS
from arbiter.sheets.catalogue import SHEETS
from arbiter.tournament.terms import GENERAL
from tests.web.conftest import door_to

HOUSE = Path(__file__).parents[1]
REFERENCE = HOUSE / "docs" / "reference"
README = (HOUSE / "README.md").read_text("utf-8")


def table(chapter: str, under: str = "") -> list[list[str]]:
    """The cells of the first table of a chapter, or of the first under that heading, without their backquotes."""
    text = (REFERENCE / f"{chapter}.md").read_text("utf-8").partition(f"\n## {under}\n" if under else "\n")[2]
    lines = re.search(r"(?:^\|.*\n?)+", text, re.MULTILINE)
    assert lines, (chapter, under)
    return [
        [cell.replace("`", "").strip() for cell in re.split(r"(?<!\\)\|", line.strip()[1:-1])]
        for line in lines[0].splitlines()[2:]
    ]


def as_told(value: object) -> str:
    """A value as a cell has it."""
    return "-" if value == "" else str(value)


def options(settings: Collection[tuple[str, Bounds]]) -> set[tuple[str, str, str]]:
    return {
        (
            name,
            as_told(option.default),
            ", ".join(filter(None, option.choices)) if option.choices else f"{option.least} to {option.most}",
        )
        for name, option in settings
    }


def commands() -> dict[str, argparse.ArgumentParser]:
    (verbs,) = (action for action in parser()._actions if isinstance(action, argparse._SubParsersAction))
    return dict(verbs.choices)


def typed(command: argparse.ArgumentParser) -> tuple[list[str], list[str]]:
    """What a command is given, and its options."""
    actions = [action for action in command._actions if not isinstance(action, argparse._HelpAction)]
    given = [str(action.metavar or action.dest.upper()) for action in actions if not action.option_strings]
    return given, [action.option_strings[-1] for action in actions if action.option_strings]


def test_every_setting_is_told_with_its_default() -> None:
    told = [(name, default) for name, default, *_ in table("settings")]

    assert told == [(setting.name, as_told(setting.default)) for setting in SETTINGS]


def test_every_command_is_told_with_its_options() -> None:
    told = {name: (given.split(), had.split()) for name, given, had, _ in table("commands")}

    assert told == {name: typed(command) for name, command in commands().items()}


def test_the_readme_names_every_command() -> None:
    listed = re.search(r"`arbiter --help` lists the commands \(`([^`]*)`\)", README)

    assert listed
    assert sorted(listed[1].split(", ")) == sorted(commands())


def test_every_sheet_is_told_with_what_it_takes() -> None:
    told = {name: (title, *("yes" in fact for fact in facts)) for name, title, *facts, _ in table("sheets")}

    assert told == {
        name: (sheet.title, sheet.needs_round, sheet.takes_board, sheet.public) for name, sheet in SHEETS.items()
    }


def test_every_game_is_told_with_its_board() -> None:
    assert table("games") == [
        [game.key, game.name, f"{game.board.size}x{game.board.size}", str(game.men), game.first.value, game.gametype]
        for game in VARIANTS.values()
    ]


def test_every_system_is_told_with_its_settings() -> None:
    told = {name: had.split() for name, _, had in table("terms", "Systems")}

    assert told == {name: list(system.settings) for name, system in SYSTEMS.items()}


def test_every_setting_of_a_tournament_is_told_with_its_values() -> None:
    of_some = chain.from_iterable(system.settings.items() for system in SYSTEMS.values())
    general, some = (
        {(name, default, values) for name, default, values, _ in table("terms", heading)}
        for heading in ("Settings of every system", "Settings of some")
    )

    assert general == options(list(GENERAL.items()))
    assert some == options(list(of_some))


def test_every_tie_break_that_is_offered_is_told() -> None:
    assert [code for code, *_ in table("terms", "Tie-breaks")] == list(OFFERED)


def test_every_operation_of_the_api_is_told_with_whose_it_is(tmp_path: Path) -> None:
    with door_to(tmp_path) as door:
        document: dict[str, Any] = door.client.get("/api/v1/openapi.json").get_json()
    served = {
        f"{method.upper()} {path}": operation["description"]
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
    }
    told = {request: who for request, who, _ in table("api")}

    assert set(told) == set(served)
    assert {request: who for request, who in told.items() if who not in served[request]} == {}
