"""State from events: what officials settle and decide besides rulings at a board."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from arbiter.pairing.table.points import Outcome
from arbiter.sides import Both, Side
from arbiter.tournament import events as e
from arbiter.tournament.noting import note_of, proposed
from arbiter.tournament.officials import Appeal, Conduct, Official
from arbiter.tournament.state import Tournament


def after_officials(state: Tournament, event: e.OfficialEvent) -> Tournament:
    """The tournament after an event of `events_officials`."""
    match event:
        case e.RegulationsChanged():
            assert state.regulations is not None
            return replace(state, regulations=state.regulations.turn(event.switches))
        case e.OfficialNamed():
            named = Official(name=event.official, entry=event.entry or None, boards=event.boards)
            return replace(state, officials=(*(o for o in state.officials if o.name != event.official), named))
        case e.ComputerNamed():
            return replace(state, computers=state.computers | {event.entry})
        case e.HomeNamed():
            return replace(state, home=frozenset(event.entries))
        case e.RulingProposed():
            return _proposed(state, event)
        case e.NoticeGiven():
            game = state.game(event.round, event.board)
            note = note_of(game, event, "notice", None, step=event.matter)
            return state.put(replace(game, notes=(*game.notes, note)))
        case e.ConductNoted():
            return _conduct(state, event)
        case e.FirstSigned():
            return _with_proposal(state, event.proposal, signed_by=event.by)
        case e.AppealFiled():
            return _appealed(state, event)
        case e.AppealDecided():
            decided = "overturned" if event.overturned else "stands"
            return _with_appeal(state, event.appeal, decided=decided, decided_at=event.at, reason=event.reason)
        case e.BranchChosen():
            return _with_appeal(state, event.appeal, branch=event.branch)
        case _:
            assert_never(event)


def _proposed(state: Tournament, event: e.RulingProposed) -> Tournament:
    state = proposed(state, event.kind, event, event.because, step=event.step)
    outcome = Both(Outcome(event.white), Outcome(event.black)) if event.white else None
    return _with_proposal(state, state.version, outcome=outcome, article=event.article)


def _with_proposal(state: Tournament, number: int, **changes: object) -> Tournament:
    changed = tuple(replace(p, **changes) if p.number == number else p for p in state.proposals)  # type: ignore[arg-type]  # fields of a proposal
    return replace(state, proposals=changed)


def _with_appeal(state: Tournament, number: int, **changes: object) -> Tournament:
    changed = tuple(replace(a, **changes) if a.number == number else a for a in state.appeals)  # type: ignore[arg-type]  # fields of an appeal
    return replace(state, appeals=changed)


def _conduct(state: Tournament, event: e.ConductNoted) -> Tournament:
    game, side = state.game(event.round, event.board), Side(event.side)
    noted = Conduct(
        line=state.version,
        at=event.at,
        round=event.round,
        board=event.board,
        entry=game.entries[side],
        side=side,
        category=event.category,
        step=event.step,
        count=event.count,
        by=event.by,
        article=event.article,
        reason=event.reason,
    )
    note = note_of(game, event, "conduct", side, article=event.article, step=event.category)
    state = replace(state.put(replace(game, notes=(*game.notes, note))), conduct=(*state.conduct, noted))
    if not event.step:
        return state
    return proposed(state, "penalty", event, event.category, step=event.step)


def _appealed(state: Tournament, event: e.AppealFiled) -> Tournament:
    game, side = state.game(event.round, event.board), Side(event.side)
    appeal = Appeal(
        number=state.version,
        at=event.at,
        round=event.round,
        board=event.board,
        side=side,
        entry=game.entries[side],
        grounds=event.grounds,
        asks=Both(Outcome(event.white), Outcome(event.black)) if event.white else None,
        paper=event.paper,
        by=event.by,
    )
    note = note_of(game, event, "appeal", side, reason=event.grounds)
    return replace(state, appeals=(*state.appeals, appeal)).put(replace(game, notes=(*game.notes, note)))
