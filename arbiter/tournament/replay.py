"""State from events. What is written has happened: nothing here refuses, generates a move, pairs, or draws lots."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from arbiter.clock.clock import new_clock
from arbiter.clock.control import parse_control
from arbiter.pairing.points import Outcome, parse_points
from arbiter.rules.position import start
from arbiter.rules.variants import VARIANTS
from arbiter.sides import Both, Instant, Side
from arbiter.tournament import events as e
from arbiter.tournament.regulations import REGULATIONS
from arbiter.tournament.state import Attempt, Call, Flag, Game, Note, Play, Proposal, Result, Round, Tournament


def replay(events: Iterable[e.Event], state: Tournament | None = None) -> Tournament:
    """The tournament after *events*, from *state* on or from nothing."""
    state = state or Tournament()
    for event in events:
        state = after(state, event)
    return state


def after(state: Tournament, event: e.Event) -> Tournament:
    """The tournament after one more line of the journal; its version is the number of that line."""
    state = replace(state, version=state.version + 1, at=max(state.at, event.at))
    match event:
        case e.TournamentOpened():
            return _opened(state, event)
        case e.PlayerEntered():
            return replace(state, entries=(*state.entries, event.entry))
        case e.PlayerWithdrew():
            return replace(state, withdrawn=state.withdrawn | {event.entry})
        case e.RoundPaired():
            return replace(state, rounds=(*state.rounds, _paired(state, event)))
        case e.RoundUndone():
            return replace(state, rounds=state.rounds[: event.round - 1])
        case e.GamesStarted():
            for board in event.boards:
                game = state.game(event.round, board)
                state = state.put(replace(game, started=event.at, clock=game.clock.start(Side(event.side), event.at)))
            return state
        case e.ServiceInterrupted():
            for round, board in event.boards:
                game = state.game(round, board)
                state = state.put(replace(game, halted="outage", clock=game.clock.stop(event.alive)))
            return state
        case e.ClocksResumed():
            for board in event.boards:
                game = state.game(event.round, board)
                note = _note(game, event, "resumed", None)
                clock = game.clock.start(game.position.turn, event.at)
                state = state.put(replace(game, halted=None, clock=clock, notes=(*game.notes, note)))
            return state
        case e.ProposalSigned():
            return _decided(state, event.proposal, "signed")
        case e.ProposalDismissed():
            return _dismissed(state, event)
        case e.FlagFell():
            return _flagged(state, event)
        case e.DrawClaimed():
            game = state.game(event.round, event.board)
            note = _note(game, event, "claim", Side(event.side), reason=event.ground)
            state = state.put(replace(game, notes=(*game.notes, note)))
            return _proposed(state, "claim", event, event.ground)
        case (
            e.MovePlayed()
            | e.IrregularMove()
            | e.DrawOffered()
            | e.DrawAnswered()
            | e.ArbiterCalled()
            | e.CallAnswered()
            | e.GameEnded()
            | e.ResultCorrected()
            | e.TimeCorrected()
            | e.ClockStopped()
            | e.PositionRestored()
            | e.PenaltyGiven()
        ):
            game = _game_after(state.game(event.round, event.board), event, state.version)
            if game.flag is None:
                state = _lapsed(state, game)
            return state.put(game)
        case _:
            assert_never(event)


def _opened(state: Tournament, event: e.TournamentOpened) -> Tournament:
    return replace(
        state,
        name=event.name,
        variant=VARIANTS[event.variant],
        system=event.system,
        planned=event.rounds,
        control=parse_control(event.control),
        regulations=replace(REGULATIONS[event.regulations], flags=event.flags),
        points=parse_points(event.points),
        tiebreaks=event.tiebreaks,
    )


def _paired(state: Tournament, event: e.RoundPaired) -> Round:
    clock = new_clock(Both(state.control, state.control))
    position = start(state.variant)
    games = tuple(
        Game(round=event.round, board=number, entries=Both(*pair), start=position, position=position, clock=clock)
        for number, pair in enumerate(event.pairs, start=1)
    )
    return Round(number=event.round, games=games, byes=event.byes)


def _game_after(
    game: Game,
    event: e.MovePlayed
    | e.IrregularMove
    | e.DrawOffered
    | e.DrawAnswered
    | e.ArbiterCalled
    | e.CallAnswered
    | e.GameEnded
    | e.ResultCorrected
    | e.TimeCorrected
    | e.ClockStopped
    | e.PositionRestored
    | e.PenaltyGiven,
    line: int,
) -> Game:
    match event:
        case e.MovePlayed():
            return _played(game, event)
        case e.IrregularMove():
            attempt = _attempt(event, line)
            bound = event.bound if game.bound is None else game.bound
            return replace(game, attempts=(*game.attempts, attempt), owed=attempt, bound=bound)
        case e.DrawOffered():
            return replace(
                game, offer=Side(event.side), notes=(*game.notes, _note(game, event, "offer", Side(event.side)))
            )
        case e.DrawAnswered():
            return replace(game, offer=None)
        case e.ArbiterCalled():
            side = Side(event.side) if event.side else None
            return replace(game, calls=(*game.calls, Call(at=event.at, side=side, reason=event.reason)))
        case e.CallAnswered():
            calls = tuple(
                call if call.answered is not None else replace(call, answered=event.at) for call in game.calls
            )
            return replace(game, calls=calls)
        case e.GameEnded():
            return _ended(game, event, corrected=False)
        case e.ResultCorrected():
            return _ended(game, event, corrected=True)
        case e.TimeCorrected():
            side = Side(event.side)
            note = _note(game, event, "time", side, article=event.article, span=event.left)
            return replace(game, clock=game.clock.with_left(side, event.left, event.at), notes=(*game.notes, note))
        case e.ClockStopped():
            note = _note(game, event, "stopped", None)
            return replace(game, clock=game.clock.stop(event.at), halted="arbiter", notes=(*game.notes, note))
        case e.PositionRestored():
            return _restored(game, event)
        case e.PenaltyGiven():
            note = _note(game, event, "penalty", Side(event.side), article=event.article, step=event.step)
            return replace(game, notes=(*game.notes, note))


def _played(game: Game, event: e.MovePlayed) -> Game:
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
    )
    clock = (game.flag.clock if game.flag else game.clock).pressed(side, event.left, event.at)
    return replace(
        game,
        position=game.position.played(event.path, event.taken, event.crowned),
        plays=(*game.plays, play),
        clock=clock,
        offer=game.offer if game.offer is side else None,
        owed=None,
        bound=None,
        flag=None,
        halted=None,
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


def _ended(game: Game, event: e.GameEnded | e.ResultCorrected, *, corrected: bool) -> Game:
    result = Result(
        at=event.at,
        outcome=Both(Outcome(event.white), Outcome(event.black)),
        because=event.because,
        by=event.by,
        article=event.article,
        reason=event.reason,
        corrected=corrected,
    )
    return replace(game, result=result, clock=game.clock.stop(event.at), offer=None, owed=None, bound=None, flag=None)


def _restored(game: Game, event: e.PositionRestored) -> Game:
    kept = game.plays[: event.ply]
    moves = Both(sum(play.side is Side.WHITE for play in kept), sum(play.side is Side.BLACK for play in kept))
    clock = replace(
        game.clock.stop(event.at),
        had=Both(event.white_left, event.black_left),
        moves=moves,
        thought=Both(0, 0),
    )
    note = _note(game, event, "position", None, article=event.article)
    return replace(
        game,
        position=game.position_after(event.ply),
        plays=kept,
        struck=(*game.struck, *game.plays[event.ply :]),
        clock=clock,
        notes=(*game.notes, note),
        offer=None,
        owed=None,
        bound=None,
        flag=None,
        halted="arbiter",
        result=None,
    )


def _flagged(state: Tournament, event: e.FlagFell) -> Tournament:
    game = state.game(event.round, event.board)
    side = Side(event.side)
    clock = replace(game.clock, had=game.clock.had.put(side, 0), running=None, since=event.at)
    flag = Flag(side=side, at=event.at, proposal=state.version, clock=game.clock)
    return _proposed(state.put(replace(game, clock=clock, flag=flag, halted="flag")), "flag", event, "")


def _proposed(state: Tournament, kind: str, event: e.FlagFell | e.DrawClaimed, ground: str) -> Tournament:
    proposal = Proposal(
        number=state.version,
        kind=kind,
        at=event.at,
        round=event.round,
        board=event.board,
        side=Side(event.side),
        ground=ground,
    )
    return replace(state, proposals=(*state.proposals, proposal))


def _decided(state: Tournament, number: int, how: str) -> Tournament:
    proposals = tuple(replace(p, decided=how) if p.number == number else p for p in state.proposals)
    return replace(state, proposals=proposals)


def _dismissed(state: Tournament, event: e.ProposalDismissed) -> Tournament:
    proposal = state.proposal(event.proposal)
    game = state.game(proposal.round, proposal.board)
    note = _note(game, event, "dismissed", proposal.side)
    game = replace(game, notes=(*game.notes, note))
    if game.flag is not None and game.flag.proposal == event.proposal:
        game = replace(game, flag=None, halted="arbiter")
    return _decided(state.put(game), event.proposal, "dismissed")


def _lapsed(state: Tournament, game: Game) -> Tournament:
    """A flag proposal lapses with its flag (a move made in time, a ruling), and every proposal with the game."""
    lapsing = [
        p
        for p in state.waiting
        if (p.round, p.board) == (game.round, game.board) and (p.kind == "flag" or game.result is not None)
    ]
    for proposal in lapsing:
        state = _decided(state, proposal.number, "lapsed")
    return state


def _note(
    game: Game,
    event: e.Event,
    what: str,
    side: Side | None,
    *,
    reason: str | None = None,
    article: str | None = None,
    span: int | None = None,
    step: str | None = None,
) -> Note:
    at: Instant = event.at
    return Note(
        at=at,
        what=what,
        side=side,
        by=getattr(event, "by", "service"),
        reason=getattr(event, "reason", "") if reason is None else reason,
        ply=game.ply,
        article=article,
        span=span,
        step=step,
    )
