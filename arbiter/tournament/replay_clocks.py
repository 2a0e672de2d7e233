"""State from events: what happens to the clocks besides moves."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from arbiter.clock.clock import Clock, new_clock
from arbiter.clock.control import Control, parse_controls
from arbiter.sides import Both, Instant, Side
from arbiter.tournament import events as e
from arbiter.tournament.game import Adjournment, Flag, Game
from arbiter.tournament.noting import lapsed, note_of, proposed
from arbiter.tournament.state import Tournament


def after_clocks(state: Tournament, event: e.ClockEvent) -> Tournament:
    """The tournament after an event of `events_clocks`."""
    match event:
        case e.FlagFell():
            return _flagged(state, event)
        case e.LateNoticed():
            return proposed(state, "late", event, event.side)
        case e.ControlSet():
            return _controlled(state, event)
        case e.HallStopped():
            for round, board in event.boards:
                state = _put(state, _stopped(state.game(round, board), event, event.at, "hall"))
            return state
        case e.ServiceInterrupted():
            for round, board in event.boards:
                state = _put(state, _interrupted(state.game(round, board), event))
            return state
        case e.ClocksResumed():
            for board in event.boards:
                game = state.game(event.round, board)
                note = note_of(game, event, "resumed", None)
                clock = game.clock.start(game.position.turn, event.at)
                state = _put(state, replace(game, halted=None, clock=clock, notes=(*game.notes, note)))
            return state
        case _:
            return _put(state, _game_after(state.game(event.round, event.board), event))


def _game_after(
    game: Game,
    event: e.TimeCorrected
    | e.ClockStopped
    | e.CounterCorrected
    | e.SidesSwapped
    | e.AttendanceNoted
    | e.GameAdjourned
    | e.AdjournmentEnded,
) -> Game:
    match event:
        case e.TimeCorrected():
            return _timed(game, event)
        case e.ClockStopped():
            stood = event.at if event.stood is None else event.stood
            return _stopped(game, event, stood, event.why)
        case e.CounterCorrected():
            return _counted(game, event)
        case e.SidesSwapped():
            return _swapped(game, event)
        case e.AttendanceNoted():
            side = Side(event.side)
            note = note_of(game, event, "here" if event.here else "absent", side)
            return replace(game, here=game.here.put(side, event.here), notes=(*game.notes, note))
        case e.GameAdjourned():
            return _adjourned(game, event)
        case e.AdjournmentEnded():
            note = note_of(game, event, "adjournment_ended", None)
            clock = game.clock if _sealed(game) else game.clock.start(game.position.turn, event.at)
            return replace(game, halted=None, adjourned=None, postponed=None, clock=clock, notes=(*game.notes, note))
        case _:
            assert_never(event)


def _put(state: Tournament, game: Game) -> Tournament:
    return lapsed(state, game).put(game)


def _timed(game: Game, event: e.TimeCorrected) -> Game:
    side = Side(event.side)
    note = note_of(game, event, "time", side, article=event.article, span=event.left)
    mark = replace(game.shown[-1], had=game.shown[-1].had.put(side, event.left))
    game = game.with_clock(game.clock.with_left(side, event.left, event.at), mark)
    return replace(game, notes=(*game.notes, note))


def _counted(game: Game, event: e.CounterCorrected) -> Game:
    side = Side(event.side)
    note = note_of(game, event, "counter", side, article=event.article, span=event.to_go, step=str(event.period))
    mark = game.shown[-1].with_to_go(side, event.to_go, event.period)
    game = game.with_clock(game.clock.with_to_go(side, event.to_go, event.period), mark)
    return replace(game, notes=(*game.notes, note))


def _swapped(game: Game, event: e.SidesSwapped) -> Game:
    note = note_of(game, event, f"swapped_{event.what}", None, article=event.article)
    if event.what == "players":
        white, black = game.entries
        return replace(game, entries=Both(black, white), notes=(*game.notes, note))
    clock = game.clock.swapped(event.at)
    mark = replace(game.shown[-1], had=clock.had, overtime=clock.overtime)
    return replace(game.with_clock(clock, mark), notes=(*game.notes, note))


def _stopped(game: Game, event: e.ClockStopped | e.HallStopped, at: Instant, why: str) -> Game:
    """The clocks stand from *at*; a flag that fell later has not fallen."""
    clock = game.clock_before(at)
    flag = None if clock is not game.clock else game.flag
    note = note_of(game, event, "stopped" if why == "arbiter" else f"stopped_{why}", None)
    return replace(game, clock=clock.stop(at), halted=why, flag=flag, notes=(*game.notes, note))


def _interrupted(game: Game, event: e.ServiceInterrupted) -> Game:
    note = note_of(game, event, "outage", None, span=max(0, event.at - event.alive))
    return replace(game, halted="outage", clock=game.clock.stop(event.alive), notes=(*game.notes, note))


def _flagged(state: Tournament, event: e.FlagFell) -> Tournament:
    game = state.game(event.round, event.board)
    side = Side(event.side)
    clock = replace(_emptied(game.clock, side), running=None, since=event.at)
    flag = Flag(side=side, at=event.at, proposal=state.version, clock=game.clock, provisional=event.provisional)
    return proposed(state.put(replace(game, clock=clock, flag=flag, halted="flag")), "flag", event, "")


def _emptied(clock: Clock, side: Side) -> Clock:
    """The clock with nothing left for *side*, of its overtime either."""
    rules = clock.rules(side)
    used = None if rules is None or rules.overtime is None else rules.overtime.blocks
    return replace(clock, had=clock.had.put(side, 0), overtime=clock.overtime.put(side, used))


def _controlled(state: Tournament, event: e.ControlSet) -> Tournament:
    """Boards that have not been started begin with the new control."""
    controls = parse_controls(event.control)
    if event.entry:
        own = tuple((entry, control) for entry, control in state.handicaps if entry != event.entry)
        state = replace(state, handicaps=(*own, (event.entry, controls.white)))
        for game in state.games():
            if event.entry in tuple(game.entries) and game.started is None and game.result is None:
                state = state.put(_with_control(game, state.controls_of(game.entries)))
        return state
    game = state.game(event.round, event.board)
    if event.side is not None:
        side = Side(event.side)
        controls = game.clock.control.put(side, controls[side])
    note = note_of(game, event, "control", None)
    return state.put(replace(_with_control(game, controls), notes=(*game.notes, note)))


def _with_control(game: Game, controls: Both[Control]) -> Game:
    clock = replace(new_clock(controls), moves=game.clock.moves)
    return replace(game, clock=clock, shown=(clock,) * (game.ply + 1))


def _adjourned(game: Game, event: e.GameAdjourned) -> Game:
    note = note_of(game, event, "adjourned", Side(event.side))
    adjourned = Adjournment(
        at=event.at,
        side=Side(event.side),
        envelope=event.envelope,
        sealed=event.sealed,
        by=event.by,
        reason=event.reason,
        until=event.until,
    )
    clock = replace(game.clock.stop(event.at), had=Both(event.white_left, event.black_left))
    return replace(
        game,
        halted="adjourned",
        adjourned=adjourned,
        postponed=event.until,
        clock=clock,
        offer=None,
        notes=(*game.notes, note),
    )


def _sealed(game: Game) -> bool:
    return game.adjourned is not None and bool(game.adjourned.envelope)
