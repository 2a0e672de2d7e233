"""Every language is complete: each message is translated, with the same facts in it, and none is left over."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po

from arbiter import words
from arbiter.clock.control import parse_control
from arbiter.refused import Refused
from arbiter.sentences import SENTENCES, TERMS

Id: TypeAlias = str | tuple[str, ...]
"""A message; a message that counts things has two forms."""

HOUSE = Path(__file__).parents[1]
OTHERS = [language for language in words.LANGUAGES if language != words.SOURCE]
KEYWORDS: dict[str, Any] = {**DEFAULT_KEYWORDS, "N_": None, "text": None}
"""What `make words` looks for."""
FACT = re.compile(r"%\(\w+\)[sd]|{\w+}")


@cache
def source() -> dict[Id, str]:
    """Every message of the source, with the place where it stands."""
    with (HOUSE / "babel.cfg").open(encoding="utf-8") as told:
        methods, options = parse_mapping_cfg(told)  # type: ignore[no-untyped-call]  # Babel's own
    found: dict[Id, str] = {}
    for file, line, message, _, _ in extract_from_dir(HOUSE, methods, options, KEYWORDS, directory_filter=told_from):
        found.setdefault(message, f"{file}:{line}")
    return found


def told_from(folder: str) -> bool:
    """The folders in which a message may stand."""
    return Path(folder).relative_to(HOUSE).parts[0] in {"arbiter", "templates", "docs"}


@cache
def catalogue(language: str) -> Catalog:
    po = files("arbiter") / "translations" / language / "LC_MESSAGES" / "messages.po"
    with po.open("rb") as told:
        return read_po(told, locale=language)


def messages(language: str) -> list[Message]:
    """What the catalogue holds besides its header."""
    return [message for message in catalogue(language) if message.id]


def forms(said: Id | list[str] | None) -> tuple[str, ...]:
    """One text, or one for each number of things."""
    return (said or "",) if isinstance(said, str | None) else tuple(said)


def facts(message: str) -> Counter[str]:
    return Counter(FACT.findall(message))


def test_messages_are_found_in_python_in_templates_and_in_the_chapters_of_the_help() -> None:
    suffixes = {Path(place.rpartition(":")[0]).suffix for place in source().values()}

    assert suffixes == {".py", ".html", ".md"}
    assert set(SENTENCES.values()) | set(TERMS.values()) < set(source())


def test_a_language_has_a_catalogue_and_a_catalogue_is_a_language() -> None:
    folders = {file.parents[1].name for file in (HOUSE / "arbiter" / "translations").rglob("messages.po")}

    assert folders == set(OTHERS)


@pytest.mark.parametrize("language", OTHERS)
def test_every_message_of_the_source_is_in_the_catalogue(language: str) -> None:
    held = {message.id for message in messages(language)}

    assert {message: place for message, place in source().items() if message not in held} == {}


@pytest.mark.parametrize("language", OTHERS)
def test_no_message_of_the_catalogue_is_gone_from_the_source(language: str) -> None:
    assert [message.id for message in messages(language) if message.id not in source()] == []
    assert not catalogue(language).obsolete


@pytest.mark.parametrize("language", OTHERS)
def test_every_message_is_translated_for_certain(language: str) -> None:
    assert [message.id for message in messages(language) if message.fuzzy] == []
    assert [message.id for message in messages(language) if not all(forms(message.string))] == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_message_that_counts_has_every_form_of_the_language(language: str) -> None:
    counting = [message for message in messages(language) if message.pluralizable]

    assert counting
    assert {len(forms(message.string)) for message in counting} == {catalogue(language).num_plurals}


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_names_the_facts_of_its_source(language: str) -> None:
    for message in messages(language):
        for translation in filter(None, forms(message.string)):
            assert facts(translation) == facts(forms(message.id)[-1]), message.id


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_keeps_the_spaces_around_its_source(language: str) -> None:
    for message in messages(language):
        first = forms(message.id)[0]
        for translation in filter(None, forms(message.string)):
            assert translation.startswith(" ") == first.startswith(" "), message.id
            assert translation.endswith(" ") == first.endswith(" "), message.id


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_ends_as_its_source_ends(language: str) -> None:
    """A sentence stays a sentence, and a question a question; a label may be an abbreviation."""
    for message in messages(language):
        end = forms(message.id)[0][-1]
        for translation in filter(None, forms(message.string)):
            assert end not in ".?:" or translation[-1] == end, message.id
            assert "!" not in translation


def test_every_sentence_is_said_in_dutch() -> None:
    told = {code: dict.fromkeys((fact.strip("{}") for fact in facts(said)), 7) for code, said in SENTENCES.items()}

    assert [code for code in told if words.say(code, told[code], "nl") == words.say(code, told[code], "en")] == []


@pytest.mark.parametrize(
    ("code", "term"),
    [
        ("white", "Wit"),
        ("man", "schijf"),
        ("king", "dam"),
        ("drawn", "remise"),
        ("forfeit", "reglementair"),
        ("director", "wedstrijdleider"),
        ("round-robin", "rondetoernooi"),
    ],
)
def test_the_trade_has_its_own_words_in_dutch(code: str, term: str) -> None:
    assert words.term(code, "nl") == term


def test_a_refusal_says_its_terms_in_dutch_and_leaves_the_notation() -> None:
    refused = Refused("capture_missed", article="000 V", move="32-28", side="white")

    assert words.refusal(refused, "nl") == "32-28 mag niet: Wit moet slaan. (000 V)"


def test_a_time_control_is_announced_in_dutch() -> None:
    said = words.control_words(parse_control("50/7200:25/3600+30"), "nl")

    assert said == "2 uur voor 50 zetten, daarna 1 uur per 25 en 30 s per zet, ongebruikte tijd blijft"
