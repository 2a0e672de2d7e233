"""State from events: objections, moves taken back, kings crowned, pieces huffed."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from arbiter.sides import Both, Side
from arbiter.tournament import events as e
from arbiter.tournament.game import Attempt, Game, without
from arbiter.tournament.noting import lapsed, note_of, proposed
from arbiter.tournament.state import Tournament


def after_irregular(state: Tournament, event: e.IrregularEvent) -> Tournament:
    """The tournament after an event of `events_irregular`."""
    game = state.game(event.round, event.board)
    side = Side(event.side)
    match event:
        case e.ObjectionRaised():
            game = replace(game, notes=(*game.notes, note_of(game, event, "objection", side)))
            found = game.plays[event.ply - 1].sealed if event.code else None
            if found is not None:
                game = replace(game, opened=game.opened | {found.line})
                game = game if event.proposes else replace(game, objection=found)
            state = state.put(game)
            return proposed(state, "irregular", event, event.code or "") if event.proposes else state
        case e.ObjectionDropped():
            stood = replace(game.objection, stood=True) if game.objection else None
            attempts = (*game.attempts, stood) if stood else game.attempts
            note = note_of(game, event, "let_stand", side)
            game = replace(game, objection=None, attempts=attempts, notes=(*game.notes, note))
        case e.MoveRetracted():
            game = _retracted(game, event, state.version)
            if event.step:
                state = proposed(state.put(game), "penalty", event, event.code, step=event.step)
        case e.KingCrowned():
            waiting = game.owed is not None and game.owed.code == "not_crowned_by_opponent"
            game = replace(game, uncrowned=None, owed=None if waiting else game.owed)
        case e.PieceHuffed():
            note = note_of(game, event, "huff", side, reason="")
            missed = [replace(game.objection, stood=True)] if game.objection else []
            position = without(game.position, event.square)
            game = replace(
                game,
                position=position,
                tally=game.tally.set_up(position),
                huffed=(*game.huffed, (game.ply, event.square)),
                attempts=(*game.attempts, *missed),
                objection=None,
                owed=None,
                bound=None,
                notes=(*game.notes, note),
            )
        case _:
            assert_never(event)
    return lapsed(state, game).put(game)


def _retracted(game: Game, event: e.MoveRetracted, line: int) -> Game:
    """The game before the move: the offender's clock goes on with what they had thought, what it had earned is gone."""
    kept, gone = game.plays[: event.ply], game.plays[event.ply :]
    moves = Both(sum(play.side is Side.WHITE for play in kept), sum(play.side is Side.BLACK for play in kept))
    side = Side(event.side)
    thought = Both(0, 0).put(side, gone[0].charged if gone else 0)
    clock = replace(
        game.clock.stop(event.at),
        had=Both(event.white_left, event.black_left),
        moves=moves,
        skew=Both(event.white_skew, event.black_skew),
        overtime=Both(event.white_overtime, event.black_overtime),
        thought=thought,
        made=Both(None, None),
    ).start(side, event.at)
    attempt = Attempt(
        line=line,
        at=event.at,
        ply=event.ply,
        side=side,
        move=event.move,
        code=event.code,
        article=event.article,
        facts=event.facts,
        bound=event.bound,
        corrections=event.corrections,
    )
    return replace(
        game,
        position=game.position_after(event.ply),
        tally=game.tally_after(event.ply),
        plays=kept,
        huffed=tuple(huff for huff in game.huffed if huff[0] <= event.ply),
        struck=(*game.struck, *gone),
        attempts=(*game.attempts, attempt),
        clock=clock,
        shown=game.shown[: event.ply + 1],
        notes=(*game.notes, note_of(game, event, "retracted", side, reason="", article=event.article)),
        offer=None,
        owed=attempt,
        bound=event.bound,
        objection=None,
        uncrowned=None,
        flag=None,
        halted=None,
        result=None,
    )
