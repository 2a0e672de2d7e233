"""State from events: what the players do at the board, and how their game ends."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from arbiter.pairing.table.points import Outcome
from arbiter.sides import Both, Side
from arbiter.tournament import events as e
from arbiter.tournament.game import Attempt, Call, Game, Play, Result
from arbiter.tournament.noting import lapsed, note_of, proposed
from arbiter.tournament.state import Tournament


def after_games(state: Tournament, event: e.GameEvent) -> Tournament:
    """The tournament after an event of `events_games`."""
    game = state.game(event.round, event.board)
    match event:
        case e.MovePlayed():
            game = _played(game, event, state.version)
        case e.IrregularMove():
            attempt = _attempt(event, state.version)
            bound = event.bound if game.bound is None else game.bound
            game = replace(game, attempts=(*game.attempts, attempt), owed=attempt, bound=bound)
            if event.step:
                state = proposed(state, "penalty", event, event.code, step=event.step)
        case e.DrawOffered():
            note = note_of(game, event, "offer", Side(event.side))
            game = replace(game, offer=Side(event.side), notes=(*game.notes, note))
        case e.DrawAnswered():
            game = replace(game, offer=None)
        case e.DrawClaimed():
            note = note_of(game, event, "claim", Side(event.side), reason=event.ground)
            state = state.put(replace(game, notes=(*game.notes, note)))
            return proposed(state, "claim", event, event.ground, move=event.move)
        case e.ArbiterCalled():
            side = Side(event.side) if event.side else None
            game = replace(game, calls=(*game.calls, Call(at=event.at, side=side, reason=event.reason)))
        case e.CallAnswered():
            calls = tuple(
                call if call.answered is not None else replace(call, answered=event.at) for call in game.calls
            )
            game = replace(game, calls=calls)
        case e.GameEnded():
            game = ended(game, event, corrected=False)
        case _:
            assert_never(event)
    return lapsed(state, game).put(game)


def _played(game: Game, event: e.MovePlayed, line: int) -> Game:
    side = Side(event.side)
    play = Play(
        ply=event.ply,
        side=side,
        move=event.move,
        path=event.path,
        taken=event.taken,
        crowned=event.crowned,
        at=event.at,
        charged=event.charged,
        left=event.left,
        lag=event.lag,
        gained=event.gained,
        sealed=_sealed(event, line),
    )
    clock = (game.flag.clock if game.flag else game.clock).pressed(
        side, event.left, event.at, lag=event.lag, overtime=event.overtime
    )
    now = game.position.played(event.path, event.taken, event.crowned)
    return replace(
        game,
        position=now,
        tally=game.tally.after(event, now),
        plays=(*game.plays, play),
        clock=clock,
        shown=(*game.shown, clock),
        here=game.here.put(side, True),
        offer=game.offer if game.offer is side else None,
        owed=None,
        bound=None,
        objection=None,
        uncrowned=event.path[-1] if event.to_crown else None,
        flag=None,
        halted=None,
    )


def _sealed(event: e.MovePlayed, line: int) -> Attempt | None:
    if event.irregular is None:
        return None
    return Attempt(
        line=line,
        at=event.at,
        ply=event.ply - 1,
        side=Side(event.side),
        move=event.move,
        code=event.irregular,
        article=event.irregular_article,
        facts=event.irregular_facts,
        bound=event.irregular_piece,
        corrections=event.irregular_corrections,
    )


def _attempt(event: e.IrregularMove, line: int) -> Attempt:
    return Attempt(
        line=line,
        at=event.at,
        ply=event.ply,
        side=Side(event.side),
        move=event.move,
        code=event.code,
        article=event.article,
        facts=event.facts,
        bound=event.bound,
        corrections=event.corrections,
    )


def ended(game: Game, event: e.GameEnded | e.ResultCorrected, *, corrected: bool) -> Game:
    """The game with that result; nothing of what was going on is left open."""
    result = Result(
        at=event.at,
        outcome=Both(Outcome(event.white), Outcome(event.black)),
        because=event.because,
        by=event.by,
        article=event.article,
        reason=event.reason,
        corrected=corrected,
        written=event.written,
    )
    return replace(
        game,
        result=result,
        clock=game.clock_before(event.at).stop(event.at),
        offer=None,
        adjourned=None,
        owed=None,
        bound=None,
        objection=None,
        uncrowned=None,
        flag=None,
    )
