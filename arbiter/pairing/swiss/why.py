"""The explanation of a Swiss round: the bracket, floats and colour rule of each pair, and the flaws of each bracket.

Everything is derived from the brackets of the round; nothing is paired here. In all functions *shown* converts a score
to the text that people read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from arbiter.pairing.swiss import SwissRound
from arbiter.pairing.swiss.brackets_and_floaters import Bracket
from arbiter.pairing.swiss.colours import Coloured
from arbiter.pairing.swiss.criteria import CRITERIA, Criterion, Quality
from arbiter.pairing.system_interface import Reason

ScoreText: TypeAlias = Callable[[int], str]
"""A function that converts a score to the text that people read: "1½" or "3"."""
HANDBOOK = "FIDE C.04.3"

COLOURS: Mapping[str, str] = {
    "5.2.1": "colour_both",
    "5.2.2": "colour_stronger",
    "5.2.3": "colour_alternated",
    "5.2.4": "colour_higher",
    "5.2.5": "colour_initial",
}
"""The codes of the reasons for the colours of a pair, by the article of FIDE C.04.3 that decided the colours."""

ALWAYS = frozenset({"C5", "C8"})
"""The criteria that are never listed as flaws of a bracket.

They concern the bye and the next bracket, which are explained by reasons of their own.
"""


def reasons(made: SwissRound, shown: ScoreText) -> tuple[Reason, ...]:
    """Return the reasons for the brackets in order, for each pair in the order of boards, and for the bye."""
    return (*_brackets(made, shown), *_pairs(made, shown), *_bye(made, shown))


def value_text(criterion: Criterion, value: Quality, shown: ScoreText) -> str:
    """Return the value of a criterion as text: a number, or scores joined by plus signs ("3+2½")."""
    if criterion.code == "C8" and value:
        return "/".join([str(value[0]), *map(shown, value[1:])])
    told = map(shown, value) if criterion.scores else map(str, value)
    return "+".join(told) or "0"


def _brackets(made: SwissRound, shown: ScoreText) -> Iterator[Reason]:
    for index, bracket in enumerate(made.brackets):
        following = made.brackets[index + 1] if index + 1 < len(made.brackets) else None
        flaws = []
        for criterion in CRITERIA:
            value = criterion.value(bracket, following)
            if any(value) and criterion.code not in ALWAYS:
                flaws.append(f"{criterion.code} {value_text(criterion, value, shown)}")
        yield Reason(
            "swiss_bracket",
            (),
            HANDBOOK,
            (
                ("bracket", bracket.number),
                ("score", shown(bracket.score)),
                ("down", tuple(card.number for card in bracket.moved_down)),
                ("residents", tuple(card.number for card in bracket.residents)),
                ("pairs", len(bracket.pairs)),
                ("floaters", tuple(card.number for card in bracket.floaters)),
                ("flaws", tuple(flaws)),
            ),
        )


def _pairs(made: SwissRound, shown: ScoreText) -> Iterator[Reason]:
    where = {frozenset((one.number, two.number)): bracket for bracket in made.brackets for one, two in bracket.pairs}
    broken = set(made.weak_broken)
    for pair in made.pairs:
        entries = (pair.white.number, pair.black.number)
        bracket = where[frozenset(entries)]
        yield _paired(pair, bracket, shown)
        if entries in broken:
            yield Reason("weak_ban_gave_way", entries)
        facts = tuple(
            (name, card.preference.value if card.preference else None)
            for name, card in (("white_due", pair.white), ("black_due", pair.black))
        )
        yield Reason(COLOURS[pair.article], entries, f"{HANDBOOK} {pair.article}", facts)


def _paired(pair: Coloured, bracket: Bracket, shown: ScoreText) -> Reason:
    entries = (pair.white.number, pair.black.number)
    facts: tuple[tuple[str, int | str], ...] = (("bracket", bracket.number), ("score", shown(bracket.score)))
    if pair.white.score == pair.black.score:
        return Reason("swiss_paired", entries, f"{HANDBOOK} 3", facts)
    down, up = sorted((pair.white, pair.black), key=lambda card: -card.score)
    floats = (("down", down.number), ("down_score", shown(down.score)), ("up", up.number))
    return Reason("swiss_floated", entries, f"{HANDBOOK} 1.4", (*facts, *floats))


def _bye(made: SwissRound, shown: ScoreText) -> Iterator[Reason]:
    if made.bye is not None:
        card = next(card for card in made.situation.cards if card.number == made.bye)
        facts = (("score", shown(card.points)), ("unplayed", card.unplayed))
        yield Reason("swiss_bye", (made.bye,), f"{HANDBOOK} 2.3.1", facts)
