"""State from events: who meets whom, and when it begins."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace
from typing import assert_never

from arbiter.clock.clock import new_clock
from arbiter.clock.control import parse_control
from arbiter.pairing.system import Reason
from arbiter.pairing.table.byes import ByeKind
from arbiter.rules.endings.draws import begin
from arbiter.rules.position import start
from arbiter.sides import Both, Side
from arbiter.tournament import events as e
from arbiter.tournament.game import Game
from arbiter.tournament.round import Change, Fixture, Round
from arbiter.tournament.state import Tournament


def after_rounds(state: Tournament, event: e.RoundEvent) -> Tournament:
    """The tournament after an event of `events_rounds`."""
    match event:
        case e.RoundPaired():
            return replace(state, rounds=(*state.rounds, _paired(state, event)))
        case e.ColourDrawn():
            return replace(state, initial=Side(event.side))
        case e.RoundChanged():
            round = _changed(state, event)
            before = state.round(event.round).games
            stays = {game.board for game, was in zip(round.games, before, strict=False) if game is was}
            return replace(_without(state, event.round, stays), rounds=(*state.rounds[: event.round - 1], round))
        case e.RoundPublished():
            round = state.round(event.round)
            return replace(state, rounds=(*state.rounds[: event.round - 1], replace(round, draft=False)))
        case e.GamePostponed():
            return state.put(replace(state.game(event.round, event.board), postponed=event.until))
        case e.RoundUndone():
            return replace(_without(state, event.round), rounds=state.rounds[: event.round - 1])
        case e.GamesStarted():
            for board in event.boards:
                game = state.game(event.round, board)
                state = state.put(replace(game, started=event.at, clock=game.clock.start(Side(event.side), event.at)))
            return state
        case _:
            assert_never(event)


def _paired(state: Tournament, event: e.RoundPaired) -> Round:
    return Round(
        number=event.round,
        games=tuple(
            _game(state, event.round, board, pair, event.control) for board, pair in enumerate(event.pairs, start=1)
        ),
        byes=event.byes,
        kinds=_kinds(event),
        why=tuple(reason_told(told) for told in event.why),
        lots=event.lots,
        draft=event.draft,
        control=event.control,
        fixtures=tuple(Fixture(*match) for match in event.matches),
    )


def _changed(state: Tournament, event: e.RoundChanged) -> Round:
    """The round with the new pairs; whoever meets the same opponent at the same board goes on with that game."""
    old = state.round(event.round)
    kept = {(game.board, tuple(game.entries)): game for game in old.games}
    change = Change(
        at=event.at,
        what=event.what,
        entries=event.entries,
        bends=tuple(reason_told(told) for told in event.bends),
        by=event.by,
        reason=event.reason,
    )
    pairs = enumerate(event.pairs, start=1)
    games = tuple(
        kept.get((board, pair)) or _game(state, event.round, board, pair, old.control) for board, pair in pairs
    )
    return replace(old, games=games, byes=event.byes, kinds=_kinds(event), changes=(*old.changes, change))


def _game(state: Tournament, round: int, board: int, pair: tuple[int, int], control: str) -> Game:
    position, controls = start(state.variant), state.controls_of(Both(*pair))
    clock = new_clock(Both(parse_control(control), parse_control(control)) if control else controls)
    tally = begin(position, state.rows, state.variant.board)
    return Game(
        round=round,
        board=board,
        entries=Both(*pair),
        start=position,
        position=position,
        clock=clock,
        tally=tally,
        shown=(clock,),
    )


def _without(state: Tournament, round: int, stays: Container[int] = ()) -> Tournament:
    """The tournament without what was proposed and appealed at boards of that round whose games are no more."""
    return replace(
        state,
        proposals=tuple(p for p in state.proposals if p.round != round or p.board in stays),
        appeals=tuple(a for a in state.appeals if a.round != round or a.board in stays),
    )


def _kinds(event: e.RoundPaired | e.RoundChanged) -> dict[int, ByeKind]:
    return {entry: ByeKind(kind) for entry, kind in zip(event.byes, event.kinds, strict=False)}


def told(reason: Reason) -> e.Told:
    """A reason as an event holds it."""
    return (reason.code, reason.entries, reason.article, reason.facts)


def reason_told(told: e.Told) -> Reason:
    """The reason that an event holds."""
    return Reason(*told)
