"""A game in the order of events, including moves that were struck later.

A stretch is the series of moves between one restored position and the next.
"""

from __future__ import annotations

from collections.abc import Iterator

from arbiter.rules.position import Position
from arbiter.tournament.game import Attempt, Game, Note, Play, without
from arbiter.values import dataclass

BACK = ("position", "retracted", "set_up")
"""The kinds of notes in a game that record that moves were taken back: by a ruling, or to correct an irregular move."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Consecutive moves, and the ruling by which the last of them were taken back, or None.

    The ruling restored the position after `upto` plies.
    """

    plays: tuple[Play, ...]
    ruling: Note | None
    upto: int


def stretches(game: Game) -> Iterator[Stretch]:
    """The stretches of a game in order. The last stretch ends at the present position."""
    taken_back = list(struck(game))
    rulings, groups = [note for note, _ in taken_back], [plays for _, plays in taken_back]
    # worked out from the end: the moves before a ruling are those up to the restored ply, then the struck ones
    line, lines = game.plays, list[tuple[Play, ...]]()
    for note, group in zip(reversed(rulings), reversed(groups), strict=True):
        line = (*line[: group[0].ply - 1], *group) if group else line[: note.ply]
        lines.append(line)
    kept = 0
    for note, group, before in zip(rulings, groups, reversed(lines), strict=True):
        upto = group[0].ply - 1 if group else len(before)
        yield Stretch(before[kept:], note, upto)
        kept = upto
    yield Stretch(game.plays[kept:], None, game.ply)


def struck(game: Game) -> Iterator[tuple[Note, tuple[Play, ...]]]:
    """Yield each ruling that took moves back, together with those moves."""
    plays = list(game.struck)
    for note in game.notes:
        if note.what in BACK:
            end = next((at for at, play in enumerate(plays, start=1) if play.ply == note.ply), len(plays))
            end = end if note.struck is None else note.struck
            yield note, tuple(plays[:end])
            plays = plays[end:]


def position_of(game: Game, attempt: Attempt) -> Position:
    """Return the position in which *attempt* was made, even if the plays before it were struck since."""
    line: tuple[Play, ...] = ()
    for stretch in stretches(game):
        line += stretch.plays
        if stretch.ruling is None or attempt.at <= stretch.ruling.at:
            break
        line = line[: stretch.upto]
    position = game.start
    for number, play in enumerate((None, *line[: attempt.ply])):
        position = position if play is None else position.played(play.path, play.taken, play.crowned)
        for ply, square in game.huffed:
            position = without(position, square) if ply == number else position
        for one in game.set_ups:
            there = one.ply == number and one.line <= attempt.line and (one.until is None or attempt.line < one.until)
            position = one.position if there else position
    return position
