"""The rulings of a tournament in the order of its journal, each with the position and the clocks just before it.

A journal line counts as a ruling if it adds an incident at a board. So the rows have the same sentences as the printed
report of rulings. What is still sealed adds no incident.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from arbiter.incidents import incidents
from arbiter.incidents.incident import Incident
from arbiter.journal.lines import Line
from arbiter.rules.position import Position
from arbiter.sides import Both, Instant, Side, Span
from arbiter.tournament.events import parse_event
from arbiter.tournament.events.event import Event, Place
from arbiter.tournament.events.games import MovePlayed
from arbiter.tournament.game import Game
from arbiter.tournament.replay import after, replay
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace
from arbiter.view import View


@dataclass(frozen=True, slots=True, kw_only=True)
class PastRuling:
    """An incident at a board, with the number and the instant of the journal line that recorded it.

    `number` counts the incidents of one line from 1. `after` is the tournament after the line, and `index` the
    incident's place among those of its game in that state. `position` and `clocks` are those just before the line.
    """

    line: int
    number: int
    at: Instant
    round: int
    board: int
    incident: Incident
    index: int
    after: Tournament
    position: Position
    clocks: Both[Span] | None
    """The times on the clocks of both sides, in milliseconds; None if the game has no clock."""


class RulingsReplay:
    """The replay of a tournament to find its rulings. It can be continued with the lines recorded later."""

    def __init__(self, view: View, state: Tournament | None = None) -> None:
        """Begin with the first line after *state*; if it is None, with the first line of the journal.

        The rulings are in the language of *view*, and show the names that it shows.
        """
        self.view = view
        self.state = state or Tournament()

    def read(self, lines: Iterable[Line]) -> Iterator[PastRuling]:
        """Yield the rulings in the next journal lines, which follow the lines read before."""
        moves: list[Event] = []
        for line in lines:
            event = parse_event(line.kind, line.at, line.body)
            if type(event) is MovePlayed:  # a move adds no ruling, and several moves in one step are replayed faster
                moves.append(event)
                continue
            before = replay(moves, self.state)
            moves = []
            self.state = after(before, event)
            yield from self._found(before, event)
        self.state = replay(moves, self.state)

    def _found(self, before: Tournament, event: Event) -> Iterator[PastRuling]:
        now, number = self.state, 0
        for round, board in sorted(changed(before, now)):
            if now.round(round).draft:
                continue
            game = now.game(round, board)
            old = _game(before, round, board)
            known = [] if old is None else [_same(one) for one in self._incidents(before, old)]
            for index, incident in enumerate(self._incidents(now, game)):
                if _same(incident) in known:
                    known.remove(_same(incident))
                    continue
                shown, number = old or game, number + 1
                yield PastRuling(
                    line=now.version,
                    number=number,
                    at=event.at,
                    round=round,
                    board=board,
                    incident=incident,
                    index=index,
                    after=now,
                    position=shown.position,
                    clocks=clocks_of(shown, event.at),
                )

    def said(self, ruling: PastRuling, language: str) -> str:
        """Return the text of the ruling in *language*."""
        view = replace(self.view, state=ruling.after, language=language)
        return incidents(view, ruling.after.game(ruling.round, ruling.board))[ruling.index].text

    def _incidents(self, state: Tournament, game: Game) -> tuple[Incident, ...]:
        return incidents(replace(self.view, state=state), game)


def clocks_of(game: Game, at: Instant) -> Both[Span] | None:
    """Return what both clocks showed at the instant *at*; None if the game has no clock."""
    clock = game.clock_before(at)
    if not clock.control.white.periods and not clock.control.black.periods:
        return None
    return Both(*(max(0, clock.left(side, at)) for side in Side))


def changed(before: Tournament, now: Tournament) -> set[Place]:
    """Return the boards whose game, proposals or appeals differ between two states."""
    found: set[Place] = set()
    if before.rounds is not now.rounds:
        for round in now.rounds:
            old = before.rounds[round.number - 1] if round.number <= len(before.rounds) else None
            if old is not round:
                found |= {
                    (game.round, game.board)
                    for at, game in enumerate(round.games)
                    if old is None or len(old.games) <= at or old.games[at] is not game
                }
    for was, is_ in ((before.proposals, now.proposals), (before.appeals, now.appeals)):
        if was is not is_:
            kept = {id(one) for one in was}
            found |= {(one.round, one.board) for one in is_ if id(one) not in kept}
    return {place for place in found if place[0] <= len(now.rounds)}


def _game(state: Tournament, round: int, board: int) -> Game | None:
    if len(state.rounds) < round or len(state.round(round).games) < board:
        return None
    return state.game(round, board)


def _same(incident: Incident) -> tuple[object, ...]:
    """Return the facts by which an incident is recognised in a later state.

    Its words are not among these facts, because they may count later incidents too.
    """
    return (
        incident.at,
        incident.side,
        incident.kind,
        incident.detail,
        incident.move,
        incident.article,
        incident.reason,
    )
