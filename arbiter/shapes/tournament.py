"""What the service says of a tournament, a round and a board, as `contract.md` has it.

Plain dictionaries for JSON, pages and wires.

Instants are Unix milliseconds of the hall, lengths of time milliseconds. Squares and moves are in the notation of the
variant.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from arbiter import words
from arbiter.clock.control import controls_text
from arbiter.pairing.table.points import points_text
from arbiter.rules.move import Move
from arbiter.rules.moves import legal_moves
from arbiter.rules.notation import move_text, square_text
from arbiter.rules.position import fen_text
from arbiter.rules.variants import Variant
from arbiter.rulings.rounds.pairing import rounds_planned
from arbiter.shapes.endings import nearest_shape, opening_shape
from arbiter.shapes.officiating import officiating_shape, proposal_more
from arbiter.sides import Side
from arbiter.tournament.game import Game
from arbiter.tournament.round import Round
from arbiter.tournament.state import Proposal, Tournament
from arbiter.view import View

Shape = dict[str, Any]


def tournament_shape(view: View) -> Shape:
    """One tournament as a whole."""
    state = view.state
    return {
        "id": view.tournament,
        "name": state.name,
        "variant": state.variant.key,
        "system": state.system,
        "rounds": rounds_planned(state),
        "control": controls_text(state.controls),
        "regulations": state.regulations.key,
        "regulations_hash": state.regulations.hash,
        "flags": state.regulations.flags,
        "points": points_text(state.points),
        "tiebreaks": list(state.tiebreaks),
        "ballots": state.ballots or None,
        "endings": [row.key for row in state.rows],
        "version": state.version,
        "paired": len(state.rounds),
        "entries": [entry_shape(view, entry) for entry in state.entries],
    }


def entry_shape(view: View, entry: int) -> Shape:
    """One entry, with what the register has of the person."""
    person = view.people.get(entry)
    return {
        "entry": entry,
        "name": view.name(entry),
        "rating": person.rating if person else None,
        "club": person.club if person else None,
        "federation": person.federation if person else None,
        "title": person.title if person else None,
        "withdrawn": entry in view.state.withdrawn,
    }


def round_shape(view: View, round: Round) -> Shape:
    """All boards of a round."""
    return {
        "round": round.number,
        "version": view.state.version,
        "boards": [board_shape(view, game) for game in round.games],
        "byes": list(round.byes),
        "closed": round.closed,
    }


def board_shape(view: View, game: Game, *, helped: bool = False) -> Shape:
    """One board. `helped`: with the legal moves, for a tablet that completes a capture when only one fits."""
    state = view.state
    shape: Shape = {
        "version": state.version,
        "round": game.round,
        "board": game.board,
        "variant": state.variant.key,
        "players": {side.value: player_shape(view, game.entries[side]) for side in Side},
        "fen": fen_text(game.position, state.variant),
        "ply": game.ply,
        "turn": game.position.turn.value,
        "moves": [play.move for play in game.plays],
        "plays": [
            {"ply": play.ply, "side": play.side.value, "move": play.move, "left_ms": play.left, "at": play.at}
            for play in game.plays
        ],
        "opening": opening_shape(game),
        "last": last_shape(state, game),
        "clock": clock_shape(view, game),
        "started": game.started,
        "halted": game.halted,
        "owed": owed_shape(view, game),
        "irregular": {side.value: game.irregular(side) for side in Side},
        "offers": [{"side": game.offer.value}] if game.offer else [],
        "claims": [
            {"side": claim.side.value, "ground": claim.ground}
            for claim in state.waiting
            if (claim.kind, claim.round, claim.board) == ("claim", game.round, game.board)
        ],
        "calls": [{"side": c.side.value if c.side else None, "reason": c.reason, "at": c.at} for c in game.calling],
        "flag": {
            "side": game.flag.side.value,
            "at": game.flag.at,
            "proposal": game.flag.proposal,
            "provisional": game.flag.provisional or None,
        }
        if game.flag
        else None,
        "adjourned": {
            "at": game.adjourned.at,
            "side": game.adjourned.side.value,
            "envelope": game.adjourned.envelope or None,
            "until": game.adjourned.until or None,
        }
        if game.adjourned
        else None,
        "postponed": game.postponed,
        "here": {side.value: game.here[side] for side in Side},
        "result": state.result_text(game),
        "because": game.result.because if game.result else None,
        "because_text": words.term(game.result.because, view.language) if game.result else None,
        "winner": winner(game),
        **officiating_shape(view, game),
    }
    if helped and game.running and state.regulations.counts_shown == "players":
        shape["counts"] = nearest_shape(view, game)
    if helped and game.running:
        legal = legal_moves(game.position, state.variant) if completing(state, game) else ()
        shape["legal"] = [
            {
                "move": move_text(move, legal, state.variant),
                "path": [square_text(square, state.variant) for square in move.path],
                "taken": [square_text(square, state.variant) for square in move.taken],
            }
            for move in legal
        ]
    return shape


def completing(state: Tournament, game: Game) -> bool:
    """Whether a tablet may know the legal moves, and so complete a capture when only one fits.

    Not where it would tell more than the hint level lets, nor what the opponent alone may say.
    """
    rules = state.regulations
    return rules.hint_level >= 3 and (rules.irregular_policy == "block" or game.owed is not None)


def player_shape(view: View, entry: int) -> Shape:
    """Who sits there."""
    person = view.people.get(entry)
    return {"entry": entry, "name": view.name(entry), "club": person.club if person else None}


def last_shape(state: Tournament, game: Game) -> Shape | None:
    """The squares of the last play, to be marked on a board."""
    if not game.plays:
        return None
    play = game.plays[-1]
    return {"move": play.move, "path": [square_text(square, state.variant) for square in play.path]}


def clock_shape(view: View, game: Game) -> Shape:
    """Both clocks as of the view's instant. Under `low_ms` the tablets warn."""
    state, clock, at = view.state, game.clock, view.at
    shape: Shape = {
        "running": clock.running.value if clock.running else None,
        "now_ms": at,
        "flag_at": clock.flag_at,
        "speed": view.speed,
        "low_ms": 1_000 * state.regulations.low_time,
        "timed": bool(clock.control.white.periods),
    }
    for side in Side:
        shape[side.value] = {
            "left_ms": max(0, clock.left(side, at)),
            "period": clock.period(side),
            "moves_to_go": clock.moves_to_go(side),
            "lasts_ms": max(0, clock.lasts(side, at)),
            "overtime_ms": clock.block_left(side, at),
        }
    return shape


TELLS: Mapping[str, int] = {"squares": 2, "corrections": 3}
"""The hint level from which a fact of an irregular move is told, where it is not told at every level."""


def owed_shape(view: View, game: Game) -> Shape | None:
    """Who owes which retraction; the corrections as far as the tournament's hint level lets a player see them."""
    attempt = game.owed
    if attempt is None:
        return None
    state = view.state
    variant, level = state.variant, state.regulations.hint_level
    legal = legal_moves(game.position, variant)
    right = [move for move in legal if move_text(move, legal, variant) in attempt.corrections]
    return {
        "side": attempt.side.value,
        "move": attempt.move,
        "code": attempt.code,
        "article": attempt.article,
        "facts": {name: value for name, value in attempt.facts if level >= TELLS.get(name, 1)},
        "sentence": view.say(attempt.code, dict(attempt.facts), attempt.article),
        "piece": square_shape(game.bound, variant) if game.bound is not None else None,
        "count": game.irregular(attempt.side),
        "corrections": [move_shape(move, legal, variant) for move in right] if level >= 3 else [],
        "pieces": list(dict.fromkeys(square_shape(move.origin, variant) for move in right)) if level >= 2 else [],
    }


def move_shape(move: Move, legal: Sequence[Move], variant: Variant) -> Shape:
    """One of the *legal* moves, as `arbiter legal --json` has it."""
    return {
        "move": move_text(move, legal, variant),
        "path": [square_shape(square, variant) for square in move.path],
        "taken": [square_shape(square, variant) for square in move.taken],
        "promotes": move.crowned,
    }


def square_shape(square: int, variant: Variant) -> int | str:
    """A square as the variant's notation has it: its number, or its name."""
    name = square_text(square, variant)
    return int(name) if name.isdigit() else name


def winner(game: Game) -> str | None:
    """Which side won; None for a draw, and while the game is played."""
    if game.result is None or game.result.outcome.white is game.result.outcome.black:
        return None
    return "white" if game.result.outcome.white.value == "won" else "black"


def proposal_shape(view: View, proposal: Proposal) -> Shape:
    """One proposal, with the players it is about."""
    game = view.state.game(proposal.round, proposal.board)
    return {
        "proposal": proposal.number,
        "kind": proposal.kind,
        "at": proposal.at,
        "round": proposal.round,
        "board": proposal.board,
        "side": proposal.side.value,
        "player": view.name(game.entries[proposal.side]),
        "ground": proposal.ground,
        "moves_to_go": game.clock.moves_to_go(proposal.side),
        **proposal_more(view, game, proposal),
        "decided": proposal.decided,
        "provisional": proposal.provisional or None,
    }
