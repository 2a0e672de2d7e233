"""Lines and the chain of hashes that holds them together."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.journal.lines import BEGINNING, BadLine, Line, Unwritten, chained, first_bad, hashed, line_hash

FIVE = chained([Unwritten(1000 + n, "MovePlayed", f'{{"ply":{n}}}', f"key {n}") for n in range(5)], 0, BEGINNING)


def test_lines_are_counted_from_one_and_know_the_hash_before_them() -> None:
    assert [line.seq for line in FIVE] == [1, 2, 3, 4, 5]
    assert [line.before for line in FIVE] == [BEGINNING, *(line.hash for line in FIVE[:-1])]


def test_a_hash_is_the_same_on_every_machine_and_for_ever() -> None:
    assert (
        line_hash(BEGINNING, 1, 1_700_000_000_000, "MovePlayed", None, '{"move":"32-28"}')
        == "b107ac706ee6f7e621be3459d56bab90ac2357722330bbcfce2ddfae957c17b9"
    )


def test_a_chain_goes_on_where_it_ended() -> None:
    later = chained([Unwritten(2000, "FlagFell", "{}")], FIVE[-1].seq, FIVE[-1].hash)

    assert later[0].seq == 6
    assert first_bad([*FIVE, *later]) is None


@pytest.mark.parametrize(
    ("lines", "bad"),
    [
        ([], None),
        (FIVE, None),
        ([*FIVE[:2], FIVE[2]._replace(body='{"ply":7}'), *FIVE[3:]], BadLine(3, "changed")),
        ([*FIVE[:2], FIVE[2]._replace(at=1), *FIVE[3:]], BadLine(3, "changed")),
        ([*FIVE[:2], FIVE[2]._replace(key=None), *FIVE[3:]], BadLine(3, "changed")),
        ([*FIVE[:2], FIVE[2]._replace(hash="f" * 64), *FIVE[3:]], BadLine(3, "changed")),
        (FIVE[1:], BadLine(1, "missing")),
        ([*FIVE[:2], *FIVE[3:]], BadLine(3, "missing")),
        ([FIVE[0], FIVE[2]._replace(seq=2), FIVE[1]._replace(seq=3), *FIVE[3:]], BadLine(2, "chain")),
        (
            [*FIVE[:2], *chained([Unwritten(1002, "MovePlayed", '{"ply":7}')], 2, FIVE[1].hash), *FIVE[3:]],
            BadLine(4, "chain"),
        ),
    ],
)
def test_the_first_line_that_is_not_what_was_written_is_found(lines: list[Line], bad: BadLine | None) -> None:
    assert first_bad(lines) == bad


texts = st.text(max_size=4)


@given(st.tuples(texts, texts, texts | st.none(), texts), st.tuples(texts, texts, texts | st.none(), texts))
def test_two_different_lines_have_different_hashes(
    one: tuple[str, str, str | None, str], other: tuple[str, str, str | None, str]
) -> None:
    """No field runs over into the next: a key "a" before a body "b" is not a key "" before a body "ab"."""
    hashes = {line_hash(before, 1, 1, kind, key, body) for before, kind, key, body in (one, other)}

    assert len(hashes) == len({one, other})


@given(st.text(), st.integers(), st.integers(), st.text(), st.none() | st.text(), st.text())
def test_what_is_hashed_is_a_json_array(before: str, seq: int, at: int, kind: str, key: str | None, body: str) -> None:
    expected = json.dumps([before, seq, at, kind, key, body], separators=(",", ":")).encode("ascii")

    assert hashed(before, seq, at, kind, key, body) == expected
