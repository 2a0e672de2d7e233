"""Restoring the state before a ruling, once a committee has overturned the ruling without giving a result.

The service proposes to restore the state, and an official signs. The clocks get back the time that the ruling took.
Moves that the ruling took back are played again with the times that they had taken. A game that the ruling ended is
open again. The clocks stay stopped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from arbiter.refused import Refused
from arbiter.rules.notation import path_text
from arbiter.rules.position import fen_text, start
from arbiter.rulings.board.objections import CrownKing
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.referee.position import RestorePosition
from arbiter.rulings.request import article
from arbiter.sides import Instant, Side
from arbiter.tournament.events.clocks import TimeCorrected
from arbiter.tournament.events.event import Event
from arbiter.tournament.events.games import MovePlayed
from arbiter.tournament.events.halts import ClocksResumed, ClockStopped
from arbiter.tournament.events.referee.proposals import ProposalDismissed
from arbiter.tournament.game import Game, Note, Play
from arbiter.tournament.officials import Appeal
from arbiter.tournament.past.struck_moves import struck
from arbiter.tournament.replay import replay
from arbiter.tournament.state import Tournament
from arbiter.values import replace


def overturned(game: Game, appeal: Appeal) -> tuple[Note, ...]:
    """Return the notes of the ruling that the appeal is against, if they can be taken back."""
    return tuple(note for note in game.notes if note.had is not None and note.at == appeal.ruled)


def restorable(game: Game, appeal: Appeal) -> bool:
    """Return whether the ruling can be taken back: it has changed the clocks or the position, or given the result."""
    given = game.result is not None and game.result.at == appeal.ruled and game.started is not None
    return given or bool(overturned(game, appeal))


def restored(state: Tournament, appeal: Appeal, at: Instant, by: str) -> Sequence[Event]:
    """Return the events that take back the ruling that the appeal was against. The clocks are stopped afterwards."""
    game, reason = state.game(appeal.round, appeal.board), appeal.reason
    where: dict[str, Any] = {"round": game.round, "board": game.board, "by": by}
    told: dict[str, Any] = {**where, "at": at, "reason": reason, "article": article(state, "appeal")}
    events: list[Event] = []
    if game.flag is not None:
        events.append(ProposalDismissed(at=at, proposal=game.flag.proposal, by=by, reason=reason))
    notes = overturned(game, appeal)
    back = next((note for note in notes if note.what != "time"), None)
    plays = next((plays for note, plays in struck(game) if note is back), ())
    ply = game.ply if back is None else back.ply - (back.struck or len(plays))
    fen = _before(state, game, ply) if back is not None and back.what == "set_up" else ""
    if fen or game.result is not None or game.ply > ply:
        again = RestorePosition(**where, ply=ply, fen=fen, reason=reason, article=told["article"], decided=True)
        events += again.rule(replay(events, state), at)
    for play in plays:
        events += played_again(replay(events, state), game, play, at, by)
    after = replay(events, state).game(game.round, game.board)
    if after.clock.running is not None:
        events.append(ClockStopped(**where, at=at, reason=reason, why="arbiter"))
    now = replay(events, state).game(game.round, game.board)
    for side in Side:
        left = _left(now, notes, side, at)
        if left is not None and left != now.clock.left(side, at):
            events.append(TimeCorrected(**told, side=side, left=max(1, left)))
    return events


def _left(now: Game, notes: Sequence[Note], side: Side, at: Instant) -> int | None:
    """Return the milliseconds that *side* has once a ruling is taken back; None if it did not change the clock."""
    for note in notes:
        if note.had is not None and note.what != "time":
            return note.had[side]
    taken = [note.had[side] - note.span for note in notes if note.had and note.span is not None and note.side is side]
    return now.clock.left(side, at) + taken[0] if taken else None


def _before(state: Tournament, game: Game, ply: int) -> str:
    """Return, as FEN, the position that stood after *ply* plies until a ruling set up another one."""
    here = next((one for one in reversed(game.set_ups) if one.ply == ply and one.until is None), None)
    if here is None:
        return fen_text(start(state.variant), state.variant)
    others = tuple(one for one in game.set_ups if one is not here)
    plays = tuple(play for play in game.plays if play.ply <= ply)
    return fen_text(replace(game, set_ups=others, plays=plays).position_after(ply), state.variant)


def played_again(state: Tournament, game: Game, play: Play, at: Instant, by: str) -> Iterator[Event]:
    """Yield the events by which a struck move is played again with the time that it had taken.

    The opponent's clock runs afterwards. Nobody is charged for the time since the move was struck. Raise Refused if the
    move cannot be played.
    """
    where: dict[str, Any] = {"round": game.round, "board": game.board, "by": by}
    events: list[Event] = []
    if state.game(game.round, game.board).uncrowned is not None:
        events += CrownKing(**where).rule(state, at)
    if replay(events, state).game(game.round, game.board).clock.running is None:
        events.append(ClocksResumed(at=at, round=game.round, boards=(game.board,), by=by, reason=""))
    again = PlayMove(**where, ply=play.ply - 1, move=path_text(play.path, "x", state.variant))
    played, *ends = again.rule(replay(events, state), at)
    if not isinstance(played, MovePlayed):
        raise Refused("stale_ply", board=game.board, ply=play.ply, played=game.ply)
    yield from events
    yield replace(played, left=play.left, charged=play.charged, gained=play.gained)
    yield from ends
