"""What was written is read again: moves, comments, clocks, variations, set-ups, results."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from arbiter.rules.moves import legal_moves
from arbiter.rules.notation import move_text
from arbiter.rules.pdn.clocks import clock_command
from arbiter.rules.pdn.collection import read_collection
from arbiter.rules.pdn.gametypes import game_tags
from arbiter.rules.pdn.reader import parse_pdn
from arbiter.rules.pdn.records import Comment, Glyph, Item, Record, Setup, Variation, Written, comment
from arbiter.rules.pdn.writer import pdn_text
from arbiter.rules.position import Position, fen_text, start
from arbiter.rules.variants import VARIANTS, Variant
from arbiter.sides import Both, Side

WORDS = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=60)


@st.composite
def records(draw: st.DrawFn) -> tuple[Record, Position]:
    """A game of any variant with all that may stand in one, and where it ends."""
    variant = VARIANTS[draw(st.sampled_from(sorted(VARIANTS)))]
    position, items = start(variant), list[Item]()
    for choice in draw(st.lists(st.integers(0, 999), max_size=40)):
        legal = legal_moves(position, variant)
        if not legal:
            break
        items += draw(st.lists(between(position, variant), max_size=1))
        move = legal[choice % len(legal)]
        strength = draw(st.sampled_from(["", "", "", "!", "??", "(!?)"]))
        items.append(Written(move_text(move, legal, variant), strength))
        position = position.played(move.path, move.taken, move.crowned)
    tags = {"Event": "Club open", "White": draw(WORDS), "Black": 'Ton \\ "Sijbrands"', **game_tags(variant)}
    told = tuple((name, " ".join(value.split())) for name, value in tags.items())
    return Record(told, tuple(items), "*"), position


def between(position: Position, variant: Variant) -> st.SearchStrategy[Item]:
    """What may stand before a move."""
    legal = legal_moves(position, variant)
    moves = [Written(move_text(move, legal, variant)) for move in legal]
    clocks = st.tuples(st.integers(0, 9_000), st.integers(0, 9_000), st.sampled_from([None, *Side]))
    return st.one_of(
        WORDS.map(comment).filter(lambda said: bool(said.text)),
        clocks.map(lambda told: Comment(clock_command(Both(told[0] * 1_000, told[1] * 1_000), told[2]))),
        st.integers(0, 255).map(Glyph),
        st.sampled_from(moves).map(lambda move: Variation((move, Comment("better")))),
        st.just(Setup(fen_text(position, variant))),
    )


@given(records())
def test_a_game_that_was_written_is_read_again_and_plays_the_same(told: tuple[Record, Position]) -> None:
    """Moves, comments, clocks, variations and set-ups come back as they were, and the game ends where it ended."""
    record, position = told
    text = pdn_text([record, record])
    read = read_collection(text.encode())

    assert read.records == (record, record)
    assert [game.fault for game in read.replayed] == [None, None]
    assert read.replayed[0].position == position
    assert pdn_text(read.records) == text
    assert all(odd == () for odd in (game.oddities for game in read.records))


def test_numbers_follow_the_side_that_begins() -> None:
    def body(text: str) -> str:
        read = read_collection(text.encode())
        return re.sub(r"\[[^%][^\]]*\]\s*", "", pdn_text(read.records)).strip()

    assert body('[GameType "21"]\n11-15 22-18 {hm} 15x22 25x18') == "1. 11-15 22-18 {hm} 2. 15x22 25x18 *"
    assert body('[GameType "20"]\n[FEN "B:W31:B19,20"]\n19-23 31-27 20-24') == "1... 19-23 2. 31-27 20-24 *"
    assert (
        body('[GameType "20"]\n32-28 {a} 19-23 (18-23 38-32) 28x19')
        == "1. 32-28 {a} 1... 19-23 ( 1... 18-23 2. 38-32 ) 2. 28x19 *"
    )


def test_no_line_of_moves_is_longer_than_eighty_characters() -> None:
    moves = "32-28 {a comment of some words} 19-23 28x19 14x23 "
    text = pdn_text(parse_pdn(moves * 3))

    assert max(map(len, text.splitlines())) <= 80
