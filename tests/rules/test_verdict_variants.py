"""The broken rule is named in every game, and what the verdict says is true of the position."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from arbiter.rules.moves import legal_moves, quiet_moves
from arbiter.rules.notation import parse_move
from arbiter.rules.position import KingWalk, Position, Rank, parse_fen, start
from arbiter.rules.variants import VARIANTS, Variant
from arbiter.rules.verdict import Verdict, judge
from arbiter.sides import Both
from tests.rules.drawn import games

CODES = {
    "ambiguous",
    "blocked",
    "capture_missed",
    "capture_not_maximum",
    "capture_stopped_early",
    "crowned_in_passing",
    "game_over",
    "jumped_on_after_crowning",
    "jumped_own_piece",
    "jumped_same_piece_twice",
    "king_move_limit",
    "moved_opponents_piece",
    "no_piece",
    "occupied",
    "precedence",
    "square_not_in_play",
    "touched_other_piece",
    "wrong_direction_or_distance",
}


def verdict(key: str, fen: str, move: str) -> Verdict:
    variant = VARIANTS[key]
    position = parse_fen(fen, variant) if fen else start(variant)
    return judge(position, parse_move(move, variant), variant)


@pytest.mark.parametrize(
    ("key", "fen", "move", "code", "facts"),
    [
        # whose piece, and where
        ("russian", "", "c3-33", "square_not_in_play", {"square": "33"}),
        ("russian", "", "c3-c4", "square_not_in_play", {"square": "c4", "move": "c3-c4"}),
        ("brazilian", "", "A3-J12", "square_not_in_play", {"square": "j12"}),
        ("turkish", "", "a3-a9", "square_not_in_play", {"square": "a9"}),
        ("russian", "", "d4-e5", "no_piece", {"square": "d4"}),
        ("brazilian", "", "b6-a5", "moved_opponents_piece", {"owner": "black"}),
        ("pool", "", "22-18", "moved_opponents_piece", {"owner": "white"}),
        ("spanish", "", "5-9", "occupied", {"square": "9"}),
        # backwards, too far, no such way
        ("canadian", "W:W40:B1", "40-46", "wrong_direction_or_distance", {"how": "backwards"}),
        ("international", "W:W28:B1", "28-39", "wrong_direction_or_distance", {"how": "backwards"}),
        ("international", "W:W28:B1", "28-17", "wrong_direction_or_distance", {"how": "too_far"}),
        ("international", "W:WK28:B1", "28-20", "wrong_direction_or_distance", {"how": "off_line", "rank": "king"}),
        ("american", "B:BK1:W32", "1-10", "wrong_direction_or_distance", {"how": "too_far", "rank": "king"}),
        ("pool", "B:B1:W32", "1-10", "wrong_direction_or_distance", {"rank": "checker"}),
        ("good-for-nothings", "W:WG30,22:B1", "30-22", "occupied", {}),
        ("good-for-nothings", "W:WG30,22:B1", "30-21", "wrong_direction_or_distance", {"rank": "good-for-nothing"}),
        ("turkish", "W:Wc3:Bh7", "c3-c2", "wrong_direction_or_distance", {"how": "backwards"}),
        ("turkish", "W:Wc3:Bh7", "c3-d4", "wrong_direction_or_distance", {"how": "off_line"}),
        ("frisian", "W:W28:B1", "28-18", "wrong_direction_or_distance", {"how": "off_line"}),
        ("italian", "W:W22:BK18,1", "22-13", "wrong_direction_or_distance", {"how": "no_king_by_man"}),
        ("international", "W:W28:B1", "28-28", "wrong_direction_or_distance", {"how": "stays"}),
        # what stands in the way
        ("russian", "W:WKa1,h2:Bb2,c3", "a1:d4", "blocked", {"first": "b2", "square": "c3"}),
        ("turkish", "W:WKa1,a3:Bh7", "a1-a5", "jumped_own_piece", {"square": "a3"}),
        ("turkish", "W:WKa1:Ba3,a4,h7", "a1xa5", "blocked", {"first": "a3", "square": "a4"}),
        ("turkish", "W:WKa4:Ba6,a2", "a4xa8xa1", "wrong_direction_or_distance", {"how": "turned_back"}),
        # the duty to capture
        ("general", "B:B9:W14,32", "9-13", "capture_missed", {"squares": ("9",)}),
        ("german", "W:Wc3,h2:Bd4,f6,g3", "h2:f4", "capture_not_maximum", {"got": 1, "max": 2}),
        ("turkish", "W:Wa3,h3:Ba4,b6,h4,h6", "a3xa5", "capture_not_maximum", {"got": 1, "max": 2}),
        ("russian", "W:Wc3:Bd4,f6", "c3:e5", "capture_stopped_early", {"square": "e5", "got": 1, "max": 2}),
        ("russian", "W:Wg5:Bf6,d6", "g5:e7", "capture_stopped_early", {"got": 1, "max": 2}),
        # which capture comes first
        ("czech", "W:Wc3,Ke1:Bd4,f2", "c3xe5", "precedence", {"step": "by_king"}),
        ("italian", "W:W31,K22:B28,18", "31x24", "precedence", {"step": "by_king"}),
        ("italian", "W:WK30:B10,K12,K18,20,K26,K27", "30x7", "precedence", {"step": "earliest_king"}),
        ("frisian", "W:W28,48:B23,K43", "28x19", "precedence", {"step": "value", "got": 100, "max": 199}),
        # twice, and on after crowning
        ("russian", "W:WKa1:Bb2", "a1:c3:a1", "jumped_same_piece_twice", {"square": "b2"}),
        ("american", "W:W11:B7,6", "11x2x9", "jumped_on_after_crowning", {"square": "2"}),
        ("brazilian", "W:Wf6:Be7,b6", "f6xd8xa5", "crowned_in_passing", {}),
        # over
        ("russian", "W:Wa1:Bb2,c3", "a1-b2", "game_over", {"result": "0-1", "because": "no_move"}),
        ("international", "W:W46:B41,37", "46-41", "game_over", {"result": "0-2"}),
        ("american", "W:W5:B1", "5-1", "game_over", {"result": "1-0"}),
    ],
)
def test_the_broken_rule_is_named(key: str, fen: str, move: str, code: str, facts: dict[str, object]) -> None:
    found = verdict(key, fen, move)

    assert (found.move, found.code) == (None, code), found.facts
    assert facts.items() <= found.facts.items()


@pytest.mark.parametrize(
    ("key", "fen", "move", "article"),
    [
        ("turkish", "W:Wd6:Ba2,d7,h8", "d6xd8xa8", "004 Turkish 4"),  # crowned within the capture, it moves as a king
        ("turkish", "W:WKa4:Ba6,a2", "a4xa8xa1", "house rule"),  # no rule of 004 is about turning back
        ("pool", "W:W22:B18,11", "22x15", "004 Good-for-Nothings"),
        ("good-for-nothings", "W:W22:B18,11", "22x15", "004 Good-for-Nothings"),
        ("general", "W:W11:B7,6", "11x2x9", "house rule, after 001 Crowning"),
        ("american", "W:W11:B7,6", "11x2x9", "001 Crowning"),
    ],
)
def test_the_article_is_the_one_that_says_so(key: str, fen: str, move: str, article: str) -> None:
    assert verdict(key, fen, move).article == article


def test_a_free_choice_owes_the_shortest_complete_capture() -> None:
    found = verdict("pool", "W:W29:B25,17,10,18,11", "29x22")

    assert (found.code, found.facts["got"], found.facts["max"]) == ("capture_stopped_early", 1, 2)


def test_the_frisian_king_may_move_three_times_running_while_there_are_men() -> None:
    frisian = VARIANTS["frisian"]
    rested = parse_fen("W:WK46,28:BK5", frisian)
    tired = rested._replace(walks=Both(KingWalk(46, 3), KingWalk(0, 0)))
    found = judge(tired, (46, 41), frisian)

    assert judge(rested, (46, 41), frisian).code is None
    assert (found.code, found.facts["limit"]) == ("king_move_limit", 3)
    assert {move.origin for move in found.corrections} == {28}
    blocked = parse_fen("W:WK46,7:BK5,1,2", frisian)._replace(walks=Both(KingWalk(46, 3), KingWalk(0, 0)))
    assert judge(blocked, (46, 41), frisian).code == "king_move_limit"
    assert judge(blocked, (7, 1), frisian).code == "game_over"


def test_general_rules_let_a_capture_stop_after_any_jump() -> None:
    assert verdict("general", "B:B1:W6,15,32", "1x10").code is None
    assert verdict("general", "B:B1:W6,15,32", "1x19").code is None
    assert verdict("american", "B:B1:W6,15,32", "1x10").code == "capture_stopped_early"


@settings(max_examples=200, deadline=None)
@given(games(14), st.data())
def test_a_verdict_is_true_of_the_position(drawn: tuple[Variant, Position], data: st.DataObject) -> None:
    """Whatever squares are entered: a known code, facts that hold, and corrections that are legal moves."""
    variant, position = drawn
    own = list(position.pieces(position.turn))
    origin = data.draw(st.sampled_from([*own, 1]))
    squares = data.draw(st.lists(st.integers(1, variant.board.last + 1), min_size=1, max_size=3))
    entered = (origin, *squares)
    found = judge(position, entered, variant)
    legal = legal_moves(position, variant)

    if found.move is not None:
        assert found.move in legal
        assert (found.move.origin, found.move.destination) == (entered[0], entered[-1])
        return
    assert found.code in CODES
    assert set(found.corrections) <= set(legal)
    assert found.code != "game_over" or not legal
    if found.code == "capture_missed":
        assert legal[0].taken
        assert any((step.origin, step.destination) == entered for step in quiet_moves(position, variant))
    if found.code == "occupied":
        assert any(position.piece_at(square) for square in entered[1:] if 1 <= square <= variant.board.last)
    if found.code == "no_piece":
        assert position.piece_at(entered[0]) is None
    if found.code == "capture_not_maximum":
        assert int(str(found.facts["got"])) < int(str(found.facts["max"]))


@settings(max_examples=150, deadline=None)
@given(games(16))
def test_what_tells_two_captures_apart_does(drawn: tuple[Variant, Position]) -> None:
    """What is ambiguous is settled by any of the squares named, and by the full path."""
    variant, position = drawn
    legal = legal_moves(position, variant)
    for move in legal:
        found = judge(position, (move.origin, move.destination), variant)
        if found.code != "ambiguous":
            assert found.move is not None
            continue
        telling = found.facts["squares"]
        assert isinstance(telling, tuple)
        names = variant.names(variant.board)
        for name in telling:
            square = names.index(str(name))
            assert judge(position, (move.origin, square, move.destination), variant).move is not None
        assert judge(position, move.path, variant).move in legal


@settings(max_examples=100, deadline=None)
@given(games(14))
def test_men_that_are_no_kings_are_called_what_they_are(drawn: tuple[Variant, Position]) -> None:
    """A man, a checker, a good-for-nothing or a king: the word of the trade for the piece that was moved."""
    variant, position = drawn
    assume(legal_moves(position, variant))
    for square, rank in position.pieces(position.turn).items():
        told = judge(position, (square, square), variant).facts.get("rank")
        assert told in (None, variant.man if rank is Rank.MAN else rank.value)
