"""The four scenes of the demonstration, at four boards of one round, and the progress of each.

The status of a scene is derived from the tournament's state. So it does not matter whether the demonstration or a
visitor made the moves.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from arbiter.rules.endings import Counts
from arbiter.rulings.request import article
from arbiter.tournament.game import Game
from arbiter.tournament.state import Proposal, Tournament
from arbiter.values import dataclass

CLAIM_BOARD, CLAIM_HOLD, CLAIM_PLY = 1, 121, 127
"""Numbers of the claim scene: its board, the ply at which the game waits for visitors, the ply before the claim.

The move after the third number repeats the position for the third time.
"""
CLAIM_GAME, CLAIM_SHUFFLE = 1, ("32-27", "26-42", "27-32", "42-26") * 2
"""The real game of the claim scene, by its index, and the moves that are added to it.

In these moves kings move to and fro, so that the position is repeated.
"""
SCENE_BOARD, SCENE_PLY, SCENE_MOVE = 2, 46, "39-30"
"""The board, the ply and the move of White's irregular capture.

It takes too few pieces: 40x18 would take two, as the rules demand.
"""
APPEAL_BOARD = 3
"""The board at which White loses by a ruling, and appeals."""
FLAG_BOARD, FLAG_PLY = 4, 46
"""The board, and the ply at which White thinks until the flag falls."""


class Status(Enum):
    """The progress of a scene."""

    AHEAD = "ahead"
    NOW = "now"
    """The scene waits for somebody: a player who must correct a move, or an arbiter."""
    MET = "met"
    """The scene has happened and has been decided."""
    PASSED = "passed"
    """The scene cannot happen any more, because the game has ended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A scene of the demonstration: where it happens, and its progress.

    `follows`: the kinds of journal lines after which its status may change, as "kind", or as "kind/board" if only lines
    about one board matter.
    """

    code: str
    round: int
    board: int
    status: Status
    article: str | None
    follows: str
    appeal: int | None = None


def scenes(state: Tournament, round: int) -> tuple[Scene, ...]:
    """Return the four scenes of the round *round*, in the order of their boards."""
    return (
        _claim(state, round),
        _irregular(state, round),
        _appeal(state, round),
        _flag(state, round),
    )


def game_at(state: Tournament, round: int, board: int) -> Game | None:
    """Return the game at the board, or None if its round has not been published."""
    return state.game(round, board) if round <= len(state.published) else None


def proposals_at(state: Tournament, round: int, board: int, *kinds: str) -> tuple[Proposal, ...]:
    """Return the proposals of the kinds *kinds* about the game at the board."""
    return tuple(p for p in state.proposals if (p.round, p.board) == (round, board) and p.kind in kinds)


def _claim(state: Tournament, round: int) -> Scene:
    claims = proposals_at(state, round, CLAIM_BOARD, "claim", "ending")
    row = next((row for row in state.rows if row.counts is Counts.TIMES), None)
    return Scene(
        code="claim",
        round=round,
        board=CLAIM_BOARD,
        status=_of_proposals(claims, game_at(state, round, CLAIM_BOARD)),
        article=row.article if row else None,
        follows=f"DrawClaimed/{CLAIM_BOARD} GameEnded/{CLAIM_BOARD} ProposalSigned ProposalDismissed",
    )


def _irregular(state: Tournament, round: int) -> Scene:
    game = game_at(state, round, SCENE_BOARD)
    tried = game.attempts if game else ()
    owed = game is not None and game.running and game.owed is not None
    return Scene(
        code="irregular",
        round=round,
        board=SCENE_BOARD,
        status=Status.NOW if owed else _settled(bool(tried), game),
        article=tried[0].article if tried else article(state, "irregular"),
        follows=f"{'MovePlayed' if owed else 'IrregularMove'}/{SCENE_BOARD} GameEnded/{SCENE_BOARD}",
    )


def _appeal(state: Tournament, round: int) -> Scene:
    filed = next((a for a in state.appeals if (a.round, a.board) == (round, APPEAL_BOARD)), None)
    game = game_at(state, round, APPEAL_BOARD)
    by_play = game is not None and game.result is not None and game.result.because != "ruling"
    return Scene(
        code="appeal",
        round=round,
        board=APPEAL_BOARD,
        status=((Status.MET if filed.decided else Status.NOW) if filed else Status.PASSED if by_play else Status.AHEAD),
        article=article(state, "appeal"),
        follows=f"AppealFiled AppealDecided GameEnded/{APPEAL_BOARD}",
        appeal=filed.number if filed else None,
    )


def _flag(state: Tournament, round: int) -> Scene:
    return Scene(
        code="flag",
        round=round,
        board=FLAG_BOARD,
        status=_of_proposals(proposals_at(state, round, FLAG_BOARD, "flag"), game_at(state, round, FLAG_BOARD)),
        article=article(state, "flag"),
        follows=f"FlagFell/{FLAG_BOARD} GameEnded/{FLAG_BOARD} ProposalSigned ProposalDismissed",
    )


def _of_proposals(proposals: Iterable[Proposal], game: Game | None) -> Status:
    decided = [proposal.decided is not None for proposal in proposals]
    if not decided or all(decided):
        return _settled(bool(decided), game)
    return Status.NOW


def _settled(happened: bool, game: Game | None) -> Status:
    if happened:
        return Status.MET
    return Status.PASSED if game is not None and game.result is not None else Status.AHEAD
