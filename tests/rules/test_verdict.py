"""Which rule a move breaks, where that is written, and what puts it right."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from arbiter.refused import Refused
from arbiter.rules.moves import legal_moves
from arbiter.rules.notation import parse_move
from arbiter.rules.position import Position, Rank, parse_fen, start
from arbiter.rules.variants import AMERICAN, INTERNATIONAL, VARIANTS, Variant
from arbiter.rules.verdict import Verdict, judge
from tests.rules.drawn import games
from tests.rules.reference import Reference

CAPTURES = "W:W28,37,44:B22,23,13,9,31"


def verdict(key: str, fen: str, move: str, same_piece: int | None = None) -> Verdict:
    variant = VARIANTS[key]
    position = parse_fen(fen, variant) if fen else start(variant)
    return judge(position, parse_move(move, variant), variant, same_piece)


@pytest.mark.parametrize("move", ["28x8", "28x19x8", "28-8", "28:19:8", " 28 19 8 "])
def test_a_legal_capture_is_found_from_any_of_its_squares(move: str) -> None:
    found = verdict("international", CAPTURES, move)

    assert found.code is None
    assert found.move is not None
    assert (found.move.path, found.move.taken) == ((28, 19, 8), (23, 13))
    assert found.corrections == ()


@pytest.mark.parametrize(
    ("move", "code", "same_piece"),
    [
        ("28x17", "capture_not_maximum", True),
        ("37x26", "capture_not_maximum", False),
        ("44-39", "capture_missed", False),
    ],
)
def test_the_correction_is_made_with_the_piece_first_moved_if_it_has_one(
    move: str, code: str, *, same_piece: bool
) -> None:
    found = verdict("international", CAPTURES, move)

    assert (found.code, found.article, found.same_piece) == (code, "000 VII", same_piece)
    assert [correction.path for correction in found.corrections] == [(28, 19, 8)]


@pytest.mark.parametrize(
    ("fen", "move", "code", "article", "facts"),
    [
        ("", "31-51", "square_not_in_play", "000 I", {"square": "51"}),
        ("", "0-5", "square_not_in_play", "000 I", {"square": "0"}),
        ("", "28-23", "no_piece", "000 II", {"square": "28"}),
        ("", "20-25", "moved_opponents_piece", "000 II", {"square": "20", "owner": "black"}),
        ("", "36-31", "occupied", "000 IV", {"square": "31"}),
        ("W:WK46:B37,32", "46-32", "occupied", "000 VI", {"square": "32"}),
        ("W:W28:B1", "28-32", "wrong_direction_or_distance", "000 IV", {"rank": "man", "origin": "28", "square": "32"}),
        ("W:W28:B1", "28-17", "wrong_direction_or_distance", "000 IV", {}),
        ("W:W28:B1", "28-27", "wrong_direction_or_distance", "000 IV", {}),
        ("W:W28:B1", "28-28", "wrong_direction_or_distance", "000 IV", {}),
        ("W:W28:B23", "28x14", "wrong_direction_or_distance", "000 IV", {"square": "14"}),
        ("W:WK28:B1", "28-20", "wrong_direction_or_distance", "000 VI", {"rank": "king"}),
        ("W:WK46:B37,32", "46x28", "blocked", "000 VI", {"square": "32"}),
        ("W:WK46,37:B1", "46-28", "jumped_own_piece", "000 VI", {"square": "37"}),
        ("W:W38,32:B1", "38x27", "jumped_own_piece", "000 IV", {"square": "32"}),
        (CAPTURES, "37-32", "capture_missed", "000 VII", {"captures": 1, "max": 2, "squares": ("28",)}),
        (CAPTURES, "28x19", "capture_stopped_early", "000 VII", {"square": "19", "got": 1, "max": 2}),
        (CAPTURES, "28x17", "capture_not_maximum", "000 VII", {"got": 1, "max": 2, "corrections": ("28x8",)}),
        ("W:W28:B23", "28x19x28", "jumped_same_piece_twice", "000 VIII", {"square": "23"}),
        ("W:W15:B9,10", "15x4x18", "crowned_in_passing", "000 V", {"square": "4"}),
        ("W:W15:B9,10", "15x4", "capture_stopped_early", "000 VII", {"square": "4"}),
    ],
)
def test_international_rules_are_named_by_the_clause_of_the_rulebook(
    fen: str, move: str, code: str, article: str, facts: dict[str, object]
) -> None:
    found = verdict("international", fen, move)

    assert (found.move, found.code, found.article) == (None, code, article)
    assert facts.items() <= found.facts.items()


@pytest.mark.parametrize(
    ("fen", "move", "code", "article", "facts"),
    [
        ("", "9-33", "square_not_in_play", "001 Moving pieces", {"square": "33"}),
        ("", "22-18", "moved_opponents_piece", "001 Moving pieces", {"owner": "white"}),
        ("W:W15:B18", "15x22", "wrong_direction_or_distance", "001 Moving pieces", {"rank": "man"}),
        ("W:WK15:B1", "15-8", "wrong_direction_or_distance", "001 Moving pieces", {"rank": "king"}),
        ("W:W15,K32:B11", "32-28", "capture_missed", "001 Obligation to jump", {"squares": ("15",)}),
        ("W:W22:B18,11", "22x15", "capture_stopped_early", "001 Obligation to jump", {"square": "15", "max": 2}),
        ("W:W11:B7,6", "11x2x9", "jumped_on_after_crowning", "001 Crowning", {"square": "2"}),
        ("W:WK15:B11", "15x8x15", "jumped_same_piece_twice", "WCDF 1.20", {"square": "11"}),
        ("W:W22,18:B1", "22x15", "jumped_own_piece", "001 Obligation to jump", {"square": "18"}),
    ],
)
def test_american_rules_are_named_by_the_clause_of_the_rulebook(
    fen: str, move: str, code: str, article: str, facts: dict[str, object]
) -> None:
    found = verdict("american", fen, move)

    assert (found.move, found.code, found.article) == (None, code, article)
    assert facts.items() <= found.facts.items()


def test_two_captures_from_and_to_the_same_squares_are_ambiguous() -> None:
    found = verdict("international", "B:W14,19,29,31,42:BK47", "47x36")

    assert found.code == "ambiguous"
    assert len(found.corrections) == 2
    telling = found.facts["squares"]
    assert isinstance(telling, tuple)
    for square in telling:
        assert verdict("international", "B:W14,19,29,31,42:BK47", f"47x{square}x36").move is not None


def test_a_piece_that_is_bound_is_played_as_long_as_it_can_move() -> None:
    touched = verdict("international", "", "32-28", same_piece=31)

    assert (touched.code, touched.article) == ("touched_other_piece", "000 VII")
    assert touched.facts["square"] == "31"
    assert touched.facts["corrections"] == ("31-26", "31-27")
    assert verdict("international", "", "31-26", same_piece=31).move is not None
    assert verdict("international", "", "32-28", same_piece=41).move is not None


def test_another_irregular_move_leaves_the_first_piece_bound() -> None:
    found = verdict("international", "", "32-23", same_piece=31)

    assert (found.code, found.same_piece) == ("wrong_direction_or_distance", True)
    assert {correction.origin for correction in found.corrections} == {31}


def test_the_move_is_written_as_what_it_was_meant_to_be() -> None:
    assert verdict("international", CAPTURES, "28-17").facts["move"] == "28x17"
    assert verdict("international", CAPTURES, "44x39").facts["move"] == "44-39"


def test_a_move_has_two_squares_at_least() -> None:
    with pytest.raises(Refused):
        judge(start(INTERNATIONAL), (31,), INTERNATIONAL)


@pytest.mark.parametrize("variant", [INTERNATIONAL, AMERICAN], ids=lambda variant: variant.key)
def test_free_choice_and_the_most_pieces_are_told_apart(variant: Variant) -> None:
    fen = "W:W28,27:B23,13,22" if variant is INTERNATIONAL else "W:W22,21:B18,11,17"
    fewer = verdict(variant.key, fen, "27x18" if variant is INTERNATIONAL else "21x14")

    assert (fewer.move is None) is (variant is INTERNATIONAL)


@settings(max_examples=120, deadline=None)
@given(games(), st.data())
def test_a_legal_move_is_never_refused_and_an_irregular_one_never_accepted(
    drawn: tuple[Variant, Position], data: st.DataObject
) -> None:
    """Any two squares are accepted when one result fits them, ambiguous when more do, and otherwise named irregular."""
    variant, position = drawn
    legal = Reference(position, variant).legal()
    origin = data.draw(st.sampled_from([*position.pieces(position.turn), 1]))
    for target in range(variant.board.last + 2):
        fits = {taken for start, end, taken in legal if (start, end) == (origin, target)}
        found = judge(position, (origin, target), variant)

        assert judge(position, (origin, target), variant, alike=True) == found
        if len(fits) == 1:
            assert found.move is not None
            assert frozenset(found.move.taken) in fits
        else:
            assert found.move is None
            assert (found.code == "ambiguous") is bool(fits)


@settings(max_examples=120, deadline=None)
@given(games(12))
def test_a_capture_named_jump_by_jump_is_accepted_only_where_it_is_legal(drawn: tuple[Variant, Position]) -> None:
    """Every sequence of jumps is a legal result, or another one with stops left out, or named a wrong capture."""
    variant, position = drawn
    reference = Reference(position, variant)
    legal = {result for result in reference.legal() if result[2]}
    ranked = () if variant.precedence_steps in ((), ("pieces",)) else ("precedence",)
    for route, _ in reference.routes():
        found = judge(position, reference.stops(route), variant)
        result = reference.result(route)

        assert judge(position, reference.stops(route), variant, alike=True) == found
        if result in legal:
            assert found.move is not None
            assert (found.move.origin, found.move.destination, frozenset(found.move.taken)) == result
        elif not any(one[:2] == result[:2] for one in legal):
            assert found.code in {"capture_stopped_early", "capture_not_maximum", *ranked}
            assert int(str(found.facts["got"])) <= int(str(found.facts["max"]))


@settings(max_examples=120, deadline=None)
@given(games(), st.data())
def test_corrections_are_the_legal_moves_of_the_piece_or_all(
    drawn: tuple[Variant, Position], data: st.DataObject
) -> None:
    """A piece with a legal move keeps the correction to itself; one without leaves the choice free."""
    variant, position = drawn
    origin, target = (data.draw(st.integers(1, variant.board.last)) for _ in range(2))
    bound = data.draw(st.none() | st.sampled_from([*position.pieces(position.turn), 1]))
    found = judge(position, (origin, target), variant, bound)
    legal = legal_moves(position, variant)
    movable = {move.origin for move in legal}

    if found.move is None:
        piece = bound if bound in movable else origin
        assert found.same_piece is (piece in movable)
        assert set(found.corrections) == {move for move in legal if not found.same_piece or move.origin == piece}
    else:
        assert bound not in movable or found.move.origin == bound


@settings(max_examples=120, deadline=None)
@given(games())
def test_a_duty_to_capture_is_named_for_every_step_that_is_otherwise_possible(
    drawn: tuple[Variant, Position],
) -> None:
    """Where a capture is due, a step that the piece could make is a capture missed, nothing else."""
    variant, position = drawn
    reference = Reference(position, variant)
    legal = reference.legal()
    assume(any(taken for _, _, taken in legal))
    for origin, target, _ in reference.steps():
        if not any(result[:2] == (origin, target) for result in legal):
            assert judge(position, (origin, target), variant).code == "capture_missed"


def test_a_step_is_read_as_a_step_where_a_capture_goes_round_to_the_same_square() -> None:
    """The king on 26 may step to 37, and could also take three on a way that ends there; four are due."""
    position = parse_fen("B:WK1,K2,K4,K5,K8,K9,K11,K23:BK26", INTERNATIONAL)

    assert judge(position, (26, 37), INTERNATIONAL).code == "capture_missed"


@settings(max_examples=60, deadline=None)
@given(games())
def test_what_a_man_or_a_king_may_not_do_has_its_own_article(drawn: tuple[Variant, Position]) -> None:
    """Kings are judged by the clause on kings."""
    variant, position = drawn
    for square, rank in position.pieces(position.turn).items():
        found = judge(position, (square, square), variant)
        assume(found.code not in (None, "game_over"))  # a king may take all round and end where it began
        column = "kings_step" if rank is Rank.KING else "men_step"

        assert found.article == variant.articles[column]
