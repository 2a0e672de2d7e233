"""The message catalogue: a code and its facts become a sentence in the reader's language.

The source is English. Other languages are in `translations/<language>/LC_MESSAGES/messages.po`; a wheel contains the
compiled catalogue, a checkout reads the file directly. Codes, notation and people's names are never translated. This
module does not need Flask: pages, sheets and the command line all use it.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TypeAlias

from babel.support import NullTranslations, Translations

from arbiter.clock.control import Control, Overtime, Period
from arbiter.refused import Fact, Refused
from arbiter.sentences import N_, SENTENCES, TERMS
from arbiter.sentences.terms.irregular import OWN_REASONS
from arbiter.sentences.terms.sources import SOURCES
from arbiter.sides import HOUR, MINUTE, SECOND, Both, Span
from arbiter.tournament.officials import NUMBERED
from arbiter.tournament.regulations import AFTER, HOUSE_RULE, INSTEAD_OF, NAMED, OTHER
from arbiter.tournament.regulations.switches import Switch, Value

SOURCE = "en"
AS_IT_IS = frozenset({"field", "key", "known", "name", "text", "tournament"})
"""The names of facts that a person may have typed. Their values are not translated, even if they look like a term."""
Called: TypeAlias = Mapping[str, str]
"""Codes of words for sides and pieces, each with the code that the game at hand uses instead (`Variant.called`)."""
AS_MOST: Called = {}
NOBODY: Mapping[int, str] = {}
MOST_FAULTS = 50
"""The most further faults of a file that one sentence names. The API returns all of them."""
LANGUAGES: Mapping[str, str] = {"en": "English", "nl": "Nederlands"}


@cache
def translations(language: str) -> NullTranslations:
    """Return the message catalogue of *language*; an empty one if there is none."""
    folder = files("arbiter") / "translations" / language / "LC_MESSAGES"
    if (made := folder / "messages.mo").is_file():
        return Translations(fp=io.BytesIO(made.read_bytes()))
    if not (po := folder / "messages.po").is_file():
        return NullTranslations()
    from babel.messages.mofile import write_mo  # not needed in a wheel, which has compiled catalogues
    from babel.messages.pofile import read_po

    compiled = io.BytesIO()
    write_mo(compiled, read_po(io.BytesIO(po.read_bytes()), locale=language))
    compiled.seek(0)
    return Translations(fp=compiled)


def text(message: str, language: str, **facts: object) -> str:
    """Return the English *message* in *language*, with its `{facts}` filled in."""
    return translations(language).gettext(message).format(**facts)


def term(code: str, language: str, called: Called = AS_MOST) -> str:
    """Return the word for a code that pages and sheets show, such as a side, a system or the reason of a result."""
    code = called.get(code, code)
    return text(TERMS[code], language) if code in TERMS else code


def source(of: str, language: str) -> str:
    """Return, in that language, the source of a value or the edition of a rulebook. An article is not translated."""
    return text(of, language) if of in SOURCES else of


def reason(given: str, language: str) -> str:
    """Return the reason *given* in a journal line as a reader reads it.

    A reason that the service gave is a term of the catalogue. The text of a person stays as it is.
    """
    return term(given, language) if given in OWN_REASONS else given


def piece(side: str, rank: str, language: str, called: Called = AS_MOST) -> str:
    """Return the name of a piece by colour and rank: "white man", or "red checker" in a game with these words."""
    return term(f"{called.get(side, side)} {called.get(rank, rank)}", language)


def step(step: str, language: str) -> str:
    """Return a penalty in words, such as "warning" or "60 s for the opponent".

    *step*: the code of the penalty in the regulations' list of penalties.
    """
    what, _, seconds = step.partition(" ")
    return text(TERMS[f"{what} seconds"], language, seconds=seconds) if seconds else term(step, language)


def switch(switch: Switch, language: str) -> str:
    """Return the name of a setting of the regulations.

    The setting "ladder" has a message of its own, because "ladder" is also the name of a pairing system.
    """
    own = f"switch {switch.key}"
    return term(own if own in TERMS else switch.key, language)


def switch_value(switch: Switch, value: Value, language: str) -> str:
    """Return the value of a setting in words: yes or no, a number, a choice, or a list of penalties."""
    if isinstance(value, tuple):
        return ", ".join(step(one, language) for one in value) or "-"
    if isinstance(value, bool):
        return term("yes" if value else "no", language)
    return term(f"{switch.key} {value}", language) if switch.kind == "choice" else str(value)


def who(by: str, language: str, called: Called = AS_MOST, officials: Mapping[int, str] = NOBODY) -> str:
    """Return the name of the actor in a journal line: an account's name, an office, or a tablet's board."""
    if (found := NUMBERED.fullmatch(by)) is not None:
        role, number = term(found[1], language), found[2]
        name = officials.get(int(number), number)
        return role if name == found[1] else f"{name} ({role})"
    if by.startswith("captain of team "):
        return text("captain of team {team}", language, team=by.removeprefix("captain of team "))
    if not by.startswith("tablet "):
        return term(by, language)
    board, _, side = by.removeprefix("tablet ").partition(" ")
    tablet = text("tablet of board {board}", language, board=board)
    return f"{tablet}, {term(side, language, called)}" if side else tablet


def sections(numbers: Sequence[int]) -> str:
    """Return ascending numbers as people write them, with ranges.

    >>> sections([1, 2, 3, 5, 12])
    '1-3, 5, 12'
    """
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1] = runs[-1][0], number
        else:
            runs.append((number, number))
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)


def say(
    code: str,
    facts: Mapping[str, object],
    language: str,
    article: str | None = None,
    called: Called = AS_MOST,
    officials: Mapping[int, str] = NOBODY,
) -> str:
    """Return the sentence for a refusal or for an error in a move, with its article in brackets.

    *officials*: their names, by account number.
    """
    told = {
        name: who(str(value), language, called, officials) if name == "who" else _fact(name, value, language, called)
        for name, value in facts.items()
    }
    sentence = text(SENTENCES[code], language, **told)
    if "who" in facts:  # the sentence may begin with it, so its first letter becomes a capital
        sentence = sentence[:1].upper() + sentence[1:]
    return f"{sentence} ({cited(article, language)})" if article else sentence


UNPUBLISHED = (
    (INSTEAD_OF, N_("house rule, instead of {article}")),
    (AFTER, N_("house rule, after {article}")),
    (OTHER, N_("another text, named by the official: {article}")),
    (NAMED, N_("{article}, named by the official")),
    (HOUSE_RULE, N_("house rule")),
)
"""The beginnings of citations that are not an article of a rulebook, each with the words that replace it."""


def cited(article: str, language: str) -> str:
    """Return a citation as people read it: an article as it is written, a house rule in words of the language."""
    for begins, said in UNPUBLISHED:
        if article.startswith(begins):
            return text(said, language, article=article.removeprefix(begins))
    return article


def _fact(name: str, value: object, language: str, called: Called) -> object:
    """Return one fact of a message as a person reads it.

    If the fact's name ends in `_ms`, it is written as on a clock; if it ends in `_span`, as a length of time in words.
    The name of a form field is written as on the page with the form.
    """
    if name.endswith("_ms") and isinstance(value, int):
        return f"-{clock_text(-value)}" if value < 0 else clock_text(value)
    if name.endswith("_span") and isinstance(value, int):
        return span_words(value, language)
    if name == "field" and f"field {value}" in TERMS:
        return term(f"field {value}", language)
    return _listed(value) if name in AS_IT_IS else _told(value, language, called)


def refusal(refused: Refused, language: str, called: Called = AS_MOST, officials: Mapping[int, str] = NOBODY) -> str:
    """Return the sentence of a refusal, followed by a sentence for each of the first MOST_FAULTS further faults."""
    told = say(refused.code, refused.facts, language, refused.article, called, officials)
    others = [refusal(one, language, called, officials) for one in refused.others[:MOST_FAULTS]]
    left = len(refused.others) - len(others)
    if left:
        others.append(text("And {count} more faults.", language, count=left))
    return " ".join((told, *others))


def _told(value: object, language: str, called: Called) -> object:
    if isinstance(value, tuple | list):
        return _listed([_told(item, language, called) for item in value])
    return term(value, language, called) if isinstance(value, str) else _listed(value)


def _listed(value: object) -> object:
    if isinstance(value, tuple | list):
        return ", ".join(map(str, value)) or "-"
    return "-" if value is None else value


def clock_text(span: Span) -> str:
    """Return the time left as a clock shows it: 1:42:07, and 42:07 under an hour."""
    seconds = max(0, span) // SECOND
    hours, minutes = divmod(seconds // 60, 60)
    return f"{hours}:{minutes:02d}:{seconds % 60:02d}" if hours else f"{minutes}:{seconds % 60:02d}"


def own_ruling(what: str, details: Mapping[str, Fact], language: str) -> str:
    """Return, in words, a ruling by an official in a game of their own: its name, and its contents."""
    told: list[str] = []
    for name, value in details.items():
        if value in ("", None, False):
            continue
        if name in ("left", "add") and isinstance(value, int):
            told.append(f"{'-' if value < 0 else '+' if name == 'add' else ''}{clock_text(abs(value))}")
        elif name == "step":
            told.append(step(str(value), language))
        elif isinstance(value, str):
            told.append(term("drawn" if (name, value) == ("result", "draw") else value, language))
        elif name not in ("proposal", "confirmed"):
            told.append(str(_listed(value)))
    named = term(f"own {what}", language)
    return f"{named} ({', '.join(told)})" if told else named


UNITS = ((HOUR, N_("{n} h")), (MINUTE, N_("{n} min")), (SECOND, N_("{n} s")))
"""The units of a length of time, longest first, each with its words."""


def span_words(span: Span, language: str) -> str:
    """Return a length of time in words: "2 h", "1 h 30 min", "45 s"."""
    parts = []
    for unit, name in UNITS:
        count, span = divmod(span, unit)
        if count:
            parts.append(text(name, language, n=count))
    return " ".join(parts) or text("{n} s", language, n=0)


def controls_words(controls: Both[Control], language: str) -> str:
    """Return the time controls of both sides in words; one text if they are equal."""
    white, black = controls.map(lambda control: control_words(control, language))
    if white == black:
        return white
    return "; ".join(
        text("{side}: {control}", language, side=term(side, language), control=said)
        for side, said in (("white", white), ("black", black))
    )


def control_words(control: Control, language: str) -> str:
    """Return a time control in words: "2 h for 50 moves, then 1 h for every 25, unused time kept"."""
    if not control.periods:
        return text("No clock", language)
    if control.sand:
        glass = span_words(control.periods[0].base, language)
        return text("Sand glass of {span}: time used by one side goes to the other", language, span=glass)
    last = len(control.periods) - 1
    said = []
    for number, period in enumerate(control.periods):
        part = _period_words(period, number, last, language) + _bonus_words(period, language)
        said.append(part if not number else text("then {part}", language, part=part))
    if (over := control.periods[last].overtime) is not None:
        said.append(_overtime_words(over, language))
    if any(period.moves and period.kept for period in control.periods):
        said.append(text("unused time is kept", language))
    return ", ".join(said)


def _period_words(period: Period, number: int, last: int, language: str) -> str:
    span, moves = span_words(period.base, language), period.moves
    if moves is None:
        if not last:
            return text("{span} for the game", language, span=span)
        return text("{span} for the rest of the game", language, span=span)
    if moves == 1 and not period.kept:
        return text("{span} for each move", language, span=span)
    if number == last and number:
        return text("{span} for every {moves}", language, span=span, moves=moves)
    if number == last:
        return text("{span} for every {moves} moves", language, span=span, moves=moves)
    return text("{span} for {moves} moves", language, span=span, moves=moves)


def _bonus_words(period: Period, language: str) -> str:
    """Return the increment or delay of a move in words, and whether unused time lapses."""
    said = ""
    if period.increment:
        more = span_words(period.increment, language)
        said += text(" and {span} per move", language, span=more)
        if period.upfront:
            said += text(" from the first move", language)
    if period.delay:
        late = span_words(period.delay, language)
        if period.upfront:
            said += text(" with up to {span} of each move returned (Bronstein)", language, span=late)
        else:
            said += text(" with a delay of {span} per move", language, span=late)
    return said if period.kept else said + text(" (unused time is lost)", language)


def _overtime_words(over: Overtime, language: str) -> str:
    span = span_words(over.span, language)
    if over.moves > 1:
        return text("then {span} for every {moves} moves, unused time is lost", language, span=span, moves=over.moves)
    if over.blocks == 1:
        return text("then {span} for each move", language, span=span)
    return text("then {blocks} byo-yomi periods of {span}", language, blocks=over.blocks, span=span)
