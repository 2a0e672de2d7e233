"""Codes and facts become sentences: every code has one, and every fact that a sentence names is given."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from arbiter import words
from arbiter.clock.control import parse_control, parse_controls
from arbiter.journal.sqlite.database import REASONS
from arbiter.pairing.all_systems import SYSTEMS
from arbiter.pairing.table.points import Outcome
from arbiter.refused import Refused
from arbiter.rules.variants import VARIANTS, Variant
from arbiter.sentences import MATTERS, SENTENCES, TERM_MATTERS, TERMS
from arbiter.sides import HOUR, MINUTE, SECOND, Side
from arbiter.tournament.events import KINDS
from arbiter.tournament.regulations.switches import SWITCHES
from tests.syntax import nodes

HOUSE = Path(__file__).parents[1]
FILES = sorted((HOUSE / "arbiter").rglob("*.py"))
QUOTED = re.compile(r'"(\w+)"|\'(\w+)\'')
OF_EVERY_MOVE = {"move", "side", "corrections"}
"""What a verdict says of any move, whatever is wrong with it."""


@dataclass(frozen=True, slots=True)
class Given:
    """One place at which something is refused or found: its codes, and its facts as far as they can be seen."""

    where: str
    codes: tuple[str, ...]
    facts: frozenset[str] | None


def codes_in(node: ast.expr) -> tuple[str, ...]:
    """The codes that an argument may be: one, or one of two; nothing where it is worked out."""
    match node:
        case ast.Constant(value=str(code)):
            return (code,)
        case ast.IfExp():
            return codes_in(node.body) + codes_in(node.orelse)
    return ()


def places(file: Path) -> Iterator[Given]:
    for node in nodes(file.read_text("utf-8")):
        if not (isinstance(node, ast.Call) and node.args):
            continue
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if called not in ("Refused", "Fault", "say"):
            continue
        where = f"{file.relative_to(HOUSE).as_posix()}:{node.lineno}"
        if called == "Refused":
            names = {keyword.arg for keyword in node.keywords}
            facts = None if None in names else frozenset(name for name in names if name is not None) - {"article"}
            yield Given(where, codes_in(node.args[0]), facts)
        elif called == "Fault" and len(node.args) > 1 and isinstance(node.args[1], ast.Dict):
            keys = {str(ast.literal_eval(key)) for key in node.args[1].keys if key is not None}
            yield Given(where, codes_in(node.args[0]), frozenset(keys | OF_EVERY_MOVE))
        elif called == "say":
            yield Given(where, codes_in(node.args[0]), None)


@cache
def all_given() -> list[Given]:
    """Every place of the house."""
    return [given for file in FILES for given in places(file)]


def needed(sentence: str) -> set[str]:
    """The facts that a sentence names."""
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def test_refusals_and_findings_are_found_in_the_source() -> None:
    assert len(all_given()) > 100
    assert {code for given in all_given() for code in given.codes} > {"stale_ply", "not_yours", "capture_not_maximum"}


def test_every_code_has_a_sentence() -> None:
    assert [(given.where, code) for given in all_given() for code in given.codes if code not in SENTENCES] == []


def test_the_facts_that_a_sentence_names_are_given() -> None:
    without = [
        (given.where, code, missing)
        for given in all_given()
        for code in given.codes
        if given.facts is not None and (missing := needed(SENTENCES[code]) - given.facts)
    ]

    assert without == []


def test_whatever_keeps_the_disk_from_writing_has_a_sentence() -> None:
    assert [reason for reason in set(REASONS.values()) if needed(SENTENCES[f"cannot_write_{reason}"])] == []


def test_a_sentence_belongs_to_a_code_that_is_used() -> None:
    """What nobody says any more is taken out."""
    files = [file for file in FILES if "sentences" not in file.relative_to(HOUSE).parts]
    files += sorted((HOUSE / "templates").rglob("*.html"))
    used = {code for file in files for found in QUOTED.findall(file.read_text("utf-8")) for code in found if code}

    assert [code for code in SENTENCES if code not in used and not code.startswith("cannot_write_")] == []


def test_a_sentence_is_one() -> None:
    assert {code: said for code, said in SENTENCES.items() if not is_sentence(said)} == {}
    assert not any(is_sentence(said) for said in ("No stop", "small.", "An invalid thing.", "Stop! Now."))


def is_sentence(said: str) -> bool:
    """Whether it begins and ends as one, and has none of the words that say nothing."""
    words = ("invalid", "error", "failed", "please", "!")
    return said.endswith(".") and (said[0] in "{“" or said[0].isupper()) and not any(w in said.lower() for w in words)


def test_every_code_that_pages_show_has_a_word() -> None:
    shown = [
        *(side.value for side in Side),
        *(outcome.value for outcome in Outcome),
        *SYSTEMS,
        *VARIANTS,
        *SWITCHES["flags"].values,
        *(f"event {kind}" for kind in KINDS),
        *("no_move", "agreed", "resigned", "flag", "claim", "ruling", "forfeit", "adjudicated"),
        *("signed", "dismissed", "lapsed", "arbiter", "outage", "note", "caution", "warning"),
    ]

    assert [code for code in shown if not TERMS.get(code)] == []


# saying


def test_a_field_is_called_as_on_its_page() -> None:
    refused = Refused("number_out_of_range", field="rounds", number=-3, least=0, most=99)

    assert words.refusal(refused, "en") == "Rounds must be from 0 to 99, not -3."
    assert words.refusal(refused, "nl").startswith("Ronden moet van")


def test_the_article_stands_behind_the_sentence() -> None:
    refused = Refused("flag_pending", article="000 X", side="white", board=7)

    assert words.refusal(refused, "en") == (
        "White's flag has fallen at board 7. Nothing is played until the arbiter has ruled. (000 X)"
    )


def test_a_sentence_without_an_article_has_no_brackets() -> None:
    assert words.say("no_round", {"round": 4, "paired": 3}, "en") == "There is no round 4; rounds paired: 3."


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ((3, 11), "Round 4 cannot be paired yet: boards without a result in round 3: 3, 11."),
        ((), "Round 4 cannot be paired yet: boards without a result in round 3: -."),
    ],
)
def test_a_list_is_said_with_commas(facts: tuple[int, ...], said: str) -> None:
    assert words.say("games_running", {"round": 4, "running": 3, "boards": facts}, "en") == said


def test_a_text_from_outside_is_said_as_it_is() -> None:
    said = words.say("result_unreadable", {"text": "{x} %s <b>", "known": ("2-0",)}, "en")

    assert "{x} %s <b>" in said


def test_what_was_typed_and_what_may_be_typed_is_said_as_it_is() -> None:
    said = words.say("unknown_key", {"field": "kind", "key": "auto", "known": ("time", "position")}, "nl")

    assert "“auto”" in said
    assert "time, position" in said


def test_a_term_that_nobody_knows_is_said_as_it_is() -> None:
    assert words.term("xyzzy", "en") == "xyzzy"


@pytest.mark.parametrize(
    ("span", "said"),
    [
        (0, "0 s"),
        (45 * SECOND, "45 s"),
        (90 * MINUTE, "1 h 30 min"),
        (2 * HOUR, "2 h"),
        (HOUR + MINUTE + SECOND, "1 h 1 min 1 s"),
    ],
)
def test_a_length_of_time_is_said_in_its_units(span: int, said: str) -> None:
    assert words.span_words(span, "en") == said


@pytest.mark.parametrize(
    ("control", "said"),
    [
        ("50/7200:25/3600", "2 h for 50 moves, then 1 h for every 25, unused time is kept"),
        ("24/7200", "2 h for every 24 moves, unused time is kept"),
        ("4800+60", "1 h 20 min for the game and 1 min per move"),
        ("300+3d", "5 min for the game with a delay of 3 s per move"),
        ("40/5400:900", "1 h 30 min for 40 moves, then 15 min for the rest of the game, unused time is kept"),
        ("-", "No clock"),
        ("4800+60u", "1 h 20 min for the game and 1 min per move from the first move"),
        ("600+5b", "10 min for the game with up to 5 s of each move returned (Bronstein)"),
        ("1@60", "1 min for each move (unused time is lost)"),
        ("25@3600", "1 h for every 25 moves (unused time is lost)"),
        ("*180", "Sand glass of 3 min: time used by one side goes to the other"),
        ("60+3x10", "1 min for the game, then 3 byo-yomi periods of 10 s"),
        ("60+1x10", "1 min for the game, then 10 s for each move"),
        ("60+20/300", "1 min for the game, then 5 min for every 20 moves, unused time is lost"),
    ],
)
def test_a_time_control_is_said_as_it_is_announced(control: str, said: str) -> None:
    assert words.control_words(parse_control(control), "en") == said


def test_a_handicap_is_said_side_by_side() -> None:
    assert words.controls_words(parse_controls("300+2|240+2"), "en") == (
        "White: 5 min for the game and 2 s per move; Black: 4 min for the game and 2 s per move"
    )
    assert words.controls_words(parse_controls("900"), "nl") == "15 min voor de partij"


def test_a_language_that_is_not_there_is_english() -> None:
    assert words.term("white", "xx") == "White"


def test_a_length_of_time_is_told_as_a_clock_shows_it() -> None:
    facts = {"board": 7, "had_ms": 3_723_000, "left_ms": -60_000, "most_ms": 360_000_000}
    said = words.say("time_out_of_range", facts, "en")

    assert said.startswith("That would leave -1:00 at board 7, where 1:02:03 is left.")
    assert said.endswith("at most 100:00:00.")


def test_sides_and_pieces_are_called_as_their_game_calls_them() -> None:
    american, pool = VARIANTS["american"].called, VARIANTS["pool"].called
    facts = {"move": "9-14", "side": "black"}

    assert words.say("capture_missed", facts, "en", None, american) == "9-14 is not legal: Red must capture."
    assert words.say("capture_missed", facts, "en", None, pool) == "9-14 is not legal: Black must capture."
    assert words.piece("black", "man", "en", american) == "red man"
    assert words.piece("white", "man", "en", pool) == "white checker"
    assert words.piece("black", "king", "nl", american) == "rode dam"


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.key)
def test_every_piece_of_every_game_has_a_name(variant: Variant) -> None:
    ranks = ("man", "king", "good-for-nothing") if variant.rows_of_good_for_nothings else ("man", "king")

    for side in ("white", "black"):
        for rank in ranks:
            code = f"{variant.called.get(side, side)} {variant.called.get(rank, rank)}"
            assert words.piece(side, rank, "en", variant.called) == code
            assert code in TERMS


@pytest.mark.parametrize("matters", [MATTERS, TERM_MATTERS], ids=["sentences", "terms"])
def test_a_code_that_stands_in_two_files_says_the_same_in_both(matters: tuple[Mapping[str, str], ...]) -> None:
    """Otherwise the later speaks for the earlier: a switch of the regulations was called by a system's name."""
    said = {(code, text) for matter in matters for code, text in matter.items()}

    assert len(said) == len({code for code, _ in said})


def test_every_note_on_a_game_has_a_word_for_the_papers() -> None:
    """A word that `noted` gets and that no sentence of its own tells is a term, in `arbiter/sentences/terms`."""
    events = HOUSE / "arbiter" / "tournament" / "events"
    told = (HOUSE / "arbiter" / "incidents" / "notes.py").read_text("utf-8")
    noted = {
        said.value: file.name
        for file in events.rglob("*.py")
        for call in nodes(file.read_text("utf-8"))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in {"note", "noted"}
        for said in ast.walk(call.args[1] if len(call.args) > 1 else call.func)
        if isinstance(said, ast.Constant) and isinstance(said.value, str)
    }

    assert len(noted) > 30
    begun = {code for code in noted if code.endswith("_") and any(term.startswith(code) for term in TERMS)}
    assert {code: file for code, file in noted.items() if code not in TERMS and f'"{code}"' not in told} == {
        code: noted[code] for code in begun
    }
