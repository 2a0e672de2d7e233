"""Games as written are played through the rules: real ones to their end, wrong ones up to the move that is wrong."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from arbiter.rules.pdn.collection import read_collection
from arbiter.rules.pdn.reader import parse_pdn
from arbiter.rules.pdn.replay import Replayed, replay
from arbiter.rules.position import fen_text
from arbiter.rules.variants import VARIANTS
from arbiter.sides import Both

WORDS = (Both("won", "lost"), Both("drawn", "drawn"), Both("lost", "won"), Both("lost", "lost"), None)
GAMES = Path(__file__).parents[1] / "data" / "rules" / "real_games.tsv.gz"


@dataclass(frozen=True, slots=True)
class Real:
    """A real game: in squares by number, 1 at the top left."""

    id: str
    variant: str
    fen: str
    result: str
    moves: tuple[str, ...]

    @property
    def pdn(self) -> str:
        fen = f'[FEN "{self.fen}"]\n' if self.fen else ""
        return f'[Variant "{self.variant}"]\n[Result "{self.result}"]\n{fen}\n{" ".join(self.moves)} {self.result}\n'


@cache
def real_games() -> tuple[Real, ...]:
    rows = (line.split("\t") for line in gzip.decompress(GAMES.read_bytes()).decode().splitlines())
    return tuple(Real(id, key, fen, result, tuple(moves.split())) for id, key, fen, result, moves in rows)


def played(text: str, key: str) -> Replayed:
    (record,) = parse_pdn(text)
    return replay(record, VARIANTS[key])


def replays(games: tuple[Real, ...]) -> None:
    read = read_collection("\n".join(game.pdn for game in games).encode())

    assert len(read.records) == len(games)
    for game, done in zip(games, read.replayed, strict=True):
        assert done.fault is None, game.id
        assert len(done.made) == len(game.moves), game.id


def test_real_games_of_every_kind_replay() -> None:
    replays(real_games()[::16])


@pytest.mark.slow
def test_every_real_game_replays() -> None:
    assert len(real_games()) == 888
    replays(real_games())


def test_a_game_is_read_up_to_the_move_that_may_not_be_played() -> None:
    done = played("1. 32-28 19-23 2. 33-29 23x32 3. 37x28 *", "international")
    assert done.fault is not None

    assert (done.fault.ply, done.fault.move, done.fault.code) == (3, "33-29", "capture_missed")
    assert (done.fault.article, len(done.made), done.lost) == ("000 VII", 2, 3)


def test_a_faulty_game_keeps_no_other_from_being_read() -> None:
    text = '1. 32-27 *\n1. 32-28 nonsense 18-23 *\n[FEN "W:W1-99:B"]\n*\n1. 31-27 *'
    read = read_collection(text.encode(), VARIANTS["international"])

    assert [game.fault.code if game.fault else None for game in read.replayed] == [None, None, "fen_impossible", None]
    assert read.records[1].oddities


def test_single_jumps_that_are_written_as_moves_are_one_capture() -> None:
    fen = '[FEN "W:W27:B23,15,4"]'
    done = played(f"{fen} 1. 27x18 18x11 4-8 *", "american")

    assert [one.text for one in done.made] == ["27x11", "4-8"]


def test_the_sign_between_the_squares_decides_nothing() -> None:
    done = played("1. 32x28 19:23 2. 28-19 *", "international")

    assert [one.text for one in done.made] == ["32-28", "19-23", "28x19"]


def test_a_text_that_means_two_captures_is_settled_by_what_follows() -> None:
    fen = '[FEN "B:W14,19,29,31,42:BK47,50"]'
    first = played(f"{fen} 1... 47x36 2. 19-13 *", "international")
    second = played(f"{fen} 1... 47x36 2. 14-10 *", "international")

    assert (first.guessed, second.guessed) == ((1,), (1,))
    assert {first.made[0].text, second.made[0].text} == {"47x38x24x13x36", "47x38x20x9x36"}


def test_a_set_up_puts_another_position_on_the_board() -> None:
    done = played('1. 31-26 17-21 /FEN "B:W28,31,33-50:B1-16,18-21"/ 20-25 *', "international")

    assert done.fault is None
    assert done.position.piece_at(28) is not None


def test_a_set_up_without_pieces_passes_the_turn() -> None:
    done = played('1. 32-28 /FEN "W::"/ 37-32 *', "international")

    assert (done.fault, len(done.made)) == (None, 2)


@pytest.mark.parametrize(("fen", "code"), [("?:W31:B19", None), ("W:W31:B19", "moved_opponents_piece")])
def test_an_open_side_to_move_is_told_by_the_first_move(fen: str, code: str | None) -> None:
    done = played(f'[FEN "{fen}"] 19-23 *', "international")

    assert (done.fault.code if done.fault else None) == code


def test_three_dots_say_who_begins_where_the_position_says_otherwise() -> None:
    done = played('[FEN "W:W31:B19"] 1... 19-23 31-27 *', "international")

    assert (done.fault, len(done.made)) == (None, 2)


@pytest.mark.parametrize(
    ("fen", "key", "written"),
    [
        ("W:W31-33:B1-3", "international", "W:W31,32,33:B1,2,3"),
        ("W:W K31 , 32:BK1.", "international", "W:WK31,32:BK1"),
        ("W:W:B1,2", "international", "W:W:B1,2"),
        ("B:Wc3,Ke3:Bd8,Kb6.", "russian", "B:Wc3,Ke3:Bd8,Kb6"),
        ("B:W21,22:B11", "russian", "B:Wa3,c3:Bf6"),
        (
            "W:W21,G29-32:B5,G1-4",
            "good-for-nothings",
            "W:W21,G29,G30,G31,G32:BG1,G2,G3,G4,5",
        ),
    ],
)
def test_positions_are_read_in_every_form_and_written_in_one(fen: str, key: str, written: str) -> None:
    done = played(f'[FEN "{fen}"] *', key)

    assert done.fault is None
    assert fen_text(done.start, VARIANTS[key]) == written
