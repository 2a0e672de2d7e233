"""The words of the house: one name for one thing, in the code and in what people read."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tests.syntax import nodes

HOUSE = Path(__file__).parents[1]
CODE = {file.relative_to(HOUSE).as_posix(): file.read_text("utf-8") for file in (HOUSE / "arbiter").rglob("*.py")}


def types_of(text: str) -> Iterator[str]:
    """The classes of a file, and the names that it gives to types."""
    for node in nodes(text):
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
    assert twice(CODE) == {}


def test_a_name_given_twice_is_seen() -> None:
    files = {"a.py": "class Line: ...", "b.py": "Line: TypeAlias = tuple[int, ...]", "c.py": "Line = dict[str, int]"}

    assert twice(files) == {"Line": ["a.py", "b.py", "c.py"]}


GLOSSARY = [
    tuple(cell.strip() for cell in line.split("|")[1:4])
    for line in (HOUSE / "docs" / "glossary.md").read_text("utf-8").splitlines()
    if line.startswith("| **")
]
USED = {word.lower() for left, meaning, _ in GLOSSARY for word in re.findall(r"\*\*(.+?)\*\*", left + meaning)}
INSTEAD = {word.strip() for *_, instead in GLOSSARY for word in instead.split(",") if word.strip()}
OTHERS = {
    "AbstractContextManager",
    "RotatingFileHandler",
    "StreamHandler",
    "Timer",
    "addHandler",
    "default_int_handler",
    "matrix",
    "register_error_handler",
    "add_notice_handler",
    "remove_notice_handler",
    "removeHandler",
    "timestamp",
    "user_data_path",
}
"""Names that libraries have given, in which a word stands that is not ours."""


def words_of(name: str) -> str:
    """A name of the code as words: `FlagFell` and `flag_fell` are " flag fell "."""
    return f" {' '.join(re.findall(r'[A-Z]+(?![a-z])|[A-Z]?[a-z]+', name)).lower()} "


def names_in(text: str) -> Iterator[str]:
    """Everything that a file gives a name to, or asks for by one."""
    for node in nodes(text):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
                yield name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name


def room(file: str) -> str:
    """The room in which a file stands, or the file itself beside them."""
    return Path(file).parts[1].removesuffix(".py")


def spoken(files: dict[str, str]) -> set[str]:
    """The classes of one word that another room imports: the words in which the rooms speak to each other."""
    made, imported = set[tuple[str, str]](), set[tuple[str, str]]()
    for file, text in files.items():
        for node in nodes(text):
            if isinstance(node, ast.ClassDef):
                made.add((room(file), node.name))
            elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("arbiter."):
                where = str(node.module).split(".")[1]
                imported |= {(where, alias.name) for alias in node.names if where != room(file)}
    return {name for _, name in made & imported if re.fullmatch("[A-Z][a-z]+", name)}


def unsaid(text: str, file: str) -> set[tuple[str, str]]:
    """The names in a file, and its own, in which a word stands that the glossary says otherwise, with that word."""
    names = {name: words_of(name) for name in {*names_in(text), Path(file).stem} - OTHERS}
    return {(name, word) for name, words in names.items() for word in INSTEAD if f" {word} " in words}


def test_what_is_not_said_names_nothing() -> None:
    """The words at the right of the glossary stand in no name of the code."""
    assert {file: found for file, text in CODE.items() if (found := unsaid(text, file))} == {}


def test_the_words_in_which_rooms_speak_to_each_other_stand_in_the_glossary() -> None:
    known = {form for word in USED for form in (word, word.replace("-", ""), f"{word}s")}

    assert {name for name in spoken(CODE) if name.lower() not in known} == set()


def test_a_word_of_the_glossary_is_one_that_is_used() -> None:
    pages = "".join(file.read_text("utf-8") for file in (HOUSE / "templates").rglob("*.html"))
    text = "".join([pages, *CODE.values()]).lower()

    assert {word for word in USED if word not in text and word.replace("-", "") not in text} == set()


def test_a_word_is_found_in_a_name() -> None:
    text = "from arbiter.rules.a import Pawn\npawn_step = 1"
    files = {"arbiter/rules/a.py": "class Pawn: ...", "arbiter/web/b.py": text}

    assert spoken(files) == {"Pawn"}
    assert unsaid(text, "arbiter/web/pawn_row.py") == {("pawn_step", "pawn"), ("pawn_row", "pawn")}
    assert (words_of("FlagFell"), words_of("flag_at"), words_of("FEN")) == (" flag fell ", " flag at ", " fen ")


SMALL = "a an the of that this its it is are was be by in on at for with from to and or as what which who where"


def stems(text: str) -> set[str]:
    """The words of a name, a type or a sentence without their endings: `boards` and "the board" are the same."""
    return {word.rstrip("s").removesuffix("ed").removesuffix("e") for word in words_of(text).split()}


def echoes(text: str) -> list[str]:
    """The functions of a file whose docstrings have no word that their signature does not have."""
    found = []
    for node in nodes(text):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (said := ast.get_docstring(node)):
            returns = ast.unparse(node.returns) if node.returns else ""
            if stems(said) - stems(SMALL) <= stems(f"{node.name} {ast.unparse(node.args)} {returns}"):
                found.append(f"{node.name}: {said}")
    return found


def test_a_docstring_says_more_than_the_name() -> None:
    """Where the name says it, there is silence."""
    assert {file: found for file, text in CODE.items() if (found := echoes(text))} == {}


def test_an_echo_is_heard() -> None:
    text = '''def boards(of: Round) -> tuple[Board, ...]:\n    """The boards of the round."""'''

    assert echoes(text) == ["boards: The boards of the round."]
    assert echoes(text.replace("of the round.", "that still play.")) == []


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
