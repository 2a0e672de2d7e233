"""The director's next step, so that the office page can show one main button."""

from __future__ import annotations

from collections.abc import Iterable

from arbiter.pairing.systems import SYSTEMS
from arbiter.rulings.rounds.pairing import rounds_planned
from arbiter.tournament.game import Game
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass

LEAST_ENTRIES = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """The director's next step: its `code`, its round, and its boards.

    `code` is "enter" (enter players), "pair" (pair the round), "by_hand" (pair it by hand), "publish" (publish the
    draft of the pairings), "ballots" (draw the openings), "start" (start the round), "wait" (wait for the games at
    `boards`), or "finished".
    """

    code: str
    round: int = 0
    boards: tuple[int, ...] = ()


def next_step(state: Tournament) -> Step:
    """Return the director's next step in the present state of the tournament."""
    if len(state.entries) - len(state.withdrawn) < LEAST_ENTRIES:
        return Step(code="enter")
    paired = len(state.rounds)
    if paired and state.rounds[-1].draft:
        return Step(code="publish", round=paired)
    if paired and not state.rounds[-1].closed:
        fresh = tuple(g.board for g in state.rounds[-1].games if fresh_game(g))
        bare = tuple(board for board in fresh if state.game(paired, board).opening is None)
        if state.ballots and bare:
            return Step(code="ballots", round=paired, boards=bare)
        if fresh:
            return Step(code="start", round=paired, boards=fresh)
        playing = tuple(g.board for g in state.rounds[-1].games if held(g))
        return Step(code="wait", round=paired, boards=playing)
    earlier = next((g.round for g in state.games() if held(g)), 0)
    if earlier:
        return Step(code="wait", round=earlier, boards=tuple(g.board for g in state.round(earlier).games if held(g)))
    planned = rounds_planned(state)
    if planned and paired >= planned:
        late = next((g.round for g in state.games() if g.result is None), 0)
        if late:
            waiting = tuple(g.board for g in state.round(late).games if g.result is None)
            return Step(code="wait", round=late, boards=waiting)
        return Step(code="finished", round=paired)
    return Step(code="by_hand" if SYSTEMS[state.system].by_hand else "pair", round=paired + 1)


def held(game: Game) -> bool:
    """Return whether the next round waits for *game*: it has no result and is not postponed."""
    return game.result is None and game.postponed is None


def fresh_game(game: Game) -> bool:
    """Return whether *game* begins when the round is started: it is not postponed, has no result and is not running."""
    return held(game) and game.started is None


def interrupted(state: Tournament) -> dict[int, tuple[int, ...]]:
    """Return the boards that are stopped because the service failed: the board numbers by round number."""
    boards = {
        round.number: tuple(g.board for g in round.games if g.running and g.halted == "outage")
        for round in state.rounds
    }
    return {number: stopped for number, stopped in boards.items() if stopped}


def spans(boards: Iterable[int]) -> str:
    """Return board numbers as text, with consecutive ones as a range: "1-8, 12"."""
    found: list[list[int]] = []
    for board in sorted(boards):
        if found and found[-1][-1] == board - 1:
            found[-1].append(board)
        else:
            found.append([board])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in found)
