"""What may be played, against published counts, random positions, the articles, real games, and a slow generator."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.rules.captures_of_a_piece import rank
from arbiter.rules.moves import Move, divide, hunt, legal_moves, perft
from arbiter.rules.notation import move_text, parse_move
from arbiter.rules.position import Position, Rank, parse_fen, start
from arbiter.rules.variants import INTERNATIONAL, VARIANTS, Variant
from arbiter.rules.verdict import judge
from tests.rules.drawn import framed, games, hunts, hunts_in, positions
from tests.rules.reference import Reference

DATA = Path(__file__).parent.parent / "data" / "rules"
MOST_LEAVES = 200_000
IN_A_MINUTE = 45_000_000
"""So many leaves can be counted in a minute on a slow day; where everybody is a king, so many:"""
KINGS_IN_A_MINUTE = 8_000_000

PERFT = json.loads((DATA / "perft.json").read_text())
COUNTS = [
    (row["variant"], row["fen"], int(depth), nodes)
    for row in PERFT
    for depth, nodes in row["nodes"].items()
    if nodes <= MOST_LEAVES
]
DEEP = [
    (
        row["variant"],
        row["fen"],
        *max(
            (int(depth), nodes)
            for depth, nodes in row["nodes"].items()
            if nodes <= (KINGS_IN_A_MINUTE if row["position"] == "AllKings" else IN_A_MINUTE)
        ),
    )
    for row in PERFT
]
ALIKE = {"german": "brazilian", "portuguese": "spanish"}
"""Games that have all their moves in common with another one."""
POSITIONS = [
    "international",
    "frisian",
    "canadian",
    "german",
    "brazilian",
    "russian",
    "pool",
    "american",
    "italian",
    "spanish",
    "portuguese",
    "czech",
]
DISCRIMINATING = json.loads((DATA / "discriminating_positions.json").read_text())
ARTICLES = json.loads((DATA / "article_positions.json").read_text())
GAMES = [json.loads(line) for line in (DATA / "games.jsonl").read_text("utf-8").splitlines()]
AMBIGUOUS = {
    "wiegerw_pdn/succeed/Tricks traps and shots.pdn#56": "10x26",
    "wiegerw_pdn/succeed/Tricks traps and shots.pdn#89": "32x7",
    "wiegerw_pdn/succeed/Campionato Assoluto 2005.pdn#45": "3x26",
}
"""The games whose scores leave out which of two captures was played, and the text of that move."""


def written(move: Move) -> str:
    sign, crowned = ("x" if move.taken else "-"), ("P" if move.crowned else "")
    return f"{move.origin}{sign}{move.destination}:" + "".join(f"{square}," for square in sorted(move.taken)) + crowned


@pytest.mark.parametrize(("key", "fen", "depth", "nodes"), COUNTS)
def test_as_many_lines_of_play_are_counted_as_published(key: str, fen: str, depth: int, nodes: int) -> None:
    assert perft(parse_fen(fen, framed(VARIANTS[key])), VARIANTS[key], depth) == nodes


@pytest.mark.slow
@pytest.mark.parametrize(("key", "fen", "depth", "nodes"), DEEP)
def test_the_same_as_deep_as_a_minute_allows(key: str, fen: str, depth: int, nodes: int) -> None:
    assert perft(parse_fen(fen, framed(VARIANTS[key])), VARIANTS[key], depth) == nodes


@pytest.mark.parametrize("key", POSITIONS)
def test_random_positions_have_the_moves_that_two_other_generators_found(key: str) -> None:
    for line in (DATA / f"legal_moves_{ALIKE.get(key, key)}.jsonl").read_text().splitlines():
        row = json.loads(line)
        legal = legal_moves(parse_fen(row["fen"], framed(VARIANTS[key])), VARIANTS[key])

        assert sorted(map(written, legal)) == sorted(row["moves"]), row["fen"]


@pytest.mark.parametrize("row", DISCRIMINATING, ids=lambda row: f"{row['variant']} {row['fen']}")
def test_the_smallest_positions_where_two_games_differ_are_told_apart(row: dict[str, str]) -> None:
    variant = VARIANTS[row["variant"]]

    assert sorted(map(written, legal_moves(parse_fen(row["fen"], framed(variant)), variant))) == sorted(row["moves"])


@pytest.mark.parametrize("row", ARTICLES, ids=lambda row: f"{row['article']} {row['fen']}")
def test_the_positions_of_the_articles_have_the_moves_of_the_articles(row: dict[str, str]) -> None:
    variant = VARIANTS[row["variant"]]
    legal = legal_moves(parse_fen(row["fen"], variant), variant)

    assert {move_text(move, (), variant) for move in legal} == set(row["moves"])


def stops_at(game: dict[str, str]) -> tuple[str, str] | None:
    """The move at which a game goes no further, and why; None where it can be replayed to its end."""
    variant = VARIANTS[game["variant"]]
    position = parse_fen(game["fen"], variant) if game["fen"] else start(variant)
    for text in game["moves"]:
        verdict = judge(position, parse_move(text, variant), variant)
        if verdict.move is None:
            return text, str(verdict.code)
        position = position.played(verdict.move.path, verdict.move.taken, verdict.move.crowned)
    return None


@pytest.mark.parametrize("key", sorted({game["variant"] for game in GAMES}))
def test_real_games_replay(key: str) -> None:
    games = [game for game in GAMES if game["variant"] == key]
    ambiguous = {game["id"]: (AMBIGUOUS[game["id"]], "ambiguous") for game in games if game["id"] in AMBIGUOUS}

    assert {game["id"]: at for game in games if (at := stops_at(game))} == ambiguous


@settings(max_examples=250, deadline=None)
@given(st.one_of(games(), hunts()))
def test_a_slow_generator_finds_the_same_moves(drawn: tuple[Variant, Position]) -> None:
    """Whatever stands on the board, every result is found once, and none that the rules do not allow."""
    variant, position = drawn
    found = [(move.origin, move.destination, frozenset(move.taken)) for move in legal_moves(position, variant)]

    assert len(found) == len(set(found))
    assert set(found) == Reference(position, variant).legal()


def test_a_king_may_stop_where_it_could_have_landed_before_on_a_way_that_went_on_elsewhere() -> None:
    """It comes back to c1 with the same four prey in two orders; in one of them another landing outranks c1."""
    czech = VARIANTS["czech"]
    position = parse_fen("W:WKc1:BKf8,Kc7,Kf6,Kb4,Kd4,Kf4,Kb2,Kf2", czech)
    results = {(move.destination, frozenset(move.taken)) for move in legal_moves(position, czech)}

    assert (position.kings.white.bit_length() - 1, frozenset({11, 17, 19, 25})) in results
    assert results == {(to, taken) for _, to, taken in Reference(position, czech).legal()}


@settings(max_examples=100, deadline=None)
@given(games())
def test_a_path_names_each_landing_and_each_piece_taken_in_order(drawn: tuple[Variant, Position]) -> None:
    """A capture's path can be walked: each jump goes over just the next piece taken."""
    variant, position = drawn
    reference = Reference(position, variant)
    routes = {(reference.stops(route), tuple(map(reference.number, route.taken))) for route in reference.captures()}

    for move in legal_moves(position, variant):
        if move.taken:
            assert (move.path, move.taken) in routes


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.key)
@settings(max_examples=120, deadline=None)
@given(drawn=st.data())
def test_the_highest_of_what_each_piece_can_take_is_what_the_generator_lists(
    variant: Variant, drawn: st.DataObject
) -> None:
    """The two ways of following a capture agree in every game: nothing is missing in either."""
    position = drawn.draw(st.one_of(positions(variant), hunts_in(variant)))
    mine, kings = position.pieces(position.turn), position.kings[position.turn.other]
    chains = [(square, chain) for square in mine for chain in hunt(position, square, variant).all_chains()]
    ranks = [rank(variant, mine[square] is Rank.KING, chain.taken, kings) for square, chain in chains]
    followed = {
        (square, chain.path[-1], frozenset(chain.taken))
        for (square, chain), height in zip(chains, ranks, strict=True)
        if height == max(ranks)
    }

    assert followed == {
        (m.origin, m.destination, frozenset(m.taken)) for m in legal_moves(position, variant) if m.taken
    }


def test_the_lines_of_play_are_divided_among_the_first_moves() -> None:
    divided = divide(start(INTERNATIONAL), INTERNATIONAL, 4)

    assert len(divided) == 9
    assert sum(divided.values()) == 4_265
    assert divide(start(INTERNATIONAL), INTERNATIONAL, 1)["32-28"] == 1


def test_steps_are_listed_way_by_way_from_the_top_of_the_board() -> None:
    position = parse_fen("W:W33,38,K6:B2", INTERNATIONAL)
    listed = [move_text(move, (), INTERNATIONAL) for move in legal_moves(position, INTERNATIONAL)]

    assert listed == ["33-28", "38-32", "33-29", "6-1", "6-11", "6-17", "6-22", "6-28"]


def test_a_side_without_pieces_has_no_move() -> None:
    assert legal_moves(parse_fen("W:W:B1", INTERNATIONAL), INTERNATIONAL) == ()
