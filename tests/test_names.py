"""The words of the house: one name for one thing, in the code and in what people read."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

HOUSE = Path(__file__).parents[1]
CODE = {file.relative_to(HOUSE).as_posix(): file.read_text("utf-8") for file in (HOUSE / "arbiter").rglob("*.py")}

TWICE = {"Card", "Given", "Listed", "Pairs", "Paper", "Reason", "Said", "Shape"}
"""Names that two things still have."""


def types_of(text: str) -> Iterator[str]:
    """The classes of a file, and the names that it gives to types."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.ClassDef(name=name):
                yield name
            case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id="TypeAlias")):
                yield name
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Subscript()) if (
                not name.isupper() and name[0].isupper()
            ):
                yield name


def twice(files: dict[str, str]) -> dict[str, list[str]]:
    """The types that have the name of another, with the files where they stand."""
    where = defaultdict(list)
    for file, text in sorted(files.items()):
        for name in types_of(text):
            where[name].append(file)
    return {name: files for name, files in where.items() if len(files) > 1}


def test_a_class_has_a_name_of_its_own() -> None:
    assert {name: files for name, files in twice(CODE).items() if name not in TWICE} == {}


def test_a_name_given_twice_is_seen() -> None:
    files = {"a.py": "class Line: ...", "b.py": "Line: TypeAlias = tuple[int, ...]", "c.py": "Line = dict[str, int]"}

    assert twice(files) == {"Line": ["a.py", "b.py", "c.py"]}


PEOPLE = re.compile(r"\b(?:he|him|his|himself|she|hers?|herself)\b", re.IGNORECASE)


def readable() -> Iterator[Path]:
    """What is written in English for people: the code with its pages and scripts, and the documents."""
    for folder, kinds in (("arbiter", ("py", "js", "css")), ("templates", ("*",)), ("docs", ("md",)), (".", ("md",))):
        for kind in kinds:
            yield from (HOUSE / folder).glob(f"*.{kind}" if folder == "." else f"**/*.{kind}")


def test_people_are_they() -> None:
    lines = [
        f"{file.relative_to(HOUSE)}: {line.strip()}"
        for file in readable()
        for line in file.read_text("utf-8").splitlines()
        if PEOPLE.search(line)
    ]

    assert lines == []


def test_a_he_is_seen_wherever_it_stands() -> None:
    assert [*map(bool, map(PEOPLE.search, ("He signs", "of his (L14)", "the hero", "this", "there")))] == [
        True, True, False, False, False,
    ]  # fmt: skip
