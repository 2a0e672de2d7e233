"""The opening drawn for a game, and its draw counts (such as moves without a capture), for the API and the pages."""

from __future__ import annotations

import re
from typing import TypedDict

from arbiter import words
from arbiter.rules.endings import Counts, Ending, Mode
from arbiter.rules.endings.draws import Count
from arbiter.rules.position import fen_text
from arbiter.shapes.json_answers import Sides, sides, told
from arbiter.sides import Side
from arbiter.tournament.game import Game
from arbiter.tournament.past.draw_proof import announced, counts_at, looked_at, numbered, proofs
from arbiter.tournament.state import Proposal, Tournament
from arbiter.view import View

RESULT = re.compile(r"([^-]+-?)-(.+)")
"""Matches a written result; group 1 is White's part, group 2 Black's. A part can end in the minus of a draw: 1--1+."""


class OpeningTold(TypedDict):
    """The opening drawn by lot for a board (its ballot)."""

    table: str
    ballot: str
    text: str
    plies: int


class NearTold(TypedDict):
    """A running draw count: its number so far, and the limit at which the game is drawn."""

    row: str
    says: str
    number: int
    limit: int


class StoodTold(TypedDict):
    """A position that a draw count has counted.

    `announced`: whether its last move was announced with a claim and not played.
    """

    ply: int
    after: str
    announced: bool
    turn: str
    fen: str


class MadeTold(TypedDict):
    """A move that a draw count has counted."""

    ply: int
    side: str
    move: str
    numbered: str


class CountTold(TypedDict):
    """A draw count: its number and limit, the ply at which it began and why, and the plies that it has counted."""

    row: str
    says: str
    counts: str
    counted: str
    mode: str
    acts: str
    number: int
    limit: int
    reached: bool
    side: str | None
    began: int | None
    cause: str
    because: str
    article: str | None
    plies: list[int]
    positions: list[StoodTold]
    moves: list[MadeTold]


def counts_shape(view: View, game: Game, ply: int | None = None) -> list[CountTold]:
    """Return every draw count of the game with the counted plies: at present, or as it was after *ply* plies."""
    counts = counts_at(game, game.ply if ply is None else ply)
    return [count_shape(view, game, count) for count in counts]


def nearest_shape(view: View, game: Game) -> list[NearTold]:
    """Return the running draw counts of the game, the one nearest to its limit first."""
    running = [count for count in game.tally.counts() if count.row.limit and count.number > 1]
    nearest = sorted(running, key=lambda count: count.number / count.row.limit, reverse=True)
    return [
        {
            "row": count.row.key,
            "says": words.term(count.row.key, view.language),
            "number": count.number,
            "limit": count.row.limit,
        }
        for count in nearest
    ]


def proofs_shape(view: View, proposal: Proposal) -> list[CountTold]:
    """Return the draw counts on which a proposal rests, including those that have not reached their limit."""
    game = looked_at(view.state, proposal)
    return [count_shape(view, game, count) for count in proofs(game, proposal)]


def count_shape(view: View, game: Game, count: Count) -> CountTold:
    """Return one draw count: its number, when and why it began, and the positions or moves that it has counted."""
    row = count.row
    positions = row.counts is Counts.TIMES
    return told(
        CountTold,
        count,
        row=row.key,
        says=words.term(row.key, view.language),
        counts=row.counts.value,
        counted=words.term(f"counts {row.counts.value}", view.language),
        mode=row.mode.value,
        acts=words.term(_acts(view.state, row), view.language),
        limit=row.limit,
        side=count.side.value if count.side else None,
        because=words.term(f"begun by {count.cause}", view.language),
        article=row.article,
        positions=[_stood(view.state, game, ply) for ply in count.plies] if positions else [],
        moves=[] if positions else [_made(game, ply) for ply in count.plies],
    )


def _acts(state: Tournament, row: Ending) -> str:
    """Return the code of the term that says what happens when a draw count reaches its limit.

    If the count can end the game without a claim, the regulations decide whether it does.
    """
    if row.mode is Mode.FACT:
        return f"draw_found {state.regulations.draw_found}"
    return f"mode {row.mode.value}"


def _stood(state: Tournament, game: Game, ply: int) -> StoodTold:
    position = game.position_after(ply)
    return {
        "ply": ply,
        "after": numbered(game, ply) if ply else "",
        "announced": announced(game, ply),
        "turn": position.turn.value,
        "fen": fen_text(position, state.variant),
    }


def _made(game: Game, ply: int) -> MadeTold:
    play = game.plays[ply - 1]
    return {"ply": ply, "side": play.side.value, "move": play.move, "numbered": numbered(game, ply)}


def each_score(result: str | None) -> Sides[str]:
    """Return White's and Black's part of a written result such as "2-0"; both are empty while there is no result."""
    parted = RESULT.fullmatch(result or "")
    return sides(lambda side: parted[1 if side is Side.WHITE else 2] if parted else "")
