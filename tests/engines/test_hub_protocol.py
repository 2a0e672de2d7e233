"""The Hub protocol as text."""

from __future__ import annotations

import pytest

from arbiter.engines.hub_protocol import hub_move, line_text, move_of, parse_line, plays, position_text
from arbiter.rules.moves import legal_moves
from arbiter.rules.position import parse_fen, start
from arbiter.rules.variants import VARIANTS

GAME = VARIANTS["international"]


def test_a_line_is_read_with_its_quotes_and_bare_values() -> None:
    said = parse_line('info depth=7 score=-0.12 pv="32-28 18-22" flag')

    assert said.command == "info"
    assert said.told == {"depth": "7", "score": "-0.12", "pv": "32-28 18-22", "flag": ""}
    assert (said.number("depth"), said.number("pv"), said.number("time")) == (7.0, None, None)


@pytest.mark.parametrize("line", ["", "   \r\n", '"', "===", "\x00\x01"])
def test_what_no_protocol_has_is_no_fault(line: str) -> None:
    assert parse_line(line).command != "done"


def test_a_value_is_quoted_only_where_it_has_to_be() -> None:
    assert line_text("pos", pos="Wew", moves="32-28 18-22") == 'pos pos=Wew moves="32-28 18-22"'
    assert line_text("set-param", name="book", value="") == 'set-param name=book value=""'


def test_a_position_is_the_side_to_move_and_fifty_squares() -> None:
    text = position_text(parse_fen("B:W28,K50:B1,K46", GAME), GAME)

    assert len(text) == 51
    assert (text[0], text[28], text[50], text[1], text[46]) == ("B", "w", "W", "b", "B")
    assert position_text(start(GAME), GAME) == "W" + 20 * "b" + 10 * "e" + 20 * "w"


def test_a_capture_names_every_square_that_it_takes_in_any_order() -> None:
    position = parse_fen("W:W27:B22,12,11", GAME)
    (capture,) = legal_moves(position, GAME)

    assert hub_move(capture) == "x".join(map(str, (27, capture.destination, *sorted(capture.taken))))
    assert len(capture.taken) == 3
    for order in ("11x12x22", "22x11x12"):
        assert move_of(f"27x{capture.destination}x{order}", [capture]) == capture
    assert move_of(f"27x{capture.destination}x22x12x13", [capture]) is None


def test_what_is_no_legal_move_is_none() -> None:
    legal = legal_moves(start(GAME), GAME)

    assert move_of("32-28", legal) in legal
    assert [move_of(text, legal) for text in ("32-23", "1-6", "32", "", "32-28-oops", "99-1")] == [None] * 6


def test_an_engine_that_declares_no_game_plays_international_draughts_alone() -> None:
    declared = {"variant": parse_line('param name=variant value=normal type=enum values="normal frisian"')}

    assert plays(GAME, {})
    assert not plays(VARIANTS["frisian"], {})
    assert plays(VARIANTS["frisian"], declared)
    assert not plays(VARIANTS["russian"], declared)
