"""Every language is complete: each message of the source has its translation, with the same facts in it."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po

from arbiter.words import LANGUAGES, SOURCE

HOUSE = Path(__file__).parents[1]
OTHERS = [language for language in LANGUAGES if language != SOURCE]
KEYWORDS: dict[str, Any] = {**DEFAULT_KEYWORDS, "N_": None, "text": None}
FACT = re.compile(r"%\(\w+\)[sd]|{\w+}")


@cache
def source() -> dict[str | tuple[str, ...], str]:
    """Every message of the source, with the file where it stands."""
    with (HOUSE / "babel.cfg").open(encoding="utf-8") as told:
        methods, options = parse_mapping_cfg(told)  # type: ignore[no-untyped-call]  # Babel's own
    found: dict[str | tuple[str, ...], str] = {}
    for folder in ("arbiter", "templates"):
        inside = [(pattern.removeprefix(f"{folder}/"), how) for pattern, how in methods if pattern.startswith(folder)]
        chosen = {pattern.removeprefix(f"{folder}/"): what for pattern, what in options.items()}
        for file, line, message, _, _ in extract_from_dir(HOUSE / folder, inside, chosen, KEYWORDS):
            found.setdefault(message, f"{folder}/{file}:{line}")
    return found


@cache
def catalogue(language: str) -> Catalog:
    po = files("arbiter") / "translations" / language / "LC_MESSAGES" / "messages.po"
    with po.open("rb") as told:
        return read_po(told, locale=language)


def translations(message: Message) -> tuple[str, ...]:
    """The translation, or one for each number of things."""
    return tuple(
        str(said or "") for said in (message.string if isinstance(message.string, tuple) else (message.string,))
    )


def test_the_messages_are_found_in_python_and_in_templates() -> None:
    suffixes = {place.rpartition(":")[0].rpartition(".")[2] for place in source().values()}

    assert suffixes == {"py", "html"}
    assert len(source()) > 200


@pytest.mark.parametrize("language", OTHERS)
def test_every_message_is_translated(language: str) -> None:
    known = catalogue(language)
    missing = [place for message, place in source().items() if not _said(known, message)]

    assert missing == []


def _said(known: Catalog, message: str | tuple[str, ...]) -> bool:
    found = known.get(message if isinstance(message, str) else message[0])
    return found is not None and not found.fuzzy and all(translations(found))


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_names_the_same_facts(language: str) -> None:
    for message in catalogue(language):
        if not message.id:
            continue
        singular = message.id if isinstance(message.id, str) else message.id[-1]
        for translation in translations(message):
            if translation:
                assert set(FACT.findall(translation)) <= set(FACT.findall(singular)), message.id
                assert "%" not in FACT.sub("", singular) or "%" in translation


@pytest.mark.parametrize("language", OTHERS)
def test_no_translation_is_of_a_message_that_is_gone(language: str) -> None:
    known = {message if isinstance(message, str) else message[0] for message in source()}
    ids = [
        message.id if isinstance(message.id, str) else message.id[0] for message in catalogue(language) if message.id
    ]

    assert [id for id in ids if id not in known] == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_keeps_the_spaces_around_it(language: str) -> None:
    for message in catalogue(language):
        if isinstance(message.id, str) and message.id and message.string:
            assert isinstance(message.string, str)
            assert message.string[0].isspace() == message.id[0].isspace(), message.id
            assert message.string[-1].isspace() == message.id[-1].isspace(), message.id
