"""State from events: what an arbiter decides."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from arbiter.sides import Both, Side
from arbiter.tournament import events as e
from arbiter.tournament.game import Game
from arbiter.tournament.noting import decided, lapsed, note_of
from arbiter.tournament.replay_games import ended
from arbiter.tournament.state import Tournament


def after_rulings(state: Tournament, event: e.RulingEvent) -> Tournament:
    """The tournament after an event of `events_rulings`."""
    match event:
        case e.ProposalSigned():
            return decided(state, event.proposal, "signed")
        case e.ProposalDismissed():
            return _dismissed(state, event)
        case e.ResultCorrected():
            game = ended(state.game(event.round, event.board), event, corrected=True)
        case e.PositionRestored():
            game = _restored(state.game(event.round, event.board), event)
        case e.PenaltyGiven():
            game = state.game(event.round, event.board)
            note = note_of(game, event, "penalty", Side(event.side), article=event.article, step=event.step)
            game = replace(game, notes=(*game.notes, note))
        case _:
            assert_never(event)
    return lapsed(state, game).put(game)


def _dismissed(state: Tournament, event: e.ProposalDismissed) -> Tournament:
    proposal = state.proposal(event.proposal)
    game = state.game(proposal.round, proposal.board)
    note = note_of(game, event, "dismissed", proposal.side)
    game = replace(game, notes=(*game.notes, note))
    if game.flag is not None and game.flag.proposal == event.proposal:
        game = replace(game, flag=None, halted="arbiter")
    return decided(state.put(game), event.proposal, "dismissed")


def _restored(game: Game, event: e.PositionRestored) -> Game:
    kept = game.plays[: event.ply]
    moves = Both(sum(play.side is Side.WHITE for play in kept), sum(play.side is Side.BLACK for play in kept))
    clock = replace(
        game.clock.stop(event.at),
        had=Both(event.white_left, event.black_left),
        moves=moves,
        skew=Both(event.white_skew, event.black_skew),
        overtime=Both(event.white_overtime, event.black_overtime),
        thought=Both(0, 0),
        made=Both(None, None),
    )
    note = note_of(game, event, "position", None, article=event.article)
    return replace(
        game,
        position=game.position_after(event.ply),
        tally=game.tally_after(event.ply),
        plays=kept,
        huffed=tuple(huff for huff in game.huffed if huff[0] <= event.ply),
        struck=(*game.struck, *game.plays[event.ply :]),
        clock=clock,
        shown=(*game.shown[: event.ply], clock),
        notes=(*game.notes, note),
        adjourned=None,
        postponed=None,
        offer=None,
        owed=None,
        bound=None,
        objection=None,
        uncrowned=None,
        flag=None,
        halted="arbiter",
        result=None,
    )
