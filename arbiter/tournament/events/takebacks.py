"""Plays taken back: by an arbiter's ruling, or because the move was irregular."""

from __future__ import annotations

from dataclasses import dataclass, replace

from arbiter.refused import Fact
from arbiter.rules.position import parse_fen
from arbiter.sides import Both, Side, Span
from arbiter.tournament.events.event import AtBoard, Event
from arbiter.tournament.events.irregular import Attempted
from arbiter.tournament.game import Game, SetUp
from arbiter.tournament.lapsing import settled
from arbiter.tournament.state import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionRestored(AtBoard):
    """An arbiter took the game back to the position after `ply` plies.

    The plays since are struck through, and the clocks stand. `skew` is how many more moves count for the periods than
    have been made, `overtime` how much of that has been used. `owes`: the first of these plays was irregular, and
    `side` has to put it right (000 VII), with the piece on `bound` where that is bound; `step` is the penalty that the
    ladder proposes.
    """

    ply: int
    white_left: Span
    black_left: Span
    by: str
    article: str | None
    reason: str
    white_skew: int = 0
    black_skew: int = 0
    white_overtime: int | None = None
    black_overtime: int | None = None
    side: Side | None = None
    owes: bool = False
    bound: int | None = None
    step: str = ""
    first: str = ""
    """Who signed it first, where it took two."""

    def after(self, state: Tournament) -> Tournament:
        before = self.game(state)
        before = before.noted(replace(self.note(before, "position"), first=self.first))
        game = _taken_back(before, self, Both(0, 0), state.version)
        shown = (*before.shown[: self.ply], game.clock)
        game = replace(game, shown=shown, adjourned=None, postponed=None, owed=None, bound=self.bound, halted="arbiter")
        found = before.plays[self.ply].sealed if self.owes else None
        if found is None:
            return settled(state, game)
        attempts = tuple(attempt for attempt in game.attempts if attempt.line != found.line)
        owed = replace(found, line=state.version, at=self.at, bound=self.bound)
        state = settled(state, replace(game, attempts=(*attempts, owed), owed=owed))
        return self.proposed(state, "penalty", found.code, step=self.step) if self.step else state


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveRetracted(Attempted):
    """An irregular move that had been played was taken back, whole, with all that it had earned on the clock.

    The game stands after `ply` plies; the offender is to put it right, and their clock goes on with what they had
    thought. The rest is as of `PositionRestored`.
    """

    white_left: Span
    black_left: Span
    white_skew: int = 0
    black_skew: int = 0
    white_overtime: int | None = None
    black_overtime: int | None = None

    def after(self, state: Tournament) -> Tournament:
        before = self.noted(self.game(state), "retracted")
        thought = sum(play.charged for play in before.plays[self.ply : self.ply + 1])
        game = _taken_back(before, self, Both(0, 0).put(self.side, thought), state.version)
        attempt = self.attempt(state.version)
        game = replace(
            game,
            attempts=(*game.attempts, attempt),
            clock=game.clock.start(self.side, self.at),
            shown=before.shown[: self.ply + 1],
            owed=attempt,
            bound=self.bound,
            halted=None,
        )
        return settled(self.penalised(state.put(game)), game)


@dataclass(frozen=True, slots=True, kw_only=True)
class LostMovesEntered(AtBoard):
    """An arbiter enters `count` moves that the journal had lost and a tablet had kept; the lines that follow play them.

    The clocks are what they were after the last move that is left: nobody is charged for the time since.
    """

    count: int
    by: str
    reason: str

    def after(self, state: Tournament) -> Tournament:
        game = self.noted(self.game(state), "lost_entered")
        stood = replace(game.shown[game.ply], running=None)
        return settled(state, replace(game, clock=stood.start(game.position.turn, self.at), flag=None, halted=None))


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionSetUp(AtBoard):
    """An arbiter set up what stands on the board after `ply` plies, as FEN; the plays since are struck through.

    The clocks stand as told, and what had been counted begins anew. A game in which nothing had been played begins
    with that position. The rest is as of `PositionRestored`.
    """

    ply: int
    fen: str
    white_left: Span
    black_left: Span
    by: str
    article: str | None
    reason: str
    white_skew: int
    black_skew: int
    white_overtime: int | None
    black_overtime: int | None
    first: str = ""

    def after(self, state: Tournament) -> Tournament:
        before, position = self.game(state), parse_fen(self.fen, state.variant)
        gone = len(before.plays) - self.ply
        before = before.noted(replace(self.note(before, "set_up", step=self.fen), struck=gone, first=self.first))
        game = _taken_back(before, self, Both(0, 0), state.version)
        if before.plays or before.struck:
            here = SetUp(ply=self.ply, position=position, line=state.version)
            game = replace(game, set_ups=(*_over(game, self.ply, state.version), here))
        else:
            game = replace(game, start=position)
        game = replace(game, position=position, tally=game.tally_after(self.ply))
        shown = (*before.shown[: self.ply], game.clock)
        return settled(
            state, replace(game, shown=shown, adjourned=None, postponed=None, owed=None, bound=None, halted="arbiter")
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionProposed(AtBoard):
    """An official wants a position restored or set up, and another has to sign it: `details` is the ruling."""

    details: tuple[tuple[str, Fact], ...]
    by: str
    article: str | None
    reason: str

    def after(self, state: Tournament) -> Tournament:
        *others, proposal = self.proposed(state, "position", self.reason).proposals
        signed = replace(proposal, details=self.details, article=self.article, signed_by=self.by)
        return replace(state, proposals=(*others, signed))


def _taken_back(
    game: Game, event: PositionRestored | MoveRetracted | PositionSetUp, thought: Both[Span], line: int
) -> Game:
    """The game after `ply` plies, with the times that the event tells; its clocks stand."""
    kept, gone = game.plays[: event.ply], game.plays[event.ply :]
    clock = replace(
        game.clock.stop(event.at),
        had=Both(event.white_left, event.black_left),
        moves=Both(*(sum(play.side is side for play in kept) for side in Side)),
        skew=Both(event.white_skew, event.black_skew),
        overtime=Both(event.white_overtime, event.black_overtime),
        thought=thought,
        made=Both(None, None),
    )
    return replace(
        game,
        position=game.position_after(event.ply),
        tally=game.tally_after(event.ply),
        plays=kept,
        huffed=tuple(huff for huff in game.huffed if huff[0] <= event.ply),
        set_ups=_over(game, event.ply + 1, line),
        struck=(*game.struck, *gone),
        clock=clock,
        offer=None,
        objection=None,
        uncrowned=None,
        flag=None,
        result=None,
    )


def _over(game: Game, ply: int, line: int) -> tuple[SetUp, ...]:
    """The positions that were set up; those from *ply* plies on are in force no more."""
    return tuple(replace(one, until=line) if one.until is None and one.ply >= ply else one for one in game.set_ups)


EVENTS: tuple[type[Event], ...] = (PositionRestored, MoveRetracted, LostMovesEntered, PositionSetUp, PositionProposed)
