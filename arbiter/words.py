"""The message catalogue: a code and its facts become a sentence in the reader's language.

The source is English; other languages are `translations/<language>/LC_MESSAGES/messages.po`, read as they stand, so
that nothing has to be compiled. Codes, notation and people's names are never translated. Without Flask: pages, sheets
and the command line all ask here.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations

from arbiter.clock.control import Control
from arbiter.refused import Refused
from arbiter.sentences import N_, SENTENCES, TERMS
from arbiter.sides import HOUR, MINUTE, SECOND, Span

SOURCE = "en"
AS_IT_IS = frozenset({"field", "key", "known", "name", "text", "tournament"})
"""Facts that were typed, or may be typed: they are no words of the trade, also when they are spelled like one."""
LANGUAGES: Mapping[str, str] = {"en": "English", "nl": "Nederlands"}


@cache
def translations(language: str) -> NullTranslations:
    """The catalogue of that language; the source itself where there is none."""
    po = files("arbiter") / "translations" / language / "LC_MESSAGES" / "messages.po"
    if not po.is_file():
        return NullTranslations()
    compiled = io.BytesIO()
    write_mo(compiled, read_po(io.BytesIO(po.read_bytes()), locale=language))
    compiled.seek(0)
    return Translations(fp=compiled)


def text(message: str, language: str, **facts: object) -> str:
    """The English *message* in that language, its `{facts}` filled in."""
    return translations(language).gettext(message).format(**facts)


def term(code: str, language: str) -> str:
    """The word of the trade for a code that pages and sheets show: a side, a system, the reason of a result."""
    return text(TERMS[code], language) if code in TERMS else code


def who(by: str, language: str) -> str:
    """Who acted, as the journal has it: an office by its word, a tablet by its board."""
    if not by.startswith("tablet "):
        return term(by, language)
    board, _, side = by.removeprefix("tablet ").partition(" ")
    tablet = text("tablet of board {board}", language, board=board)
    return f"{tablet}, {term(side, language)}" if side else tablet


def say(code: str, facts: Mapping[str, object], language: str, article: str | None = None) -> str:
    """The sentence for a refusal or a finding, its article in brackets behind it."""
    told = {name: _fact(name, value, language) for name, value in facts.items()}
    sentence = text(SENTENCES[code], language, **told)
    return f"{sentence} ({article})" if article else sentence


def _fact(name: str, value: object, language: str) -> object:
    """One fact as a person reads it; lengths of time, whose names end in `_ms`, as a clock shows them."""
    if name.endswith("_ms") and isinstance(value, int):
        return f"-{clock_text(-value)}" if value < 0 else clock_text(value)
    return _listed(value) if name in AS_IT_IS else _told(value, language)


def refusal(refused: Refused, language: str) -> str:
    """The sentence of a refusal."""
    return say(refused.code, refused.facts, language, refused.article)


def _told(value: object, language: str) -> object:
    if isinstance(value, tuple | list):
        return _listed([_told(item, language) for item in value])
    return term(value, language) if isinstance(value, str) else _listed(value)


def _listed(value: object) -> object:
    if isinstance(value, tuple | list):
        return ", ".join(map(str, value)) or "-"
    return "-" if value is None else value


def clock_text(span: Span) -> str:
    """A time left as a clock shows it: 1:42:07."""
    span = max(0, span)
    return f"{span // HOUR}:{span % HOUR // MINUTE:02d}:{span % MINUTE // SECOND:02d}"


def span_words(span: Span, language: str) -> str:
    """A length of time in words: "2 h", "1 h 30 min", "45 s"."""
    parts = []
    for unit, name in ((HOUR, N_("{n} h")), (MINUTE, N_("{n} min")), (SECOND, N_("{n} s"))):
        count, span = divmod(span, unit)
        if count:
            parts.append(text(name, language, n=count))
    return " ".join(parts) or text("{n} s", language, n=0)


def control_words(control: Control, language: str) -> str:
    """A time control as it is announced: "2 h for 50 moves, then 1 h for every 25, unused time kept"."""
    if not control.periods:
        return text("No clock", language)
    said = []
    last = len(control.periods) - 1
    for number, period in enumerate(control.periods):
        span = span_words(period.base, language)
        if period.moves is None and not last:
            part = text("{span} for the game", language, span=span)
        elif period.moves is None:
            part = text("{span} for the rest of the game", language, span=span)
        elif number == last and number:
            part = text("{span} for every {moves}", language, span=span, moves=period.moves)
        elif number == last:
            part = text("{span} for every {moves} moves", language, span=span, moves=period.moves)
        else:
            part = text("{span} for {moves} moves", language, span=span, moves=period.moves)
        if period.increment:
            part += text(" and {span} a move", language, span=span_words(period.increment, language))
        if period.delay:
            part += text(" with a delay of {span} a move", language, span=span_words(period.delay, language))
        said.append(part if not number else text("then {part}", language, part=part))
    if any(period.moves for period in control.periods):
        said.append(text("unused time kept", language))
    return ", ".join(said)
