"""`docs/ARCHITECTURE.md` draws the house as it stands."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[1]
PACKAGE = HOUSE / "arbiter"
DRAWN = (HOUSE / "docs" / "ARCHITECTURE.md").read_text("utf-8")
TEXTS = sorted([*HOUSE.glob("*.md"), *(HOUSE / "docs").rglob("*.md")])
UNDRAWN = {"__init__.py", "__main__.py", "py.typed"}
PROJECT = tomllib.loads((HOUSE / "pyproject.toml").read_text("utf-8"))
LAYERS = PROJECT["tool"]["importlinter"]["contracts"][0]["layers"]


def block(beginning: str) -> str:
    """The text between fences that begins so."""
    found = re.search(rf"^```\n({re.escape(beginning)}.*?)^```", DRAWN, re.MULTILINE | re.DOTALL)
    assert found
    return found[1]


def rooms_drawn() -> list[str]:
    """The paths of the tree, from its indents of two."""
    above: list[str] = []
    paths = []
    for line in block("arbiter/\n").splitlines()[1:]:
        above[(len(line) - len(line.lstrip())) // 2 - 1 :] = [line.split()[0]]
        paths.append("".join(above))
    return paths


def test_the_tree_has_every_room_and_no_other() -> None:
    files = {file.name for file in PACKAGE.iterdir() if file.is_file()} - UNDRAWN
    folders = {file.relative_to(PACKAGE).parent for file in PACKAGE.rglob("*.*") if "__pycache__" not in file.parts}
    whole = {above for folder in folders for above in (folder, *folder.parents) if above.parts}
    rooms = {f"{folder}/" for folder in whole if folder.parts[0] != "translations" or len(folder.parts) == 1}

    assert sorted(rooms_drawn()) == sorted(files | rooms)


def test_the_floors_are_those_that_are_checked() -> None:
    assert " ".join(block("cli /").split()) == " / ".join(LAYERS)


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text.relative_to(HOUSE).as_posix())
def test_what_a_text_points_to_is_there(text: Path) -> None:
    said = text.read_text("utf-8")
    linked = {text.parent / link for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", said)}
    named = {HOUSE / path for path in re.findall(r"[` ]((?:arbiter|docs|templates|tests|tools)/[\w./-]*\w)", said)}

    assert sorted(str(path) for path in linked | named if not path.exists()) == []
