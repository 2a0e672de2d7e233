"""PDN as people really write it is read whole, and what is no PDN is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.rules.pdn.clocks import clock_command
from arbiter.rules.pdn.collection import read_collection
from arbiter.rules.pdn.encoding import decoded
from arbiter.rules.pdn.reader import parse_pdn
from arbiter.rules.pdn.records import Comment, Glyph, Record, Setup, Variation, Written
from arbiter.rules.pdn.strict import strict_oddity
from arbiter.rules.pdn.writer import pdn_text
from arbiter.rules.variants import VARIANTS
from arbiter.sides import MINUTE, SECOND, Both, Side

SMALL = Path(__file__).parents[1] / "data" / "rules" / "pdn"


def one(text: str) -> Record:
    (record,) = parse_pdn(text)
    return record


def moves(text: str) -> list[str]:
    return [move.text for move in one(text).moves]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("1. 32-28 19-23 2. 28x19 14x23", ["32-28", "19-23", "28x19", "14x23"]),
        ("1.32-28 19-23 2.28x19", ["32-28", "19-23", "28x19"]),
        ("5. 31-27  8- 12 6. 35x 4 1 - 7", ["31-27", "8-12", "35x4", "1-7"]),
        ("1. 01-07 09x18", ["01-07", "09x18"]),
        ("12. c3:e5 f6:d4:b2", ["c3:e5", "f6:d4:b2"]),
        ("1.a3b4 b6c5", ["a3b4", "b6c5"]),
        ("1. C3-D4 F6-G5", ["C3-D4", "F6-G5"]),
        ("24. 27×18 12×23", ["27×18", "12×23"]),
        ("3228 1823", ["3228", "1823"]),
        ("1... 19-23 2. 32-28", ["19-23", "32-28"]),
        ("1. ... 7-12 2. 8x17", ["7-12", "8x17"]),
        ("1. 32-28* 19-23", ["32-28", "19-23"]),
        ("41. - - 2-0", []),
        ("1 32-28 19-23 2 37-32", ["32-28", "19-23", "37-32"]),
    ],
)
def test_moves_are_found_however_they_are_spaced_and_signed(text: str, read: list[str]) -> None:
    assert moves(text) == read
    assert one(text).oddities == ()


def test_strengths_glyphs_comments_and_nested_variations_keep_their_places() -> None:
    read = one("1. 32-28! 19-23 (18-23?! {no \n good} 38-32 ( 37-32 ) ) 2. 28x19 $3 14x23 (!?) *")

    assert read.items == (
        Written("32-28", "!"),
        Written("19-23"),
        Variation((Written("18-23", "?!"), Comment("no good"), Written("38-32"), Variation((Written("37-32"),)))),
        Written("28x19"),
        Glyph(3),
        Written("14x23", "(!?)"),
    )


def test_a_set_up_stands_among_the_moves() -> None:
    read = one('1. 31-26 17-21 /FEN "B:B1-16,18-21:W26,28,33-50"/ {White forgot to capture} 20-25')

    assert read.items[2] == Setup("B:B1-16,18-21:W26,28,33-50")
    assert len(read.moves) == 3


@pytest.mark.parametrize(
    ("end", "told"),
    [
        ("1-0", "1-0"),
        ("1/2-1/2", "1/2-1/2"),
        ("½-½", "½-½"),
        ("2 - 0", "2-0"),
        ("0-0", "0-0"),
        ("*", "*"),
        ("1+ - 1-", "1+-1-"),
    ],
)
def test_a_result_ends_a_game(end: str, told: str) -> None:
    first, second = parse_pdn(f"1. 32-28 19-23 {end}\n\n1. 33-28 18-22 *")

    assert (first.end, len(first.moves), len(second.moves)) == (told, 2, 2)


def test_a_match_result_that_looks_like_a_move_is_none_where_the_tag_says_the_same() -> None:
    read = one('[White "A"]\n[Result "4-6"]\n\n63. 20x09 40-35 4-6\n')

    assert ([move.text for move in read.moves], read.result) == (["20x09", "40-35"], "4-6")


def test_a_game_without_an_end_ends_where_the_next_one_has_its_tags() -> None:
    games = parse_pdn('[Event "one"]\n\n1. 32-28 19-23\n\n[Event "two"]\n\n1. 33-28\n')

    assert [len(game.moves) for game in games] == [2, 1]


def test_tags_alone_are_a_game_and_the_same_tag_twice_is_not_two() -> None:
    games = parse_pdn('[Event "a"]\n[FEN "W:W31:B5"]\n\n[Event "b"]\n[Event "8x8"]\n[FEN "W:W32:B5"]\n1-0\n')

    assert [game.tags[0] for game in games] == [("Event", "a"), ("Event", "b")]
    assert [len(game.tags) for game in games] == [2, 3]


def test_a_tag_that_is_badly_quoted_is_read_and_an_escaped_quote_is_a_quote() -> None:
    read = one('[Event "the "open" event"]\n[Site Hoogeveen]\n[White "a \\" quote"]\n1. 32-28 *')

    assert dict(read.tags) == {"Event": 'the "open" event', "Site": "Hoogeveen", "White": 'a " quote'}


def test_a_comment_that_does_not_end_does_not_swallow_the_next_game() -> None:
    games = parse_pdn('[Event "a"]\n\n1. 32-28 {never closed\n\n[Event "b"]\n\n1. 33-28 {said} 18-22 *\n')

    assert [len(game.moves) for game in games] == [1, 2]
    assert [odd.code for odd in games[0].oddities] == ["pdn_comment_open"]


def test_what_is_no_pdn_is_left_out_and_told_with_its_line() -> None:
    read = one("1. 33-29 19-23\n2. 35-30 { nested { comment } } 20-24 rubbish 3. 30x19")

    assert len(read.moves) == 5
    assert [(odd.line, odd.facts["text"]) for odd in read.oddities] == [(2, "}"), (2, "rubbish")]


@given(st.text(st.sampled_from('[]{}()/"\\;%*.-x:$!? \n12358abc0KWBFEN')))
def test_every_text_is_read_to_its_end(text: str) -> None:
    """No text stops the reader, and what it writes of it is read as the same."""
    games = [game for game in parse_pdn(text) if not game.empty]
    once = parse_pdn(pdn_text(games))

    assert len(once) == len(games)
    assert [game.moves for game in once] == [game.moves for game in games]
    strict_oddity(text)


def test_variations_deeper_than_anybody_writes_stop_nothing() -> None:
    read = one("1. 32-28 " + "(" * 10_000 + " 19-23 " + ")" * 10_000 + " 18-22 *")

    assert read.moves[0].text == "32-28"
    assert read.oddities


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("Сергей".encode(), "Сергей"),
        ("Сергей Фадеев".encode("cp1251"), "Сергей Фадеев"),
        ("Šiškovič – Müller".encode("cp1252", "replace").replace(b"?", b"\x9a"), "Šišković – Müller"[:2]),
        ("café".encode("cp1252"), "café"),
        ("\ufeffGerard".encode(), "Gerard"),
        ("Ton".encode("utf-16"), "Ton"),
    ],
)
def test_letters_of_older_programs_are_read(content: bytes, said: str) -> None:
    assert said in decoded(content)


def test_a_clock_command_names_both_sides_and_whose_clock_runs() -> None:
    left = Both(117 * MINUTE, 119 * MINUTE + 59 * SECOND)

    assert clock_command(left, Side.WHITE) == "[%clock W1:57:00 b1:59:59]"


@pytest.mark.parametrize("name", sorted(file.name for file in SMALL.iterdir()))
def test_the_standards_own_small_texts_are_read_and_kept_by_a_strict_reader(name: str) -> None:
    read = read_collection((SMALL / name).read_bytes(), strict=True)

    assert read.refused is None
    assert [game.fault for game in read.replayed] == [None] * len(read.records)
    assert (len(read.records), read.moves) == {
        "alphanumeric.pdn": (1, 1),
        "fen.pdn": (3, 0),
        "gameterminator.pdn": (1, 1),
        "linecomment.pdn": (1, 2),
        "movestrength.pdn": (1, 3),
        "string.pdn": (1, 1),
        "variation.pdn": (1, 4),
    }[name]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("1. 33-29 19-23 { nested { comment } }", 1),
        ('[Event "a"]\n1. 32-28\n[Event "b"]\n1. 33-28 *', 3),
        ("1. 32-28 . 19-23", 1),
        ("1. - -", 1),
        ("1. 32-28 19-23 2. 2-0", 1),
        ("1. 32-28 2-0 *\n1-0", 1),
        ('[event "a"]\n*', 1),
        ("1. 32-28 ( 19-23", 1),
        ("1. 32-28 ) 19-23", 1),
        ("1. i9-j10", 1),
        ("", 1),
    ],
)
def test_a_strict_reader_refuses_what_the_grammar_does_not_have(text: str, line: int) -> None:
    refused = read_collection(text.encode(), strict=True).refused

    assert refused is not None
    assert refused.line == line


def test_a_strict_reader_wants_utf8() -> None:
    refused = read_collection('[White "Müller"]\n1. 32-28 *'.encode("cp1252"), strict=True).refused

    assert refused is not None
    assert refused.code == "pdn_not_utf8"


@pytest.mark.parametrize(
    ("tags", "body", "key"),
    [
        ('[GameType "20"]', "1. 33-28", "international"),
        ('[GameType "20,W,10,10,N1,0"]', "1. 32-28", "international"),
        ('[GameType "40,W,10,10,N2,0"]', "1. 33-28", "frisian"),
        ('[GameType "26"]\n[Variant "german"]', "1. c3-d4", "german"),
        ('[GameType "26"]', "1. c3-d4", "brazilian"),
        ('[GameType "4711"]', "1. 32-28 19-23 2. 28x19", "international"),
        ("", "1. 11-15 23-19", "american"),
        ("", "1. 21-17 12-15 2. 23-19 11-14", "italian"),
        ("", "1. c3-d4 b6-a5", "russian"),
        ('[FEN "W:W62:B13"]', "", "canadian"),
    ],
)
def test_the_game_is_the_one_named_or_the_one_that_plays(tags: str, body: str, key: str) -> None:
    read = read_collection(f"{tags}\n\n{body} *\n".encode())

    assert read.replayed[0].variant is VARIANTS[key]
    assert read.replayed[0].fault is None
