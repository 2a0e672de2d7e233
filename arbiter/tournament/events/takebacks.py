"""Events that take moves back, by an arbiter's ruling or because a move was irregular."""

from __future__ import annotations

from arbiter.refused import Fact
from arbiter.rules.position import parse_fen
from arbiter.sides import Both, Side, Span
from arbiter.tournament.events.event import BoardAct, Event
from arbiter.tournament.events.irregular import Attempted
from arbiter.tournament.game import Game, SetUp
from arbiter.tournament.lapsed_proposals import settled
from arbiter.tournament.state import Tournament
from arbiter.values import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionRestored(BoardAct):
    """An arbiter restored the position after `ply` plies.

    The later moves are struck from the score sheet, and the clocks stop. `white_skew`, `black_skew`: the moves counted
    for the period minus the moves made. `white_overtime`, `black_overtime`: the overtime counts (see `Clock`).
    `owes`: whether the first struck move was irregular, so that `side` has to correct it (000 VII). `bound` is the
    square of the piece that has to make the correct move, if only one may. `step` is the proposed penalty, from the
    list of penalties (ladder) in the regulations.
    """

    ply: int
    white_left: Span
    black_left: Span
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
    """The official who signed first, if two signatures were needed; otherwise empty."""

    def after(self, state: Tournament) -> Tournament:
        before = self.game(state)
        gone, had = len(before.plays) - self.ply, self.had(before)
        before = before.noted(replace(self.note(before, "position"), first=self.first, struck=gone, had=had))
        game = _taken_back(before, self, Both(0, 0), state.version)
        shown = (*before.shown[: self.ply], game.clock)
        # a move that was tried and rejected in this position has to be corrected again
        owed = (
            None if self.bound is None else next((a for a in game.tried_after(self.ply) if a.bound == self.bound), None)
        )
        game = replace(game, shown=shown, adjourned=None, postponed=None, owed=owed, bound=self.bound, halted="arbiter")
        found = before.plays[self.ply].sealed if self.owes else None
        if found is None:
            return settled(state, game)
        attempts = tuple(attempt for attempt in game.attempts if attempt.line != found.line)
        owed = replace(found, line=state.version, at=self.at, bound=self.bound, play=found.line)
        state = settled(state, replace(game, attempts=(*attempts, owed), owed=owed))
        return self.proposed(state, "penalty", found.code, step=self.step) if self.step else state


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveRetracted(Attempted):
    """An irregular move that had been played was taken back, together with the time that it had added to the clock.

    The game continues after `ply` plies. The side that made the irregular move has to correct it. Its clock goes on
    from where it was: the time already used for that move stays charged. The other fields have the same meaning as in
    `PositionRestored`.
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
        attempt = replace(self.attempt(state.version), play=before.plays[self.ply].line)
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
class LostMovesEntered(BoardAct):
    """An arbiter entered `count` moves that were missing in the journal.

    The next journal lines play these moves. The clocks show the times that they had after the last move that was not
    lost. The time since then is charged to nobody. `sent`: whether a tablet of the board has sent these moves with
    their times.
    """

    count: int
    reason: str
    sent: bool = False

    def after(self, state: Tournament) -> Tournament:
        game = self.noted(self.game(state), "lost_sent" if self.sent else "lost_entered")
        stood = replace(game.shown[game.ply], running=None)
        return settled(state, replace(game, clock=stood.start(game.position.turn, self.at), flag=None, halted=None))


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionSetUp(BoardAct):
    """An arbiter set up a position after `ply` plies, as FEN; the later moves are struck.

    The clocks are set to the given times, and all counts begin anew. If nothing had been played, the game begins with
    that position. The other fields have the same meaning as in `PositionRestored`.
    """

    ply: int
    fen: str
    white_left: Span
    black_left: Span
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
        note = replace(self.note(before, "set_up", step=self.fen), struck=gone, first=self.first, had=self.had(before))
        before = before.noted(note)
        game = _taken_back(before, self, Both(0, 0), state.version)
        if before.plays or before.struck:
            here = SetUp(ply=self.ply, position=position, line=state.version)
            game = replace(game, set_ups=(*_over(game, self.ply, state.version), here))
        else:
            game = replace(game, start=position)
        game = replace(game, position=position, tally=game.tally_after(self.ply))
        shown = (*before.shown[: self.ply], game.clock)
        return settled(
            state,
            replace(game, shown=shown, adjourned=None, postponed=None, owed=None, bound=None, halted="arbiter"),
            anew="set_up",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionProposed(BoardAct):
    """An official proposed to restore or set up a position, which a second official has to sign.

    `details` has the fields of the ruling, by name.
    """

    details: tuple[tuple[str, Fact], ...]
    article: str | None
    reason: str

    def after(self, state: Tournament) -> Tournament:
        *others, proposal = self.proposed(state, "position", self.reason).proposals
        signed = replace(proposal, details=self.details, article=self.article, signed_by=self.by)
        return replace(state, proposals=(*others, signed))


def _taken_back(
    game: Game, event: PositionRestored | MoveRetracted | PositionSetUp, thought: Both[Span], line: int
) -> Game:
    """Return the game after `ply` plies, with the times that *event* gives. Its clocks are stopped.

    *thought*: the milliseconds that each side has already used for its next move.
    """
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
    why = "set_up" if isinstance(event, PositionSetUp) else "taken_back"
    return replace(
        game.reopened(event.at, why),
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
        touched=None,
        flag=None,
        fallen=None,
    )


def _over(game: Game, ply: int, line: int) -> tuple[SetUp, ...]:
    """Return the positions that rulings have set up in the game, after moves were taken back to *ply*.

    A position that was set up after *ply* or more plies is marked as no longer in force since the journal line *line*.
    """
    return tuple(replace(one, until=line) if one.until is None and one.ply >= ply else one for one in game.set_ups)


EVENTS: tuple[type[Event], ...] = (PositionRestored, MoveRetracted, LostMovesEntered, PositionSetUp, PositionProposed)
